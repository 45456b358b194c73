; The rule bug_4 is sound on every board.
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

; Bivalue Universal Grave Type 4
(push 1)
(declare-const $F.1 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $x Digit)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; members of a set differ
(assert (distinct $S.1 $S.2))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (not (= $x $F.1)))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (= (val $S.1) $F.1) (= (val $S.2) $F.1)))
; what is known
(assert (or (= $S.1 |$x in $H|) (= $S.2 |$x in $H|)))
; to be refuted
(assert (and (not (or (= (val |target 1|) $x) (= (val |target 1|) $F.1))) (or (= $S.1 |target 1|) (= $S.2 |target 1|))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 |$x in $H| $H))
(assert (once $S.2 |$x in $H| $H))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 4
(push 1)
(declare-const $F.1 Digit)
(declare-const $F.2 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $x Digit)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; members of a set differ
(assert (distinct $F.1 $F.2))
(assert (distinct $S.1 $S.2))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (not (or (= $x $F.1) (= $x $F.2))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $F.1) (= (val $S.1) $F.2)) (or (= (val $S.2) $F.1) (= (val $S.2) $F.2))))
; what is known
(assert (or (= $S.1 |$x in $H|) (= $S.2 |$x in $H|)))
; to be refuted
(assert (and (not (or (= (val |target 1|) $x) (or (= (val |target 1|) $F.1) (= (val |target 1|) $F.2)))) (or (= $S.1 |target 1|) (= $S.2 |target 1|))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 |$x in $H| $H))
(assert (once $S.2 |$x in $H| $H))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 4
(push 1)
(declare-const $F.1 Digit)
(declare-const $F.2 Digit)
(declare-const $F.3 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $x Digit)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; members of a set differ
(assert (distinct $F.1 $F.2 $F.3))
(assert (distinct $S.1 $S.2))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (not (or (= $x $F.1) (= $x $F.2) (= $x $F.3))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $F.1) (= (val $S.1) $F.2) (= (val $S.1) $F.3)) (or (= (val $S.2) $F.1) (= (val $S.2) $F.2) (= (val $S.2) $F.3))))
; what is known
(assert (or (= $S.1 |$x in $H|) (= $S.2 |$x in $H|)))
; to be refuted
(assert (and (not (or (= (val |target 1|) $x) (or (= (val |target 1|) $F.1) (= (val |target 1|) $F.2) (= (val |target 1|) $F.3)))) (or (= $S.1 |target 1|) (= $S.2 |target 1|))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 |$x in $H| $H))
(assert (once $S.2 |$x in $H| $H))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 4
(push 1)
(declare-const $F.1 Digit)
(declare-const $F.2 Digit)
(declare-const $F.3 Digit)
(declare-const $F.4 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $x Digit)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; members of a set differ
(assert (distinct $F.1 $F.2 $F.3 $F.4))
(assert (distinct $S.1 $S.2))
; how the variables lie
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (not (or (= $x $F.1) (= $x $F.2) (= $x $F.3) (= $x $F.4))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $F.1) (= (val $S.1) $F.2) (= (val $S.1) $F.3) (= (val $S.1) $F.4)) (or (= (val $S.2) $F.1) (= (val $S.2) $F.2) (= (val $S.2) $F.3) (= (val $S.2) $F.4))))
; what is known
(assert (or (= $S.1 |$x in $H|) (= $S.2 |$x in $H|)))
; to be refuted
(assert (and (not (or (= (val |target 1|) $x) (or (= (val |target 1|) $F.1) (= (val |target 1|) $F.2) (= (val |target 1|) $F.3) (= (val |target 1|) $F.4)))) (or (= $S.1 |target 1|) (= $S.2 |target 1|))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 |$x in $H| $H))
(assert (once $S.2 |$x in $H| $H))
(check-sat)
(pop 1)
