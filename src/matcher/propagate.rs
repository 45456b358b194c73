//! Patterns in which one truth after the other forces a candidate, until one has none left.
//!
//! Takes a pattern of a target, truths and the candidates (or groups) that they force, as whips,
//! braids and mined rules are; gives one match for each target, the first in the order of the
//! truths. There are far too many ways to refute the same target to look at all of them, and one
//! is as good as another.
//!
//! What a candidate excludes is kept as one mask for each group of the board; what a truth has left is
//! its own mask without the masks of those that exclude.

use super::braid::{Braids, Outcome};
use super::cells::{CellSet, HouseSet};
use super::env::{Env, Value};
use crate::grid::{Candidate, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Sort, Subject, Var};
use crate::lang::vars::subject_vars;
use crate::proof::Propagation as Refutation;

/// How such a pattern is searched for.
#[derive(Clone, Debug)]
pub struct Propagation {
    target: Var,
    clauses: Vec<Forced>,
    /// Variables that must be bound to different things.
    distinct: Vec<(Var, Var)>,
    /// Whether every clause has the target and all earlier candidates to exclude others, so that
    /// steps that do not depend on each other can be taken in any order.
    symmetric: bool,
}

/// A clause: what is left of a truth is one candidate, or nothing.
#[derive(Clone, Debug)]
struct Forced {
    /// The truth: a variable for a truth or a cell, or for a digit and a house.
    subject: Subject,
    /// The candidate that is left, and whether it may be a group.
    forces: Option<(Var, bool)>,
    /// What excludes the others: 0 for the target, i + 1 for what clause i forces.
    excluders: Vec<usize>,
}

impl Propagation {
    /// Reads a pattern as a propagation, if it is one.
    pub fn of(pattern: &Pattern) -> Option<Propagation> {
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
        for condition in &pattern.conditions {
            match condition {
                Condition::Distinct(a, b) => distinct.push((*a, *b)),
                _ => return None,
            }
        }
        let mut known = vec![target];
        let mut left: Vec<usize> = (0..pattern.knowledge.len()).collect();
        let mut clauses: Vec<Forced> = Vec::new();
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
        let truths = clauses.iter().flat_map(|c| subject_vars(&c.subject));
        let mut all: Vec<Var> = known.iter().copied().chain(truths).collect();
        all.sort_unstable();
        all.dedup();
        if clauses.is_empty() || all.len() != pattern.variables.len() {
            return None;
        }
        let all_earlier = |(i, c): (usize, &Forced)| c.excluders.iter().copied().eq(0..=i);
        Some(Propagation {
            target,
            symmetric: clauses.iter().enumerate().all(all_earlier),
            clauses,
            distinct,
        })
    }

    /// How many truths it has, if it is a braid: any truths may force candidates, each with the help of
    /// all that were forced before.
    pub fn length_of_braid(&self) -> Option<usize> {
        let is_plain = |clause: &Forced| {
            let single = clause.forces.is_none_or(|(_, group)| !group);
            single && matches!(clause.subject, Subject::Truth(_))
        };
        let is_braid =
            self.symmetric && self.distinct.is_empty() && self.clauses.iter().all(is_plain);
        is_braid.then_some(self.clauses.len())
    }

    /// What a braid's variables are bound to by a refutation that is no longer than it.
    pub fn bindings_of_braid(&self, env: &Env<'_>, refutation: &Refutation) -> Option<Vec<Value>> {
        let board = env.position.board();
        let Refutation {
            target,
            forced,
            empty,
        } = refutation;
        // Where the refutation is shorter, the target stands for what is not needed: in its own cell
        // it is all that it leaves over.
        let missing = self.clauses.len().checked_sub(forced.len() + 1)?;
        let filler = (*target, board.cell_group(board.cell_of(*target)));
        let forced = std::iter::repeat_n(&filler, missing).chain(forced);
        let mut values = vec![None; env.variables.len()];
        let mut bind = |var: Var, value: Value| values[usize::from(var.0)] = Some(value);
        bind(self.target, candidates_value(env, &[*target]));
        let steps = forced.map(|&(candidate, truth)| (Some(candidate), truth));
        for (clause, (candidate, truth)) in self.clauses.iter().zip(steps.chain([(None, *empty)])) {
            let Subject::Truth(var) = clause.subject else {
                return None;
            };
            bind(var, Value::Truth(truth));
            if let (Some((var, _)), Some(candidate)) = (clause.forces, candidate) {
                bind(var, candidates_value(env, &[candidate]));
            }
        }
        values.into_iter().collect()
    }

