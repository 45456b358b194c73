; The rule empty_rectangle is sound on every board.
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

; Empty Rectangle
(push 1)
(declare-const $d Digit)
(declare-const $b House)
(declare-const $r House)
(declare-const $c House)
(declare-const $k House)
(declare-const $p Cell)
(declare-const $q Cell)
(declare-const |$d in $b| Cell)
(declare-const |$d in $k| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$d in $b| $b) (= (val |$d in $b|) $d)))
(assert (and (in |$d in $k| $k) (= (val |$d in $k|) $d)))
; how the variables lie
(assert (or (not (= $p $q)) (not (= $q $p))))
(assert (in $p $k))
(assert (in $q $k))
(assert (in $p $r))
(assert (not (in $p $b)))
(assert (not (in $q $b)))
; what is known
(assert (or (in |$d in $b| $r) (in |$d in $b| $c)))
(assert (or (= $p |$d in $k|) (= $q |$d in $k|)))
; to be refuted
(assert (and (= (val |target 1|) $d) (and (sees |target 1| $q) (in |target 1| $c) (not (in |target 1| $b)))))
; a house is of one kind
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b)) (not (is-extra $b))))
(assert (and (is-row $r) (not (is-column $r)) (not (is-box $r)) (not (is-extra $r))))
(assert (and (is-column $c) (not (is-row $c)) (not (is-box $c)) (not (is-extra $c))))
(assert (and (is-column $k) (not (is-row $k)) (not (is-box $k)) (not (is-extra $k))))
; a house holds a digit once
(assert (once $p $q $b))
(assert (once $p |$d in $b| $b))
(assert (once $p |target 1| $b))
(assert (once $q |$d in $b| $b))
(assert (once $q |target 1| $b))
(assert (once |$d in $b| |target 1| $b))
(assert (once $p |$d in $b| $r))
(assert (once |$d in $b| |target 1| $c))
(assert (once $p $q $k))
(assert (once $p |$d in $k| $k))
(assert (once $q |$d in $k| $k))
; cells that see each other differ
(assert (differ |target 1| $q))
; rows, columns and boxes do not meet their like
(assert (apart $p $c $k))
(assert (apart $q $c $k))
(assert (apart |$d in $b| $c $k))
(assert (apart |$d in $k| $c $k))
(assert (apart |target 1| $c $k))
(check-sat)
(pop 1)
