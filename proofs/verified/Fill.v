(* The search behind `fill`, FORMAT.md section 13: one live candidate for each variable, no two
   that exclude each other, accepted by all conditions. It proceeds from variable to variable.
   Each layer holds the reachable nodes without repetition. *)
From Coq Require Import NArith PArith ZArith List Bool Lia MSetPositive FMapPositive.
From Qedoku Require Import Meaning Reason Words Sums Board Steps Kernel.
Import ListNotations.

(* The state of a condition, and its key: different states have different keys. *)
Definition state : Type := list Z.
Fixpoint code (p after : positive) : positive :=
  match p with
  | xH => xO after
  | xO p => xI (xO (code p after))
  | xI p => xI (xI (code p after))
  end.
Definition z_code (z : Z) : positive := match z with Z0 => xH | Zpos p => xO p | Zneg p => xI p end.
Fixpoint key (q : state) : positive := match q with [] => xH | z :: q => code (z_code z) (key q) end.

(* A condition on the variables: one step function for each variable, in order. A variable that
   the condition does not read leaves the state unchanged. *)
Definition step_function : Type := state -> positive -> option state.
Record condition := Condition { initial : state; steps : list step_function; accepts : state -> bool }.

(* The states after one variable, without repetition. At most `room` more nodes may be visited;
   `None` if that is too few. *)
