//! Benchmark of the growth with the size of the board.
//!
//! The puzzles are made with a fixed seed. For each size, the table shows the time of one puzzle by
//! search with proof, the time by the basic techniques, and the time of one search for each default
//! technique in the states where the basic techniques stop. The growth of a technique from 9x9 to
//! 16x16 is given as a power of the number of candidates: 1 is linear in the size of the board, 2
//! is quadratic. The techniques with the highest powers are listed.
//!
//! The searches run in another process with a time limit, so that one slow technique does not stop
//! the benchmark. If the limit is reached, the table names the technique that was running.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::minimal::Needs;
use qedoku_core::engine::random::sample;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::engine::{Solver, Strategy};
use qedoku_core::grid::{Board, Cell, Digit, Puzzle, Shape};
use qedoku_core::matcher::Position;

use crate::contest::{BASIC, LIBRARY};

/// Sizes of boards, with the number of puzzles of each size. Large boards have few puzzles because
/// they take long to make.
const BOARDS: [(usize, usize); 5] = [(4, 40), (6, 40), (9, 40), (16, 2), (25, 1)];

const SEED: u64 = 20;

/// Largest size for which minimal puzzles are created. Larger puzzles keep redundant givens.
const LARGEST_CREATED: usize = 16;

/// Wall-clock limit for all techniques on one board.
const PATIENCE: Duration = Duration::from_secs(60);

/// Number of techniques listed.
const LISTED: usize = 12;

/// Times of the searches on one board.
#[derive(Default)]
struct Looked {
    /// Microseconds per search, by title of the technique.
    each: BTreeMap<String, f64>,
    /// The technique that was running when the time limit was reached.
    unfinished: Option<String>,
}

/// Prints the table of all sizes.
pub fn table() {
    println!("\ngrowth: puzzles made with seed {SEED}; milliseconds a puzzle");
    println!("board    puzzles    making    search     basic   one look for each technique");
    let mut boards: Vec<Looked> = Vec::new();
    for (size, count) in BOARDS {
        let shape = Shape::of_size(size).expect("a usual size");
        let board = Board::sudoku(shape);
        let (made, puzzles) = timed(|| create(&board, count));
        let (search, ()) = timed(|| search_all(&board, &puzzles));
        let basic = LIBRARY.techniques.iter();
        let basic = Solver::with(&board, basic.filter(|t| BASIC.contains(&&*t.rule)));
        let (by_basic, _) = timed(|| run(&basic, &puzzles));
        let each = |time: Duration| time.as_secs_f64() * 1e3 / count as f64;
        print!(
            "{:7}{count:9}{:10.1}{:10.3}{:10.2}",
            format!("{size}x{size}"),
            each(made),
            each(search),
            each(by_basic),
        );
        let seen = Looked::by_another_process(size);
        println!(
            "{:10.2}{}",
            seen.each.values().fold(0.0, |sum, each| sum + each) / 1e3,
            seen.ended_at()
        );
        boards.push(seen);
    }
    print_powers(&boards);
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = ThreadTime::now();
    let result = work();
    (begun.elapsed(), result)
}

fn create(board: &Arc<Board>, count: usize) -> Vec<Puzzle> {
    if board.size() > LARGEST_CREATED {
        return (0..count).map(|number| thinned(board, number)).collect();
    }
    let mut creator = Creator::new(board, SEED);
    (0..count).map(|_| creator.puzzle()).collect()
}

