//! Benchmark of the exports: the time of each export as a share of the time needed to prove the
//! puzzle and to write the proof. Every proof is checked before the timing begins.
//!
//! `cargo bench --bench export [-- COUNT]` takes COUNT puzzles (default 20) of each collection
//! beside the project, or the project's own samples if the collections are absent.

use std::hint::black_box;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use qedoku_core::engine::search::{Limits, prove};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::text::{Source, read_puzzles};
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_core::lang::standard_library;
use qedoku_core::proof::ProofReader;
use qedoku_core::proof::export::{Format, export};
use qedoku_core::report::trace;

const FORMATS: [(&str, Format); 5] = [
    ("veripb", Format::Veripb),
    ("lrat", Format::Lrat),
    ("drat", Format::Drat),
    ("json", Format::Json),
    ("tex", Format::Tex),
];

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let count = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let count = count.unwrap_or(20);
    let library = standard_library().expect("the standard library");
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let solver = Solver::new(&board, &library, Strategy::default());
    println!("The time of an export, with the time of proving and writing as 1:");
    println!("puzzles                 steps      prove  veripb    lrat    drat    json     tex");
    let collections = ["cb-000.tsv", "top1465.sdm", "top95.txt", "sudoku17.sdm"];
    let collections = collections.map(|name| root.join("../shared/data").join(name));
    let samples = [root.join("puzzles/sample.sdm")];
    for path in samples.iter().chain(&collections).filter(|p| p.exists()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let text = std::fs::read(path).expect("a readable file of puzzles");
        let source = Source::new(&name, &*text);
        let puzzles = read_puzzles(&source).filter_map(|entry| entry.puzzle.ok());
        let puzzles: Vec<Puzzle> = puzzles.take(count).collect();
        let by_rules = |puzzle: &Puzzle| trace::prove(&solver, puzzle).to_text();
        report(&format!("{name}, rules"), &puzzles, &by_rules);
        let by_search = |puzzle: &Puzzle| prove(puzzle, Limits::default()).to_text();
        report(&format!("{name}, search"), &puzzles, &by_search);
    }
}

fn report(name: &str, puzzles: &[Puzzle], prove: &dyn Fn(&Puzzle) -> String) {
    let proofs: Vec<String> = puzzles.iter().map(prove).collect();
    let mut steps = 0;
    for proof in &proofs {
        let verdict = qedoku_check::check(proof.as_bytes()).expect("reading from memory");
        let qedoku_check::Verdict::Accepted(accepted) = verdict else {
            panic!("a proof was not accepted: {verdict}");
        };
        steps += accepted.steps;
    }
    let proving = shortest(|| {
        puzzles
            .iter()
            .for_each(|puzzle| drop(black_box(prove(puzzle))));
    });
    print!("{name:22} {steps:6} {proving:>10.1?}");
    for (_, format) in FORMATS {
        let time = shortest(|| proofs.iter().for_each(|proof| exported(proof, format)));
        print!(" {:7.3}", time.as_secs_f64() / proving.as_secs_f64());
    }
    println!();
}

/// Exports a proof as the command does: one pass for the claim, one pass for the steps.
fn exported(proof: &str, format: Format) {
    let claim = ProofReader::start(proof.as_bytes()).and_then(ProofReader::into_claim);
    let claim = claim.expect("an accepted proof");
    let files = vec![io::sink(); format.extensions().len()];
    black_box(export(proof.as_bytes(), &claim, format, files).expect("an export"));
}

/// Returns the shortest of five times. Other load on the machine can only lengthen a time.
fn shortest(mut work: impl FnMut()) -> Duration {
    let mut time = || {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..5).map(|_| time()).min().expect("five times")
}
