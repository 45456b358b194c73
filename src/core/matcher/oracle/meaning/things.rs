//! The values that a variable of each sort can have.
//!
//! A `line` is any row, a `group` all live candidates of a digit where two houses cross.
//!
//! A `truth` is a cell, a digit in a house or a truth that a rule derives, unless it is solved. It
//! promises that at least one of its candidates holds, and nothing else: of a derived truth several
//! may hold. A rule that needs exactly one has variables for a cell, or for a digit and a house,
//! which are never bound to a derived truth. The soundness check reads a `truth` in the same way:
//! as any candidates of which at least one holds.

use super::Reading;
use crate::grid::{Board, Candidate, Cell};
use crate::lang::ir::{Sort, Variable};
use crate::matcher::index::value::Value;

impl Reading<'_> {
    pub(super) fn board(&self) -> &Board {
        self.known.position.board()
    }

    /// True if the cell is not solved. Solved cells take no part in patterns.
    fn is_open(&self, cell: Cell) -> bool {
        !self.known.position.is_solved(cell)
    }

    /// The live candidates of open cells.
    pub(super) fn open_candidates(&self) -> Vec<Candidate> {
        let all = self.known.position.state().candidates(self.board());
        all.filter(|&c| self.is_open(self.board().cell_of(c)))
            .collect()
    }

    /// True if the variable can have this value: a thing of its sort, or a set of its size.
    pub fn can_be(&self, variable: &Variable, value: &Value) -> bool {
        let (least, most) = variable.size.unwrap_or((1, 1));
        let has_size = |size: usize| (least as usize..=most as usize).contains(&size);
        let board = self.board();
        match (variable.sort, value) {
            (Sort::Digit, Value::Digits(mask)) => has_size(mask.count_ones() as usize),
            (Sort::Square, Value::Cells(cells)) => has_size(cells.len()),
            (Sort::Cell, Value::Cells(cells)) => {
                has_size(cells.len()) && cells.iter().all(|cell| self.is_open(cell))
            }
            (Sort::House(kinds), Value::Houses(houses)) => {
                let fits = |house| kinds.contains(board.house(house).kind);
                has_size(houses.len()) && houses.iter().all(fits)
            }
            (Sort::Candidate | Sort::Group | Sort::Cluster, Value::Candidates(digit, cells)) => {
                let live = self.open_candidates();
                let all: Vec<Cell> = cells.iter().collect();
                let is_live = |cell: &Cell| live.contains(&board.candidate(*cell, *digit));
                !all.is_empty()
                    && all.iter().all(is_live)
                    && self.is_node(variable.sort, &all, value)
            }
            (Sort::Truth, Value::Truth(group)) => {
                board.is_truth(*group) && !self.known.position.is_solved_group(*group)
            }
            (Sort::Constraint(kinds), Value::Constraint(at)) => {
                let constraints = self.known.position.constraints();
                let item = constraints.and_then(|it| it.items.get(*at as usize));
                item.is_some_and(|item| kinds.contains(item.kind))
            }
            _ => false,
        }
    }

    /// True if the value is a node of this sort. A candidate is one place. A group is all places of
    /// a digit where two houses cross, or one place. A cluster is any places of a digit in a house.
    fn is_node(&self, sort: Sort, cells: &[Cell], value: &Value) -> bool {
        if cells.len() == 1 {
            return true;
        }
        let board = self.board();
        let shared: Vec<&Vec<Cell>> = (board.houses().iter())
            .map(|house| &house.cells)
            .filter(|house| cells.iter().all(|cell| house.contains(cell)))
            .collect();
        match sort {
            Sort::Cluster => !shared.is_empty(),
            Sort::Group => {
                let Value::Candidates(digit, _) = value else {
                    return false;
                };
                let live = self.open_candidates();
                let is_all = |one: &[Cell], other: &[Cell]| {
                    let crossing = one.iter().filter(|cell| other.contains(cell));
                    let live = crossing.filter(|c| live.contains(&board.candidate(**c, *digit)));
                    live.eq(cells)
                };
                let pairs = (0..shared.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                { pairs }.any(|(i, j)| is_all(shared[i], shared[j]))
            }
            _ => false,
        }
    }
}

/// All sets of `least` to `most` of these things.
///
/// Cost: at most `most` steps per set. Partial sets that can no longer reach `least` members are
/// skipped: there are 351 sets of 25 of 27 houses, but 134 million partial sets.
pub fn sets<T: Copy>(things: Vec<T>, least: u32, most: u32) -> Vec<Vec<T>> {
    let mut all = vec![Vec::new()];
    let mut result = Vec::new();
    let mut starts = vec![0];
    while let (Some(set), Some(start)) = (all.pop(), starts.pop()) {
        if set.len() >= least as usize {
            result.push(set.clone());
        }
        if set.len() < most as usize {
            let missing = (least as usize).saturating_sub(set.len() + 1);
            let end = things.len().saturating_sub(missing);
            for (i, &thing) in things.iter().enumerate().take(end).skip(start) {
                let mut larger = set.clone();
                larger.push(thing);
                all.push(larger);
                starts.push(i + 1);
            }
        }
    }
    result
}
