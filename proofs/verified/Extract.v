(* The checker as an OCaml program. Bytes become characters; booleans, lists, pairs and options
   become those of OCaml. Numbers stay as in Coq, so nothing can overflow. *)
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlChar.
From Qedoku Require Import Reason Check FormulaText.
Extraction Language OCaml.
(* The library of maps compares keys with an opaque lemma. The checker does not use it. *)
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" start feed finish reason_code cnf_lines opb_lines.
