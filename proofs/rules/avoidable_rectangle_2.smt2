; The rule avoidable_rectangle_2 is sound on every board.
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

; Avoidable Rectangle Type 2
(push 1)
(declare-const $a Cell)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $T.1 Cell)
(declare-const $T.2 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
(assert (distinct $T.1 $T.2))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (not (= $x $z)) (not (= $z $x))))
(assert (or (not (= $y $z)) (not (= $z $y))))
(assert (and (or (= $S.1 $T.1) (= $S.2 $T.1) (= $S.3 $T.1) (= $S.4 $T.1)) (or (= $S.1 $T.2) (= $S.2 $T.2) (= $S.3 $T.2) (= $S.4 $T.2))))
(assert (or (= $S.1 $a) (= $S.2 $a) (= $S.3 $a) (= $S.4 $a)))
(assert (not (or (= $T.1 $a) (= $T.2 $a))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y)))))
; members of a set have no order
(assert (= $a $S.1))
; what is known
(assert (= (val $a) $x))
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (or (= $T.1 $S.1) (= $T.2 $S.1))))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (or (= $T.1 $S.2) (= $T.2 $S.2))))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (or (= $T.1 $S.3) (= $T.2 $S.3))))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (or (= $T.1 $S.4) (= $T.2 $S.4))))
(assert (or (= (val $T.1) $x) (= (val $T.1) $y) (= (val $T.1) $z)))
(assert (or (= (val $T.2) $x) (= (val $T.2) $y) (= (val $T.2) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $T.1) (sees |target 1| $T.2))))
; cells that see each other differ
(assert (differ |target 1| $T.1))
(assert (differ |target 1| $T.2))
(check-sat)
(pop 1)
