//! Templates: the ways to place a digit on the whole board.
//!
//! Takes a position, gives the candidates that are in some template of their digit, and those that
//! are in every one. A cell that a digit has in all its templates is closed to the others, whose
//! templates become fewer by that; so they are looked at again until nothing changes.

use crate::grid::{Board, Cell, Digit, Group, GroupKind, State};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::placements::placeable;
use crate::matcher::index::position::Position;

/// On boards with more digits than this nothing is said of templates: every candidate counts as
/// being in one, and none as being in all. To look for them until some limit would give other
/// answers for the same board turned on its side.
pub const MAX_TEMPLATE_DIGITS: usize = 16;

/// Which candidates are in the templates of their digits.
#[derive(Clone, Debug)]
pub struct Templates {
    /// In each cell, the digits that have a template there.
    some: Vec<u32>,
    /// In each cell that is not solved, the digits of which every template is there.
    every: Vec<u32>,
}

impl Templates {
    /// Looks at the digits in turn until nothing changes.
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
        let told = board
            .digits()
            .filter(|_| board.size() <= MAX_TEMPLATE_DIGITS);
        for digit in told {
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

    /// Whether the candidate is in every template of its digit, or in none.
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

/// Removes the candidates of a digit that are in no template, and others from cells that are in
/// every one.
fn refine(tables: &Tables, board: &Board, digit: Digit, state: &mut State) {
    let is_live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
    let places: CellSet = board.cells().filter(is_live).collect();
    let house_of = |truth: Group| match board.group_kind(truth) {
        GroupKind::House(house, _) => Some(house),
        GroupKind::Cell(_) | GroupKind::Derived => None,
    };
    let houses = HouseSet::from_iter(truths(board, digit).filter_map(house_of));
    let possible = placeable(tables, houses, places);
    // Of cells in no such house templates say nothing.
    let is_told = |cell: &Cell| tables.houses_of(*cell).0 & houses.0 != 0;
    for cell in places.without(&possible).iter().filter(is_told) {
        state.eliminate(board, board.candidate(cell, digit));
    }
    for truth in truths(board, digit) {
        if let Some(only) = state.single(board, truth) {
            state.place(board, only);
        }
    }
}
