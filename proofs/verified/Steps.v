(* The steps of a proof, FORMAT.md section 4. Each takes the words of a line and the live
   candidates, and gives the position after the step, or the reason why it is wrong. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Board.
Import ListNotations.
Open Scope N_scope.
Module Set_ := PositiveSet.

(* The constants of a proof: the board, the candidates of the puzzle, those of the state if there
   is one, those that were live at the start, and whether one solution is assumed. *)
Record context := Context {
  tables : table;
  in_puzzle : Set_.t;
  in_state : option Set_.t;
  at_start : Set_.t;
  assuming : bool
}.

(* The variables of a proof: the live candidates; the open supposes (innermost first, each with
   its candidate and the live candidates before it) and their number; the sets P of the deadly
   sets by their numbers. *)
Record position := Position {
  live : Set_.t;
  supposed : list (positive * Set_.t);
  depth : N;
  deadly_sets : Map.t (list positive)
}.

Definition with_live (s : position) (l : Set_.t) : position :=
  {| live := l; supposed := supposed s; depth := depth s; deadly_sets := deadly_sets s |}.

Section Steps.
Variable ctx : context.
Let t := tables ctx.
Let n := digits_of t.

Definition read_candidate (form : N -> word -> option (N * N * N)) (w : word) : result positive :=
  match form n w with
  | Some (r, c, d) => Ok (candidate n (r * n + c) d)
  | None => Err BadCandidate
  end.
Definition read_live (form : N -> word -> option (N * N * N)) (why : reason) (l : Set_.t) (w : word) : result positive :=
  do x <- read_candidate form w;
  do _ <- need (Set_.mem x l) why;
  Ok x.

(* The number of a group, and its members. *)
Definition read_group (w : word) : result (positive * list positive) :=
  match group_name n w with
  | Some (kind, first, second) =>
    let g := group n kind first second in
    match Map.find g (members_of t) with
    | Some members => Ok (g, members)
    | None => Err BadGroup
    end
  | None => Err BadGroup
  end.

(* The words before and after the first colon. Neither side may be empty. *)
Fixpoint cut_at_colon (ws before : list word) : option (list word * list word) :=
  match ws with
  | [] => None
  | w :: ws => if word_eqb w w_colon then Some (rev_append before [], ws) else cut_at_colon ws (w :: before)
  end.
Definition lists (ws : list word) : result (list word * list word) :=
  match cut_at_colon ws [] with
  | Some (a :: first, b :: rest) => Ok (a :: first, b :: rest)
  | _ => Err BadForm
  end.

(* Assumes a candidate: removes all candidates that share a group with it. *)
Definition remove_if_live (l : Set_.t) (y : positive) : Set_.t := if Set_.mem y l then Set_.remove y l else l.
Definition take_in (x : positive) (l : Set_.t) (g : positive) : Set_.t :=
  fold_left (fun l y => if Pos.eqb x y then l else remove_if_live l y) (list_at g (members_of t)) l.
Definition take (x : positive) (l : Set_.t) : Set_.t := fold_left (take_in x) (list_at x (groups_of t)) l.

Definition none_live (l : Set_.t) (xs : list positive) : bool := forallb (fun x => negb (Set_.mem x l)) xs.
Definition only_live (x : positive) (l : Set_.t) (xs : list positive) : bool :=
  forallb (fun y => Pos.eqb x y || negb (Set_.mem y l)) xs.

(* A term of a count: its set, its multiplier (positive for a link, negative for a truth), and
   the number of true candidates in the set. *)
Record term := Term { members : list positive; times : Z; most : Z }.

(* The text after the `d` of a deadly set. *)
Definition after_d (w : word) : option word :=
  match w with d :: rest => if is d x64 then Some rest else None | [] => None end.
Definition deadly_number (w : word) : result positive :=
  match Words.position 99 w with Some k => Ok (N.succ_pos k) | None => Err DeadlyName end.

Definition read_term (deadly : Map.t (list positive)) (w : word) : result term :=
  match w with
  | [] => Err BadTerm
  | sign :: rest =>
    do link <- (if is sign x2d then Ok true else if is sign x2b then Ok false else Err BadTerm);
    let '(factor, name) := match cut x2a rest with Some it => it | None => (w_one, rest) end in
    match Words.position 1000000 factor with
    | None => Err BadMultiplier
    | Some k =>
      let m := Z.of_N (N.succ k) in
      match after_d name with
      | Some number =>
        do _ <- need link DeadlyAsTruth;
        do k <- deadly_number number;
        match Map.find k deadly with
        | Some set => Ok {| members := set; times := m; most := Z.of_nat (length set) - 1 |}
        | None => Err DeadlyUndefined
        end
      | None =>
        do g <- read_group name;
        Ok {| members := snd g; times := if link then m else (- m)%Z; most := 1 |}
      end
    end
  end.

Definition weight (x : positive) (ws : Map.t Z) : Z := match Map.find x ws with Some a => a | None => 0%Z end.
Definition add_member (l : Set_.t) (m : Z) (ws : Map.t Z) (x : positive) : Map.t Z :=
  if Set_.mem x l then Map.add x (m + weight x ws)%Z ws else ws.
Definition weights (l : Set_.t) (ms : list term) : Map.t Z :=
  fold_left (fun ws m => fold_left (add_member l (times m)) (members m) ws) ms (Map.empty Z).
Definition bound (ms : list term) : Z := fold_left (fun k m => k + times m * most m)%Z ms 0%Z.

Fixpoint all_values {A} (p : A -> bool) (m : Map.t A) : bool :=
  match m with
  | Map.Leaf _ => true
  | Map.Node l v r => match v with Some v => p v | None => true end && all_values p l && all_values p r
  end.

(* Whether a candidate other than the only target has a negative weight. *)
Definition negative (targets : list positive) (ws : Map.t Z) : bool :=
  if all_values (Z.leb 0) ws then false
  else existsb (fun it => Z.ltb (snd it) 0 && existsb (fun x => negb (Pos.eqb x (fst it))) targets) (Map.elements ws).

Fixpoint remove_all (targets : list positive) (l : Set_.t) : result Set_.t :=
  match targets with
  | [] => Ok l
  | x :: targets => do _ <- need (Set_.mem x l) TargetRepeated; remove_all targets (Set_.remove x l)
  end.

Definition count (ws : list word) (s : position) : result position :=
  do (first, rest) <- lists ws;
  do targets <- each (read_live elimination TargetNotLive (live s)) first;
  do ms <- each (read_term (deadly_sets s)) rest;
  let a := weights (live s) ms in
  let k := bound ms in
  do _ <- need (forallb (fun x => Z.ltb k (weight x a)) targets) WeightNotAboveBound;
  do _ <- need (negb (negative targets a)) NegativeWeight;
  do l <- remove_all targets (live s);
  Ok (with_live s l).

Definition single (c g : word) (s : position) : result position :=
  do x <- read_live placement SingleNotLive (live s) c;
  do (g, xs) <- read_group g;
  do _ <- need (existsb (Pos.eqb g) (list_at x (groups_of t))) SingleOutside;
  do _ <- need (only_live x (live s) xs) SingleNotAlone;
  Ok (with_live s (take x (live s))).

Definition suppose (c : word) (s : position) : result position :=
  do x <- read_live placement SupposeNotLive (live s) c;
  do _ <- need (depth s <? 10000) SupposeTooDeep;
  Ok {| live := take x (live s); supposed := (x, live s) :: supposed s; depth := N.succ (depth s);
        deadly_sets := deadly_sets s |}.

Definition refuted (g : word) (s : position) : result position :=
  do (_, xs) <- read_group g;
  do _ <- need (none_live (live s) xs) GroupNotEmpty;
  match supposed s with
  | [] => Err NoOpenSuppose
  | (x, before) :: rest =>
    Ok {| live := Set_.remove x before; supposed := rest; depth := N.pred (depth s); deadly_sets := deadly_sets s |}
  end.

(* A list of a deadly set, as a map from its cells (plus 1) to its candidates. No cell may occur
   twice. *)
Definition cell_key (x : positive) : positive := N.succ_pos (cell_of n x).
Fixpoint by_cell (xs : list positive) (m : Map.t positive) : result (Map.t positive) :=
  match xs with
  | [] => Ok m
  | x :: xs =>
    match Map.find (cell_key x) m with
    | Some _ => Err DeadlyRepeated
    | None => by_cell xs (Map.add (cell_key x) x m)
    end
  end.
Definition read_list (ws : list word) : result (list positive * Map.t positive) :=
  do xs <- each (read_candidate placement) ws;
  do m <- by_cell xs (Map.empty _);
  Ok (xs, m).

(* For each group, the number of its candidates in the first list minus the number in the second. *)
Definition add_at (m : Z) (e : Map.t Z) (g : positive) : Map.t Z := Map.add g (m + weight g e)%Z e.
Definition add_groups (m : Z) (e : Map.t Z) (x : positive) : Map.t Z :=
  fold_left (add_at m) (list_at x (groups_of t)) e.
Definition excess (p q : list positive) : Map.t Z :=
  fold_left (add_groups (-1)) q (fold_left (add_groups 1) p (Map.empty Z)).

Definition deadly (name : word) (rest : list word) (s : position) : result position :=
  do (first, second) <- lists rest;
  do _ <- need (assuming ctx) DeadlyNotAssumed;
  do k <- match after_d name with Some number => deadly_number number | None => Err DeadlyName end;
  do (p, pm) <- read_list first;
  do (q, qm) <- read_list second;
  let as_long := Nat.eqb (length p) (length q) in
  let equal x := match Map.find (cell_key x) qm with Some y => Pos.eqb x y | None => false end in
  let there x := match Map.find (cell_key x) qm with Some _ => true | None => false end in
  do _ <- need (negb (as_long && forallb equal p)) DeadlyEqual;
  do _ <- need (as_long && forallb there p) DeadlyCells;
  do _ <- need (all_values (Z.eqb 0) (excess p q)) DeadlyUnbalanced;
  do _ <- need (forallb (fun x => Set_.mem x (in_puzzle ctx)) q) DeadlyNotInPuzzle;
  Ok {| live := live s; supposed := supposed s; depth := depth s; deadly_sets := Map.add k p (deadly_sets s) |}.

Definition header_words : list word := [w_qed; w_board; w_givens; w_state; w_assume].

Definition step (ws : list word) (s : position) : result position :=
  match ws with
  | [] => Err UnknownStep
  | kind :: rest =>
    if word_eqb kind w_count then count rest s
    else if word_eqb kind w_single then
      match rest with
      | [c; colon; g] => if word_eqb colon w_colon then single c g s else Err BadForm
      | _ => Err BadForm
      end
    else if word_eqb kind w_suppose then match rest with [c] => suppose c s | _ => Err BadForm end
    else if word_eqb kind w_refuted then match rest with [g] => refuted g s | _ => Err BadForm end
    else if word_eqb kind w_deadly then
      match rest with
      | name :: colon :: rest => if word_eqb colon w_colon then deadly name rest s else Err BadForm
      | _ => Err BadForm
      end
    else if existsb (word_eqb kind) header_words then Err MisplacedHeader
    else Err UnknownStep
  end.
End Steps.
