(* The definitions of the constraint lines, FORMAT.md sections 9 and 10: rows, exclusions, and
   the variables and conditions of a name in a `fill`. *)
From Coq Require Import NArith PArith ZArith List Bool MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Board Steps Header Lines Rows Machines.
Import ListNotations.
Open Scope N_scope.

(* A condition of a filling: a row is within its bounds, or a machine accepts the values of cells
   in this order. *)
Inductive rule := ByRow (r : row) | ByMachine (k : machine_kind) (s : Z) (cells : list N).

(* The meaning of a name: a header line with cells (with its row, its digit rows and its
   conditions), another row, or a deadly set. *)
Inductive definition :=
  | Line (own : option row) (digit_rows : list (N * row)) (cells : list N) (conditions : list rule)
  | Plain (r : row)
  | DeadlySet (r : row).

Section Definitions.
Variable n : N.

Definition value_entries (terms : list (Z * cell)) : list entry :=
  flat_map (fun t => map (fun d => (candidate n (cell_index n (snd t)) d, (fst t * value_of d)%Z)) (below n)) terms.
Definition digit_entries (d : N) (cells : list cell) : list entry :=
  map (fun p => (candidate n (cell_index n p) d, 1%Z)) cells.
Definition weighted_entries (terms : list (Z * cell * list N)) : list entry :=
  flat_map (fun '(m, p, ds) => map (fun d => (candidate n (cell_index n p) d, m)) ds) terms.

Definition equation (es : list entry) (k : Z) : row := {| entries := es; lower := Some k; upper := Some k |}.
Definition house_total : Z := (Z.of_N n * (Z.of_N n + 1) / 2)%Z.
Definition value_row (k : Z) (cells : list cell) : row := equation (value_entries (map (pair 1%Z) cells)) k.
Definition rows_by_digit (lo : option Z) (hi : option Z) (cells : list cell) : list (N * row) :=
  map (fun d => (d, {| entries := digit_entries d cells; lower := lo; upper := hi |})) (below n).
Definition times_in (d : N) (ds : list N) : Z := Z.of_nat (count_occ N.eq_dec ds d).

(* The cells in the order in which a machine reads them. For `between`, both ends of a line come
   first. *)
Definition machine_order (k : machine_kind) (cells : list cell) : list cell :=
  match k, cells with
  | Between, a :: rest => match rev rest with z :: middle => a :: z :: rev middle | [] => cells end
  | _, _ => cells
  end.

Definition define (c : constraint) : option definition :=
  let numbers := map (cell_index n) in
  match c with
  | House cells => Some (Line (Some (value_row house_total cells)) (rows_by_digit (Some 1%Z) (Some 1%Z) cells) (numbers cells) [])
  | Different cells => Some (Line None (rows_by_digit None (Some 1%Z) cells) (numbers cells) [])
  | Cage total cells =>
    let r := value_row total cells in
    Some (Line (Some r) (rows_by_digit None (Some 1%Z) cells) (numbers cells) [ByRow r])
  | Sum total terms =>
    let r := equation (value_entries terms) total in
    Some (Line (Some r) [] (numbers (map snd terms)) [ByRow r])
  | Weighted lo hi terms => Some (Plain {| entries := weighted_entries terms; lower := lo; upper := hi |})
  | Has ds cells =>
    let rows := map (fun d => (d, {| entries := digit_entries d cells; lower := Some (times_in d ds); upper := None |}))
                    (filter (fun d => existsb (N.eqb d) ds) (below n)) in
    Some (Line None rows (numbers cells) (map (fun it => ByRow (snd it)) rows))
  | Path _ cells | Every _ cells => Some (Line None [] (numbers cells) [])
  | Reads k s cells =>
    let order := machine_order k cells in
    Some (Line None [] (numbers order) [ByMachine k s (numbers order)])
  | Allow _ _ | All _ _ => None
  end.

Definition definition_rows (d : definition) : list row :=
  match d with
  | Line own digits _ _ => match own with Some r => [r] | None => [] end ++ map snd digits
  | Plain r | DeadlySet r => [r]
  end.

(* All weights are 1 or 0. *)
Definition counts_members (r : row) : bool := forallb (fun it : entry => Z.eqb (snd it) 0 || Z.eqb (snd it) 1) (entries r).
Definition members_of_row (r : row) : list positive :=
  map fst (filter (fun it : entry => Z.eqb (snd it) 1) (entries r)).
Definition has_bound (b : option Z) (k : Z) : bool := match b with Some k' => Z.eqb k' k | None => false end.
Definition is_truth (r : row) : bool := has_bound (lower r) 1 && counts_members r.
Definition is_link (r : row) : bool := has_bound (upper r) 1 && counts_members r.

(* Pairs of candidates that exclude each other, stored under each of the two. *)
Definition clash (x y : positive) (t : Map.t (list positive)) : Map.t (list positive) :=
  if Pos.eqb x y then t else insert y x (insert x y t).
Fixpoint clash_all (xs : list positive) (t : Map.t (list positive)) : Map.t (list positive) :=
  match xs with
  | [] => t
  | x :: xs => clash_all xs (fold_left (fun t y => clash x y t) xs t)
  end.
Definition clash_link (t : Map.t (list positive)) (r : row) : Map.t (list positive) :=
  if is_link r then clash_all (members_of_row r) t else t.

(* The pairs of cells that a constraint relates. *)
Fixpoint neighbours (cells : list cell) : list (cell * cell) :=
  match cells with
  | a :: ((b :: _) as rest) => (a, b) :: neighbours rest
  | _ => []
  end.
Fixpoint later_pairs (cells : list cell) : list (cell * cell) :=
  match cells with
  | [] => []
  | a :: rest => map (pair a) rest ++ later_pairs rest
  end.
Definition beside (down aside : N) (p : cell) : list cell :=
  (fst p + down, snd p + aside) :: (if aside <=? snd p then [(fst p + down, snd p - aside)] else []).
Definition one_move (m : move) (p : cell) : list cell :=
  let touch := [(fst p, snd p + 1); (fst p + 1, snd p)] in
  match m with
  | Touch => touch
  | King => touch ++ beside 1 1 p
  | Knight => beside 1 2 p ++ beside 2 1 p
  end.
Definition on_boardb (p : cell) : bool := (fst p <? n) && (snd p <? n).
Definition all_cells : list cell := flat_map (fun r => map (pair r) (below n)) (below n).
Definition moves_on_board (m : move) : list (cell * cell) :=
  flat_map (fun p => map (pair p) (filter on_boardb (one_move m p))) all_cells.
Definition related_pairs (c : constraint) : option (relation * list (cell * cell)) :=
  match c with
  | Path r cells => Some (r, neighbours cells)
  | Every r cells => Some (r, later_pairs cells)
  | All m r => Some (r, moves_on_board m)
  | _ => None
  end.

(* The pairs of digits that are not related, computed once for all pairs of cells. *)
Definition unrelated (r : relation) : list (N * N) :=
  filter (fun it => negb (related (Z.of_N n) r (value_of (fst it)) (value_of (snd it)))) (list_prod (below n) (below n)).
Definition clash_pair (bad : list (N * N)) (t : Map.t (list positive)) (pq : cell * cell) : Map.t (list positive) :=
  let p := cell_index n (fst pq) in
  let q := cell_index n (snd pq) in
  fold_left (fun t de => clash (candidate n p (fst de)) (candidate n q (snd de)) t) bad t.
Definition clash_constraint (c : constraint) (t : Map.t (list positive)) : Map.t (list positive) :=
  match related_pairs c with
  | Some (r, pairs) => let bad := unrelated r in fold_left (clash_pair bad) pairs t
  | None => t
  end.

Definition size_of (c : constraint) : N :=
  let k {A} (l : list A) := items l 0 in
  1 + match c with
  | House _ => 2 * n * n
  | Different cells => n * k cells
  | Cage _ cells => 2 * n * k cells
  | Sum _ terms => n * k terms
  | Weighted _ _ terms => fold_left (fun s it => s + k (snd it)) terms 0
  | Has ds cells => k cells * k (filter (fun d => existsb (N.eqb d) ds) (below n))
  | Path _ cells | Reads _ _ cells => k cells
  | Every _ cells => k cells * k cells
  | All _ _ => 4 * n * n
  | Allow _ _ => 0
  end.
Definition most_size : N := 1000000.

(* The result of the constraint lines so far: names, exclusions, rows, cells that machines read,
   sizes. *)
Record book := Book {
  names : Map.t definition;
  clashes : delayed (Map.t (list positive));
  header_rows : list row;
  machine_cells : Set_.t;
  book_size : N
}.
Definition no_lines : book :=
  {| names := Map.empty _; clashes := Delay (Map.empty _); header_rows := []; machine_cells := Set_.empty; book_size := 0 |}.
Definition read_by_machine (c : constraint) : list cell := match c with Reads _ _ cells => cells | _ => [] end.

Definition add_line (bk : book) (name : option word) (c : constraint) : result book :=
  let d := define c in
  let rows := match d with Some d => definition_rows d | None => [] end in
  do _ <- need (book_size bk + size_of c <=? most_size) PastLimit;
  Ok {| names := match name, d with Some w, Some d => Map.add (name_key w) d (names bk) | _, _ => names bk end;
        clashes := Delay (clash_constraint c (fold_left clash_link rows (force (clashes bk))));
        header_rows := rev_append rows (header_rows bk);
        machine_cells := fold_left (fun s p => Set_.add (N.succ_pos (cell_index n p)) s) (read_by_machine c) (machine_cells bk);
        book_size := book_size bk + size_of c |}.
Definition is_taken (bk : book) (w : word) : bool := match Map.find (name_key w) (names bk) with Some _ => true | None => false end.
End Definitions.

(* The candidates that a candidate excludes: those that share a group with it, and those that the
   constraint lines forbid together with it. *)
Definition exclusions (t : table) (more : Map.t (list positive)) (x : positive) : Set_.t :=
  let own := fold_left (fun s g => fold_left (fun s y => if Pos.eqb x y then s else Set_.add y s) (list_at g (members_of t)) s)
                       (list_at x (groups_of t)) Set_.empty in
  fold_left (fun s y => Set_.add y s) (list_at x more) own.
Definition exclusion_table (t : table) (more : Map.t (list positive)) : Map.t (delayed Set_.t) :=
  fold_left (fun m x => Map.add x (Delay (exclusions t more x)) m) (candidates (digits_of t)) (Map.empty _).
