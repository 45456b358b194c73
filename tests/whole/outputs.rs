//! No data is lost: outputs keep existing files, inputs are never overwritten, and an interruption
//! ends every command at once.
#![cfg(unix)]

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, mknodat};

use crate::program::{Signal, command, end_of, json, run, run_with, send};

/// The example of the Wikipedia article on Sudoku.
const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const PROOF: &str = "qed 1\nboard sudoku 1x1\ngivens .\nsingle r1c1=1 : 1b1\nclaim unique 1\n";
/// A rule file that is not in the standard format.
const RULE: &str = include_str!("../core/lang/unformatted.txt");

fn text(path: &Path) -> String {
    path.display().to_string()
}

/// Returns the arguments of every command that writes a file, for this output and folder.
fn writers(folder: &Path, out: &str) -> Vec<Vec<String>> {
    let proof = folder.join("out.qed");
    fs::write(&proof, PROOF).expect("a proof");
    let words = |line: &[&str]| line.iter().map(|word| word.to_string()).collect();
    let puzzles = folder.join("puzzles.sdm");
    fs::write(&puzzles, format!("{PUZZLE}\n")).expect("puzzles");
    let x_wing =
        "....6..2..8.7...5..6...91..2.3..58...7.2...1...84..2....71...3..4...2.8..2..8....";
    vec![
        words(&["prove", PUZZLE, "-o", out]),
        words(&["draw", PUZZLE, "-o", out]),
        words(&["report", PUZZLE, "-o", out]),
        words(&["rules", "show", "X-Wing", "-o", out]),
        words(&["grade", &text(&puzzles), "--format", "csv", "-o", out]),
        words(&[
            "mine",
            x_wing,
            "--explain",
            "r1c1=1",
            "-k",
            "1",
            "--size",
            "1",
            "--dot",
            out,
        ]),
        words(&["export", &text(&proof), "--to", "json", "-o", &text(folder)]),
    ]
}

/// Number of commands that write a file.
const WRITERS: usize = 7;

fn run_words(words: &[String]) -> crate::program::Run {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    run(&words)
}

#[test]
fn output_follows_symlinks_and_keeps_modes() {
    for which in 0..WRITERS {
        let folder = tempfile::tempdir().expect("a folder");
        // The file name that an export uses.
        let (out, real) = (folder.path().join("out.json"), folder.path().join("real"));
        fs::write(&real, "old").expect("a file");
        fs::set_permissions(&real, fs::Permissions::from_mode(0o600)).expect("a mode");
        symlink("real", &out).expect("a link");
        let words = &writers(folder.path(), &text(&out))[which];
        let result = run_words(words);
        assert_eq!(result.code, 0, "{words:?}: {}", result.err);
        assert!(
            fs::symlink_metadata(&out).expect("a link").is_symlink(),
            "{words:?}"
        );
        let data = fs::metadata(&real).expect("a file");
        assert_eq!(data.permissions().mode() & 0o777, 0o600, "{words:?}");
        assert!(
            fs::read_to_string(&real).expect("text").len() > 10,
            "{words:?}"
        );
    }
}

#[test]
fn fmt_follows_symlinks_and_keeps_modes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (link, real) = (folder.path().join("x.rule"), folder.path().join("real.txt"));
    fs::write(&real, RULE).expect("a file");
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640)).expect("a mode");
    symlink(&real, &link).expect("a link");
    assert_eq!(run(&["rules", "fmt", &text(&link)]).code, 0);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    let data = fs::metadata(&real).expect("a file");
    assert_eq!(data.permissions().mode() & 0o777, 0o640);
    assert_ne!(fs::read_to_string(&real).expect("text"), RULE);
}

#[test]
fn output_to_a_dangling_symlink_creates_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link.qed");
    symlink("new.qed", &link).expect("a link");
    let result = run(&["prove", PUZZLE, "-o", &text(&link)]);
    assert_eq!(result.code, 0, "{}", result.err);
    assert!(fs::symlink_metadata(&link).expect("a link").is_symlink());
    assert!(folder.path().join("new.qed").is_file());
    symlink("round", folder.path().join("round")).expect("a link");
    let round = run(&["prove", PUZZLE, "-o", &text(&folder.path().join("round"))]);
    assert_eq!(round.code, 3, "{}", round.err);
}

