; The relation strong_or_locked means one end or the other on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. strong: one end or the other; locked: one end or the other; strong_or_locked: one end or the other; set_refutes: not both ends.
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

; case 1: one end or the other
(push 1)
(declare-fun |$g has| (Cell) Bool)
(declare-const |$g digit| Digit)
(declare-const |$g cell| Cell)
(declare-fun |$h has| (Cell) Bool)
(declare-const |$h digit| Digit)
(declare-const |$h cell| Cell)
(declare-const |$g house| House)
(declare-const |$h house| House)
; a group lies in a house, and its true candidate is known
(assert (|$g has| |$g cell|))
(assert (=> (|$g has| |$g cell|) (in |$g cell| |$g house|)))
(assert (=> (|$g has| |$h cell|) (in |$h cell| |$g house|)))
(assert (=> (and (|$g has| |$h cell|) (= (val |$h cell|) |$g digit|)) (= |$h cell| |$g cell|)))
(assert (|$h has| |$h cell|))
(assert (=> (|$h has| |$g cell|) (in |$g cell| |$h house|)))
(assert (=> (and (|$h has| |$g cell|) (= (val |$g cell|) |$h digit|)) (= |$g cell| |$h cell|)))
(assert (=> (|$h has| |$h cell|) (in |$h cell| |$h house|)))
; what a relation says of its ends
(assert (or (and (not (= (val |$g cell|) |$g digit|)) (= (val |$h cell|) |$h digit|)) (and (= (val |$g cell|) |$g digit|) (not (= (val |$h cell|) |$h digit|))) (and (= (val |$g cell|) |$g digit|) (= (val |$h cell|) |$h digit|))))
; to be refuted
(assert (not (or (and (not (= (val |$g cell|) |$g digit|)) (= (val |$h cell|) |$h digit|)) (and (= (val |$g cell|) |$g digit|) (not (= (val |$h cell|) |$h digit|))) (and (= (val |$g cell|) |$g digit|) (= (val |$h cell|) |$h digit|)))))
; a house is of one kind
(assert (and (or (is-row |$g house|) (is-column |$g house|) (is-box |$g house|) (is-extra |$g house|)) (not (and (is-row |$g house|) (is-column |$g house|))) (not (and (is-row |$g house|) (is-box |$g house|))) (not (and (is-row |$g house|) (is-extra |$g house|))) (not (and (is-column |$g house|) (is-box |$g house|))) (not (and (is-column |$g house|) (is-extra |$g house|))) (not (and (is-box |$g house|) (is-extra |$g house|)))))
(assert (and (or (is-row |$h house|) (is-column |$h house|) (is-box |$h house|) (is-extra |$h house|)) (not (and (is-row |$h house|) (is-column |$h house|))) (not (and (is-row |$h house|) (is-box |$h house|))) (not (and (is-row |$h house|) (is-extra |$h house|))) (not (and (is-column |$h house|) (is-box |$h house|))) (not (and (is-column |$h house|) (is-extra |$h house|))) (not (and (is-box |$h house|) (is-extra |$h house|)))))
; a house holds a digit once
(assert (once |$g cell| |$h cell| |$g house|))
(assert (once |$g cell| |$h cell| |$h house|))
; rows, columns and boxes do not meet their like
(assert (apart |$g cell| |$g house| |$h house|))
(assert (apart |$h cell| |$g house| |$h house|))
(check-sat)
(pop 1)

; case 2: one end or the other
(push 1)
(declare-fun |$g has| (Cell) Bool)
(declare-const |$g digit| Digit)
(declare-const |$g cell| Cell)
(declare-fun |$h has| (Cell) Bool)
(declare-const |$h digit| Digit)
(declare-const |$h cell| Cell)
(declare-const |$g house| House)
(declare-const |$h house| House)
; a group lies in a house, and its true candidate is known
(assert (|$g has| |$g cell|))
(assert (=> (|$g has| |$g cell|) (in |$g cell| |$g house|)))
(assert (=> (|$g has| |$h cell|) (in |$h cell| |$g house|)))
(assert (=> (and (|$g has| |$h cell|) (= (val |$h cell|) |$g digit|)) (= |$h cell| |$g cell|)))
(assert (|$h has| |$h cell|))
(assert (=> (|$h has| |$g cell|) (in |$g cell| |$h house|)))
(assert (=> (and (|$h has| |$g cell|) (= (val |$g cell|) |$h digit|)) (= |$g cell| |$h cell|)))
(assert (=> (|$h has| |$h cell|) (in |$h cell| |$h house|)))
; what a relation says of its ends
(assert (or (and (not (= (val |$g cell|) |$g digit|)) (= (val |$h cell|) |$h digit|)) (and (= (val |$g cell|) |$g digit|) (not (= (val |$h cell|) |$h digit|))) (and (= (val |$g cell|) |$g digit|) (= (val |$h cell|) |$h digit|))))
; to be refuted
(assert (not (or (and (not (= (val |$g cell|) |$g digit|)) (= (val |$h cell|) |$h digit|)) (and (= (val |$g cell|) |$g digit|) (not (= (val |$h cell|) |$h digit|))) (and (= (val |$g cell|) |$g digit|) (= (val |$h cell|) |$h digit|)))))
; a house is of one kind
(assert (and (or (is-row |$g house|) (is-column |$g house|) (is-box |$g house|) (is-extra |$g house|)) (not (and (is-row |$g house|) (is-column |$g house|))) (not (and (is-row |$g house|) (is-box |$g house|))) (not (and (is-row |$g house|) (is-extra |$g house|))) (not (and (is-column |$g house|) (is-box |$g house|))) (not (and (is-column |$g house|) (is-extra |$g house|))) (not (and (is-box |$g house|) (is-extra |$g house|)))))
(assert (and (or (is-row |$h house|) (is-column |$h house|) (is-box |$h house|) (is-extra |$h house|)) (not (and (is-row |$h house|) (is-column |$h house|))) (not (and (is-row |$h house|) (is-box |$h house|))) (not (and (is-row |$h house|) (is-extra |$h house|))) (not (and (is-column |$h house|) (is-box |$h house|))) (not (and (is-column |$h house|) (is-extra |$h house|))) (not (and (is-box |$h house|) (is-extra |$h house|)))))
; a house holds a digit once
(assert (once |$g cell| |$h cell| |$g house|))
(assert (once |$g cell| |$h cell| |$h house|))
; rows, columns and boxes do not meet their like
(assert (apart |$g cell| |$g house| |$h house|))
(assert (apart |$h cell| |$g house| |$h house|))
(check-sat)
(pop 1)
