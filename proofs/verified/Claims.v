(* The claim, FORMAT.md section 5. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Board Steps.
Import ListNotations.
Open Scope N_scope.

(* The digits of a text of one byte for each cell. *)
Fixpoint grid_digits (n : N) (w : word) : option (list N) :=
  match w with
  | [] => Some []
  | b :: w =>
    match digit n b, grid_digits n w with
    | Some d, Some ds => Some (d :: ds)
    | _, _ => None
    end
  end.

(* The candidates of a list of digits for the cells from `cell` on. *)
Fixpoint grid_candidates (n cell : N) (ds : list N) : list positive :=
  match ds with
  | [] => []
  | d :: ds => candidate n cell d :: grid_candidates n (N.succ cell) ds
  end.

Section Claims.
Variable ctx : context.
Let t := tables ctx.
Let n := digits_of t.

(* Marks groups as held. None of them may be held before. *)
Fixpoint hold (gs : list positive) (held : Set_.t) : option Set_.t :=
  match gs with
  | [] => Some held
  | g :: gs => if Set_.mem g held then None else hold gs (Set_.add g held)
  end.

Fixpoint is_solution (xs : list positive) (held : Set_.t) : result unit :=
  match xs with
  | [] => Ok tt
  | x :: xs =>
    match hold (list_at x (groups_of t)) held with
    | None => Err GridNotSolution
    | Some held =>
      do _ <- need (Set_.mem x (in_puzzle ctx)) GridNotInPuzzle;
      do _ <- need (match in_state ctx with Some s => Set_.mem x s | None => true end) GridNotInState;
      is_solution xs held
    end
  end.

Definition read_solution (w : word) : result (list N) :=
  match (if has_length (n * n) w then grid_digits n w else None) with
  | None => Err BadGrid
  | Some ds => do _ <- is_solution (grid_candidates n 0 ds) Set_.empty; Ok ds
  end.

Fixpoint is_what_is_left (xs : list positive) (l : Set_.t) : result unit :=
  match xs with
  | [] => Ok tt
  | x :: xs =>
    do _ <- need (Set_.mem x l) GridNotLive;
    let cell := match list_at x (groups_of t) with g :: _ => list_at g (members_of t) | [] => [] end in
    do _ <- need (only_live x l cell) NotFinished;
    is_what_is_left xs l
  end.

Fixpoint digits_eqb (a b : list N) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => N.eqb x y && digits_eqb a b
  | _, _ => false
  end.

(* The candidates that were live at the start and no longer are, as cells and digits. *)
Definition eliminated (s : position) : list (cell * N) :=
  map (fun x => (place_of n x, digit_of n x)) (Set_.elements (Set_.diff (at_start ctx) (live s))).

(* The meaning of an accepted file, with grids as lists of digits in reading order. *)
Inductive proved :=
  | ProvedUnique (ds : list N)
  | ProvedNone
  | ProvedMany (ds ds' : list N)
  | ProvedOpen (it : list (cell * N)).

Definition claims (ws : list word) (s : position) : result proved :=
  do _ <- need (match supposed s with [] => true | _ => false end) ClaimInSuppose;
  match ws with
  | [kind] => if word_eqb kind w_open then Ok (ProvedOpen (eliminated s)) else Err UnknownClaim
  | [kind; a] =>
    if word_eqb kind w_unique then
      do ds <- read_solution a;
      do _ <- is_what_is_left (grid_candidates n 0 ds) (live s);
      Ok (ProvedUnique ds)
    else Err UnknownClaim
  | [kind; a; b] =>
    if word_eqb kind w_none && word_eqb a w_colon then
      do (_, xs) <- read_group ctx b;
      do _ <- need (none_live (live s) xs) GroupNotEmpty;
      Ok ProvedNone
    else if word_eqb kind w_many then
      do _ <- need (negb (assuming ctx)) ManyUnderAssume;
      do ds <- read_solution a;
      do ds' <- read_solution b;
      do _ <- need (negb (digits_eqb ds ds')) GridsEqual;
      Ok (ProvedMany ds ds')
    else Err UnknownClaim
  | _ => Err UnknownClaim
  end.
End Claims.
