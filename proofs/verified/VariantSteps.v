(* The steps of version 2, FORMAT.md sections 12 to 14. *)
From Coq Require Import NArith PArith ZArith List Bool String Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Constraints Reason Words Board Steps Header Rows Fill Machines Lines Definitions.
Import ListNotations.
Open Scope N_scope.

(* The constants of a proof: those of version 1, whether the board has no boxes, the exclusions,
   the rows of the header, and the cells that machines read. *)
Record setting := Setting {
  base : context;
  latin : bool;
  excluded_by : Map.t (delayed Set_.t);
  rows_of_header : list row;
  cells_of_machines : Set_.t
}.

(* The variables of a proof: the live candidates; the open supposes, each with the live
   candidates and cuts before it; the names of the header, of derived rows and of deadly sets;
   the cuts; sizes. *)
Record place := Place {
  alive : Set_.t;
  opened : list (positive * Set_.t * Map.t row * N);
  deep : N;
  lasting : Map.t definition;
  cuts : Map.t row;
  lasting_size : N;
  cut_size : N
}.
Definition with_alive (s : place) (l : Set_.t) : place :=
  {| alive := l; opened := opened s; deep := deep s; lasting := lasting s; cuts := cuts s;
     lasting_size := lasting_size s; cut_size := cut_size s |}.

Section VariantSteps.
Variable st : setting.
Let ctx := base st.
Let t := tables ctx.
Let n := digits_of t.

Definition excluded (x : positive) : Set_.t :=
  match Map.find x (excluded_by st) with Some d => force d | None => Set_.empty end.
Definition take_true (x : positive) (l : Set_.t) : Set_.t := Set_.diff l (excluded x).

(* The meaning of a word: a cell, a digit in a house, a house, a digit row or a name. *)
Inductive thing :=
  | ACell (c : N) (xs : list positive)
  | AGroup (xs : list positive)
  | AHouse (cells : list cell)
  | ADigitRow (r : row)
  | AName (d : definition).

Definition group_row (xs : list positive) : row :=
  {| entries := map (fun x => (x, 1%Z)) xs; lower := Some 1%Z; upper := Some 1%Z |}.

(* A latin board has no boxes. *)
Definition is_box (kind : N) : bool := kind =? 3.
Definition board_group (w : word) : option thing :=
  match group_name n w with
  | Some (kind, first, second) =>
    if latin st && is_box kind then None
    else match Map.find (group n kind first second) (members_of t) with
         | Some xs => Some (if kind =? 0 then ACell (first * n + second) xs else AGroup xs)
         | None => None
         end
  | None => None
  end.
Definition house_cells (kind i : N) : list cell :=
  filter (fun p => N.eqb i match kind with 1 => fst p | 2 => snd p | _ => box_of (board_of t) p end) (all_cells n).
Definition board_house (w : word) : option thing :=
  match w with
  | b :: rest =>
    match kind_of b, Words.position n rest with
    | Some kind, Some i => if latin st && is_box kind then None else Some (AHouse (house_cells kind i))
    | _, _ => None
    end
  | [] => None
  end.

Section Names.
Variable find_name : positive -> option definition.
Definition digit_row (d : N) (def : definition) : option row :=
  match def with
  | Line _ rows _ _ => option_map snd (find (fun it => N.eqb d (fst it)) rows)
  | _ => None
  end.
Definition look_up (w : word) : result thing :=
  match board_group w with
  | Some it => Ok it
  | None =>
    match board_house w with
    | Some it => Ok it
    | None =>
      match w with
      | [] => Err BadGroup
      | b :: rest =>
        match digit n b with
        | Some d =>
          match find_name (name_key rest) with
          | Some def => match digit_row d def with Some r => Ok (ADigitRow r) | None => Err BadGroup end
          | None => Err BadGroup
          end
        | None => match find_name (name_key w) with Some def => Ok (AName def) | None => Err BadGroup end
        end
      end
    end
  end.

