//! Random states with their solutions, in which the effects of a rule are true or false.
//!
//! From a seed, states are made on small boards, on the 9x9 board, on boards with extra houses and
//! on boards with derived truths. In the smallest states, each cell has only its true candidate and
//! no cell is solved, so each clause is evaluated on the solution. In the largest, every candidate
//! is live.

use std::sync::Arc;

use qedoku_core::grid::{Board, Candidate, Cell, Digit, Puzzle, Shape};
use qedoku_core::matcher::{DerivedTruth, Position};
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::random::Random;

/// A state and its solution.
pub struct Dealt {
    /// The state as a position for the matcher.
    pub position: Position,
    /// The digit of each cell in the solution.
    pub grid: Vec<Digit>,
    /// Whether the givens have no other solution.
    pub is_unique: bool,
    /// Maximum number of bindings of a rule that are tried in this state.
    pub bindings: u64,
}

impl Dealt {
    /// Returns whether a candidate is part of the solution.
    pub fn is_true(&self, candidate: Candidate) -> bool {
        let board = self.position.board();
        self.grid[board.cell_of(candidate).index()] == board.digit_of(candidate)
    }
}

/// Returns states of all kinds.
pub fn states(seed: u64) -> Vec<Dealt> {
    let mut random = Random::new(seed);
    let small = Board::sudoku(shape(2, 2));
    let flat = Board::sudoku(shape(2, 3));
    let nine = Board::sudoku(shape(3, 3));
    let mut states = Vec::new();
    for (percent, solved) in [(0, 0), (8, 3), (25, 0), (50, 4)] {
        states.push(deal(&small, percent, solved, &mut random));
    }
    let (percent, solved) = [(0, 0), (10, 2)][random.below(2)];
    states.push(deal(&flat, percent, solved, &mut random));
    let (percent, solved) = ([0, 3, 8][random.below(3)], 2 * random.below(3));
    states.push(deal(&nine, percent, solved, &mut random));
    // An extra house with fewer cells than digits need not hold every digit.
    states.push(deal(&caged(2), [0, 20][random.below(2)], 0, &mut random));
    let other = [diagonal(), caged(3)];
    let percent = [0, 20][random.below(2)];
    states.push(deal(&other[random.below(2)], percent, 0, &mut random));
    for percent in [0, 15, 50] {
        states.push(unique(&small, percent, &mut random));
    }
    for percent in [0, 20] {
        let dealt = deal(&small, percent, 3, &mut random);
        states.push(with_derived(dealt, &mut random));
    }
    states
}

/// Number of derived truths in a state with derived truths.
const DERIVED: usize = 3;

/// The state with derived truths: each has one or two true candidates, and up to two others.
fn with_derived(dealt: Dealt, random: &mut Random) -> Dealt {
    let open: Vec<Candidate> = dealt.position.open_candidates().collect();
    let (right, wrong): (Vec<Candidate>, Vec<Candidate>) =
        open.into_iter().partition(|&c| dealt.is_true(c));
    let mut truth = || {
        let mut candidates: Vec<Candidate> = Vec::new();
        let counts = [(&right, 1 + random.below(2)), (&wrong, random.below(3))];
        for (from, count) in counts {
            candidates.extend((0..count).filter_map(|_| random.pick(from)).copied());
        }
        candidates.sort_unstable();
        candidates.dedup();
        DerivedTruth {
            title: "derived".into(),
            candidates,
            truths: Vec::new(),
            deadly: Vec::new(),
        }
    };
    let truths: Vec<DerivedTruth> = (0..DERIVED).map(|_| truth()).collect();
    Dealt {
        position: dealt.position.deriving(&truths),
        bindings: 6_000,
        ..dealt
    }
}

const fn shape(height: usize, width: usize) -> Shape {
    Shape { height, width }
}

/// Returns a 4x4 board whose diagonals hold every digit.
fn diagonal() -> Arc<Board> {
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    let house = |cells: [usize; 4]| cells.map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 2), diagonals.map(house).to_vec())
}

/// Returns a board with boxes of two rows and `width` columns, and an extra house of three or four
/// cells.
fn caged(width: usize) -> Arc<Board> {
    let cage = match width {
        2 => vec![5, 6, 10],
        _ => vec![6, 7, 8, 12],
    };
    let cage = cage.into_iter().map(Cell::new).collect();
    Board::with_extra_houses(shape(2, width), vec![cage])
}

