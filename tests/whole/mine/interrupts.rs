//! An interrupted run ends at once and keeps its findings and its published rules.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::program::{Signal, command, end_of, run, send};

/// Maximum time from the signal to the end. Most runs end in a few milliseconds; the program allows
/// two seconds.
const AT_ONCE: Duration = Duration::from_secs(20);

/// Returns the rule files of a folder with their contents.
fn rules(folder: &Path) -> BTreeMap<String, String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_rule = |path: &std::path::PathBuf| path.extension().is_some_and(|e| e == "rule");
    let named = |path: std::path::PathBuf| {
        let name = path.file_name().expect("a name").to_string_lossy();
        let text = fs::read_to_string(&path).expect("a rule file");
        (name.into_owned(), text)
    };
    paths.filter(is_rule).map(named).collect()
}

fn arguments(folder: &Path) -> Vec<String> {
    let only = "naked_single,hidden_single,locked_candidates_1,locked_candidates_2";
    let words = format!(
        "mine puzzles/sample.sdm --quiet --sample 10 --seed 3 --only {only} --size 2 --states 2 --support 1 --jobs 1 -o"
    );
    let mut args: Vec<String> = words.split(' ').map(str::to_owned).collect();
    args.push(folder.to_str().expect("a path").to_owned());
    args
}

/// Starts a run, sends a signal as soon as `is_so_far` holds, and returns the output.
fn interrupt(folder: &Path, signal: Signal, is_so_far: impl Fn() -> bool) -> String {
    let args = arguments(folder);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = command(&args).spawn().expect("the program starts");
    while !is_so_far() {
        assert_eq!(child.try_wait().expect("a process"), None, "it has ended");
        std::thread::sleep(Duration::from_millis(1));
    }
    send(&child, signal);
    let sent = Instant::now();
    let end = end_of(child);
    assert!(sent.elapsed() < AT_ONCE, "{:?}", sent.elapsed());
    assert_eq!(end.code, 130, "{}{}", end.out, end.err);
    end.out
}

#[test]
fn interrupted_publishing_leaves_whole_rules_and_resumes() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, cut) = (folder.path().join("whole"), folder.path().join("cut"));
    let args = arguments(&whole);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let complete = run(&args);
    assert_eq!(complete.code, 0, "{}", complete.err);
    let expected = rules(&whole);
    assert!(expected.len() > 4, "{}", complete.out);

    for signal in [Signal::INT, Signal::TERM] {
        interrupt(&cut, signal, || !rules(&cut).is_empty());
        let there = rules(&cut);
        assert!(!there.is_empty() && there.len() < expected.len());
        for (name, text) in &there {
            assert_eq!(expected.get(name), Some(text), "{name}");
        }
        let others: Vec<String> = (fs::read_dir(&cut).expect("a folder").flatten())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !name.ends_with(".rule"))
            .collect();
        assert_eq!(others, ["found.jsonl"], "no half a file stays");
        for name in there.keys() {
            fs::remove_file(cut.join(name)).expect("it is there");
        }
    }
    // A second run of the command resumes and gives the result of an uninterrupted run.
    let args = arguments(&cut);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    assert_eq!(run(&args).code, 0);
    assert_eq!(rules(&cut), expected);
    let found = |folder: &Path| fs::read(folder.join("found.jsonl")).expect("the journal");
    assert_eq!(found(&cut), found(&whole));
}

#[test]
fn interrupted_mining_keeps_its_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let cut = folder.path().join("cut");
    let journal = cut.join("found.jsonl");
    let lines = || fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    let said = interrupt(&cut, Signal::INT, || lines() > 1);
    let saved = lines();
    assert!((2..11).contains(&saved), "{saved} lines of 11");
    assert!(
        said.contains("interrupted: the results are saved"),
        "{said}"
    );
    assert_eq!(rules(&cut), BTreeMap::new());
    let args = arguments(&cut);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let on = run(&args);
    assert_eq!(on.code, 0, "{}", on.err);
    assert_eq!(lines(), 11);
}
