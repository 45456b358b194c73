(* The machines of FORMAT.md section 11: the state after the value of the next cell, and the
   accepted states. *)
From Coq Require Import ZArith List Bool.
From Qedoku Require Import Meaning Constraints.
Import ListNotations.
Open Scope Z_scope.

Definition machine_start : list Z := [0; 0; 0].
Definition when (b : bool) (q : list Z) : option (list Z) := if b then Some q else None.

Definition machine_step (n : Z) (k : machine_kind) (S : Z) (state : list Z) (d : Z) : option (list Z) :=
  match state with
  | [p; q; s] =>
    match k with
    | Sandwich =>
      if (d =? 1) || (d =? n) then
        if p =? 0 then Some [1; 0; 0] else if p =? 1 then when (q =? S) [2; 0; 0] else None
      else if p =? 1 then when (q + d <=? S) [1; q + d; 0] else Some state
    | XSum =>
      let go p q := when ((q <=? S) && (negb (p =? 0) || (q =? S))) [p; q; 0] in
      if (p =? 0) && (q =? 0) then go (d - 1) d
      else if 0 <? p then go (p - 1) (q + d) else Some state
    | Skyscraper => if p <? d then when (q + 1 <=? S) [d; q + 1; 0] else Some state
    | Between =>
      if (p =? 0) && (q =? 0) then Some [d; 0; 0]
      else if q =? 0 then Some [Z.min p d; Z.max p d; 0]
      else when ((p <? d) && (d <? q)) state
    | Rise => let t := if p <? d then q + 1 else 1 in when (t <=? S) [d; t; Z.max s t]
    | Same =>
      let c := 1 + d mod 2 in
      let t := if c =? p then q + 1 else 1 in when (t <=? S) [c; t; Z.max s t]
    | Mod => Some [(p + d) mod S; 0; 0]
    | Mono =>
      if p =? 0 then Some [d; 0; 0]
      else let w := if d <? p then 1 else 2 in
           when (negb (d =? p) && ((q =? 0) || (q =? w))) [d; w; 0]
    | Zigzag =>
      if p =? 0 then Some [d; 0; 0]
      else let w := if d <? p then 1 else 2 in
           when (negb (d =? p) && negb (q =? w)) [d; w; 0]
    | Arith =>
      if q =? 0 then Some [d; 1; 0]
      else if q =? 1 then Some [d; 2; d - p]
      else when (d - p =? s) [d; 2; s]
    end
  | _ => None
  end.

Definition machine_accepts (k : machine_kind) (S : Z) (state : list Z) : bool :=
  match state with
  | [p; q; s] =>
    match k with
    | Sandwich => p =? 2
    | XSum | Mod => p =? 0
    | Skyscraper => q =? S
    | Between => 0 <? q
    | Rise | Same => s =? S
    | Mono | Zigzag | Arith => true
    end
  | _ => false
  end.

(* The number of `mod` is at least 1. *)
Definition machine_fits (k : machine_kind) (S : Z) : bool := negb (is_mod k && (S <=? 0)).

(* A machine over a list of values. *)
Fixpoint machine_run (n : Z) (k : machine_kind) (S : Z) (state : list Z) (ds : list Z) : option (list Z) :=
  match ds with
  | [] => Some state
  | d :: ds => match machine_step n k S state d with Some state => machine_run n k S state ds | None => None end
  end.
Definition machine_reads (n : Z) (k : machine_kind) (S : Z) (ds : list Z) : bool :=
  match machine_run n k S machine_start ds with Some q => machine_accepts k S q | None => false end.
