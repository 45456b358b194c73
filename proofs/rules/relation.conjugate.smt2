; The relation conjugate means just one end on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. digit_chain: one end or the other; conjugate: just one end.
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

; case 1: just one end
(push 1)
(declare-const |$p digit| Digit)
(declare-const |$p cell| Cell)
(declare-const |$q digit| Digit)
(declare-const |$q cell| Cell)
(declare-const $d Digit)
(declare-const $H House)
(declare-const |$d in $H| Cell)
; a house holds every digit
(assert (and (in |$d in $H| $H) (= (val |$d in $H|) $d)))
; how the variables lie
(assert (= |$p digit| $d))
(assert (in |$p cell| $H))
(assert (= |$q digit| $d))
(assert (in |$q cell| $H))
(assert (or (not (= |$p cell| |$q cell|)) (not (= |$p digit| |$q digit|))))
; what is known
(assert (or (and (= |$p cell| |$d in $H|) (= (val |$d in $H|) |$p digit|)) (and (= |$q cell| |$d in $H|) (= (val |$d in $H|) |$q digit|))))
; to be refuted
(assert (not (or (and (not (= (val |$p cell|) |$p digit|)) (= (val |$q cell|) |$q digit|)) (and (= (val |$p cell|) |$p digit|) (not (= (val |$q cell|) |$q digit|))))))
; a house is of one kind
(assert (and (or (is-row $H) (is-column $H) (is-box $H) (is-extra $H)) (not (and (is-row $H) (is-column $H))) (not (and (is-row $H) (is-box $H))) (not (and (is-row $H) (is-extra $H))) (not (and (is-column $H) (is-box $H))) (not (and (is-column $H) (is-extra $H))) (not (and (is-box $H) (is-extra $H)))))
; a house holds a digit once
(assert (once |$p cell| |$q cell| $H))
(assert (once |$p cell| |$d in $H| $H))
(assert (once |$q cell| |$d in $H| $H))
(check-sat)
(pop 1)
