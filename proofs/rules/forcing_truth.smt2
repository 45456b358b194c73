; The rule forcing_truth is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; What the relations mean is proved in their own files. pair: one end or the other; refutes: not both ends.
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

; Forcing Truth
(push 1)
(declare-const |$V true| Cell)
(declare-fun |$V has| (Cell Digit) Bool)
(declare-fun |$V covers| (Cell) Bool)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
; a truth has a true candidate
(assert (and (|$V has| |$V true| (val |$V true|)) (|$V covers| |$V true|)))
; what is known
(assert (not (= (val |$t cell|) |$t digit|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
(check-sat)
(pop 1)
