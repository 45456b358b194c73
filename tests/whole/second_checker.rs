//! The second checker, in Python with only the standard library, and the third one, which is
//! verified, agree with the first. Mutants are compared in `tests/whole/mutation.rs`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use qedoku_tests::batch::{Batch, in_short, is_version_2, with_reason};
use qedoku_tests::root;
use qedoku_tests::skips::skipped;

/// Returns the files of a folder below `proofs`, sorted.
fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("proofs").join(folder)).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let is_proof = |path: &PathBuf| path.extension().is_some_and(|e| e == "qed");
    let mut paths: Vec<PathBuf> = paths.filter(is_proof).collect();
    paths.sort();
    paths
}

fn source() -> String {
    fs::read_to_string(root().join("proofs/check.py")).expect("check.py")
}

/// The two other checkers. The verified one is present if it is built.
struct Others {
    python: Batch,
    verified: Option<Batch>,
    /// Whether each of the other two supports version 2.
    know_version_2: [bool; 2],
}

impl Others {
    fn start() -> Others {
        let (mut python, mut verified) = (Batch::python(), Batch::verified());
        let of_verified = verified.as_mut().is_none_or(Batch::knows_version_2);
        let know_version_2 = [python.knows_version_2(), of_verified];
        for (knows, name) in know_version_2
            .iter()
            .zip(["check.py", "the verified checker"])
        {
            if !knows {
                skipped(&format!("{name} does not know version 2"));
            }
        }
        Others {
            python,
            verified,
            know_version_2,
        }
    }

    /// Asserts that all verdicts on a proof are equal (the verified checker's including its
    /// reason), and returns the short form.
    fn agreed(&mut self, name: &str, proof: &[u8]) -> String {
        let verdict = qedoku_check::check(proof).expect("reading from memory");
        let first = in_short(&verdict);
        let is_known = self
            .know_version_2
            .map(|knows| knows || !is_version_2(proof));
        if is_known[0] {
            assert_eq!(first, self.python.verdict(proof), "{name}");
        }
        if let Some(verified) = self.verified.as_mut().filter(|_| is_known[1]) {
            assert_eq!(with_reason(&verdict), verified.verdict(proof), "{name}");
        }
        first
    }
}

#[test]
fn checkers_agree_on_all_golden_files() {
    let mut others = Others::start();
    for (folder, expected) in [
        ("accept", Some("accepted")),
        ("reject", Some("rejected")),
        ("decline", Some("declined")),
        ("run", None),
    ] {
        for path in files(folder) {
            let name = path.display().to_string();
            let verdict = others.agreed(&name, &fs::read(&path).expect("a file"));
            if let Some(expected) = expected {
                assert!(verdict.starts_with(expected), "{name}: {verdict}");
            }
        }
    }
}

#[test]
fn checkers_print_equal_verdicts() {
    let knows_version_2 = Batch::python().knows_version_2();
    let is_known =
        |path: &PathBuf| knows_version_2 || !is_version_2(&fs::read(path).expect("a file"));
    let paths: Vec<PathBuf> = files("accept").into_iter().filter(is_known).collect();
    let output = (Command::new("python3").arg("proofs/check.py"))
        .args(&paths)
        .current_dir(root())
        .output()
        .expect("python3 is there");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(text.lines().count(), paths.len());
    for (path, line) in paths.iter().zip(text.lines()) {
        let proof = fs::read(path).expect("a file");
        let verdict = qedoku_check::check(&proof[..]).expect("reading from memory");
        assert_eq!(line, format!("{}: {verdict}", path.display()));
    }
    let with_state = text.matches(": accepted: from the given state, ").count();
    assert!(with_state >= 10, "{with_state} verdicts speak of the state");
}

#[cfg(unix)]
#[test]
fn second_checker_escapes_names() {
    let output = (Command::new("python3").args(["proofs/check.py", "no\nsuch: accepted"]))
        .current_dir(root())
        .output()
        .expect("python3 is there");
    assert_eq!(output.status.code(), Some(3));
    assert!(
        output
            .stdout
            .starts_with(b"no\\nsuch: accepted: unreadable")
    );
}

