//! Patterns that are one truth with one candidate left: singles, read off the board at once.
//!
//! Takes a pattern such as `every d in H is at a, place d at a` and a position, gives all its matches without binding one
//! variable after the other: the position keeps the truths with one candidate anyway, and each of them is a match.

use super::cells::{CellSet, HouseSet};
use super::changed::only_truths_matter;
use super::found::{Match, Part};
use super::position::Position;
use super::tables::Tables;
use super::value::Value;
use crate::grid::{Candidate, Group, GroupKind, House};
use crate::lang::ir::{Alternative, Conclusion, Condition, Kinds, Pattern, Sort, Subject, Var};

/// A pattern whose matches are truths with one candidate, which is placed.
#[derive(Clone, Debug)]
pub struct LoneCandidate {
    digit: Var,
    cell: Var,
    truth: LoneTruth,
    /// Whether only a truth that has changed makes a new match.
    only_truths: bool,
}

/// Which truth it is.
#[derive(Clone, Copy, Debug)]
enum LoneTruth {
    /// That of the cell.
    Cell,
    /// That of the cell, which is the only open one in this house.
    LastOf(Var, Kinds),
    /// That of the digit in this house.
    House(Var, Kinds),
}

impl LoneCandidate {
    /// Reads a pattern; `None` if it says more than that, or something else.
    pub fn of(pattern: &Pattern) -> Option<LoneCandidate> {
        let ([every], [Conclusion::Place(digit, cell)]) =
            (pattern.knowledge.as_slice(), pattern.conclusions.as_slice())
        else {
            return None;
        };
        let (digit, cell) = (*digit, *cell);
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
        let house = |var: Var| match sort(var) {
            Sort::House(kinds) => Some(kinds),
            _ => None,
        };
        let inside = |house: Var| Condition::In(cell, house);
        let (truth, conditions) = match (&every.subject, every.alternatives.as_slice()) {
            (Subject::Cells(a), [Alternative::Digit(d)]) if (*a, *d) == (cell, digit) => {
                let only = pattern.conditions.iter().find_map(|c| match c {
                    Condition::OnlyOpen(a, house) if *a == cell => Some(*house),
                    _ => None,
                });
                match only {
                    None => (LoneTruth::Cell, Vec::new()),
                    Some(all) => (
                        LoneTruth::LastOf(all, house(all)?),
                        vec![inside(all), Condition::OnlyOpen(cell, all)],
                    ),
                }
            }
            (Subject::Digits(d, all), [Alternative::Cell(a)]) if (*a, *d) == (cell, digit) => {
                (LoneTruth::House(*all, house(*all)?), vec![inside(*all)])
            }
            _ => return None,
        };
        let says_no_more = pattern.presence.is_empty()
            && pattern.guardians.is_none()
            && pattern.conditions.len() == conditions.len()
            && pattern.conditions.iter().all(|c| conditions.contains(c));
        let vars = 2 + usize::from(!matches!(truth, LoneTruth::Cell));
        let is_single = pattern.variables.len() == vars
            && (pattern.variables.iter()).all(|v| v.size.is_none() && !v.is_target)
            && (sort(digit), sort(cell)) == (Sort::Digit, Sort::Cell);
        (says_no_more && is_single).then(|| LoneCandidate {
            digit,
            cell,
            truth,
            only_truths: only_truths_matter(pattern),
        })
    }

    /// All matches, or those with a truth that changed; `None` where a truth has no candidate left, and so anything would match.
    pub fn find(
        &self,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        pattern: usize,
    ) -> Option<Vec<Match>> {
        let few = position.few();
        if few.any((0, 0), |_| true) != Some(false) {
            return None;
        }
        let board = position.board();
        let mut found: Vec<(Vec<Option<Value>>, Group, Candidate)> = Vec::with_capacity(8);
        let mut add = |group: Group, house: Option<(Var, House)>| {
            let is_old = |since: u32| self.only_truths && !position.has_changed(group, since);
            let Some(candidate) = position.state().single(board, group) else {
                return;
            };
            let (digit, cell) = (board.digit_of(candidate), board.cell_of(candidate));
            if position.is_solved(cell) || since.is_some_and(is_old) {
                return;
            }
            let mut values = vec![None; 2 + usize::from(house.is_some())];
            values[usize::from(self.digit.0)] = Some(Value::Digits(1 << digit.index()));
            values[usize::from(self.cell.0)] = Some(Value::Cells(CellSet::only(cell)));
            if let Some((var, house)) = house {
                values[usize::from(var.0)] = Some(Value::Houses(HouseSet::only(house)));
            }
            found.push((values, group, candidate));
        };
        match self.truth {
            LoneTruth::Cell => {
                for cell in few.cells(1)?.iter() {
                    add(board.cell_group(cell), None);
                }
            }
            LoneTruth::LastOf(var, kinds) => {
                let houses = position.nearly_full().0 & tables.houses_of_kinds(kinds).0;
                for house in HouseSet(houses).iter() {
                    let open = tables.house(house).without(position.solved());
                    let cell = open.first()?;
                    if !position.is_solved_group(board.cell_group(cell)) {
                        add(board.cell_group(cell), Some((var, house)));
                    }
                }
            }
            LoneTruth::House(var, kinds) => {
                let of_kinds = tables.houses_of_kinds(kinds);
                for group in few.truths(1)? {
                    if let GroupKind::House(house, _) = tables.kind(group)
                        && of_kinds.contains(house)
                    {
                        add(group, Some((var, house)));
                    }
                }
            }
        }
        // As if they had been bound one after the other.
        found.sort_unstable();
        let matches = found.into_iter().map(|(bindings, truth, candidate)| Match {
            pattern,
            bindings,
            truths: vec![truth],
            placements: vec![candidate],
            parts: vec![Part {
                truths: vec![truth],
                ..Part::default()
            }],
            ..Match::default()
        });
        Some(matches.collect())
    }
}
