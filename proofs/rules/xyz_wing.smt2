; The rule xyz_wing is sound on every board.
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

; XYZ-Wing
(push 1)
(declare-const $p Cell)
(declare-const $a Cell)
(declare-const $b Cell)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $z Digit)
(declare-const |target 1| Cell)
; how the variables lie
(assert (or (not (= $a $b)) (not (= $b $a))))
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (not (= $x $z)) (not (= $z $x))))
(assert (or (not (= $y $z)) (not (= $z $y))))
; what sees what
(assert (sees $a $p))
(assert (sees $b $p))
; what is known
(assert (or (= (val $p) $x) (= (val $p) $y) (= (val $p) $z)))
(assert (or (= (val $a) $x) (= (val $a) $z)))
(assert (or (= (val $b) $y) (= (val $b) $z)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $p) (sees |target 1| $a) (sees |target 1| $b))))
; cells that see each other differ
(assert (differ $a $p))
(assert (differ $b $p))
(assert (differ |target 1| $p))
(assert (differ |target 1| $a))
(assert (differ |target 1| $b))
(check-sat)
(pop 1)
