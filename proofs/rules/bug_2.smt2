; The rule bug_2 is sound on every board.
; It is assumed that the puzzle has one solution.
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

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|) (= $S.4 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|) (= $S.5 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|) (= $S.5 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|) (= $S.5 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|) (= $S.5 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|) (= $S.4 |the other place of the digit|) (= $S.5 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|) (= $S.5 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|) (= $S.5 |a cell|) (= $S.6 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|) (= $S.5 |one cell|) (= $S.6 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|) (= $S.5 |another cell|) (= $S.6 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|) (= $S.5 |where the solution has it|) (= $S.6 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|) (= $S.4 |the other place of the digit|) (= $S.5 |the other place of the digit|) (= $S.6 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|) (= $S.5 |where the solution has the digit of one cell|) (= $S.6 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|) (= $S.5 |a cell|) (= $S.6 |a cell|) (= $S.7 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|) (= $S.5 |one cell|) (= $S.6 |one cell|) (= $S.7 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|) (= $S.5 |another cell|) (= $S.6 |another cell|) (= $S.7 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|) (= $S.5 |where the solution has it|) (= $S.6 |where the solution has it|) (= $S.7 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|) (= $S.4 |the other place of the digit|) (= $S.5 |the other place of the digit|) (= $S.6 |the other place of the digit|) (= $S.7 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|) (= $S.5 |where the solution has the digit of one cell|) (= $S.6 |where the solution has the digit of one cell|) (= $S.7 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6) (sees |target 1| $S.7))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(assert (differ |target 1| $S.7))
(check-sat)
(pop 1)

; Bivalue Universal Grave Type 2
(push 1)
(declare-const $z Digit)
(declare-const $S.1 Cell)
(declare-const $S.2 Cell)
(declare-const $S.3 Cell)
(declare-const $S.4 Cell)
(declare-const $S.5 Cell)
(declare-const $S.6 Cell)
(declare-const $S.7 Cell)
(declare-const $S.8 Cell)
(declare-const |target 1| Cell)
(declare-fun live (Cell Digit) Bool)
(declare-fun allowed (Cell Digit) Bool)
(declare-const |a cell| Cell)
(declare-const |one cell| Cell)
(declare-const |another cell| Cell)
(declare-const |a house| House)
(declare-const |a house that may lack a digit| House)
(declare-const |the digit it may lack| Digit)
(declare-const |where the solution has it| Cell)
(declare-fun open (Cell) Bool)
(declare-fun first (Cell) Digit)
(declare-fun second (Cell) Digit)
(define-fun kept ((c Cell) (x Digit)) Bool
  (and (open c) (or (= x (first c)) (= x (second c)))))
(define-fun other ((c Cell)) Digit
  (ite (open c) (ite (= (val c) (first c)) (second c) (first c)) (val c)))
