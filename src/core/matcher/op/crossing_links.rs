//! Crossing links: the cells where rows and columns cross, for all choices of rows and columns at
//! once.
//!
//! A multi-sector locked set says `S is every cell in R and C`, `every candidate of S is in L` and
//! `|L| = |S|`. There are 512 sets of rows and 512 of columns. A table holds the number of links
//! that each digit needs for every pair of sets. Some of the rows are links themselves. The other
//! rows are handled stack by stack, because each column and each box lies in one stack. Columns of
//! a stack that are not links need boxes for their places. Row links are then added one by one: a
//! set of rows needs at most one link more than the set without one of its rows.
//!
//! *Binds* rows, columns and cells. *Discharges* that the set is every crossing cell, and its
//! number of links. *Order*: by rows, then columns. *Cost*: one table of 2^18 entries for each
//! digit. *Falls back to* set by set on boards of more than 9 rows. This fallback gives up above
//! 200,000 choices.

use crate::grid::{Board, Cell, House, HouseKind, bits};
use crate::lang::ir::{Condition, Kinds, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::bitset::HouseSet;
use crate::matcher::index::value::Value;
use crate::matcher::op::link_cover::every_cell;
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;

/// Largest number of rows for which tables are computed.
const MAX_ROWS: usize = 9;
/// Largest number of choices of rows and columns that are tried one by one on other boards.
const MAX_CHOICES: u64 = 200_000;

/// A pattern of rows, columns and the cells where they cross.
#[derive(Clone, Copy, Debug)]
pub struct CrossingLinks {
    rows: Var,
    columns: Var,
    cells: Var,
    plus: i32,
}

/// Recognises the cells where rows and columns cross, with as many links as cells.
pub const CROSSING_LINKS: Operator = Operator {
    name: "crossing links",
    recognise: |pattern| sources(CrossingLinks::of(pattern)),
};

impl RowSource for CrossingLinks {
    fn name(&self) -> &'static str {
        "crossing links"
    }

    fn binds(&self) -> Vec<Var> {
        vec![self.rows, self.columns, self.cells]
    }

    fn leads(&self) -> bool {
        true
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        match constraint {
            Constraint::Condition(at) => matches!(
                &pattern.conditions[*at],
                Condition::EveryCell { .. } | Condition::FewestLinks { .. }
            ),
            _ => false,
        }
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let board = exec.bindings.position.board();
        let size = |var| exec.pattern.size(var);
        let (rows_size, columns_size) = (size(self.rows), size(self.columns));
        let cells_size = size(self.cells);
        if board.size() > MAX_ROWS || !board.is_classic() {
            let choices = |size| choices(board.size() as u64, size);
            let all = choices(rows_size).saturating_mul(choices(columns_size));
            return match all > MAX_CHOICES {
                true => Rows::All,
                false => Rows::Declined,
            };
        }
        let fits = |(least, most): (u32, u32), size: u32| (least..=most).contains(&size);
        let table = LinkTable::new(&exec.bindings);
        let sets = 1usize << board.size();
        for rows in (0..sets).filter(|rows| fits(rows_size, rows.count_ones())) {
            let open = table.open(rows);
            for columns in (0..sets).filter(|set| fits(columns_size, set.count_ones())) {
                let count = i32::from(open[columns]);
                let needed = i32::from(table.needed[rows * sets + columns]);
                if needed != count + self.plus || !fits(cells_size, count as u32) {
                    continue;
                }
                let lines = [
                    (self.rows, HouseKind::Row, rows),
                    (self.columns, HouseKind::Column, columns),
                ];
                for (var, kind, set) in lines {
                    exec.bindings.values[usize::from(var.0)] =
                        Some(Value::Houses(lines_of(board, kind, set)));
                }
                let inside = [vec![self.rows], vec![self.columns]];
                let cells = every_cell(&exec.bindings, self.cells, &inside, &[]);
                exec.bindings.values[usize::from(self.cells.0)] = Some(Value::Cells(cells));
                row(exec);
            }
        }
        Rows::All
    }
}

impl CrossingLinks {
    /// Reads a pattern; `None` if it has another form.
    pub fn of(pattern: &Pattern) -> Option<CrossingLinks> {
        let mut conditions = pattern.conditions.iter();
        let (set, inside, outside) = { conditions.clone() }.find_map(|c| match c {
            Condition::EveryCell {
                set,
                inside,
                outside,
            } => Some((set, inside, outside)),
            _ => None,
        })?;
        let (cells, sizes, plus) = conditions.find_map(|c| match c {
            Condition::FewestLinks { cells, sizes, plus } => Some((cells, sizes, plus)),
            _ => None,
        })?;
        let [lines, others] = &inside[..] else {
            return None;
        };
        let (&[a], &[b]) = (&lines[..], &others[..]) else {
            return None;
        };
        let is_kind = |var: Var, kind| pattern.sort(var) == Sort::House(Kinds::only(kind));
        let (rows, columns) = match is_kind(a, HouseKind::Row) {
            true => (a, b),
            false => (b, a),
        };
        let is_plain = is_kind(rows, HouseKind::Row)
            && is_kind(columns, HouseKind::Column)
            && pattern.sort(*set) == Sort::Cell
            && (&cells[..], &sizes[..]) == (&[*set], &[*set])
            && outside.is_empty();
        is_plain.then_some(CrossingLinks {
            rows,
            columns,
            cells: *set,
            plus: *plus,
        })
    }
}

