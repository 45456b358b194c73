; The relation pair means just one end on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. pair: just one end; refutes: not both ends.
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

; case 1: just one end
(push 1)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$q digit| Digit)
(declare-const |$q cell| Cell)
(declare-const |$V is a cell| Bool)
(declare-const |$V true| Cell)
(declare-const |$V house| House)
(declare-const |$V digit| Digit)
; a truth has a true candidate
(assert (or |$V is a cell| (and (in |$V true| |$V house|) (= (val |$V true|) |$V digit|))))
; how the variables lie
(assert (or (and |$V is a cell| (= |$p cell| |$V true|)) (and (not |$V is a cell|) (in |$p cell| |$V house|) (= |$p digit| |$V digit|))))
(assert (or (and |$V is a cell| (= |$q cell| |$V true|)) (and (not |$V is a cell|) (in |$q cell| |$V house|) (= |$q digit| |$V digit|))))
(assert (or (not (= |$p cell| |$q cell|)) (not (= |$p digit| |$q digit|))))
; what is known
(assert (or (and (= |$p cell| |$V true|) (= (val |$V true|) |$p digit|)) (and (= |$q cell| |$V true|) (= (val |$V true|) |$q digit|))))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|))))))
; a house is of one kind
(assert (and (or (is-row |$V house|) (is-column |$V house|) (is-box |$V house|) (is-extra |$V house|)) (not (and (is-row |$V house|) (is-column |$V house|))) (not (and (is-row |$V house|) (is-box |$V house|))) (not (and (is-row |$V house|) (is-extra |$V house|))) (not (and (is-column |$V house|) (is-box |$V house|))) (not (and (is-column |$V house|) (is-extra |$V house|))) (not (and (is-box |$V house|) (is-extra |$V house|)))))
; a house holds a digit once
(assert (once |$p cell| |$q cell| |$V house|))
(assert (once |$p cell| |$V true| |$V house|))
(assert (once |$q cell| |$V true| |$V house|))
(check-sat)
(pop 1)
