; If n cells have their digits in n links, each of the links has the digit of one of the cells, by induction on the cells.
; Base: with no cell left. Step: a cell is taken away together with its link.
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

; no cells, no links
(push 1)
; to be refuted
(assert false)
(check-sat)
(pop 1)

; another cell has a link of what is left
(push 1)
(declare-const |the cell taken away| Cell)
(declare-const |another cell| Cell)
(declare-fun own (Cell) House)
(declare-fun set (House Digit) Bool)
; they are two
(assert (not (= |the cell taken away| |another cell|)))
; the digit of a cell is in its link
(assert (in |the cell taken away| (own |the cell taken away|)))
(assert (in |another cell| (own |another cell|)))
; a house holds a digit once
(assert (once |the cell taken away| |another cell| (own |the cell taken away|)))
; what is known
(assert (set (own |another cell|) (val |another cell|)))
; to be refuted
(assert (not (and (set (own |another cell|) (val |another cell|)) (not (and (= (own |the cell taken away|) (own |another cell|)) (= (val |the cell taken away|) (val |another cell|)))))))
(check-sat)
(pop 1)

; a link that no cell has is in what is left
(push 1)
(declare-const |the cell taken away| Cell)
(declare-const |another cell| Cell)
(declare-fun own (Cell) House)
(declare-fun set (House Digit) Bool)
(declare-const |the house| House)
(declare-const |the digit| Digit)
; it is in the set
(assert (set |the house| |the digit|))
; no cell has it
(assert (not (and (= (own |the cell taken away|) |the house|) (= (val |the cell taken away|) |the digit|))))
; to be refuted
(assert (not (and (set |the house| |the digit|) (not (and (= (own |the cell taken away|) |the house|) (= (val |the cell taken away|) |the digit|))))))
(check-sat)
(pop 1)
