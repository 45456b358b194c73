; The relation across means just one end on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. conjugate: just one end; bivalue: just one end; exactly_one: just one end; across: just one end; along: both ends or none.
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
; what a relation says of its ends
(assert (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|)))))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|))))))
(check-sat)
(pop 1)

; case 2: just one end
(push 1)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$q digit| Digit)
(declare-const |$q cell| Cell)
(declare-const |$m digit| Digit)
(declare-const |$m cell| Cell)
(declare-const |$k digit| Digit)
(declare-const |$k cell| Cell)
; how the variables lie
(assert (or (not (= |$m cell| |$k cell|)) (not (= |$m digit| |$k digit|))))
; what a relation says of its ends
(assert (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$m cell|) |$m digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$m cell|) |$m digit|)))))
(assert (or (and (not (= (val |$m cell|) |$m digit|)) (= (val |$k cell|) |$k digit|)) (and (= (val |$m cell|) |$m digit|) (not (= (val |$k cell|) |$k digit|)))))
(assert (or (and (not (= (val |$k cell|) |$k digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$k cell|) |$k digit|) (not (= (val |$q cell|) |$q digit|)))))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|))))))
(check-sat)
(pop 1)
