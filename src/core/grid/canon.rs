//! The canonical form of a puzzle: one line for all isomorphic puzzles.
//!
//! It is the smallest line (an empty cell before 1, 1 before 2) among all isomorphic ones: digits
//! relabelled, rows permuted within their bands and columns within their stacks, bands and stacks
//! permuted, and rows and columns exchanged if boxes are square. An X-wing in rows 2 and 5 of one
//! puzzle may be in columns 8 and 9 of another, and both puzzles have the same canonical form.
//!
//! A 9x9 puzzle has 2 · 6^8 · 9! images, and the search does not enumerate them. It builds the line
//! row by row: of all choices for the first row, only those with the smallest text continue to the
//! second, and so on. Columns that are equal so far (empty in every chosen row) stay unordered
//! until a row distinguishes them, and a digit gets its label at its first occurrence.

use std::sync::Arc;

use super::board::Board;
use super::ids::{Digit, MAX_SIZE};
use super::puzzle::Puzzle;

/// A digit without a label, in a key: larger than every label.
const UNLABELLED: u8 = 31;

/// Maximum number of open choices. A nearly full 16x16 board exceeds it.
const MAX_OPEN_CHOICES: usize = 100_000;

/// Computes canonical forms of puzzles of one board. Reuses its working memory.
pub struct Canon {
    board: Arc<Board>,
    /// The givens, counted from 1, row by row; if boxes are square, also column by column.
    grids: Vec<Vec<u8>>,
    open: Vec<Choice>,
    next: Vec<Choice>,
}

/// A choice of rows, with the resulting order of columns and labels of digits.
#[derive(Clone, Copy)]
struct Choice {
    grid: u8,
    /// The rows not chosen yet, as bits.
    rows: u32,
    /// The rows that must come next because their band has begun, as bits.
    band: u32,
    /// The columns in order.
    columns: [u8; MAX_SIZE],
    /// The positions of columns that differ from their predecessors, as bits.
    breaks: u32,
    /// The positions of stacks that differ from their predecessors, as bits.
    stack_breaks: u32,
    /// The label of each digit, 0 for none.
    labels: [u8; MAX_SIZE + 1],
    used_labels: u8,
}

/// The text of a row, five bits per cell.
type RowKey = u128;

