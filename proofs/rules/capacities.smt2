; The places of a digit in the solution are a layout. If n cells have their digits in n places of the capacities, each of the places has a cell, by induction on the cells.
; Base: with no cell left. Step: a cell is taken away together with its place.
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

; the places of a digit in the solution
(push 1)
(declare-const |the digit| Digit)
(declare-const |a place| Cell)
(declare-const |one place| Cell)
(declare-const |another place| Cell)
(declare-const |its place in the house| Cell)
(declare-const |a house| House)
(declare-const |a house without a place| House)
(declare-const |what holds for every layout holds for them| Bool)
(declare-fun live (Cell Digit) Bool)
(declare-fun must-hold (House) Bool)
; what holds for every layout holds for the places, or these are no layout: one is not live, two share a house, or a house that must hold the digit has none
(assert (or |what holds for every layout holds for them| (or (and (= (val |a place|) |the digit|) (not (live |a place| |the digit|))) (and (= (val |one place|) |the digit|) (= (val |another place|) |the digit|) (in |one place| |a house|) (in |another place| |a house|) (not (= |one place| |another place|))) (and (must-hold |a house without a place|) (not (and (= (val |its place in the house|) |the digit|) (in |its place in the house| |a house without a place|)))))))
; the candidates of the solution are live
(assert (=> (= (val |a place|) |the digit|) (live |a place| |the digit|)))
; a house holds a digit once
(assert (once |one place| |another place| |a house|))
; a house that must hold a digit holds it
(assert (=> (must-hold |a house without a place|) (and (= (val |its place in the house|) |the digit|) (in |its place in the house| |a house without a place|))))
; to be refuted
(assert (not |what holds for every layout holds for them|))
(check-sat)
(pop 1)

; no cells, no places
(push 1)
; to be refuted
(assert false)
(check-sat)
(pop 1)

; another cell has a place of what is left
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-const |the cell taken away| Cell)
(declare-const |another cell| Cell)
; they are two
(assert (not (= |the cell taken away| |another cell|)))
; cells of one digit have different numbers
(assert (=> (and (not (= |the cell taken away| |another cell|)) (= (val |the cell taken away|) (val |another cell|))) (not (= (own |the cell taken away|) (own |another cell|)))))
; what is known
(assert (place (own |another cell|) (val |another cell|)))
; to be refuted
(assert (not (and (place (own |another cell|) (val |another cell|)) (not (and (= (own |the cell taken away|) (own |another cell|)) (= (val |the cell taken away|) (val |another cell|)))))))
(check-sat)
(pop 1)

; a place that no cell has is in what is left
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-const |the cell taken away| Cell)
(declare-const |another cell| Cell)
(declare-const |the number| Number)
(declare-const |the digit| Digit)
; it is a place
(assert (place |the number| |the digit|))
; no cell has it
(assert (not (and (= (own |the cell taken away|) |the number|) (= (val |the cell taken away|) |the digit|))))
; to be refuted
(assert (not (and (place |the number| |the digit|) (not (and (= (own |the cell taken away|) |the number|) (= (val |the cell taken away|) |the digit|))))))
(check-sat)
(pop 1)
