; The rule cage_combinations is sound on every board.
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

; Cage Combinations
(push 1)
(declare-const |the cell of the candidate| Cell)
(declare-const |a cell of the constraints| Cell)
(declare-const |its digit| Digit)
(declare-const |the digit of the filling there| Digit)
(declare-sort Filling 0)
(declare-fun fills (Filling) Bool)
(declare-fun has (Filling Cell Digit) Bool)
(declare-fun bars (Cell Digit Cell Digit) Bool)
(declare-const |the digits of the solution in the cells| Filling)
; the digits of the solution satisfy the constraints, so they are a filling
(assert (fills |the digits of the solution in the cells|))
; the filling has the digits of the solution
(assert (=> (has |the digits of the solution in the cells| |a cell of the constraints| |the digit of the filling there|) (= (val |a cell of the constraints|) |the digit of the filling there|)))
; two candidates that exclude each other are not both true
(assert (=> (bars |a cell of the constraints| |the digit of the filling there| |the cell of the candidate| |its digit|) (not (and (= (val |a cell of the constraints|) |the digit of the filling there|) (= (val |the cell of the candidate|) |its digit|)))))
; every filling has a candidate that excludes the target
(assert (=> (fills |the digits of the solution in the cells|) (and (has |the digits of the solution in the cells| |a cell of the constraints| |the digit of the filling there|) (bars |a cell of the constraints| |the digit of the filling there| |the cell of the candidate| |its digit|))))
; to be refuted
(assert (= (val |the cell of the candidate|) |its digit|))
(check-sat)
(pop 1)
