; The rule broken_loop_1 is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; What the relations mean is proved in their own files. chain: one end or the other; pair: one end or the other.
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

; Discontinuous Nice Loop
(push 1)
(declare-const $a Cell)
(declare-const $d Digit)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |target 1| Cell)
; how the variables lie
(assert (= |$p digit| $d))
(assert (= $a |$p cell|))
; what a relation says of its ends
(assert (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$p cell|) |$p digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$p cell|) |$p digit|))) (= (val |$p cell|) |$p digit|)))
; to be refuted
(assert (and (not (= (val |target 1|) $d)) (= $a |target 1|)))
(check-sat)
(pop 1)
