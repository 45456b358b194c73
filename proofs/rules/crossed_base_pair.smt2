; The rule crossed_base_pair is sound on every board with rectangular boxes.
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

; Crossed Base Pair
(push 1)
(declare-const $x Digit)
(declare-const $y Digit)
(declare-const $r House)
(declare-const $s House)
(declare-const $k House)
(declare-const $l House)
(declare-const $m House)
(declare-const $c House)
(declare-const $d House)
(declare-const $e House)
(declare-const $b House)
(declare-const $p Cell)
(declare-const $q Cell)
(declare-const $u Cell)
(declare-const $v Cell)
(declare-const |$t digit| Digit)
(declare-const |$t cell| Cell)
(declare-const |$x in $c| Cell)
(declare-const |$y in $c| Cell)
(declare-const |$x in $d| Cell)
(declare-const |$y in $d| Cell)
(declare-const |$x in $e| Cell)
(declare-const |$y in $e| Cell)
; a house holds every digit
(assert (and (in |$x in $c| $c) (= (val |$x in $c|) $x)))
(assert (and (in |$y in $c| $c) (= (val |$y in $c|) $y)))
(assert (and (in |$x in $d| $d) (= (val |$x in $d|) $x)))
(assert (and (in |$y in $d| $d) (= (val |$y in $d|) $y)))
(assert (and (in |$x in $e| $e) (= (val |$x in $e|) $x)))
(assert (and (in |$y in $e| $e) (= (val |$y in $e|) $y)))
; how the variables lie
(assert (or (not (= $x $y)) (not (= $y $x))))
(assert (or (not (= $r $s)) (not (= $s $r))))
(assert (or (not (= $r $k)) (not (= $k $r))))
(assert (or (not (= $s $k)) (not (= $k $s))))
(assert (or (not (= $r $l)) (not (= $l $r))))
(assert (or (not (= $s $l)) (not (= $l $s))))
(assert (or (not (= $k $l)) (not (= $l $k))))
(assert (or (not (= $r $m)) (not (= $m $r))))
(assert (or (not (= $s $m)) (not (= $m $s))))
(assert (or (not (= $k $m)) (not (= $m $k))))
(assert (or (not (= $l $m)) (not (= $m $l))))
(assert (or (not (= $c $d)) (not (= $d $c))))
(assert (or (not (= $c $e)) (not (= $e $c))))
(assert (or (not (= $d $e)) (not (= $e $d))))
(assert (or (not (= $p $q)) (not (= $q $p))))
(assert (in $p $r))
(assert (in $q $r))
(assert (in $p $b))
(assert (in $q $b))
(assert (not (in $p $e)))
(assert (not (in $q $e)))
(assert (in $u $s))
(assert (in $u $e))
(assert (in $u $b))
(assert (in $v $k))
(assert (in $v $e))
(assert (in $v $b))
; what is known
(assert (or (= (val $p) $x) (= (val $p) $y) (excludes $p |$t cell| (val $p) |$t digit|)))
(assert (or (= (val $q) $x) (= (val $q) $y) (excludes $q |$t cell| (val $q) |$t digit|)))
(assert (or (in |$x in $c| $r) (in |$x in $c| $s) (in |$x in $c| $l) (excludes |$x in $c| |$t cell| (val |$x in $c|) |$t digit|)))
(assert (or (in |$y in $c| $r) (in |$y in $c| $s) (in |$y in $c| $m) (excludes |$y in $c| |$t cell| (val |$y in $c|) |$t digit|)))
(assert (or (in |$x in $d| $r) (in |$x in $d| $k) (in |$x in $d| $m) (excludes |$x in $d| |$t cell| (val |$x in $d|) |$t digit|)))
(assert (or (in |$y in $d| $r) (in |$y in $d| $k) (in |$y in $d| $l) (excludes |$y in $d| |$t cell| (val |$y in $d|) |$t digit|)))
(assert (or (in |$x in $e| $r) (in |$x in $e| $s) (in |$x in $e| $k) (in |$x in $e| $l) (in |$x in $e| $m) (excludes |$x in $e| |$t cell| (val |$x in $e|) |$t digit|)))
(assert (or (in |$y in $e| $r) (in |$y in $e| $s) (in |$y in $e| $k) (in |$y in $e| $l) (in |$y in $e| $m) (excludes |$y in $e| |$t cell| (val |$y in $e|) |$t digit|)))
; to be refuted
(assert (= (val |$t cell|) |$t digit|))
; a house is of one kind
(assert (and (is-row $r) (not (is-column $r)) (not (is-box $r))))
(assert (and (is-row $s) (not (is-column $s)) (not (is-box $s))))
(assert (and (is-row $k) (not (is-column $k)) (not (is-box $k))))
(assert (and (is-row $l) (not (is-column $l)) (not (is-box $l))))
(assert (and (is-row $m) (not (is-column $m)) (not (is-box $m))))
(assert (and (is-column $c) (not (is-row $c)) (not (is-box $c))))
(assert (and (is-column $d) (not (is-row $d)) (not (is-box $d))))
(assert (and (is-column $e) (not (is-row $e)) (not (is-box $e))))
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b))))
; cells that see each other differ
(assert (differ $p $q))
; a row and a column cross in one cell
(assert (crossing $p $q))
; cells that see each other differ
(assert (differ $p $u))
; a row and a column cross in one cell
(assert (crossing $p $u))
; cells that see each other differ
(assert (differ $p $v))
; a row and a column cross in one cell
(assert (crossing $p $v))
; cells that see each other differ
(assert (differ $p |$t cell|))
; a row and a column cross in one cell
(assert (crossing $p |$t cell|))
; cells that see each other differ
(assert (differ $p |$x in $c|))
; a row and a column cross in one cell
(assert (crossing $p |$x in $c|))
; cells that see each other differ
(assert (differ $p |$y in $c|))
; a row and a column cross in one cell
(assert (crossing $p |$y in $c|))
; cells that see each other differ
(assert (differ $p |$x in $d|))
; a row and a column cross in one cell
(assert (crossing $p |$x in $d|))
; cells that see each other differ
(assert (differ $p |$y in $d|))
; a row and a column cross in one cell
(assert (crossing $p |$y in $d|))
; cells that see each other differ
(assert (differ $p |$x in $e|))
; a row and a column cross in one cell
(assert (crossing $p |$x in $e|))
; cells that see each other differ
(assert (differ $p |$y in $e|))
; a row and a column cross in one cell
(assert (crossing $p |$y in $e|))
; cells that see each other differ
(assert (differ $q $u))
; a row and a column cross in one cell
(assert (crossing $q $u))
; cells that see each other differ
(assert (differ $q $v))
; a row and a column cross in one cell
(assert (crossing $q $v))
; cells that see each other differ
(assert (differ $q |$t cell|))
; a row and a column cross in one cell
(assert (crossing $q |$t cell|))
; cells that see each other differ
(assert (differ $q |$x in $c|))
; a row and a column cross in one cell
(assert (crossing $q |$x in $c|))
; cells that see each other differ
(assert (differ $q |$y in $c|))
; a row and a column cross in one cell
(assert (crossing $q |$y in $c|))
; cells that see each other differ
(assert (differ $q |$x in $d|))
; a row and a column cross in one cell
(assert (crossing $q |$x in $d|))
; cells that see each other differ
(assert (differ $q |$y in $d|))
; a row and a column cross in one cell
(assert (crossing $q |$y in $d|))
; cells that see each other differ
(assert (differ $q |$x in $e|))
; a row and a column cross in one cell
(assert (crossing $q |$x in $e|))
; cells that see each other differ
(assert (differ $q |$y in $e|))
; a row and a column cross in one cell
(assert (crossing $q |$y in $e|))
; cells that see each other differ
(assert (differ $u $v))
; a row and a column cross in one cell
(assert (crossing $u $v))
; cells that see each other differ
(assert (differ $u |$t cell|))
; a row and a column cross in one cell
(assert (crossing $u |$t cell|))
; cells that see each other differ
(assert (differ $u |$x in $c|))
; a row and a column cross in one cell
(assert (crossing $u |$x in $c|))
; cells that see each other differ
(assert (differ $u |$y in $c|))
; a row and a column cross in one cell
(assert (crossing $u |$y in $c|))
; cells that see each other differ
(assert (differ $u |$x in $d|))
; a row and a column cross in one cell
(assert (crossing $u |$x in $d|))
; cells that see each other differ
(assert (differ $u |$y in $d|))
; a row and a column cross in one cell
(assert (crossing $u |$y in $d|))
; cells that see each other differ
(assert (differ $u |$x in $e|))
; a row and a column cross in one cell
(assert (crossing $u |$x in $e|))
; cells that see each other differ
(assert (differ $u |$y in $e|))
; a row and a column cross in one cell
(assert (crossing $u |$y in $e|))
; cells that see each other differ
(assert (differ $v |$t cell|))
; a row and a column cross in one cell
(assert (crossing $v |$t cell|))
; cells that see each other differ
(assert (differ $v |$x in $c|))
; a row and a column cross in one cell
(assert (crossing $v |$x in $c|))
; cells that see each other differ
(assert (differ $v |$y in $c|))
; a row and a column cross in one cell
(assert (crossing $v |$y in $c|))
; cells that see each other differ
(assert (differ $v |$x in $d|))
; a row and a column cross in one cell
(assert (crossing $v |$x in $d|))
; cells that see each other differ
(assert (differ $v |$y in $d|))
; a row and a column cross in one cell
(assert (crossing $v |$y in $d|))
; cells that see each other differ
(assert (differ $v |$x in $e|))
; a row and a column cross in one cell
(assert (crossing $v |$x in $e|))
; cells that see each other differ
(assert (differ $v |$y in $e|))
; a row and a column cross in one cell
(assert (crossing $v |$y in $e|))
; cells that see each other differ
(assert (differ |$t cell| |$x in $c|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$x in $c|))
; cells that see each other differ
(assert (differ |$t cell| |$y in $c|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$y in $c|))
; cells that see each other differ
(assert (differ |$t cell| |$x in $d|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$x in $d|))
; cells that see each other differ
(assert (differ |$t cell| |$y in $d|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$y in $d|))
; cells that see each other differ
(assert (differ |$t cell| |$x in $e|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$x in $e|))
; cells that see each other differ
(assert (differ |$t cell| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$t cell| |$y in $e|))
; cells that see each other differ
(assert (differ |$x in $c| |$y in $c|))
; a row and a column cross in one cell
(assert (crossing |$x in $c| |$y in $c|))
; cells that see each other differ
(assert (differ |$x in $c| |$x in $d|))
; a row and a column cross in one cell
(assert (crossing |$x in $c| |$x in $d|))
; cells that see each other differ
(assert (differ |$x in $c| |$y in $d|))
; a row and a column cross in one cell
(assert (crossing |$x in $c| |$y in $d|))
; cells that see each other differ
(assert (differ |$x in $c| |$x in $e|))
; a row and a column cross in one cell
(assert (crossing |$x in $c| |$x in $e|))
; cells that see each other differ
(assert (differ |$x in $c| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$x in $c| |$y in $e|))
; cells that see each other differ
(assert (differ |$y in $c| |$x in $d|))
; a row and a column cross in one cell
(assert (crossing |$y in $c| |$x in $d|))
; cells that see each other differ
(assert (differ |$y in $c| |$y in $d|))
; a row and a column cross in one cell
(assert (crossing |$y in $c| |$y in $d|))
; cells that see each other differ
(assert (differ |$y in $c| |$x in $e|))
; a row and a column cross in one cell
(assert (crossing |$y in $c| |$x in $e|))
; cells that see each other differ
(assert (differ |$y in $c| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$y in $c| |$y in $e|))
; cells that see each other differ
(assert (differ |$x in $d| |$y in $d|))
; a row and a column cross in one cell
(assert (crossing |$x in $d| |$y in $d|))
; cells that see each other differ
(assert (differ |$x in $d| |$x in $e|))
; a row and a column cross in one cell
(assert (crossing |$x in $d| |$x in $e|))
; cells that see each other differ
(assert (differ |$x in $d| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$x in $d| |$y in $e|))
; cells that see each other differ
(assert (differ |$y in $d| |$x in $e|))
; a row and a column cross in one cell
(assert (crossing |$y in $d| |$x in $e|))
; cells that see each other differ
(assert (differ |$y in $d| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$y in $d| |$y in $e|))
; cells that see each other differ
(assert (differ |$x in $e| |$y in $e|))
; a row and a column cross in one cell
(assert (crossing |$x in $e| |$y in $e|))
; houses in the same place are the same
(assert (same $r $s))
(assert (same $r $k))
(assert (same $r $l))
(assert (same $r $m))
(assert (same $r $c))
(assert (same $r $d))
(assert (same $r $e))
(assert (same $r $b))
(assert (same $s $k))
(assert (same $s $l))
(assert (same $s $m))
(assert (same $s $c))
(assert (same $s $d))
(assert (same $s $e))
(assert (same $s $b))
(assert (same $k $l))
(assert (same $k $m))
(assert (same $k $c))
(assert (same $k $d))
(assert (same $k $e))
(assert (same $k $b))
(assert (same $l $m))
(assert (same $l $c))
(assert (same $l $d))
(assert (same $l $e))
(assert (same $l $b))
(assert (same $m $c))
(assert (same $m $d))
(assert (same $m $e))
(assert (same $m $b))
(assert (same $c $d))
(assert (same $c $e))
(assert (same $c $b))
(assert (same $d $e))
(assert (same $d $b))
(assert (same $e $b))
(check-sat)
(pop 1)
