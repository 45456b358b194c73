//! The same work on boards of all sizes, so that a cliff shows.
//!
//! The puzzles are made here, with a fixed seed. For each size: what one puzzle costs by search with its proof and by the basic techniques, and what one look
//! for each technique that is used by default costs where the basic ones end. The cost of a look is said as a power of the
//! number of candidates: 1 is as fast as the board grows, 2 as its square. Those whose power from 9x9 to 16x16 is highest are listed.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use cpu_time::ThreadTime;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::{Board, Puzzle, Shape};
use qedoku_core::matcher::Position;

use crate::contest::{BASIC, LIBRARY};

/// The sizes, and how many puzzles of each: what is made on a large board takes long.
const BOARDS: [(usize, usize); 5] = [(4, 40), (6, 40), (9, 40), (16, 2), (25, 1)];

const SEED: u64 = 20;

/// So long techniques are looked for on one board; what is not reached then is told.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many techniques are listed.
const LISTED: usize = 12;

/// What a technique costs a look, by board.
struct Looks {
    title: String,
    /// In microseconds; nothing if there was no time for it.
    each: Vec<Option<f64>>,
}

/// Prints the table.
pub fn table() {
    println!("\ngrowth: puzzles made with seed {SEED}; milliseconds a puzzle");
    println!("board    puzzles    making    search     basic   one look for each technique");
    let mut looks: Vec<Looks> = Vec::new();
    for (size, count) in BOARDS {
        let shape = Shape::of_size(size).expect("a usual size");
        let board = Board::sudoku(shape);
        let (made, puzzles) = timed(|| create(&board, count));
        let (search, ()) = timed(|| search_all(&board, &puzzles));
        let basic = LIBRARY.techniques.iter();
        let basic = Solver::with(&board, basic.filter(|t| BASIC.contains(&&*t.rule)));
        let (by_basic, ends) = timed(|| run(&basic, &puzzles));
        let default = Solver::new(&board, &LIBRARY, Strategy::default());
        let (looking, left_out) = timed(|| add_looks(&mut looks, &default, &ends));
        let each = |time: Duration| time.as_secs_f64() * 1e3 / count as f64;
        print!(
            "{:7}{count:9}{:10.1}{:10.3}{:10.2}{:10.2}",
            format!("{size}x{size}"),
            each(made),
            each(search),
            each(by_basic),
            each(looking),
        );
        match left_out {
            0 => println!(),
            _ => println!("  (no time for {left_out} techniques)"),
        }
    }
    print_powers(&looks);
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = ThreadTime::now();
    let result = work();
    (begun.elapsed(), result)
}

fn create(board: &Arc<Board>, count: usize) -> Vec<Puzzle> {
    let mut creator = Creator::new(board, SEED);
    (0..count).map(|_| creator.puzzle()).collect()
}

fn search_all(board: &Board, puzzles: &[Puzzle]) {
    let mut search = Search::new(board, Limits::default());
    for puzzle in puzzles {
        let outcome = search.prove(&puzzle.state());
        assert!(
            matches!(outcome, Outcome::Unique(_)),
            "a puzzle that was made has one solution"
        );
    }
}

/// Where the rules end; every step is certified.
fn run(solver: &Solver<'_>, puzzles: &[Puzzle]) -> Vec<Position> {
    let ends = puzzles.iter().map(|puzzle| {
        let mut position = Position::of(puzzle);
        let refused = solver.run(&mut position, |_| ());
        assert!(refused.is_empty(), "not certified: {refused:?}");
        position
    });
    ends.collect()
}

/// What one look for each technique costs where the basic ones end; gives the number of those for which there was no time.
fn add_looks(looks: &mut Vec<Looks>, solver: &Solver<'_>, ends: &[Position]) -> usize {
    let open: Vec<&Position> = ends.iter().filter(|p| !p.is_complete()).collect();
    let begun = ThreadTime::now();
    let mut left_out = 0;
    for (number, (id, technique)) in solver.ids().zip(solver.techniques()).enumerate() {
        if looks.len() == number {
            looks.push(Looks {
                title: technique.title.to_string(),
                each: Vec::new(),
            });
        }
        if begun.elapsed() > PATIENCE {
            looks[number].each.push(None);
            left_out += 1;
            continue;
        }
        let (time, ()) = timed(|| {
            for position in &open {
                black_box(solver.matches(id, position));
            }
        });
        let each = time.as_secs_f64() * 1e6 / open.len().max(1) as f64;
        looks[number].each.push(Some(each));
    }
    left_out
}

/// The techniques whose looks grow fastest.
fn print_powers(looks: &[Looks]) {
    let candidates = |size: usize| (size * size * size) as f64;
    let (nine, sixteen) = (2, 3);
    let power = |look: &Looks| {
        // Below a microsecond there is nothing to measure; without a time there is no power.
        let at = |size: usize| look.each[size].map(|time| time.max(1.0));
        let grown = at(sixteen).zip(at(nine)).map_or(1.0, |(b, a)| b / a);
        grown.ln() / (candidates(16) / candidates(9)).ln()
    };
    let mut sorted: Vec<&Looks> = looks.iter().collect();
    sorted.sort_by(|a, b| power(b).total_cmp(&power(a)));
    println!("\nmicroseconds a look, where basic techniques end; the {LISTED} that grow fastest");
    println!("        4x4         6x6         9x9       16x16       25x25   power");
    for look in sorted.into_iter().take(LISTED) {
        let time = |time: &Option<f64>| time.map_or("-".to_owned(), |t| format!("{t:.1}"));
        let each: String = look
            .each
            .iter()
            .map(|t| format!("{:>11} ", time(t)))
            .collect();
        println!("{each}{:6.2}  {}", power(look), look.title);
    }
}
