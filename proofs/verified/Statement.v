(* Prints what is proved, and what it rests on; a test reads it. *)
From Qedoku Require Import Soundness Complete Formula.
Check accepted_is_true.
Print Assumptions accepted_is_true.
Check right_step_accepted.
Print Assumptions right_step_accepted.
Check formula_exact.
Print Assumptions formula_exact.
Check refuted_is_none.
Print Assumptions refuted_is_none.
Check refuted_is_unique.
Print Assumptions refuted_is_unique.
