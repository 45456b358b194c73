; The rule braid_2 is sound on every board.
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

; Braid of 2
(push 1)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$A true| Cell)
(declare-fun |$A has| (Cell Digit) Bool)
(declare-fun |$A covers| (Cell) Bool)
(declare-const |$B true| Cell)
(declare-fun |$B has| (Cell Digit) Bool)
(declare-fun |$B covers| (Cell) Bool)
; a truth has a true candidate
(assert (and (|$A has| |$A true| (val |$A true|)) (|$A covers| |$A true|)))
(assert (and (|$B has| |$B true| (val |$B true|)) (|$B covers| |$B true|)))
; what is known
(assert (or (and (= |$p cell| |$A true|) (= (val |$A true|) |$p digit|)) (excludes |$A true| |$t cell| (val |$A true|) |$t digit|)))
(assert (or (excludes |$B true| |$t cell| (val |$B true|) |$t digit|) (excludes |$B true| |$p cell| (val |$B true|) |$p digit|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
; cells that see each other differ
(assert (differ |$A true| |$t cell|))
(assert (differ |$B true| |$t cell|))
(assert (differ |$B true| |$p cell|))
(check-sat)
(pop 1)
