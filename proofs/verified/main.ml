(* qedoku-check-verified FILE...: reads files, gives their bytes to the checker that Coq proved
   right, prints verdicts. With --cnf or --opb before one file: prints its formula. With --batch:
   reads a number of bytes on a line, then that number of bytes of a file, and so on, and prints a
   short verdict for each. *)
open Checker

let rec number = function XH -> 1 | XO p -> 2 * number p | XI p -> 2 * number p + 1
let number = function N0 -> 0 | Npos p -> number p
let code reason = String.of_seq (List.to_seq (reason_code reason))
let kind = function ProvedUnique _ -> "unique" | ProvedNone -> "none" | ProvedMany _ -> "many" | ProvedOpen _ -> "open"
let step = function Some k -> string_of_int (number k) | None -> "-"

let declined = function UnknownVersion -> "version" | UnknownBoard -> "board" | Declining reason -> code reason

let in_short = function
  | Accepted (_, claim, steps) -> Printf.sprintf "accepted %s %d" (kind claim) (number steps)
  | Rejected (line, k, reason) -> Printf.sprintf "rejected %d %s %s" (number line) (step k) (code reason)
  | Declined why -> "declined " ^ declined why

let grid digits =
  String.concat "" (List.map (fun d -> String.make 1 "123456789ABCDEFGHIJKLMNOP".[number d]) digits)

let sentence = function
  | ProvedUnique g -> "the only solution is " ^ grid g
  | ProvedNone -> "there is no solution"
  | ProvedMany (g, g') -> grid g ^ " and " ^ grid g' ^ " are solutions"
  | ProvedOpen _ -> "the eliminations are right"

let in_words = function
  | Accepted (header, claim, steps) ->
    let premise holds words = if holds then words else "" in
    Printf.sprintf "accepted: %s%s%s (steps: %d)"
      (premise (header.state_digits <> None) "from the given state, ")
      (premise header.unique_assumed "if the puzzle has at most one solution, ")
      (sentence claim) (number steps)
  | Rejected (line, None, reason) -> Printf.sprintf "rejected at line %d: %s" (number line) (code reason)
  | Rejected (line, k, reason) -> Printf.sprintf "rejected at line %d, step %s: %s" (number line) (step k) (code reason)
  | Declined why -> "declined: " ^ declined why

let feed_bytes reading buffer length =
  let reading = ref reading in
  for i = 0 to length - 1 do reading := feed !reading (Bytes.unsafe_get buffer i) done;
  !reading

let check_channel channel =
  let buffer = Bytes.create 65536 in
  let rec go reading =
    match reading.at_phase with
    | Decided verdict -> verdict
    | _ ->
      match input channel buffer 0 65536 with
      | 0 -> finish reading
      | length -> go (feed_bytes reading buffer length) in
  go start

let rec batch () =
  match input_line stdin with
  | size ->
    let length = int_of_string size in
    let bytes = Bytes.create length in
    really_input stdin bytes 0 length;
    print_endline (in_short (finish (feed_bytes start bytes length)));
    batch ()
  | exception End_of_file -> 0

let verdict_on name =
  if name = "-" then check_channel stdin
  else
    let channel = open_in_bin name in
    Fun.protect (fun () -> check_channel channel) ~finally:(fun () -> close_in_noerr channel)

(* The action for the verdict on a file, and the exit code. *)
let check_file act name =
  match verdict_on name with
  | verdict -> act name verdict; (match verdict with Accepted _ -> 0 | Rejected _ -> 1 | Declined _ -> 2)
  | exception Sys_error why -> prerr_endline ("qedoku-check-verified: " ^ String.escaped (name ^ ": " ^ why)); 3

let tell name verdict = Printf.printf "%s: %s\n" (String.escaped name) (in_words verdict)

(* The formula of an accepted file. Files with constraint lines have none. *)
let write lines name = function
  | Accepted (header, _, _) when header.constraint_lines <> [] ->
    prerr_endline (String.escaped name ^ ": no formula is proved for constraint lines"); exit 3
  | Accepted (header, claim, _) ->
    let print line = List.iter print_char line; print_char '\n' in
    List.iter (fun part -> List.iter print (part ())) (lines header claim)
  | verdict -> prerr_endline (String.escaped name ^ ": " ^ in_words verdict)

let () =
  set_binary_mode_in stdin true;
  exit (match List.tl (Array.to_list Sys.argv) with
    | [] -> prerr_endline "usage: qedoku-check-verified FILE... (`-` is the standard input)"; 3
    | ["--batch"] -> batch ()
    | ["--cnf"; file] -> check_file (write cnf_lines) file
    | ["--opb"; file] -> check_file (write opb_lines) file
    | files ->
      let codes = List.map (check_file tell) files in
      List.find (fun code -> code = 0 || List.mem code codes) [3; 1; 2; 0])
