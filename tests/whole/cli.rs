//! The program as users and scripts call it: its output, its streams and its exit codes.

use std::fs;
use std::io::Read;
use std::path::Path;

use crate::program::{command, json, run, run_command, run_with};
use qedoku_tests::accepted;
use qedoku_tests::random::Random;
use serde_json::Value;

/// The example of the Wikipedia article on Sudoku.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/// A puzzle that needs some search.
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

const GOOD: &str = "qed 1\nboard sudoku 1x1\ngivens .\nsingle r1c1=1 : 1b1\nclaim unique 1\n";
const BAD: &str = "qed 1\nboard sudoku 1x1\ngivens .\nsingle r1c1=1 : 1b1\nclaim none : r1c1\n";
const UNKNOWN: &str = "qed 9\nwhatever\n";

/// Returns the names of the fields of an object.
fn fields(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    object.keys().map(String::as_str).collect()
}

/// Returns a folder with one proof for each verdict.
fn proofs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("good", GOOD), ("bad", BAD), ("unknown", UNKNOWN)] {
        fs::write(folder.path().join(format!("{name}.qed")), text).expect("a file");
    }
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let mut names: Vec<String> = entries.map(|entry| name(entry).unwrap()).collect();
    names.sort();
    names
}

#[test]
fn check_exits_with_the_worst_verdict() {
    let folder = proofs();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (good, bad, unknown) = (path("good.qed"), path("bad.qed"), path("unknown.qed"));
    let missing = path("missing.qed");
    let cases: [(&[&String], i32); 10] = [
        (&[&good], 0),
        (&[&bad], 1),
        (&[&unknown], 2),
        (&[&missing], 3),
        (&[&good, &good], 0),
        (&[&good, &bad, &good], 1),
        (&[&good, &unknown], 2),
        (&[&unknown, &bad], 1),
        (&[&bad, &unknown, &missing, &good], 3),
        (&[&good, &missing], 3),
    ];
    for (files, code) in cases {
        let args: Vec<&str> = ["check"]
            .into_iter()
            .chain(files.iter().map(|f| f.as_str()))
            .collect();
        let result = run(&args);
        assert_eq!(result.code, code, "{args:?}\n{}{}", result.out, result.err);
        // Every file has a verdict, independent of the other verdicts.
        assert_eq!(result.out.lines().count(), files.len(), "{}", result.out);
        for (line, file) in result.out.lines().zip(files) {
            assert!(line.starts_with(file.as_str()), "{line}");
            // Each line names its file once.
            assert_eq!(line.matches(file.as_str()).count(), 1, "{line}");
        }
        let quiet: Vec<&str> = [&args[..], &["--quiet"]].concat();
        let result = run(&quiet);
        assert_eq!((result.code, result.out.as_str()), (code, ""));
    }
    let empty = tempfile::TempDir::new().expect("a folder");
    let empty = empty.path().display().to_string();
    assert_eq!(run(&["check", &empty]).code, 3, "there is no proof in it");
    let all = folder.path().display().to_string();
    assert_eq!(run(&["check", &all]).code, 1, "the worst of its proofs");
    assert_eq!(run(&["check"]).code, 3);
}

#[test]
fn check_reports_reason_and_line() {
    let folder = proofs();
    let bad = folder.path().join("bad.qed").display().to_string();
    let result = run(&["check", &bad]);
    let expected = "rejected at line 5, step 2: the group is not empty: r1c1=1 is live\n";
    assert_eq!(result.out, format!("{bad}: {expected}"));
}

#[test]
fn check_reads_standard_input() {
    assert_eq!(run_with(&["check", "-"], GOOD.as_bytes()).code, 0);
    assert_eq!(run_with(&["check", "-"], BAD.as_bytes()).code, 1);
    assert_eq!(run_with(&["check", "-"], UNKNOWN.as_bytes()).code, 2);
    let empty = run_with(&["check", "-"], b"");
    assert_eq!(empty.code, 1);
    assert!(
        empty.out.starts_with("standard input: rejected"),
        "{}",
        empty.out
    );
}

