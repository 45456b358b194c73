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
    /// The cells with few candidates that it sees.
    excluders: CellSet,
}

/// For each cell of a board, the cells that it sees.
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
    let exclude = |cells: &[&BaseCell], by: CellSet| {
        let masks: Vec<u32> = by.iter().map(digits).collect();
        let gone = impossible(board, cells, &masks);
        (!gone.is_empty()).then_some(gone)
    };
    for (b, second) in bases.iter().enumerate() {
        for first in &bases[..b] {
            let common = first.excluders & second.excluders;
            if common.len() < 2 {
                continue;
            }
            if size == 2 {
                match exclude(&[first, second], common) {
                    None => continue,
                    gone => return gone,
                }
            }
            // The third cell has few candidates and is seen by one of the first two.
            let near = first.excluders | second.excluders;
            for third in bases.iter().filter(|base| near.contains(base.cell)) {
                let all = common & third.excluders;
                let is_other = third.cell != first.cell && third.cell != second.cell;
                if is_other && all.len() >= 2 {
                    let gone = exclude(&[first, second, third], all);
                    if gone.is_some() {
                        return gone;
                    }
                }
            }
        }
    }
    None
}

/// The candidates that are in no possible combination.
fn impossible(board: &Board, cells: &[&BaseCell], excluders: &[u32]) -> Vec<Candidate> {
    // Unless a combination can empty a cell, only cells that see each other exclude combinations,
    // and pairs cover these.
    let all = cells.iter().fold(0, |all, base| all | base.digits);
    if excluders.iter().all(|digits| digits & !all != 0) {
        return Vec::new();
    }
    let mut gone = Vec::new();
    for (at, base) in cells.iter().enumerate() {
        let others: Vec<&BaseCell> = (cells.iter().enumerate())
            .filter(|(other, _)| *other != at)
            .map(|(_, other)| *other)
            .collect();
        for digit in bits(base.digits) {
            if !is_possible(board, base, digit, &others, excluders) {
                gone.push(board.candidate(base.cell, Digit::new(digit)));
            }
        }
    }
    gone
}

/// Whether one or two other cells have digits that are possible together with a digit of a cell.
fn is_possible(
    board: &Board,
    base: &BaseCell,
    digit: usize,
    others: &[&BaseCell],
    excluders: &[u32],
) -> bool {
    // The digits that are impossible in another cell beside these, because a cell would be emptied.
    let beside = |digits: u32| {
        (excluders.iter())
            .filter(|mask| (*mask & !digits).is_power_of_two())
            .fold(0, |all, mask| all | mask & !digits)
    };
    let seen = |one: &BaseCell, digit: usize, other: &BaseCell| {
        u32::from(board.sees(one.cell, other.cell)) << digit
    };
    let own = 1 << digit;
    match others {
        [other] => other.digits & !(beside(own) | seen(base, digit, other)) != 0,
        [second, third] => {
            let alone = beside(own);
            let possible = second.digits & !(alone | seen(base, digit, second));
            bits(possible).any(|next| {
                let both = beside(own | 1 << next) | beside(1 << next) | alone;
                let excluded = both | seen(base, digit, third) | seen(second, next, third);
                third.digits & !excluded != 0
            })
        }
        _ => true,
    }
}