Definition row_of (it : thing) : option row :=
  match it with
  | ACell _ xs | AGroup xs => Some (group_row xs)
  | AHouse cells => Some (value_row n (house_total n) cells)
  | ADigitRow r => Some r
  | AName (Line own _ _ _) => own
  | AName (Plain r) | AName (DeadlySet r) => Some r
  end.

(* A link as a list of candidates: `{r1c1=6789,r2c2=6789}`, without the first brace. *)
Fixpoint split_at_commas (w piece : word) : list word :=
  match w with
  | [] => [rev_append piece []]
  | b :: w => if is b x2c then rev_append piece [] :: split_at_commas w [] else split_at_commas w (b :: piece)
  end.
Definition written_set (w : word) : result (list positive) :=
  match rev_append w [] with
  | last :: inner =>
    if is last x7d then
      match with_cells n (cell_digits n) fst (split_at_commas (rev_append inner []) []) Set_.empty with
      | Ok items => Ok (flat_map (fun it => map (candidate n (cell_index n (fst it))) (snd it)) items)
      | Err _ => Err BadSet
      end
    else Err BadSet
  | [] => Err BadSet
  end.
Fixpoint all_exclude (xs : list positive) : bool :=
  match xs with
  | [] => true
  | x :: xs => (let s := excluded x in forallb (fun y => Set_.mem y s) xs) && all_exclude xs
  end.

(* The sign, the multiplier and the name of a term. *)
Definition term_parts (w : word) : result (bool * Z * word) :=
  match w with
  | [] => Err BadTerm
  | sign :: rest =>
    do link <- (if is sign x2d then Ok true else if is sign x2b then Ok false else Err BadTerm);
    let '(factor, name) := match cut x2a rest with Some it => it | None => (w_one, rest) end in
    match Words.position 1000000 factor with
    | None => Err BadMultiplier
    | Some k => Ok (link, Z.of_N (N.succ k), name)
    end
  end.
Definition bounded (link : bool) (m : Z) (r : row) : result row_term :=
  match (if link then upper r else lower r) with
  | Some k => Ok {| terms_of := entries r; multiplier := if link then m else (- m)%Z; limit := k |}
  | None => Err NoBound
  end.
Definition begins_with (b : byte) (w : word) : option word :=
  match w with a :: rest => if is a b then Some rest else None | [] => None end.

Definition read_row_term (w : word) : result row_term :=
  do (link_m, name) <- term_parts w;
  let '(link, m) := link_m in
  match begins_with x7b name with
  | Some inner =>
    do xs <- written_set inner;
    do _ <- need (link && all_exclude xs) NotALink;
    Ok {| terms_of := map (fun x => (x, 1%Z)) xs; multiplier := m; limit := 1 |}
  | None =>
    do it <- look_up name;
    match row_of it with Some r => bounded link m r | None => Err NoBound end
  end.

