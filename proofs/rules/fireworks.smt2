; The rule fireworks is sound on every board with rectangular boxes.
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

; Firework Triple
(push 1)
(declare-const $D.1 Digit)
(declare-const $D.2 Digit)
(declare-const $D.3 Digit)
(declare-const $r House)
(declare-const $c House)
(declare-const $b House)
(declare-const $p Cell)
(declare-const $a Cell)
(declare-const $e Cell)
(declare-const |$D.1 in $r| Cell)
(declare-const |$D.2 in $r| Cell)
(declare-const |$D.3 in $r| Cell)
(declare-const |$D.1 in $c| Cell)
(declare-const |$D.2 in $c| Cell)
(declare-const |$D.3 in $c| Cell)
(declare-const |target 1| Cell)
(declare-const |target 2| Cell)
; a house holds every digit
(assert (and (in |$D.1 in $r| $r) (= (val |$D.1 in $r|) $D.1)))
(assert (and (in |$D.2 in $r| $r) (= (val |$D.2 in $r|) $D.2)))
(assert (and (in |$D.3 in $r| $r) (= (val |$D.3 in $r|) $D.3)))
(assert (and (in |$D.1 in $c| $c) (= (val |$D.1 in $c|) $D.1)))
(assert (and (in |$D.2 in $c| $c) (= (val |$D.2 in $c|) $D.2)))
(assert (and (in |$D.3 in $c| $c) (= (val |$D.3 in $c|) $D.3)))
; members of a set differ
(assert (distinct $D.1 $D.2 $D.3))
; how the variables lie
(assert (in $p $b))
(assert (in $p $r))
(assert (in $p $c))
(assert (in $a $r))
(assert (not (in $a $b)))
(assert (in $e $c))
(assert (not (in $e $b)))
; what is known
(assert (or (in |$D.1 in $r| $b) (= $a |$D.1 in $r|)))
(assert (or (in |$D.2 in $r| $b) (= $a |$D.2 in $r|)))
(assert (or (in |$D.3 in $r| $b) (= $a |$D.3 in $r|)))
(assert (or (in |$D.1 in $c| $b) (= $e |$D.1 in $c|)))
(assert (or (in |$D.2 in $c| $b) (= $e |$D.2 in $c|)))
(assert (or (in |$D.3 in $c| $b) (= $e |$D.3 in $c|)))
; to be refuted
(assert (or (and (not (or (= (val |target 1|) $D.1) (= (val |target 1|) $D.2) (= (val |target 1|) $D.3))) (or (= $p |target 1|) (= $a |target 1|) (= $e |target 1|))) (and (or (= (val |target 2|) $D.1) (= (val |target 2|) $D.2) (= (val |target 2|) $D.3)) (and (in |target 2| $b) (not (in |target 2| $r)) (not (in |target 2| $c))))))
; a house is of one kind
(assert (and (is-row $r) (not (is-column $r)) (not (is-box $r))))
(assert (and (is-column $c) (not (is-row $c)) (not (is-box $c))))
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b))))
; cells that see each other differ
(assert (differ $p $a))
; a row and a column cross in one cell
(assert (crossing $p $a))
; cells that see each other differ
(assert (differ $p $e))
; a row and a column cross in one cell
(assert (crossing $p $e))
; cells that see each other differ
(assert (differ $p |$D.1 in $r|))
; a row and a column cross in one cell
(assert (crossing $p |$D.1 in $r|))
; cells that see each other differ
(assert (differ $p |$D.2 in $r|))
; a row and a column cross in one cell
(assert (crossing $p |$D.2 in $r|))
; cells that see each other differ
(assert (differ $p |$D.3 in $r|))
; a row and a column cross in one cell
(assert (crossing $p |$D.3 in $r|))
; cells that see each other differ
(assert (differ $p |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing $p |$D.1 in $c|))
; cells that see each other differ
(assert (differ $p |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing $p |$D.2 in $c|))
; cells that see each other differ
(assert (differ $p |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing $p |$D.3 in $c|))
; cells that see each other differ
(assert (differ $p |target 1|))
; a row and a column cross in one cell
(assert (crossing $p |target 1|))
; cells that see each other differ
(assert (differ $p |target 2|))
; a row and a column cross in one cell
(assert (crossing $p |target 2|))
; cells that see each other differ
(assert (differ $a $e))
; a row and a column cross in one cell
(assert (crossing $a $e))
; cells that see each other differ
(assert (differ $a |$D.1 in $r|))
; a row and a column cross in one cell
(assert (crossing $a |$D.1 in $r|))
; cells that see each other differ
(assert (differ $a |$D.2 in $r|))
; a row and a column cross in one cell
(assert (crossing $a |$D.2 in $r|))
; cells that see each other differ
(assert (differ $a |$D.3 in $r|))
; a row and a column cross in one cell
(assert (crossing $a |$D.3 in $r|))
; cells that see each other differ
(assert (differ $a |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing $a |$D.1 in $c|))
; cells that see each other differ
(assert (differ $a |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing $a |$D.2 in $c|))
; cells that see each other differ
(assert (differ $a |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing $a |$D.3 in $c|))
; cells that see each other differ
(assert (differ $a |target 1|))
; a row and a column cross in one cell
(assert (crossing $a |target 1|))
; cells that see each other differ
(assert (differ $a |target 2|))
; a row and a column cross in one cell
(assert (crossing $a |target 2|))
; cells that see each other differ
(assert (differ $e |$D.1 in $r|))
; a row and a column cross in one cell
(assert (crossing $e |$D.1 in $r|))
; cells that see each other differ
(assert (differ $e |$D.2 in $r|))
; a row and a column cross in one cell
(assert (crossing $e |$D.2 in $r|))
; cells that see each other differ
(assert (differ $e |$D.3 in $r|))
; a row and a column cross in one cell
(assert (crossing $e |$D.3 in $r|))
; cells that see each other differ
(assert (differ $e |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing $e |$D.1 in $c|))
; cells that see each other differ
(assert (differ $e |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing $e |$D.2 in $c|))
; cells that see each other differ
(assert (differ $e |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing $e |$D.3 in $c|))
; cells that see each other differ
(assert (differ $e |target 1|))
; a row and a column cross in one cell
(assert (crossing $e |target 1|))
; cells that see each other differ
(assert (differ $e |target 2|))
; a row and a column cross in one cell
(assert (crossing $e |target 2|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |$D.2 in $r|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |$D.2 in $r|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |$D.3 in $r|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |$D.3 in $r|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |$D.1 in $c|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |$D.2 in $c|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |$D.3 in $c|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |target 1|))
; cells that see each other differ
(assert (differ |$D.1 in $r| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $r| |target 2|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |$D.3 in $r|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |$D.3 in $r|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |$D.1 in $c|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |$D.2 in $c|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |$D.3 in $c|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |target 1|))
; cells that see each other differ
(assert (differ |$D.2 in $r| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $r| |target 2|))
; cells that see each other differ
(assert (differ |$D.3 in $r| |$D.1 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $r| |$D.1 in $c|))
; cells that see each other differ
(assert (differ |$D.3 in $r| |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $r| |$D.2 in $c|))
; cells that see each other differ
(assert (differ |$D.3 in $r| |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $r| |$D.3 in $c|))
; cells that see each other differ
(assert (differ |$D.3 in $r| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $r| |target 1|))
; cells that see each other differ
(assert (differ |$D.3 in $r| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $r| |target 2|))
; cells that see each other differ
(assert (differ |$D.1 in $c| |$D.2 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $c| |$D.2 in $c|))
; cells that see each other differ
(assert (differ |$D.1 in $c| |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $c| |$D.3 in $c|))
; cells that see each other differ
(assert (differ |$D.1 in $c| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $c| |target 1|))
; cells that see each other differ
(assert (differ |$D.1 in $c| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.1 in $c| |target 2|))
; cells that see each other differ
(assert (differ |$D.2 in $c| |$D.3 in $c|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $c| |$D.3 in $c|))
; cells that see each other differ
(assert (differ |$D.2 in $c| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $c| |target 1|))
; cells that see each other differ
(assert (differ |$D.2 in $c| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.2 in $c| |target 2|))
; cells that see each other differ
(assert (differ |$D.3 in $c| |target 1|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $c| |target 1|))
; cells that see each other differ
(assert (differ |$D.3 in $c| |target 2|))
; a row and a column cross in one cell
(assert (crossing |$D.3 in $c| |target 2|))
; cells that see each other differ
(assert (differ |target 1| |target 2|))
; a row and a column cross in one cell
(assert (crossing |target 1| |target 2|))
; houses in the same place are the same
(assert (same $r $c))
(assert (same $r $b))
(assert (same $c $b))
(check-sat)
(pop 1)
