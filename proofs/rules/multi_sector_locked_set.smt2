; The rule multi_sector_locked_set is sound on every board.
; Each question: can a solution satisfy the clauses and violate the conclusion?
; If n cells have their digits in n links, each of the links has the digit of one of the cells, by induction on the cells. That is proved in links.smt2.
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

; Multi-Sector Locked Set
(push 1)
(declare-fun own (Cell) House)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the house of its link| House)
(declare-const |the cell of its link| Cell)
; it is true
(assert (= (val |the cell of the candidate|) |its digit|))
; each link is that of a cell
(assert (and (set |the cell of its link|) (in |the cell of its link| |the house of its link|) (= (val |the cell of its link|) |its digit|) (= (own |the cell of its link|) |the house of its link|)))
; it is in the link
(assert (in |the cell of the candidate| |the house of its link|))
; a house holds a digit once
(assert (once |the cell of the candidate| |the cell of its link| |the house of its link|))
; to be refuted
(assert (not (set |the cell of the candidate|)))
(check-sat)
(pop 1)

; Multi-Sector Locked Set
(push 1)
(declare-fun own (Cell) House)
(declare-fun set (Cell) Bool)
(declare-const |the cell of the candidate| Cell)
(declare-const |its digit| Digit)
(declare-const |the house of a link| House)
(declare-const |the cell of a link| Cell)
(declare-const |the house of another link| House)
(declare-const |the cell of another link| Cell)
; it is true
(assert (= (val |the cell of the candidate|) |its digit|))
; each link is that of a cell
(assert (and (set |the cell of a link|) (in |the cell of a link| |the house of a link|) (= (val |the cell of a link|) |its digit|) (= (own |the cell of a link|) |the house of a link|)))
(assert (and (set |the cell of another link|) (in |the cell of another link| |the house of another link|) (= (val |the cell of another link|) |its digit|) (= (own |the cell of another link|) |the house of another link|)))
; it is in both links
(assert (in |the cell of the candidate| |the house of a link|))
; a house holds a digit once
(assert (once |the cell of the candidate| |the cell of a link| |the house of a link|))
; it is in both links
(assert (in |the cell of the candidate| |the house of another link|))
; a house holds a digit once
(assert (once |the cell of the candidate| |the cell of another link| |the house of another link|))
; to be refuted
(assert (not (= |the house of a link| |the house of another link|)))
(check-sat)
(pop 1)