#[test]
fn check_prints_json_with_the_documented_fields() {
    let folder = proofs();
    let paths = ["good.qed", "bad.qed", "unknown.qed", "missing.qed"];
    let paths = paths.map(|name| folder.path().join(name).display().to_string());
    let args: Vec<&str> = (["check", "--json"].into_iter())
        .chain(paths.iter().map(String::as_str))
        .collect();
    let result = run(&args);
    assert_eq!(result.code, 3);
    let value = json(&result.out);
    let rows = value.as_array().expect("one row for each file");
    let verdicts: Vec<&str> = rows
        .iter()
        .map(|row| row["verdict"].as_str().unwrap())
        .collect();
    assert_eq!(verdicts, ["accepted", "rejected", "declined", "unreadable"]);
    for (row, path) in rows.iter().zip(&paths) {
        assert_eq!(row["file"], path.as_str());
        assert!(!row["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(rows[0]["claim"], "unique");
    assert_eq!(rows[0]["solutions"], serde_json::json!(["1"]));
    assert_eq!(rows[0]["steps"], 2);
    assert_eq!(rows[0]["assumes_unique"], false);
    assert_eq!((&rows[1]["line"], &rows[1]["step"]), (&5.into(), &2.into()));
    assert_eq!(rows[1]["code"], "group-not-empty");
    assert_eq!(fields(&rows[2]), ["file", "message", "verdict"]);
    assert_eq!(fields(&rows[3]), ["file", "message", "verdict"]);
}

#[test]
fn show_reads_literals_files_and_standard_input() {
    let literal = run(&["show", PUZZLE]);
    assert_eq!(literal.code, 0, "{}", literal.err);
    assert!(
        literal.out.ends_with("9x9, 30 clues, 183 candidates\n"),
        "{}",
        literal.out
    );
    assert_eq!(run_with(&["show", "-"], PUZZLE.as_bytes()).out, literal.out);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("puzzle.txt");
    fs::write(&path, PUZZLE).unwrap();
    assert_eq!(run(&["show", path.to_str().unwrap()]).out, literal.out);
}

#[test]
fn show_prints_json_with_the_documented_fields() {
    let value = json(&run(&["show", "--json", PUZZLE]).out);
    let expected = ["candidates", "clues", "label", "live", "puzzle", "size"];
    assert_eq!(fields(&value), expected);
    assert_eq!(value["puzzle"], PUZZLE);
    assert_eq!((&value["size"], &value["clues"]), (&9.into(), &30.into()));
    let cells = value["candidates"].as_array().unwrap();
    assert_eq!((cells.len(), &cells[0]), (81, &"5".into()));
    let live: usize = cells.iter().map(|cell| cell.as_str().unwrap().len()).sum();
    assert_eq!(value["live"], live);
}

#[test]
fn nth_chooses_a_puzzle_of_a_collection() {
    let file = "puzzles/sample.sdm";
    let several = run(&["show", file]);
    assert_eq!((several.code, several.out.as_str()), (1, ""));
    let shown = |nth: &str| json(&run(&["show", "--json", "--nth", nth, file]).out);
    assert_ne!(shown("1")["puzzle"], shown("2")["puzzle"]);
    let text = fs::read_to_string(qedoku_tests::root().join(file)).unwrap();
    let first = text
        .lines()
        .find(|line| !line.starts_with('#') && !line.is_empty());
    assert_eq!(shown("1")["puzzle"], first.unwrap());
    let from_pipe = run_with(&["show", "--json", "--nth", "2", "-"], text.as_bytes());
    assert_eq!(json(&from_pipe.out), shown("2"));
    let beyond = run(&["show", "--nth", "1000", file]);
    assert_eq!((beyond.code, beyond.out.as_str()), (1, ""));
    assert!(
        beyond.err.contains("there is no puzzle number 1000"),
        "{}",
        beyond.err
    );
    for wrong in ["0", "-1", "x", "1.5", "99999999999999999999"] {
        assert_eq!(run(&["show", file, "--nth", wrong]).code, 3, "{wrong}");
    }
}

#[test]
fn sizes_are_all_shown_and_proved() {
    for nth in ["1", "3", "8", "10", "11", "12"] {
        let args = ["--nth", nth, "puzzles/sizes.txt"];
        let shown = run(&[&["show"][..], &args].concat());
        assert_eq!(shown.code, 0, "{}", shown.err);
        let proved = run(&[&["prove"][..], &args].concat());
        assert_eq!(proved.code, 0, "{}", proved.err);
        accepted(&proved.out);
        assert_eq!(run_with(&["check", "-"], proved.out.as_bytes()).code, 0);
    }
    let largest = json(&run(&["show", "--json", "--nth", "12", "puzzles/sizes.txt"]).out);
    assert_eq!(largest["size"], 25);
}

#[test]
fn prove_prints_an_accepted_proof() {
    let proved = run(&["prove", PUZZLE]);
    assert_eq!((proved.code, proved.err.as_str()), (0, ""));
    let claim = accepted(&proved.out).claim;
    assert_eq!(claim, qedoku_check::Claim::Unique(SOLUTION.into()));
    assert_eq!(run_with(&["prove", "-"], PUZZLE.as_bytes()).out, proved.out);
    assert_eq!(
        run(&["prove", PUZZLE]).out,
        proved.out,
        "the same bytes again"
    );
}

#[test]
fn prove_writes_a_file_and_prints_the_claim() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof.qed");
    let file = path.to_str().unwrap();
    fs::write(&path, "something old").unwrap();
    for args in [
        vec!["prove", PUZZLE, "-o", file],
        vec!["prove", "--output", file, PUZZLE],
    ] {
        let told = run(&args);
        assert_eq!(told.code, 0, "{}", told.err);
        assert!(
            told.out.starts_with("This is the only solution:\n"),
            "{}",
            told.out
        );
        assert!(
            told.out.contains(&format!("written to {file}")),
            "{}",
            told.out
        );
    }
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        run(&["prove", PUZZLE]).out
    );
    assert_eq!(
        names(folder.path()),
        ["proof.qed"],
        "and nothing else is left there"
    );
    assert_eq!(run(&["check", file]).code, 0);
}

#[test]
fn prove_prints_json_with_the_documented_fields() {
    let value = json(&run(&["prove", "--json", PUZZLE]).out);
    let expected = ["claim", "proof", "puzzle", "solutions", "steps", "supposes"];
    assert_eq!(fields(&value), expected);
    assert_eq!(
        (&value["claim"], &value["puzzle"]),
        (&"unique".into(), &PUZZLE.into())
    );
    assert_eq!(value["solutions"], serde_json::json!([SOLUTION]));
    let proof = accepted(value["proof"].as_str().unwrap());
    assert_eq!(value["steps"], proof.steps);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("proof.qed").display().to_string();
    let value = json(&run(&["prove", "--json", "--quick", HARD, "-o", &file]).out);
    let expected = ["claim", "file", "puzzle", "solutions", "steps", "supposes"];
    assert_eq!(fields(&value), expected);
    assert_eq!(value["file"], file.as_str());
    assert!(value["supposes"].as_u64().unwrap() > 0);
}

#[test]
fn prove_distinguishes_none_many_and_open() {
    let impossible = run(&["prove", "--nth", "1", "--json", "puzzles/odd.sdm"]);
    let empty = ".".repeat(81);
    let many = run(&["prove", "--json", &empty]);
    let open = run(&["prove", "--json", "--quick", "--max-supposes", "1", HARD]);
    for (result, claim, solutions) in [
        (impossible, "none", 0),
        (many, "many", 2),
        (open, "open", 0),
    ] {
        assert_eq!(result.code, 0, "{}", result.err);
        let value = json(&result.out);
        assert_eq!(value["claim"], claim);
        assert_eq!(value["solutions"].as_array().unwrap().len(), solutions);
        accepted(value["proof"].as_str().unwrap());
    }
}

#[test]
fn unwritable_output_is_an_error_and_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder
        .path()
        .join("missing/proof.qed")
        .display()
        .to_string();
    let itself = folder.path().display().to_string();
    for output in [&missing, &itself] {
        let result = run(&["prove", PUZZLE, "-o", output]);
        assert_eq!((result.code, result.out.as_str()), (3, ""), "{output}");
        assert!(result.err.contains("cannot be written"), "{}", result.err);
        assert_eq!(names(folder.path()), [""; 0]);
    }
    // An invalid puzzle does not overwrite an existing proof.
    let path = folder.path().join("proof.qed");
    fs::write(&path, "something old").unwrap();
    let result = run(&["prove", "55.......", "-o", path.to_str().unwrap()]);
    assert_ne!(result.code, 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), "something old");
    assert_eq!(names(folder.path()), ["proof.qed"]);
}