(* A term of a `derive`. *)
Definition read_equation (w : word) : result row_term :=
  do (link_m, name) <- term_parts w;
  let '(link, m) := link_m in
  do it <- look_up name;
  match row_of it with
  | Some r =>
    match lower r, upper r with
    | Some k, Some k' =>
      do _ <- need (Z.eqb k k') NotEquation;
      Ok {| terms_of := entries r; multiplier := if link then (- m)%Z else m; limit := k |}
    | _, _ => Err NotEquation
    end
  | None => Err NotEquation
  end.

(* The variables of a filling: a cell, or the members of a truth. *)
Inductive variable := CellVar (c : N) | TruthVar (xs : list positive).
Record problem := Problem { variables : list variable; seen_cells : Set_.t; conditions_of : list rule }.
Definition no_problem : problem := {| variables := []; seen_cells := Set_.empty; conditions_of := [] |}.

Definition add_variable (p : problem) (c : N) : problem :=
  if Set_.mem (N.succ_pos c) (seen_cells p) then p
  else {| variables := variables p ++ [CellVar c]; seen_cells := Set_.add (N.succ_pos c) (seen_cells p);
          conditions_of := conditions_of p |}.
Definition add_variables (p : problem) (cells : list N) : problem := fold_left add_variable cells p.
Definition add_truth (p : problem) (xs : list positive) : problem :=
  {| variables := variables p ++ [TruthVar xs]; seen_cells := seen_cells p; conditions_of := conditions_of p |}.
Definition add_conditions (p : problem) (rs : list rule) : problem :=
  {| variables := variables p; seen_cells := seen_cells p; conditions_of := conditions_of p ++ rs |}.

(* The cells in which some candidate has a weight, in reading order. *)
Definition row_cells (r : row) : list N :=
  let s := fold_left (fun s (it : entry) => if Z.eqb (snd it) 0 then s else Set_.add (N.succ_pos (cell_of n (fst it))) s)
                     (entries r) Set_.empty in
  filter (fun c => Set_.mem (N.succ_pos c) s) (below (n * n)).
Definition add_row (p : problem) (r : row) : problem :=
  if is_truth r then add_truth p (members_of_row r)
  else add_conditions (add_variables p (row_cells r)) [ByRow r].

Definition add_thing (p : problem) (it : thing) : result problem :=
  match it with
  | ACell c _ => Ok (add_variable p c)
  | AGroup xs => Ok (add_truth p xs)
  | AHouse cells => Ok (add_variables p (map (cell_index n) cells))
  | ADigitRow r | AName (Plain r) => Ok (add_row p r)
  | AName (Line _ _ cells conditions) => Ok (add_conditions (add_variables p cells) conditions)
  | AName (DeadlySet _) => Err NotFillable
  end.
Fixpoint add_items (ws : list word) (before : list word) (p : problem) : result problem :=
  match ws with
  | [] => Ok p
  | w :: ws =>
    do it <- look_up w;
    do p <- add_thing p it;
    do _ <- need (negb (existsb (word_eqb w) before)) ItemRepeated;
    add_items ws (w :: before) p
  end.

(* The places of a machine's cells in the list of variables must ascend. *)
Definition cell_set (cells : list N) : Set_.t := fold_left (fun s c => Set_.add (N.succ_pos c) s) cells Set_.empty.
Definition cell_variables (vs : list variable) : list N :=
  flat_map (fun v => match v with CellVar c => [c] | TruthVar _ => [] end) vs.
Definition is_in_order (vs : list variable) (r : rule) : bool :=
  match r with
  | ByRow _ => true
  | ByMachine _ _ cells =>
    let own := cell_set cells in
    list_eqb N.eqb (filter (fun c => Set_.mem (N.succ_pos c) own) (cell_variables vs)) cells
  end.
Definition add_members (k : N) (v : variable) : N := match v with CellVar _ => k + n | TruthVar xs => items xs k end.
Definition is_small (vs : list variable) : bool := (items vs 0 <=? 64) && (fold_left add_members vs 0 <=? 1600).
Definition read_problem (ws : list word) : result problem :=
  do p <- add_items ws [] no_problem;
  do _ <- need (is_small (variables p)) PastLimit;
  do _ <- need (forallb (is_in_order (variables p)) (conditions_of p)) FillOrder;
  Ok p.
End Names.

(* The conditions in the form that the search takes. *)
Definition stay : step_function := fun q _ => Some q.
Definition add_weight (ws : Map.t Z) : step_function :=
  fun q x => match q with [s] => Some [(s + weight x ws)%Z] | _ => None end.
Definition weights_of (es : list entry) : Map.t Z := fold_left (add_always 1) es (Map.empty Z).
Definition within (r : row) (k : Z) : bool :=
  match lower r with Some lo => Z.leb lo k | None => true end && match upper r with Some hi => Z.leb k hi | None => true end.
Definition read_value (k : machine_kind) (s : Z) : step_function :=
  fun q x => machine_step (Z.of_N n) k s q (value_of (digit_of n x)).
Definition condition_of (vs : list variable) (r : rule) : condition :=
  match r with
  | ByRow r =>
    let step := add_weight (weights_of (entries r)) in
    {| initial := [0%Z]; steps := map (fun v => match v with CellVar _ => step | TruthVar _ => stay end) vs;
       accepts := fun q => match q with [k] => within r k | _ => false end |}
  | ByMachine k s cells =>
    let step := read_value k s in
    let own := cell_set cells in
    {| initial := machine_start;
       steps := map (fun v => match v with
                              | CellVar c => if Set_.mem (N.succ_pos c) own then step else stay
                              | TruthVar _ => stay end) vs;
       accepts := machine_accepts k s |}
  end.
Definition values_of (v : variable) : list positive :=
  match v with CellVar c => map (candidate n c) (below n) | TruthVar xs => xs end.
Definition fill_cap : N := 100000.
Definition try_fill (p : problem) (conditions : list condition) (l : Set_.t) (room : N) : answer * N :=
  fill_search excluded conditions (map (fun v => filter (fun x => Set_.mem x l) (values_of v)) (variables p)) room.
Fixpoint none_filled (p : problem) (conditions : list condition) (l : Set_.t) (targets : list positive) (room : N) : result unit :=
  match targets with
  | [] => Ok tt
  | x :: targets =>
    match try_fill p conditions (take_true x l) room with
    | (Unfilled, room) => none_filled p conditions l targets room
    | (Filled, _) => Err Fillable
    | (TooMany, _) => Err PastFillCap
    end
  end.
Definition unfillable (p : problem) (l : Set_.t) (filled : reason) : result unit :=
  match try_fill p (map (condition_of (variables p)) (conditions_of p)) l fill_cap with
  | (Unfilled, _) => Ok tt
  | (Filled, _) => Err filled
  | (TooMany, _) => Err PastFillCap
  end.

(* Names of steps. *)
Definition find_any (s : place) (k : positive) : option definition :=
  match Map.find k (lasting s) with Some d => Some d | None => option_map Plain (Map.find k (cuts s)) end.
(* A cut is not an equation. *)
Definition no_bounds : row := {| entries := []; lower := None; upper := None |}.
Definition find_lasting (s : place) (k : positive) : option definition :=
  match Map.find k (lasting s) with Some d => Some d | None => option_map (fun _ => Plain no_bounds) (Map.find k (cuts s)) end.
Definition new_name (s : place) (w : word) : result positive :=
  do _ <- need (is_name (latin st) w) BadName;
  do _ <- need (match find_any s (name_key w) with Some _ => false | None => true end) NameTaken;
  Ok (name_key w).
Definition in_range (k : Z) : bool := Z.leb (Z.abs k) 10000000.
Definition row_in_range (r : row) : bool :=
  forallb (fun it : entry => in_range (snd it)) (entries r) &&
  match lower r with Some k => in_range k | None => true end && match upper r with Some k => in_range k | None => true end.
Definition has_room (s : place) (size : N) : bool := lasting_size s + cut_size s + size <=? most_size.

Definition variant_count (ws : list word) (s : place) : result place :=
  do (first, rest) <- lists ws;
  do targets <- each (read_live ctx elimination TargetNotLive (alive s)) first;
  do ms <- each (read_row_term (find_any s)) rest;
  let a := row_weights (alive s) ms in
  let k := row_bound ms in
  do _ <- need (forallb (fun x => Z.ltb k (weight x a)) targets) WeightNotAboveBound;
  do _ <- need (negb (negative targets a)) NegativeWeight;
  do l <- remove_all targets (alive s);
  Ok (with_alive s l).

Definition truth_members (s : place) (w : word) : result (list positive) :=
  do it <- look_up (find_any s) w;
  match it with
  | ACell _ xs | AGroup xs => Ok xs
  | _ => match row_of it with
         | Some r => do _ <- need (is_truth r) NotATruth; Ok (members_of_row r)
         | None => Err NotATruth
         end
  end.
Definition variant_single (c g : word) (s : place) : result place :=
  do x <- read_live ctx placement SingleNotLive (alive s) c;
  do xs <- truth_members s g;
  do _ <- need (existsb (Pos.eqb x) xs) SingleOutside;
  do _ <- need (only_live x (alive s) xs) SingleNotAlone;
  Ok (with_alive s (take_true x (alive s))).

(* The reason for a `refuted` or `claim none` whose items can be filled. *)
Definition is_truth_item (it : thing) : bool :=
  match it with
  | ACell _ _ | AGroup _ => true
  | ADigitRow r | AName (Plain r) => is_truth r
  | _ => false
  end.
Definition filled_reason (s : place) (ws : list word) : reason :=
  match ws with
  | [w] => match look_up (find_any s) w with Ok it => if is_truth_item it then GroupNotEmpty else Fillable | Err _ => Fillable end
  | _ => Fillable
  end.
Definition no_filling (ws : list word) (s : place) : result unit :=
  do p <- read_problem (find_any s) ws;
  unfillable p (alive s) (filled_reason s ws).

Definition variant_suppose (c : word) (s : place) : result place :=
  do x <- read_live ctx placement SupposeNotLive (alive s) c;
  do _ <- need (deep s <? 10000) SupposeTooDeep;
  Ok {| alive := take_true x (alive s); opened := (x, alive s, cuts s, cut_size s) :: opened s; deep := N.succ (deep s);
        lasting := lasting s; cuts := cuts s; lasting_size := lasting_size s; cut_size := cut_size s |}.

Definition variant_refuted (ws : list word) (s : place) : result place :=
  do _ <- no_filling ws s;
  match opened s with
  | [] => Err NoOpenSuppose
  | (x, before, cuts, size) :: rest =>
    Ok {| alive := Set_.remove x before; opened := rest; deep := N.pred (deep s); lasting := lasting s; cuts := cuts;
          lasting_size := lasting_size s; cut_size := size |}
  end.

Definition fill (ws : list word) (s : place) : result place :=
  do (first, rest) <- lists ws;
  do targets <- each (read_live ctx elimination TargetNotLive (alive s)) first;
  do p <- read_problem (find_any s) rest;
  do l <- remove_all targets (alive s);
  do _ <- none_filled p (map (condition_of (variables p)) (conditions_of p)) (alive s) targets fill_cap;
  Ok (with_alive s l).

Definition derive (name : word) (ws : list word) (s : place) : result place :=
  do k <- new_name s name;
  do ms <- each (read_equation (find_lasting s)) ws;
  let r := derived_row ms in
  let size := items (entries r) 1 in
  do _ <- need (row_in_range r && has_room s size) PastLimit;
  Ok {| alive := alive s; opened := opened s; deep := deep s; lasting := Map.add k (Plain r) (lasting s); cuts := cuts s;
        lasting_size := lasting_size s + size; cut_size := cut_size s |}.

Definition variant_cut (name divisor : word) (ws : list word) (s : place) : result place :=
  do k <- new_name s name;
  do d <- match Words.position 1000000 divisor with
          | Some (Npos p) => Ok (Zpos (Pos.succ p))
          | _ => Err BadDivisor
          end;
  do ms <- each (read_row_term (find_any s)) ws;
  let r := cut_row d (alive s) ms in
  let size := items (entries r) 1 in
  do _ <- need (row_in_range r && has_room s size) PastLimit;
  Ok {| alive := alive s; opened := opened s; deep := deep s; lasting := lasting s; cuts := Map.add k r (cuts s);
        lasting_size := lasting_size s; cut_size := cut_size s + size |}.

(* The change of a row's sum if Q replaces P. *)
Definition candidate_set (xs : list positive) : Set_.t := fold_left (fun s x => Set_.add x s) xs Set_.empty.
Definition row_gain (p q : Set_.t) (r : row) : Z :=
  fold_left (fun k (it : entry) => k + snd it * ((if Set_.mem (fst it) q then 1 else 0) - (if Set_.mem (fst it) p then 1 else 0)))%Z
            (entries r) 0%Z.
Definition row_kept (p q : Set_.t) (r : row) : bool :=
  let k := row_gain p q r in
  match lower r with Some _ => Z.leb 0 k | None => true end && match upper r with Some _ => Z.leb k 0 | None => true end.
Definition outside_kept (cells gone : Set_.t) (x : positive) : bool :=
  forallb (fun y => Set_.mem (cell_key ctx y) cells) (Set_.elements (Set_.diff (excluded x) gone)).

Definition variant_deadly (name : word) (rest : list word) (s : place) : result place :=
  do (first, second) <- lists rest;
  do _ <- need (assuming ctx) DeadlyNotAssumed;
  do k <- new_name s name;
  do (p, pm) <- read_list ctx first;
  do (q, qm) <- read_list ctx second;
  let as_long := Nat.eqb (List.length p) (List.length q) in
  let equal x := match Map.find (cell_key ctx x) qm with Some y => Pos.eqb x y | None => false end in
  let there x := match Map.find (cell_key ctx x) qm with Some _ => true | None => false end in
  do _ <- need (negb (as_long && forallb equal p)) DeadlyEqual;
  do _ <- need (as_long && forallb there p) DeadlyCells;
  let ps := candidate_set p in
  let qs := candidate_set q in
  do _ <- need (forallb (fun x => let e := excluded x in forallb (fun y => negb (Set_.mem y e)) q) q) DeadlyExclusion;
  let cells := fold_left (fun set x => Set_.add (cell_key ctx x) set) p Set_.empty in
  let gone := fold_left (fun set x => Set_.union (excluded x) set) p Set_.empty in
  do _ <- need (forallb (outside_kept cells gone) q) DeadlyOutside;
  do _ <- need (all_values (Z.eqb 0) (excess ctx p q) && forallb (row_kept ps qs) (rows_of_header st)) DeadlyUnbalanced;
  do _ <- need (forallb (fun x => negb (Set_.mem (cell_key ctx x) (cells_of_machines st))) p) DeadlyMachine;
  do _ <- need (forallb (fun x => Set_.mem x (in_puzzle ctx)) q) DeadlyNotInPuzzle;
  let size := items p 1 in
  do _ <- need (has_room s size) PastLimit;
  let r := {| entries := map (fun x => (x, 1%Z)) p; lower := None; upper := Some (Z.of_nat (List.length p) - 1)%Z |} in
  Ok {| alive := alive s; opened := opened s; deep := deep s; lasting := Map.add k (DeadlySet r) (lasting s); cuts := cuts s;
        lasting_size := lasting_size s + size; cut_size := cut_size s |}.

Definition w_fill := Eval compute in list_byte_of_string "fill".
Definition w_derive := Eval compute in list_byte_of_string "derive".
Definition w_cut := Eval compute in list_byte_of_string "cut".

Definition variant_step (ws : list word) (s : place) : result place :=
  match ws with
  | [] => Err UnknownStep
  | kind :: rest =>
    if word_eqb kind w_count then variant_count rest s
    else if word_eqb kind w_single then
      match rest with
      | [c; colon; g] => if word_eqb colon w_colon then variant_single c g s else Err BadForm
      | _ => Err BadForm
      end
    else if word_eqb kind w_fill then fill rest s
    else if word_eqb kind w_suppose then match rest with [c] => variant_suppose c s | _ => Err BadForm end
    else if word_eqb kind w_refuted then match rest with [] => Err BadForm | _ => variant_refuted rest s end
    else if word_eqb kind w_derive then
      match rest with
      | name :: colon :: (_ :: _) as it => if word_eqb colon w_colon then derive name it s else Err BadForm
      | _ => Err BadForm
      end
    else if word_eqb kind w_cut then
      match rest with
      | name :: divisor :: colon :: (_ :: _) as it => if word_eqb colon w_colon then variant_cut name divisor it s else Err BadForm
      | _ => Err BadForm
      end
    else if word_eqb kind w_deadly then
      match rest with
      | name :: colon :: rest => if word_eqb colon w_colon then variant_deadly name rest s else Err BadForm
      | _ => Err BadForm
      end
    else if existsb (word_eqb kind) (header_words ++ line_words) then Err MisplacedHeader
    else Err UnknownStep
  end.
End VariantSteps.
