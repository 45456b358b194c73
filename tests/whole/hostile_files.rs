//! Untrusted files: control characters in them, unusual names, a forged cache, and work without
//! end.

use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::program::{Run, Signal, command, end_of, run, run_command, send};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// Characters that control terminals: they clear the screen, ring, move the cursor, or reverse
/// text.
const CONTROLS: &str = "\u{1b}[2J\u{7}\u{8}\u{7f}\u{9b}31m\u{202e}";

/// Runs the program on an argument that need not be valid text.
fn run_on(args: &[&str], last: &Path) -> Run {
    let mut command = command(args);
    command.arg(last);
    run_command(command, b"")
}

fn assert_clean(run: &Run, what: &str) {
    let is_bad = |c: char| (c.is_control() && c != '\n' && c != '\t') || c == '\u{202e}';
    for text in [&run.out, &run.err] {
        assert!(!text.contains(is_bad), "{what}\n{text:?}");
    }
}

/// Writes a file whose name also contains control characters.
fn hostile(folder: &TempDir, ending: &str, text: &str) -> PathBuf {
    let path = folder.path().join(format!("a\u{1b}[2J\u{9b}{ending}"));
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn control_characters_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = EASY.split_at(40);
    let labelled = hostile(&folder, ".sdm", &format!("{EASY} # {CONTROLS}\n"));
    let broken = hostile(
        &folder,
        "-bad.sdm",
        &format!("12{CONTROLS}..\n{first}{CONTROLS}{second}\n:0{CONTROLS}:4:{EASY}:{CONTROLS}:\n"),
    );
    let rule = format!(
        "/// {CONTROLS}\nrule a{CONTROLS} {{\n  name \"{CONTROLS}\"\n  for digit d{CONTROLS}\n}}\n"
    );
    let rule = hostile(&folder, ".rule", &rule);
    let proof = hostile(&folder, ".qed", &format!("qed 1\nboard {CONTROLS}\n"));
    let record = format!("{{\"puzzle\":\"{EASY}\",\"label\":\"\\u001b[2J\u{9b}\"}}\n");
    let records = hostile(&folder, ".jsonl", &record);
    let missing = folder.path().join(format!("missing{CONTROLS}"));
    let argument = PathBuf::from(CONTROLS);
    let commands: [&[&str]; 16] = [
        &["show"],
        &["show", "--json"],
        &["solve", "--max-steps", "1"],
        &["grade"],
        &["convert", "--to", "sdk"],
        &["canon"],
        &["minimise"],
        &["stats"],
        &["check"],
        &["export", "--to", "json"],
        &["rules", "check", "--text-only"],
        &["rules", "fmt", "--check"],
        &["rules", "show"],
        &["show", EASY, "--nth"],
        &["solve", EASY, "--rules"],
        &["serve", "--port"],
    ];
    for args in commands {
        for file in [
            &labelled, &broken, &rule, &proof, &records, &missing, &argument,
        ] {
            assert_clean(&run_on(args, file), &format!("{args:?} {file:?}"));
        }
    }
}

#[test]
fn files_with_non_utf8_names_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = OsString::from_vec(b"n\xff\xfe.sdm".to_vec());
    let path = folder.path().join(name);
    if std::fs::write(&path, format!("{EASY}\n")).is_err() {
        qedoku_tests::skips::skipped("this file system has names of text only");
        return;
    }
    let commands: [&[&str]; 9] = [
        &["show"],
        &["solve", "--max-steps", "1"],
        &["hint"],
        &["count"],
        &["minimal"],
        &["prove", "--max-steps", "1"],
        &["grade"],
        &["convert", "--to", "line"],
        &["canon"],
    ];
    for args in commands {
        let run = run_on(args, &path);
        assert_eq!(run.code, 0, "{args:?}\n{}", run.err);
    }
    let missing = folder.path().join(OsString::from_vec(b"m\xff".to_vec()));
    let run = run_on(&["show"], &missing);
    assert!(run.err.contains("there is no file"), "{}", run.err);
    assert!(run.err.contains("m\\xFF"), "{}", run.err);
}

const RULE: &str = "rule own_rule {
  for  digit d, cells a, t, house H
  with a, t in H
  when every candidate of a is d, every d in H is at a
  then eliminate d from t
}
";

fn mode(path: &Path) -> u32 {
    let data = std::fs::metadata(path).expect("it is there");
    data.permissions().mode() & 0o777
}

/// Solves with a user rule, which is proved first or found in the cache.
fn with_own_rule(folder: &Path) -> Run {
    let rule = folder.join("own.rule");
    std::fs::write(&rule, RULE).expect("a file");
    let rule = rule.display().to_string();
    let mut command = command(&["solve", EASY, "--max-steps", "1", "--rules", &rule]);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    let run = run_command(command, b"");
    assert_eq!(run.code, 0, "{}", run.err);
    run
}

#[test]
fn verdict_cache_must_be_private() {
    let folder = tempfile::tempdir().expect("a folder");
    let (cache, file) = (
        folder.path().join("cache/qedoku"),
        folder.path().join("cache/qedoku/verdicts"),
    );
    with_own_rule(folder.path());
    assert_eq!((mode(&cache), mode(&file)), (0o700, 0o600));
    // A cache that others may write to is ignored and replaced. No other run writes to it.
    let written = |path: &Path| {
        std::fs::metadata(path)
            .expect("a file")
            .modified()
            .expect("a time")
    };
    let before = written(&file);
    with_own_rule(folder.path());
    assert_eq!(written(&file), before, "the cache was believed");
    for path in [&file, &cache] {
        let open = std::fs::Permissions::from_mode(0o777);
        std::fs::set_permissions(path, open).expect("own files");
        let before = written(&file);
        with_own_rule(folder.path());
        assert!(written(&file) > before, "{path:?} was believed");
        assert_eq!((mode(&cache), mode(&file)), (0o700, 0o600));
    }
}

#[test]
fn steps_respect_the_time_limit() {
    // The last puzzle of this file is on a 25x25 board, where the search for fish takes minutes.
    let sizes = std::fs::read_to_string("puzzles/sizes.txt").expect("a file");
    let lines: Vec<&str> = sizes.lines().collect();
    let folder = tempfile::tempdir().expect("a folder");
    let puzzle = hostile(&folder, ".txt", &lines[lines.len() - 25..].join("\n"));
    let start = Instant::now();
    let found = run_on(&["steps", "--max-time", "0.5"], &puzzle);
    assert_eq!(found.code, 0, "{}", found.err);
    assert!(
        start.elapsed() < Duration::from_secs(30),
        "{:?}",
        start.elapsed()
    );
    assert!(found.err.contains("may be more steps"), "{}", found.err);
    assert!(found.out.contains("Single"), "{}", found.out);
}

#[test]
fn minimise_shows_each_result_and_keeps_them_at_ctrl_c() {
    let mut child = command(&["minimise", "puzzles/sizes.txt", "--threads", "1"])
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    // The 25x25 board at the end takes minutes.
    let first = lines.next().expect("a line").expect("text");
    assert!(first.starts_with("..3.1........4.2"), "{first}");
    assert_eq!(child.try_wait().expect("a process"), None, "it has ended");
    send(&child, Signal::INT);
    assert_eq!(end_of(child).code, 130);
}

#[test]
fn minimise_skips_puzzles_beyond_the_time_limit() {
    let start = Instant::now();
    let result = run(&["minimise", "puzzles/sizes.txt", "--max-time", "0.5"]);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    assert!(result.out.lines().count() >= 6, "{}", result.out);
    assert!(result.err.contains("not done in time"), "{}", result.err);
}
