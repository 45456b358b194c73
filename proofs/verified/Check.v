(* The checker: from bytes to a verdict, FORMAT.md sections 2, 3 and 6. It takes one byte after the other, so that a
   program can feed it a file of any length in pieces. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Board Steps Claims.
Import ListNotations.
Open Scope N_scope.

(* The header as it was read: a digit or nothing for each cell; the digits that are left in each cell. *)
Record header := Header {
  on : table;
  given_digits : option (list (option N));
  state_digits : option (list (list N));
  unique_assumed : bool
}.

(* The puzzle that a header states, in the words of Meaning.v. *)
Definition at_cell {A} (n : N) (l : list A) (default : A) (p : cell) : A := nth (N.to_nat (fst p * n + snd p)) l default.
Definition puzzle_of (h : header) : puzzle :=
  let n := digits_of (on h) in
  {| shape := board_of (on h);
     givens := option_map (fun gs => at_cell n gs None) (given_digits h);
     state := option_map (fun ms p d => In d (at_cell n ms [] p)) (state_digits h);
     assumes_unique := unique_assumed h |}.

(* The claim that an accepted file makes of it. *)
Definition claim_of (h : header) (c : proved) : claim :=
  let grid ds := at_cell (digits_of (on h)) ds 0 in
  match c with
  | ProvedUnique ds => Unique (grid ds)
  | ProvedNone => Nothing
  | ProvedMany ds ds' => Many (grid ds) (grid ds')
  | ProvedOpen it => Open it
  end.

Fixpoint given_cells (n : N) (w : word) : option (list (option N)) :=
  match w with
  | [] => Some []
  | b :: w =>
    match (if is b x2e then Some None else option_map Some (digit n b)), given_cells n w with
    | Some g, Some gs => Some (g :: gs)
    | _, _ => None
    end
  end.

Fixpoint ascending (ds : list N) : bool :=
  match ds with
  | a :: (b :: _) as rest => (a <? b) && ascending rest
  | _ => true
  end.
Definition state_cell (n : N) (w : word) : result (list N) :=
  if word_eqb w w_dash then Ok []
  else match grid_digits n w with
       | Some ds => if ascending ds then Ok ds else Err BadStateCell
       | None => Err BadStateCell
       end.

(* The candidates of lists of digits, one for each cell from `cell` on. *)
Fixpoint add_cell (n cell : N) (ds : list N) (s : Set_.t) : Set_.t :=
  match ds with
  | [] => s
  | d :: ds => add_cell n cell ds (Set_.add (candidate n cell d) s)
  end.
Fixpoint add_cells (n cell : N) (marks : list (list N)) (s : Set_.t) : Set_.t :=
  match marks with
  | [] => s
  | ds :: marks => add_cells n (N.succ cell) marks (add_cell n cell ds s)
  end.
Definition set_of (n : N) (marks : list (list N)) : Set_.t := add_cells n 0 marks Set_.empty.
Definition marks_of (n : N) (gs : list (option N)) : list (list N) :=
  let all := below n in
  map (fun g => match g with Some d => [d] | None => all end) gs.
Fixpoint givens_of (n cell : N) (gs : list (option N)) : list positive :=
  match gs with
  | [] => []
  | Some d :: gs => candidate n cell d :: givens_of n (N.succ cell) gs
  | None :: gs => givens_of n (N.succ cell) gs
  end.

Definition context_of (h : header) : context :=
  let n := digits_of (on h) in
  let of_state := option_map (set_of n) (state_digits h) in
  let puzzle :=
    match given_digits h, of_state with
    | Some gs, _ => set_of n (marks_of n gs)
    | None, Some s => s
    | None, None => Set_.empty
    end in
  let both := match given_digits h, of_state with Some _, Some s => Set_.inter puzzle s | _, _ => puzzle end in
  let ctx l := {| tables := on h; in_puzzle := puzzle; in_state := of_state; at_start := l;
                  assuming := unique_assumed h |} in
  ctx match given_digits h with
      | Some gs => fold_left (fun l x => take (ctx both) x l) (givens_of n 0 gs) both
      | None => both
      end.

Definition first_position (ctx : context) : position :=
  {| live := at_start ctx; supposed := []; depth := 0; deadly_sets := Map.empty _ |}.

Inductive verdict :=
  | Accepted (h : header) (c : proved) (steps : N)
  | Rejected (line : N) (step : option N) (r : reason)
  | Declined (d : decline).

(* Where in the file the checker is: before the first line that counts, before the board, before givens or state,
   before state, before the assumption, among the steps (so many are done), after the claim. *)
Inductive phase :=
  | AtVersion
  | AtBoard
  | AtPuzzle (t : table)
  | AtState (h : header)
  | AtAssume (h : header)
  | AtStep (h : header) (ctx : context) (s : position) (done : N)
  | AtEnd (h : header) (c : proved) (steps : N)
  | Decided (v : verdict).

Definition read_size (w : word) : option (N * N) :=
  match cut x78 w with
  | Some (a, b) => match number a, number b with Some h, Some w => Some (h, w) | _, _ => None end
  | None => None
  end.

(* What one line that counts does, with its number. *)
Definition at_version (line : N) (ws : list word) : phase :=
  match ws with
  | [a; b] =>
    if word_eqb a w_qed && word_eqb b w_one then AtBoard
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
    | Some gs => Ok {| on := t; given_digits := Some gs; state_digits := None; unique_assumed := false |}
    | None => Err BadGivens
    end
  | _ => Err BadGivens
  end.

Definition read_state (h : header) (ws : list word) : result header :=
  let n := digits_of (on h) in
  do _ <- need (has_length (n * n) ws) StateSize;
  do marks <- each (state_cell n) ws;
  Ok {| on := on h; given_digits := given_digits h; state_digits := Some marks; unique_assumed := false |}.

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
                    unique_assumed := true |} in
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

Definition begins (w : word) (ws : list word) : bool := match ws with a :: _ => word_eqb a w | [] => false end.

Definition line_done (line : N) (ws : list word) (p : phase) : phase :=
  match p with
  | AtVersion => at_version line ws
  | AtBoard => at_board line ws
  | AtPuzzle t =>
    if begins w_givens ws then or_rejected line AtState (read_givens t (tl ws))
    else if begins w_state ws then
      or_rejected line AtAssume (read_state {| on := t; given_digits := None; state_digits := None;
                                               unique_assumed := false |} (tl ws))
    else Decided (Rejected line None NoPuzzle)
  | AtState h =>
    if begins w_state ws then or_rejected line AtAssume (read_state h (tl ws)) else at_assume line h ws
  | AtAssume h => at_assume line h ws
  | AtStep h ctx s done => at_step line h ctx s done ws
  | AtEnd _ _ _ => Decided (Rejected line None AfterClaim)
  | Decided v => Decided v
  end.

(* The current line: its number, how many bytes may still come, whether it is a comment, and its bytes, the last one
   first, without the spaces at its start. Of a comment no bytes are kept. *)
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

(* One byte more. *)
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

(* The verdict where the file ends. A last line without a line feed counts as one. *)
Definition finish (r : reading) : verdict :=
  let used := negb (room r =? longest_line) in
  let line := if used then N.succ (line_number r) else line_number r in
  match end_line (line_number r) (backwards r) (at_phase r) with
  | Decided v => v
  | AtEnd h c steps => Accepted h c steps
  | _ => Rejected line None MissingClaim
  end.

Definition check (file : list byte) : verdict := finish (fold_left feed file start).
