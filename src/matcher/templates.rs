//! Templates: the ways to place a digit on the whole board.
//!
//! Takes a position, gives the candidates that are in some template of their digit, and those that are in
//! every one. A cell that a digit has in all its templates is closed to the others, whose templates become
//! fewer by that; so they are looked at again until nothing changes.

use super::cells::CellSet;
use super::position::Position;
use super::tables::Tables;
use crate::grid::{Board, Cell, Digit, Group, GroupKind, State};

/// Beyond so many choices a candidate is taken to be in some template: nothing is said of it.
const MOST_CHOICES: u32 = 20_000;

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
        loop {
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
        for digit in board.digits() {
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
        GroupKind::Cell(_) => false,
    };
    board.groups().filter(of_digit)
}

/// Removes the candidates of a digit that are in no template, and others from cells that are in
/// every one.
fn refine(tables: &Tables, board: &Board, digit: Digit, state: &mut State) {
    let is_live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
    let places: CellSet = board.cells().filter(is_live).collect();
    let houses: Vec<CellSet> = truths(board, digit)
        .map(|truth| {
            let members = board.members(truth).iter();
            members.map(|&c| board.cell_of(c)).collect()
        })
        .collect();
    let mut possible = CellSet::default();
    // Of cells in no such house templates say nothing.
    let is_told = |cell: &Cell| houses.iter().any(|house| house.contains(*cell));
    for cell in places.iter().filter(is_told) {
        if possible.contains(cell) {
            continue;
        }
        let mut search = Placing {
            tables,
            houses: &houses,
            choices: 0,
        };
        let left = places.without(tables.peers(cell));
        match search.way(left, vec![cell]) {
            Some(way) => way.into_iter().for_each(|c| possible.insert(c)),
            None if search.choices > MOST_CHOICES => possible.insert(cell),
            None => state.eliminate(board, board.candidate(cell, digit)),
        }
    }
    for truth in truths(board, digit) {
        if let Some(only) = state.single(board, truth) {
            state.place(board, only);
        }
    }
}

/// A search for a way to place a digit in all houses.
struct Placing<'a> {
    tables: &'a Tables,
    houses: &'a [CellSet],
    choices: u32,
}

impl Placing<'_> {
    /// A way that has these cells already, with others from those that are left.
    fn way(&mut self, left: CellSet, taken: Vec<Cell>) -> Option<Vec<Cell>> {
        self.choices += 1;
        if self.choices > MOST_CHOICES {
            return None;
        }
        let is_open = |house: &&CellSet| !taken.iter().any(|&cell| house.contains(cell));
        let choices = |house: &CellSet| *house & left;
        let open = self.houses.iter().filter(is_open).map(choices);
        let Some(fewest) = open.min_by_key(CellSet::len) else {
            return Some(taken);
        };
        fewest.iter().find_map(|cell| {
            let mut more = taken.clone();
            more.push(cell);
            self.way(left.without(self.tables.peers(cell)), more)
        })
    }
}
