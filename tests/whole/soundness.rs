//! Rules are proved sound, or refuted by a board.
//!
//! `tests/whole/soundness/broken` has unsound rules. The first two lines of each give the edit that
//! makes it sound (`\n` stands for a line end; the last occurrence is replaced).
//! `tests/whole/soundness/sound` has unusual rules that are sound.

#[path = "../soundness/confirm.rs"]
mod confirm;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use confirm::confirm;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleFile, load, standard_library};
use qedoku_core::trial;
use qedoku_soundness::{Deadline, Remark, Scope, Verdict, decide, judge, shipped_verdicts, smt2};
use qedoku_tests::root;

const MAX_TIME: Duration = Duration::from_secs(120);
fn folder(name: &str) -> Vec<(String, String)> {
    let folder: PathBuf = root().join("tests/whole/soundness").join(name);
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<(String, String)> = entries
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let text = std::fs::read_to_string(&path).expect("a text");
            (path.display().to_string(), text)
        })
        .collect();
    files.sort();
    files
}

fn library(name: &str, text: &str) -> Library {
    let source = RuleFile::new(name, text.as_bytes()).expect("UTF-8");
    load(&[source]).unwrap_or_else(|problems| panic!("{name}\n{}", problems.render(100)))
}

/// Returns the text of a broken rule with its edit applied.
fn mended(name: &str, text: &str) -> String {
    let mut lines = text.lines();
    let mut part = |word: &str| {
        let line = lines.next().and_then(|line| line.strip_prefix(word));
        let line = line.unwrap_or_else(|| panic!("{name} does not say `{word}`"));
        line.replace("\\n", "\n")
    };
    let (wrong, right) = (part("// wrong: "), part("// right: "));
    let body = text.splitn(3, '\n').nth(2).expect("a rule");
    let at = body
        .rfind(&wrong)
        .unwrap_or_else(|| panic!("{name} has no `{wrong}`"));
    format!("{}{right}{}", &body[..at], &body[at + wrong.len()..])
}

fn soon(limit: Duration) -> Deadline<'static> {
    Deadline::new(Instant::now(), limit)
}

/// Returns the verdicts without suggestions, which take most of the time.
fn verdicts(library: &Library) -> Vec<(&Technique, Verdict)> {
    let judged = |t: &'_ Technique| {
        let fires = |stop| (library.rule(&t.rule)).is_some_and(|rule| trial::fires(rule, t, &stop));
        decide(t, &library.relations, fires, soon(MAX_TIME))
    };
    (library.techniques.iter())
        .map(|t| (t, judged(t)))
        .collect()
}

#[test]
fn standard_library_is_proved_sound() {
    let library = standard_library().expect("it loads");
    assert!(library.techniques.len() >= 90);
    for (technique, verdict) in verdicts(&library) {
        let Verdict::Sound { scope, remark, .. } = verdict else {
            panic!("{}: {verdict:?}", technique.title);
        };
        assert!(scope <= Scope::StandardBoards, "{}", technique.title);
        assert_eq!(remark, None, "{}", technique.title);
    }
}

