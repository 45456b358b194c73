; The rule remote_naked_subset is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; The places of a digit in the solution are a layout. If n cells have their digits in n places of the capacities, each of the places has a cell, by induction on the cells. That is proved in capacities.smt2.
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

; Remote Naked Subset, n = 2
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 2
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 3
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 3
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 4
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 4
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 5
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 5
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 6
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 6
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 7
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 7
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 8
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit that takes too few| Digit)
(declare-const |a number that is left over| Number)
(declare-const |the cell of that place| Cell)
; a layout of the digit that fits the candidate leaves a place over, also the solution's
(assert (=> (= (= |its digit| |the digit that takes too few|) (= (val |the cell of the candidate|) |the digit that takes too few|)) (and (place |a number that is left over| |the digit that takes too few|) (not (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))))
; each place is that of a cell
(assert (=> (place |a number that is left over| |the digit that takes too few|) (and (set |the cell of that place|) (= (val |the cell of that place|) |the digit that takes too few|) (= (own |the cell of that place|) |a number that is left over|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)

; Remote Naked Subset, n = 8
(push 1)
(declare-sort Number 0)
(declare-fun own (Cell) Number)
(declare-fun place (Number Digit) Bool)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
; it is in the cells
(assert (set |the cell of the candidate|))
; each of the cells has a place of its digit
(assert (=> (set |the cell of the candidate|) (place (own |the cell of the candidate|) (val |the cell of the candidate|))))
; its digit has no place
(assert (not (place (own |the cell of the candidate|) |its digit|)))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)
