; The rule hidden_rectangle is sound on every board with rectangular boxes.
; It is assumed that the puzzle has one solution.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; All answers must be unsat.
(set-logic QF_UF)
(declare-sort Cell 0)
(declare-sort Digit 0)
(declare-sort House 0)
(declare-sort Row 0)
(declare-sort Column 0)
(declare-sort Band 0)
(declare-sort Stack 0)
(declare-fun val (Cell) Digit)
(declare-fun row (Cell) Row)
(declare-fun column (Cell) Column)
(declare-fun band (Row) Band)
(declare-fun stack (Column) Stack)
(declare-fun is-row (House) Bool)
(declare-fun is-column (House) Bool)
(declare-fun is-box (House) Bool)
(define-fun is-extra ((h House)) Bool false)
(declare-fun row-of (House) Row)
(declare-fun column-of (House) Column)
(declare-fun band-of (House) Band)
(declare-fun stack-of (House) Stack)
(define-fun in ((c Cell) (h House)) Bool
  (or (and (is-row h) (= (row c) (row-of h)))
      (and (is-column h) (= (column c) (column-of h)))
      (and (is-box h) (= (band (row c)) (band-of h)) (= (stack (column c)) (stack-of h)))))
(define-fun sees ((a Cell) (b Cell)) Bool
  (and (not (= a b))
       (or (= (row a) (row b)) (= (column a) (column b))
           (and (= (band (row a)) (band (row b))) (= (stack (column a)) (stack (column b)))))))
(define-fun differ ((a Cell) (b Cell)) Bool (=> (sees a b) (not (= (val a) (val b)))))
(define-fun crossing ((a Cell) (b Cell)) Bool
  (=> (and (= (row a) (row b)) (= (column a) (column b))) (= a b)))
(define-fun same ((g House) (h House)) Bool
  (=> (or (and (is-row g) (is-row h) (= (row-of g) (row-of h)))
          (and (is-column g) (is-column h) (= (column-of g) (column-of h)))
          (and (is-box g) (is-box h) (= (band-of g) (band-of h)) (= (stack-of g) (stack-of h))))
      (= g h)))
(define-fun excludes ((a Cell) (b Cell) (x Digit) (y Digit)) Bool
  (or (and (= a b) (not (= x y))) (and (= x y) (sees a b))))

