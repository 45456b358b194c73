//! Patterns in which one truth after the other forces a candidate, until one has none left.
//!
//! Takes a pattern of a target, truths and the candidates (or groups) that they force, as whips,
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
use super::cells::CellSet;
use super::clauses::ClauseSearch;
use super::grouped_braid::GroupedBraids;
use super::value::Value;
use crate::grid::{Board, Candidate, Group};
use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Sort, Subject, Var};
use crate::lang::vars::subject_vars;
use crate::propagate::RefutationKind;

/// How such a pattern is searched for.
#[derive(Clone, Debug)]
pub struct PropagationPattern {
    /// The variable of what is refuted.
    pub target: Var,
    /// The clauses, in an order in which each knows its excluders.
    pub clauses: Vec<ForcingClause>,
    /// Variables that must be bound to different things.
    pub distinct: Vec<(Var, Var)>,
    /// Whether every clause has the target and all earlier candidates to exclude others, so that
    /// steps that do not depend on each other can be taken in any order.
    pub symmetric: bool,
}

/// A clause: what is left of a truth is one candidate, or nothing.
#[derive(Clone, Debug)]
pub struct ForcingClause {
    /// The truth: a variable for a truth or a cell, or for a digit and a house.
    pub subject: Subject,
    /// The candidate that is left, and whether it may be a group.
    pub forces: Option<(Var, bool)>,
    /// What excludes the others: 0 for the target, i + 1 for what clause i forces.
    pub excluders: Vec<usize>,
    /// The candidate of the truth that the literal just before it excludes, if there must be one.
    pub thread: Option<Var>,
}

impl PropagationPattern {
    /// Reads a pattern as a propagation, if it is one.
    pub fn of(pattern: &Pattern) -> Option<PropagationPattern> {
        let [Conclusion::EliminateCandidate(target)] = *pattern.conclusions.as_slice() else {
            return None;
        };
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
        let plain = |v: &crate::lang::ir::Variable| v.size.is_none() && !v.is_target;
        if sort(target) != Sort::Candidate
            || !pattern.presence.is_empty()
            || !pattern.variables.iter().all(plain)
        {
            return None;
        }
        let mut distinct = Vec::new();
        let mut excludes = Vec::new();
        let mut inside = Vec::new();
        for condition in &pattern.conditions {
            match condition {
                Condition::Distinct(a, b) => distinct.push((*a, *b)),
                Condition::Excludes(a, b) => excludes.push((*a, *b)),
                Condition::In(a, b) => inside.push((*a, *b)),
                _ => return None,
            }
        }
        let mut known = vec![target];
        let mut left: Vec<usize> = (0..pattern.knowledge.len()).collect();
        let mut clauses: Vec<ForcingClause> = Vec::new();
        while !left.is_empty() {
            let ready = |&clause: &usize| forced(pattern, clause, &known).is_some();
            let position = left.iter().position(ready)?;
            let clause = forced(pattern, left.remove(position), &known)?;
            // Only the last truth has nothing left.
            if clause.forces.is_none() != left.is_empty() {
                return None;
            }
            known.extend(clause.forces.map(|(var, _)| var));
            clauses.push(clause);
        }
        if !excludes.is_empty() || !inside.is_empty() {
            thread(&mut clauses, &known, excludes, &inside)?;
        }
        let truths =
            (clauses.iter()).flat_map(|c| subject_vars(&c.subject).into_iter().chain(c.thread));
        let mut all: Vec<Var> = known.iter().copied().chain(truths).collect();
        all.sort_unstable();
        all.dedup();
        if clauses.is_empty() || all.len() != pattern.variables.len() {
            return None;
        }
        let all_earlier = |(i, c): (usize, &ForcingClause)| c.excluders.iter().copied().eq(0..=i);
        Some(PropagationPattern {
            target,
            symmetric: clauses.iter().enumerate().all(all_earlier),
            clauses,
            distinct,
        })
    }

    /// Whether each truth goes on from the literal just before it.
    pub fn is_threaded(&self) -> bool {
        self.clauses.iter().any(|c| c.thread.is_some())
    }

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
        bind(self.target, candidates_value(board, &[target]));
        for (clause, (candidates, truth)) in self.clauses.iter().zip(&chain) {
            let Subject::Truth(var) = clause.subject else {
                return None;
            };
            bind(var, Value::Truth(*truth));
            if let Some((var, _)) = clause.forces {
                bind(var, candidates_value(board, candidates));
            }
        }
        if self.is_threaded() {
            let literals = chain.iter().filter_map(|(c, _)| c.first()).copied();
            let literals = std::iter::once(target).chain(literals);
            let truths = chain.iter().map(|&(_, truth)| truth);
            let lefts = lefts(bindings, literals.zip(truths))?;
            let threads = self.clauses.iter().filter_map(|c| c.thread);
            for (var, left) in threads.zip(lefts) {
                bind(var, candidates_value(board, &[left]));
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

/// A clause whose excluders are all known.
fn forced(pattern: &Pattern, clause: usize, known: &[Var]) -> Option<ForcingClause> {
    let every = &pattern.knowledge[clause];
    if matches!(every.subject, Subject::Overlap(..)) {
        return None;
    }
    let mut forces = None;
    let mut excluders = Vec::new();
    for alternative in &every.alternatives {
        match alternative {
            Alternative::Excludes(var) => {
                excluders.push(known.iter().position(|k| k == var)?);
            }
            Alternative::Candidate(var) if forces.is_none() && !known.contains(var) => {
                let sort = pattern.variables[usize::from(var.0)].sort;
                forces = Some((*var, sort == Sort::Group));
            }
            _ => return None,
        }
    }
    excluders.sort_unstable();
    excluders.dedup();
    Some(ForcingClause {
        subject: every.subject.clone(),
        forces,
        excluders,
        thread: None,
    })
}

/// Finds for each clause the candidate of its truth that the literal just before it excludes; `None`
/// if the conditions say anything else.
fn thread(
    clauses: &mut [ForcingClause],
    known: &[Var],
    mut excludes: Vec<(Var, Var)>,
    inside: &[(Var, Var)],
) -> Option<()> {
    for (clause, before) in clauses.iter_mut().zip(known) {
        let Subject::Truth(truth) = clause.subject else {
            return None;
        };
        let (left, _) = *inside.iter().find(|(_, b)| *b == truth)?;
        let link = |&(a, b): &(Var, Var)| (a, b) == (*before, left) || (b, a) == (*before, left);
        excludes.swap_remove(excludes.iter().position(link)?);
        clause.thread = Some(left).filter(|left| !known.contains(left));
    }
    let all = clauses.iter().all(|c| c.thread.is_some());
    (all && excludes.is_empty() && inside.len() == clauses.len()).then_some(())
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
    let options = links.map(|(before, truth)| left_linking(bindings, truth, before));
    let options: Vec<Vec<Candidate>> = options.collect();
    let mut chosen = Vec::new();
    choose(&options, &mut chosen).then_some(chosen)
}

/// The live candidates of a truth that a literal excludes.
pub fn left_linking(bindings: &Bindings<'_>, truth: Group, literal: Candidate) -> Vec<Candidate> {
    let board = bindings.position.board();
    let live = bindings.position.state().domain(board, truth);
    live.filter(|&c| board.exclude(c, literal)).collect()
}

/// The value that stands for candidates of one digit.
pub fn candidates_value(board: &Board, candidates: &[Candidate]) -> Value {
    let cells: CellSet = candidates.iter().map(|&c| board.cell_of(c)).collect();
    Value::Candidates(board.digit_of(candidates[0]), cells)
}