#[test]
fn output_to_pipes_and_devices_keeps_them() {
    for which in 0..WRITERS {
        let folder = tempfile::tempdir().expect("a folder");
        let pipe = folder.path().join("out.json");
        mknodat(CWD, &pipe, FileType::Fifo, Mode::from(0o600), 0).expect("a pipe");
        let words = &writers(folder.path(), &text(&pipe))[which];
        let reader = {
            let pipe = pipe.clone();
            std::thread::spawn(move || {
                let mut text = String::new();
                File::open(pipe)
                    .and_then(|mut file| file.read_to_string(&mut text))
                    .expect("text");
                text
            })
        };
        let result = run_words(words);
        assert_eq!(result.code, 0, "{words:?}: {}", result.err);
        assert!(reader.join().expect("it reads").len() > 10, "{words:?}");
        assert!(
            fs::metadata(&pipe).expect("a pipe").file_type().is_fifo(),
            "{words:?}"
        );
    }
    for (device, code) in [("/dev/null", 0), ("/dev/full", 3)] {
        let result = run(&["prove", PUZZLE, "-o", device]);
        assert_eq!(result.code, code, "{device}: {}", result.err);
        let kind = fs::metadata(device).expect("a device").file_type();
        assert!(kind.is_char_device(), "{device}");
    }
}

#[test]
fn output_must_not_be_the_input() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let batch = format!("{PUZZLE}\n");
    for (name, contents) in [("in.sdm", &*batch), ("in.qed", PROOF), ("in.rule", RULE)] {
        fs::write(at(name), contents).expect("a file");
    }
    symlink("in.sdm", at("link.sdm")).expect("a link");
    fs::hard_link(at("in.sdm"), at("hard.sdm")).expect("a link");
    symlink("in.qed", at("in.json")).expect("a link");
    let [puzzles, link, hard] = ["in.sdm", "link.sdm", "hard.sdm"].map(|name| text(&at(name)));
    let (proof, here) = (text(&at("in.qed")), text(folder.path()));
    let rule = text(&at("in.rule"));
    let cases: [&[&str]; 14] = [
        &["grade", &puzzles, "-o", &puzzles],
        &["grade", &puzzles, "-o", &link],
        &["grade", &link, "--format", "jsonl", "-o", &hard],
        &["grade", "puzzles/sizes.txt", &puzzles, "-o", &puzzles],
        &["grade", &puzzles, "--resume", &puzzles],
        &["prove", &puzzles, "-o", &link],
        &["mine", &puzzles, "--explain", "r1c3=1", "--dot", &puzzles],
        &["export", &proof, "--to", "json", "-o", &here],
        &["draw", &puzzles, "-o", &hard],
        &["draw", &puzzles, "--hint", "-o", &hard],
        &["report", &puzzles, "-o", &link],
        &["report", &proof, "-o", &proof],
        &[
            "rules",
            "show",
            "r",
            "--rules",
            &rule,
            "--no-standard-rules",
            "-o",
            &rule,
        ],
        // The rule file is given as an option, although it is not needed.
        &["draw", PUZZLE, "--rules", &rule, "-o", &rule],
    ];
    for args in cases {
        let result = run(args);
        assert_eq!(result.code, 3, "{args:?}: {}", result.err);
        assert!(
            result.err.contains("is an input"),
            "{args:?}: {}",
            result.err
        );
        assert_eq!(
            fs::read_to_string(at("in.sdm")).expect("text"),
            batch,
            "{args:?}"
        );
        assert_eq!(
            fs::read_to_string(at("in.qed")).expect("text"),
            PROOF,
            "{args:?}"
        );
        assert_eq!(fs::read_to_string(at("in.rule")).expect("text"), RULE);
    }
    // Standard input may be a file too.
    let mut from_file = command(&["grade", "-", "-o", &puzzles]);
    let input = File::open(at("in.sdm")).expect("a file");
    let output = from_file.stdin(input).output().expect("it runs");
    assert_eq!(output.status.code(), Some(3));
    assert_eq!(fs::read_to_string(at("in.sdm")).expect("text"), batch);
}

#[test]
fn threads_are_capped() {
    let result = run_with(&["grade", "-", "--threads", "100000"], PUZZLE.as_bytes());
    assert_eq!(result.code, 0, "{}", result.err);
    assert!(result.err.contains("per processor"), "{}", result.err);
}

