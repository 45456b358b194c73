(* The formula of Formula.v as text: clauses in DIMACS, constraints in OPB. *)
From Coq Require Import NArith PArith ZArith List Bool Strings.Byte String.
From Qedoku Require Import Meaning Words Board Claims Header Check Rules Formula.
Import ListNotations.
Open Scope N_scope.

Definition text (s : string) : word := list_byte_of_string s.

(* The literals of a clause as numbers, with the final 0. *)
Definition write_clause (c : clause) : word :=
  flat_map (fun l : literal => (if fst l then [] else [x2d]) ++ write_number (Npos (snd l)) ++ [x20]) c ++ [x30].

(* `r3c4d7`, with a leading tilde for a negated literal. *)
Definition write_literal (n : N) (l : literal) : word :=
  (if fst l then [] else [x7e]) ++ write_cell (place_of n (snd l)) ++ [x64; digit_byte (digit_of n (snd l))].
Definition write_integer (z : Z) : word := (if (z <? 0)%Z then [x2d] else []) ++ write_number (Z.abs_N z).
Definition write_terms (n : N) (ts : list (Z * literal)) : word :=
  flat_map (fun t : Z * literal => write_integer (fst t) ++ [x20] ++ write_literal n (snd t) ++ [x20]) ts.
Definition write_constraint (n : N) (c : constraint) : word :=
  write_terms n (fst c) ++ text ">= " ++ write_integer (snd c) ++ text " ;".

(* The lines of both formats for an accepted file. A clause excludes the claimed solution, or the
   objective counts it. Each part has the lines of one group. Parts are made on demand, because
   large boards have many lines. *)
Definition parts : Type := list (unit -> list word).
Definition cnf_lines (h : header) (c : proved) : parts :=
  let n := digits_of (Header.on h) in
  let last := map (fun l => [l]) (premises h) ++ match c with ProvedUnique ds => [not_this h ds] | _ => [] end in
  let count := fold_left (fun k g => Reason.items (group_clauses h g) k) (all_groups n) (Reason.items last 0) in
  (fun _ => [text "p cnf " ++ write_number (n * n * n) ++ [x20] ++ write_number count]) ::
  map (fun g _ => map write_clause (group_clauses h g)) (all_groups n) ++ [fun _ => map write_clause last].
Definition opb_lines (h : header) (c : proved) : parts :=
  let n := digits_of (Header.on h) in
  (fun _ => match c with ProvedUnique ds => [text "min: " ++ write_terms n (agreement h ds) ++ text ";"] | _ => [] end) ::
  map (fun g _ => map (write_constraint n) (group_constraints h g)) (all_groups n) ++
  [fun _ => map (fun l => write_constraint n ([(1, l)], 1)%Z) (premises h)].
