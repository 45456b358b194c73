; The rule avoidable_rectangle_1 is sound on every board.
; It is assumed that the puzzle has one solution.
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

; Avoidable Rectangle Type 1
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $d Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun |the other way| (Cell) Digit)
(declare-const |a cell that differs| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
(declare-const |where the solution has the digit of the other| Cell)
(declare-const |where the other way has the digit| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $d) (= $S.2 $d) (= $S.3 $d) (= $S.4 $d)))
; if the digits fill the cells, there is another way to fill them: it differs in a cell, and nowhere else than in these
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (and (or (= $S.1 |a cell that differs|) (= $S.2 |a cell that differs|) (= $S.3 |a cell that differs|) (= $S.4 |a cell that differs|)) (not (= (|the other way| |a cell that differs|) (val |a cell that differs|))))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (or (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|)) (= (|the other way| |a cell|) (val |a cell|)))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (or (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|)) (= (|the other way| |one cell|) (val |one cell|)))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (or (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|)) (= (|the other way| |another cell|) (val |another cell|)))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (or (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|)) (= (|the other way| |where the solution has it|) (val |where the solution has it|)))))
; it is allowed by the puzzle, and has no digit twice in a house
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (=> (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|)) (allowed |a cell| (|the other way| |a cell|)))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (=> (and (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|)) (in |one cell| |a house|)) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|)) (in |another cell| |a house|)) (= (|the other way| |one cell|) (|the other way| |another cell|))) (= |one cell| |another cell|))))
; each house has the same digits there as it has in the solution
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (=> (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|)) (in |one cell| |a house|)) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (|the other way| |one cell|))))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (=> (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|)) (in |another cell| |a house|)) (and (or (= $S.1 |where the solution has the digit of the other|) (= $S.2 |where the solution has the digit of the other|) (= $S.3 |where the solution has the digit of the other|) (= $S.4 |where the solution has the digit of the other|)) (in |where the solution has the digit of the other| |a house|) (= (val |where the solution has the digit of the other|) (|the other way| |another cell|))))))
(assert (=> (and (or (= (val $S.1) $x) (= (val $S.1) $y)) (or (= (val $S.2) $x) (= (val $S.2) $y)) (or (= (val $S.3) $x) (= (val $S.3) $y)) (or (= (val $S.4) $x) (= (val $S.4) $y))) (=> (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|)) (in |where the solution has it| |a house that may lack a digit|)) (and (or (= $S.1 |where the other way has the digit|) (= $S.2 |where the other way has the digit|) (= $S.3 |where the other way has the digit|) (= $S.4 |where the other way has the digit|)) (in |where the other way has the digit| |a house that may lack a digit|) (= (|the other way| |where the other way has the digit|) (val |where the solution has it|))))))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (|the other way| |a cell that differs|) (val |a cell that differs|)) (not (allowed |a cell| (|the other way| |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (|the other way| |one cell|) (|the other way| |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (|the other way| |where the solution has it|) |the digit it may lack|)) (and (in |where the other way has the digit| |a house that may lack a digit|) (= (|the other way| |where the other way has the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; the puzzle allows the solution
(assert (allowed |a cell| (val |a cell|)))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has the digit of one cell| |a house|) (in |another cell| |a house|) (= (val |where the solution has the digit of one cell|) (val |another cell|))) (= |where the solution has the digit of one cell| |another cell|)))
(assert (=> (and (in |one cell| |a house|) (in |where the solution has the digit of the other| |a house|) (= (val |one cell|) (val |where the solution has the digit of the other|))) (= |one cell| |where the solution has the digit of the other|)))
; members of a set have no order
(assert (= $d $S.1))
; what is known
(assert (or (= (val $S.1) $x) (= (val $S.1) $y) (= $d $S.1)))
(assert (or (= (val $S.2) $x) (= (val $S.2) $y) (= $d $S.2)))
(assert (or (= (val $S.3) $x) (= (val $S.3) $y) (= $d $S.3)))
(assert (or (= (val $S.4) $x) (= (val $S.4) $y) (= $d $S.4)))
; to be refuted
(assert (and (or (= (val |target 1|) $x) (= (val |target 1|) $y)) (= $d |target 1|)))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
(check-sat)
(pop 1)
