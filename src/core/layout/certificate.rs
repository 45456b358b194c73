//! The proof of a capacity argument: suppose the candidate, bound each digit by a cut, add up.
//!
//! If r2c5 were 3, no layout of 1, 4, 8 or 9 would take two of five cells. Each "at most one" is a
//! count or a cut of the digit's houses. The cells need five digits and there are four, so one
//! count of the cells and the bounds leaves nothing for some cell.

use super::capacity::CapacitySet;
use super::cut::{Bound, Cut};
use super::layouts::{Layouts, Together};
use super::places::Places;
use crate::grid::{Board, Candidate, Cell, Digit, State};
use crate::proof::{RowSet, RowStep, RowTerm, Step};

/// The steps that refute a candidate by a set of cells with weights. `layouts` are those of the
/// state, or of an earlier state with more candidates. `None` if the capacities are not too small,
/// or if no cut proves one of them.
pub fn certificate(
    board: &Board,
    state: &State,
    layouts: &Layouts,
    target: Candidate,
    weights: &[(Cell, i64)],
) -> Option<Vec<Step>> {
    let left = layouts.supposing(board, target);
    let set = CapacitySet::of(weights.to_vec(), &left)?;
    let together = Together::of(board, &left);
    let mut state = state.clone();
    state.place(board, target);
    let mut lines = Lines {
        board,
        steps: vec![Step::Suppose(target)],
        names: 0,
    };
    let cells = weights.iter().map(|&(cell, weight)| RowTerm {
        set: RowSet::Named(board.group_name(board.cell_group(cell))),
        multiplier: weight,
    });
    let mut terms: Vec<RowTerm> = cells.collect();
    for digit in board.digits() {
        let live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
        let bound = Bound {
            digit,
            places: board.cells().filter(live).collect::<Places>(),
            weights,
            most: set.capacities[digit.index()],
        };
        let cut = bound.prove(board, &together)?;
        terms.extend(lines.bound(digit, &cut));
    }
    // The count removes every candidate of a cell, which refutes the supposed candidate.
    let size = |&cell: &Cell| state.digits(board, cell).count_ones();
    let cell = weights.iter().map(|(cell, _)| *cell).min_by_key(size)?;
    let targets: Vec<Candidate> = state.domain(board, board.cell_group(cell)).collect();
    if !targets.is_empty() {
        (lines.steps).push(Step::Row(RowStep::Count { targets, terms }));
    }
    lines.steps.push(Step::Refuted(board.cell_group(cell)));
    Some(lines.steps)
}

/// The lines of a proof in the order of the file.
struct Lines<'b> {
    board: &'b Board,
    steps: Vec<Step>,
    names: usize,
}

impl Lines<'_> {
    /// The terms of a count for a bound. A cut with a divisor becomes a line of its own.
    fn bound(&mut self, digit: Digit, cut: &Cut) -> Vec<RowTerm> {
        let mut terms: Vec<RowTerm> = { cut.houses.iter() }
            .map(|&(house, times)| RowTerm {
                set: RowSet::Named(self.board.group_name(self.board.house_group(house, digit))),
                multiplier: -times,
            })
            .collect();
        for (inner, times) in &cut.cuts {
            let inner = self.bound(digit, inner);
            terms.extend(inner.into_iter().map(|term| RowTerm {
                multiplier: term.multiplier * times,
                ..term
            }));
        }
        if cut.divisor == 1 {
            return terms;
        }
        self.names += 1;
        let name = format!("k{}", self.names);
        self.steps.push(Step::Row(RowStep::Cut {
            name: name.clone(),
            divisor: cut.divisor,
            terms,
        }));
        vec![RowTerm {
            set: RowSet::Named(name),
            multiplier: -1,
        }]
    }
}