    /// Calls `found` with the bindings of one match for each target that has one.
    pub fn run(&self, env: &Env<'_>, mut found: impl FnMut(&Env<'_>)) {
        let position = env.position;
        let board = position.board();
        let open = |g: &Group| board.is_truth(*g) && !position.is_solved_group(*g);
        let truths: Vec<Group> = board.groups().filter(open).collect();
        // Where a truth is empty from the beginning, everything is refuted by it.
        let sensible = truths.iter().all(|&truth| env.mask(truth) != 0);
        let mut braids =
            (self.braid().filter(|_| sensible)).map(|grouped| Braids::new(env, &truths, grouped));
        for target in position.state().candidates(board) {
            if position.is_solved(board.cell_of(target)) {
                continue;
            }
            let mut search = Search {
                propagation: self,
                env: env.clone(),
                truths: &truths,
                excluded: Vec::new(),
                known: vec![vec![target]],
                chosen: Vec::new(),
            };
            search.bind(self.target, candidates_value(env, &[target]));
            let most = self.clauses.len() - 1;
            match braids.as_mut().map(|b| b.refute(target, most)) {
                Some(Outcome::None) => continue,
                Some(Outcome::Found(forced, emptied)) => {
                    if search.bind_all(&forced, emptied) {
                        found(&search.env);
                        continue;
                    }
                }
                Some(Outcome::Shorter) | None => {}
            }
            search.excluded.push(excluded_by(env, &[target]));
            if search.step(0) {
                found(&search.env);
            }
        }
    }

    /// Whether everything that was forced excludes in every later clause, and nothing is said of the
    /// truths; then whether what they force may be a group.
    fn braid(&self) -> Option<bool> {
        let any_truth = |c: &Forced| matches!(c.subject, Subject::Truth(_));
        let mut grouped = self.clauses.iter().filter_map(|c| c.forces);
        let same = { grouped.clone() }.all(|(_, g)| grouped.clone().all(|(_, h)| g == h));
        (self.symmetric && same && self.clauses.iter().all(any_truth))
            .then(|| grouped.any(|(_, g)| g))
    }
}

/// A clause whose excluders are all known.
fn forced(pattern: &Pattern, clause: usize, known: &[Var]) -> Option<Forced> {
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
    Some(Forced {
        subject: every.subject.clone(),
        forces,
        excluders,
    })
}

