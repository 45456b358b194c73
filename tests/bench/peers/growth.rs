//! The same work on boards of all sizes, so that a cliff shows.
//!
//! The puzzles are made here, with a fixed seed. For each size: what one puzzle costs by search with its proof and by the basic techniques, and what one look
//! for each technique that is used by default costs where the basic ones end. The cost of a look is said as a power of the
//! number of candidates: 1 is as fast as the board grows, 2 as its square. Those whose power from 9x9 to 16x16 is highest are listed.
//!
//! A cliff must not hold up the rest: looks are done by another process, which is ended when its time is over; then the technique at which it was is named.

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

/// The sizes, and how many puzzles of each: what is made on a large board takes long.
const BOARDS: [(usize, usize); 5] = [(4, 40), (6, 40), (9, 40), (16, 2), (25, 1)];

const SEED: u64 = 20;

/// Up to this size, every given of a puzzle is needed.
const LARGEST_CREATED: usize = 16;

/// So long, by the clock, techniques are looked for on one board.
const PATIENCE: Duration = Duration::from_secs(60);

/// So many techniques are listed.
const LISTED: usize = 12;

/// What looks cost on a board.
#[derive(Default)]
struct Looked {
    /// Microseconds a look, by technique.
    each: BTreeMap<String, f64>,
    /// The technique that was looked for when the time was over.
    unfinished: Option<String>,
}

/// Prints the table.
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

/// A regular grid without the givens that are seen quickly not to be needed: to find out about all of them takes too long on 25x25.
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

impl Looked {
    /// Reads what another process tells of its looks, until it ends or the time is over.
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

/// Looks for each technique where the basic ones end, and tells of each before and after.
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
        // The first look plans the technique, too.
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

/// The techniques whose looks grow fastest.
fn print_powers(boards: &[Looked]) {
    let (nine, sixteen) = (&boards[2].each, &boards[3].each);
    let candidates = |size: f64| size * size * size;
    let power = |title: &str| {
        // Below a microsecond there is nothing to measure.
        let grown = sixteen.get(title)?.max(1.0) / nine.get(title)?.max(1.0);
        Some(grown.ln() / (candidates(16.0) / candidates(9.0)).ln())
    };
    let mut sorted: Vec<(f64, &String)> = (nine.keys())
        .filter_map(|title| Some((power(title)?, title)))
        .collect();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    println!("\nmicroseconds a look, where basic techniques end; the {LISTED} that grow fastest");
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