/// The number of sets of lines whose size is in a range.
fn choices(lines: u64, (least, most): (u32, u32)) -> u64 {
    let (mut sets, mut sum) = (1u64, 0u64);
    for size in 1..=u64::from(most).min(lines) {
        sets = sets.saturating_mul(lines + 1 - size) / size;
        sum = sum.saturating_add(if size >= u64::from(least) { sets } else { 0 });
    }
    sum
}

/// The rows or the columns of a set.
fn lines_of(board: &Board, kind: HouseKind, set: usize) -> HouseSet {
    let is_meant = |house: &House| {
        let info = board.house(*house);
        let at = |cell: Cell| match kind {
            HouseKind::Row => board.row(cell),
            _ => board.column(cell),
        };
        info.kind == kind && set & 1 << at(info.cells[0]) != 0
    };
    (0..board.houses().len())
        .map(House::new)
        .filter(is_meant)
        .collect()
}

/// The number of links that cover the crossings, for each set of rows and each set of columns.
struct LinkTable {
    needed: Vec<u8>,
    /// In each row, the columns of its open cells.
    open: Vec<usize>,
}

impl LinkTable {
    fn new(bindings: &Bindings<'_>) -> LinkTable {
        let board = bindings.position.board();
        let sets = 1usize << board.size();
        let solved = bindings.position.solved();
        let columns_of = |cells: &dyn Fn(Cell) -> bool| {
            let columns = |row| {
                let all = (0..board.size()).filter(move |&c| cells(board.cell(row, c)));
                all.fold(0, |mask, c| mask | 1 << c)
            };
            (0..board.size()).map(columns).collect::<Vec<usize>>()
        };
        let mut needed = vec![0u8; sets * sets];
        let mut of_digit = vec![0u8; sets * sets];
        for digit in board.digits() {
            let live = bindings.position.places(digit);
            let places = columns_of(&|cell| live.contains(cell) && !solved.contains(cell));
            if places.iter().all(|&columns| columns == 0) {
                continue;
            }
            fewest_of_digit(board, &places, &mut of_digit);
            for (sum, more) in needed.iter_mut().zip(&of_digit) {
                *sum += more;
            }
        }
        LinkTable {
            needed,
            open: columns_of(&|cell| !solved.contains(cell)),
        }
    }

    /// For each set of columns, the number of open cells in the rows.
    fn open(&self, rows: usize) -> Vec<u8> {
        let mut counts = vec![0u8; 1 << self.open.len()];
        for row in bits(rows as u32) {
            for (columns, count) in counts.iter_mut().enumerate() {
                *count += (columns & self.open[row]).count_ones() as u8;
            }
        }
        counts
    }
}

/// The number of links for one digit, whose places are given row by row.
fn fewest_of_digit(board: &Board, places: &[usize], fewest: &mut [u8]) {
    let sets = 1usize << board.size();
    for rows in 0..sets {
        let (before, own) = fewest.split_at_mut(rows * sets);
        let own = &mut own[..sets];
        without_rows(board, places, rows, own);
        for row in bits(rows as u32) {
            let fewer = rows & !(1 << row);
            let others = &before[fewer * sets..][..sets];
            for (links, &other) in own.iter_mut().zip(others) {
                *links = (*links).min(other + 1);
            }
        }
    }
}

/// For each set of columns, the number of columns and boxes that cover the digit's places in the
/// rows.
fn without_rows(board: &Board, places: &[usize], rows: usize, fewest: &mut [u8]) {
    let (height, width) = (board.shape().height, board.shape().width);
    // The columns of the places in each band.
    let mut bands = [0usize; MAX_ROWS];
    for row in bits(rows as u32) {
        bands[row / height] |= places[row];
    }
    fewest[0] = 0;
    let mut known = 1;
    for stack in 0..board.size() / width {
        for columns in (0..1usize << width).rev() {
            let mut best = u8::MAX;
            // Tries each choice of columns as links, from all to none.
            let mut links = columns;
            loop {
                let left = columns & !links;
                let boxes = bands
                    .iter()
                    .filter(|&&band| band >> (stack * width) & left != 0);
                best = best.min(links.count_ones() as u8 + boxes.count() as u8);
                if links == 0 {
                    break;
                }
                links = (links - 1) & columns;
            }
            for others in 0..known {
                fewest[columns * known + others] = fewest[others] + best;
            }
        }
        known <<= width;
    }
}
