//! The choice of the best rules: among all, and among those that a person can see as a pattern.

use std::fs;

use crate::program::run;

/// Returns the shares that the best 1, 5 and 20 rules solve, for each table of a report.
fn shares(report: &str) -> Vec<Vec<f64>> {
    let lines = report.lines();
    let best = lines.filter_map(|line| line.strip_prefix("the best 1, 5 and 20 solve "));
    let share = |word: &str| word.trim_end_matches('%').parse().expect("a share");
    best.map(|line| line.split(", ").map(share).collect())
        .collect()
}

#[test]
fn best_rules_are_chosen_with_and_without_braids() {
    let folder = tempfile::tempdir().expect("a folder");
    let mined = folder.path().join("mined");
    let only = "naked_single,hidden_single,locked_candidates_1,locked_candidates_2";
    let words = format!(
        "mine puzzles/mining.sdm --quiet --sample 12 --seed 3 --only {only} --size 2 --states 2 --support 1 --judge 24 --best 5 -o"
    );
    let mut args: Vec<&str> = words.split(' ').collect();
    args.push(mined.to_str().expect("a path"));
    let output = run(&args);
    assert_eq!(output.code, 0, "{}", output.err);
    let report = fs::read_to_string(mined.join("report.txt")).expect("the report");
    let (all, readable) = report
        .split_once("readable patterns alone\n")
        .expect("two tables");
    assert!(all.starts_with("braids allowed\n"), "{report}");
    for table in [all, readable] {
        assert!(table.contains("24 puzzles that were not mined"), "{report}");
        assert!(!table.contains("the time was over"), "{report}");
    }
    // A braid is in one table and not in the other.
    assert!(all.contains("\nmined_braid_2 "), "{report}");
    assert!(
        !readable.contains("braid") && !readable.contains("net"),
        "{report}"
    );
    assert!(readable.contains("\nmined_"), "{report}");
    let shares = shares(&report);
    assert_eq!(shares.len(), 2, "{report}");
    for shares in &shares {
        assert!(shares.len() == 3 && shares.is_sorted(), "{report}");
        assert!(shares[2] > 0.0, "{report}");
    }
    // The names of the best rules are saved; each is a file of the folder.
    let best = fs::read_to_string(mined.join("best.txt")).expect("a list");
    assert!(best.lines().any(|name| name == "mined_braid_2"), "{best}");
    for name in best.lines() {
        assert!(mined.join(format!("{name}.rule")).is_file(), "{name}");
    }
    // The test puzzles do not influence the choice: the same records give the same choice.
    let again = run(&args);
    assert_eq!(again.code, 0, "{}", again.err);
    let second = fs::read_to_string(mined.join("report.txt")).expect("the report");
    assert_eq!(report, second);
}
