//! Capacities: for each digit, the most of some cells that any layout of the digit takes.
//!
//! A rule says `every candidate of S is in K` and `|K| = |S|`. With `capacities K[0..1]`, no layout
//! takes two of the cells, and as many digits have a layout that takes one. These sets are remote
//! naked subsets: r2c1, r2c7, r3c2 and r3c3 with the digits 1, 4, 8 and 9.
//!
//! *Binds* the cells. *Discharges* the count of capacities. *Order*: reading order of the cells.
//! *Cost*: the layouts of the position, once, and a search for cliques of cells of which no digit
//! takes two. There are no matches without layouts, which do not depend on how the board lies.

use crate::grid::{Board, Cell, Digit, bits};
use crate::lang::ir::{CapacityCount, Condition, Pattern, Sort, Var};
use crate::layout::{CapacityIndex, Places};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::explain::matches::FilledCells;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;

/// True if the capacities add up to the sizes of the sets, and none exceeds its limit.
pub fn is_full(bindings: &Bindings<'_>, count: &CapacityCount) -> bool {
    let Some(index) = bindings.cache.capacities(bindings.position) else {
        return false;
    };
    let cells = places(&bindings.cells_of(&count.cells));
    let most = count.most.map_or(usize::MAX, |most| most as usize);
    let mut left = bindings.total_size(&count.sizes) + i64::from(count.plus);
    for digit in bindings.position.board().digits() {
        let capacity = index.capacity(digit, &cells);
        left -= capacity as i64;
        if capacity > most || left < 0 {
            return false;
        }
    }
    left == 0
}

/// The cells with the capacities of their candidates' digits.
pub fn filled(bindings: &Bindings<'_>, cells: &[Var]) -> FilledCells {
    let position = bindings.position;
    let cells = bindings.cells_of(cells);
    let index = bindings.cache.capacities(position);
    let live = { position.board().digits() }.filter(|&digit| cells.meets(position.places(digit)));
    let capacity =
        |digit: Digit| index.map(|index| (digit, index.capacity(digit, &places(&cells))));
    FilledCells {
        cells: cells.iter().collect(),
        capacities: live.filter_map(capacity).collect(),
    }
}

/// Calls `visit` with each digit and the cells in which the capacities of some cells exclude it,
/// until it returns `false`. Returns `false` in that case.
pub fn unfit(
    bindings: &Bindings<'_>,
    cells: &[Var],
    visit: &mut dyn FnMut(Digit, CellSet) -> bool,
) -> bool {
    let board: &Board = bindings.position.board();
    let Some(index) = bindings.cache.capacities(bindings.position) else {
        return true;
    };
    let unfit = index.unfit(board, &places(&bindings.cells_of(cells)));
    let mut unfit = board.digits().zip(&unfit);
    unfit.all(|(digit, cells)| {
        let cells: CellSet = cells.iter().collect();
        visit(digit, cells & *bindings.position.places(digit))
    })
}

fn places(cells: &CellSet) -> Places {
    cells.iter().collect()
}

/// Recognises cells of which no digit takes two, with as many digits.
pub const REMOTE_SUBSETS: Operator = Operator {
    name: "remote subsets",
    recognise: |pattern| sources(RemoteSubsets::of(pattern)),
};

/// A set of open cells with equally many digits, each of which fits at most once.
#[derive(Clone, Copy, Debug)]
struct RemoteSubsets {
    cells: Var,
    least: usize,
    most: usize,
}

impl RemoteSubsets {
    fn of(pattern: &Pattern) -> Option<RemoteSubsets> {
        let cells = { pattern.conditions.iter() }.find_map(counted)?;
        let variable = pattern.variable(cells);
        let (least, most) = variable.size.filter(|_| variable.sort == Sort::Cell)?;
        Some(RemoteSubsets {
            cells,
            least: least as usize,
            most: most as usize,
        })
    }
}

/// The set of `capacities K[0..1]` with `|K| = |S|`.
fn counted(condition: &Condition) -> Option<Var> {
    match condition {
        Condition::Capacities(CapacityCount {
            cells,
            sizes,
            plus: 0,
            most: Some(1),
        }) if cells == sizes && cells.len() == 1 => cells.first().copied(),
        _ => None,
    }
}

impl RowSource for RemoteSubsets {
    fn name(&self) -> &'static str {
        "remote subsets"
    }

    fn binds(&self) -> Vec<Var> {
        vec![self.cells]
    }

    fn leads(&self) -> bool {
        true
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        match constraint {
            Constraint::Condition(at) => counted(&pattern.conditions[*at]) == Some(self.cells),
            _ => false,
        }
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let position = exec.bindings.position;
        let Some(index) = exec.bindings.cache.capacities(position) else {
            return Rows::All;
        };
        let open = places(&exec.bindings.open_cells());
        let mut search = SubsetSearch {
            source: *self,
            index,
            apart: apart(position.board(), index, &open),
            cells: Vec::with_capacity(self.most),
        };
        search.extend(0, open, &mut |cells| {
            let cells: CellSet = cells.iter().copied().collect();
            exec.try_value(self.cells, Value::Cells(cells), row);
        });
        Rows::All
    }
}

/// For each open cell, the open cells that no digit takes together with it.
fn apart(board: &Board, index: &CapacityIndex, open: &Places) -> Vec<Places> {
    let mut apart = vec![Places::EMPTY; board.cell_count()];
    for cell in open.iter() {
        let joined = bits(index.digits(cell)).fold(Places::only(cell), |all, digit| {
            all.or(index.together().with(Digit::new(digit), cell))
        });
        apart[cell.index()] = open.without(&joined);
    }
    apart
}

struct SubsetSearch<'a> {
    source: RemoteSubsets,
    index: &'a CapacityIndex,
    apart: Vec<Places>,
    cells: Vec<Cell>,
}

impl SubsetSearch<'_> {
    /// Calls `found` with each set that extends the present one by some of the cells left.
    fn extend(&mut self, digits: u32, left: Places, found: &mut dyn FnMut(&[Cell])) {
        let size = self.cells.len();
        let needed = digits.count_ones() as usize;
        if size >= self.source.least && size == needed {
            found(&self.cells);
        }
        if size == self.source.most {
            return;
        }
        let fits = |cell: &Cell| {
            let all = digits | self.index.digits(*cell);
            all.count_ones() as usize <= self.source.most
        };
        let mut left: Places = left.iter().filter(fits).collect();
        let mut count = left.len();
        for cell in left.iter() {
            // Each digit needs a cell.
            if size + count < needed.max(self.source.least) {
                return;
            }
            count -= 1;
            left = left.without(&Places::only(cell));
            self.cells.push(cell);
            let digits = digits | self.index.digits(cell);
            self.extend(digits, left.and(&self.apart[cell.index()]), found);
            self.cells.pop();
        }
    }
}