#[test]
fn broken_rules_are_refuted_with_confirmed_grids() {
    let files = folder("broken");
    assert!(files.len() >= 120);
    let mut failures = Vec::new();
    for (name, text) in &files {
        let library = library(name, text);
        for (technique, verdict) in verdicts(&library) {
            match &verdict {
                Verdict::Unsound { counterexample, .. } => confirm(name, technique, counterexample),
                Verdict::Sound { .. } | Verdict::Unknown { .. } => {
                    failures.push(format!("{name}: {verdict:?}"));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn broken_rules_are_one_edit_from_sound_ones() {
    for (name, text) in folder("broken") {
        let library = library(&name, &mended(&name, &text));
        for (technique, verdict) in verdicts(&library) {
            let fires = matches!(verdict, Verdict::Sound { remark: None, .. });
            assert!(fires, "{name}: {}: {verdict:?}", technique.title);
        }
    }
}

#[test]
fn odd_sound_rules_are_accepted() {
    let files = folder("sound");
    assert!(files.len() >= 40);
    for (name, text) in files {
        let library = library(&name, &text);
        for (technique, verdict) in verdicts(&library) {
            let Verdict::Sound { remark, .. } = verdict else {
                panic!("{name}: {verdict:?}");
            };
            let expected = match &*technique.rule {
                "contradiction" => Some(Remark::Contradictory),
                "hidden_pair_from_the_house" | "eliminates_what_is_not_there" => {
                    Some(Remark::NeverFires)
                }
                _ => None,
            };
            assert_eq!(remark, expected, "{name}");
        }
    }
}

/// Returns the suggestion for the only rule of a text.
fn suggested(text: &str) -> String {
    let library = library("wrong.rule", text);
    let technique = &library.techniques[0];
    let verdict = judge(technique, &library.relations, |_| true, soon(MAX_TIME));
    let Verdict::Unsound { suggestion, .. } = verdict else {
        panic!("it is unsound: {verdict:?}");
    };
    suggestion.map_or(String::new(), |s| s.words)
}

#[test]
fn missing_condition_is_suggested() {
    let unlinked = "rule pair {\n  for   cells a, b, digits x, y\n  when  every candidate of a, b is \
                    x or y\n  then  eliminate x, y from cells seeing a and b\n}\n";
    assert_eq!(suggested(unlinked), "add `a sees b` to `with`");
    let inside = "rule pair {\n  for   house H, cells S[2] in H, digits D[2]\n  when  every \
                  candidate of S is in D\n  then  eliminate D from H\n}\n";
    assert_eq!(suggested(inside), "add `except S`");
    let alike = "pattern set(n: 1..2)(S, D) {\n  for   house H, cells S[n] in H, digits D[n+1]\n  \
                 when  every candidate of S is in D\n}\nrule als {\n  for   set(S, D), set(T, E), \
                 digit x in D and E, digit z in D and E\n  with  every x in S sees every x in T\n  \
                 then  eliminate z from cells seeing every z in S and every z in T\n}\n";
    assert_eq!(suggested(alike), "add `x, z distinct` to `with`");
}

#[test]
fn wrong_digit_and_extra_member_are_found() {
    let digit = "rule wing {\n  for   cell p, cells a, b seen by p, digits x, y, z\n  when  every \
                 candidate of p is x or y\n        every candidate of a is x or z\n        every \
                 candidate of b is y or z\n  then  eliminate x from cells seeing a and b\n}\n";
    assert_eq!(suggested(digit), "remove `z` instead of `x`");
    let covers = "rule fish {\n  for   digit d, lines R[2], crosslines C[3]\n  when  every d in R \
                  is in C\n  then  eliminate d from C except R\n}\n";
    assert_eq!(suggested(covers), "give `C` one member fewer");
}

#[test]
fn false_conclusions_are_named() {
    let text = "rule pair {\n  for   house H, cells S[2] in H, cell c in S, digits D[2]\n  when  every \
                candidate of S is in D\n  then  eliminate D from H except S\n        eliminate D \
                from cells seeing c except S\n}\n";
    let library = library("pair.rule", text);
    let (_, verdict) = verdicts(&library).remove(0);
    let Verdict::Unsound { counterexample, .. } = verdict else {
        panic!("it is unsound: {verdict:?}");
    };
    assert_eq!(counterexample.conclusions, [1]);
}

/// An unsound rule with too many large sets to try all of them on a board.
#[test]
fn wrong_rule_about_large_sets_is_refuted() {
    let text = "pattern set(n: 1..8)(S, D) {\n  for   house H, cells S[n] in H, digits D[n+1]\n  when  \
                every candidate of S is in D\n}\nrule sets {\n  for   set(S, D), set(T, E), set(P, F), \
                digit z in D and E, digit x in D and F, digit y in E and F\n  with  every x in S sees \
                every x in P, every y in T sees every y in P\n  then  eliminate z from cells seeing \
                every z in S and every z in T\n}\n";
    let library = library("sets.rule", text);
    let (_, verdict) = verdicts(&library).remove(0);
    assert!(matches!(verdict, Verdict::Unsound { .. }), "{verdict:?}");
}

#[test]
fn rule_too_large_to_check_is_unknown() {
    let text = "rule leviathan {\n  for   digit d, lines R[14], crosslines C[14]\n  \
                when  every d in R is in C\n  then  eliminate d from C except R\n}\n";
    let library = library("leviathan.rule", text);
    let start = Instant::now();
    let verdict = judge(
        &library.techniques[0],
        &library.relations,
        |_| false,
        Deadline::new(Instant::now(), Duration::from_secs(2)),
    );
    assert!(matches!(verdict, Verdict::Unknown { .. }), "{verdict:?}");
    assert!(!verdict.is_sound());
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn rules_for_rectangular_boxes_are_those_of_the_verdicts() {
    let library = standard_library().expect("it loads");
    let mut limited = Vec::new();
    for rule in &library.rules {
        let scope = shipped_verdicts::scope(rule.name());
        match scope.unwrap_or_else(|| panic!("{} has no verdict", rule.name())) {
            Scope::EveryBoard => {}
            Scope::StandardBoards => limited.push(rule.name()),
            Scope::NineByNine => panic!("{} is for one board only", rule.name()),
        }
    }
    limited.sort_unstable();
    let listed: Vec<&str> = qedoku_core::engine::rectangular_only().collect();
    assert_eq!(limited, listed);
}

/// `QEDOKU_WRITE=1 cargo test --test whole soundness::` rewrites the files.
#[test]
fn library_proofs_are_up_to_date() {
    let library = standard_library().expect("it loads");
    let folder = root().join("proofs/rules");
    let mut expected = std::collections::BTreeMap::new();
    for rule in &library.rules {
        let own: Vec<&Technique> = library
            .techniques
            .iter()
            .filter(|t| *t.rule == *rule.name())
            .collect();
        let files = smt2::files(&own, &library.relations, soon(MAX_TIME));
        let files = files.unwrap_or_else(|| panic!("{} is not proved", rule.name()));
        expected.extend(files.into_iter().map(|file| (file.name, file.text)));
    }
    if std::env::var_os("QEDOKU_WRITE").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (name, text) in &expected {
            std::fs::write(folder.join(name), text).expect("a file");
        }
    }
    let kept = std::fs::read_dir(&folder).expect("proofs/rules is there");
    let kept: std::collections::BTreeMap<String, String> = kept
        .map(|entry| {
            let path = entry.expect("an entry").path();
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    let names =
        |all: &std::collections::BTreeMap<String, String>| all.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&kept), names(&expected));
    for (name, text) in &expected {
        assert!(
            kept[name] == *text,
            "{name} is not up to date; QEDOKU_WRITE=1 writes it anew"
        );
    }
}
