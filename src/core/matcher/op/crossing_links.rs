//! Links of the cells where rows and columns cross, for all choices of rows and columns at once.
//!
//! Takes a pattern that says no more than `S is every cell in R and C`, `every candidate of S is in L` and `|L| = |S|`; gives the
//! rows and columns for which that holds: multi-sector locked sets. There are 512 sets of rows and as many of columns, and how many links
//! a digit needs is worked out for all of them in a table. Of the rows some are links themselves. What is left
//! falls into stacks of boxes, for a column or a box lies in just one of them, and in each stack few columns can be links: the
//! others' places need a box each. The row links are then added one by one: a set of rows needs no more than the
//! same without one of them, and that row.

use crate::grid::{Board, Cell, House, HouseKind, bits};
use crate::lang::ir::{Condition, Kinds, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::bitset::HouseSet;
use crate::matcher::index::value::Value;

/// The largest board for which there are tables, by its rows.
const MAX_ROWS: usize = 9;
/// On other boards so many choices of rows and columns are tried one by one, and nothing is said if there are more.
const MAX_CHOICES: u64 = 200_000;

/// A pattern of rows, columns and the cells where they cross.
#[derive(Clone, Copy, Debug)]
pub struct CrossingLinks {
    rows: Var,
    columns: Var,
    cells: Var,
    plus: i32,
}

impl CrossingLinks {
    /// Whether the pattern is one of these.
    pub fn of(pattern: &Pattern) -> Option<CrossingLinks> {
        if pattern.conditions.len() != 2 {
            return None;
        }
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
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
        let is_kind = |var: Var, kind| sort(var) == Sort::House(Kinds::only(kind));
        let (rows, columns) = match is_kind(a, HouseKind::Row) {
            true => (a, b),
            false => (b, a),
        };
        let is_plain = is_kind(rows, HouseKind::Row)
            && is_kind(columns, HouseKind::Column)
            && sort(*set) == Sort::Cell
            && (&cells[..], &sizes[..]) == (&[*set], &[*set])
            && outside.is_empty()
            && pattern.knowledge.is_empty()
            && pattern.presence.is_empty()
            && pattern.variables.len() == 3;
        is_plain.then_some(CrossingLinks {
            rows,
            columns,
            cells: *set,
            plus: *plus,
        })
    }

    /// Tells of all rows and columns for which it holds; `false` if they have to be tried one by one.
    pub fn run<'a>(&self, bindings: &Bindings<'a>, mut found: impl FnMut(&Bindings<'a>)) -> bool {
        let board = bindings.position.board();
        let size = |var: Var| {
            bindings.variables[usize::from(var.0)]
                .size
                .unwrap_or((1, 1))
        };
        if board.size() > MAX_ROWS || board.houses().len() != 3 * board.size() {
            let choices = |var| choices(board.size() as u64, size(var));
            let all = choices(self.rows).saturating_mul(choices(self.columns));
            return all > MAX_CHOICES;
        }
        let fits = |(least, most): (u32, u32), size: u32| (least..=most).contains(&size);
        let table = LinkTable::new(bindings);
        let mut bindings = bindings.clone();
        let sets = 1usize << board.size();
        for rows in (0..sets).filter(|rows| fits(size(self.rows), rows.count_ones())) {
            let open = table.open(rows);
            for columns in (0..sets).filter(|set| fits(size(self.columns), set.count_ones())) {
                let count = i32::from(open[columns]);
                let needed = i32::from(table.needed[rows * sets + columns]);
                if needed != count + self.plus || !fits(size(self.cells), count as u32) {
                    continue;
                }
                let lines = [
                    (self.rows, HouseKind::Row, rows),
                    (self.columns, HouseKind::Column, columns),
                ];
                for (var, kind, set) in lines {
                    bindings.values[usize::from(var.0)] =
                        Some(Value::Houses(lines_of(board, kind, set)));
                }
                let cells =
                    bindings.every_cell(self.cells, &[vec![self.rows], vec![self.columns]], &[]);
                bindings.values[usize::from(self.cells.0)] = Some(Value::Cells(cells));
                found(&bindings);
            }
        }
        true
    }
}

/// In how many ways so many lines, from a range, are chosen.
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

/// How many links the cells where rows and columns cross need, for each set of rows and each of columns.
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

    /// For each set of columns, how many open cells the rows have there.
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

/// The same for one digit, whose places are given row by row.
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

/// How many columns and boxes cover the places of a digit in these rows, for each set of columns.
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
            // Each choice of columns that are links, from all to none.
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
