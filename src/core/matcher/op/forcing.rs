//! Propagations followed clause by clause.
//!
//! The pattern's clauses name the candidates that exclude others in each truth. The search returns
//! one match for each target. The candidates that a forced candidate excludes are kept as one mask
//! for each group of the board. A truth's remaining candidates are its own mask without these
//! masks.

use std::collections::BTreeSet;

use crate::grid::{Candidate, Group, GroupKind, bits};
use crate::lang::ir::{ForcingClause, PropagationPattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;

/// Above this number of truths, and in patterns with a thread, the number of ways to force
/// candidates is limited. All targets of a state share a budget of ways in equal parts. All ways of
/// a target are counted, also those after the first match. A target that exceeds its share is given
/// up, with or without a match, so the result does not depend on the order of the truths.
///
/// *Rejected*: stopping the search after a number of ways. A board and its transpose are searched
/// in different orders, and would get different grades.
const MAX_UNCOUNTED_TRUTHS: usize = 7;
const MAX_WAYS: usize = 100_000;

/// The search for one target.
pub struct ClauseSearch<'a> {
    pattern: &'a PropagationPattern,
    bindings: Bindings<'a>,
    truths: &'a [Group],
    /// The candidates that the target and each forced candidate exclude.
    excluded: Vec<Vec<u32>>,
    /// The target and the forced candidates.
    known: Vec<Vec<Candidate>>,
    /// The truths of the clauses so far.
    chosen: Vec<Group>,
    /// Number of ways that may still be tried, if ways are counted.
    ways: Option<usize>,
    /// The sets of forced candidates already visited, with their truths if these matter. Used if
    /// ways are counted and the order of steps is free.
    seen: BTreeSet<(Vec<Vec<Candidate>>, Vec<Group>)>,
    /// The bindings of the first match.
    found: Option<Vec<Option<Value>>>,
}

