(* FORMAT.md sections 2 and 3 restated as definitions: the significant lines of a file, their
   tokens, and the puzzle of a header. Nothing here computes. HeaderRead.v proves that the
   checker reads files in this way. *)
From Coq Require Import NArith List Sorting.Sorted Strings.Byte.
From Qedoku Require Import Meaning Words.
From Qedoku Require Rules.
Import ListNotations.
Open Scope N_scope.

(* The file is a sequence of lines that end with a line feed; the last one may lack it. *)
Definition lines_are (file : list byte) (ended : list (list byte)) (last : list byte) : Prop :=
  file = concat (map (fun line => line ++ [x0a]) ended) ++ last /\ forall line, In line (last :: ended) -> ~ In x0a line.

(* One carriage return directly before the line feed is ignored. *)
Definition stripped (line : list byte) : list byte :=
  match rev line with x0d :: before => rev before | _ => line end.

(* A line whose first byte other than a space is `#` is a comment. *)
Inductive is_comment : list byte -> Prop :=
  | comment_here l : is_comment (x23 :: l)
  | comment_later l : is_comment l -> is_comment (x20 :: l).

(* Any other line is split into tokens at spaces; several spaces count as one. *)
Inductive split_as : list byte -> list word -> Prop :=
  | split_end : split_as [] []
  | split_space l ws : split_as l ws -> split_as (x20 :: l) ws
  | split_token w l ws : w <> [] -> ~ In x20 w -> hd x20 l = x20 -> split_as l ws -> split_as (w ++ l) (w :: ws).

Definition tokens_are (line : list byte) (ws : list word) : Prop :=
  (is_comment line /\ ws = []) \/ (~ is_comment line /\ split_as line ws).

(* The significant lines as tokens. Comments and lines without tokens are ignored. *)
Inductive counting : list (list byte) -> list (list word) -> Prop :=
  | counting_end : counting [] []
  | ignored line lines found : tokens_are line [] -> counting lines found -> counting (line :: lines) found
  | counted line lines ws found :
    ws <> [] -> tokens_are line ws -> counting lines found -> counting (line :: lines) (ws :: found).
Definition lines_that_count (file : list byte) (found : list (list word)) : Prop :=
  exists ended last, lines_are file ended last /\ counting (map stripped ended ++ [last]) found.

(* The contents of the cells, in reading order. *)
Definition stands_at {A} (b : board) (l : list A) (p : cell) (a : A) : Prop :=
  nth_error l (N.to_nat (fst p * size b + snd p)) = Some a.

(* `givens TEXT`: for each cell a digit or `.` *)
Definition givens_line (b : board) (given : cell -> option N) (ws : list word) : Prop :=
  exists text, ws = [w_givens; text] /\ N.of_nat (length text) = size b * size b /\
  forall p c, on_board b p -> stands_at b text p c ->
    match given p with Some d => d < size b /\ c = Rules.digit_byte d | None => c = x2e end.

(* `state G G G ...`: the remaining digits of each cell in ascending order, or `-` *)
Definition state_line (b : board) (marks : cell -> N -> Prop) (ws : list word) : Prop :=
  exists texts, ws = w_state :: texts /\ N.of_nat (length texts) = size b * size b /\
  forall p w, on_board b p -> stands_at b texts p w ->
    exists ds, (forall d, marks p d <-> In d ds) /\ (forall d, In d ds -> d < size b) /\ Sorted N.lt ds /\
      ((w = w_dash /\ ds = []) \/ w = map Rules.digit_byte ds).

(* The header, and the lines after it. If an optional header line is missing, the next line is
   not of its form. *)
Definition header_then (found : list (list word)) (q : puzzle) (rest : list (list word)) : Prop :=
  let b := shape q in
  exists gs ss us,
    found = [w_qed; w_one] ::
            [w_board; w_sudoku; Rules.write_number (height b) ++ x78 :: Rules.write_number (width b)] ::
            gs ++ ss ++ us ++ rest /\
    0 < height b /\ 0 < width b /\ size b <= 25 /\
    match givens q with Some given => exists ws, gs = [ws] /\ givens_line b given ws | None => gs = [] end /\
    match state q with Some marks => exists ws, ss = [ws] /\ state_line b marks ws | None => ss = [] end /\
    us = (if assumes_unique q then [[w_assume; w_unique]] else []) /\
    (givens q <> None \/ state q <> None) /\
    forall ws, hd_error rest = Some ws -> us = [] ->
      hd_error ws <> Some w_assume /\ (ss = [] -> hd_error ws <> Some w_state).
Definition states (found : list (list word)) (q : puzzle) : Prop :=
  (exists rest, header_then found q rest) /\ forall g, rules q g.
(* The header of version 2 is not stated here. *)
Definition is_version_2 (found : list (list word)) : Prop := hd_error found = Some [w_qed; w_two].
