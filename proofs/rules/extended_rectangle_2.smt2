; The rule extended_rectangle_2 is sound on every board.
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

; Extended Rectangle Type 2
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3))
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6))
; how the variables lie
(assert (not (or (= $z $D.1) (= $z $D.2) (= $z $D.3))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3))) (not (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3))) (not (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3))) (not (or (= (val $S.4) $D.1) (= (val $S.4) $D.2) (= (val $S.4) $D.3))) (not (or (= (val $S.5) $D.1) (= (val $S.5) $D.2) (= (val $S.5) $D.3))) (not (or (= (val $S.6) $D.1) (= (val $S.6) $D.2) (= (val $S.6) $D.3)))))
; what is known
(assert (or (= (val $S.1) $z) (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3))))
(assert (or (= (val $S.2) $z) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3))))
(assert (or (= (val $S.3) $z) (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3))))
(assert (or (= (val $S.4) $z) (or (= (val $S.4) $D.1) (= (val $S.4) $D.2) (= (val $S.4) $D.3))))
(assert (or (= (val $S.5) $z) (or (= (val $S.5) $D.1) (= (val $S.5) $D.2) (= (val $S.5) $D.3))))
(assert (or (= (val $S.6) $z) (or (= (val $S.6) $D.1) (= (val $S.6) $D.2) (= (val $S.6) $D.3))))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (=> (= (val $S.1) $z) (sees |target 1| $S.1)) (=> (= (val $S.2) $z) (sees |target 1| $S.2)) (=> (= (val $S.3) $z) (sees |target 1| $S.3)) (=> (= (val $S.4) $z) (sees |target 1| $S.4)) (=> (= (val $S.5) $z) (sees |target 1| $S.5)) (=> (= (val $S.6) $z) (sees |target 1| $S.6)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(check-sat)
(pop 1)

; Extended Rectangle Type 2
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $D.4 Digit)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3 $D.4))
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8))
; how the variables lie
(assert (not (or (= $z $D.1) (= $z $D.2) (= $z $D.3) (= $z $D.4))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3) (= (val $S.1) $D.4))) (not (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3) (= (val $S.2) $D.4))) (not (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3) (= (val $S.3) $D.4))) (not (or (= (val $S.4) $D.1) (= (val $S.4) $D.2) (= (val $S.4) $D.3) (= (val $S.4) $D.4))) (not (or (= (val $S.5) $D.1) (= (val $S.5) $D.2) (= (val $S.5) $D.3) (= (val $S.5) $D.4))) (not (or (= (val $S.6) $D.1) (= (val $S.6) $D.2) (= (val $S.6) $D.3) (= (val $S.6) $D.4))) (not (or (= (val $S.7) $D.1) (= (val $S.7) $D.2) (= (val $S.7) $D.3) (= (val $S.7) $D.4))) (not (or (= (val $S.8) $D.1) (= (val $S.8) $D.2) (= (val $S.8) $D.3) (= (val $S.8) $D.4)))))
; what is known
(assert (or (= (val $S.1) $z) (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3) (= (val $S.1) $D.4))))
(assert (or (= (val $S.2) $z) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3) (= (val $S.2) $D.4))))
(assert (or (= (val $S.3) $z) (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3) (= (val $S.3) $D.4))))
(assert (or (= (val $S.4) $z) (or (= (val $S.4) $D.1) (= (val $S.4) $D.2) (= (val $S.4) $D.3) (= (val $S.4) $D.4))))
(assert (or (= (val $S.5) $z) (or (= (val $S.5) $D.1) (= (val $S.5) $D.2) (= (val $S.5) $D.3) (= (val $S.5) $D.4))))
(assert (or (= (val $S.6) $z) (or (= (val $S.6) $D.1) (= (val $S.6) $D.2) (= (val $S.6) $D.3) (= (val $S.6) $D.4))))
(assert (or (= (val $S.7) $z) (or (= (val $S.7) $D.1) (= (val $S.7) $D.2) (= (val $S.7) $D.3) (= (val $S.7) $D.4))))
(assert (or (= (val $S.8) $z) (or (= (val $S.8) $D.1) (= (val $S.8) $D.2) (= (val $S.8) $D.3) (= (val $S.8) $D.4))))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (=> (= (val $S.1) $z) (sees |target 1| $S.1)) (=> (= (val $S.2) $z) (sees |target 1| $S.2)) (=> (= (val $S.3) $z) (sees |target 1| $S.3)) (=> (= (val $S.4) $z) (sees |target 1| $S.4)) (=> (= (val $S.5) $z) (sees |target 1| $S.5)) (=> (= (val $S.6) $z) (sees |target 1| $S.6)) (=> (= (val $S.7) $z) (sees |target 1| $S.7)) (=> (= (val $S.8) $z) (sees |target 1| $S.8)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(assert (differ |target 1| $S.7))
(assert (differ |target 1| $S.8))
(check-sat)
(pop 1)
