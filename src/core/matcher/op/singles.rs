//! Patterns that are one truth with one candidate left: singles, read off the board at once.
//!
//! Takes a pattern such as `every d in H is at a, place d at a` and a position, gives all its matches without binding one
//! variable after the other: the position keeps the truths with one candidate anyway, and each of them is a match.

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, House};
use crate::lang::ir::{Alternative, Conclusion, Condition, Kinds, Pattern, Sort, Subject, Var};
use crate::matcher::explain::found::{Match, Part};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::query::delta::only_truths_matter;

/// A truth with one candidate: a match in few words. Most of what is found is found by way of other houses too and never told of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LoneFound {
    /// The candidate, which is placed.
    pub candidate: Candidate,
    /// The truth.
    pub truth: Group,
    /// Its cell and its digit.
    pub cell: Cell,
    digit: Digit,
    /// The house that the pattern speaks of, if it does.
    house: Option<House>,
    /// Where it stands among the others, by what the variables are bound to.
    order: [u16; 3],
}

/// A pattern whose matches are truths with one candidate, which is placed.
#[derive(Clone, Copy, Debug)]
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
    ) -> Option<Vec<LoneFound>> {
        let few = position.few();
        if few.any_empty() {
            return None;
        }
        let board = position.board();
        let mut found: Vec<LoneFound> = Vec::new();
        let mut add = |truth: Group, house: Option<House>| {
            let is_old = |since: u32| self.only_truths && !position.has_changed(truth, since);
            let Some(candidate) = position.state().single(board, truth) else {
                return;
            };
            let (digit, cell) = (board.digit_of(candidate), board.cell_of(candidate));
            if position.is_solved(cell) || since.is_some_and(is_old) {
                return;
            }
            let mut order = [0; 3];
            order[usize::from(self.digit.0)] = digit.index() as u16;
            order[usize::from(self.cell.0)] = CellSet::rank(cell);
            if let (Some(house), Some(var)) = (house, self.house()) {
                order[usize::from(var.0)] = house.index() as u16;
            }
            found.push(LoneFound {
                candidate,
                truth,
                cell,
                digit,
                house,
                order,
            });
        };
        match self.truth {
            LoneTruth::Cell => {
                for cell in few.cells(1)?.iter() {
                    add(board.cell_group(cell), None);
                }
            }
            LoneTruth::LastOf(_, kinds) => {
                let houses = position.nearly_full().0 & tables.houses_of_kinds(kinds).0;
                for house in HouseSet(houses).iter() {
                    let open = tables.house(house).without(position.solved());
                    let cell = open.first()?;
                    if !position.is_solved_group(board.cell_group(cell)) {
                        add(board.cell_group(cell), Some(house));
                    }
                }
            }
            LoneTruth::House(_, kinds) => {
                let of_kinds = tables.houses_of_kinds(kinds);
                for group in few.truths(1)? {
                    if let GroupKind::House(house, _) = tables.kind(group)
                        && of_kinds.contains(house)
                    {
                        add(group, Some(house));
                    }
                }
            }
        }
        // As if they had been bound one after the other.
        found.sort_unstable_by_key(|lone| lone.order);
        Some(found)
    }

    fn house(&self) -> Option<Var> {
        match self.truth {
            LoneTruth::Cell => None,
            LoneTruth::LastOf(var, _) | LoneTruth::House(var, _) => Some(var),
        }
    }

    /// Whether two matches can be of the same truth.
    pub fn may_repeat(&self) -> bool {
        matches!(self.truth, LoneTruth::LastOf(..))
    }

    /// The same in full, of this pattern.
    pub fn in_full(&self, lone: LoneFound, pattern: usize) -> Match {
        let mut bindings = vec![None; 2 + usize::from(lone.house.is_some())];
        bindings[usize::from(self.digit.0)] = Some(Value::Digits(1 << lone.digit.index()));
        bindings[usize::from(self.cell.0)] = Some(Value::Cells(CellSet::only(lone.cell)));
        if let (Some(house), Some(var)) = (lone.house, self.house()) {
            bindings[usize::from(var.0)] = Some(Value::Houses(HouseSet::only(house)));
        }
        Match {
            pattern,
            bindings,
            truths: vec![lone.truth],
            placements: vec![lone.candidate],
            parts: vec![Part {
                truths: vec![lone.truth],
                ..Part::default()
            }],
            ..Match::default()
        }
    }
}
