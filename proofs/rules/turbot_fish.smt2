; The rule turbot_fish is sound on every board.
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

; Turbot Fish
(push 1)
(declare-const $d Digit)
(declare-const $G House)
(declare-const $H House)
(declare-const $p Cell)
(declare-const $q Cell)
(declare-const $r Cell)
(declare-const $s Cell)
(declare-const |$d in $G| Cell)
(declare-const |$d in $H| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$d in $G| $G) (= (val |$d in $G|) $d)))
(assert (and (in |$d in $H| $H) (= (val |$d in $H|) $d)))
; how the variables lie
(assert (or (not (= $G $H)) (not (= $H $G))))
(assert (or (not (= $p $q)) (not (= $q $p))))
(assert (or (not (= $r $s)) (not (= $s $r))))
(assert (in $p $G))
(assert (in $q $G))
(assert (in $r $H))
(assert (in $s $H))
; what sees what
(assert (sees $q $r))
; what is known
(assert (or (= $p |$d in $G|) (= $q |$d in $G|)))
(assert (or (= $r |$d in $H|) (= $s |$d in $H|)))
; to be refuted
(assert (and (= (val |target 1|) $d) (and (sees |target 1| $p) (sees |target 1| $s))))
; a house is of one kind
(assert (and (or (is-row $G) (is-column $G) (is-box $G) (is-extra $G)) (not (and (is-row $G) (is-column $G))) (not (and (is-row $G) (is-box $G))) (not (and (is-row $G) (is-extra $G))) (not (and (is-column $G) (is-box $G))) (not (and (is-column $G) (is-extra $G))) (not (and (is-box $G) (is-extra $G)))))
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once $p $q $G))
(assert (once $p |$d in $G| $G))
(assert (once $q |$d in $G| $G))
(assert (once $r $s $H))
(assert (once $r |$d in $H| $H))
(assert (once $s |$d in $H| $H))
; cells that see each other differ
(assert (differ |target 1| $p))
(assert (differ $q $r))
(assert (differ |target 1| $s))
; rows, columns and boxes do not meet their like
(assert (apart $p $G $H))
(assert (apart $q $G $H))
(assert (apart $r $G $H))
(assert (apart $s $G $H))
(assert (apart |$d in $G| $G $H))
(assert (apart |$d in $H| $G $H))
(check-sat)
(pop 1)
