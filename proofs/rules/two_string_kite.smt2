; The rule two_string_kite is sound on every board.
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

; 2-String Kite
(push 1)
(declare-const $d Digit)
(declare-const $L House)
(declare-const $C House)
(declare-const $b House)
(declare-const $p Cell)
(declare-const $q Cell)
(declare-const $r Cell)
(declare-const $s Cell)
(declare-const |$d in $L| Cell)
(declare-const |$d in $C| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$d in $L| $L) (= (val |$d in $L|) $d)))
(assert (and (in |$d in $C| $C) (= (val |$d in $C|) $d)))
; how the variables lie
(assert (or (not (= $p $q)) (not (= $q $p))))
(assert (or (not (= $r $s)) (not (= $s $r))))
(assert (in $p $L))
(assert (in $q $L))
(assert (in $r $C))
(assert (in $s $C))
(assert (in $q $b))
(assert (in $r $b))
(assert (or (not (= $q $r)) (not (= $r $q))))
; what is known
(assert (or (= $p |$d in $L|) (= $q |$d in $L|)))
(assert (or (= $r |$d in $C|) (= $s |$d in $C|)))
; to be refuted
(assert (and (= (val |target 1|) $d) (and (sees |target 1| $p) (sees |target 1| $s))))
; a house is of one kind
(assert (and (is-row $L) (not (is-column $L)) (not (is-box $L)) (not (is-extra $L))))
(assert (and (is-column $C) (not (is-row $C)) (not (is-box $C)) (not (is-extra $C))))
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b)) (not (is-extra $b))))
; a house holds a digit once
(assert (once $p $q $L))
(assert (once $p |$d in $L| $L))
(assert (once $q |$d in $L| $L))
(assert (once $r $s $C))
(assert (once $r |$d in $C| $C))
(assert (once $s |$d in $C| $C))
(assert (once $q $r $b))
; cells that see each other differ
(assert (differ |target 1| $p))
(assert (differ |target 1| $s))
(check-sat)
(pop 1)
