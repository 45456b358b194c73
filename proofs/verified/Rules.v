(* FORMAT.md section 4 restated as definitions: the spelling of each step, the condition for it
   to be correct, and the live candidates after it. Nothing here computes. Complete.v proves that
   the checker accepts every step that is correct by these rules. *)
From Coq Require Import NArith ZArith List Bool Strings.Byte.
From Qedoku Require Import Meaning Words Sums.
Import ListNotations.
Open Scope N_scope.

(* A candidate: a cell and a digit. A group: a cell, or a digit in a house. *)
Definition mark : Type := cell * N.
Inductive group_name := OfCell (p : cell) | OfHouse (d : N) (h : house).

Definition mark_eqb (x y : mark) : bool :=
  (fst (fst x) =? fst (fst y)) && (snd (fst x) =? snd (fst y)) && (snd x =? snd y).
Definition lies_inb (b : board) (p : cell) (h : house) : bool :=
  match h with Row i => fst p =? i | Column i => snd p =? i | Box i => box_of b p =? i end.
Definition in_group (b : board) (x : mark) (g : group_name) : bool :=
  match g with
  | OfCell p => (fst (fst x) =? fst p) && (snd (fst x) =? snd p)
  | OfHouse d h => (snd x =? d) && lies_inb b (fst x) h
  end.
Definition on (b : board) (x : mark) : Prop := on_board b (fst x) /\ snd x < size b.
Definition group_on (b : board) (g : group_name) : Prop :=
  match g with OfCell p => on_board b p | OfHouse d h => d < size b /\ house_of_board b h end.

(* Two different candidates exclude each other when some group contains both. *)
Definition exclude (b : board) (x y : mark) : Prop :=
  x <> y /\ exists g, group_on b g /\ in_group b x g = true /\ in_group b y g = true.

(* The set of a term: a group, or the deadly set with this number. *)
Inductive set_name := Group (g : group_name) | DeadlySet (k : N).
Record written_term := Written { link : bool; factor : N; set : set_name }.

Inductive written_step :=
  | Count (targets : list mark) (terms : list written_term)
  | Single (x : mark) (g : group_name)
  | Suppose (x : mark)
  | Refuted (g : group_name)
  | Deadly (k : N) (p q : list mark).

(* The situation: the live candidates; the open supposes, innermost first, each with its
   candidate and the live candidates before it; the defined sets P. *)
Record situation := Situation {
  alive : mark -> Prop;
  open : list (mark * (mark -> Prop));
  defined : N -> option (list mark)
}.

(* a(x) and K of a count. *)
Definition sign (m : written_term) : Z := if link m then Z.of_N (factor m) else (- Z.of_N (factor m))%Z.
Definition inside (b : board) (s : situation) (x : mark) (name : set_name) : bool :=
  match name with
  | Group g => in_group b x g
  | DeadlySet k => match defined s k with Some p => existsb (mark_eqb x) p | None => false end
  end.
Definition most_true (s : situation) (name : set_name) : Z :=
  match name with
  | Group _ => 1
  | DeadlySet k => match defined s k with Some p => Z.of_nat (length p) - 1 | None => 0 end
  end.
Definition a (b : board) (s : situation) (terms : list written_term) (x : mark) : Z :=
  total (fun m => sign m * one_if (inside b s x (set m)))%Z terms.
Definition K (s : situation) (terms : list written_term) : Z := total (fun m => sign m * most_true s (set m))%Z terms.

Definition term_right (b : board) (s : situation) (m : written_term) : Prop :=
  1 <= factor m <= 1000000 /\
  match set m with
  | Group g => group_on b g
  | DeadlySet k => link m = true /\ 1 <= k <= 99 /\ defined s k <> None
  end.

(* The condition for a step to be correct, on a board, with or without the assumption of one
   solution, for a puzzle. *)
