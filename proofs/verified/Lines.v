(* The constraint lines of the header, FORMAT.md section 10: from words to constraints. *)
From Coq Require Import NArith PArith ZArith List Bool String Strings.Byte.
From Qedoku Require Import Meaning Constraints Reason Words Board Steps Claims Header Machines.
Import ListNotations.
Open Scope N_scope.

Definition is_letter (b : byte) : bool := let k := Byte.to_N b in (97 <=? k) && (k <=? 122).

(* A name: one to eight letters and a number from 1 to 9999. *)
Fixpoint letters_and_rest (w letters : word) : word * word :=
  match w with
  | b :: rest => if is_letter b then letters_and_rest rest (b :: letters) else (rev_append letters [], w)
  | [] => (rev_append letters [], [])
  end.
Definition is_name (latin : bool) (w : word) : bool :=
  let (letters, rest) := letters_and_rest w [] in
  let reserved :=
    match letters with
    | [b] => is b x72 || is b x63 || (negb latin && is b x62)
    | _ => false
    end in
  (1 <=? items letters 0) && (items letters 0 <=? 8) && negb reserved &&
  match Words.position 9999 rest with Some _ => true | None => false end.
(* A number for looking up names. *)
Definition name_key (w : word) : positive := N.succ_pos (fold_left (fun k b => 256 * k + Byte.to_N b) w 1).

Definition million : N := 1000000.
Definition up_to (most : N) (w : word) : option N :=
  match number w with Some k => if k <=? most then Some k else None | None => None end.
Definition signed (w : word) : option Z :=
  match w with
  | b :: rest =>
    if is b x2d then option_map (fun k => (- Z.of_N (N.succ k))%Z) (Words.position million rest)
    else option_map Z.of_N (up_to million w)
  | [] => None
  end.

Section Lines.
Variable n : N.

Definition read_cell (w : word) : option cell :=
  match w with r :: rest => if is r x72 then row_and_column n rest else None | [] => None end.
Definition cell_or (why : reason) (w : word) : result cell :=
  match read_cell w with Some p => Ok p | None => Err why end.
Definition cell_index (p : cell) : N := fst p * n + snd p.

(* Digits in ascending order: without repetition, or with it. *)
Fixpoint ascends (strictly : bool) (ds : list N) : bool :=
  match ds with
  | a :: ((b :: _) as rest) => (if strictly then a <? b else a <=? b) && ascends strictly rest
  | _ => true
  end.
Definition read_digits (strictly : bool) (w : word) : option (list N) :=
  match w, grid_digits n w with
  | _ :: _, Some ds => if ascends strictly ds then Some ds else None
  | _, _ => None
  end.

(* An optional minus sign, an optional multiplier with an asterisk, and the rest. *)
Definition scaled (w : word) : option (Z * word) :=
  let (negative, rest) := match w with b :: r => if is b x2d then (true, r) else (false, w) | [] => (false, w) end in
  let '(factor, rest) := match cut x2a rest with Some it => it | None => (w_one, rest) end in
  match Words.position 1000 factor with
  | Some k => let m := Z.of_N (N.succ k) in Some ((if negative then - m else m)%Z, rest)
  | None => None
  end.
Definition cell_digits (w : word) : option (cell * list N) :=
  match cut x3d w with
  | Some (a, b) =>
    match read_cell a, read_digits true b with
    | Some p, Some ds => Some (p, ds)
    | _, _ => None
    end
  | None => None
  end.

(* Words for sets of cells. No cell may occur twice. *)
Fixpoint with_cells {A} (read : word -> option A) (place : A -> cell) (ws : list word) (seen : Set_.t) : result (list A) :=
  match ws with
  | [] => Ok []
  | w :: ws =>
    match read w with
    | None => Err BadCell
    | Some a =>
      let k := N.succ_pos (cell_index (place a)) in
      if Set_.mem k seen then Err BadCell
      else do rest <- with_cells read place ws (Set_.add k seen); Ok (a :: rest)
    end
  end.
