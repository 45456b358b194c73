(* The checker as an OCaml program: bytes become characters, booleans, lists, pairs and options
   those of OCaml; numbers stay what they are in Coq, so there is nothing that could overflow. *)
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlChar.
From Qedoku Require Import Reason Check FormulaText.
Extraction Language OCaml.
(* The library of maps compares keys by a lemma that is opaque; the checker does not use it. *)
Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" start feed finish reason_code cnf_lines opb_lines.
