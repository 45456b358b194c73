//! The proof of a capacity argument: bound each digit by a cut, add up.
//!
//! If r2c5 were 3, no layout of 1, 4, 8 or 9 would take two of five cells. Each "at most one" is a
//! count or a cut of the digit's houses. The cells need five digits and there are four, so one
//! count of the cells and the bounds leaves nothing for some cell.

use super::capacity::CapacitySet;
use super::cut::{Bound, Cut};
use super::layouts::{Layouts, Together, full_houses};
use super::places::Places;
use crate::grid::{Board, Candidate, Cell, Digit, Group, State};
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
    let set = match CapacitySet::without_layout(&left) {
        Some(missing) => missing,
        None => CapacitySet::of(weights.to_vec(), &left)?,
    };
    let mut state = state.clone();
    state.place(board, target);
    let end = Contradiction::of(board, &state, &left, &set)?;
    Some([vec![Step::Suppose(target)], end.steps].concat())
}

/// The proof that a state has no solution, as the end of a supposition.
pub struct Contradiction {
    /// Cuts, a count that empties a group, and the group.
    pub steps: Vec<Step>,
    /// The eliminated candidates on which the steps rest.
    pub needs: Vec<Candidate>,
}

impl Contradiction {
    /// The proof by a set whose capacities in the layouts are too small. `None` if no cut proves a
    /// capacity.
    pub fn of(
        board: &Board,
        state: &State,
        layouts: &Layouts,
        set: &CapacitySet,
    ) -> Option<Contradiction> {
        let together = Together::of(board, layouts);
        let mut lines = Lines {
            board,
            steps: Vec::new(),
            names: 0,
        };
        let cells = set.weights.iter().map(|&(cell, weight)| RowTerm {
            set: RowSet::Named(board.group_name(board.cell_group(cell))),
            multiplier: weight,
        });
        let mut terms: Vec<RowTerm> = cells.collect();
        let mut needs = Vec::new();
        for digit in board.digits() {
            let most = set.capacities[digit.index()];
            // A digit without a layout is a contradiction by itself, so other digits are not
            // needed.
            if set.missing().is_some() && most == 0 {
                continue;
            }
            let live = |cell: &Cell| state.is_live(board, board.candidate(*cell, digit));
            let bound = Bound {
                digit,
                places: board.cells().filter(live).collect::<Places>(),
                weights: &set.weights,
                most,
            };
            let cut = bound.prove(board, &together)?;
            needs.extend(bound.needs(board, &cut));
            terms.extend(lines.bound(digit, &cut));
        }
        // The count removes all candidates of a group, so that the supposition is refuted.
        let group = emptied(board, state, set)?;
        let (live, dead) = { board.members(group).iter().copied() }
            .partition::<Vec<Candidate>, _>(|&candidate| state.is_live(board, candidate));
        needs.extend(dead);
        if !live.is_empty() {
            let targets = live;
            (lines.steps).push(Step::Row(RowStep::Count { targets, terms }));
        }
        lines.steps.push(Step::Refuted(group));
        Some(Contradiction {
            steps: lines.steps,
            needs,
        })
    }
}

/// The smallest group that the argument empties: a cell of the set, or a house of the digit that
/// has no layout.
fn emptied(board: &Board, state: &State, set: &CapacitySet) -> Option<Group> {
    let size = |group: &Group| state.mask(*group).count_ones();
    let Some(digit) = set.missing() else {
        let cells = set.weights.iter().map(|(cell, _)| board.cell_group(*cell));
        return cells.min_by_key(size);
    };
    let groups = full_houses(board).map(|house| board.house_group(house, digit));
    groups.min_by_key(size)
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
