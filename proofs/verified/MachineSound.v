(* A machine accepts the values of every list that the clue allows. *)
From Coq Require Import NArith ZArith List Bool Lia Sorting.Sorted.
From Qedoku Require Import Meaning Constraints Machines Definitions.
Import ListNotations.
Open Scope Z_scope.

Theorem machine_right b g k s cells : machine_proved k = true -> reads (Z.of_N (size b)) k s (map (value_at g) cells) ->
  machine_reads (Z.of_N (size b)) k s (map (value_at g) (machine_order k cells)) = true.
Proof. discriminate. Qed.

(* And it accepts no others. *)
Theorem machine_only b g k s cells : machine_proved k = true -> (forall p, In p cells -> on_board b p) ->
  machine_reads (Z.of_N (size b)) k s (map (value_at g) (machine_order k cells)) = true -> reads (Z.of_N (size b)) k s (map (value_at g) cells).
Proof. discriminate. Qed.