#[test]
fn checkers_agree_on_truncated_proofs() {
    let mut others = Others::start();
    for path in files("accept") {
        let text = fs::read(&path).expect("a file");
        let stride = 1 + text.len() / 100;
        for end in (0..text.len()).step_by(stride) {
            let name = format!("{} cut at byte {end}", path.display());
            others.agreed(&name, &text[..end]);
        }
    }
}

#[test]
fn checkers_agree_on_limits() {
    let head = "qed 1\nboard sudoku 1x2\ngivens ....\n";
    let longest = 1 << 20;
    let mut others = Others::start();
    let mut agreed = |name: &str, proof: String| others.agreed(name, proof.as_bytes());
    for (end, more) in [
        ("\n", 0),
        ("\n", 1),
        ("\r\n", 0),
        ("\r\n", 1),
        ("", 0),
        ("", 1),
    ] {
        for fill in ["#", " ", "x"] {
            let line = fill.repeat(longest + more);
            agreed("before the claim", format!("{head}{line}{end}claim open\n"));
            agreed("after the claim", format!("{head}claim open\n{line}{end}"));
            agreed("at the start", format!("{line}{end}{head}claim open\n"));
        }
    }
    for depth in [10_000, 10_001] {
        let supposes = "suppose r1c1=1\n".repeat(depth);
        let verdict = agreed("deep", format!("{head}{supposes}claim open\n"));
        assert_eq!(verdict, "rejected 10004 10001");
    }
    for number in ["999999999999999999999", "0", "1000000", "1000001", "01"] {
        agreed("a version", format!("qed {number}\n"));
        agreed("a height", format!("qed 1\nboard sudoku {number}x0\n"));
        agreed("a width", format!("qed 1\nboard sudoku 2x{number}\n"));
        let count = format!("count r1c1<>1 : +{number}*r1c2\nclaim open\n");
        agreed("a multiplier", format!("{head}{count}"));
    }
    agreed("a long version", format!("qed {}\n", "9".repeat(10_000)));
    // Lines of many words and words of many bytes, up to the limit.
    for piece in ["x ", "r1c1<>1 ", "r1c1=1 ", ": ", "1"] {
        let long = piece.repeat((longest / 2 - 100) / piece.len());
        for start in ["", "givens ", "state ", "assume "] {
            agreed(
                "a long header",
                format!("qed 1\nboard sudoku 1x2\n{start}{long}\n"),
            );
        }
        for start in [
            "count ",
            "count r1c1<>1 : ",
            "single ",
            "suppose ",
            "claim unique ",
            "deadly d1 : ",
        ] {
            agreed("a long line", format!("{head}{start}{long}\n"));
            let assumed = format!("{head}assume unique\n");
            agreed("a long line", format!("{assumed}{start}{long}: {long}\n"));
        }
    }
}

#[test]
fn second_checker_is_short_and_uses_the_standard_library() {
    let source = source();
    assert!(source.lines().count() <= 800);
    assert!(source.lines().all(|line| line.len() <= 120));
    let imports: Vec<&str> = (source.lines())
        .filter(|line| line.starts_with("import ") || line.starts_with("from "))
        .collect();
    assert_eq!(
        imports,
        [
            "import io, operator, re, sys",
            "from collections import namedtuple"
        ]
    );
}

#[test]
fn second_checker_has_exit_codes_and_messages() {
    let run = |arguments: &[&str]| {
        let output = (Command::new("python3")
            .arg("proofs/check.py")
            .args(arguments))
        .current_dir(root())
        .output()
        .expect("python3 is there");
        let text = String::from_utf8(output.stdout).expect("text");
        (output.status.code().expect("an exit code"), text)
    };
    let (accepted, rejected) = ("proofs/accept/x-wing.qed", "proofs/reject/count-empty.qed");
    let declined = "proofs/decline/version-3.qed";
    let (code, text) = run(&[accepted]);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("proofs/accept/x-wing.qed: accepted: "),
        "{text}"
    );
    assert_eq!(run(&[accepted, declined]).0, 2);
    assert_eq!(run(&[accepted, rejected, declined]).0, 1);
    assert_eq!(run(&[accepted, "proofs/no-such.qed", rejected]).0, 3);
    assert_eq!(run(&[]).0, 3);
}