impl Canon {
    /// For puzzles of this board.
    pub fn new(board: &Arc<Board>) -> Canon {
        let shape = board.shape();
        let grids = 1 + usize::from(shape.height == shape.width);
        Canon {
            board: Arc::clone(board),
            grids: vec![vec![0; board.cell_count()]; grids],
            open: Vec::new(),
            next: Vec::new(),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The canonical form of a puzzle, as a puzzle of the same board.
    pub fn puzzle(&mut self, puzzle: &Puzzle) -> Option<Puzzle> {
        let cells = self.cells(puzzle)?;
        let digit = |&label: &u8| Some(Digit::new(usize::from(label.checked_sub(1)?)));
        let givens = cells.iter().map(digit).collect();
        Some(Puzzle::from_givens(Arc::clone(&self.board), givens))
    }

    /// The cells of the canonical form, 0 for an empty one. `None` if the puzzle has no givens, is
    /// on another board, or has too many open choices, which never happens on 9x9. Also `None` for
    /// boards with other houses, because permuting their bands and stacks is no symmetry.
    pub fn cells(&mut self, puzzle: &Puzzle) -> Option<Vec<u8>> {
        let givens = puzzle.givens.as_ref()?;
        if puzzle.board.id() != self.board.id() || !self.board.is_classic() {
            return None;
        }
        let n = self.board.size();
        for (cell, given) in givens.iter().enumerate() {
            let digit = given.map_or(0, |digit| digit.index() as u8 + 1);
            self.grids[0][cell] = digit;
            if let Some(turned) = self.grids.get_mut(1) {
                turned[cell % n * n + cell / n] = digit;
            }
        }
        self.open.clear();
        for grid in 0..self.grids.len() {
            self.open.push(self.start(grid));
        }
        let mut cells = Vec::with_capacity(n * n);
        for _ in 0..n {
            let row = self.advance()?;
            let places = (0..n).rev().map(|place| (row >> (5 * place)) as u8 & 31);
            cells.extend(places);
        }
        Some(cells)
    }

    fn start(&self, grid: usize) -> Choice {
        let (n, shape) = (self.board.size(), self.board.shape());
        let mut columns = [0; MAX_SIZE];
        for (place, column) in columns.iter_mut().enumerate() {
            *column = place as u8;
        }
        let stacks = (0..n).step_by(shape.width);
        Choice {
            grid: grid as u8,
            rows: u32::MAX >> (32 - n),
            band: 0,
            columns,
            breaks: stacks.fold(0, |breaks, place| breaks | 1 << place),
            stack_breaks: 1,
            labels: [0; MAX_SIZE + 1],
            used_labels: 0,
        }
    }

    /// Chooses one more row in every way that gives the smallest text. Returns that text.
    fn advance(&mut self) -> Option<RowKey> {
        let (n, width) = (self.board.size(), self.board.shape().width);
        let mut best = RowKey::MAX;
        let mut keep: Vec<(usize, usize, RowKey)> = Vec::new();
        for (index, choice) in self.open.iter().enumerate() {
            let mut rows = self.rows(choice);
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let cells = &self.grids[usize::from(choice.grid)][row * n..(row + 1) * n];
                let key = choice.key(cells, width);
                if key < best {
                    best = key;
                    keep.clear();
                }
                if key == best {
                    keep.push((index, row, key));
                }
            }
        }
        self.next.clear();
        for (index, row, _) in keep {
            let choice = self.open[index];
            let cells = &self.grids[usize::from(choice.grid)][row * n..(row + 1) * n];
            choice.take(cells, row, self.board.shape(), &mut self.next);
            if self.next.len() > MAX_OPEN_CHOICES {
                return None;
            }
        }
        std::mem::swap(&mut self.open, &mut self.next);
        Some(best)
    }

    /// The rows that may come next, as bits. Includes only one of several empty rows of a band, and
    /// of several empty bands.
    fn rows(&self, choice: &Choice) -> u32 {
        let (n, height) = (self.board.size(), self.board.shape().height);
        let rows = match choice.band {
            0 => choice.rows,
            band => band,
        };
        let grid = &self.grids[usize::from(choice.grid)];
        let is_empty = |row: usize| grid[row * n..(row + 1) * n].iter().all(|&d| d == 0);
        let mut kept = 0;
        let mut empty_band = false;
        for top in (0..n).step_by(height) {
            let band = (top..top + height).filter(|row| rows >> row & 1 == 1);
            let (mut filled, mut empty) = (0, 0);
            for row in band {
                match is_empty(row) {
                    true => empty = 1 << row,
                    false => filled |= 1 << row,
                }
            }
            // A band that has not begun and has no given.
            if choice.band == 0 && filled == 0 && empty != 0 {
                if empty_band {
                    continue;
                }
                empty_band = true;
            }
            kept |= filled | empty;
        }
        kept
    }
}

impl Choice {
    /// The smallest text that a row can have, with equal stacks and columns in the best order.
    fn key(&self, cells: &[u8], width: usize) -> RowKey {
        let mut stacks = [0_u32; MAX_SIZE];
        let count = cells.len() / width;
        for (stack, key) in stacks[..count].iter_mut().enumerate() {
            let mut symbols = [0; MAX_SIZE];
            self.sorted(cells, stack, width, &mut symbols);
            *key = packed(&symbols[..width]);
        }
        let mut key: RowKey = 0;
        let mut label = self.used_labels;
        for (first, last) in runs(self.stack_breaks, 0, count) {
            stacks[first..last].sort_unstable();
        }
        for stack in &stacks[..count] {
            for place in (0..width).rev() {
                let mut symbol = (stack >> (5 * place)) as u8 & 31;
                if symbol == UNLABELLED {
                    label += 1;
                    symbol = label;
                }
                key = key << 5 | RowKey::from(symbol);
            }
        }
        key
    }

