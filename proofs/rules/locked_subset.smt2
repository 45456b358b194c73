; The rule locked_subset is sound on every board.
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

; Locked Pair, n = 2
(push 1)
(declare-const $b House)
(declare-const $L House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2))
(assert (distinct $D.1 $D.2))
; how the variables lie
(assert (and (in $S.1 $b) (in $S.2 $b)))
(assert (and (in $S.1 $L) (in $S.2 $L)))
; what is known
(assert (or (= (val $S.1) $D.1) (= (val $S.1) $D.2)))
(assert (or (= (val $S.2) $D.1) (= (val $S.2) $D.2)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2)) (and (or (in |target 1| $b) (in |target 1| $L)) (not (or (= $S.1 |target 1|) (= $S.2 |target 1|))))))
; a house is of one kind
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b)) (not (is-extra $b))))
(assert (and (is-row $L) (not (is-column $L)) (not (is-box $L)) (not (is-extra $L))))
; a house holds a digit once
(assert (once $S.1 $S.2 $b))
(assert (once $S.1 |target 1| $b))
(assert (once $S.2 |target 1| $b))
(assert (once $S.1 $S.2 $L))
(assert (once $S.1 |target 1| $L))
(assert (once $S.2 |target 1| $L))
(check-sat)
(pop 1)

; Locked Triple, n = 3
(push 1)
(declare-const $b House)
(declare-const $L House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3))
(assert (distinct $D.1 $D.2 $D.3))
; how the variables lie
(assert (and (in $S.1 $b) (in $S.2 $b) (in $S.3 $b)))
(assert (and (in $S.1 $L) (in $S.2 $L) (in $S.3 $L)))
; what is known
(assert (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3)))
(assert (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3)))
(assert (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3)) (and (or (in |target 1| $b) (in |target 1| $L)) (not (or (= $S.1 |target 1|) (= $S.2 |target 1|) (= $S.3 |target 1|))))))
; a house is of one kind
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b)) (not (is-extra $b))))
(assert (and (is-row $L) (not (is-column $L)) (not (is-box $L)) (not (is-extra $L))))
; a house holds a digit once
(assert (once $S.1 $S.2 $b))
(assert (once $S.1 $S.3 $b))
(assert (once $S.1 |target 1| $b))
(assert (once $S.2 $S.3 $b))
(assert (once $S.2 |target 1| $b))
(assert (once $S.3 |target 1| $b))
(assert (once $S.1 $S.2 $L))
(assert (once $S.1 $S.3 $L))
(assert (once $S.1 |target 1| $L))
(assert (once $S.2 $S.3 $L))
(assert (once $S.2 |target 1| $L))
(assert (once $S.3 |target 1| $L))
(check-sat)
(pop 1)
