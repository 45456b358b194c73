(* The board as tables: which candidates exist, which groups hold each of them, and the members of
   each group.

   A candidate, "this digit is in this cell", is a number: 1 + cell * n + digit, where cells are
   counted from 0 in reading order. A group is 1 + (kind * n + first) * n + second: kind 0 is a
   cell, by row and column; kinds 1, 2, 3 are a digit in a row, column, box, by house and digit. *)
From Coq Require Import NArith PArith List FMapPositive.
From Qedoku Require Import Meaning.
Import ListNotations.
Open Scope N_scope.
Module Map := PositiveMap.

Definition candidate (n cell d : N) : positive := N.succ_pos (cell * n + d).
Definition cell_of (n : N) (x : positive) : N := Pos.pred_N x / n.
Definition digit_of (n : N) (x : positive) : N := Pos.pred_N x mod n.
Definition place_of (n : N) (x : positive) : cell := (cell_of n x / n, cell_of n x mod n).

Definition group (n kind first second : N) : positive := N.succ_pos ((kind * n + first) * n + second).
Definition groups (b : board) (x : positive) : list positive :=
  let n := size b in
  let (row, column) := place_of n x in
  let d := digit_of n x in
  [group n 0 row column; group n 1 row d; group n 2 column d; group n 3 (box_of b (row, column)) d].

(* The numbers from `first` on, `count` of them. *)
Fixpoint numbers (count : nat) (first : N) : list N :=
  match count with
  | O => []
  | S count => first :: numbers count (N.succ first)
  end.
Definition below (n : N) : list N := numbers (N.to_nat n) 0.
Definition candidates (n : N) : list positive := map N.succ_pos (below (n * n * n)).

Definition list_at (g : positive) (t : Map.t (list positive)) : list positive :=
  match Map.find g t with Some l => l | None => [] end.
Definition insert (x : positive) (g : positive) (t : Map.t (list positive)) := Map.add g (x :: list_at g t) t.

Record table := Table {
  board_of : board;
  digits_of : N;
  groups_of : Map.t (list positive);  (* by candidate *)
  members_of : Map.t (list positive)  (* by group *)
}.

Definition build (b : board) : table :=
  let all := candidates (size b) in
  {| board_of := b;
     digits_of := size b;
     groups_of := fold_right (fun x t => Map.add x (groups b x) t) (Map.empty _) all;
     members_of := fold_right (fun x t => fold_right (insert x) t (groups b x)) (Map.empty _) all |}.

(* Tables take time to build. In the extracted program, a delayed value becomes a lazy one, so
   each table is built at most once, when a file needs it. *)
CoInductive delayed (A : Type) := Delay (a : A).
Arguments Delay {A}.
Definition force {A} (d : delayed A) : A := match d with Delay a => a end.

Definition boards : list (N * N * delayed table) :=
  let sides := numbers 25 1 in
  flat_map (fun h => flat_map (fun w =>
    if h * w <=? 25 then [(h, w, Delay (build (Board h w)))] else []) sides) sides.

Definition table_of (h w : N) : option table :=
  match find (fun it => let '(h', w', _) := it in (h =? h') && (w =? w'))%bool boards with
  | Some (_, _, t) => Some (force t)
  | None => None
  end.
