(* Bytes as words: tokens, numbers, digits, as FORMAT.md section 1 and 2 writes them. *)
From Coq Require Import NArith List String Strings.Byte Bool.
Import ListNotations.
Open Scope N_scope.

Definition word : Type := list byte.

Definition is_line_feed (b : byte) : bool := match b with x0a => true | _ => false end.
Definition is_carriage_return (b : byte) : bool := match b with x0d => true | _ => false end.
Definition is_space (b : byte) : bool := match b with x20 => true | _ => false end.
Definition is_hash (b : byte) : bool := match b with x23 => true | _ => false end.
Definition is (a b : byte) : bool := Byte.eqb a b.

Fixpoint word_eqb (a b : word) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => is x y && word_eqb a b
  | _, _ => false
  end.

(* The tokens of a line, which is given in reverse order. *)
Definition flush (token : word) (tokens : list word) : list word :=
  match token with [] => tokens | _ => token :: tokens end.
Fixpoint split (backwards : list byte) (token : word) (tokens : list word) : list word :=
  match backwards with
  | [] => flush token tokens
  | b :: rest =>
    if is_space b then split rest [] (flush token tokens) else split rest (b :: token) tokens
  end.
Definition tokens (backwards : list byte) : list word := split backwards [] [].

Definition decimal (b : byte) : option N :=
  match b with
  | x30 => Some 0 | x31 => Some 1 | x32 => Some 2 | x33 => Some 3 | x34 => Some 4
  | x35 => Some 5 | x36 => Some 6 | x37 => Some 7 | x38 => Some 8 | x39 => Some 9
  | _ => None
  end.

(* The digits of boards, `1` to `9` and `A` to `P`, counted from 0. *)
Definition any_digit (b : byte) : option N :=
  match b with
  | x31 => Some 0 | x32 => Some 1 | x33 => Some 2 | x34 => Some 3 | x35 => Some 4
  | x36 => Some 5 | x37 => Some 6 | x38 => Some 7 | x39 => Some 8
  | x41 => Some 9 | x42 => Some 10 | x43 => Some 11 | x44 => Some 12 | x45 => Some 13 | x46 => Some 14
  | x47 => Some 15 | x48 => Some 16 | x49 => Some 17 | x4a => Some 18 | x4b => Some 19 | x4c => Some 20
  | x4d => Some 21 | x4e => Some 22 | x4f => Some 23 | x50 => Some 24
  | _ => None
  end.
Definition digit (n : N) (b : byte) : option N :=
  match any_digit b with
  | Some d => if d <? n then Some d else None
  | None => None
  end.

(* The maximum number that is read. In a proof file, every larger number has the same meaning. *)
Definition enough : N := 1000001.
Fixpoint digits (w : word) (value : N) : option N :=
  match w with
  | [] => Some value
  | b :: w =>
    match decimal b with
    | Some d => digits w (if value <? enough then 10 * value + d else value)
    | None => None
    end
  end.
Definition number (w : word) : option N :=
  match w with
  | [] => None
  | [b] => decimal b
  | b :: _ => if is b x30 then None else digits w 0
  end.

(* Reads a number from 1 to `most`, and returns it counted from 0. *)
Definition position (most : N) (w : word) : option N :=
  match number w with
  | Some (Npos p) => if Npos p <=? most then Some (Pos.pred_N p) else None
  | _ => None
  end.

(* The word before the first byte of this kind, and the bytes after it. *)
Fixpoint cut_onto (at_byte : byte) (w before : word) : option (word * word) :=
  match w with
  | [] => None
  | b :: w => if is b at_byte then Some (rev_append before [], w) else cut_onto at_byte w (b :: before)
  end.
Definition cut (at_byte : byte) (w : word) : option (word * word) := cut_onto at_byte w [].

(* `r3c4` without the `r`. *)
Definition row_and_column (n : N) (w : word) : option (N * N) :=
  match cut x63 w with
  | Some (row, column) =>
    match position n row, position n column with
    | Some r, Some c => Some (r, c)
    | _, _ => None
    end
  | None => None
  end.

(* `r3c4=7`, or `r3c4<>7`: row, column, digit. *)
Definition cell_and_digit (n : N) (cell rest : word) : option (N * N * N) :=
  match cell, rest with
  | r :: cell, [d] =>
    match (if is r x72 then row_and_column n cell else None), digit n d with
    | Some (r, c), Some d => Some (r, c, d)
    | _, _ => None
    end
  | _, _ => None
  end.
Definition placement (n : N) (w : word) : option (N * N * N) :=
  match cut x3d w with
  | Some (cell, rest) => cell_and_digit n cell rest
  | None => None
  end.
Definition elimination (n : N) (w : word) : option (N * N * N) :=
  match cut x3c w with
  | Some (cell, greater :: rest) => if is greater x3e then cell_and_digit n cell rest else None
  | _ => None
  end.

(* The kind of a group and its two numbers: 0, row, column for `r3c4`; 1, 2 or 3, the house and
   the digit for `7r3`, `7c4`, `7b2`. *)
Definition kind_of (house : byte) : option N :=
  if is house x72 then Some 1 else if is house x63 then Some 2 else if is house x62 then Some 3 else None.
Definition group_name (n : N) (w : word) : option (N * N * N) :=
  match w with
  | [] => None
  | first :: rest =>
    if is first x72 then
      match row_and_column n rest with Some (r, c) => Some (0, r, c) | None => None end
    else match rest with
    | [] => None
    | house :: place =>
      match kind_of house, digit n first, position n place with
      | Some k, Some d, Some i => Some (k, i, d)
      | _, _, _ => None
      end
    end
  end.

Definition w_qed := Eval compute in list_byte_of_string "qed".
Definition w_one := Eval compute in list_byte_of_string "1".
Definition w_two := Eval compute in list_byte_of_string "2".
Definition w_latin := Eval compute in list_byte_of_string "latin".
Definition w_board := Eval compute in list_byte_of_string "board".
Definition w_sudoku := Eval compute in list_byte_of_string "sudoku".
Definition w_givens := Eval compute in list_byte_of_string "givens".
Definition w_state := Eval compute in list_byte_of_string "state".
Definition w_assume := Eval compute in list_byte_of_string "assume".
Definition w_unique := Eval compute in list_byte_of_string "unique".
Definition w_count := Eval compute in list_byte_of_string "count".
Definition w_single := Eval compute in list_byte_of_string "single".
Definition w_suppose := Eval compute in list_byte_of_string "suppose".
Definition w_refuted := Eval compute in list_byte_of_string "refuted".
Definition w_deadly := Eval compute in list_byte_of_string "deadly".
Definition w_claim := Eval compute in list_byte_of_string "claim".
Definition w_none := Eval compute in list_byte_of_string "none".
Definition w_many := Eval compute in list_byte_of_string "many".
Definition w_open := Eval compute in list_byte_of_string "open".
Definition w_colon := Eval compute in list_byte_of_string ":".
Definition w_dash := Eval compute in list_byte_of_string "-".
