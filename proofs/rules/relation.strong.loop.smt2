; The relation strong means one end or the other on every board, by induction.
; Each question: can a case hold and its ends be something else?
; What the relations mean is proved in their own files. grouped_chain: one end or the other; strong: one end or the other.
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
(declare-const |$V true| Cell)
(declare-fun |$V has| (Cell Digit) Bool)
(declare-fun |$V covers| (Cell) Bool)
(declare-const |$g house| House)
(declare-const |$h house| House)
; a group lies in a house, and its true candidate is known
(assert (|$g has| |$g cell|))
(assert (=> (|$g has| |$g cell|) (in |$g cell| |$g house|)))
(assert (=> (|$g has| |$h cell|) (in |$h cell| |$g house|)))
(assert (=> (and (|$g has| |$h cell|) (= (val |$h cell|) |$g digit|)) (= |$h cell| |$g cell|)))
(assert (=> (|$g has| |$V true|) (in |$V true| |$g house|)))
(assert (=> (and (|$g has| |$V true|) (= (val |$V true|) |$g digit|)) (= |$V true| |$g cell|)))
(assert (|$h has| |$h cell|))
(assert (=> (|$h has| |$g cell|) (in |$g cell| |$h house|)))
(assert (=> (and (|$h has| |$g cell|) (= (val |$g cell|) |$h digit|)) (= |$g cell| |$h cell|)))
(assert (=> (|$h has| |$h cell|) (in |$h cell| |$h house|)))
(assert (=> (|$h has| |$V true|) (in |$V true| |$h house|)))
(assert (=> (and (|$h has| |$V true|) (= (val |$V true|) |$h digit|)) (= |$V true| |$h cell|)))
; a truth has a true candidate
(assert (and (|$V has| |$V true| (val |$V true|)) (|$V covers| |$V true|)))
; how the variables lie
(assert (and (=> (|$g has| |$g cell|) (|$V has| |$g cell| |$g digit|)) (=> (|$g has| |$h cell|) (|$V has| |$h cell| |$g digit|)) (=> (|$g has| |$V true|) (|$V has| |$V true| |$g digit|))))
(assert (and (=> (|$h has| |$g cell|) (|$V has| |$g cell| |$h digit|)) (=> (|$h has| |$h cell|) (|$V has| |$h cell| |$h digit|)) (=> (|$h has| |$V true|) (|$V has| |$V true| |$h digit|))))
(assert (or (not (= |$g digit| |$h digit|)) (and (=> (|$g has| |$g cell|) (not (|$h has| |$g cell|))) (=> (|$g has| |$h cell|) (not (|$h has| |$h cell|))) (=> (|$g has| |$V true|) (not (|$h has| |$V true|))))))
; what is known
(assert (or (and (|$g has| |$V true|) (= (val |$V true|) |$g digit|)) (and (|$h has| |$V true|) (= (val |$V true|) |$h digit|))))
(assert (=> (= (val |$g cell|) |$g digit|) (or (and (|$g has| |$g cell|) (= (val |$g cell|) |$g digit|)) (and (|$h has| |$g cell|) (= (val |$g cell|) |$h digit|)))))
(assert (=> (= (val |$h cell|) |$h digit|) (or (and (|$g has| |$h cell|) (= (val |$h cell|) |$g digit|)) (and (|$h has| |$h cell|) (= (val |$h cell|) |$h digit|)))))
; to be refuted
(assert (not (or (and (not (= (val |$g cell|) |$g digit|)) (= (val |$h cell|) |$h digit|)) (and (= (val |$g cell|) |$g digit|) (not (= (val |$h cell|) |$h digit|))) (and (= (val |$g cell|) |$g digit|) (= (val |$h cell|) |$h digit|)))))
; a house is of one kind
(assert (and (or (is-row |$g house|) (is-column |$g house|) (is-box |$g house|) (is-extra |$g house|)) (not (and (is-row |$g house|) (is-column |$g house|))) (not (and (is-row |$g house|) (is-box |$g house|))) (not (and (is-row |$g house|) (is-extra |$g house|))) (not (and (is-column |$g house|) (is-box |$g house|))) (not (and (is-column |$g house|) (is-extra |$g house|))) (not (and (is-box |$g house|) (is-extra |$g house|)))))
(assert (and (or (is-row |$h house|) (is-column |$h house|) (is-box |$h house|) (is-extra |$h house|)) (not (and (is-row |$h house|) (is-column |$h house|))) (not (and (is-row |$h house|) (is-box |$h house|))) (not (and (is-row |$h house|) (is-extra |$h house|))) (not (and (is-column |$h house|) (is-box |$h house|))) (not (and (is-column |$h house|) (is-extra |$h house|))) (not (and (is-box |$h house|) (is-extra |$h house|)))))
; a house holds a digit once
(assert (once |$g cell| |$h cell| |$g house|))
(assert (once |$g cell| |$V true| |$g house|))
(assert (once |$h cell| |$V true| |$g house|))
(assert (once |$g cell| |$h cell| |$h house|))
(assert (once |$g cell| |$V true| |$h house|))
(assert (once |$h cell| |$V true| |$h house|))
; rows, columns and boxes do not meet their like
(assert (apart |$g cell| |$g house| |$h house|))
(assert (apart |$h cell| |$g house| |$h house|))
(assert (apart |$V true| |$g house| |$h house|))
(check-sat)
(pop 1)
