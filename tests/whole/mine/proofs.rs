//! Puzzles solved by mined rules and guardians are proved, and every checker accepts the proofs,
//! including third-party ones.

use std::fs;

use qedoku_core::proof::export::Format;

use crate::program::run;
use qedoku_tests::batch::Batch;
use qedoku_tests::collection;
use qedoku_tests::export::{Checker, exported, forbidden_line};

/// The rules on request that solve most T&E(3) puzzles.
const TRIAL_OF_THREE: &[&str] = &[
    "tridagon_guardians",
    "oddagon_guardians",
    "forcing_truth",
    "long_braid",
    "template_delete",
];

/// The rules on request that solve most of the hardest known puzzles.
const HARDEST: &[&str] = &[
    "double_exocet",
    "crossed_base_pair",
    "junior_exocet",
    "junior_exocet_4",
    "long_braid",
];

/// Proves some puzzles of a collection without search, and checks the proofs. Each proof must use
/// the rule `needed`.
fn prove(name: &str, numbers: &[usize], rules: &[&str], needed: &str) {
    let Some(puzzles) = collection(name) else {
        return;
    };
    let veripb = Checker::veripb();
    let mut python = Batch::python();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.qed");
    for &number in numbers {
        let puzzle = &puzzles[number - 1][..81];
        let mut args = vec!["prove", puzzle, "--no-search", "-o"];
        args.push(file.to_str().expect("a path"));
        args.extend(rules.iter().flat_map(|rule| ["--on", *rule]));
        let proved = run(&args);
        assert_eq!(proved.code, 0, "{}", proved.err);
        let proof = fs::read(&file).expect("the proof");
        let text = String::from_utf8_lossy(&proof);
        assert!(text.contains("claim unique"), "{name} {number}");
        assert!(text.contains(needed), "{name} {number}: without {needed}");
        let verdict = python.verdict(&proof);
        assert!(
            verdict.starts_with("accepted unique"),
            "{name} {number}: {verdict}"
        );
        let files = exported(&proof, Format::Veripb).expect("it can be exported");
        assert_eq!(forbidden_line(&files[1]), None, "{name} {number}");
        if let Some(veripb) = &veripb {
            let answer = veripb.check(&files);
            let verified = "s VERIFIED BOUNDS 81 <= obj <= 81";
            assert!(answer.good && answer.text.contains(verified), "{answer:?}");
        }
    }
}

#[test]
fn te3_puzzles_are_proved_by_guardians_for_all_checkers() {
    prove("te3.txt", &[4, 83], TRIAL_OF_THREE, "tridagon_guardians");
}

#[test]
fn hardest_puzzles_are_proved_by_mined_rules_for_all_checkers() {
    prove("hardest.txt", &[42, 157], HARDEST, "double_exocet");
}
