//! Random states in the middle of a solve, and boards to have them on.

use std::sync::Arc;

use qedoku::grid::{Board, Candidate, Cell, Digit, Puzzle, Shape};
use qedoku::lang::ir::{Condition, Sort, Technique, Var};
use qedoku::matcher::Position;

use crate::common::random::Random;
use crate::common::shape;

/// A state: what each cell can be, and which cells are solved or even given.
#[derive(Clone, Debug)]
pub struct Dealt {
    pub board: Arc<Board>,
    /// The digits of the solution that the state came from.
    pub solution: Vec<usize>,
    pub cells: Vec<u32>,
    pub solved: Vec<bool>,
    pub given: Vec<bool>,
}

impl Dealt {
    /// The state as rules see it.
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

    /// Solves a cell: nothing that its digit excludes is left.
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

/// A grid that fills every row, column and box: a plain one with its lines, bands and digits
/// in another order.
pub fn grid(shape: Shape, random: &mut Random) -> Vec<usize> {
    let n = shape.size();
    let rows = lines(shape.height, shape.width, random);
    let columns = lines(shape.width, shape.height, random);
    let digits = order(n, random);
    let digit = |row: usize, column: usize| {
        let shift = shape.width * (row % shape.height) + row / shape.height;
        digits[(shift + column) % n]
    };
    let cells = rows
        .iter()
        .flat_map(|&row| columns.iter().map(move |&column| digit(row, column)));
    cells.collect()
}

/// The numbers below n in a random order.
pub fn order(n: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..n).collect();
    for i in (1..n).rev() {
        all.swap(i, random.below(i + 1));
    }
    all
}

/// Lines in a random order that keeps the bands of `thick` lines together.
pub fn lines(thick: usize, bands: usize, random: &mut Random) -> Vec<usize> {
    let bands = order(bands, random);
    let band = |band: usize, random: &mut Random| {
        let lines = order(thick, random).into_iter();
        lines.map(|line| band * thick + line).collect::<Vec<_>>()
    };
    bands.into_iter().flat_map(|b| band(b, random)).collect()
}

/// A state with some cells open. Every digit has its own odds of being left where it is
/// false, so that some digits have few places and some have many.
pub fn state(board: &Arc<Board>, open: usize, random: &mut Random) -> Dealt {
    let n = board.size();
    let mut dealt = blank(board, random);
    let open = match random.below(3) {
        // Anywhere, or where a few lines cross.
        0 => order(n * n, random)[..open.min(n * n)].to_vec(),
        _ => crossing(n, open, random),
    };
    let odds: Vec<usize> = (0..n).map(|_| [10, 25, 50, 90][random.below(4)]).collect();
    thin(&mut dealt, &odds, random);
    for cell in board.cells().filter(|c| !open.contains(&c.index())) {
        dealt.solve(cell);
        dealt.given[cell.index()] = random.once_in(2);
    }
    dealt
}

/// A state in which anything is left anywhere; it need not have a solution, and digits that
/// clash may have been placed.
pub fn chaos(board: &Arc<Board>, random: &mut Random) -> Position {
    let mut dealt = blank(board, random);
    let odds = [10, 30, 60][random.below(3)];
    let keep = |random: &mut Random| random.below(100) < odds;
    for mask in &mut dealt.cells {
        *mask = (0..board.size()).fold(0, |m, d| m | u32::from(keep(random)) << d);
    }
    for cell in board.cells() {
        // Whether the digit fits or not.
        if random.once_in(4) {
            dealt.solution[cell.index()] = random.below(board.size());
            dealt.solve(cell);
            dealt.given[cell.index()] = random.once_in(2);
        } else if random.once_in(8) && dealt.cells[cell.index()].is_power_of_two() {
            // Filled in, and what it excludes is still there.
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
    Dealt {
        board: Arc::clone(board),
        solution: grid(board.shape(), random),
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

/// Cells where some rows and some columns cross.
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

/// A state with given digits in so many rows, columns and boxes that few houses are free of
/// them.
pub fn confined(board: &Arc<Board>, taken: usize, open: usize, random: &mut Random) -> Dealt {
    let n = board.size();
    let mut dealt = blank(board, random);
    let (rows, columns) = (order(n, random), order(n, random));
    // Of a few pairings, the one that takes the most boxes.
    let boxes = |columns: &[usize]| {
        let cells = rows.iter().zip(columns).take(taken);
        let mut boxes: Vec<_> = cells
            .map(|(&r, &c)| board.houses_of(board.cell(r, c))[2])
            .collect();
        boxes.sort();
        boxes.dedup();
        boxes.len()
    };
    let pairings: Vec<Vec<usize>> = (0..20).map(|_| order(n, random)).collect();
    let columns = pairings.into_iter().fold(columns, |best, next| {
        if boxes(&next) > boxes(&best) {
            next
        } else {
            best
        }
    });
    let odds: Vec<usize> = (0..n).map(|_| [15, 30, 50][random.below(3)]).collect();
    thin(&mut dealt, &odds, random);
    for (&row, &column) in rows.iter().zip(&columns).take(taken) {
        let cell = board.cell(row, column);
        dealt.given[cell.index()] = true;
        dealt.solve(cell);
    }
    let unsolved = board.cells().filter(|c| !dealt.solved[c.index()]);
    let unsolved: Vec<Cell> = unsolved.collect();
    for &i in order(unsolved.len(), random).iter().skip(open) {
        dealt.solve(unsolved[i]);
    }
    dealt
}

/// The same technique, but its sets of houses have no given digits: a sample of its matches
/// that generate and test can go through.
pub fn without_givens(technique: &Technique) -> Technique {
    let mut confined = technique.clone();
    for pattern in &mut confined.patterns {
        for (index, variable) in pattern.variables.iter().enumerate() {
            if matches!(variable.sort, Sort::House(_)) && variable.size.is_some() {
                let var = Var(index as u16);
                pattern.conditions.push(Condition::NotGiven(var));
            }
        }
    }
    confined
}

/// A 4x4 board whose diagonals hold every digit.
pub fn diagonal() -> Arc<Board> {
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    let house = |cells: [usize; 4]| cells.map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 2), diagonals.map(house).to_vec())
}

/// A 6x6 board with a further house of four cells, three of them in one row and one box.
pub fn caged() -> Arc<Board> {
    let cage = [6, 7, 8, 12].map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 3), vec![cage])
}
