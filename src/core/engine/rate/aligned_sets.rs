//! Aligned pair and triplet exclusion: two or three cells with few possible combinations of
//! candidates.
//!
//! A combination is impossible if it gives two cells that see each other the same digit, or if it
//! would leave a cell that sees all of them without a candidate. At least two cells with no more
//! candidates than there are cells in the set must see the whole set. The result is the
//! eliminations by the first set that has a candidate in no possible combination.

use crate::grid::{Board, Candidate, Cell, Digit, State, bits};
use crate::matcher::CellSet;

/// A cell that can be part of the set, with the cells that it could leave without a candidate.
struct BaseCell {
    cell: Cell,
    digits: u32,
    /// The cells with few candidates that a base cell sees.
    excluders: CellSet,
}

/// The peers of each cell of a board.
pub(super) struct SeenCells(Vec<CellSet>);

impl SeenCells {
    pub(super) fn of(board: &Board) -> SeenCells {
        let seen = |cell: Cell| {
            board
                .cells()
                .filter(|&other| board.sees(cell, other))
                .collect()
        };
        SeenCells(board.cells().map(seen).collect())
    }

    /// The cells that see at least two of the given cells.
    fn twice(&self, cells: CellSet) -> CellSet {
        let (mut once, mut twice) = (CellSet::default(), CellSet::default());
        for cell in cells.iter() {
            let seen = self.0[cell.index()];
            twice |= once & seen;
            once |= seen;
        }
        twice
    }
}

/// The eliminations by the first set of two or three cells.
pub(super) fn find(
    board: &Board,
    state: &State,
    seen: &SeenCells,
    size: usize,
) -> Option<Vec<Candidate>> {
    let digits = |cell: Cell| state.digits(board, cell);
    let is_small = |cell: &Cell| (2..=size).contains(&(digits(*cell).count_ones() as usize));
    let small: CellSet = board.cells().filter(is_small).collect();
    let bases: Vec<BaseCell> = (board.cells())
        .filter(|&cell| digits(cell).count_ones() >= 2)
        .map(|cell| BaseCell {
            cell,
            digits: digits(cell),
            excluders: seen.0[cell.index()] & small,
        })
        .filter(|base| !base.excluders.is_empty())
        .collect();
    let mut places = vec![0; board.cell_count()];
    for (place, base) in bases.iter().enumerate() {
        places[base.cell.index()] = place;
    }
    let base_cells: CellSet = bases.iter().map(|base| base.cell).collect();
    let mut search = Combinations {
        board,
        seen,
        excluders: Vec::new(),
    };
    for (b, second) in bases.iter().enumerate() {
        for first in &bases[..b] {
            let common = first.excluders & second.excluders;
            if common.len() < 2 {
                continue;
            }
            if size == 2 {
                match search.impossible(&[first, second], common.iter().map(digits)) {
                    None => continue,
                    gone => return gone,
                }
            }
            // The third cell is a small cell that the first or the second cell sees. Two cells see
            // all three.
            let mut thirds = (first.excluders | second.excluders) & base_cells & seen.twice(common);
            for own in [first.cell, second.cell] {
                thirds.remove(own);
            }
            for third in thirds.iter().map(|cell| &bases[places[cell.index()]]) {
                let all = common & third.excluders;
                let gone = search.impossible(&[first, second, third], all.iter().map(digits));
                if gone.is_some() {
                    return gone;
                }
            }
        }
    }
    None
}

/// A search for candidates that are in no possible combination of digits. Reuses its buffer.
struct Combinations<'a> {
    board: &'a Board,
    seen: &'a SeenCells,
    /// The digits of cells that could be emptied.
    excluders: Vec<u32>,
}

impl Combinations<'_> {
    /// The candidates of two or three cells that are in no possible combination, if there are any.
    /// Takes the digits of the cells that see all of them.
    fn impossible(
        &mut self,
        cells: &[&BaseCell],
        excluders: impl Iterator<Item = u32>,
    ) -> Option<Vec<Candidate>> {
        // No combination empties a cell with another digit. Without an emptied cell, only cells
        // that see each other could exclude combinations, as pairs do.
        let all = cells.iter().fold(0, |all, base| all | base.digits);
        self.excluders.clear();
        self.excluders
            .extend(excluders.filter(|digits| digits & !all == 0));
        if self.excluders.is_empty() {
            return None;
        }
        let mut gone = Vec::new();
        for (at, base) in cells.iter().enumerate() {
            for digit in bits(base.digits) {
                let is_possible = match *cells {
                    [one, other] => {
                        let other = if at == 0 { other } else { one };
                        self.fits_one(base, digit, other)
                    }
                    [_, _, _] => {
                        let others = [cells[(at + 1) % 3], cells[(at + 2) % 3]];
                        self.fits_two(base, digit, others)
                    }
                    _ => true,
                };
                if !is_possible {
                    gone.push(self.board.candidate(base.cell, Digit::new(digit)));
                }
            }
        }
        (!gone.is_empty()).then_some(gone)
    }

    /// The digits that another cell cannot have together with the given digits, because a cell
    /// would be emptied.
    fn beside(&self, digits: u32) -> u32 {
        let left = self.excluders.iter().map(|mask| mask & !digits);
        { left }
            .filter(|left| left.is_power_of_two())
            .fold(0, |all, left| all | left)
    }

    /// The digit of a cell as a mask. Empty unless another cell sees the cell.
    fn excluded(&self, one: &BaseCell, digit: usize, other: &BaseCell) -> u32 {
        u32::from(self.seen.0[one.cell.index()].contains(other.cell)) << digit
    }

    /// Whether another cell has a digit that may stand beside a digit of a cell.
    fn fits_one(&self, base: &BaseCell, digit: usize, other: &BaseCell) -> bool {
        let excluded = self.beside(1 << digit) | self.excluded(base, digit, other);
        other.digits & !excluded != 0
    }

    /// Whether two other cells have digits that may stand beside a digit of a cell.
    fn fits_two(&self, base: &BaseCell, digit: usize, [second, third]: [&BaseCell; 2]) -> bool {
        let own = 1 << digit;
        let alone = self.beside(own);
        let in_third = alone | self.excluded(base, digit, third);
        let mut possible = bits(second.digits & !(alone | self.excluded(base, digit, second)));
        possible.any(|next| {
            let both = self.beside(own | 1 << next) | self.beside(1 << next);
            let excluded = both | in_third | self.excluded(second, next, third);
            third.digits & !excluded != 0
        })
    }
}
