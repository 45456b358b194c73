//! Tables of a board for patterns of cells: houses and peers.

use crate::grid::{Board, Candidate, Cell, Digit, House, HouseKind, State, bits};
use crate::matcher::CellSet;

/// The kinds of houses in patterns that assume a unique solution, in search order.
pub(super) const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Row, HouseKind::Column];

/// Tables of a board.
pub(super) struct CellTables {
    /// For each cell, its box, row and column; empty for cells without one of them.
    pub(super) houses: Vec<Vec<House>>,
    /// For each cell, the cells that it sees. Cells of its box come first.
    pub(super) peers: Vec<Vec<Cell>>,
    pub(super) sees: Vec<CellSet>,
}

impl CellTables {
    pub(super) fn new(board: &Board) -> CellTables {
        let houses: Vec<Vec<House>> = (board.cells())
            .map(|cell| {
                let of = |kind: &HouseKind| {
                    let mut own = board.houses_of(cell).iter().copied();
                    own.find(|&house| board.house(house).kind == *kind)
                };
                KINDS.iter().filter_map(of).collect()
            })
            .collect();
        let peers_of = |cell: Cell| {
            let mut peers: Vec<Cell> = Vec::new();
            for &house in &houses[cell.index()] {
                for &other in &board.house(house).cells {
                    if other != cell && !peers.contains(&other) {
                        peers.push(other);
                    }
                }
            }
            peers
        };
        let peers: Vec<Vec<Cell>> = board.cells().map(peers_of).collect();
        CellTables {
            sees: peers
                .iter()
                .map(|own| own.iter().copied().collect())
                .collect(),
            peers,
            houses,
        }
    }

    /// The house of one kind that contains all the given cells.
    pub(super) fn shared(&self, cells: &[Cell], kind: usize) -> Option<House> {
        let house = *self.houses[cells.first()?.index()].get(kind)?;
        let is_own = |cell: &Cell| self.houses[cell.index()].get(kind) == Some(&house);
        cells.iter().all(is_own).then_some(house)
    }
}

/// A state with its board and tables.
#[derive(Clone, Copy)]
pub(super) struct CellView<'a> {
    pub(super) board: &'a Board,
    pub(super) state: &'a State,
    pub(super) tables: &'a CellTables,
}

impl<'a> CellView<'a> {
    pub(super) fn digits(&self, cell: Cell) -> u32 {
        self.state.digits(self.board, cell)
    }

    /// The positions of a digit in the open cells of a house.
    pub(super) fn places(&self, house: House, digit: usize) -> u32 {
        let group = self.board.house_group(house, Digit::new(digit));
        let places = self.state.mask(group);
        let is_solved = |position: u32| {
            self.digits(self.cells(house)[position as usize])
                .is_power_of_two()
        };
        match places.is_power_of_two() && is_solved(places.trailing_zeros()) {
            true => 0,
            false => places,
        }
    }

    pub(super) fn cells(&self, house: House) -> &'a [Cell] {
        &self.board.house(house).cells
    }

    /// The number of open cells of a house.
    pub(super) fn open(&self, house: House) -> usize {
        let is_open = |cell: &&Cell| self.digits(**cell).count_ones() > 1;
        self.cells(house).iter().filter(is_open).count()
    }

    /// Adds candidates of a cell to the eliminations.
    pub(super) fn remove(&self, cell: Cell, digits: u32, gone: &mut Vec<Candidate>) {
        let gone_digits = bits(self.digits(cell) & digits).map(Digit::new);
        gone.extend(gone_digits.map(|digit| self.board.candidate(cell, digit)));
    }
}

/// All masks with `size` of the lowest `count` bits set, in ascending order.
pub(super) fn combinations(size: usize, count: usize) -> impl Iterator<Item = u32> {
    let end = 1u32 << count;
    let mut next = (size <= count).then_some((1u32 << size) - 1);
    std::iter::from_fn(move || {
        let mask = next.filter(|&mask| mask < end)?;
        next = match mask {
            0 => None,
            _ => {
                let lowest = mask & mask.wrapping_neg();
                let ripple = mask + lowest;
                Some((((mask ^ ripple) >> 2) / lowest) | ripple)
            }
        };
        Some(mask)
    })
}
