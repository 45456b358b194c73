//! Singles: truths with one candidate, read from the index of small truths.
//!
//! *Binds* the digit, the cell and the house of `every d in H is at a, place d at a`. *Discharges*
//! the clause, that the cell is in the house, and the delta. *Order*: by values. *Cost*: one step
//! for each truth with one candidate. *Falls back to* the next plan if a truth is empty, because
//! then any value matches.

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, House};
use crate::lang::ir::{Alternative, Conclusion, Condition, Kinds, Pattern, Sort, Subject, Var};
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::explain::matches::{Match, Part};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::delta::only_truths_matter;

/// Number of variables that this operator can bind.
const MAX_BOUND_VARIABLES: usize = 4;

/// A match of a single in compact form. Most singles are found in several houses, and only one of
/// these matches is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingleMatch {
    /// The candidate to place.
    pub candidate: Candidate,
    /// The truth with one candidate.
    pub truth: Group,
    /// Cell and digit of the candidate.
    cell: Cell,
    digit: Digit,
    /// The house of the pattern, if it has one.
    house: Option<House>,
    /// Sort key: the values of the variables.
    order: [u16; MAX_BOUND_VARIABLES],
}

/// A pattern whose matches are truths with one candidate. The candidate is placed.
#[derive(Clone, Copy, Debug)]
pub struct Singles {
    digit: Var,
    cell: Var,
    truth: SingleTruth,
    /// Index of the clause.
    clause: usize,
    /// True if a new match needs a truth that has changed.
    only_truths: bool,
}

/// The truth of a single.
#[derive(Clone, Copy, Debug)]
enum SingleTruth {
    /// The cell.
    Cell,
    /// The cell, which is the only open one in this house.
    LastOf(Var, Kinds),
    /// The digit in this house.
    House(Var, Kinds),
}

/// Operator for patterns that place the only candidate of a truth.
pub const SINGLES: Operator = Operator {
    name: "singles",
    recognise: |pattern| sources(Singles::of(pattern)),
};

impl RowSource for Singles {
    fn name(&self) -> &'static str {
        "singles"
    }

    fn binds(&self) -> Vec<Var> {
        let house = self.house().into_iter();
        [self.digit, self.cell].into_iter().chain(house).collect()
    }

    fn leads(&self) -> bool {
        true
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        match constraint {
            Constraint::Clause(partial) => partial.clause == self.clause,
            Constraint::Condition(at) => self.conditions().contains(&pattern.conditions[*at]),
            Constraint::ChangedTruth | Constraint::ChangedHouses(_) => self.only_truths,
            _ => false,
        }
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let (tables, position) = (exec.bindings.tables, exec.bindings.position);
        let Some(found) = self.find(tables, position, exec.since.map(|since| since.age)) else {
            return Rows::Declined;
        };
        for single in found {
            for (var, value) in self.values(single) {
                exec.bindings.values[usize::from(var.0)] = Some(value);
            }
            row(exec);
        }
        Rows::All
    }
}

impl Singles {
    /// Finds the truth in a pattern.
    pub fn of(pattern: &Pattern) -> Option<Singles> {
        let [Conclusion::Place(digit, cell)] = pattern.conclusions.as_slice() else {
            return None;
        };
        let (digit, cell) = (*digit, *cell);
        let is = |var: Var, sort| pattern.is_one(var, sort) && !pattern.variable(var).is_target;
        let house = |var: Var| match pattern.sort(var) {
            Sort::House(kinds) => is(var, Sort::House(kinds)).then_some(kinds),
            _ => None,
        };
        let clauses = pattern.knowledge.iter().enumerate();
        let found = { clauses }.find_map(|(clause, every)| {
            let truth = match (&every.subject, every.alternatives.as_slice()) {
                (Subject::Cells(a), [Alternative::Digit(d)]) if (*a, *d) == (cell, digit) => {
                    let only = pattern.conditions.iter().find_map(|c| match c {
                        Condition::OnlyOpen(a, house) if *a == cell => Some(*house),
                        _ => None,
                    });
                    match only {
                        None => SingleTruth::Cell,
                        Some(all) => SingleTruth::LastOf(all, house(all)?),
                    }
                }
                (Subject::Digits(d, all), [Alternative::Cell(a)]) if (*a, *d) == (cell, digit) => {
                    SingleTruth::House(*all, house(*all)?)
                }
                _ => return None,
            };
            Some((clause, truth))
        });
        let (clause, truth) = found?;
        let single = Singles {
            digit,
            cell,
            truth,
            clause,
            only_truths: only_truths_matter(pattern),
        };
        let small = |var: Var| usize::from(var.0) < MAX_BOUND_VARIABLES;
        let is_single = is(digit, Sort::Digit) && is(cell, Sort::Cell);
        (is_single && single.binds().into_iter().all(small)).then_some(single)
    }