Definition growing : Type := option (N * Set_.t * list state).
Definition add_state (step : step_function) (q : state) (g : growing) (x : positive) : growing :=
  match g, step q x with
  | Some (room, found, out), Some q' =>
    if Set_.mem (key q') found then g
    else match room with N0 => None | Npos p => Some (Pos.pred_N p, Set_.add (key q') found, q' :: out) end
  | _, _ => g
  end.
Definition add_states (step : step_function) (xs : list positive) (g : growing) (q : state) : growing :=
  fold_left (add_state step q) xs g.
Definition next_states (step : step_function) (xs : list positive) (room : N) (qs : list state) : growing :=
  fold_left (add_states step xs) qs (Some (room, Set_.empty, [])).

(* The states of a condition before each variable and at the end. *)
Fixpoint forward (steps : list step_function) (vars : list (list positive)) (room : N) (reach : list state) :
  option (N * list (list state)) :=
  match steps, vars with
  | step :: steps, xs :: vars =>
    match next_states step xs room reach with
    | None => None
    | Some (room, _, next) =>
      match forward steps vars room next with
      | Some (room, rest) => Some (room, reach :: rest)
      | None => None
      end
    end
  | _, _ => Some (room, [reach])
  end.

Definition key_set (qs : list state) : Set_.t := fold_left (fun s q => Set_.add (key q) s) qs Set_.empty.

(* The keys of the good states: at the start, and after each variable together with its step. *)
Fixpoint backward (accepts : state -> bool) (steps : list step_function) (vars : list (list positive)) (reached : list (list state)) :
  Set_.t * list (step_function * Set_.t) :=
  match steps, vars, reached with
  | step :: steps, xs :: vars, reach :: reached =>
    let '(after, rest) := backward accepts steps vars reached in
    let leads q := existsb (fun x => match step q x with Some q' => Set_.mem (key q') after | None => false end) xs in
    (key_set (filter leads reach), (step, after) :: rest)
  | _, _, reach :: _ => (key_set (filter accepts reach), [])
  | _, _, [] => (Set_.empty, [])
  end.

(* One step of all conditions, and the good states after it. *)
Definition layer : Type := list (step_function * Set_.t).
Fixpoint moves (l : layer) (qs : list state) (x : positive) : option (list state) :=
  match l, qs with
  | (step, good) :: l, q :: qs =>
    match step q x with
    | None => None
    | Some q' =>
      if Set_.mem (key q') good then
        match moves l qs x with Some qs' => Some (q' :: qs') | None => None end
      else None
    end
  | _, _ => Some []
  end.

(* Point 1 of section 13, for all conditions. *)
Fixpoint all_forward (cs : list condition) (vars : list (list positive)) (room : N) : option (N * list (list (list state))) :=
  match cs with
  | [] => Some (room, [])
  | c :: cs =>
    match forward (steps c) vars room [initial c] with
    | None => None
    | Some (room, reached) =>
      match all_forward cs vars room with
      | Some (room, rest) => Some (room, reached :: rest)
      | None => None
      end
    end
  end.

(* Point 2: the conditions as layers. `None` if one of them cannot be accepted. *)
Fixpoint layers_of (cs : list condition) (vars : list (list positive)) (reached : list (list (list state))) :
  option (list layer * list state) :=
  match cs, reached with
  | c :: cs, reach :: reached =>
    let '(first, good) := backward (accepts c) (steps c) vars reach in
    if Set_.mem (key (initial c)) first then
      match layers_of cs vars reached with
      | Some (layers, qs) => Some (map (fun it => fst it :: snd it) (combine good layers), initial c :: qs)
      | None => None
      end
    else None
  | _, _ => Some (map (fun _ => []) vars, [])
  end.

(* A node: the states of the conditions, and for each following variable a number whose bits are
   its remaining values. *)
Definition node : Type := list state * list N.
Fixpoint mask_of (p : positive -> bool) (xs : list positive) : N :=
  match xs with
  | [] => 0
  | x :: xs => let m := mask_of p xs in if p x then N.succ_double m else N.double m
  end.
Fixpoint left_of {A} (m : N) (vs : list A) : list A :=
  match vs with
  | [] => []
  | v :: vs => if N.odd m then v :: left_of (N.div2 m) vs else left_of (N.div2 m) vs
  end.
Fixpoint without (masks gone : list N) : list N :=
  match masks, gone with
  | m :: masks, N0 :: gone => m :: without masks gone
  | m :: masks, e :: gone => N.ldiff m e :: without masks gone
  | _, _ => []
  end.

Fixpoint list_eqb {A} (eqb : A -> A -> bool) (a b : list A) : bool :=
  match a, b with
  | [], [] => true
  | x :: a, y :: b => eqb x y && list_eqb eqb a b
  | _, _ => false
  end.
Definition node_eqb (a b : node) : bool :=
  list_eqb (list_eqb Z.eqb) (fst a) (fst b) && list_eqb N.eqb (snd a) (snd b).
(* A number for finding nodes. Different nodes may share it. *)
Fixpoint low (bits : nat) (p : positive) : positive :=
  match bits, p with
  | S bits, xO p => xO (low bits p)
  | S bits, xI p => xI (low bits p)
  | _, _ => xH
  end.
Definition mix_in (h x : positive) : positive := low 40 (Pos.add (Pos.add h (xO (xO (xO (xO (xO h)))))) x).
Definition mix (a : node) : positive :=
  let h := fold_left (fun h m => mix_in h (N.succ_pos m)) (snd a) xH in
  fold_left (fun h q => fold_left (fun h z => mix_in h (z_code z)) q h) (fst a) h.
Definition nodes_at (k : positive) (m : Map.t (list node)) : list node := match Map.find k m with Some l => l | None => [] end.

Inductive answer := Filled | Unfilled | TooMany.

Section Search.
Variable excluded : positive -> Set_.t.

(* Point 3: the nodes of the next layer, without repetition, stored by their numbers. Each value
   of the variable comes with the values that it removes from the following variables. *)
Definition taking (x : positive) (later : list (list positive)) : positive * list N :=
  let s := excluded x in (x, map (mask_of (fun y => Set_.mem y s)) later).
Definition spreading : Type := option (N * Map.t (list node) * list node).
Definition add_node (l : layer) (qs : list state) (masks : list N) (g : spreading) (v : positive * list N) : spreading :=
  match g, moves l qs (fst v) with
  | Some (room, found, out), Some qs' =>
    let a := (qs', without masks (snd v)) in
    let k := mix a in
    let near := nodes_at k found in
    if existsb (node_eqb a) near then g
    else match room with N0 => None | Npos p => Some (Pos.pred_N p, Map.add k (a :: near) found, a :: out) end
  | _, _ => g
  end.
Definition add_nodes (l : layer) (values : list (positive * list N)) (g : spreading) (a : node) : spreading :=
  match snd a with
  | m :: masks => fold_left (add_node l (fst a) masks) (left_of m values) g
  | [] => g
  end.
Fixpoint search (ls : list layer) (vars : list (list positive)) (room : N) (nodes : list node) : answer * N :=
  match ls, vars with
  | l :: ls, xs :: later =>
    let values := map (fun x => taking x later) xs in
    match fold_left (add_nodes l values) nodes (Some (room, Map.empty _, [])) with
    | Some (room, _, next) => search ls later room next
    | None => (TooMany, 0%N)
    end
  | _, _ => (match nodes with [] => Unfilled | _ => Filled end, room)
  end.

(* Whether the variables, given by their live candidates, have a filling; and how many more nodes
   may be visited. *)
Definition fill_search (cs : list condition) (vars : list (list positive)) (room : N) : answer * N :=
  match all_forward cs vars room with
  | None => (TooMany, 0%N)
  | Some (room, reached) =>
    match layers_of cs vars reached with
    | None => (Unfilled, room)
    | Some (ls, qs) => search ls vars room [(qs, map (mask_of (fun _ => true)) vars)]
    end
  end.
End Search.
