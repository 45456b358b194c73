; The rule locked_candidates_1 is sound on every board.
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

; Locked Candidates Type 1 (Pointing)
(push 1)
(declare-const $d Digit)
(declare-const $b House)
(declare-const $L House)
(declare-const |$d in $b| Cell)
(declare-const |target 1| Cell)
; a house holds every digit
(assert (and (in |$d in $b| $b) (= (val |$d in $b|) $d)))
; what is known
(assert (in |$d in $b| $L))
; to be refuted
(assert (and (= (val |target 1|) $d) (and (in |target 1| $L) (not (in |target 1| $b)))))
; a house is of one kind
(assert (and (is-box $b) (not (is-row $b)) (not (is-column $b)) (not (is-extra $b))))
(assert (and (is-row $L) (not (is-column $L)) (not (is-box $L)) (not (is-extra $L))))
; a house holds a digit once
(assert (once |$d in $b| |target 1| $b))
(assert (once |$d in $b| |target 1| $L))
(check-sat)
(pop 1)