/// Returns a state in which a false candidate is live with a probability of `percent`, and a cell
/// is solved with a probability of `solved`/8.
fn deal(board: &Arc<Board>, percent: usize, solved: usize, random: &mut Random) -> Dealt {
    let grid = grid(board, random);
    let given: Vec<bool> = grid.iter().map(|_| random.below(8) < solved).collect();
    state(board, grid, &given, percent, (false, 2_000), random)
}

/// Returns a state of a puzzle with one solution. Givens are added until no other solution is left.
fn unique(board: &Arc<Board>, percent: usize, random: &mut Random) -> Dealt {
    let grid = grid(board, random);
    let plain = Plain {
        height: board.shape().height,
        width: board.shape().width,
    };
    let mut given = vec![false; grid.len()];
    let mut masks = vec![plain.all(); grid.len()];
    while plain.solutions(&masks, 2).len() > 1 {
        let at = random.below(grid.len());
        given[at] = true;
        masks[at] = 1 << grid[at].index();
    }
    state(board, grid, &given, percent, (true, 4_000), random)
}

fn state(
    board: &Arc<Board>,
    grid: Vec<Digit>,
    given: &[bool],
    percent: usize,
    (is_unique, bindings): (bool, u64),
    random: &mut Random,
) -> Dealt {
    let mut masks: Vec<u32> = Vec::new();
    for (digit, &given) in grid.iter().zip(given) {
        let live = |d: &Digit| d == digit || (!given && random.below(100) < percent);
        let live: Vec<Digit> = board.digits().filter(live).collect();
        masks.push(live.iter().fold(0, |mask, d| mask | 1 << d.index()));
    }
    // In most states, the candidates excluded by solved cells are removed, as in a real puzzle.
    if !random.once_in(4) {
        for cell in board.cells().filter(|c| given[c.index()]) {
            for other in board.cells().filter(|&c| board.sees(cell, c)) {
                masks[other.index()] &= !(1 << grid[cell.index()].index());
            }
        }
    }
    let givens = grid.iter().zip(given).map(|(&d, &is)| is.then_some(d));
    let puzzle = Puzzle {
        board: Arc::clone(board),
        givens: Some(givens.collect()),
        pencilmarks: Some(masks),
        filled: Some(given.to_vec()),
        label: None,
        expected: None,
    };
    Dealt {
        position: Position::of(&puzzle),
        grid,
        is_unique,
        bindings,
    }
}

/// Returns a random full grid for all houses: a regular grid with its lines, bands and digits
/// permuted.
fn grid(board: &Board, random: &mut Random) -> Vec<Digit> {
    let shape = board.shape();
    let n = shape.size();
    loop {
        let rows = lines(shape.height, shape.width, random);
        let columns = lines(shape.width, shape.height, random);
        let digits = order(n, random);
        let other = n.is_power_of_two() && random.once_in(2);
        let digit = |row: usize, column: usize| {
            let shift = shape.width * (row % shape.height) + row / shape.height;
            let plain = if other {
                shift ^ column
            } else {
                (shift + column) % n
            };
            Digit::new(digits[plain])
        };
        let cells = rows
            .iter()
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        let grid: Vec<Digit> = cells.map(|(row, column)| digit(row, column)).collect();
        let suits = |house: &qedoku_core::grid::HouseInfo| {
            let mask = house
                .cells
                .iter()
                .fold(0u32, |m, c| m | 1 << grid[c.index()].index());
            mask.count_ones() as usize == house.cells.len()
        };
        if board.houses().iter().all(suits) {
            return grid;
        }
    }
}

/// Returns the numbers below n in a random order.
fn order(n: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        all.swap(i, random.below(i + 1));
    }
    all
}

/// Returns the lines in a random order that keeps the bands of `thick` lines together.
fn lines(thick: usize, bands: usize, random: &mut Random) -> Vec<usize> {
    let bands = order(bands, random);
    let band = |band: usize, random: &mut Random| {
        let lines = order(thick, random).into_iter();
        lines.map(|line| band * thick + line).collect::<Vec<_>>()
    };
    bands.into_iter().flat_map(|b| band(b, random)).collect()
}