/// Makes a regular grid and removes the givens that are quickly shown to be redundant. A full test
/// of all givens takes too long on 25x25.
fn thinned(board: &Arc<Board>, number: usize) -> Puzzle {
    let (n, shape) = (board.size(), board.shape());
    let digit = |cell: usize| {
        let (row, column) = (cell / n, cell % n);
        Digit::new((shape.width * (row % shape.height) + row / shape.height + column) % n)
    };
    let grid = (0..n * n).map(|cell| Some(digit(cell))).collect();
    let grid = Puzzle::from_givens(Arc::clone(board), grid);
    let order = sample(n * n, n * n, SEED + number as u64);
    let mut needs = Needs::new(board, Limits { supposes: 10 });
    let cells = order.into_iter().map(Cell::new);
    needs.reduce(&grid, cells).0
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

/// Runs the rules on all puzzles and returns the states where they stop. Every step is certified.
fn run(solver: &Solver<'_>, puzzles: &[Puzzle]) -> Vec<Position> {
    let ends = puzzles.iter().map(|puzzle| {
        let mut position = Position::of(puzzle);
        let refused = solver.run(&mut position, |_| ());
        assert!(refused.is_empty(), "not certified: {refused:?}");
        position
    });
    ends.collect()
}

impl Looked {
    /// Reads the times that another process prints, until it ends or the time limit is reached.
    fn by_another_process(size: usize) -> Looked {
        let program = std::env::current_exe().expect("this program");
        let mut child = Command::new(program)
            .args(["only", "looks", "all", &size.to_string()])
            .stdout(Stdio::piped())
            .spawn()
            .expect("another process");
        let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let (sender, told) = mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut lines = lines.map_while(Result::ok);
            lines.try_for_each(|line| sender.send(line)).ok()
        });
        let (mut looked, begun) = (Looked::default(), Instant::now());
        while let Ok(line) = told.recv_timeout(PATIENCE.saturating_sub(begun.elapsed())) {
            match line.split_once('\t') {
                Some((title, time)) => {
                    looked.unfinished = None;
                    let time = time.parse().expect("a number");
                    looked.each.insert(title.to_owned(), time);
                }
                None => looked.unfinished = Some(line),
            }
        }
        let _ = child.kill();
        let _ = child.wait();
        let _ = reader.join();
        looked
    }

    fn ended_at(&self) -> String {
        let words = |title: &String| format!("  (given up at {title})");
        self.unfinished.as_ref().map_or(String::new(), words)
    }
}

/// Searches for each technique where the basic ones stop, and prints its title before and its time
/// after the search.
pub fn look(size: usize) {
    let board = Board::sudoku(Shape::of_size(size).expect("a usual size"));
    let count = BOARDS.iter().find(|b| b.0 == size).map_or(1, |b| b.1);
    let basic = LIBRARY.techniques.iter();
    let basic = Solver::with(&board, basic.filter(|t| BASIC.contains(&&*t.rule)));
    let ends = run(&basic, &create(&board, count));
    let open: Vec<&Position> = ends.iter().filter(|p| !p.is_complete()).collect();
    let solver = Solver::new(&board, &LIBRARY, Strategy::default());
    for id in solver.ids() {
        let technique = solver.technique(id);
        if technique.on_request || open.is_empty() {
            continue;
        }
        println!("{}", technique.title);
        // The first search also builds the plan, so it is not timed.
        black_box(solver.matches(id, open[0]));
        let (time, ()) = timed(|| {
            for position in &open {
                black_box(solver.matches(id, position));
            }
        });
        let each = time.as_secs_f64() * 1e6 / open.len() as f64;
        println!("{}\t{each}", technique.title);
    }
}

/// Prints the techniques whose times grow fastest.
fn print_powers(boards: &[Looked]) {
    let (nine, sixteen) = (&boards[2].each, &boards[3].each);
    let candidates = |size: f64| size * size * size;
    let power = |title: &str| {
        // Times below one microsecond are counted as one microsecond.
        let grown = sixteen.get(title)?.max(1.0) / nine.get(title)?.max(1.0);
        Some(grown.ln() / (candidates(16.0) / candidates(9.0)).ln())
    };
    let mut sorted: Vec<(f64, &String)> = (nine.keys())
        .filter_map(|title| Some((power(title)?, title)))
        .collect();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!(
        "\nmicroseconds per search, where basic techniques end; the {LISTED} that grow fastest"
    );
    println!("        4x4         6x6         9x9       16x16       25x25   power");
    for (power, title) in sorted.into_iter().take(LISTED) {
        for looked in boards {
            let time = looked.each.get(title);
            print!(
                "{:>11} ",
                time.map_or("-".to_owned(), |t| format!("{t:.1}"))
            );
        }
        println!("{power:6.2}  {title}");
    }
}
