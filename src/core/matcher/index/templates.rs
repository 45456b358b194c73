//! Templates: the ways to place a digit on the whole board.
//!
//! The result is the candidates that lie in some template of their digit, and those that lie in
//! every template. A cell that lies in every template of a digit is closed to other digits. Those
//! digits then have fewer templates, so the computation repeats until nothing changes.

use crate::grid::{Board, Cell, Digit, Group, GroupKind, State};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::placements::placeable;
use crate::matcher::index::position::Position;

/// Largest number of digits for which templates are computed. On larger boards every candidate
/// counts as lying in some template, and none as lying in all. *Rejected*: a limit on the search,
/// which would give different answers for a board and its transpose.
pub const MAX_TEMPLATE_DIGITS: usize = 16;

/// The candidates in the templates of their digits.
#[derive(Clone, Debug)]
pub struct Templates {
    /// In each cell, the digits that have a template there.
    some: Vec<u32>,
    /// In each open cell, the digits whose templates all contain the cell.
    every: Vec<u32>,
}

impl Templates {
    /// Recomputes the digits in turn until nothing changes.
    pub fn new(tables: &Tables, position: &Position) -> Templates {
        let board: &Board = position.board();
        let mut state = position.state().clone();
        while board.size() <= MAX_TEMPLATE_DIGITS {
            let before = state.count(board);
            for digit in board.digits() {
                refine(tables, board, digit, &mut state);
            }
            if state.count(board) == before {
                break;
            }
        }
        let some = board.cells().map(|cell| state.mask(board.cell_group(cell)));
        let mut every = vec![0; board.cell_count()];
        let covered = board
            .digits()
            .filter(|_| board.size() <= MAX_TEMPLATE_DIGITS);
        for digit in covered {
            for truth in truths(board, digit) {
                if let Some(only) = state.single(board, truth) {
                    every[board.cell_of(only).index()] |= 1 << digit.index();
                }
            }
        }
        for cell in position.solved().iter() {
            every[cell.index()] = 0;
        }
        Templates {
            some: some.collect(),
            every,
        }
    }

    /// True if the candidate lies in every template of its digit (with `every`), or in none.
    pub fn holds(&self, cell: Cell, digit: Digit, every: bool) -> bool {
        let bit = 1 << digit.index();
        match every {
            true => self.every[cell.index()] & bit != 0,
            false => self.some[cell.index()] & bit == 0,
        }
    }
}

/// The houses that must hold the digit.
fn truths(board: &Board, digit: Digit) -> impl Iterator<Item = Group> {
    let of_digit = move |group: &Group| match board.group_kind(*group) {
        GroupKind::House(_, of) => of == digit && board.is_truth(*group),
        GroupKind::Cell(_) | GroupKind::Derived => false,
    };
    board.groups().filter(of_digit)
}

/// Removes the candidates of a digit that lie in no template, and other digits from cells that lie
/// in every template.
fn refine(tables: &Tables, board: &Board, digit: Digit, state: &mut State) {
    let is_live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
    let places: CellSet = board.cells().filter(is_live).collect();
    let house_of = |truth: Group| match board.group_kind(truth) {
        GroupKind::House(house, _) => Some(house),
        GroupKind::Cell(_) | GroupKind::Derived => None,
    };
    let houses = HouseSet::from_iter(truths(board, digit).filter_map(house_of));
    let possible = placeable(tables, houses, places);
    // Templates do not decide about cells that lie in none of the required houses.
    let is_covered = |cell: &Cell| tables.houses_of(*cell).0 & houses.0 != 0;
    for cell in places.without(&possible).iter().filter(is_covered) {
        state.eliminate(board, board.candidate(cell, digit));
    }
    for truth in truths(board, digit) {
        if let Some(only) = state.single(board, truth) {
            state.place(board, only);
        }
    }
}
