//! Rules are used only on the boards for which they were proved, and the boards are reported with
//! the rules.

use std::fs;
use std::path::Path;

use crate::program::{Run, command, run_command};

const NINE: &str =
    ".46....151..5...435.7....86......4787136..5924.8..2361....9.1..9.1...8....43.1659";

/// Runs the program in a folder that also holds its cache.
fn run_in(folder: &Path, args: &[&str]) -> Run {
    let mut command = command(args);
    command.current_dir(folder).env_remove("HOME");
    command
        .env("COLUMNS", "80")
        .env("XDG_CACHE_HOME", folder.join("cache"));
    run_command(command, b"")
}

/// A 9x9 board has no tenth digit, but a 16x16 board has seven digits more.
#[test]
fn rule_is_refused_on_boards_outside_its_scope() {
    let rule = "rule tenth {\n  for      digit x, digits D[9], cell a\n  with     x not in D\n  when     every \
                candidate of a is x\n  then     eliminate x from a\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("tenth.rule"), rule).expect("a file");
    let told = run_in(folder.path(), &["rules", "check", "tenth.rule"]);
    assert!(
        told.out.contains("tenth: sound on the 9x9 board\n"),
        "{}",
        told.out
    );
    let empty = ".".repeat(256);
    // The first run proves the rule, the second one uses the cache; both reject it.
    for _ in 0..2 {
        let nine = run_in(folder.path(), &["hint", NINE, "--rules", "tenth.rule"]);
        assert_eq!(nine.code, 0, "{}", nine.err);
        let sixteen = run_in(folder.path(), &["hint", &empty, "--rules", "tenth.rule"]);
        assert_eq!(sixteen.code, 1, "{}", sixteen.out);
        assert!(
            sixteen.err.contains("rule::not_proved_here"),
            "{}",
            sixteen.err
        );
        let why = sixteen.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(why.contains("proved sound on the 9x9 board"), "{why}");
    }
}

#[test]
fn verdicts_state_their_boards() {
    let rules = "rule everywhere {\n  for      cell a, digit d\n  when     every candidate of a is d\n  then     \
                 place d at a\n}\n\nrule nowhere {\n  for      cell a, digit d\n  when     every candidate of a is \
                 d\n  then     eliminate d from a\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("two.rule"), rules).expect("a file");
    let told = run_in(folder.path(), &["rules", "check", "two.rule"]);
    assert!(
        told.out.contains("everywhere: sound on every board\n"),
        "{}",
        told.out
    );
    assert!(
        told.out.contains("nowhere: unsound on the 9x9 board\n"),
        "{}",
        told.out
    );
}
