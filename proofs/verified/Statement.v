(* Prints the theorems and their assumptions. A test reads the output. *)
From Qedoku Require Import Soundness HeaderRead Complete Formula.
Check accepted_is_true.
Print Assumptions accepted_is_true.
Check header_is_read.
Print Assumptions header_is_read.
Check right_step_accepted.
Print Assumptions right_step_accepted.
Check formula_exact.
Print Assumptions formula_exact.
Check refuted_is_none.
Print Assumptions refuted_is_none.
Check refuted_is_unique.
Print Assumptions refuted_is_unique.
