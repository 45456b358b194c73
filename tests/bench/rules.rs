//! Benchmark of the rule library: puzzles per second run to solved or stuck, with certificates, on
//! one core, and the time of each technique.
//!
//! `cargo bench --bench rules [-- FILE [COUNT]]`. Before the timing begins, every step is compared
//! with the solution and every certificate is checked by the checker.

use std::path::PathBuf;
use std::time::Instant;

use qedoku_core::engine::Solver;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::text::Reader;
use qedoku_core::grid::{Board, Digit, Puzzle, Shape};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::standard_library;
use qedoku_core::matcher::Position;
use qedoku_core::proof::{Claim, Header, Proof, Step};

/// Techniques of the benchmark's target.
const BASIC: [&str; 8] = [
    "naked_single",
    "hidden_single",
    "locked_candidates_1",
    "locked_candidates_2",
    "naked_subset",
    "hidden_subset",
    "fish",
    "xy_wing",
];

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let mut args = std::env::args().skip(1).filter(|a| !a.starts_with('-'));
    let shared = root.join("../shared/data/cb-000.tsv");
    let path = args.next().map(PathBuf::from).unwrap_or_else(|| {
        let own = root.join("puzzles/sample.sdm");
        if shared.exists() { shared } else { own }
    });
    let count = args.next().and_then(|a| a.parse().ok()).unwrap_or(1000);
    let file = std::fs::File::open(&path).expect("a readable file of puzzles");
    let reader = Reader::new("puzzles", std::io::BufReader::new(file));
    let puzzles: Vec<Puzzle> = (reader.filter_map(|entry| entry.puzzle.ok()))
        .take(count)
        .collect();
    println!("{} puzzles of {}", puzzles.len(), path.display());

    let library = standard_library().expect("the standard library loads");
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let is_basic = |t: &&Technique| BASIC.contains(&&*t.rule) || &*t.rule == "xyz_wing";
    let basic = Solver::with(&board, library.techniques.iter().filter(is_basic));
    let whole = Solver::with(&board, library.techniques.iter());

    for (name, engine) in [("basic techniques", &basic), ("whole library", &whole)] {
        verify(engine, &puzzles);
        let mut steps = 0;
        let start = Instant::now();
        for puzzle in &puzzles {
            let mut position = Position::of(puzzle);
            engine.run(&mut position, |_| steps += 1);
        }
        let seconds = start.elapsed().as_secs_f64();
        let rate = puzzles.len() as f64 / seconds;
        println!("{name}: {rate:.0} puzzles a second, {steps} steps");
        costs(engine, &puzzles);
    }
}

/// Asserts that every step agrees with the solution and is accepted by the checker.
fn verify(engine: &Solver<'_>, puzzles: &[Puzzle]) {
    let mut solved = 0;
    for puzzle in puzzles {
        let mut search = Search::new(&puzzle.board, Limits::default());
        let Outcome::Unique(solution) = search.solve(&puzzle.state()) else {
            panic!("a puzzle of the benchmark has not one solution");
        };
        let mut position = Position::of(puzzle);
        let mut steps: Vec<(Option<_>, Step)> = Vec::new();
        let refused = engine.run(&mut position, |step| {
            for &candidate in &step.found.eliminations {
                let digit: Digit = solution[puzzle.board.cell_of(candidate).index()];
                assert_ne!(
                    digit,
                    puzzle.board.digit_of(candidate),
                    "a true candidate was lost"
                );
            }
            steps.extend(step.certificate.iter().map(|s| (None, s.clone())));
        });
        assert!(refused.is_empty(), "not certified: {refused:?}");
        solved += usize::from(position.is_complete());
        let claim = match position.is_complete() {
            true => Claim::Unique(solution),
            false => Claim::Open,
        };
        let proof = Proof {
            header: Header::of(puzzle),
            steps,
            claim,
        };
        let verdict = qedoku_check::check(proof.to_text().as_bytes()).expect("reading from memory");
        assert!(
            matches!(verdict, qedoku_check::Verdict::Accepted(_)),
            "{verdict} in\n{}",
            proof.to_text()
        );
    }
    println!("verified; {solved} of {} solved", puzzles.len());
}

/// Prints the mean time of one search for each technique, in the states where the rules stop.
fn costs(engine: &Solver<'_>, puzzles: &[Puzzle]) {
    let ends: Vec<Position> = (puzzles.iter().map(Position::of))
        .map(|mut position| {
            engine.run(&mut position, |_| ());
            position
        })
        .filter(|position| !position.is_complete())
        .collect();
    for (index, technique) in engine.ids().zip(engine.techniques()) {
        let start = Instant::now();
        for position in &ends {
            std::hint::black_box(engine.matches(index, position));
        }
        let each = start.elapsed().as_secs_f64() * 1e6 / ends.len().max(1) as f64;
        println!("{each:10.1} us  {}", technique.title);
    }
}
