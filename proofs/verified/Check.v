(* The checker: from bytes to a verdict, FORMAT.md sections 2, 3 and 6. It reads byte by byte, so
   a program can pass a file of any length in pieces. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Board Steps Claims Header Constraints Lines Definitions VariantSteps VariantClaims.
Import ListNotations.
Open Scope N_scope.

Definition first_position (ctx : context) : position :=
  {| live := at_start ctx; supposed := []; depth := 0; deadly_sets := Map.empty _ |}.

Inductive verdict :=
  | Accepted (h : header) (c : proved) (steps : N)
  | Rejected (line : N) (step : option N) (r : reason)
  | Declined (d : decline).

(* The checker's place in the file: before the first line, before the board, before givens or
   state, before state, before the assumption, among the steps (after `done` of them), after the
   claim. The constructors with constraint lines are for version 2. Comments and empty lines are
   skipped. *)
Inductive phase :=
  | AtVersion
  | AtBoard
  | AtPuzzle (t : table)
  | AtState (h : header)
  | AtAssume (h : header)
  | AtStep (h : header) (ctx : context) (s : position) (done : N)
  | AtVariantBoard
  | AtVariantPuzzle (t : table) (latin : bool)
  | AtVariantState (h : header) (latin : bool)
  | AtLines (h : header) (latin : bool) (bk : book)
  | AtVariantStep (h : header) (st : setting) (s : place) (done : N)
  | AtEnd (h : header) (c : proved) (steps : N)
  | Decided (v : verdict).

Definition read_size (w : word) : option (N * N) :=
  match cut x78 w with
  | Some (a, b) => match number a, number b with Some h, Some w => Some (h, w) | _, _ => None end
  | None => None
  end.

(* The effect of one line with its number. The line is neither empty nor a comment. *)
Definition at_version (line : N) (ws : list word) : phase :=
  match ws with
  | [a; b] =>
    if word_eqb a w_qed && word_eqb b w_one then AtBoard
    else if word_eqb a w_qed && word_eqb b w_two then AtVariantBoard
    else match (if word_eqb a w_qed then number b else None) with
         | Some _ => Decided (Declined UnknownVersion)
         | None => Decided (Rejected line None BadVersion)
         end
  | _ => Decided (Rejected line None BadVersion)
  end.

Definition at_board (line : N) (ws : list word) : phase :=
  let bad := Decided (Rejected line None BadBoard) in
  match ws with
  | a :: kind :: rest =>
    if negb (word_eqb a w_board) then bad
    else if negb (word_eqb kind w_sudoku) then Decided (Declined UnknownBoard)
    else match rest with
         | [size] =>
           match read_size size with
           | Some (h, w) =>
             if (h =? 0) || (w =? 0) then bad
             else match table_of h w with
                  | Some t => AtPuzzle t
                  | None => Decided (Declined UnknownBoard)
                  end
           | None => bad
           end
         | _ => bad
         end
  | _ => bad
  end.

Definition read_givens (t : table) (ws : list word) : result header :=
  let n := digits_of t in
  match ws with
  | [w] =>
    match (if has_length (n * n) w then given_cells n w else None) with
    | Some gs => Ok {| on := t; given_digits := Some gs; state_digits := None; constraint_lines := []; unique_assumed := false |}
    | None => Err BadGivens
    end
  | _ => Err BadGivens
  end.

Definition read_state (h : header) (ws : list word) : result header :=
  let n := digits_of (on h) in
  do _ <- need (has_length (n * n) ws) StateSize;
  do marks <- each (state_cell n) ws;
  Ok {| on := on h; given_digits := given_digits h; state_digits := Some marks; constraint_lines := []; unique_assumed := false |}.

Definition or_rejected (line : N) (p : header -> phase) (r : result header) : phase :=
  match r with Ok h => p h | Err why => Decided (Rejected line None why) end.

Definition at_step (line : N) (h : header) (ctx : context) (s : position) (done : N) (ws : list word) : phase :=
  let k := N.succ done in
  match ws with
  | kind :: rest =>
    if word_eqb kind w_claim then
      match claims ctx rest s with
      | Ok c => AtEnd h c k
      | Err why => Decided (Rejected line (Some k) why)
      end
    else match step ctx ws s with
         | Ok s => AtStep h ctx s k
         | Err why => Decided (Rejected line (Some k) why)
         end
  | [] => AtStep h ctx s done
  end.

Definition at_assume (line : N) (h : header) (ws : list word) : phase :=
  let start h := AtStep h (context_of h) (first_position (context_of h)) 0 in
  let assumed := {| on := on h; given_digits := given_digits h; state_digits := state_digits h;
                    constraint_lines := constraint_lines h; unique_assumed := true |} in
  match ws with
  | kind :: rest =>
    if word_eqb kind w_assume then
      match rest with
      | [it] => if word_eqb it w_unique then start assumed else Decided (Rejected line None BadAssume)
      | _ => Decided (Rejected line None BadAssume)
      end
    else at_step line h (context_of h) (first_position (context_of h)) 0 ws
  | [] => AtAssume h
  end.

(* The lines of a file of version 2. *)
Definition failed (line : N) (step : option N) (why : reason) : phase :=
  Decided (if declines why then Declined (Declining why) else Rejected line step why).

Definition at_variant_board (line : N) (ws : list word) : phase :=
  let bad := Decided (Rejected line None BadBoard) in
  let on_table latin t := match t with Some t => AtVariantPuzzle t latin | None => Decided (Declined UnknownBoard) end in
  match ws with
  | a :: kind :: rest =>
    if negb (word_eqb a w_board) then bad
    else if word_eqb kind w_sudoku then
      match rest with
      | [size] =>
        match read_size size with
        | Some (h, w) => if (h =? 0) || (w =? 0) then bad else on_table false (table_of h w)
        | None => bad
        end
      | _ => bad
      end
    else if word_eqb kind w_latin then
      match rest with
      | [size] =>
        match number size with
        | Some n => if n =? 0 then bad else on_table true (table_of 1 n)
        | None => bad
        end
      | _ => bad
      end
    else Decided (Declined UnknownBoard)
  | _ => bad
  end.

Definition at_variant_step (line : N) (h : header) (st : setting) (s : place) (done : N) (ws : list word) : phase :=
  let k := N.succ done in
  match ws with
  | kind :: rest =>
    if word_eqb kind w_claim then
      match variant_claims (constraint_lines h) st rest s with
      | Ok c => AtEnd h c k
      | Err why => failed line (Some k) why
      end
    else match variant_step st ws s with
         | Ok s => AtVariantStep h st s k
         | Err why => failed line (Some k) why
         end
  | [] => AtVariantStep h st s done
  end.

Definition with_line (h : header) (c : constraint) : header :=
  {| on := on h; given_digits := given_digits h; state_digits := state_digits h; constraint_lines := c :: constraint_lines h;
     unique_assumed := unique_assumed h |}.
Definition with_assumption (h : header) : header :=
  {| on := on h; given_digits := given_digits h; state_digits := state_digits h; constraint_lines := constraint_lines h;
     unique_assumed := true |}.

Definition at_lines (line : N) (h : header) (latin : bool) (bk : book) (ws : list word) : phase :=
  let n := digits_of (on h) in
  let start h := let st := setting_of h latin bk in AtVariantStep h st (first_place st bk) 0 in
  match ws with
  | kind :: rest =>
    if existsb (word_eqb kind) line_words then
      match (do (name, c) <- read_line n latin (is_taken bk) ws; do bk <- add_line n bk name c; Ok (c, bk)) with
      | Ok (c, bk) => AtLines (with_line h c) latin bk
      | Err why => failed line None why
      end
    else if word_eqb kind w_assume then
      match rest with
      | [it] => if word_eqb it w_unique then start (with_assumption h) else Decided (Rejected line None BadAssume)
      | _ => Decided (Rejected line None BadAssume)
      end
    else let st := setting_of h latin bk in at_variant_step line h st (first_place st bk) 0 ws
  | [] => AtLines h latin bk
  end.

Definition begins (w : word) (ws : list word) : bool := match ws with a :: _ => word_eqb a w | [] => false end.

Definition line_done (line : N) (ws : list word) (p : phase) : phase :=
  match p with
  | AtVersion => at_version line ws
  | AtBoard => at_board line ws
  | AtPuzzle t =>
    if begins w_givens ws then or_rejected line AtState (read_givens t (tl ws))
    else if begins w_state ws then
      or_rejected line AtAssume (read_state {| on := t; given_digits := None; state_digits := None;
                                               constraint_lines := []; unique_assumed := false |} (tl ws))
    else Decided (Rejected line None NoPuzzle)
  | AtState h =>
    if begins w_state ws then or_rejected line AtAssume (read_state h (tl ws)) else at_assume line h ws
  | AtAssume h => at_assume line h ws
  | AtStep h ctx s done => at_step line h ctx s done ws
  | AtVariantBoard => at_variant_board line ws
  | AtVariantPuzzle t latin =>
    let lines h := AtLines h latin no_lines in
    if begins w_givens ws then or_rejected line (fun h => AtVariantState h latin) (read_givens t (tl ws))
    else if begins w_state ws then
      or_rejected line lines (read_state {| on := t; given_digits := None; state_digits := None;
                                            constraint_lines := []; unique_assumed := false |} (tl ws))
    else Decided (Rejected line None NoPuzzle)
  | AtVariantState h latin =>
    if begins w_state ws then or_rejected line (fun h => AtLines h latin no_lines) (read_state h (tl ws))
    else at_lines line h latin no_lines ws
  | AtLines h latin bk => at_lines line h latin bk ws
  | AtVariantStep h st s done => at_variant_step line h st s done ws
  | AtEnd _ _ _ => Decided (Rejected line None AfterClaim)
  | Decided v => Decided v
  end.

(* The current line: its number, the number of bytes that may still follow, whether it is a
   comment, and its bytes in reverse order, without leading spaces. The bytes of a comment are
   not kept. *)
Record reading := Reading {
  at_phase : phase;
  line_number : N;
  room : N;
  comment : bool;
  backwards : list byte
}.
Definition longest_line : N := 1048576.
Definition next_line (p : phase) (line : N) : reading :=
  {| at_phase := p; line_number := line; room := longest_line; comment := false; backwards := [] |}.
Definition start : reading := next_line AtVersion 1.

Definition end_line (line : N) (backwards : list byte) (p : phase) : phase :=
  match tokens backwards with [] => p | ws => line_done line ws p end.

Definition without_return (backwards : list byte) : list byte :=
  match backwards with
  | b :: rest => if is_carriage_return b then rest else backwards
  | [] => []
  end.

(* Reads one more byte. *)
Definition feed (r : reading) (b : byte) : reading :=
  match at_phase r with
  | Decided _ => r
  | p =>
    if is_line_feed b then
      next_line (end_line (line_number r) (without_return (backwards r)) p) (N.succ (line_number r))
    else match room r with
    | N0 => next_line (Decided (Rejected (line_number r) None LineTooLong)) (line_number r)
    | Npos room =>
      let keep comment backwards := {| at_phase := p; line_number := line_number r; room := Pos.pred_N room;
                                       comment := comment; backwards := backwards |} in
      if comment r then keep true []
      else match backwards r with
           | [] => if is_space b then keep false [] else if is_hash b then keep true [] else keep false [b]
           | l => keep false (b :: l)
           end
    end
  end.

(* The verdict at the end of the file. A last line without a line feed counts as a line. *)
Definition finish (r : reading) : verdict :=
  let used := negb (room r =? longest_line) in
  let line := if used then N.succ (line_number r) else line_number r in
  match end_line (line_number r) (backwards r) (at_phase r) with
  | Decided v => v
  | AtEnd h c steps => Accepted h c steps
  | _ => Rejected line None MissingClaim
  end.

Definition check (file : list byte) : verdict := finish (fold_left feed file start).