    /// True if the pattern has no other clauses, so that truth and candidate determine the match.
    pub fn is_whole(&self, pattern: &Pattern) -> bool {
        let conditions = self.conditions();
        pattern.presence.is_empty()
            && pattern.guardians.is_none()
            && pattern.knowledge.len() == 1
            && pattern.conditions.len() == conditions.len()
            && pattern.conditions.iter().all(|c| conditions.contains(c))
            && pattern.variables.len() == self.binds().len()
    }

    /// The conditions that each match satisfies.
    fn conditions(&self) -> Vec<Condition> {
        let cell = self.cell;
        match self.truth {
            SingleTruth::Cell => Vec::new(),
            SingleTruth::LastOf(house, _) => {
                vec![Condition::In(cell, house), Condition::OnlyOpen(cell, house)]
            }
            SingleTruth::House(house, _) => vec![Condition::In(cell, house)],
        }
    }

    /// The values of the variables.
    fn values(&self, single: SingleMatch) -> impl Iterator<Item = (Var, Value)> {
        let house = |house| Value::Houses(HouseSet::only(house));
        let values = [
            (self.digit, Value::Digits(1 << single.digit.index())),
            (self.cell, Value::Cells(CellSet::only(single.cell))),
        ];
        let house = self.house().zip(single.house.map(house));
        values.into_iter().chain(house)
    }

    /// All singles, or those with a truth that changed; `None` if a truth has no candidate left.
    pub fn find(
        &self,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
    ) -> Option<Vec<SingleMatch>> {
        let few = position.small_truths();
        if few.any_empty() {
            return None;
        }
        let board = position.board();
        let mut found: Vec<SingleMatch> = Vec::new();
        let mut add = |truth: Group, house: Option<House>| {
            let is_old = |since: u32| self.only_truths && !position.has_changed(truth, since);
            let Some(candidate) = position.state().single(board, truth) else {
                return;
            };
            let (digit, cell) = (board.digit_of(candidate), board.cell_of(candidate));
            if position.is_solved(cell) || since.is_some_and(is_old) {
                return;
            }
            let mut order = [0; MAX_BOUND_VARIABLES];
            order[usize::from(self.digit.0)] = digit.index() as u16;
            order[usize::from(self.cell.0)] = CellSet::rank(cell);
            if let (Some(house), Some(var)) = (house, self.house()) {
                order[usize::from(var.0)] = house.index() as u16;
            }
            found.push(SingleMatch {
                candidate,
                truth,
                cell,
                digit,
                house,
                order,
            });
        };
        match self.truth {
            SingleTruth::Cell => {
                for cell in few.cells(1)?.iter() {
                    add(board.cell_group(cell), None);
                }
            }
            SingleTruth::LastOf(_, kinds) => {
                let houses = position.nearly_full().0 & tables.houses_of_kinds(kinds).0;
                for house in HouseSet(houses).iter() {
                    let open = tables.house(house).without(position.solved());
                    let cell = open.first()?;
                    if !position.is_solved_group(board.cell_group(cell)) {
                        add(board.cell_group(cell), Some(house));
                    }
                }
            }
            SingleTruth::House(_, kinds) => {
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
        // Sorted in the order in which a plan would bind the variables.
        found.sort_unstable_by_key(|single| single.order);
        Some(found)
    }

    fn house(&self) -> Option<Var> {
        match self.truth {
            SingleTruth::Cell => None,
            SingleTruth::LastOf(var, _) | SingleTruth::House(var, _) => Some(var),
        }
    }

    /// True if two matches can have the same truth.
    pub fn may_repeat(&self) -> bool {
        matches!(self.truth, SingleTruth::LastOf(..))
    }

    /// The full match of a pattern without [other clauses](Self::is_whole).
    pub fn full_match(&self, single: SingleMatch, pattern: usize) -> Match {
        let mut bindings = vec![None; self.binds().len()];
        for (var, value) in self.values(single) {
            bindings[usize::from(var.0)] = Some(value);
        }
        Match {
            pattern,
            bindings,
            truths: vec![single.truth],
            placements: vec![single.candidate],
            parts: vec![Part {
                truths: vec![single.truth],
                ..Part::default()
            }],
            ..Match::default()
        }
    }
}