/// For each group, the candidates that all of these exclude.
fn excluded_by(env: &Env<'_>, candidates: &[Candidate]) -> Vec<u32> {
    let board = env.position.board();
    let mut all: Option<Vec<u32>> = None;
    for &candidate in candidates {
        let mut masks = vec![0; board.group_count()];
        for slot in board.slots(candidate) {
            for &other in board.members(slot.group) {
                if other != candidate {
                    for place in board.slots(other) {
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

fn candidates_value(env: &Env<'_>, candidates: &[Candidate]) -> Value {
    let board = env.position.board();
    let cells: CellSet = candidates.iter().map(|&c| board.cell_of(c)).collect();
    Value::Candidates(board.digit_of(candidates[0]), cells)
}

struct Search<'a> {
    propagation: &'a Propagation,
    env: Env<'a>,
    truths: &'a [Group],
    /// What the target and each forced candidate exclude.
    excluded: Vec<Vec<u32>>,
    /// The target and what was forced.
    known: Vec<Vec<Candidate>>,
    /// The truths of the clauses so far.
    chosen: Vec<Group>,
}

impl Search<'_> {
    fn bind(&mut self, var: Var, value: Value) {
        self.env.values[usize::from(var.0)] = Some(value);
    }

    /// What a truth has left when these exclude.
    fn left(&self, truth: Group, excluders: &[usize]) -> u32 {
        let excluded = |&x: &usize| self.excluded[x][truth.index()];
        let gone = excluders
            .iter()
            .map(excluded)
            .fold(0, |sum, mask| sum | mask);
        self.env.mask(truth) & !gone
    }

    /// Binds everything to a way that was found; whether it fits.
    fn bind_all(&mut self, forced: &[(Vec<Candidate>, Group)], emptied: Group) -> bool {
        let before = self.env.values.clone();
        let truths = forced.iter().map(|(_, truth)| *truth).chain([emptied]);
        let clauses = self.propagation.clauses.iter().zip(truths);
        let fits = { clauses }.enumerate().all(|(i, (clause, truth))| {
            let value = forced
                .get(i)
                .map(|(candidates, _)| candidates_value(&self.env, candidates));
            let fits = match (clause.forces, value) {
                (Some((var, _)), Some(value)) => {
                    let fits = self.fits(var, value);
                    self.bind(var, value);
                    fits
                }
                (forces, _) => forces.is_none(),
            };
            self.bind_subject(&clause.subject, truth) && fits
        });
        if !fits {
            self.env.values = before;
        }
        fits
    }

    /// Goes on from a clause; whether that leads to a match, with everything bound.
    fn step(&mut self, depth: usize) -> bool {
        let propagation = self.propagation;
        let clause = &propagation.clauses[depth];
        // Where nothing else is said of a truth, one that forces a candidate is as good as another.
        let any_truth = matches!(clause.subject, Subject::Truth(_));
        let mut tried: Vec<Vec<Candidate>> = Vec::new();
        for &truth in self.truths {
            let left = self.left(truth, &clause.excluders);
            let wanted = match clause.forces {
                None => left == 0,
                Some((_, true)) => true,
                Some((_, false)) => left == 0 || left.is_power_of_two(),
            };
            if !wanted || (clause.forces.is_some() && self.is_out_of_order(depth, truth, left)) {
                continue;
            }
            let before = self.env.values.clone();
            if !self.bind_subject(&clause.subject, truth) {
                self.env.values = before;
                continue;
            }
            let Some((var, _)) = clause.forces else {
                return true;
            };
            for forced in self.forced(truth, left) {
                let value = candidates_value(&self.env, &forced);
                // The target may stand for a candidate that is not needed; others are no news.
                let known = propagation.symmetric && self.known[1..].contains(&forced);
                let again = any_truth && tried.contains(&forced);
                if known || again || !self.fits(var, value) {
                    continue;
                }
                tried.push(forced.clone());
                self.bind(var, value);
                self.excluded.push(excluded_by(&self.env, &forced));
                self.known.push(forced);
                self.chosen.push(truth);
                if self.step(depth + 1) {
                    return true;
                }
                self.excluded.pop();
                self.known.pop();
                self.chosen.pop();
                self.env.values[usize::from(var.0)] = None;
            }
            self.env.values = before;
        }
        false
    }

    /// Binds the variables that stand for a truth, if it is of their sort.
    fn bind_subject(&mut self, subject: &Subject, truth: Group) -> bool {
        let kind = self.env.tables.kind(truth);
        let values = match (subject, kind) {
            (Subject::Truth(var), _) => vec![(*var, Value::Truth(truth))],
            (Subject::Cells(var), GroupKind::Cell(cell)) => {
                vec![(*var, Value::Cells(CellSet::only(cell)))]
            }
            (Subject::Digits(digit, house), GroupKind::House(h, d)) => {
                let kind = self.env.position.board().house(h).kind;
                match self.env.sort(*house) {
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
            let fits = match self.env.get(var) {
                Some(bound) => *bound == value,
                None => self.fits(var, value),
            };
            self.bind(var, value);
            fits
        })
    }

    /// Whether the step does not need the one before, and should have come first.
    fn is_out_of_order(&self, depth: usize, truth: Group, left: u32) -> bool {
        let Some(&last) = self.chosen.last() else {
            return false;
        };
        let filler = self.known.last() == self.known.first();
        if !self.propagation.symmetric || filler || truth > last {
            return false;
        }
        let without: Vec<usize> = (0..depth).collect();
        self.left(truth, &without) == left
    }

    /// What a truth forces: the candidate that is left, or groups that hold all that is left. If
    /// nothing is left, then anything: the clause is met whatever its candidate is.
    fn forced(&self, truth: Group, left: u32) -> Vec<Vec<Candidate>> {
        let board = self.env.position.board();
        let position = self.env.position;
        if left == 0 {
            let open = |c: &Candidate| !position.is_solved(board.cell_of(*c));
            let live = position.state().candidates(board).filter(open);
            return live.map(|c| vec![c]).collect();
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

    /// Whether the variable may be bound to this: variables of one list are different.
    fn fits(&self, var: Var, value: Value) -> bool {
        let clash = |other: Var| self.env.get(other) == Some(&value);
        !(self.propagation.distinct.iter())
            .any(|&(a, b)| (a == var && clash(b)) || (b == var && clash(a)))
    }
}
