//! Random states in the middle of a solution, and boards for them.

use std::collections::BTreeSet;
use std::sync::Arc;

use qedoku_core::grid::{Board, Candidate, Cell, Digit, Puzzle, Shape};
use qedoku_core::lang::ir::{Condition, Sort, Technique, Var};
use qedoku_core::matcher::Position;

use qedoku_tests::random::Random;
use qedoku_tests::shape;

/// A state: the candidates of each cell, and the cells that are solved or given.
#[derive(Clone, Debug)]
pub struct Dealt {
    pub board: Arc<Board>,
    /// The digits of the solution from which the state was made.
    pub solution: Vec<usize>,
    pub cells: Vec<u32>,
    pub solved: Vec<bool>,
    pub given: Vec<bool>,
}

impl Dealt {
    /// Returns the state as a position for the matcher.
    pub fn position(&self) -> Position {
        let given = |c: usize| self.given[c].then(|| Digit::new(self.solution[c]));
        Position::of(&Puzzle {
            board: Arc::clone(&self.board),
            givens: Some((0..self.cells.len()).map(given).collect()),
            pencilmarks: Some(self.cells.clone()),
            filled: Some(self.solved.clone()),
            label: None,
            expected: None,
        })
    }

    /// Solves a cell and removes the candidates that its digit excludes.
    fn solve(&mut self, cell: Cell) {
        let digit = 1 << self.solution[cell.index()];
        for other in self.board.cells() {
            if self.board.sees(cell, other) {
                self.cells[other.index()] &= !digit;
            }
        }
        self.cells[cell.index()] = digit;
        self.solved[cell.index()] = true;
    }
}

/// Returns a random full grid: a regular grid with its lines, bands and digits permuted.
pub fn grid(shape: Shape, random: &mut Random) -> Vec<usize> {
    let n = shape.size();
    let rows = lines(shape.height, shape.width, random);
    let columns = lines(shape.width, shape.height, random);
    let digits = order(n, random);
    // If n is a power of two, there is a second regular grid.
    let other = n.is_power_of_two() && random.once_in(2);
    let digit = |row: usize, column: usize| {
        let shift = shape.width * (row % shape.height) + row / shape.height;
        digits[if other {
            shift ^ column
        } else {
            (shift + column) % n
        }]
    };
    let cells = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| digit(row, column)));
    cells.collect()
}

/// Returns the numbers below n in a random order.
pub fn order(n: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        all.swap(i, random.below(i + 1));
    }
    all
}

/// Returns the lines in a random order that keeps the bands of `thick` lines together.
pub fn lines(thick: usize, bands: usize, random: &mut Random) -> Vec<usize> {
    let bands = order(bands, random);
    let band = |band: usize, random: &mut Random| {
        let lines = order(thick, random).into_iter();
        lines.map(|line| band * thick + line).collect::<Vec<_>>()
    };
    bands.into_iter().flat_map(|b| band(b, random)).collect()
}

/// Returns a state with `open` open cells. Each digit has its own probability for false candidates,
/// so that some digits have few places and some have many.
pub fn state(board: &Arc<Board>, open: usize, random: &mut Random) -> Dealt {
    let n = board.size();
    let mut dealt = blank(board, random);
    let open = match random.below(3) {
        // Open cells: anywhere, at the crossings of a few lines, or around a cell.
        0 => order(n * n, random)[..open.min(n * n)].to_vec(),
        1 => crossing(n, open, random),
        _ => around(board, open, random),
    };
    let odds: Vec<usize> = (0..n).map(|_| [10, 25, 50, 90][random.below(4)]).collect();
    thin(&mut dealt, &odds, random);
    for cell in board.cells().filter(|c| !open.contains(&c.index())) {
        dealt.solve(cell);
        dealt.given[cell.index()] = random.once_in(2);
    }
    dealt
}

/// Asserts that the list of inactive groups agrees with the solved cells: the candidate of a solved
/// cell solves its groups, and a house with fewer cells than digits is never active.
pub fn assert_solved_groups(position: &Position) {
    let board = position.board();
    for group in board.groups() {
        let mut domain = position.state().domain(board, group);
        let solved = domain.any(|c| position.is_solved(board.cell_of(c)));
        assert_eq!(
            position.is_solved_group(group),
            solved || !board.is_truth(group)
        );
    }
}

/// Returns a random state that need not have a solution. Placed digits may conflict.
pub fn chaos(board: &Arc<Board>, random: &mut Random) -> Position {
    let mut dealt = blank(board, random);
    let odds = [10, 30, 60][random.below(3)];
    let keep = |random: &mut Random| random.below(100) < odds;
    for mask in &mut dealt.cells {
        *mask = (0..board.size()).fold(0, |m, d| m | u32::from(keep(random)) << d);
    }
    for cell in board.cells() {
        // The digit need not fit.
        if random.once_in(4) {
            dealt.solution[cell.index()] = random.below(board.size());
            dealt.solve(cell);
            dealt.given[cell.index()] = random.once_in(2);
        } else if random.once_in(8) && dealt.cells[cell.index()].is_power_of_two() {
            // The cell is solved, and the candidates that it excludes are still live.
            dealt.solved[cell.index()] = true;
        }
    }
    let mut position = dealt.position();
    for _ in 0..random.below(3) {
        let live: Vec<Candidate> = position.state().candidates(board).collect();
        if let Some(&candidate) = random.pick(&live) {
            position.place(candidate);
        }
    }
    position
}

