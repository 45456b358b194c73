; The rule w_wing is sound on every board.
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

; W-Wing
(push 1)
(declare-const $a Cell)
(declare-const $b Cell)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $H House)
(declare-const |$x in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$x in $H| $H) (= (val |$x in $H|) $x)))
; how the variables lie
(assert (or (not (= $a $b)) (not (= $b $a))))
(assert (or (not (= $x $y)) (not (= $y $x))))
; what is known
(assert (or (= (val $a) $x) (= (val $a) $y)))
(assert (or (= (val $b) $x) (= (val $b) $y)))
(assert (or (sees |$x in $H| $a) (sees |$x in $H| $b)))
; to be refuted
(assert (and (= (val |target 1|) $y) (and (sees |target 1| $a) (sees |target 1| $b))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; cells that see each other differ
(assert (differ |$x in $H| $a))
(assert (differ |target 1| $a))
(assert (differ |$x in $H| $b))
(assert (differ |target 1| $b))
(check-sat)
(pop 1)
