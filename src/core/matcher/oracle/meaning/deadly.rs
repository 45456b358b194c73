//! Deadly sets by definition: all fillings of the cells are compared with each other.

use std::collections::BTreeSet;

use super::{Reading, sets};
use crate::grid::{Candidate, Cell, Digit, Group, GroupKind};
use crate::lang::ir::{Condition, Var};
use crate::matcher::op::deadly::DeadlyCells;

impl Reading<'_> {
    pub(super) fn all_digits(&self, vars: &[Var]) -> BTreeSet<Digit> {
        vars.iter().flat_map(|&v| self.digits(v)).collect()
    }

    pub(super) fn all_cells(&self, vars: &[Var]) -> BTreeSet<Cell> {
        vars.iter().flat_map(|&v| self.cells(v)).collect()
    }

    /// True if the digits can fill the cells, each filling can be exchanged for another one, and
    /// the cells belong together. A filling has no digit twice in a house. An exchange keeps the
    /// digits of each house. No cell may be alone in a house, and no part of the cells may be apart
    /// from the rest.
    pub(super) fn is_deadly(&self, digits: &BTreeSet<Digit>, cells: &BTreeSet<Cell>) -> bool {
        let mut ways: Vec<Vec<Candidate>> = vec![Vec::new()];
        for &cell in cells {
            let possible = |d: &&Digit| self.known.position.possible(cell) & (1 << d.index()) != 0;
            let more = |way: &Vec<Candidate>| {
                let candidates = digits.iter().filter(possible);
                let candidates = candidates.map(|&d| self.board().candidate(cell, d));
                let fitting = candidates
                    .filter(|&c| way.iter().all(|&other| !self.board().exclude(c, other)))
                    .map(|c| [way.as_slice(), &[c]].concat());
                fitting.collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(more).collect();
        }
        let houses = |way: &Vec<Candidate>| {
            let groups = way.iter().flat_map(|&c| self.board().slots(c));
            let of_houses = groups
                .map(|slot| slot.group)
                .filter(|&g| matches!(self.board().group_kind(g), GroupKind::House(..)));
            of_houses.collect::<BTreeSet<Group>>()
        };
        let given: Vec<BTreeSet<Group>> = ways.iter().map(houses).collect();
        let alone = |cell: &Cell| {
            self.board().houses_of(*cell).iter().any(|&house| {
                let others = &self.board().house(house).cells;
                !others.iter().any(|c| c != cell && cells.contains(c))
            })
        };
        let mut reached: BTreeSet<Cell> = cells.first().copied().into_iter().collect();
        for _ in cells {
            let near = |c: &&Cell| reached.iter().any(|&other| self.board().sees(**c, other));
            let near: Vec<Cell> = cells.iter().filter(near).copied().collect();
            reached.extend(near);
        }
        let shared = |one: &BTreeSet<Group>| given.iter().filter(|other| *other == one).count() > 1;
        !given.is_empty()
            && given.iter().all(shared)
            && !cells.iter().any(alone)
            && reached == *cells
    }

    /// The open cells as a grave: each cell has two candidates, and each digit has two places or
    /// none in each house. To get there, only the given digits may be left out, and only in the
    /// given cells. A house has no place for a digit that it need not hold or holds already.
    /// Returns the first of several ways.
    fn all_but(
        &self,
        digits: &BTreeSet<Digit>,
        cells: &BTreeSet<Cell>,
    ) -> Option<Vec<(Cell, u32)>> {
        let mut ways: Vec<Vec<(Cell, u32)>> = vec![Vec::new()];
        let open = |c: &Cell| !self.known.position.is_solved(*c);
        for cell in self.board().cells().filter(open) {
            let here = self
                .open_candidates()
                .into_iter()
                .filter(|&c| self.board().cell_of(c) == cell);
            let here: Vec<Digit> = here.map(|c| self.board().digit_of(c)).collect();
            let may_go = |d: &Digit| cells.contains(&cell) && digits.contains(d);
            let fits = |two: &Vec<Digit>| {
                let gone = here.iter().filter(|d| !two.contains(d));
                gone.clone().all(may_go) && (gone.count() > 0) == cells.contains(&cell)
            };
            let mask = |two: Vec<Digit>| two.iter().fold(0, |mask, d| mask | 1 << d.index());
            let kept = sets(here.clone(), 2, 2).into_iter().filter(fits).map(mask);
            let kept: Vec<u32> = kept.collect();
            let more = |way: &Vec<(Cell, u32)>| {
                let way = way.clone();
                let longer = kept
                    .iter()
                    .map(move |&two| [&way[..], &[(cell, two)]].concat());
                longer.collect::<Vec<_>>()
            };
            ways = ways.iter().flat_map(more).collect();
        }
        let even = |way: &Vec<(Cell, u32)>| {
            self.board().houses().iter().all(|house| {
                self.board().digits().all(|digit| {
                    let has = |(cell, two): &&(Cell, u32)| {
                        house.cells.contains(cell) && two & (1 << digit.index()) != 0
                    };
                    let is_solved = |cell: &Cell| {
                        let candidate = self.board().candidate(*cell, digit);
                        !open(cell) && self.is_live(candidate)
                    };
                    let is_needed = house.cells.len() == self.board().size()
                        && !house.cells.iter().any(is_solved);
                    match way.iter().filter(has).count() {
                        0 => true,
                        2 => is_needed,
                        _ => false,
                    }
                })
            })
        };
        if !cells.iter().all(open) {
            return None;
        }
        ways.into_iter().filter(even).min()
    }

    /// The deadly cells of a condition.
    pub(in super::super) fn deadly(&self, condition: &Condition) -> Option<DeadlyCells> {
        match condition {
            Condition::Deadly { digits, cells } => {
                let digits = self.all_digits(digits);
                let mask = digits.iter().fold(0, |mask, d| mask | 1 << d.index());
                let cells = self.all_cells(cells).into_iter();
                let cells = cells.map(|cell| (cell, mask)).collect();
                Some(DeadlyCells { cells })
            }
            Condition::DeadlyBut { digits, cells } => {
                let all_but = self.all_but(&self.all_digits(digits), &self.all_cells(cells));
                all_but.map(|cells| DeadlyCells { cells })
            }
            _ => None,
        }
    }
}
