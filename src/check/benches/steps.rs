//! The number of steps that the checker does per second, on one core.
//!
//! `cargo bench -p qedoku-check` measures counts of four groups, and the fillings of a killer in
//! `proofs/accept`. `cargo bench -p qedoku-check -- FILE...` measures the files instead: their
//! steps and their fillings per second, including header and claim.
//!
//! Every count is an X-Wing: two truths, two links, one target. Supposes restore the state, so that
//! the same eliminations can be repeated. The verdict on a proof is checked before it is timed.

use qedoku_check::{Claim, Verdict, check};
use std::fs;
use std::time::Instant;

const RUNS: usize = 5;

/// Row, column and digit, all counted from 1.
type Candidate = (usize, usize, usize);

fn main() {
    let files: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with('-'))
        .collect();
    if files.is_empty() {
        let (proof, counts) = proof();
        let Verdict::Accepted(accepted) = verdict(&proof) else {
            panic!("{}", verdict(&proof));
        };
        assert_eq!(accepted.claim, Claim::Open);
        assert!(accepted.steps > counts);
        report("counts of four groups", 1, &[proof], counts);
        let killer = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../proofs/accept/v2-killer-9x9.qed"
        );
        measure("v2-killer-9x9.qed", &[killer.to_owned()]);
    } else {
        measure("files", &files);
    }
}

/// Prints the steps and the fillings per second of some files.
fn measure(name: &str, files: &[String]) {
    let read = |file: &String| fs::read_to_string(file).unwrap_or_else(|e| panic!("{file}: {e}"));
    let texts: Vec<String> = files.iter().map(read).collect();
    let steps = |text: &String| match verdict(text) {
        Verdict::Accepted(accepted) => accepted.steps,
        verdict => panic!("{verdict}"),
    };
    let steps: u64 = texts.iter().map(steps).sum();
    let lines = texts.iter().flat_map(|text| text.lines());
    let fills = lines.filter(|line| line.trim_start().starts_with("fill "));
    let times = 1 + 20_000 / steps;
    report(&format!("steps of {name}"), times, &texts, steps);
    let fills = fills.count() as u64;
    if fills > 0 {
        report(&format!("fillings of {name}"), times, &texts, fills);
    }
}

fn verdict(text: &str) -> Verdict {
    check(text.as_bytes()).expect("memory can be read")
}

/// Checks texts repeatedly, and prints the median speed: units per second.
fn report(name: &str, times: u64, texts: &[String], units: u64) {
    let run = || {
        let start = Instant::now();
        for text in (0..times).flat_map(|_| texts) {
            assert!(matches!(verdict(text), Verdict::Accepted(_)));
        }
        start.elapsed().as_secs_f64()
    };
    let mut seconds: Vec<f64> = (0..RUNS).map(|_| run()).collect();
    seconds.sort_by(f64::total_cmp);
    let (all, median) = ((times * units) as f64, seconds[RUNS / 2]);
    let bytes: usize = texts.iter().map(String::len).sum();
    println!(
        "{name}: {all} in {median:.3} s, {:.0} per second, {:.1} MB per second",
        all / median,
        times as f64 * bytes as f64 / 1e6 / median,
    );
}

/// Each digit d is in rows 1 and 9 only in the columns d and d + 1, so it can be eliminated from
/// the rest of these columns. The cell r5c5 is empty, so that every suppose is refuted at once.
fn proof() -> (String, u64) {
    let mut text = String::from("qed 1\nboard sudoku 3x3\nstate");
    for row in 1..=9 {
        for column in 1..=9 {
            text += match (row, column) {
                (1 | 9, 1) => " 19",
                (1 | 9, _) => [" 12", " 23", " 34", " 45", " 56", " 67", " 78", " 89"][column - 2],
                (5, 5) => " -",
                _ => " 123456789",
            };
        }
    }
    text.push('\n');
    let free = |&(row, column, _): &Candidate| (2..=8).contains(&row) && (row, column) != (5, 5);
    let all = (0..729).map(|index| (index / 81 + 1, index / 9 % 9 + 1, index % 9 + 1));
    let all: Vec<Candidate> = all.filter(free).collect();
    let in_wing = |(_, column, digit): &Candidate| columns(*digit).contains(column);
    // A supposed candidate is eliminated afterwards, so it must not be a target.
    let (targets, supposed): (Vec<_>, Vec<_>) =
        all.iter().partition(|candidate| in_wing(candidate));
    let mut counts = 0;
    for (index, outer) in supposed[..8].iter().enumerate() {
        text += &format!("suppose {}\n", name(outer, "="));
        let later = supposed[index + 1..].iter();
        for inner in later.filter(|inner| !exclude(outer, inner)) {
            text += &format!("suppose {}\n", name(inner, "="));
            for target in &targets {
                if exclude(outer, target) || exclude(inner, target) {
                    continue;
                }
                let (d, [first, second]) = (target.2, columns(target.2));
                let target = name(target, "<>");
                text += &format!("count {target} : +{d}r1 +{d}r9 -{d}c{first} -{d}c{second}\n");
                counts += 1;
            }
            text += "refuted r5c5\n";
        }
        text += "refuted r5c5\n";
    }
    text += "claim open\n";
    (text, counts)
}

/// The columns of a digit in rows 1 and 9.
fn columns(digit: usize) -> [usize; 2] {
    [digit, digit % 9 + 1]
}

fn name((row, column, digit): &Candidate, relation: &str) -> String {
    format!("r{row}c{column}{relation}{digit}")
}

fn exclude(a: &Candidate, b: &Candidate) -> bool {
    let cell = (a.0, a.1) == (b.0, b.1);
    let house = |c: &Candidate| (c.0.div_ceil(3), c.1.div_ceil(3));
    let digit = a.2 == b.2 && (a.0 == b.0 || a.1 == b.1 || house(a) == house(b));
    a != b && (cell || digit)
}