Definition right_step (b : board) (assumed : bool) (puzzle : mark -> Prop) (s : situation) (w : written_step) : Prop :=
  match w with
  | Count targets terms =>
    targets <> [] /\ terms <> [] /\ NoDup targets /\ (forall t, In t targets -> on b t /\ alive s t) /\
    (forall m, In m terms -> term_right b s m) /\
    (forall t, In t targets -> K s terms < a b s terms t)%Z /\
    (forall t x, In t targets -> on b x -> alive s x -> x <> t -> 0 <= a b s terms x)%Z
  | Single x g =>
    on b x /\ group_on b g /\ alive s x /\ in_group b x g = true /\
    forall y, on b y -> in_group b y g = true -> alive s y -> y = x
  | Suppose x => on b x /\ alive s x /\ N.of_nat (length (open s)) < 10000
  | Refuted g => group_on b g /\ open s <> [] /\ forall y, on b y -> in_group b y g = true -> ~ alive s y
  | Deadly k p q =>
    assumed = true /\ 1 <= k <= 99 /\ p <> [] /\ q <> [] /\
    (forall x, In x p \/ In x q -> on b x) /\ NoDup (map fst p) /\ NoDup (map fst q) /\
    (forall c, In c (map fst p) <-> In c (map fst q)) /\ ~ (forall x, In x p <-> In x q) /\
    (forall d h, d < size b -> house_of_board b h ->
      number_true (fun x => in_group b x (OfHouse d h)) p = number_true (fun x => in_group b x (OfHouse d h)) q) /\
    forall x, In x q -> puzzle x
  end.

(* The effect of a correct step. *)
Definition taken (b : board) (l : mark -> Prop) (x : mark) : mark -> Prop := fun y => l y /\ ~ exclude b x y.
Definition after (b : board) (s : situation) (w : written_step) : situation :=
  match w with
  | Count targets _ => {| alive := fun y => alive s y /\ ~ In y targets; open := open s; defined := defined s |}
  | Single x _ => {| alive := taken b (alive s) x; open := open s; defined := defined s |}
  | Suppose x => {| alive := taken b (alive s) x; open := (x, alive s) :: open s; defined := defined s |}
  | Refuted _ =>
    match open s with
    | (x, before) :: rest => {| alive := fun y => before y /\ y <> x; open := rest; defined := defined s |}
    | [] => s
    end
  | Deadly k p _ => {| alive := alive s; open := open s; defined := fun k' => if k' =? k then Some p else defined s k' |}
  end.

(* The spelling of a step. *)
Definition digit_byte (d : N) : byte :=
  nth (N.to_nat d) [x31; x32; x33; x34; x35; x36; x37; x38; x39; x41; x42; x43; x44; x45; x46; x47; x48; x49; x4a; x4b;
                    x4c; x4d; x4e; x4f; x50] x30.
Definition decimal_byte (d : N) : byte := nth (N.to_nat d) [x30; x31; x32; x33; x34; x35; x36; x37; x38; x39] x30.
Fixpoint write_onto (places : nat) (n : N) (w : word) : word :=
  match places with
  | O => w
  | S places => if n <? 10 then decimal_byte n :: w else write_onto places (n / 10) (decimal_byte (n mod 10) :: w)
  end.
(* Decimal notation. No number of a proof needs more than seven digits. *)
Definition write_number (n : N) : word := write_onto 7 n [].

Definition write_cell (p : cell) : word := x72 :: write_number (fst p + 1) ++ x63 :: write_number (snd p + 1).
Definition write_placement (x : mark) : word := write_cell (fst x) ++ [x3d; digit_byte (snd x)].
Definition write_elimination (x : mark) : word := write_cell (fst x) ++ [x3c; x3e; digit_byte (snd x)].
Definition write_group (g : group_name) : word :=
  match g with
  | OfCell p => write_cell p
  | OfHouse d h =>
    let (letter, i) := match h with Row i => (x72, i) | Column i => (x63, i) | Box i => (x62, i) end in
    digit_byte d :: letter :: write_number (i + 1)
  end.
Definition write_set (name : set_name) : word :=
  match name with Group g => write_group g | DeadlySet k => x64 :: write_number k end.
(* A multiplier of 1 may be left out. *)
Definition write_term (short : bool) (m : written_term) : word :=
  (if link m then x2d else x2b) ::
  (if short && (factor m =? 1) then [] else write_number (factor m) ++ [x2a]) ++ write_set (set m).

Definition write_step (short : bool) (w : written_step) : list word :=
  match w with
  | Count targets terms => w_count :: map write_elimination targets ++ w_colon :: map (write_term short) terms
  | Single x g => [w_single; write_placement x; w_colon; write_group g]
  | Suppose x => [w_suppose; write_placement x]
  | Refuted g => [w_refuted; write_group g]
  | Deadly k p q =>
    w_deadly :: (x64 :: write_number k) :: w_colon :: map write_placement p ++ w_colon :: map write_placement q
  end.
