//! Aligned pair and triplet exclusion: two or three cells with few possible combinations of
//! candidates.
//!
//! A combination is impossible if two cells that see each other have the same digit, or if a cell
//! that sees all of them would lose its last candidate. At least two cells with no more candidates
//! than there are cells in the set must see the whole set. The result is the eliminations by the
//! first set that has a candidate in no possible combination.

use crate::grid::{Board, Candidate, Cell, Digit, State, bits};
use crate::matcher::CellSet;

/// A cell that can take part, with the cells that may lose their last candidate.
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
            // The third cell is a small one that one of the two sees.
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
    // Without an emptied cell, only cells that see each other could exclude combinations, as pairs
    // do.
    let all = cells.iter().fold(0, |all, base| all | base.digits);
    if excluders.iter().all(|digits| digits & !all != 0) {
        return Vec::new();
    }
    let mut possible = vec![0u32; cells.len()];
    combine(board, cells, excluders, &mut Vec::new(), &mut possible);
    let mut gone = Vec::new();
    for (base, possible) in cells.iter().zip(possible) {
        let digits = bits(base.digits & !possible).map(Digit::new);
        gone.extend(digits.map(|digit| board.candidate(base.cell, digit)));
    }
    gone
}

/// Marks the digits of the possible combinations with this beginning, until each candidate is
/// marked. Returns whether all are.
fn combine(
    board: &Board,
    cells: &[&BaseCell],
    excluders: &[u32],
    chosen: &mut Vec<usize>,
    possible: &mut [u32],
) -> bool {
    let Some(next) = cells.get(chosen.len()) else {
        let used = chosen.iter().fold(0, |used, digit| used | 1 << digit);
        if excluders.iter().all(|digits| digits & !used != 0) {
            for (own, digit) in possible.iter_mut().zip(chosen) {
                *own |= 1 << *digit;
            }
        }
        let mut all = cells.iter().zip(&*possible);
        return all.all(|(base, possible)| base.digits == *possible);
    };
    for digit in bits(next.digits) {
        let mut before = cells.iter().zip(chosen.iter());
        if before.all(|(cell, &other)| other != digit || !board.sees(cell.cell, next.cell)) {
            chosen.push(digit);
            let is_over = combine(board, cells, excluders, chosen, possible);
            chosen.pop();
            if is_over {
                return true;
            }
        }
    }
    false
}
