; The rule braid_3 is sound on every board.
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

; Braid of 3
(push 1)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
(declare-const |$r[1] digit| Digit)
(declare-const |$r[1] cell| Cell)
(declare-const |$r[2] digit| Digit)
(declare-const |$r[2] cell| Cell)
(declare-const |$V[1] true| Cell)
(declare-fun |$V[1] has| (Cell Digit) Bool)
(declare-fun |$V[1] covers| (Cell) Bool)
(declare-const |$V[2] true| Cell)
(declare-fun |$V[2] has| (Cell Digit) Bool)
(declare-fun |$V[2] covers| (Cell) Bool)
(declare-const |$V[3] true| Cell)
(declare-fun |$V[3] has| (Cell Digit) Bool)
(declare-fun |$V[3] covers| (Cell) Bool)
; a truth has a true candidate
(assert (and (|$V[1] has| |$V[1] true| (val |$V[1] true|)) (|$V[1] covers| |$V[1] true|)))
(assert (and (|$V[2] has| |$V[2] true| (val |$V[2] true|)) (|$V[2] covers| |$V[2] true|)))
(assert (and (|$V[3] has| |$V[3] true| (val |$V[3] true|)) (|$V[3] covers| |$V[3] true|)))
; what is known
(assert (or (and (= |$r[1] cell| |$V[1] true|) (= (val |$V[1] true|) |$r[1] digit|)) (excludes |$V[1] true| |$t cell| (val |$V[1] true|) |$t digit|)))
(assert (or (and (= |$r[2] cell| |$V[2] true|) (= (val |$V[2] true|) |$r[2] digit|)) (excludes |$V[2] true| |$t cell| (val |$V[2] true|) |$t digit|) (excludes |$V[2] true| |$r[1] cell| (val |$V[2] true|) |$r[1] digit|)))
(assert (or (excludes |$V[3] true| |$t cell| (val |$V[3] true|) |$t digit|) (excludes |$V[3] true| |$r[1] cell| (val |$V[3] true|) |$r[1] digit|) (excludes |$V[3] true| |$r[2] cell| (val |$V[3] true|) |$r[2] digit|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
; cells that see each other differ
(assert (differ |$V[1] true| |$t cell|))
(assert (differ |$V[2] true| |$t cell|))
(assert (differ |$V[3] true| |$t cell|))
(assert (differ |$V[2] true| |$r[1] cell|))
(assert (differ |$V[3] true| |$r[1] cell|))
(assert (differ |$V[3] true| |$r[2] cell|))
(check-sat)
(pop 1)
