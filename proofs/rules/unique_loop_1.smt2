; The rule unique_loop_1 is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; All answers must be unsat.
(set-logic QF_UF)
(declare-sort Cell 0)
(declare-sort Digit 0)
(declare-sort House 0)
(declare-fun val (Cell) Digit)
(declare-fun is-row (House) Bool)
(declare-fun is-column (House) Bool)
(declare-fun is-box (House) Bool)
(declare-fun is-extra (House) Bool)
(declare-fun in (Cell House) Bool)
(declare-fun sees (Cell Cell) Bool)
(define-fun once ((a Cell) (b Cell) (h House)) Bool
  (=> (and (in a h) (in b h) (= (val a) (val b))) (= a b)))
(define-fun apart ((c Cell) (g House) (h House)) Bool
  (=> (and (in c g) (in c h)
           (or (and (is-row g) (is-row h)) (and (is-column g) (is-column h)) (and (is-box g) (is-box h))))
      (= g h)))
(define-fun differ ((a Cell) (b Cell)) Bool (=> (sees a b) (not (= (val a) (val b)))))
(define-fun excludes ((a Cell) (b Cell) (x Digit) (y Digit)) Bool
  (or (and (= a b) (not (= x y))) (and (= x y) (sees a b))))

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $S.10 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9 $S.10))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d) (= $S.10 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y))) (not (or (= (val $S.10) $x) (= (val $S.10) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
(assert (or (= (val $S.10) $x) (= (val $S.10) $y) (= $d $S.10)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $S.10 Cell)
(declare-const $S.11 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9 $S.10 $S.11))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d) (= $S.10 $d) (= $S.11 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y))) (not (or (= (val $S.10) $x) (= (val $S.10) $y))) (not (or (= (val $S.11) $x) (= (val $S.11) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
(assert (or (= (val $S.10) $x) (= (val $S.10) $y) (= $d $S.10)))
(assert (or (= (val $S.11) $x) (= (val $S.11) $y) (= $d $S.11)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $S.10 Cell)
(declare-const $S.11 Cell)
(declare-const $S.12 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9 $S.10 $S.11 $S.12))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d) (= $S.10 $d) (= $S.11 $d) (= $S.12 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y))) (not (or (= (val $S.10) $x) (= (val $S.10) $y))) (not (or (= (val $S.11) $x) (= (val $S.11) $y))) (not (or (= (val $S.12) $x) (= (val $S.12) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
(assert (or (= (val $S.10) $x) (= (val $S.10) $y) (= $d $S.10)))
(assert (or (= (val $S.11) $x) (= (val $S.11) $y) (= $d $S.11)))
(assert (or (= (val $S.12) $x) (= (val $S.12) $y) (= $d $S.12)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $S.10 Cell)
(declare-const $S.11 Cell)
(declare-const $S.12 Cell)
(declare-const $S.13 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9 $S.10 $S.11 $S.12 $S.13))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d) (= $S.10 $d) (= $S.11 $d) (= $S.12 $d) (= $S.13 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y))) (not (or (= (val $S.10) $x) (= (val $S.10) $y))) (not (or (= (val $S.11) $x) (= (val $S.11) $y))) (not (or (= (val $S.12) $x) (= (val $S.12) $y))) (not (or (= (val $S.13) $x) (= (val $S.13) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
(assert (or (= (val $S.10) $x) (= (val $S.10) $y) (= $d $S.10)))
(assert (or (= (val $S.11) $x) (= (val $S.11) $y) (= $d $S.11)))
(assert (or (= (val $S.12) $x) (= (val $S.12) $y) (= $d $S.12)))
(assert (or (= (val $S.13) $x) (= (val $S.13) $y) (= $d $S.13)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)

; Unique Loop Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const $S.9 Cell)
(declare-const $S.10 Cell)
(declare-const $S.11 Cell)
(declare-const $S.12 Cell)
(declare-const $S.13 Cell)
(declare-const $S.14 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8 $S.9 $S.10 $S.11 $S.12 $S.13 $S.14))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d) (= $S.5 $d) (= $S.6 $d) (= $S.7 $d) (= $S.8 $d) (= $S.9 $d) (= $S.10 $d) (= $S.11 $d) (= $S.12 $d) (= $S.13 $d) (= $S.14 $d)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y))) (not (or (= (val $S.5) $x) (= (val $S.5) $y))) (not (or (= (val $S.6) $x) (= (val $S.6) $y))) (not (or (= (val $S.7) $x) (= (val $S.7) $y))) (not (or (= (val $S.8) $x) (= (val $S.8) $y))) (not (or (= (val $S.9) $x) (= (val $S.9) $y))) (not (or (= (val $S.10) $x) (= (val $S.10) $y))) (not (or (= (val $S.11) $x) (= (val $S.11) $y))) (not (or (= (val $S.12) $x) (= (val $S.12) $y))) (not (or (= (val $S.13) $x) (= (val $S.13) $y))) (not (or (= (val $S.14) $x) (= (val $S.14) $y)))))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
(assert (or (= (val $S.5) $x) (= (val $S.5) $y) (= $d $S.5)))
(assert (or (= (val $S.6) $x) (= (val $S.6) $y) (= $d $S.6)))
(assert (or (= (val $S.7) $x) (= (val $S.7) $y) (= $d $S.7)))
(assert (or (= (val $S.8) $x) (= (val $S.8) $y) (= $d $S.8)))
(assert (or (= (val $S.9) $x) (= (val $S.9) $y) (= $d $S.9)))
(assert (or (= (val $S.10) $x) (= (val $S.10) $y) (= $d $S.10)))
(assert (or (= (val $S.11) $x) (= (val $S.11) $y) (= $d $S.11)))
(assert (or (= (val $S.12) $x) (= (val $S.12) $y) (= $d $S.12)))
(assert (or (= (val $S.13) $x) (= (val $S.13) $y) (= $d $S.13)))
(assert (or (= (val $S.14) $x) (= (val $S.14) $y) (= $d $S.14)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
(check-sat)
(pop 1)
