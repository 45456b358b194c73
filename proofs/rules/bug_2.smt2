; The rule bug_2 is sound on every board.
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

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z) (= (val $S.4) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z) (= (val $S.4) $z) (= (val $S.5) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z) (= (val $S.4) $z) (= (val $S.5) $z) (= (val $S.6) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z) (= (val $S.4) $z) (= (val $S.5) $z) (= (val $S.6) $z) (= (val $S.7) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6) (sees |target 1| $S.7))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(assert (differ |target 1| $S.7))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
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
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $z) (= (val $S.2) $z) (= (val $S.3) $z) (= (val $S.4) $z) (= (val $S.5) $z) (= (val $S.6) $z) (= (val $S.7) $z) (= (val $S.8) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6) (sees |target 1| $S.7) (sees |target 1| $S.8))))
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
