; The rule unique_rectangle_4 is sound on every board.
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

; Uniqueness Test 4
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $H House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $T.1 Cell)
(declare-const $T.2 Cell)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
(assert (distinct $T.1 $T.2))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (and (or (= $S.1 $T.1) (= $S.2 $T.1) (= $S.3 $T.1) (= $S.4 $T.1)) (or (= $S.1 $T.2) (= $S.2 $T.2) (= $S.3 $T.2) (= $S.4 $T.2))))
(assert (and (in $T.1 $H) (in $T.2 $H)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (not (or (= (val $S.1) $x) (= (val $S.1) $y))) (not (or (= (val $S.2) $x) (= (val $S.2) $y))) (not (or (= (val $S.3) $x) (= (val $S.3) $y))) (not (or (= (val $S.4) $x) (= (val $S.4) $y)))))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (or (= $T.1 $S.1) (= $T.2 $S.1))))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (or (= $T.1 $S.2) (= $T.2 $S.2))))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (or (= $T.1 $S.3) (= $T.2 $S.3))))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (or (= $T.1 $S.4) (= $T.2 $S.4))))
(assert (or (= $T.1 |$x in $H|) (= $T.2 |$x in $H|)))
; to be refuted
(assert (and (= (val |target 1|) $y) (or (= $T.1 |target 1|) (= $T.2 |target 1|))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $T.1 $T.2 $H))
(assert (once $T.1 |$x in $H| $H))
(assert (once $T.2 |$x in $H| $H))
(check-sat)
(pop 1)
