(* The header as the checker reads it, FORMAT.md section 3, and the puzzle that it states. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Board Steps Claims.
Import ListNotations.
Open Scope N_scope.

(* The content of a header: for each cell a digit or nothing; for each cell its remaining digits. *)
Record header := Header {
  on : table;
  given_digits : option (list (option N));
  state_digits : option (list (list N));
  constraint_lines : list constraint;
  unique_assumed : bool
}.

(* The puzzle of a header, in the terms of Meaning.v. *)
Definition at_cell {A} (n : N) (l : list A) (default : A) (p : cell) : A := nth (N.to_nat (fst p * n + snd p)) l default.
Definition puzzle_of (h : header) : puzzle :=
  let n := digits_of (on h) in
  {| shape := board_of (on h);
     givens := option_map (fun gs => at_cell n gs None) (given_digits h);
     state := option_map (fun ms p d => In d (at_cell n ms [] p)) (state_digits h);
     rules := fun g => forall c, In c (constraint_lines h) -> obeys (board_of (on h)) g c;
     assumes_unique := unique_assumed h |}.

(* The claim about that puzzle that an accepted file makes. *)
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