/// Starts a batch that reads a pipe, waits until the first puzzle is graded, and interrupts it.
fn interrupt_waiting(options: &[&str], signals: &[Signal]) -> (crate::program::Run, Duration) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out.csv");
    let name = text(&out);
    let args = [&["grade", "-", "--format", "csv", "-o", &name][..], options].concat();
    let mut child = command(&args).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(format!("{PUZZLE}\n").repeat(3).as_bytes())
        .expect("it reads");
    let lines = || fs::read_to_string(&out).map_or(0, |text| text.lines().count());
    while lines() < 2 {
        assert_eq!(child.try_wait().expect("a process"), None, "it has ended");
        std::thread::sleep(Duration::from_millis(2));
    }
    let start = Instant::now();
    for &signal in signals {
        send(&child, signal);
    }
    let run = end_of(child);
    let time = start.elapsed();
    drop(input);
    (run, time)
}

#[test]
fn batch_waiting_for_input_ends_at_first_signal() {
    for signal in [Signal::INT, Signal::TERM] {
        let (result, time) = interrupt_waiting(&["--threads", "100000"], &[signal]);
        assert_eq!(result.code, 130, "{}", result.err);
        assert!(result.err.contains("--resume continues"), "{}", result.err);
        assert!(result.out.contains("puzzles, "), "{}", result.out);
        assert!(time < Duration::from_secs(10), "{time:?}");
    }
}

/// The rule file is an input although the command does not need it.
fn is_ready_for_signals(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
    let caught = { status.lines() }.find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = caught.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_none_or(|mask| mask >> (Signal::INT.as_raw() - 1) & 1 == 1)
}

#[test]
fn batch_wait_is_bounded() {
    // A named pipe without a reader, so that opening it blocks.
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("out.qed");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::from(0o600), 0).expect("a pipe");
    let child = command(&["prove", PUZZLE, "-o", &text(&pipe)])
        .spawn()
        .expect("it starts");
    while !is_ready_for_signals(&child) {
        std::thread::sleep(Duration::from_millis(10));
    }
    std::thread::sleep(Duration::from_secs(2));
    send(&child, Signal::INT);
    assert_eq!(end_of(child).code, 130);
}

#[test]
fn batch_resumes_with_its_options() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| text(&folder.path().join(name));
    let (puzzles, out) = (at("in.sdm"), at("out.jsonl"));
    fs::write(&puzzles, format!("{PUZZLE}\n").repeat(3)).expect("a file");
    // If the output does not exist, its name determines the format.
    let begun = run(&["grade", &puzzles, "--resume", &out, "--max-level", "hard"]);
    assert_eq!(begun.code, 0, "{}", begun.err);
    let whole = fs::read_to_string(&out).expect("the output");
    assert_eq!(whole.lines().map(json).count(), 3);
    for (options, difference) in [
        (
            &["--max-level", "easy"][..],
            "--max-level then hard, now easy",
        ),
        (&[], "--max-level then hard, now not given"),
        (
            &["--max-level", "hard", "--scale", "B"],
            "--scale then not given, now B",
        ),
        (
            &["--max-level", "hard", "--off", "fish"],
            "--off then not given, now fish",
        ),
    ] {
        let result = run(&[&["grade", &puzzles, "--resume", &out][..], options].concat());
        assert_eq!(result.code, 1, "{}", result.err);
        let said = result.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(
            said.replace("│ ", "").contains(difference),
            "{}",
            result.err
        );
        assert_eq!(fs::read_to_string(&out).expect("the output"), whole);
    }
    // Both options may be given if they agree.
    let cut = whole.len() / 2;
    for options in [
        &["-o", &out, "--resume"][..],
        &["--resume", &out, "-o", &out],
        &["--resume", &out, "--format", "jsonl"],
    ] {
        fs::write(&out, &whole[..cut]).expect("a file");
        let again = [&["grade", &puzzles, "--max-level", "hard"][..], options].concat();
        let result = run(&again);
        assert_eq!(result.code, 0, "{options:?}: {}", result.err);
        assert_eq!(
            fs::read_to_string(&out).expect("the output"),
            whole,
            "{options:?}"
        );
    }
    let other = at("other.csv");
    for options in [
        &["--resume", &out, "-o", &other][..],
        &["--resume"],
        &["--resume", &out, "--format", "csv"],
        &["--resume", &other, "--format", "table"],
    ] {
        let result = run(&[&["grade", &puzzles, "--max-level", "hard"][..], options].concat());
        assert_eq!(result.code, 3, "{options:?}: {}", result.err);
        assert!(!result.err.is_empty());
    }
    // If the options of the earlier run are unknown, a message says so.
    fs::remove_file(at("out.jsonl.options")).expect("the options");
    let result = run(&["grade", &puzzles, "--resume", &out]);
    assert_eq!(result.code, 0, "{}", result.err);
    assert!(result.err.contains("are unknown"), "{}", result.err);
}