impl<'a> ClauseSearch<'a> {
    /// Calls `found` with the bindings of one match for each target that has one, the first in the
    /// order of the truths.
    pub fn run(
        pattern: &PropagationPattern,
        bindings: &Bindings<'_>,
        truths: &[Group],
        mut found: impl FnMut(&Bindings<'_>),
    ) {
        let is_long = pattern.is_threaded() || pattern.clauses.len() > MAX_UNCOUNTED_TRUTHS;
        let targets: Vec<Candidate> = bindings.position.open_candidates().collect();
        let ways = is_long.then(|| MAX_WAYS / targets.len().max(1));
        for target in targets {
            let mut search = ClauseSearch {
                pattern,
                bindings: bindings.clone(),
                truths,
                excluded: vec![excluded_by(bindings, &[target])],
                known: vec![vec![target]],
                chosen: Vec::new(),
                ways,
                seen: BTreeSet::new(),
                found: None,
            };
            let value = Value::of(bindings.position.board(), &[target]);
            search.bind(pattern.target, value);
            search.step(0);
            if let Some(values) = search.found {
                search.bindings.values = values;
                found(&search.bindings);
            }
        }
    }

    fn bind(&mut self, var: Var, value: Value) {
        self.bindings.values[usize::from(var.0)] = Some(value);
    }

    /// The live candidates of a truth that no excluder excludes.
    fn left(&self, truth: Group, excluders: &[usize]) -> u32 {
        let excluded = |&x: &usize| self.excluded[x][truth.index()];
        let gone = excluders
            .iter()
            .map(excluded)
            .fold(0, |sum, mask| sum | mask);
        self.bindings.mask(truth) & !gone
    }

    /// True if the search has already visited these forced candidates, in another order.
    fn is_visited(&mut self) -> bool {
        if self.ways.is_none() || !self.in_any_order() {
            return false;
        }
        let mut known = self.known[1..].to_vec();
        known.sort_unstable();
        let clauses = self.pattern.clauses.iter().zip(&self.chosen);
        let mut named: Vec<Group> = clauses
            .filter(|(clause, _)| !matches!(clause.subject, Subject::Truth(_)))
            .map(|(_, &truth)| truth)
            .collect();
        named.sort_unstable();
        !self.seen.insert((known, named))
    }

    /// Continues from a clause. Returns true if the search is over.
    fn step(&mut self, depth: usize) -> bool {
        if self.bindings.cache.budget.is_over() {
            return true;
        }
        if self.is_visited() {
            return false;
        }
        match &mut self.ways {
            Some(0) => {
                self.found = None;
                return true;
            }
            Some(ways) => *ways -= 1,
            None => {}
        }
        let pattern = self.pattern;
        let clause = &pattern.clauses[depth];
        // Unless another clause names the truth, all truths that force the same candidate are
        // equivalent.
        let any_truth = matches!(clause.subject, Subject::Truth(_)) && !pattern.is_threaded();
        let mut tried: Vec<Vec<Candidate>> = Vec::new();
        for (truth, thread) in self.ways_on(clause) {
            let left = self.left(truth, &clause.excluders);
            let wanted = match clause.forces {
                None => left == 0,
                Some((_, true)) => true,
                Some((_, false)) => left == 0 || left.is_power_of_two(),
            };
            if !wanted || (clause.forces.is_some() && self.is_out_of_order(depth, truth, left)) {
                continue;
            }
            let before = self.bindings.values.clone();
            if !self.bind_subject(&clause.subject, truth) || !self.bind_thread(clause, thread) {
                self.bindings.values = before;
                continue;
            }
            let Some((var, _)) = clause.forces else {
                self.found.get_or_insert(self.bindings.values.clone());
                // All ways that end at this clause count as one way.
                self.bindings.values = before;
                return self.ways.is_none();
            };
            for forced in self.forced(truth, left) {
                let value = Value::of(self.bindings.position.board(), &forced);
                // A candidate that is already forced adds nothing. The target may be repeated.
                let known = self.in_any_order() && self.known[1..].contains(&forced);
                let again = any_truth && tried.contains(&forced);
                if known || again || !self.fits(var, value) {
                    continue;
                }
                tried.push(forced.clone());
                self.bind(var, value);
                self.excluded.push(excluded_by(&self.bindings, &forced));
                self.known.push(forced);
                self.chosen.push(truth);
                if self.step(depth + 1) {
                    return true;
                }
                self.excluded.pop();
                self.known.pop();
                self.chosen.pop();
                self.bindings.values[usize::from(var.0)] = None;
            }
            self.bindings.values = before;
        }
        false
    }

    /// The truths that may come next, each with the candidate that continues from the literal
    /// before, if the pattern requires one.
    fn ways_on(&self, clause: &ForcingClause) -> Vec<(Group, Option<Candidate>)> {
        let mut ways = Vec::new();
        for &truth in self.truths {
            match (clause.thread, self.known.last().map(Vec::as_slice)) {
                (None, _) => ways.push((truth, None)),
                (Some(_), Some([before])) => {
                    let lefts = self.bindings.excluded_in(truth, *before).into_iter();
                    ways.extend(lefts.map(|left| (truth, Some(left))));
                }
                _ => {}
            }
        }
        ways
    }

    fn bind_thread(&mut self, clause: &ForcingClause, left: Option<Candidate>) -> bool {
        let Some((var, left)) = clause.thread.zip(left) else {
            return clause.thread.is_none();
        };
        let value = Value::of(self.bindings.position.board(), &[left]);
        let fits = self.fits(var, value);
        self.bind(var, value);
        fits
    }

    /// Binds the variables of a truth; false if the truth has another sort.
    fn bind_subject(&mut self, subject: &Subject, truth: Group) -> bool {
        let kind = self.bindings.tables.kind(truth);
        let values = match (subject, kind) {
            (Subject::Truth(var), _) => vec![(*var, Value::Truth(truth))],
            (Subject::Cells(var), GroupKind::Cell(cell)) => {
                vec![(*var, Value::Cells(CellSet::only(cell)))]
            }
            (Subject::Digits(digit, house), GroupKind::House(h, d)) => {
                let kind = self.bindings.position.board().house(h).kind;
                match self.bindings.sort(*house) {
                    Sort::House(kinds) if kinds.contains(kind) => vec![
                        (*digit, Value::Digits(1 << d.index())),
                        (*house, Value::Houses(HouseSet::only(h))),
                    ],
                    _ => return false,
                }
            }
            _ => return false,
        };
        values.into_iter().all(|(var, value)| {
            let fits = match self.bindings.get(var) {
                Some(bound) => *bound == value,
                None => self.fits(var, value),
            };
            self.bind(var, value);
            fits
        })
    }

    /// True if independent steps can be taken in any order.
    fn in_any_order(&self) -> bool {
        self.pattern.symmetric && !self.pattern.is_threaded()
    }

    /// True if the step does not use the previous step. The two steps should then come in the other
    /// order.
    fn is_out_of_order(&self, depth: usize, truth: Group, left: u32) -> bool {
        let Some(&last) = self.chosen.last() else {
            return false;
        };
        let filler = self.known.last() == self.known.first();
        if self.ways.is_some() || !self.in_any_order() || filler || truth > last {
            return false;
        }
        let without: Vec<usize> = (0..depth).collect();
        self.left(truth, &without) == left
    }

    /// The candidates that a truth forces: its last candidate, or groups that contain all its
    /// remaining candidates. If none remains, the clause holds for any candidate.
    fn forced(&self, truth: Group, left: u32) -> Vec<Vec<Candidate>> {
        let board = self.bindings.position.board();
        let position = self.bindings.position;
        if left == 0 {
            return position.open_candidates().map(|c| vec![c]).collect();
        }
        let members = board.members(truth);
        let left: Vec<Candidate> = bits(left).map(|i| members[i]).collect();
        if left.len() == 1 {
            return vec![left];
        }
        let digit = board.digit_of(left[0]);
        let mut groups: Vec<Vec<Candidate>> = Vec::new();
        let shared: Vec<Group> = (board.slots(left[0]).iter())
            .map(|slot| slot.group)
            .filter(|&g| matches!(board.group_kind(g), GroupKind::House(..)))
            .filter(|&g| left.iter().all(|c| board.members(g).contains(c)))
            .collect();
        for (i, &a) in shared.iter().enumerate() {
            for &b in &shared[i + 1..] {
                let group: Vec<Candidate> = (position.state().domain(board, a))
                    .filter(|c| board.members(b).contains(c) && board.digit_of(*c) == digit)
                    .collect();
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
        groups
    }

    /// True if the variable can have this value. Variables of one list must differ.
    fn fits(&self, var: Var, value: Value) -> bool {
        let clash = |other: Var| self.bindings.get(other) == Some(&value);
        !(self.pattern.distinct.iter())
            .any(|&(a, b)| (a == var && clash(b)) || (b == var && clash(a)))
    }
}

/// For each group, the members that all the given candidates exclude.
fn excluded_by(bindings: &Bindings<'_>, candidates: &[Candidate]) -> Vec<u32> {
    let board = bindings.position.board();
    let mut all: Option<Vec<u32>> = None;
    for &candidate in candidates {
        let mut masks = vec![0; board.group_count()];
        for slot in board.slots(candidate) {
            for &other in board.members(slot.group) {
                if other != candidate {
                    for place in board.all_slots(other) {
                        masks[place.group.index()] |= place.bit;
                    }
                }
            }
        }
        all = Some(match all {
            None => masks,
            Some(before) => before.iter().zip(&masks).map(|(a, b)| a & b).collect(),
        });
    }
    all.unwrap_or_default()
}
