; The rule skyscraper is sound on every board.
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

; Skyscraper
(push 1)
(declare-const $d Digit)
(declare-const |$R[1]| House)
(declare-const |$R[2]| House)
(declare-const $k House)
(declare-const $p Cell)
(declare-const $q Cell)
(declare-const $r Cell)
(declare-const $s Cell)
(declare-const |$d in $R[1]| Cell)
(declare-const |$d in $R[2]| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$d in $R[1]| |$R[1]|) (= (val |$d in $R[1]|) $d)))
(assert (and (in |$d in $R[2]| |$R[2]|) (= (val |$d in $R[2]|) $d)))
; how the variables lie
(assert (or (not (= |$R[1]| |$R[2]|)) (not (= |$R[2]| |$R[1]|))))
(assert (or (not (= $p $q)) (not (= $q $p))))
(assert (or (not (= $r $s)) (not (= $s $r))))
(assert (in $p |$R[1]|))
(assert (in $q |$R[1]|))
(assert (in $r |$R[2]|))
(assert (in $s |$R[2]|))
(assert (in $q $k))
(assert (in $r $k))
; what is known
(assert (or (= $p |$d in $R[1]|) (= $q |$d in $R[1]|)))
(assert (or (= $r |$d in $R[2]|) (= $s |$d in $R[2]|)))
; to be refuted
(assert (and (= (val |target 1|) $d) (and (sees |target 1| $p) (sees |target 1| $s))))
; a house is of one kind
(assert (and (is-row |$R[1]|) (not (is-column |$R[1]|)) (not (is-box |$R[1]|)) (not (is-extra |$R[1]|))))
(assert (and (is-row |$R[2]|) (not (is-column |$R[2]|)) (not (is-box |$R[2]|)) (not (is-extra |$R[2]|))))
(assert (and (is-column $k) (not (is-row $k)) (not (is-box $k)) (not (is-extra $k))))
; a house holds a digit once
(assert (once $p $q |$R[1]|))
(assert (once $p |$d in $R[1]| |$R[1]|))
(assert (once $q |$d in $R[1]| |$R[1]|))
(assert (once $r $s |$R[2]|))
(assert (once $r |$d in $R[2]| |$R[2]|))
(assert (once $s |$d in $R[2]| |$R[2]|))
(assert (once $q $r $k))
; cells that see each other differ
(assert (differ |target 1| $p))
(assert (differ |target 1| $s))
; rows, columns and boxes do not meet their like
(assert (apart $p |$R[1]| |$R[2]|))
(assert (apart $q |$R[1]| |$R[2]|))
(assert (apart $r |$R[1]| |$R[2]|))
(assert (apart $s |$R[1]| |$R[2]|))
(assert (apart |$d in $R[1]| |$R[1]| |$R[2]|))
(assert (apart |$d in $R[2]| |$R[1]| |$R[2]|))
(check-sat)
(pop 1)
