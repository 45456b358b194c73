//! The program: its output and its exit codes.

use crate::common::proofs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

fn program() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_qedoku-check"));
    command.current_dir(proofs(""));
    command
}

fn run(arguments: &[&str]) -> Output {
    let output = program().args(arguments).output();
    output.expect("the program can be started")
}

fn code(arguments: &[&str]) -> i32 {
    run(arguments)
        .status
        .code()
        .expect("the program ends by itself")
}

const ACCEPTED: &str = "accept/one-cell.qed";
const REJECTED: &str = "reject/negative-other.qed";
const OTHER: &str = "decline/version-3.qed";

#[test]
fn exit_codes_tell_the_verdict() {
    assert_eq!(code(&[ACCEPTED]), 0);
    assert_eq!(code(&[REJECTED]), 1);
    assert_eq!(code(&[OTHER]), 2);
    assert_eq!(code(&["no-such-file"]), 3);
    assert_eq!(code(&["accept"]), 3);
}

#[test]
fn of_several_files_the_worst_counts() {
    assert_eq!(code(&[ACCEPTED, ACCEPTED]), 0);
    assert_eq!(code(&[ACCEPTED, OTHER]), 2);
    assert_eq!(code(&[REJECTED, OTHER, ACCEPTED]), 1);
    assert_eq!(code(&[OTHER, REJECTED]), 1);
    assert_eq!(code(&["no-such-file", REJECTED, OTHER, ACCEPTED]), 3);
}

#[test]
fn wrong_usage_is_3() {
    assert_eq!(code(&[]), 3);
    assert_eq!(code(&["-q"]), 3);
    assert_eq!(code(&["--verbose", ACCEPTED]), 3);
}

#[test]
fn help_and_version_beside_a_file_are_wrong_usage() {
    for option in ["-h", "--help", "-V", "--version"] {
        for arguments in [
            [REJECTED, option],
            [option, REJECTED],
            ["-q", option],
            [option, option],
        ] {
            let output = run(&arguments);
            assert_eq!(output.status.code(), Some(3), "{arguments:?}");
            assert!(output.stdout.is_empty(), "{arguments:?}");
        }
    }
}

#[test]
fn a_verdict_says_the_premises_of_the_proof() {
    for (file, expected) in [
        (
            "unique-under-state",
            "from the given state, the only solution is 1234341221434321 (steps: 1)",
        ),
        (
            "state-with-empty-cell",
            "from the given state, there is no solution (steps: 1)",
        ),
        (
            "givens-and-state",
            "from the given state, the eliminations are right (steps: 3)",
        ),
        (
            "many-6x6-state",
            "from the given state, 123456456123312564564312231645645231 and \
             123456465123312564546312231645654231 are solutions (steps: 1)",
        ),
        (
            "unique-rectangle-4x4",
            "from the given state, if the puzzle has at most one solution, the eliminations are right (steps: 6)",
        ),
        (
            "assumption-may-be-false",
            "if the puzzle has at most one solution, the only solution is 3214143221434321 (steps: 6)",
        ),
        ("one-cell", "the only solution is 1 (steps: 5)"),
    ] {
        let name = format!("accept/{file}.qed");
        let text = String::from_utf8(run(&[&name]).stdout).expect("the output is text");
        assert_eq!(text, format!("{name}: accepted: {expected}\n"));
    }
}

/// A copy of the rejected proof with this name, in a new folder.
#[cfg(unix)]
fn copy_named(name: &[u8]) -> std::path::PathBuf {
    use std::os::unix::ffi::OsStrExt;
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("names");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(std::ffi::OsStr::from_bytes(name));
    std::fs::copy(proofs(REJECTED), &path).expect("a copy");
    path
}

#[cfg(unix)]
#[test]
fn names_of_files_are_printed_escaped() {
    for (name, shown) in [
        (&b"a\nb.qed: accepted: all"[..], "a\\nb.qed: accepted: all"),
        (b"a\r\x1b[2Jb.qed", "a\\r\\u{1b}[2Jb.qed"),
        (b"a\xffb.qed", "a\\xFFb.qed"),
        ("zo\u{eb} 'x'.qed".as_bytes(), "zo\u{eb} 'x'.qed"),
        ("a\u{202e}b.qed".as_bytes(), "a\\u{202e}b.qed"),
    ] {
        let output = program().arg(copy_named(name)).output().expect("it runs");
        let text = String::from_utf8(output.stdout).expect("the output is text");
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains(&format!("/{shown}: rejected at ")), "{text}");
        assert_eq!(output.status.code(), Some(1));
    }
    let output = run(&["no\nsuch"]);
    let text = String::from_utf8(output.stderr).expect("the output is text");
    assert!(text.starts_with("qedoku-check: no\\nsuch: "), "{text}");
}

#[test]
fn prints_one_line_for_each_file() {
    let output = run(&[ACCEPTED, REJECTED, OTHER]);
    let text = String::from_utf8(output.stdout).expect("the output is text");
    let expected = [
        "accept/one-cell.qed: accepted: the only solution is 1 (steps: 5)",
        "reject/negative-other.qed: rejected at line 6, step 1: the elimination of r1c2=1 does not \
         follow: the weight -1 of r1c1=2 is negative",
        "decline/version-3.qed: declined: version `3` is not known",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    assert!(output.stderr.is_empty());
}

#[test]
fn quiet_prints_nothing_but_still_tells() {
    let output = run(&["-q", REJECTED]);
    assert!(output.stdout.is_empty() && output.stderr.is_empty());
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn unreadable_files_are_reported_by_name() {
    let output = run(&["-q", "no-such-file"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("no-such-file"));
}

#[test]
fn help_and_version_are_printed() {
    for (option, word) in [
        ("--help", "Usage"),
        ("--version", env!("CARGO_PKG_VERSION")),
    ] {
        let output = run(&[option]);
        assert_eq!(output.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&output.stdout).contains(word));
    }
}

#[test]
fn a_dash_is_the_standard_input() {
    let mut child = program()
        .arg("-")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = child.stdin.take().expect("the input is a pipe");
    input
        .write_all(b"qed 1\nboard sudoku 1x1\ngivens 1\nclaim unique 1\n")
        .expect("the program reads");
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(
        output.stdout,
        b"-: accepted: the only solution is 1 (steps: 1)\n"
    );
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn a_closed_output_is_no_crash() {
    let mut child = program()
        .args([REJECTED; 50])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.is_empty());
}
