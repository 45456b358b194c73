; The relation net_refutes means not both ends on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. net_refutes: not both ends.
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

; case 1: not both ends
(push 1)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
; what excludes what
(assert (excludes |$p cell| |$t cell| |$p digit| |$t digit|))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (not (= (val |$t cell|) |$t digit|))) (and (not (= (val |$p cell|) |$p digit|)) (= (val |$t cell|) |$t digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$t cell|) |$t digit|))))))
; cells that see each other differ
(assert (differ |$p cell| |$t cell|))
(check-sat)
(pop 1)

; case 2: not both ends
(push 1)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
(declare-const |$W true| Cell)
(declare-fun |$W has| (Cell Digit) Bool)
(declare-fun |$W covers| (Cell) Bool)
(declare-const |$q digit| Digit)
(declare-const |$q cell| Cell)
; a truth has a true candidate
(assert (and (|$W has| |$W true| (val |$W true|)) (|$W covers| |$W true|)))
; how the variables lie
(assert (|$W has| |$q cell| |$q digit|))
; what excludes what
(assert (excludes |$q cell| |$t cell| |$q digit| |$t digit|))
; what is known
(assert (or (and (= |$q cell| |$W true|) (= (val |$W true|) |$q digit|)) (not (= (val |$p cell|) |$p digit|))))
(assert (=> (= (val |$q cell|) |$q digit|) (or (= (val |$q cell|) |$q digit|) (not (= (val |$p cell|) |$p digit|)))))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (not (= (val |$t cell|) |$t digit|))) (and (not (= (val |$p cell|) |$p digit|)) (= (val |$t cell|) |$t digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$t cell|) |$t digit|))))))
; cells that see each other differ
(assert (differ |$q cell| |$t cell|))
(check-sat)
(pop 1)
