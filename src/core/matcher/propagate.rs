//! Looking for patterns in which one truth after the other forces a candidate, until one has none left.
//!
//! Takes such a [`PropagationPattern`], a target with truths and the candidates (or groups) that they force, as whips,
//! braids and mined rules are; gives one match for each target. There are far too many ways to refute the
//! same target to look at all of them, and one is as good as another.
//!
//! Where every truth has the help of all that was forced before, the pattern is a braid, or a whip if each truth
//! also goes on from the candidate just before it (that one excludes a candidate of the truth, which the pattern
//! names): those are found by [`propagate`](crate::propagate), whatever their length. Patterns that say
//! which candidate helps where, or speak of cells and digits, are followed clause by clause; and whips where singles have
//! not been placed, for there are more of them than the scale of whips counts: a truth with one candidate can be
//! gone through just to return to a literal.

use super::bindings::Bindings;
use super::clauses::ClauseSearch;
use super::grouped_braid::GroupedBraids;
use super::value::Value;
use crate::grid::{Candidate, Group};
use crate::lang::ir::{ForcingClause, PropagationPattern, Subject, Var};
use crate::propagate::RefutationKind;

impl PropagationPattern {
    /// How many truths it has, if it is a braid or a whip: any truths may force candidates, each with the
    /// help of all that were forced before.
    pub fn length_of_braid(&self) -> Option<(RefutationKind, usize)> {
        let is_plain = |clause: &ForcingClause| {
            let single = clause.forces.is_none_or(|(_, group)| !group);
            single && matches!(clause.subject, Subject::Truth(_))
        };
        let threads: Vec<Var> = self.clauses.iter().filter_map(|c| c.thread).collect();
        let is_thread = |&(a, b): &(Var, Var)| threads.contains(&a) && threads.contains(&b);
        let is_braid = self.symmetric
            && self.distinct.iter().all(is_thread)
            && self.clauses.iter().all(is_plain);
        let kind = match self.is_threaded() {
            true => RefutationKind::Whip,
            false => RefutationKind::Braid,
        };
        is_braid.then_some((kind, self.clauses.len()))
    }

    /// What a braid's variables are bound to by a refutation that is no longer than it.
    pub fn values_of_braid(
        &self,
        bindings: &Bindings<'_>,
        target: Candidate,
        forced: Vec<(Vec<Candidate>, Group)>,
        empty: Group,
    ) -> Option<Vec<Value>> {
        let board = bindings.position.board();
        // Where the refutation is shorter, the target stands for what is not needed: in its own cell
        // it is all that it leaves over.
        let missing = self.clauses.len().checked_sub(forced.len() + 1)?;
        let filler = (vec![target], board.cell_group(board.cell_of(target)));
        let chain: Vec<_> = std::iter::repeat_n(filler, missing)
            .chain(forced)
            .chain([(Vec::new(), empty)])
            .collect();
        let mut values = vec![None; bindings.variables.len()];
        let mut bind = |var: Var, value: Value| values[usize::from(var.0)] = Some(value);
        bind(self.target, Value::of(board, &[target]));
        for (clause, (candidates, truth)) in self.clauses.iter().zip(&chain) {
            let Subject::Truth(var) = clause.subject else {
                return None;
            };
            bind(var, Value::Truth(*truth));
            if let Some((var, _)) = clause.forces {
                bind(var, Value::of(board, candidates));
            }
        }
        if self.is_threaded() {
            let literals = chain.iter().filter_map(|(c, _)| c.first()).copied();
            let literals = std::iter::once(target).chain(literals);
            let truths = chain.iter().map(|&(_, truth)| truth);
            let lefts = lefts(bindings, literals.zip(truths))?;
            let threads = self.clauses.iter().filter_map(|c| c.thread);
            for (var, left) in threads.zip(lefts) {
                bind(var, Value::of(board, &[left]));
            }
        }
        values.into_iter().collect()
    }

    /// Calls `found` with the bindings of one match for each target that has one.
    pub fn run(&self, bindings: &Bindings<'_>, mut found: impl FnMut(&Bindings<'_>)) {
        let position = bindings.position;
        let (board, state) = (position.board(), position.state());
        let truths: Vec<Group> = position.open_truths().collect();
        if !self.is_grouped_braid() {
            ClauseSearch::run(self, bindings, &truths, found);
            return;
        }
        let mut braids = GroupedBraids::new(board, state, &truths);
        // Where a truth is empty from the beginning, everything is refuted by it.
        let empty = truths.iter().find(|&&truth| state.mask(truth) == 0);
        for target in position.open_candidates() {
            if bindings.cache.budget.is_over_now() {
                return;
            }
            let refutation = match empty {
                Some(&empty) => Some((Vec::new(), empty)),
                None => braids.refute(target, self.clauses.len() - 1),
            };
            let values = refutation
                .and_then(|(forced, empty)| self.values_of_braid(bindings, target, forced, empty));
            if let Some(values) = values {
                let mut bound = bindings.clone();
                bound.values = values.into_iter().map(Some).collect();
                found(&bound);
            }
        }
    }

    /// Whether any truths may force groups, each with the help of all that were forced before.
    fn is_grouped_braid(&self) -> bool {
        let is_grouped = |clause: &ForcingClause| {
            let grouped = clause.forces.is_none_or(|(_, group)| group);
            grouped && matches!(clause.subject, Subject::Truth(_))
        };
        self.symmetric
            && !self.is_threaded()
            && self.distinct.is_empty()
            && self.clauses.iter().all(is_grouped)
    }
}

/// For each literal of a whip and the truth after it, a candidate of the truth that the literal excludes, each
/// of them another.
fn lefts(
    bindings: &Bindings<'_>,
    links: impl Iterator<Item = (Candidate, Group)>,
) -> Option<Vec<Candidate>> {
    fn choose(options: &[Vec<Candidate>], chosen: &mut Vec<Candidate>) -> bool {
        let Some(next) = options.get(chosen.len()) else {
            return true;
        };
        next.iter().any(|&left| {
            if chosen.contains(&left) {
                return false;
            }
            chosen.push(left);
            let done = choose(options, chosen);
            if !done {
                chosen.pop();
            }
            done
        })
    }
    let options = links.map(|(before, truth)| bindings.excluded_in(truth, before));
    let options: Vec<Vec<Candidate>> = options.collect();
    let mut chosen = Vec::new();
    choose(&options, &mut chosen).then_some(chosen)
}
