//! `qedoku export` and `qedoku check --explain` as users and scripts call them.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::program::run_with as run;
#[cfg(unix)]
use crate::program::{Signal, interrupt};
use qedoku_tests::root;

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        (entries.map(|e| e.file_name().to_string_lossy().into_owned())).collect();
    names.sort();
    names
}

#[test]
fn export_names_files_after_the_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("new").join("exports");
    let dir = out.to_str().expect("a path");
    for format in ["veripb", "lrat", "drat", "json", "tex"] {
        let result = run(
            &[
                "export",
                "proofs/accept/singles-9x9.qed",
                "--to",
                format,
                "-o",
                dir,
            ],
            b"",
        );
        assert_eq!(result.code, 0, "{}", result.err);
        assert!(result.out.contains("steps exported"), "{}", result.out);
    }
    let expected = ["cnf", "drat", "json", "lrat", "opb", "pbp", "tex"];
    let expected: Vec<String> = expected
        .iter()
        .map(|e| format!("singles-9x9.{e}"))
        .collect();
    assert_eq!(names(&out), expected);
}

#[test]
fn export_of_standard_input_is_named_proof() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a path");
    let proof = fs::read(root().join("proofs/accept/singles-4x4.qed")).expect("a proof");
    let result = run(
        &["export", "-", "--to", "veripb", "-o", dir, "--json"],
        &proof,
    );
    assert_eq!(result.code, 0, "{}", result.err);
    let value: serde_json::Value = serde_json::from_str(&result.out).expect("JSON");
    assert_eq!(value["files"].as_array().map(Vec::len), Some(2));
    assert!(value["steps"].as_u64() > Some(1));
    assert_eq!(names(folder.path()), ["proof.opb", "proof.pbp"]);
    let from_file = tempfile::tempdir().expect("a folder");
    let other = from_file.path().to_str().expect("a path");
    run(
        &[
            "export",
            "proofs/accept/singles-4x4.qed",
            "--to",
            "veripb",
            "-o",
            other,
        ],
        b"",
    );
    for extension in ["opb", "pbp"] {
        assert_eq!(
            fs::read(folder.path().join(format!("proof.{extension}"))).expect("a file"),
            fs::read(from_file.path().join(format!("singles-4x4.{extension}"))).expect("a file"),
        );
    }
}

#[test]
fn export_refuses_rejected_or_inexpressible_proofs() {
    let folder = tempfile::tempdir().expect("a folder");
    let dir = folder.path().to_str().expect("a path");
    let bad = b"qed 1\nboard sudoku 1x1\ngivens .\nclaim none : r1c1\n";
    for (args, input, code, message) in [
        (["-", "veripb"], &bad[..], 1, "rejected at line 4"),
        (["-", "json"], b"", 1, "rejected"),
        (["proofs/decline/version-3.qed", "tex"], b"", 2, "declined"),
        (["proofs/no-such.qed", "tex"], b"", 3, "cannot be read"),
        (["proofs", "tex"], b"", 3, "cannot be read"),
        (
            ["proofs/accept/deadly-hexagon-9x9.qed", "veripb"],
            b"",
            1,
            "step 1: a deadly set",
        ),
        (
            ["proofs/accept/many-4x4.qed", "lrat"],
            b"",
            1,
            "claim `many`",
        ),
        (["proofs/accept/x-wing.qed", "drat"], b"", 1, "claim `open`"),
        (
            ["proofs/accept/x-wing.qed", "html"],
            b"",
            3,
            "invalid value",
        ),
    ] {
        let [file, format] = args;
        let result = run(&["export", file, "--to", format, "-o", dir], input);
        assert_eq!(result.code, code, "{file}: {}", result.err);
        let said = result.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(message), "{file}: {said}");
        assert!(result.out.is_empty(), "{file}: {}", result.out);
        assert_eq!(names(folder.path()), [""; 0], "{file}");
    }
    let file = folder.path().join("file");
    fs::write(&file, "").expect("a file");
    let inside = file.join("folder");
    let result = run(
        &[
            "export",
            "proofs/accept/x-wing.qed",
            "--to",
            "json",
            "-o",
            inside.to_str().expect("a path"),
        ],
        b"",
    );
    assert_eq!(result.code, 3, "{}", result.err);
}

#[test]
fn export_of_one_file_can_use_standard_output() {
    let proof = "proofs/accept/singles-4x4.qed";
    let json = run(&["export", proof, "--to", "json", "-o", "-"], b"");
    assert_eq!(json.code, 0, "{}", json.err);
    let value: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
    assert_eq!(value["claim"]["kind"], "unique");
    let tex = run(&["export", proof, "--to", "tex", "-o", "-"], b"");
    assert!(tex.out.ends_with("\\end{document}\n"), "{}", tex.out);
    for args in [&["--to", "veripb"][..], &["--to", "json", "--json"]] {
        let refused = run(&[&["export", proof, "-o", "-"], args].concat(), b"");
        assert_eq!((refused.code, &*refused.out), (3, ""));
        assert!(
            refused.err.contains("standard output is for the one file"),
            "{}",
            refused.err
        );
    }
    assert!(!root().join("-").exists());
}