    /// The labels of a stack in a row, with equal columns in ascending order.
    fn sorted(&self, cells: &[u8], stack: usize, width: usize, symbols: &mut [u8; MAX_SIZE]) {
        let start = stack * width;
        for place in 0..width {
            symbols[place] = self.symbol(cells[usize::from(self.columns[start + place])]);
            let mut at = place;
            while at > 0 && self.breaks >> (start + at) & 1 == 0 && symbols[at - 1] > symbols[at] {
                symbols.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn symbol(&self, digit: u8) -> u8 {
        match (digit, self.labels[usize::from(digit)]) {
            (0, _) => 0,
            (_, 0) => UNLABELLED,
            (_, label) => label,
        }
    }

    /// Adds a row, in each of the best orders of its columns.
    fn take(mut self, cells: &[u8], row: usize, shape: super::Shape, into: &mut Vec<Choice>) {
        let begun = match self.band {
            0 => (u32::MAX >> (32 - shape.height)) << (row / shape.height * shape.height),
            band => band,
        };
        self.rows &= !(1 << row);
        self.band = begun & !(1 << row);
        let width = shape.width;
        let count = cells.len() / width;
        for stack in 0..count {
            self.sort_columns(cells, stack, width);
        }
        let mut keys = [0_u32; MAX_SIZE];
        for (stack, key) in keys[..count].iter_mut().enumerate() {
            let columns = &self.columns[stack * width..(stack + 1) * width];
            *key = (columns.iter()).fold(0, |key, &column| {
                key << 5 | u32::from(self.symbol(cells[usize::from(column)]))
            });
        }
        self.sort_stacks(&mut keys, width, count);
        let first = into.len();
        into.push(self);
        // Equal non-empty stacks can stand in any order.
        for (from, to) in runs(self.stack_breaks, 0, count) {
            for (from, to) in alike(&keys, from, to) {
                permute(into, first, from, to, |choice, i, j| {
                    (0..width).for_each(|c| choice.columns.swap(i * width + c, j * width + c));
                });
            }
        }
        for (from, to) in runs(self.breaks, 0, cells.len()) {
            let mut symbols = [0_u32; MAX_SIZE];
            for (place, symbol) in symbols.iter_mut().enumerate().take(to).skip(from) {
                *symbol = u32::from(self.symbol(cells[usize::from(self.columns[place])]));
            }
            for (from, to) in alike(&symbols, from, to) {
                permute(into, first, from, to, |choice, i, j| {
                    choice.columns.swap(i, j)
                });
            }
        }
        for choice in &mut into[first..] {
            choice.settle(cells, &keys, count);
        }
    }

    fn sort_columns(&mut self, cells: &[u8], stack: usize, width: usize) {
        for place in stack * width + 1..(stack + 1) * width {
            let mut at = place;
            while self.breaks >> at & 1 == 0 {
                let symbol = |place: usize| self.symbol(cells[usize::from(self.columns[place])]);
                if symbol(at - 1) <= symbol(at) {
                    break;
                }
                self.columns.swap(at - 1, at);
                at -= 1;
            }
        }
    }

    fn sort_stacks(&mut self, keys: &mut [u32; MAX_SIZE], width: usize, count: usize) {
        for place in 1..count {
            let mut at = place;
            while self.stack_breaks >> at & 1 == 0 && keys[at - 1] > keys[at] {
                keys.swap(at - 1, at);
                for column in 0..width {
                    (self.columns).swap((at - 1) * width + column, at * width + column);
                }
                at -= 1;
            }
        }
    }

    /// Labels new digits, and marks the columns that the row distinguishes.
    fn settle(&mut self, cells: &[u8], keys: &[u32; MAX_SIZE], count: usize) {
        for place in 0..cells.len() {
            let digit = usize::from(cells[usize::from(self.columns[place])]);
            if digit == 0 {
                continue;
            }
            if self.labels[digit] == 0 {
                self.used_labels += 1;
                self.labels[digit] = self.used_labels;
            }
            // The column differs from its predecessor and its successor.
            self.breaks |= 1 << place | 2 << place;
        }
        for (stack, &key) in keys[..count].iter().enumerate() {
            if key != 0 {
                self.stack_breaks |= 1 << stack | 2 << stack;
            }
        }
    }
}

fn packed(symbols: &[u8]) -> u32 {
    (symbols.iter()).fold(0, |key, &symbol| key << 5 | u32::from(symbol))
}

/// Splits a range into parts that begin at the marked positions.
fn runs(breaks: u32, from: usize, to: usize) -> impl Iterator<Item = (usize, usize)> {
    let mut at = from;
    std::iter::from_fn(move || {
        let first = at;
        (first < to).then(|| {
            at += 1;
            while at < to && breaks >> at & 1 == 0 {
                at += 1;
            }
            (first, at)
        })
    })
}

/// The parts of a sorted range with two or more equal keys other than 0.
fn alike(
    keys: &[u32; MAX_SIZE],
    from: usize,
    to: usize,
) -> impl Iterator<Item = (usize, usize)> + use<> {
    let keys = *keys;
    let mut at = from;
    std::iter::from_fn(move || {
        while at < to {
            let first = at;
            while at < to && keys[at] == keys[first] {
                at += 1;
            }
            if keys[first] != 0 && at > first + 1 {
                return Some((first, at));
            }
        }
        None
    })
}

/// Replaces the choices from `first` on by copies with all permutations of a range.
fn permute(
    choices: &mut Vec<Choice>,
    first: usize,
    from: usize,
    to: usize,
    swap: impl Fn(&mut Choice, usize, usize),
) {
    // Each position in turn takes any of the later ones.
    for place in from..to {
        for index in first..choices.len() {
            for other in place + 1..to {
                let mut choice = choices[index];
                swap(&mut choice, place, other);
                choices.push(choice);
            }
        }
    }
}
