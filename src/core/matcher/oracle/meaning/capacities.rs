//! Capacities: the meaning of `every candidate of S is in K` with `|K| = |S|`, and of `eliminate
//! candidates excluded by K`.
//!
//! A *layout* of a digit is a way to place it: live candidates, one in each house that must hold
//! the digit, no two in one house. The *capacity* of a digit is the most cells of S that any of its
//! layouts takes. The digit's places in the solution are a layout, so the solution has it in at
//! most that many of the cells.
//!
//! `|K|` is the sum of the capacities of all digits. If it equals the number of cells, each digit
//! takes exactly its capacity. K therefore *excludes*
//!
//! - a candidate with which a digit with a capacity of 1 or more has no layout that takes as many
//!   of the cells as its capacity: a layout of the candidate's own digit must take its cell, a
//!   layout of another digit must not;
//! - a candidate of the cells whose digit has capacity 0.
//!
//! Capacities do not exist if a digit has no layout, or more than [`MAX_LAYOUTS`], or if the board
//! has more than [`Places::MAX_CELLS`] cells or [`MAX_HOUSES`] houses that must hold a digit.

use std::collections::BTreeSet;

use super::Reading;
use crate::grid::{Board, Candidate, Cell, Digit, Group, GroupKind};
use crate::lang::ir::{CapacityCount, Var};
use crate::layout::{MAX_HOUSES, MAX_LAYOUTS, Places};
use crate::matcher::explain::matches::FilledCells;
use crate::matcher::index::position::Position;

/// The cells of one layout.
type Layout = BTreeSet<Cell>;

/// All layouts of each digit.
pub(super) struct LayoutMeaning(Vec<Vec<Layout>>);

impl LayoutMeaning {
    /// The layouts of a position, if they exist and are within the limits.
    pub(super) fn of(position: &Position) -> Option<LayoutMeaning> {
        let board: &Board = position.board();
        if board.cell_count() > Places::MAX_CELLS {
            return None;
        }
        let of_digit = |digit: Digit| {
            let is_live = |c: &Cell| position.state().is_live(board, board.candidate(*c, digit));
            let live: Layout = board.cells().filter(is_live).collect();
            let must_hold = |group: &Group| match board.group_kind(*group) {
                GroupKind::House(_, of) => of == digit && board.is_truth(*group),
                GroupKind::Cell(_) | GroupKind::Derived => false,
            };
            let cells = |group: Group| -> Layout {
                { board.members(group).iter() }
                    .map(|&c| board.cell_of(c))
                    .collect()
            };
            let houses: Vec<Layout> = board.groups().filter(must_hold).map(cells).collect();
            if houses.len() > MAX_HOUSES {
                return None;
            }
            let mut found = Vec::new();
            extend(&houses, &live, &Layout::new(), &mut found);
            (1..=MAX_LAYOUTS).contains(&found.len()).then_some(found)
        };
        board
            .digits()
            .map(of_digit)
            .collect::<Option<_>>()
            .map(LayoutMeaning)
    }
}

/// Adds the layouts that extend `taken`, house by house; stops when there are too many.
fn extend(houses: &[Layout], live: &Layout, taken: &Layout, found: &mut Vec<Layout>) {
    let open = |house: &&Layout| house.is_disjoint(taken);
    let choices = |house: &&Layout| house.intersection(live).count();
    if found.len() > MAX_LAYOUTS {
        return;
    }
    let Some(house) = houses.iter().filter(open).min_by_key(choices) else {
        return found.push(taken.clone());
    };
    for &cell in house.intersection(live) {
        let with_it = houses.iter().filter(|house| house.contains(&cell));
        let seen: Layout = with_it.flatten().copied().collect();
        let left = live.difference(&seen).copied().collect();
        let mut taken = taken.clone();
        taken.insert(cell);
        extend(houses, &left, &taken, found);
    }
}

impl Reading<'_> {
    /// True if the capacities add up to the sizes of the sets, and none exceeds its limit.
    pub(super) fn is_full(&self, count: &CapacityCount) -> bool {
        let size = |v: &Var| self.value(*v).size() as i64;
        let wanted = count.sizes.iter().map(size).sum::<i64>() + i64::from(count.plus);
        let Some(capacities) = self.capacities(&self.all_cells(&count.cells)) else {
            return false;
        };
        let may_be = |capacity: &usize| count.most.is_none_or(|most| *capacity <= most as usize);
        capacities.iter().all(may_be) && capacities.iter().sum::<usize>() as i64 == wanted
    }

    /// The capacity of each digit in the cells.
    fn capacities(&self, cells: &BTreeSet<Cell>) -> Option<Vec<usize>> {
        let LayoutMeaning(layouts) = self.known.layouts()?;
        let most = |of: &Vec<Layout>| {
            let taken = of.iter().map(|layout| layout.intersection(cells).count());
            taken.max().unwrap_or_default()
        };
        Some(layouts.iter().map(most).collect())
    }

    /// The cells with the capacities of their candidates' digits.
    pub fn filled(&self, cells: &[Var]) -> FilledCells {
        let cells = self.all_cells(cells);
        let capacities = self.capacities(&cells).unwrap_or_default();
        let is_there = |(digit, _): &(Digit, usize)| {
            let mut candidates = cells
                .iter()
                .map(|&cell| self.board().candidate(cell, *digit));
            candidates.any(|candidate| self.is_live(candidate))
        };
        let capacities = self.board().digits().zip(capacities);
        FilledCells {
            capacities: capacities.filter(is_there).collect(),
            cells: cells.into_iter().collect(),
        }
    }

    /// The live candidates that the capacities of the cells exclude.
    pub(super) fn unfit(&self, cells: &BTreeSet<Cell>) -> Vec<Candidate> {
        let board = self.board();
        let Some((capacities, LayoutMeaning(layouts))) =
            self.capacities(cells).zip(self.known.layouts())
        else {
            return Vec::new();
        };
        let is_excluded = |candidate: &Candidate| {
            let (cell, digit) = (board.cell_of(*candidate), board.digit_of(*candidate));
            let takes_fewer = |other: Digit| {
                let most = capacities[other.index()];
                let fits = |layout: &Layout| {
                    layout.contains(&cell) == (other == digit)
                        && layout.intersection(cells).count() == most
                };
                most > 0 && !layouts[other.index()].iter().any(fits)
            };
            let has_no_room = capacities[digit.index()] == 0 && cells.contains(&cell);
            has_no_room || board.digits().any(takes_fewer)
        };
        let live = self.known.position.state().candidates(board);
        live.filter(is_excluded).collect()
    }
}
