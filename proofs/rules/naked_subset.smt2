; The rule naked_subset is sound on every board.
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

; Naked Pair, n = 2
(push 1)
(declare-const $H House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2))
(assert (distinct $D.1 $D.2))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H)))
; what is known
(assert (or (= (val $S.1) $D.1) (= (val $S.1) $D.2)))
(assert (or (= (val $S.2) $D.1) (= (val $S.2) $D.2)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2)) (and (in |target 1| $H) (not (or (= $S.1 |target 1|) (= $S.2 |target 1|))))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 |target 1| $H))
(assert (once $S.2 |target 1| $H))
(check-sat)
(pop 1)

; Naked Triple, n = 3
(push 1)
(declare-const $H House)
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
(assert (and (in $S.1 $H) (in $S.2 $H) (in $S.3 $H)))
; what is known
(assert (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3)))
(assert (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3)))
(assert (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3)) (and (in |target 1| $H) (not (or (= $S.1 |target 1|) (= $S.2 |target 1|) (= $S.3 |target 1|))))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $S.3 $H))
(assert (once $S.1 |target 1| $H))
(assert (once $S.2 $S.3 $H))
(assert (once $S.2 |target 1| $H))
(assert (once $S.3 |target 1| $H))
(check-sat)
(pop 1)

; Naked Quadruple, n = 4
(push 1)
(declare-const $H House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $D.4 Digit)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
(assert (distinct $D.1 $D.2 $D.3 $D.4))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H) (in $S.3 $H) (in $S.4 $H)))
; what is known
(assert (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3) (= (val $S.1) $D.4)))
(assert (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3) (= (val $S.2) $D.4)))
(assert (or (= (val $S.3) $D.1) (= (val $S.3) $D.2) (= (val $S.3) $D.3) (= (val $S.3) $D.4)))
(assert (or (= (val $S.4) $D.1) (= (val $S.4) $D.2) (= (val $S.4) $D.3) (= (val $S.4) $D.4)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3) (= (val |target 1|) $D.4)) (and (in |target 1| $H) (not (or (= $S.1 |target 1|) (= $S.2 |target 1|) (= $S.3 |target 1|) (= $S.4 |target 1|))))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $S.3 $H))
(assert (once $S.1 $S.4 $H))
(assert (once $S.1 |target 1| $H))
(assert (once $S.2 $S.3 $H))
(assert (once $S.2 $S.4 $H))
(assert (once $S.2 |target 1| $H))
(assert (once $S.3 $S.4 $H))
(assert (once $S.3 |target 1| $H))
(assert (once $S.4 |target 1| $H))
(check-sat)
(pop 1)