#[test]
fn export_refuses_a_file_as_folder() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let path = file.path().to_str().expect("a path");
    let proof = "proofs/accept/x-wing.qed";
    let result = run(&["export", proof, "--to", "json", "-o", path], b"");
    assert_eq!(result.code, 3);
    assert!(
        result.err.contains("a file where a folder is needed"),
        "{}",
        result.err
    );
}

#[cfg(unix)]
#[test]
fn export_leaves_nothing_when_interrupted() {
    for signal in [Signal::INT, Signal::TERM] {
        interrupt_an_export(signal);
    }
}

#[cfg(unix)]
fn interrupt_an_export(signal: Signal) {
    let folder = tempfile::tempdir().expect("a folder");
    let (proof, out) = (folder.path().join("long.qed"), folder.path().join("out"));
    let again = "single r1c1=1 : r1c1\n".repeat(1_000_000);
    let head = "qed 1\nboard sudoku 1x2\ngivens 1...\n";
    fs::write(&proof, format!("{head}{again}claim open\n")).expect("a file");
    let paths = [&proof, &out].map(|path| path.display().to_string());
    let args = ["export", "--to", "json", &paths[0], "-o", &paths[1]];
    let result = interrupt(&args, signal, || !names(&out).is_empty());
    assert_eq!(result.code, 130, "{}", result.err);
    assert_eq!(names(&out), [""; 0]);
}

#[test]
fn explain_shows_the_arithmetic() {
    let count = run(
        &["check", "proofs/accept/xy-wing.qed", "--explain", "1"],
        b"",
    );
    assert_eq!(count.code, 0, "{}", count.err);
    insta::assert_snapshot!("explain_count", count.out);
    let single = run(
        &["check", "--explain", "3", "proofs/accept/singles-4x4.qed"],
        b"",
    );
    insta::assert_snapshot!("explain_single", single.out);
    let deadly = run(
        &[
            "check",
            "--explain",
            "1",
            "proofs/accept/unique-rectangle-4x4.qed",
        ],
        b"",
    );
    insta::assert_snapshot!("explain_deadly", deadly.out);
}

#[test]
fn explain_covers_every_golden_proof() {
    for name in names(&root().join("proofs/accept")) {
        let file = format!("proofs/accept/{name}");
        let Ok(bytes) = fs::read(root().join(&file)) else {
            continue;
        };
        let verdict = qedoku_check::check(&bytes[..]).expect("reading from memory");
        let qedoku_check::Verdict::Accepted(accepted) = verdict else {
            continue;
        };
        // The first step, some steps in the middle, and the claim.
        for step in [
            1,
            accepted.steps / 2,
            accepted.steps.saturating_sub(1),
            accepted.steps,
        ] {
            let step = step.max(1).to_string();
            let result = run(&["check", &file, "--explain", &step], b"");
            assert_eq!(result.code, 0, "{file} {step}: {}", result.err);
            assert!(
                result.out.contains(&format!("step {step}: ")),
                "{}",
                result.out
            );
        }
    }
}

#[test]
fn explain_refuses_missing_steps() {
    let file = "proofs/accept/xy-wing.qed";
    let beyond = run(&["check", file, "--explain", "99"], b"");
    assert_eq!(beyond.code, 1);
    assert!(beyond.err.contains("there is no step 99"), "{}", beyond.err);
    assert_eq!(run(&["check", file, "--explain", "0"], b"").code, 3);
    assert_eq!(run(&["check", file, file, "--explain", "1"], b"").code, 3);
    assert_eq!(
        run(&["check", file, "--explain", "1", "--json"], b"").code,
        3
    );
    let rejected = run(
        &["check", "proofs/reject/count-empty.qed", "--explain", "1"],
        b"",
    );
    assert_eq!(rejected.code, 1);
    assert!(rejected.out.contains("rejected"), "{}", rejected.out);
}

/// Returns the shortest of three times. Other load on the machine can only lengthen a time.
fn shortest(args: &[&str]) -> Duration {
    let time = || {
        let start = Instant::now();
        let result = run(args, b"");
        assert_eq!(result.code, 0, "{}", result.err);
        start.elapsed()
    };
    (0..3).map(|_| time()).min().expect("three times")
}

#[test]
fn export_costs_less_than_proving() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.qed");
    let (proof, dir) = (proof.to_str().expect("a path"), folder.path());
    let dir = dir.to_str().expect("a path");
    let singles = "rules/10-singles/naked_single.rule";
    let search = [
        "--no-standard-rules",
        "--rules",
        singles,
        "--trust",
        "--quick",
    ];
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let ordinary =
        ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    for (puzzle, options) in [
        (easy, &[][..]),
        (ordinary, &[]),
        (hard, &["--max-level", "easy"]),
        // The fastest way to prove a puzzle: nearly only by search.
        (hard, &search),
    ] {
        let proving = shortest(&[&["prove", puzzle, "-o", proof], options].concat());
        for format in ["veripb", "lrat", "drat", "json", "tex"] {
            let exporting = shortest(&["export", proof, "--to", format, "-o", dir]);
            // On a busy machine times are inaccurate; `cargo bench --bench export` measures them.
            assert!(
                exporting < 2 * proving,
                "{puzzle} {options:?} {format}: {exporting:?}, and to prove it {proving:?}"
            );
        }
    }
}
