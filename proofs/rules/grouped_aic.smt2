; The rule grouped_aic is sound on every board.
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

; Grouped AIC
(push 1)
(declare-fun |$p has| (Cell) Bool)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-fun |$q has| (Cell) Bool)
(declare-const |$q digit| Digit)
(declare-const |$q cell| Cell)
(declare-const |target 1| Cell)
(declare-const |$p house| House)
(declare-const |$q house| House)
; a group lies in a house, and its true candidate is known
(assert (|$p has| |$p cell|))
(assert (=> (|$p has| |$p cell|) (in |$p cell| |$p house|)))
(assert (=> (|$p has| |$q cell|) (in |$q cell| |$p house|)))
(assert (=> (and (|$p has| |$q cell|) (= (val |$q cell|) |$p digit|)) (= |$q cell| |$p cell|)))
(assert (=> (|$p has| |target 1|) (in |target 1| |$p house|)))
(assert (=> (and (|$p has| |target 1|) (= (val |target 1|) |$p digit|)) (= |target 1| |$p cell|)))
(assert (|$q has| |$q cell|))
(assert (=> (|$q has| |$p cell|) (in |$p cell| |$q house|)))
(assert (=> (and (|$q has| |$p cell|) (= (val |$p cell|) |$q digit|)) (= |$p cell| |$q cell|)))
(assert (=> (|$q has| |$q cell|) (in |$q cell| |$q house|)))
(assert (=> (|$q has| |target 1|) (in |target 1| |$q house|)))
(assert (=> (and (|$q has| |target 1|) (= (val |target 1|) |$q digit|)) (= |target 1| |$q cell|)))
; what a relation says of its ends
(assert (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|))) (and (= (val |$p cell|) |$p digit|) (= (val |$q cell|) |$q digit|))))
; to be refuted
(assert (and (and (=> (|$p has| |$p cell|) (excludes |target 1| |$p cell| (val |target 1|) |$p digit|)) (=> (|$p has| |$q cell|) (excludes |target 1| |$q cell| (val |target 1|) |$p digit|)) (=> (|$p has| |target 1|) (excludes |target 1| |target 1| (val |target 1|) |$p digit|))) (and (=> (|$q has| |$p cell|) (excludes |target 1| |$p cell| (val |target 1|) |$q digit|)) (=> (|$q has| |$q cell|) (excludes |target 1| |$q cell| (val |target 1|) |$q digit|)) (=> (|$q has| |target 1|) (excludes |target 1| |target 1| (val |target 1|) |$q digit|)))))
; a house is of one kind
(assert (and (or (is-row |$p house|) (is-column |$p house|) (is-box |$p house|) (is-extra |$p house|)) (not (and (is-row |$p house|) (is-column |$p house|))) (not (and (is-row |$p house|) (is-box |$p house|))) (not (and (is-row |$p house|) (is-extra |$p house|))) (not (and (is-column |$p house|) (is-box |$p house|))) (not (and (is-column |$p house|) (is-extra |$p house|))) (not (and (is-box |$p house|) (is-extra |$p house|)))))
(assert (and (or (is-row |$q house|) (is-column |$q house|) (is-box |$q house|) (is-extra |$q house|)) (not (and (is-row |$q house|) (is-column |$q house|))) (not (and (is-row |$q house|) (is-box |$q house|))) (not (and (is-row |$q house|) (is-extra |$q house|))) (not (and (is-column |$q house|) (is-box |$q house|))) (not (and (is-column |$q house|) (is-extra |$q house|))) (not (and (is-box |$q house|) (is-extra |$q house|)))))
; a house holds a digit once
(assert (once |$p cell| |$q cell| |$p house|))
(assert (once |$p cell| |target 1| |$p house|))
(assert (once |$q cell| |target 1| |$p house|))
(assert (once |$p cell| |$q cell| |$q house|))
(assert (once |$p cell| |target 1| |$q house|))
(assert (once |$q cell| |target 1| |$q house|))
; cells that see each other differ
(assert (differ |target 1| |$p cell|))
(assert (differ |target 1| |$q cell|))
; rows, columns and boxes do not meet their like
(assert (apart |$p cell| |$p house| |$q house|))
(assert (apart |$q cell| |$p house| |$q house|))
(assert (apart |target 1| |$p house| |$q house|))
(check-sat)
(pop 1)