(declare-const |the other place of the digit| Cell)
(declare-const |where the solution has the digit of one cell| Cell)
; members of a set differ
(assert (distinct $S.1 $S.2 $S.3 $S.4 $S.5 $S.6 $S.7 $S.8))
; a cell with further candidates is open
(assert (open $S.1))
; an open cell keeps two candidates
(assert (=> (open |a cell|) (not (= (first |a cell|) (second |a cell|)))))
; the candidates of the solution are live
(assert (live |a cell| (val |a cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |a cell|) (live |a cell| (val |a cell|)) (not (kept |a cell| (val |a cell|)))) (and (or (= $S.1 |a cell|) (= $S.2 |a cell|) (= $S.3 |a cell|) (= $S.4 |a cell|) (= $S.5 |a cell|) (= $S.6 |a cell|) (= $S.7 |a cell|) (= $S.8 |a cell|)) (= (val |a cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |one cell|) (not (= (first |one cell|) (second |one cell|)))))
; the candidates of the solution are live
(assert (live |one cell| (val |one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |one cell|) (live |one cell| (val |one cell|)) (not (kept |one cell| (val |one cell|)))) (and (or (= $S.1 |one cell|) (= $S.2 |one cell|) (= $S.3 |one cell|) (= $S.4 |one cell|) (= $S.5 |one cell|) (= $S.6 |one cell|) (= $S.7 |one cell|) (= $S.8 |one cell|)) (= (val |one cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |another cell|) (not (= (first |another cell|) (second |another cell|)))))
; the candidates of the solution are live
(assert (live |another cell| (val |another cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |another cell|) (live |another cell| (val |another cell|)) (not (kept |another cell| (val |another cell|)))) (and (or (= $S.1 |another cell|) (= $S.2 |another cell|) (= $S.3 |another cell|) (= $S.4 |another cell|) (= $S.5 |another cell|) (= $S.6 |another cell|) (= $S.7 |another cell|) (= $S.8 |another cell|)) (= (val |another cell|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has it|) (not (= (first |where the solution has it|) (second |where the solution has it|)))))
; the candidates of the solution are live
(assert (live |where the solution has it| (val |where the solution has it|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has it|) (live |where the solution has it| (val |where the solution has it|)) (not (kept |where the solution has it| (val |where the solution has it|)))) (and (or (= $S.1 |where the solution has it|) (= $S.2 |where the solution has it|) (= $S.3 |where the solution has it|) (= $S.4 |where the solution has it|) (= $S.5 |where the solution has it|) (= $S.6 |where the solution has it|) (= $S.7 |where the solution has it|) (= $S.8 |where the solution has it|)) (= (val |where the solution has it|) $z))))
; an open cell keeps two candidates
(assert (=> (open $S.1) (not (= (first $S.1) (second $S.1)))))
; the candidates of the solution are live
(assert (live $S.1 (val $S.1)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open $S.1) (live $S.1 (val $S.1)) (not (kept $S.1 (val $S.1)))) (= (val $S.1) $z)))
; an open cell keeps two candidates
(assert (=> (open |the other place of the digit|) (not (= (first |the other place of the digit|) (second |the other place of the digit|)))))
; the candidates of the solution are live
(assert (live |the other place of the digit| (val |the other place of the digit|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |the other place of the digit|) (live |the other place of the digit| (val |the other place of the digit|)) (not (kept |the other place of the digit| (val |the other place of the digit|)))) (and (or (= $S.1 |the other place of the digit|) (= $S.2 |the other place of the digit|) (= $S.3 |the other place of the digit|) (= $S.4 |the other place of the digit|) (= $S.5 |the other place of the digit|) (= $S.6 |the other place of the digit|) (= $S.7 |the other place of the digit|) (= $S.8 |the other place of the digit|)) (= (val |the other place of the digit|) $z))))
; an open cell keeps two candidates
(assert (=> (open |where the solution has the digit of one cell|) (not (= (first |where the solution has the digit of one cell|) (second |where the solution has the digit of one cell|)))))
; the candidates of the solution are live
(assert (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))
; what an open cell does not keep is one of the digits left out
(assert (=> (and (open |where the solution has the digit of one cell|) (live |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)) (not (kept |where the solution has the digit of one cell| (val |where the solution has the digit of one cell|)))) (and (or (= $S.1 |where the solution has the digit of one cell|) (= $S.2 |where the solution has the digit of one cell|) (= $S.3 |where the solution has the digit of one cell|) (= $S.4 |where the solution has the digit of one cell|) (= $S.5 |where the solution has the digit of one cell|) (= $S.6 |where the solution has the digit of one cell|) (= $S.7 |where the solution has the digit of one cell|) (= $S.8 |where the solution has the digit of one cell|)) (= (val |where the solution has the digit of one cell|) $z))))
; what is kept is live, and what is live the puzzle allows
(assert (and (=> (kept |a cell| (other |a cell|)) (live |a cell| (other |a cell|))) (=> (live |a cell| (other |a cell|)) (allowed |a cell| (other |a cell|)))))
; a digit has no more than two places in a house
(assert (=> (and (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (kept |another cell| (other |one cell|)) (in |another cell| |a house|)) (and (kept |where the solution has the digit of one cell| (other |one cell|)) (in |where the solution has the digit of one cell| |a house|))) (or (= |one cell| |another cell|) (= |one cell| |where the solution has the digit of one cell|) (= |another cell| |where the solution has the digit of one cell|))))
; a digit with a place in a house has two there
(assert (=> (and (kept |where the solution has it| |the digit it may lack|) (in |where the solution has it| |a house that may lack a digit|)) (and (kept |the other place of the digit| |the digit it may lack|) (in |the other place of the digit| |a house that may lack a digit|) (not (= |where the solution has it| |the other place of the digit|)))))
; a house in which a digit has places must hold it
(assert (=> (and (kept |one cell| (other |one cell|)) (in |one cell| |a house|)) (and (in |where the solution has the digit of one cell| |a house|) (= (val |where the solution has the digit of one cell|) (other |one cell|)))))
; a digit that is solved in a house has no places there
(assert (=> (and (not (open |one cell|)) (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|))) (not (kept |another cell| (val |one cell|)))))
(assert (=> (and (not (open |another cell|)) (in |another cell| |a house|) (in |one cell| |a house|) (not (= |another cell| |one cell|))) (not (kept |one cell| (val |another cell|)))))
(assert (=> (and (not (open |where the solution has the digit of one cell|)) (in |where the solution has the digit of one cell| |a house|) (in |one cell| |a house|) (not (= |where the solution has the digit of one cell| |one cell|))) (not (kept |one cell| (val |where the solution has the digit of one cell|)))))
; a house holds a digit once
(assert (=> (and (in |one cell| |a house|) (in |another cell| |a house|) (= (val |one cell|) (val |another cell|))) (= |one cell| |another cell|)))
(assert (=> (and (in |where the solution has it| |a house that may lack a digit|) (in |the other place of the digit| |a house that may lack a digit|) (= (val |where the solution has it|) (val |the other place of the digit|))) (= |where the solution has it| |the other place of the digit|)))
; the puzzle has one solution: another grid is the same, or has a digit that is not allowed, one twice in a house, or none where there must be one
(assert (or (= (other $S.1) (val $S.1)) (not (allowed |a cell| (other |a cell|))) (and (in |one cell| |a house|) (in |another cell| |a house|) (not (= |one cell| |another cell|)) (= (other |one cell|) (other |another cell|))) (not (or (and (in |where the solution has it| |a house that may lack a digit|) (= (other |where the solution has it|) |the digit it may lack|)) (and (in |the other place of the digit| |a house that may lack a digit|) (= (other |the other place of the digit|) |the digit it may lack|))))))
; a house that must hold a digit holds it
(assert (and (in |where the solution has it| |a house that may lack a digit|) (= (val |where the solution has it|) |the digit it may lack|)))
; to be refuted
(assert (and (= (val |target 1|) $z) (and (sees |target 1| $S.1) (sees |target 1| $S.2) (sees |target 1| $S.3) (sees |target 1| $S.4) (sees |target 1| $S.5) (sees |target 1| $S.6) (sees |target 1| $S.7) (sees |target 1| $S.8))))
; a house is of one kind
(assert (and (or (is-row |a house|) (is-column |a house|) (is-box |a house|) (is-extra |a house|)) (not (and (is-row |a house|) (is-column |a house|))) (not (and (is-row |a house|) (is-box |a house|))) (not (and (is-row |a house|) (is-extra |a house|))) (not (and (is-column |a house|) (is-box |a house|))) (not (and (is-column |a house|) (is-extra |a house|))) (not (and (is-box |a house|) (is-extra |a house|)))))
(assert (and (or (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)) (not (and (is-row |a house that may lack a digit|) (is-column |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-row |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-box |a house that may lack a digit|))) (not (and (is-column |a house that may lack a digit|) (is-extra |a house that may lack a digit|))) (not (and (is-box |a house that may lack a digit|) (is-extra |a house that may lack a digit|)))))
; cells that see each other differ
(assert (differ |target 1| $S.1))
(assert (differ |target 1| $S.2))
(assert (differ |target 1| $S.3))
(assert (differ |target 1| $S.4))
(assert (differ |target 1| $S.5))
(assert (differ |target 1| $S.6))
(assert (differ |target 1| $S.7))
(assert (differ |target 1| $S.8))
(check-sat)
(pop 1)
