(* The claims of version 2, and the initial state of a header with constraint lines, FORMAT.md
   sections 10 and 12. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Board Steps Claims Header Machines Lines Rows Fill Definitions VariantSteps.
Import ListNotations.
Open Scope N_scope.

(* Whether a grid obeys a constraint. *)
Fixpoint all_different (ds : list N) : bool :=
  match ds with [] => true | d :: ds => negb (existsb (N.eqb d) ds) && all_different ds end.
Definition related_in (n : N) (g : grid) (r : relation) (pq : cell * cell) : bool :=
  related (Z.of_N n) r (value_at g (fst pq)) (value_at g (snd pq)).
Definition obeysb (n : N) (g : grid) (c : constraint) : bool :=
  match c with
  | House cells => let ds := map g cells in forallb (fun d => Nat.eqb (count_occ N.eq_dec ds d) 1) (below n)
  | Different cells => all_different (map g cells)
  | Cage total cells => all_different (map g cells) && Z.eqb (sum_of (map (value_at g) cells)) total
  | Sum total terms => Z.eqb (sum_of (map (fun t => fst t * value_at g (snd t))%Z terms)) total
  | Weighted lo hi terms =>
    let sum := sum_of (map (fun '(m, p, ds) => if in_dec N.eq_dec (g p) ds then m else 0%Z) terms) in
    match lo with Some k => Z.leb k sum | None => true end && match hi with Some k => Z.leb sum k | None => true end
  | Has digits cells =>
    let ds := map g cells in forallb (fun d => Nat.leb (count_occ N.eq_dec digits d) (count_occ N.eq_dec ds d)) digits
  | Allow p digits => existsb (N.eqb (g p)) digits
  | Path r cells => forallb (related_in n g r) (neighbours cells)
  | Every r cells => forallb (related_in n g r) (later_pairs cells)
  | All m r => forallb (related_in n g r) (moves_on_board n m)
  | Reads k s cells => machine_reads (Z.of_N n) k s (map (value_at g) (machine_order k cells))
  end.

(* The candidates of the puzzle that the `allow` lines leave. *)
Definition allow_only (n : N) (l : Set_.t) (c : constraint) : Set_.t :=
  match c with
  | Allow p ds =>
    fold_left (fun l d => if existsb (N.eqb d) ds then l else Set_.remove (candidate n (cell_index n p) d) l) (below n) l
  | _ => l
  end.

Definition setting_of (h : header) (latin : bool) (bk : book) : setting :=
  let n := digits_of (on h) in
  let ctx := context_of h in
  let puzzle := fold_left (allow_only n) (constraint_lines h) (in_puzzle ctx) in
  let both := match in_state ctx with Some s => Set_.inter puzzle s | None => puzzle end in
  let excluded := exclusion_table (on h) (force (clashes bk)) in
  let make l :=
    {| base := {| tables := on h; in_puzzle := puzzle; in_state := in_state ctx; at_start := l; assuming := unique_assumed h |};
       latin := latin; excluded_by := excluded; rows_of_header := header_rows bk; cells_of_machines := machine_cells bk |} in
  let given := match given_digits h with Some gs => givens_of n 0 gs | None => [] end in
  make (fold_left (fun l x => take_true (make both) x l) given both).

Definition first_place (st : setting) (bk : book) : place :=
  {| alive := at_start (base st); opened := []; deep := 0; lasting := names bk; cuts := Map.empty _;
     lasting_size := book_size bk; cut_size := 0 |}.

Section VariantClaims.
Variable lines : list constraint.
Variable st : setting.
Let ctx := base st.
Let n := digits_of (tables ctx).

Fixpoint grid_fits (xs : list positive) (gone : Set_.t) : result unit :=
  match xs with
  | [] => Ok tt
  | x :: xs =>
    do _ <- need (negb (Set_.mem x gone)) GridNotSolution;
    do _ <- need (Set_.mem x (in_puzzle ctx)) GridNotInPuzzle;
    do _ <- need (match in_state ctx with Some s => Set_.mem x s | None => true end) GridNotInState;
    grid_fits xs (Set_.union (excluded st x) gone)
  end.
Definition read_variant_solution (w : word) : result (list N) :=
  match (if has_length (n * n) w then grid_digits n w else None) with
  | None => Err BadGrid
  | Some ds =>
    let xs := grid_candidates n 0 ds in
    do _ <- grid_fits xs Set_.empty;
    do _ <- is_solution ctx xs Set_.empty;
    do _ <- need (forallb (obeysb n (at_cell n ds 0)) lines) GridBreaksRule;
    Ok ds
  end.

(* The candidates that were live at the start and no longer are, as cells and digits. *)
Definition eliminated_by (s : place) : list (cell * N) :=
  map (fun x => (place_of n x, digit_of n x)) (Set_.elements (Set_.diff (at_start ctx) (alive s))).

Definition variant_claims (ws : list word) (s : place) : result proved :=
  do _ <- need (match opened s with [] => true | _ => false end) ClaimInSuppose;
  match ws with
  | [] => Err UnknownClaim
  | kind :: rest =>
    if word_eqb kind w_none then
      match rest with
      | colon :: (_ :: _) as items =>
        if word_eqb colon w_colon then do _ <- no_filling st items s; Ok ProvedNone else Err UnknownClaim
      | _ => Err UnknownClaim
      end
    else match rest with
    | [] => if word_eqb kind w_open then Ok (ProvedOpen (eliminated_by s)) else Err UnknownClaim
    | [a] =>
      if word_eqb kind w_unique then
        do ds <- read_variant_solution a;
        do _ <- is_what_is_left ctx (grid_candidates n 0 ds) (alive s);
        Ok (ProvedUnique ds)
      else Err UnknownClaim
    | [a; b] =>
      if word_eqb kind w_many then
        do _ <- need (negb (assuming ctx)) ManyUnderAssume;
        do ds <- read_variant_solution a;
        do ds' <- read_variant_solution b;
        do _ <- need (negb (digits_eqb ds ds')) GridsEqual;
        Ok (ProvedMany ds ds')
      else Err UnknownClaim
    | _ => Err UnknownClaim
    end
  end.
End VariantClaims.
