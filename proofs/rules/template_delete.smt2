; The rule template_delete is sound on every board.
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

; Template Delete
(push 1)
(declare-const $d Digit)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a place| Cell)
(declare-const |one place| Cell)
(declare-const |another place| Cell)
(declare-const |the first digit gone| Digit)
(declare-const |another digit| Digit)
(declare-const |a house| House)
(declare-const |an empty house| House)
(declare-const |the digit in the house| Cell)
; how the variables lie
(assert (= |$t digit| $d))
; what is said of every template that is left is said of the solution's places; or these are gone, those of some digit first: one is not live, two share a house, a house has none, or another digit's, which were left, have it
(assert (or (not (= (val |$t cell|) |$t digit|)) (or (and (= (val |a place|) |the first digit gone|) (not (live |a place| |the first digit gone|))) (and (= (val |one place|) |the first digit gone|) (= (val |another place|) |the first digit gone|) (in |one place| |a house|) (in |another place| |a house|) (not (= |one place| |another place|))) (not (and (= (val |the digit in the house|) |the first digit gone|) (in |the digit in the house| |an empty house|))) (and (= (val |a place|) |the first digit gone|) (not (= |the first digit gone| |another digit|)) (= (val |a place|) |another digit|)))))
; the candidates of the solution are live
(assert (=> (= (val |a place|) |the first digit gone|) (live |a place| |the first digit gone|)))
; a house holds a digit once
(assert (=> (and (in |one place| |a house|) (in |another place| |a house|) (= (val |one place|) (val |another place|))) (= |one place| |another place|)))
; a house that must hold a digit holds it
(assert (and (= (val |the digit in the house|) |the first digit gone|) (in |the digit in the house| |an empty house|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |an empty house|) (is-column |an empty house|) (is-box |an empty house|) (is-extra |an empty house|)) (not (and (is-row |an empty house|) (is-column |an empty house|))) (not (and (is-row |an empty house|) (is-box |an empty house|))) (not (and (is-row |an empty house|) (is-extra |an empty house|))) (not (and (is-column |an empty house|) (is-box |an empty house|))) (not (and (is-column |an empty house|) (is-extra |an empty house|))) (not (and (is-box |an empty house|) (is-extra |an empty house|)))))
(check-sat)
(pop 1)
