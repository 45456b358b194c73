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
(declare-const |$A is a cell| Bool)
(declare-const |$A true| Cell)
(declare-const |$A house| House)
(declare-const |$A digit| Digit)
(declare-const |$B is a cell| Bool)
(declare-const |$B true| Cell)
(declare-const |$B house| House)
(declare-const |$B digit| Digit)
; a truth has a true candidate
(assert (or |$A is a cell| (and (in |$A true| |$A house|) (= (val |$A true|) |$A digit|))))
(assert (or |$B is a cell| (and (in |$B true| |$B house|) (= (val |$B true|) |$B digit|))))
; what is known
(assert (or (and (= |$p cell| |$A true|) (= (val |$A true|) |$p digit|)) (excludes |$A true| |$t cell| (val |$A true|) |$t digit|)))
(assert (or (excludes |$B true| |$t cell| (val |$B true|) |$t digit|) (excludes |$B true| |$p cell| (val |$B true|) |$p digit|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
; a house is of one kind
(assert (and (or (is-row |$A house|) (is-column |$A house|) (is-box |$A house|) (is-extra |$A house|)) (not (and (is-row |$A house|) (is-column |$A house|))) (not (and (is-row |$A house|) (is-box |$A house|))) (not (and (is-row |$A house|) (is-extra |$A house|))) (not (and (is-column |$A house|) (is-box |$A house|))) (not (and (is-column |$A house|) (is-extra |$A house|))) (not (and (is-box |$A house|) (is-extra |$A house|)))))
(assert (and (or (is-row |$B house|) (is-column |$B house|) (is-box |$B house|) (is-extra |$B house|)) (not (and (is-row |$B house|) (is-column |$B house|))) (not (and (is-row |$B house|) (is-box |$B house|))) (not (and (is-row |$B house|) (is-extra |$B house|))) (not (and (is-column |$B house|) (is-box |$B house|))) (not (and (is-column |$B house|) (is-extra |$B house|))) (not (and (is-box |$B house|) (is-extra |$B house|)))))
; cells that see each other differ
(assert (differ |$A true| |$t cell|))
(assert (differ |$B true| |$t cell|))
(assert (differ |$B true| |$p cell|))
; rows, columns and boxes do not meet their like
(assert (apart |$A true| |$A house| |$B house|))
(assert (apart |$B true| |$A house| |$B house|))
(check-sat)
(pop 1)
