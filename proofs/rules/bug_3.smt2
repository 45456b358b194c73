; The rule bug_3 is sound on every board.
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

; Bivalue Universal Grave Type 3
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $A.1 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2))
(assert (distinct $S.1 $S.2))
; how the variables lie
(assert (in $A.1 $H))
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (not (or (= $S.1 $A.1) (= $S.2 $A.1))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $D.1) (= (val $S.1) $D.2)) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2))))
; what is known
(assert (or (= (val $A.1) $D.1) (= (val $A.1) $D.2)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2)) (and (and (sees |target 1| $S.1) (sees |target 1| $S.2)) (sees |target 1| $A.1))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $A.1 $H))
(assert (once $S.2 $A.1 $H))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $A.1))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 3
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $A.1 Cell)
(declare-const $A.2 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3))
(assert (distinct $S.1 $S.2))
(assert (distinct $A.1 $A.2))
; how the variables lie
(assert (and (in $A.1 $H) (in $A.2 $H)))
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (and (not (or (= $S.1 $A.1) (= $S.2 $A.1))) (not (or (= $S.1 $A.2) (= $S.2 $A.2)))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3)) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3))))
; what is known
(assert (or (= (val $A.1) $D.1) (= (val $A.1) $D.2) (= (val $A.1) $D.3)))
(assert (or (= (val $A.2) $D.1) (= (val $A.2) $D.2) (= (val $A.2) $D.3)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3)) (and (and (sees |target 1| $S.1) (sees |target 1| $S.2)) (and (sees |target 1| $A.1) (sees |target 1| $A.2)))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $A.1 $H))
(assert (once $S.1 $A.2 $H))
(assert (once $S.2 $A.1 $H))
(assert (once $S.2 $A.2 $H))
(assert (once $A.1 $A.2 $H))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $A.1))
(assert (differ |target 1| $A.2))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 3
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $D.4 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $A.1 Cell)
(declare-const $A.2 Cell)
(declare-const $A.3 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3 $D.4))
(assert (distinct $S.1 $S.2))
(assert (distinct $A.1 $A.2 $A.3))
; how the variables lie
(assert (and (in $A.1 $H) (in $A.2 $H) (in $A.3 $H)))
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (and (not (or (= $S.1 $A.1) (= $S.2 $A.1))) (not (or (= $S.1 $A.2) (= $S.2 $A.2))) (not (or (= $S.1 $A.3) (= $S.2 $A.3)))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3) (= (val $S.1) $D.4)) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3) (= (val $S.2) $D.4))))
; what is known
(assert (or (= (val $A.1) $D.1) (= (val $A.1) $D.2) (= (val $A.1) $D.3) (= (val $A.1) $D.4)))
(assert (or (= (val $A.2) $D.1) (= (val $A.2) $D.2) (= (val $A.2) $D.3) (= (val $A.2) $D.4)))
(assert (or (= (val $A.3) $D.1) (= (val $A.3) $D.2) (= (val $A.3) $D.3) (= (val $A.3) $D.4)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3) (= (val |target 1|) $D.4)) (and (and (sees |target 1| $S.1) (sees |target 1| $S.2)) (and (sees |target 1| $A.1) (sees |target 1| $A.2) (sees |target 1| $A.3)))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $A.1 $H))
(assert (once $S.1 $A.2 $H))
(assert (once $S.1 $A.3 $H))
(assert (once $S.2 $A.1 $H))
(assert (once $S.2 $A.2 $H))
(assert (once $S.2 $A.3 $H))
(assert (once $A.1 $A.2 $H))
(assert (once $A.1 $A.3 $H))
(assert (once $A.2 $A.3 $H))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $A.1))
(assert (differ |target 1| $A.2))
(assert (differ |target 1| $A.3))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 3
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $D.4 Digit)
(declare-const $D.5 Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $H House)
(declare-const $A.1 Cell)
(declare-const $A.2 Cell)
(declare-const $A.3 Cell)
(declare-const $A.4 Cell)
(declare-const |target 1| Cell)
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3 $D.4 $D.5))
(assert (distinct $S.1 $S.2))
(assert (distinct $A.1 $A.2 $A.3 $A.4))
; how the variables lie
(assert (and (in $A.1 $H) (in $A.2 $H) (in $A.3 $H) (in $A.4 $H)))
(assert (and (in $S.1 $H) (in $S.2 $H)))
(assert (and (not (or (= $S.1 $A.1) (= $S.2 $A.1))) (not (or (= $S.1 $A.2) (= $S.2 $A.2))) (not (or (= $S.1 $A.3) (= $S.2 $A.3))) (not (or (= $S.1 $A.4) (= $S.2 $A.4)))))
; the puzzle has one solution: a deadly pattern is not filled
(assert (or (or (= (val $S.1) $D.1) (= (val $S.1) $D.2) (= (val $S.1) $D.3) (= (val $S.1) $D.4) (= (val $S.1) $D.5)) (or (= (val $S.2) $D.1) (= (val $S.2) $D.2) (= (val $S.2) $D.3) (= (val $S.2) $D.4) (= (val $S.2) $D.5))))
; what is known
(assert (or (= (val $A.1) $D.1) (= (val $A.1) $D.2) (= (val $A.1) $D.3) (= (val $A.1) $D.4) (= (val $A.1) $D.5)))
(assert (or (= (val $A.2) $D.1) (= (val $A.2) $D.2) (= (val $A.2) $D.3) (= (val $A.2) $D.4) (= (val $A.2) $D.5)))
(assert (or (= (val $A.3) $D.1) (= (val $A.3) $D.2) (= (val $A.3) $D.3) (= (val $A.3) $D.4) (= (val $A.3) $D.5)))
(assert (or (= (val $A.4) $D.1) (= (val $A.4) $D.2) (= (val $A.4) $D.3) (= (val $A.4) $D.4) (= (val $A.4) $D.5)))
; to be refuted
(assert (and (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3) (= (val |target 1|) $D.4) (= (val |target 1|) $D.5)) (and (and (sees |target 1| $S.1) (sees |target 1| $S.2)) (and (sees |target 1| $A.1) (sees |target 1| $A.2) (sees |target 1| $A.3) (sees |target 1| $A.4)))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $S.1 $S.2 $H))
(assert (once $S.1 $A.1 $H))
(assert (once $S.1 $A.2 $H))
(assert (once $S.1 $A.3 $H))
(assert (once $S.1 $A.4 $H))
(assert (once $S.2 $A.1 $H))
(assert (once $S.2 $A.2 $H))
(assert (once $S.2 $A.3 $H))
(assert (once $S.2 $A.4 $H))
(assert (once $A.1 $A.2 $H))
(assert (once $A.1 $A.3 $H))
(assert (once $A.1 $A.4 $H))
(assert (once $A.2 $A.3 $H))
(assert (once $A.2 $A.4 $H))
(assert (once $A.3 $A.4 $H))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $A.1))
(assert (differ |target 1| $A.2))
(assert (differ |target 1| $A.3))
(assert (differ |target 1| $A.4))
(check-sat)
(pop 1)