Definition read_cells (ws : list word) : result (list cell) := with_cells read_cell (fun p => p) ws Set_.empty.

Definition read_operator (w : word) : option (operator * word) :=
  match w with
  | a :: b :: rest =>
    if is b x3d then
      if is a x3c then Some (AtMost, rest)
      else if is a x3e then Some (AtLeast, rest)
      else if is a x21 then Some (Unequal, rest)
      else if is a x3d then Some (Equal, b :: rest)
      else None
    else if is a x3c then Some (Less, b :: rest)
    else if is a x3e then Some (Greater, b :: rest)
    else if is a x3d then Some (Equal, b :: rest)
    else None
  | [a] => if is a x3c then Some (Less, []) else if is a x3e then Some (Greater, []) else if is a x3d then Some (Equal, []) else None
  | [] => None
  end.
Definition is_equal (op : operator) : option bool := match op with Equal => Some true | Unequal => Some false | _ => None end.
Definition read_relation (w : word) : option relation :=
  match w with
  | [] => None
  | b :: rest =>
    let letter := is_letter b in
    match read_operator (if letter then rest else w) with
    | None => None
    | Some (op, rest) =>
      let k := option_map Z.of_N (up_to million rest) in
      let ended (r : relation) := match rest with [] => Some r | _ => None end in
      if negb letter then ended (Compared op)
      else if is b x64 then option_map (Difference op) k
      else if is b x73 then option_map (Total op) k
      else match is_equal op with
           | None => None
           | Some equal =>
             if is b x72 then option_map (Ratio equal) k
             else if is b x70 then ended (Remainder equal 2)
             else if is b x6d then ended (Remainder equal 3)
             else if is b x65 then ended (Third equal)
             else None
           end
    end
  end.

Definition w_house := Eval compute in list_byte_of_string "house".
Definition w_different := Eval compute in list_byte_of_string "different".
Definition w_cage := Eval compute in list_byte_of_string "cage".
Definition w_sum := Eval compute in list_byte_of_string "sum".
Definition w_row := Eval compute in list_byte_of_string "row".
Definition w_has := Eval compute in list_byte_of_string "has".
Definition w_allow := Eval compute in list_byte_of_string "allow".
Definition w_path := Eval compute in list_byte_of_string "path".
Definition w_every := Eval compute in list_byte_of_string "every".
Definition w_all := Eval compute in list_byte_of_string "all".
Definition w_touch := Eval compute in list_byte_of_string "touch".
Definition w_king := Eval compute in list_byte_of_string "king".
Definition w_knight := Eval compute in list_byte_of_string "knight".

(* The kinds of lines, and the number of words between the name and the colon. *)
Inductive line_kind := KHouse | KDifferent | KCage | KSum | KRow | KHas | KPath | KEvery | KMachine (k : machine_kind).
Definition named_kinds : list (word * line_kind * nat) := Eval compute in [
  (w_house, KHouse, 0%nat); (w_different, KDifferent, 0%nat); (w_cage, KCage, 1%nat); (w_sum, KSum, 1%nat); (w_row, KRow, 2%nat);
  (w_has, KHas, 1%nat); (w_path, KPath, 1%nat); (w_every, KEvery, 1%nat);
  (list_byte_of_string "sandwich", KMachine Sandwich, 1%nat); (list_byte_of_string "xsum", KMachine XSum, 1%nat);
  (list_byte_of_string "skyscraper", KMachine Skyscraper, 1%nat); (list_byte_of_string "between", KMachine Between, 0%nat);
  (list_byte_of_string "rise", KMachine Rise, 1%nat); (list_byte_of_string "same", KMachine Same, 1%nat);
  (list_byte_of_string "mod", KMachine Mod, 1%nat); (list_byte_of_string "mono", KMachine Mono, 0%nat);
  (list_byte_of_string "zigzag", KMachine Zigzag, 0%nat); (list_byte_of_string "arith", KMachine Arith, 0%nat)].