fn blank(board: &Arc<Board>, random: &mut Random) -> Dealt {
    let n = board.size();
    // The first grid that also fills the extra houses with different digits.
    let is_solution = |grid: &Vec<usize>| {
        let mut houses = board.houses().iter();
        houses.all(|info| {
            let digits: BTreeSet<usize> = info.cells.iter().map(|c| grid[c.index()]).collect();
            digits.len() == info.cells.len()
        })
    };
    let mut grids = std::iter::repeat_with(|| grid(board.shape(), random));
    let solution = grids.find(is_solution).expect("there is no end of grids");
    Dealt {
        board: Arc::clone(board),
        solution,
        cells: vec![(1 << n) - 1; n * n],
        solved: vec![false; n * n],
        given: vec![false; n * n],
    }
}

fn thin(dealt: &mut Dealt, odds: &[usize], random: &mut Random) {
    for (mask, &true_digit) in dealt.cells.iter_mut().zip(&dealt.solution) {
        for (digit, &odds) in odds.iter().enumerate() {
            if digit != true_digit && random.below(100) >= odds {
                *mask &= !(1 << digit);
            }
        }
    }
}

/// Returns cells at the crossings of some rows and columns.
fn crossing(n: usize, count: usize, random: &mut Random) -> Vec<usize> {
    let least = (1..=n)
        .find(|k| k * k >= count.min(n * n))
        .expect("a square");
    let tall = (least + random.below(2)).min(n);
    let wide = count.div_ceil(tall).min(n);
    let (rows, columns) = (order(n, random), order(n, random));
    let rows = rows[..tall].iter();
    let cells = rows.flat_map(|row| columns[..wide].iter().map(move |column| row * n + column));
    cells.collect()
}

/// Returns cells that see a common cell.
fn around(board: &Board, count: usize, random: &mut Random) -> Vec<usize> {
    let middle = Cell::new(random.below(board.cell_count()));
    let peers = board.cells().filter(|&c| board.sees(c, middle));
    let peers: Vec<usize> = peers.map(Cell::index).collect();
    let order = order(peers.len(), random);
    let chosen = order.into_iter().take(count - 1).map(|i| peers[i]);
    chosen.chain([middle.index()]).collect()
}

/// Returns a state with given digits in `taken` rows, columns and boxes, so that few houses are
/// free, and with a digit that is almost a fish of `size` rows in the others.
pub fn confined(
    board: &Arc<Board>,
    (size, taken): (usize, usize),
    open: usize,
    random: &mut Random,
) -> Dealt {
    let n = board.size();
    let mut dealt = blank(board, random);
    let odds: Vec<usize> = (0..n).map(|_| [15, 30, 50][random.below(3)]).collect();
    thin(&mut dealt, &odds, random);
    let rows = order(n, random);
    let (taken_rows, lines) = (&rows[..taken], &rows[taken..taken + size]);
    let digit = random.below(n);
    let column_in = |row: usize| (0..n).find(|c| dealt.solution[row * n + c] == digit);
    let crossing: Vec<usize> = lines.iter().filter_map(|&row| column_in(row)).collect();
    let is_body = |cell: usize| lines.contains(&(cell / n)) && crossing.contains(&(cell % n));
    for cell in (0..n * n).filter(|cell| lines.contains(&(cell / n))) {
        let odds = if is_body(cell) { 75 } else { 8 };
        let keep = dealt.solution[cell] == digit || random.below(100) < odds;
        dealt.cells[cell] &= !(1 << digit);
        dealt.cells[cell] |= u32::from(keep) << digit;
    }
    let free = |random: &mut Random| {
        let mut columns = order(n, random);
        columns.retain(|column| !crossing.contains(column));
        columns
    };
    // Of a few pairings, the one with the most boxes.
    let boxes = |columns: &[usize]| {
        let cells = taken_rows.iter().zip(columns);
        let of_cell = |(&r, &c): (&usize, &usize)| board.houses_of(board.cell(r, c))[2];
        cells.map(of_cell).collect::<BTreeSet<_>>().len()
    };
    let pairings: Vec<Vec<usize>> = (0..20).map(|_| free(random)).collect();
    let columns = pairings.iter().max_by_key(|columns| boxes(columns));
    for (&row, &column) in taken_rows.iter().zip(columns.expect("a pairing")) {
        let cell = board.cell(row, column);
        dealt.given[cell.index()] = true;
        dealt.solve(cell);
    }
    let mut unsolved: Vec<usize> = order(n * n, random);
    unsolved.retain(|&c| !dealt.solved[c]);
    unsolved.sort_by_key(|&c| dealt.solution[c] != digit && !is_body(c));
    for &cell in unsolved.iter().skip(open) {
        dealt.solve(Cell::new(cell));
    }
    dealt
}

/// Returns the technique restricted to houses without given digits. The oracle can list this sample
/// of its matches.
pub fn without_givens(technique: &Technique) -> Technique {
    let mut confined = technique.clone();
    for pattern in &mut confined.patterns {
        for (index, variable) in pattern.variables.iter().enumerate() {
            if matches!(variable.sort, Sort::House(_)) && variable.size.is_some() {
                let var = Var(index as u16);
                pattern.conditions.push(Condition::NotGiven(var));
            }
        }
        pattern.read_shapes();
    }
    confined
}

/// Returns a 4x4 board whose diagonals hold every digit.
pub fn diagonal() -> Arc<Board> {
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    let house = |cells: [usize; 4]| cells.map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 2), diagonals.map(house).to_vec())
}

/// Returns a 6x6 board with an extra house of four cells, three of them in one row and one box.
pub fn caged() -> Arc<Board> {
    let cage = [6, 7, 8, 12].map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 3), vec![cage])
}