#[test]
fn bad_puzzles_exit_with_1() {
    let clash = PUZZLE.replacen("53", "55", 1);
    let short = &PUZZLE[..80];
    let strange = PUZZLE.replacen("53", "5!", 1);
    for bad in [&clash, short, &strange] {
        for subcommand in ["show", "prove"] {
            let result = run(&[subcommand, bad]);
            assert_eq!((result.code, result.out.as_str()), (1, ""), "{bad}");
            assert!(result.err.contains("puzzle::"), "{}", result.err);
        }
    }
}

#[test]
fn missing_files_exit_with_3() {
    for subcommand in ["show", "prove"] {
        for missing in ["no/such/file.txt", "nosuchfile", "", "."] {
            let result = run(&[subcommand, missing]);
            assert_eq!((result.code, result.out.as_str()), (3, ""), "{missing:?}");
            assert!(!result.err.is_empty());
        }
    }
}

#[test]
fn wrong_usage_exits_with_3_and_help_with_0() {
    for args in [
        &[][..],
        &["nonsense"],
        &["show"],
        &["prove"],
        &["show", "a", "b"],
        &["--nonsense"],
        &["check", "--json", "--quiet", "x"],
        &["completions", "tcl"],
        &["--color", "x", "man"],
        &["prove", PUZZLE, "--max-supposes", "-1"],
    ] {
        let result = run(args);
        assert_eq!((result.code, result.out.as_str()), (3, ""), "{args:?}");
        assert!(!result.err.is_empty());
    }
    for args in [
        &["--help"][..],
        &["-h"],
        &["help"],
        &["help", "prove"],
        &["--version"],
        &["-V"],
    ] {
        let result = run(args);
        assert_eq!((result.code, result.err.as_str()), (0, ""), "{args:?}");
        assert!(!result.out.is_empty());
    }
    let version = run(&["--version"]).out;
    assert_eq!(version, format!("qedoku {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn colour_needs_a_terminal_or_an_option() {
    let bad = PUZZLE.replacen("53", "55", 1);
    for args in [
        &["show", PUZZLE][..],
        &["show", &bad],
        &["prove", PUZZLE, "-o", "/dev/null/x"],
    ] {
        for more in [&[][..], &["--color", "auto"], &["--color", "never"]] {
            let plain = run(&[args, more].concat());
            assert!(
                !plain.out.contains('\u{1b}') && !plain.err.contains('\u{1b}'),
                "{args:?}"
            );
        }
        let mut no_color = command(args);
        no_color.env("NO_COLOR", "1");
        let plain = run_command(no_color, b"");
        assert!(
            !plain.out.contains('\u{1b}') && !plain.err.contains('\u{1b}'),
            "{args:?}"
        );
        let coloured = run(&[args, &["--color", "always"]].concat());
        assert!(
            coloured.out.contains('\u{1b}') || coloured.err.contains('\u{1b}'),
            "{args:?}"
        );
    }
    // Proofs and JSON never have colour, even if it is requested.
    for args in [
        &["prove", PUZZLE][..],
        &["prove", "--json", PUZZLE],
        &["show", "--json", PUZZLE],
    ] {
        let plain = run(&[args, &["--color", "always"]].concat());
        assert!(!plain.out.contains('\u{1b}'), "{args:?}");
    }
}

#[test]
fn closed_pipe_does_not_panic() {
    let folder = proofs();
    let good = folder.path().join("good.qed").display().to_string();
    let invocations: [&[&str]; 7] = [
        &["prove", HARD],
        &["prove", "--json", HARD],
        &["prove", "--nth", "12", "puzzles/sizes.txt"],
        &["show", "--nth", "12", "puzzles/sizes.txt"],
        &["check", &good],
        &["completions", "bash"],
        &["--help"],
    ];
    for args in invocations {
        for first in [0, 1] {
            let mut child = command(args).spawn().expect("the program starts");
            drop(child.stdin.take());
            let mut out = child.stdout.take().expect("a pipe");
            out.read_exact(&mut vec![0; first])
                .expect("the first bytes");
            drop(out);
            let output = child.wait_with_output().expect("the program ends");
            let err = String::from_utf8_lossy(&output.stderr);
            assert_eq!((output.status.code(), &*err), (Some(0), ""), "{args:?}");
        }
    }
}

#[test]
fn random_input_does_not_panic() {
    let mut random = Random::new(7);
    let pieces: Vec<&[u8]> = vec![
        PUZZLE.as_bytes(),
        GOOD.as_bytes(),
        b"[Puzzle]\n",
        b":0300:4:",
        b"+-----+",
        b"|",
        b"#",
        b"\n",
        b"\r\n",
        b"\0",
        b"\xff\xfe",
        "é".as_bytes(),
        b"9",
        b".",
        b"{12}",
        b"qed 1\n",
        b"-1",
        b" ",
        b"\t",
        b"board sudoku 3x3\n",
        b"state",
        b"[State]\n",
        b"1,2,3",
        b"A",
        b"z",
    ];
    for round in 0..40 {
        let mut input = Vec::new();
        for _ in 0..random.below(60) {
            match random.below(3) {
                0 => input.push(random.below(256) as u8),
                _ => input.extend_from_slice(random.pick(&pieces).expect("some")),
            }
        }
        for args in [
            &["show", "-"][..],
            &["prove", "-", "--max-supposes", "50"],
            &["check", "-"],
        ] {
            let result = run_with(args, &input);
            assert!(
                result.code < 3,
                "round {round}: {} {}",
                result.code,
                result.err
            );
            assert_eq!(result.out.is_empty(), result.code > 0 && args[0] != "check");
        }
        let text: String = String::from_utf8_lossy(&input).replace('\0', "");
        if !text.starts_with('-') {
            assert!(run(&["show", &text]).code <= 3);
        }
    }
    let long = vec![b'.'; 3 << 20];
    for args in [&["show", "-"], &["check", "-"]] {
        assert_eq!(run_with(args, &long).code, 1);
    }
}
