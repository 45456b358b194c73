; Of any k+1 digits of a set of n+k, n cells of a house that hold only digits of the set hold one, by induction on the cells.
; Base: with no cell left. Step: a cell is taken away together with its digit.
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

; no cells, 0 digits
(push 1)
(declare-const |one of the set 1| Digit)
; to be refuted
(assert false)
(check-sat)
(pop 1)

; no cells, 1 digits
(push 1)
(declare-const |digit 1| Digit)
(declare-const |one of the set 1| Digit)
(declare-const |one of the set 2| Digit)
; these are different
(assert (distinct |one of the set 1| |one of the set 2|))
; to be refuted
(assert (and (= |one of the set 1| |digit 1|) (= |one of the set 2| |digit 1|)))
(check-sat)
(pop 1)

; no cells, 2 digits
(push 1)
(declare-const |digit 1| Digit)
(declare-const |digit 2| Digit)
(declare-const |one of the set 1| Digit)
(declare-const |one of the set 2| Digit)
(declare-const |one of the set 3| Digit)
; these are different
(assert (distinct |one of the set 1| |one of the set 2| |one of the set 3|))
; to be refuted
(assert (and (or (= |one of the set 1| |digit 1|) (= |one of the set 1| |digit 2|)) (or (= |one of the set 2| |digit 1|) (= |one of the set 2| |digit 2|)) (or (= |one of the set 3| |digit 1|) (= |one of the set 3| |digit 2|))))
(check-sat)
(pop 1)

; no cells, 3 digits
(push 1)
(declare-const |digit 1| Digit)
(declare-const |digit 2| Digit)
(declare-const |digit 3| Digit)
(declare-const |one of the set 1| Digit)
(declare-const |one of the set 2| Digit)
(declare-const |one of the set 3| Digit)
(declare-const |one of the set 4| Digit)
; these are different
(assert (distinct |one of the set 1| |one of the set 2| |one of the set 3| |one of the set 4|))
; to be refuted
(assert (and (or (= |one of the set 1| |digit 1|) (= |one of the set 1| |digit 2|) (= |one of the set 1| |digit 3|)) (or (= |one of the set 2| |digit 1|) (= |one of the set 2| |digit 2|) (= |one of the set 2| |digit 3|)) (or (= |one of the set 3| |digit 1|) (= |one of the set 3| |digit 2|) (= |one of the set 3| |digit 3|)) (or (= |one of the set 4| |digit 1|) (= |one of the set 4| |digit 2|) (= |one of the set 4| |digit 3|))))
(check-sat)
(pop 1)

; another cell has a digit of what is left
(push 1)
(declare-const |the cell taken away| Cell)
(declare-const |another cell| Cell)
(declare-const |the house| House)
(declare-fun set (Digit) Bool)
; the cells lie in the house
(assert (and (in |the cell taken away| |the house|) (in |another cell| |the house|)))
; they are two
(assert (not (= |the cell taken away| |another cell|)))
; a house holds a digit once
(assert (once |the cell taken away| |another cell| |the house|))
; what is known
(assert (set (val |another cell|)))
; to be refuted
(assert (not (and (set (val |another cell|)) (not (= (val |another cell|) (val |the cell taken away|))))))
(check-sat)
(pop 1)

; a digit that no cell holds is in what is left
(push 1)
(declare-const |the cell taken away| Cell)
(declare-const |the digit| Digit)
(declare-fun set (Digit) Bool)
; it is in the set
(assert (set |the digit|))
; no cell holds it
(assert (not (= (val |the cell taken away|) |the digit|)))
; to be refuted
(assert (not (and (set |the digit|) (not (= |the digit| (val |the cell taken away|))))))
(check-sat)
(pop 1)
