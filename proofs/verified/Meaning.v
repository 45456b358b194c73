(* The meaning of a puzzle and of a claim. This page states what the theorem in Soundness.v is
   about. It contains nothing about proof files or a checker. All numbers are counted from 0. *)
From Coq Require Import NArith List.
Open Scope N_scope.

(* A board has boxes of `height` rows and `width` columns. The number of its digits, rows, columns
   and boxes is the size. *)
Record board := Board { height : N; width : N }.
Definition size (b : board) : N := height b * width b.

(* A cell is a row and a column. A grid has a digit in every cell; its values outside of the
   board do not matter. *)
Definition cell : Type := N * N.
Definition grid : Type := cell -> N.
Definition on_board (b : board) (p : cell) : Prop := fst p < size b /\ snd p < size b.
Definition same (b : board) (g g' : grid) : Prop := forall p, on_board b p -> g p = g' p.

(* Houses: rows, columns, and boxes, which are counted from left to right and then from top to
   bottom. *)
Inductive house := Row (i : N) | Column (i : N) | Box (i : N).
Definition box_of (b : board) (p : cell) : N := height b * (fst p / height b) + snd p / width b.
Definition lies_in (b : board) (p : cell) (h : house) : Prop :=
  match h with Row i => fst p = i | Column i => snd p = i | Box i => box_of b p = i end.
Definition house_of_board (b : board) (h : house) : Prop :=
  match h with Row i => i < size b | Column i => i < size b | Box i => i < size b end.

(* A solution of the board: every house has every digit exactly once. *)
Definition solution (b : board) (g : grid) : Prop :=
  (forall p, on_board b p -> g p < size b) /\
  (forall h d, house_of_board b h -> d < size b -> exists! p, on_board b p /\ lies_in b p h /\ g p = d).

(* A puzzle has givens (some cells have a digit), a state (each cell has a set of remaining
   digits), or both. It may have further rules, such as cages and thermometers (Constraints.v),
   and may assume that it has at most one solution. *)
Record puzzle := Puzzle {
  shape : board;
  givens : option (cell -> option N);
  state : option (cell -> N -> Prop);
  rules : grid -> Prop;
  assumes_unique : bool
}.

Definition obeys_givens (q : puzzle) (g : grid) : Prop :=
  match givens q with
  | Some given => forall p d, on_board (shape q) p -> given p = Some d -> g p = d
  | None => True
  end.
Definition obeys_state (q : puzzle) (g : grid) : Prop :=
  match state q with
  | Some marks => forall p, on_board (shape q) p -> marks p (g p)
  | None => True
  end.

(* The solutions of the puzzle. If there are givens, the state does not matter. *)
Definition solves (q : puzzle) (g : grid) : Prop :=
  solution (shape q) g /\ rules q g /\ match givens q with Some _ => obeys_givens q g | None => obeys_state q g end.

(* The subject of a proof: the solutions of the puzzle that are also in the state, if there is
   one. *)
Definition allowed (q : puzzle) (g : grid) : Prop :=
  solution (shape q) g /\ rules q g /\ obeys_givens q g /\ obeys_state q g.

Definition at_most_one_solution (q : puzzle) : Prop :=
  forall g g', solves q g -> solves q g' -> same (shape q) g g'.

(* The possible claims: one solution, none, several, or that some digits are not in some cells. *)
Inductive claim :=
  | Unique (g : grid)
  | Nothing
  | Many (g g' : grid)
  | Open (eliminated : list (cell * N)).

Definition holds (q : puzzle) (c : claim) : Prop :=
  match c with
  | Unique g => allowed q g /\ forall g', allowed q g' -> same (shape q) g g'
  | Nothing => forall g, ~ allowed q g
  | Many g g' => allowed q g /\ allowed q g' /\ ~ same (shape q) g g'
  | Open eliminated => forall p d g, In (p, d) eliminated -> allowed q g -> g p <> d
  end.

(* If the puzzle assumes one solution, a claim about it must hold only under that assumption. *)
Definition true_of (q : puzzle) (c : claim) : Prop :=
  (assumes_unique q = true -> at_most_one_solution q) -> holds q c.