; Hidden Rectangle
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $d Cell)
(declare-const $r House)
(declare-const $k House)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $a Cell)
(declare-const |$x in $r| Cell)
(declare-const |$x in $k| Cell)
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
; a house holds every digit
(assert (and (in |$x in $r| $r) (= (val |$x in $r|) $x)))
(assert (and (in |$x in $k| $k) (= (val |$x in $k|) $x)))
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (= $S.1 $a) (= $S.2 $a) (= $S.3 $a) (= $S.4 $a)))
(assert (not (in $a $r)))
(assert (not (in $a $k)))
(assert (in $d $r))
(assert (in $d $k))
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
; how deadly cells lie
(assert (and (or (= (row $S.1) (row $S.2)) (= (row $S.1) (row $S.3)) (= (row $S.1) (row $S.4))) (or (= (column $S.1) (column $S.2)) (= (column $S.1) (column $S.3)) (= (column $S.1) (column $S.4))) (or (and (= (band (row $S.1)) (band (row $S.2))) (= (stack (column $S.1)) (stack (column $S.2)))) (and (= (band (row $S.1)) (band (row $S.3))) (= (stack (column $S.1)) (stack (column $S.3)))) (and (= (band (row $S.1)) (band (row $S.4))) (= (stack (column $S.1)) (stack (column $S.4))))) (or (= (row $S.2) (row $S.1)) (= (row $S.2) (row $S.3)) (= (row $S.2) (row $S.4))) (or (= (column $S.2) (column $S.1)) (= (column $S.2) (column $S.3)) (= (column $S.2) (column $S.4))) (or (and (= (band (row $S.2)) (band (row $S.1))) (= (stack (column $S.2)) (stack (column $S.1)))) (and (= (band (row $S.2)) (band (row $S.3))) (= (stack (column $S.2)) (stack (column $S.3)))) (and (= (band (row $S.2)) (band (row $S.4))) (= (stack (column $S.2)) (stack (column $S.4))))) (or (= (row $S.3) (row $S.1)) (= (row $S.3) (row $S.2)) (= (row $S.3) (row $S.4))) (or (= (column $S.3) (column $S.1)) (= (column $S.3) (column $S.2)) (= (column $S.3) (column $S.4))) (or (and (= (band (row $S.3)) (band (row $S.1))) (= (stack (column $S.3)) (stack (column $S.1)))) (and (= (band (row $S.3)) (band (row $S.2))) (= (stack (column $S.3)) (stack (column $S.2)))) (and (= (band (row $S.3)) (band (row $S.4))) (= (stack (column $S.3)) (stack (column $S.4))))) (or (= (row $S.4) (row $S.1)) (= (row $S.4) (row $S.2)) (= (row $S.4) (row $S.3))) (or (= (column $S.4) (column $S.1)) (= (column $S.4) (column $S.2)) (= (column $S.4) (column $S.3))) (or (and (= (band (row $S.4)) (band (row $S.1))) (= (stack (column $S.4)) (stack (column $S.1)))) (and (= (band (row $S.4)) (band (row $S.2))) (= (stack (column $S.4)) (stack (column $S.2)))) (and (= (band (row $S.4)) (band (row $S.3))) (= (stack (column $S.4)) (stack (column $S.3)))))))
; members of a set have no order
(assert (= $a $S.1))
(assert (or (= $d $S.1) (= $d $S.2)))
; what is known
(assert (or (= (val $a) $x) (= (val $a) $y)))
(assert (or (= $S.1 |$x in $r|) (= $S.2 |$x in $r|) (= $S.3 |$x in $r|) (= $S.4 |$x in $r|)))
(assert (or (= $S.1 |$x in $k|) (= $S.2 |$x in $k|) (= $S.3 |$x in $k|) (= $S.4 |$x in $k|)))
; to be refuted
(assert (and (= (val |target 1|) $y) (= $d |target 1|)))
; a house is of one kind
(assert (and (is-row $r) (not (is-column $r)) (not (is-box $r))))
(assert (and (is-column $k) (not (is-row $k)) (not (is-box $k))))
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-box |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ $d $S.1))
; a row and a column cross in one cell
(assert (crossing $d $S.1))
; cells that see each other differ
(assert (differ $d $S.2))
; a row and a column cross in one cell
(assert (crossing $d $S.2))
; cells that see each other differ
(assert (differ $d $S.3))
; a row and a column cross in one cell
(assert (crossing $d $S.3))
; cells that see each other differ
(assert (differ $d $S.4))
; a row and a column cross in one cell
(assert (crossing $d $S.4))
; cells that see each other differ
(assert (differ $d $a))
; a row and a column cross in one cell
(assert (crossing $d $a))
; cells that see each other differ
(assert (differ $d |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $d |$x in $r|))
; cells that see each other differ
(assert (differ $d |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $d |$x in $k|))
; cells that see each other differ
(assert (differ $d |target 1|))
; a row and a column cross in one cell
(assert (crossing $d |target 1|))
; cells that see each other differ
(assert (differ $S.1 $S.2))
; a row and a column cross in one cell
(assert (crossing $S.1 $S.2))
; cells that see each other differ
(assert (differ $S.1 $S.3))
; a row and a column cross in one cell
(assert (crossing $S.1 $S.3))
; cells that see each other differ
(assert (differ $S.1 $S.4))
; a row and a column cross in one cell
(assert (crossing $S.1 $S.4))
; cells that see each other differ
(assert (differ $S.1 $a))
; a row and a column cross in one cell
(assert (crossing $S.1 $a))
; cells that see each other differ
(assert (differ $S.1 |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $S.1 |$x in $r|))
; cells that see each other differ
(assert (differ $S.1 |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $S.1 |$x in $k|))
; cells that see each other differ
(assert (differ $S.1 |target 1|))
; a row and a column cross in one cell
(assert (crossing $S.1 |target 1|))
; cells that see each other differ
(assert (differ $S.2 $S.3))
; a row and a column cross in one cell
(assert (crossing $S.2 $S.3))
; cells that see each other differ
(assert (differ $S.2 $S.4))
; a row and a column cross in one cell
(assert (crossing $S.2 $S.4))
; cells that see each other differ
(assert (differ $S.2 $a))
; a row and a column cross in one cell
(assert (crossing $S.2 $a))
; cells that see each other differ
(assert (differ $S.2 |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $S.2 |$x in $r|))
; cells that see each other differ
(assert (differ $S.2 |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $S.2 |$x in $k|))
; cells that see each other differ
(assert (differ $S.2 |target 1|))
; a row and a column cross in one cell
(assert (crossing $S.2 |target 1|))
; cells that see each other differ
(assert (differ $S.3 $S.4))
; a row and a column cross in one cell
(assert (crossing $S.3 $S.4))
; cells that see each other differ
(assert (differ $S.3 $a))
; a row and a column cross in one cell
(assert (crossing $S.3 $a))
; cells that see each other differ
(assert (differ $S.3 |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $S.3 |$x in $r|))
; cells that see each other differ
(assert (differ $S.3 |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $S.3 |$x in $k|))
; cells that see each other differ
(assert (differ $S.3 |target 1|))
; a row and a column cross in one cell
(assert (crossing $S.3 |target 1|))
; cells that see each other differ
(assert (differ $S.4 $a))
; a row and a column cross in one cell
(assert (crossing $S.4 $a))
; cells that see each other differ
(assert (differ $S.4 |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $S.4 |$x in $r|))
; cells that see each other differ
(assert (differ $S.4 |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $S.4 |$x in $k|))
; cells that see each other differ
(assert (differ $S.4 |target 1|))
; a row and a column cross in one cell
(assert (crossing $S.4 |target 1|))
; cells that see each other differ
(assert (differ $a |$x in $r|))
; a row and a column cross in one cell
(assert (crossing $a |$x in $r|))
; cells that see each other differ
(assert (differ $a |$x in $k|))
; a row and a column cross in one cell
(assert (crossing $a |$x in $k|))
; cells that see each other differ
(assert (differ $a |target 1|))
; a row and a column cross in one cell
(assert (crossing $a |target 1|))
; cells that see each other differ
(assert (differ |$x in $r| |$x in $k|))
; a row and a column cross in one cell
(assert (crossing |$x in $r| |$x in $k|))
; cells that see each other differ
(assert (differ |$x in $r| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$x in $r| |target 1|))
; cells that see each other differ
(assert (differ |$x in $k| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$x in $k| |target 1|))
; houses in the same place are the same
(assert (same $r $k))
(assert (same $r |a house|))
(assert (same $r |a house that may lack a digit|))
(assert (same $k |a house|))
(assert (same $k |a house that may lack a digit|))
(assert (same |a house| |a house that may lack a digit|))
(check-sat)
(pop 1)