Definition line_words : list word := Eval compute in w_allow :: w_all :: map (fun it => fst (fst it)) named_kinds.

Definition argument {A} (a : option A) : result A := match a with Some a => Ok a | None => Err BadArgument end.
Definition bound_argument (w : word) : result (option Z) :=
  if word_eqb w w_dash then Ok None else do k <- argument (signed w); Ok (Some k).

Definition read_move (w : word) : option move :=
  if word_eqb w w_touch then Some Touch else if word_eqb w w_king then Some King
  else if word_eqb w w_knight then Some Knight else None.

(* The words between the name and the colon, and the words after the colon. *)
Definition read_named (kind : line_kind) (args rest : list word) : result constraint :=
  match kind, args with
  | KHouse, [] => do cells <- read_cells rest; do _ <- need (has_length n cells) BadCell; Ok (House cells)
  | KDifferent, [] => do cells <- read_cells rest; Ok (Different cells)
  | KCage, [s] => do s <- argument (up_to million s); do cells <- read_cells rest; Ok (Cage (Z.of_N s) cells)
  | KSum, [s] =>
    do total <- argument (signed s);
    do terms <- with_cells (fun w => match scaled w with
                                     | Some (m, w) => option_map (pair m) (read_cell w)
                                     | None => None end) snd rest Set_.empty;
    Ok (Sum total terms)
  | KRow, [lo; hi] =>
    do lo <- bound_argument lo;
    do hi <- bound_argument hi;
    do _ <- need (match lo, hi with None, None => false | _, _ => true end) BadArgument;
    do terms <- with_cells (fun w => match scaled w with
                                     | Some (m, w) => option_map (fun it => (m, fst it, snd it)) (cell_digits w)
                                     | None => None end) (fun it => snd (fst it)) rest Set_.empty;
    Ok (Weighted lo hi terms)
  | KHas, [ds] => do ds <- argument (read_digits false ds); do cells <- read_cells rest; Ok (Has ds cells)
  | KPath, [r] =>
    do r <- argument (read_relation r); do cells <- read_cells rest;
    do _ <- need (2 <=? items cells 0) BadCell; Ok (Path r cells)
  | KEvery, [r] =>
    do r <- argument (read_relation r); do cells <- read_cells rest;
    do _ <- need (2 <=? items cells 0) BadCell; Ok (Every r cells)
  | KMachine k, args =>
    do s <- match args with [s] => argument (up_to million s) | _ => Ok 0 end;
    do _ <- need (machine_fits k (Z.of_N s)) BadArgument;
    do cells <- read_cells rest;
    do _ <- need (negb (is_between k) || (2 <=? items cells 0)) BadCell;
    Ok (Reads k (Z.of_N s) cells)
  | _, _ => Err BadForm
  end.

(* A constraint line: its name, if it has one, and the constraint. *)
Definition read_line (latin : bool) (taken : word -> bool) (ws : list word) : result (option word * constraint) :=
  match ws with
  | [] => Err BadForm
  | kind :: ws =>
    if word_eqb kind w_allow then
      match ws with
      | [p; ds] => do p <- cell_or BadArgument p; do ds <- argument (read_digits true ds); Ok (None, Allow p ds)
      | _ => Err BadForm
      end
    else if word_eqb kind w_all then
      match ws with
      | [m; r] => do m <- argument (read_move m); do r <- argument (read_relation r); Ok (None, All m r)
      | _ => Err BadForm
      end
    else match find (fun it => word_eqb kind (fst (fst it))) named_kinds, ws with
    | Some (_, kind, count), name :: ws =>
      match skipn count ws with
      | colon :: (_ :: _) as rest =>
        do _ <- need (word_eqb colon w_colon) BadForm;
        do _ <- need (is_name latin name) BadName;
        do _ <- need (negb (taken name)) NameTaken;
        do c <- read_named kind (firstn count ws) rest;
        Ok (Some name, c)
      | _ => Err BadForm
      end
    | _, _ => Err BadForm
    end
  end.
End Lines.
