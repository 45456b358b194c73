//! Benchmark of proofs by singles and search: puzzles per second on one core, with and without
//! writing the proof. Every proof is checked before the timing begins.
//!
//! `cargo bench --bench prove [-- FILE]` reads one puzzle per line; by default the 17-clue list
//! beside the project, or the project's own samples if the list is absent.

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape, State};
use qedoku_core::proof::{Header, Writer};

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let given = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let choices = [
        root.join("../shared/data/sudoku17.sdm"),
        root.join("puzzles/sample.sdm"),
    ];
    let path = given
        .map(PathBuf::from)
        .or_else(|| choices.into_iter().find(|p| p.exists()));
    let path = path.expect("a file of puzzles");
    let text = std::fs::read_to_string(&path).expect("a readable file of puzzles");
    let board = Board::sudoku(Shape {
        height: 3,
        width: 3,
    });
    let is_puzzle = |line: &&str| line.len() >= 81 && !line.starts_with('#');
    let puzzles: Vec<Puzzle> = (text.lines().filter(is_puzzle).take(20_000))
        .map(|line| {
            let digits = line.chars().take(81).map(Digit::from_char).collect();
            Puzzle::from_givens(board.clone(), digits)
        })
        .collect();
    println!("{} puzzles of {}", puzzles.len(), path.display());

    let mut search = Search::new(&board, Limits::default());
    let mut steps = 0;
    for puzzle in &puzzles {
        let text = write(&mut search, puzzle, Vec::new());
        let verdict = qedoku_check::check(&*text).expect("reading from memory");
        let qedoku_check::Verdict::Accepted(accepted) = verdict else {
            panic!("a proof was not accepted: {verdict}");
        };
        steps += accepted.steps;
    }
    println!(
        "all proofs accepted, {} steps each on average",
        steps / puzzles.len() as u64
    );

    let start = Instant::now();
    for puzzle in &puzzles {
        black_box(search.prove_puzzle(puzzle));
    }
    report("proved, not written", puzzles.len(), start);

    let mut buffer = Vec::new();
    let start = Instant::now();
    for puzzle in &puzzles {
        buffer.clear();
        buffer = write(&mut search, puzzle, buffer);
    }
    report("proved and written", puzzles.len(), start);

    let states: Vec<State> = puzzles.iter().map(Puzzle::state).collect();
    let start = Instant::now();
    for state in &states {
        black_box(search.solve(state));
    }
    report("solved, state ready", puzzles.len(), start);
}

fn write(search: &mut Search<'_>, puzzle: &Puzzle, buffer: Vec<u8>) -> Vec<u8> {
    let outcome: Outcome = search.prove_puzzle(puzzle);
    let header = Header::of(puzzle);
    let mut writer = Writer::start(buffer, &header).expect("writing to memory");
    for step in &search.steps {
        writer.step(step).expect("writing to memory");
    }
    writer.finish(&outcome.claim()).expect("writing to memory")
}

fn report(what: &str, count: usize, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!("{what}: {:.0} puzzles a second", count as f64 / seconds);
}
