; The rule grouped_broken_loop_1 is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; What the relations mean is proved in their own files. grouped_chain: one end or the other; strong: one end or the other.
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

; Grouped Discontinuous Nice Loop
(push 1)
(declare-const $a Cell)
(declare-const $d Digit)
(declare-fun |$p has| (Cell) Bool)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |target 1| Cell)
(declare-const |$p house| House)
; a group lies in a house, and its true candidate is known
(assert (|$p has| |$p cell|))
(assert (=> (|$p has| $a) (in $a |$p house|)))
(assert (=> (and (|$p has| $a) (= (val $a) |$p digit|)) (= $a |$p cell|)))
(assert (=> (|$p has| |$p cell|) (in |$p cell| |$p house|)))
(assert (=> (|$p has| |target 1|) (in |target 1| |$p house|)))
(assert (=> (and (|$p has| |target 1|) (= (val |target 1|) |$p digit|)) (= |target 1| |$p cell|)))
; how the variables lie
(assert (= |$p digit| $d))
(assert (and (=> (|$p has| |$p cell|) (= $a |$p cell|)) (=> (|$p has| |target 1|) (= $a |target 1|))))
; what a relation says of its ends
(assert (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$p cell|) |$p digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$p cell|) |$p digit|))) (= (val |$p cell|) |$p digit|)))
; to be refuted
(assert (and (not (= (val |target 1|) $d)) (= $a |target 1|)))
; a house is of one kind
(assert (and (or (is-row |$p house|) (is-column |$p house|) (is-box |$p house|) (is-extra |$p house|)) (not (and (is-row |$p house|) (is-column |$p house|))) (not (and (is-row |$p house|) (is-box |$p house|))) (not (and (is-row |$p house|) (is-extra |$p house|))) (not (and (is-column |$p house|) (is-box |$p house|))) (not (and (is-column |$p house|) (is-extra |$p house|))) (not (and (is-box |$p house|) (is-extra |$p house|)))))
; a house holds a digit once
(assert (once $a |$p cell| |$p house|))
(assert (once $a |target 1| |$p house|))
(assert (once |$p cell| |target 1| |$p house|))
(check-sat)
(pop 1)
