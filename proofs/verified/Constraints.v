(* The meaning of the constraints of variant puzzles: cages, thermometers, arrows and so on.
   Together with Meaning.v, this page states what the theorem in Soundness.v is about. It
   contains nothing about proof files or a checker. *)
From Coq Require Import NArith ZArith List Bool Sorting.Sorted.
From Qedoku Require Import Meaning.
Import ListNotations.
Open Scope Z_scope.

(* The value of a digit is 1 for the first one, 2 for the second, and so on. *)
Definition value_of (d : N) : Z := Z.of_N d + 1.
Definition value_at (g : grid) (p : cell) : Z := value_of (g p).
Definition sum_of (zs : list Z) : Z := fold_right Z.add 0 zs.

(* The relation of two values a and b on a board with n digits. *)
Inductive operator := Less | AtMost | Equal | Unequal | AtLeast | Greater.
Definition compare (op : operator) (a b : Z) : bool :=
  match op with
  | Less => a <? b | AtMost => a <=? b | Equal => a =? b
  | Unequal => negb (a =? b) | AtLeast => b <=? a | Greater => b <? a
  end.
Inductive relation :=
  | Compared (op : operator)                (* a OP b *)
  | Difference (op : operator) (k : Z)      (* |a - b| OP k *)
  | Total (op : operator) (k : Z)           (* a + b OP k *)
  | Ratio (equal : bool) (k : Z)            (* one is k times the other, or is not *)
  | Remainder (equal : bool) (k : Z)        (* a mod k and b mod k are equal, or are not *)
  | Third (equal : bool).                   (* in the same third of the digits, or not in the
                                               same third *)
Definition related (n : Z) (r : relation) (a b : Z) : bool :=
  match r with
  | Compared op => compare op a b
  | Difference op k => compare op (Z.abs (a - b)) k
  | Total op k => compare op (a + b) k
  | Ratio equal k => Bool.eqb equal ((a =? k * b) || (b =? k * a))
  | Remainder equal k => Bool.eqb equal (a mod k =? b mod k)
  | Third equal => Bool.eqb equal (3 * (a - 1) / n =? 3 * (b - 1) / n)
  end.

(* Cells that are one move apart, the first one earlier in reading order. *)
Inductive move := Touch | King | Knight.
Definition touches (a b : cell) : Prop :=
  (fst b = fst a /\ snd b = snd a + 1)%N \/ (fst b = fst a + 1 /\ snd b = snd a)%N.
Definition apart (down aside : N) (a b : cell) : Prop :=
  (fst b = fst a + down)%N /\ (snd b = snd a + aside \/ snd a = snd b + aside)%N.
Definition moved (m : move) (a b : cell) : Prop :=
  match m with
  | Touch => touches a b
  | King => touches a b \/ apart 1 1 a b
  | Knight => apart 1 2 a b \/ apart 2 1 a b
  end.

(* Clues about the values of a list of cells, in their order. *)
Inductive machine_kind := Sandwich | XSum | Skyscraper | Between | Rise | Same | Mod | Mono | Zigzag | Arith.
Definition is_mod (k : machine_kind) : bool := match k with Mod => true | _ => false end.
Definition is_between (k : machine_kind) : bool := match k with Between => true | _ => false end.

(* The number of values that are larger than all values before them. No value exceeds `high`. *)
Fixpoint visible (high : Z) (ds : list Z) : Z :=
  match ds with
  | [] => 0
  | d :: ds => if high <? d then 1 + visible d ds else visible high ds
  end.
(* A contiguous part of the list whose neighbours are all related. *)
Definition is_run (R : Z -> Z -> Prop) (run ds : list Z) : Prop := Sorted R run /\ exists before after, ds = before ++ run ++ after.
Definition longest_run (R : Z -> Z -> Prop) (s : Z) (ds : list Z) : Prop :=
  (exists run, is_run R run ds /\ Z.of_nat (length run) = s) /\ forall run, is_run R run ds -> Z.of_nat (length run) <= s.
Fixpoint alternates (rising : bool) (ds : list Z) : Prop :=
  match ds with
  | a :: ((b :: _) as rest) => (if rising then a < b else b < a) /\ alternates (negb rising) rest
  | _ => True
  end.

Definition reads (n : Z) (k : machine_kind) (s : Z) (ds : list Z) : Prop :=
  let is_end d := d = 1 \/ d = n in
  match k with
  | Sandwich => exists a x m y c, ds = a ++ x :: m ++ y :: c /\ is_end x /\ is_end y /\ sum_of m = s /\
      forall d, In d (a ++ m ++ c) -> ~ is_end d
  | XSum => exists x rest, ds = x :: rest /\ x <= Z.of_nat (length ds) /\ sum_of (firstn (Z.to_nat x) ds) = s
  | Skyscraper => visible 0 ds = s
  | Between => exists a m z, ds = a :: m ++ [z] /\ forall d, In d m -> Z.min a z < d < Z.max a z
  | Rise => longest_run Z.lt s ds
  | Same => longest_run (fun a b => a mod 2 = b mod 2) s ds
  | Mod => (s | sum_of ds)
  | Mono => Sorted Z.lt ds \/ Sorted Z.gt ds
  | Zigzag => alternates true ds \/ alternates false ds
  | Arith => exists k, Sorted (fun a b => b - a = k) ds
  end.

Inductive constraint :=
  (* Each digit exactly once. *)
  | House (cells : list cell)
  (* No digit twice. *)
  | Different (cells : list cell)
  (* No digit twice, and the values sum to the total. *)
  | Cage (total : Z) (cells : list cell)
  (* A weighted sum of values. *)
  | Sum (total : Z) (terms : list (Z * cell))
  (* A weighted number of cells with one of their digits, between bounds. *)
  | Weighted (lo hi : option Z) (terms : list (Z * cell * list N))
  (* At least these digits, with repetition. *)
  | Has (digits : list N) (cells : list cell)
  (* One of these digits. *)
  | Allow (p : cell) (digits : list N)
  (* Neighbours in the list are related. *)
  | Path (r : relation) (cells : list cell)
  (* Each cell is related to all later ones. *)
  | Every (r : relation) (cells : list cell)
  (* Any two cells that are one move apart are related. *)
  | All (m : move) (r : relation)
  (* A clue about the values in their order. *)
  | Reads (k : machine_kind) (s : Z) (cells : list cell).

Definition obeys (b : board) (g : grid) (c : constraint) : Prop :=
  let n := Z.of_N (size b) in
  let at_cells r p q := related n r (value_at g p) (value_at g q) = true in
  match c with
  | House cells => forall d, (d < size b)%N -> count_occ N.eq_dec (map g cells) d = 1%nat
  | Different cells => NoDup (map g cells)
  | Cage total cells => NoDup (map g cells) /\ sum_of (map (value_at g) cells) = total
  | Sum total terms => sum_of (map (fun t => fst t * value_at g (snd t)) terms) = total
  | Weighted lo hi terms =>
    let sum := sum_of (map (fun '(m, p, ds) => if in_dec N.eq_dec (g p) ds then m else 0) terms) in
    (forall k, lo = Some k -> k <= sum) /\ (forall k, hi = Some k -> sum <= k)
  | Has digits cells => forall d, (count_occ N.eq_dec digits d <= count_occ N.eq_dec (map g cells) d)%nat
  | Allow p digits => In (g p) digits
  | Path r cells => Sorted (at_cells r) cells
  | Every r cells => StronglySorted (at_cells r) cells
  | All m r => forall p q, on_board b p -> on_board b q -> moved m p q -> at_cells r p q
  | Reads k s cells => reads n k s (map (value_at g) cells)
  end.
