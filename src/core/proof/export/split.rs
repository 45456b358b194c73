//! Translation of a count to clauses that follow by unit propagation.
//!
//! If assuming a target and propagating through the truths ends in a contradiction, one clause
//! suffices. Otherwise the candidates of a truth are tried one by one, and each refuted one leaves
//! a lemma. The lemmas of a target also serve the others, and common parts of several targets are
//! derived first, once.

use std::collections::BTreeMap;

use crate::grid::{Board, Candidate, Group};
use crate::proof::replay::Replay;
use crate::propagate::{Propagator, Reason, TruthConsequence};

/// Maximum number of lemmas per count.
pub const MAX_LEMMAS: usize = 2_000;

/// A clause with its antecedents in the order of propagation.
pub struct Lemma {
    /// Its literals: a candidate, and whether it holds.
    pub clause: Vec<(Candidate, bool)>,
    /// The antecedents that become unit, in order. The last one is violated.
    pub hints: Vec<Antecedent>,
    /// The target that it eliminates. `None` for a lemma.
    pub target: Option<Candidate>,
}

/// An antecedent of a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Antecedent {
    /// The candidate is not live.
    Dead(Candidate),
    /// The group has a true candidate.
    Truth(Group),
    /// The first is true and excludes the second.
    Link(Candidate, Group, Candidate),
    /// The lemma with this index.
    Lemma(usize),
}

/// The reason why there are no clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// There are too many.
    TooMany,
    /// The count does not hold.
    NotProved,
}

/// Clauses that eliminate the targets one by one.
pub fn derive(
    before: &Replay,
    truths: Vec<Group>,
    targets: &[Candidate],
) -> Result<Vec<Lemma>, Failure> {
    let board = before.board();
    let mut propagator = Propagator::default();
    propagator.start(board, before.state());
    let mut split = Split {
        board,
        truths,
        propagator,
        lemmas: Vec::new(),
    };
    for shared in split.shared(targets) {
        for candidate in shared {
            split.assign(candidate, false, Reason::Assumed);
        }
        split.refute(None)?;
        split.propagator.clear(board);
    }
    for &target in targets {
        split.assign(target, true, Reason::Assumed);
        split.refute(Some(target))?;
        split.propagator.clear(board);
    }
    Ok(split.lemmas)
}

struct Split<'a> {
    board: &'a Board,
    truths: Vec<Group>,
    /// The assumptions and their consequences. A candidate forced by a lemma has the lemma's number
    /// as its reason.
    propagator: Propagator,
    lemmas: Vec<Lemma>,
}

impl Split<'_> {
    /// The common parts of the targets: sets of candidates of one truth that several targets
    /// exclude. One candidate of the set is true, which refutes all these targets.
    fn shared(&self, targets: &[Candidate]) -> Vec<Vec<Candidate>> {
        let mut members: Vec<Candidate> = (self.truths.iter())
            .flat_map(|&truth| self.propagator.base().domain(self.board, truth))
            .collect();
        members.sort_unstable();
        members.dedup();
        let mut sets: BTreeMap<Vec<Candidate>, usize> = BTreeMap::new();
        for &target in targets {
            if !members.contains(&target) {
                let excluded = |c: &&Candidate| self.board.exclude(target, **c);
                let set = members.iter().filter(excluded).copied().collect();
                *sets.entry(set).or_default() += 1;
            }
        }
        let several = sets.into_iter().filter(|&(_, count)| count > 1);
        several.map(|(set, _)| set).collect()
    }

    fn value(&self, candidate: Candidate) -> Option<bool> {
        match self.propagator.holds(candidate) {
            true => Some(true),
            false => self.propagator.excluder(candidate).map(|_| false),
        }
    }

    fn assign(&mut self, candidate: Candidate, holds: bool, reason: Reason) {
        match (self.value(candidate), holds) {
            (Some(_), _) => {}
            (None, true) => self.propagator.assume(self.board, candidate, reason),
            (None, false) => self.propagator.deny(self.board, candidate, reason),
        }
    }

    /// Refutes the assumptions. The derivation is then among the lemmas.
    fn refute(&mut self, target: Option<Candidate>) -> Result<(), Failure> {
        loop {
            if let Some(conflict) = self.propagate() {
                self.learn(conflict, target);
                return match self.lemmas.len() > MAX_LEMMAS {
                    true => Err(Failure::TooMany),
                    false => Ok(()),
                };
            }
            let choice = self.choice().ok_or(Failure::NotProved)?;
            let before = self.propagator.mark();
            self.assign(choice, true, Reason::Assumed);
            self.refute(None)?;
            self.propagator.back(self.board, before);
        }
    }

    /// A candidate of the truth with the fewest left.
    fn choice(&self) -> Option<Candidate> {
        let state = self.propagator.state();
        let undecided = self
            .truths
            .iter()
            .filter(|&&t| !self.propagator.is_ready(t));
        let smallest = undecided.min_by_key(|&&t| state.mask(t).count_ones())?;
        state.domain(self.board, *smallest).next()
    }

    /// Propagates to the fixpoint, or until a clause is violated.
    fn propagate(&mut self) -> Option<Antecedent> {
        loop {
            let before = self.propagator.mark();
            for i in 0..self.lemmas.len() {
                let clause = &self.lemmas[i].clause;
                let mut open = clause
                    .iter()
                    .filter(|&&(c, holds)| self.value(c) != Some(!holds));
                match (open.next().copied(), open.next()) {
                    (None, _) => return Some(Antecedent::Lemma(i)),
                    (Some((c, holds)), None) => {
                        self.assign(c, holds, Reason::Numbered(i as u32));
                    }
                    _ => {}
                }
            }
            for &truth in &self.truths {
                if self.propagator.is_ready(truth)
                    && self.propagator.fire(self.board, truth) == TruthConsequence::Conflict
                {
                    return Some(Antecedent::Truth(truth));
                }
            }
            if self.propagator.mark() == before {
                return None;
            }
        }
    }

    /// Makes a lemma of a conflict, from the assumptions that it depends on.
    fn learn(&mut self, conflict: Antecedent, target: Option<Candidate>) {
        let mut needed = vec![false; self.board.candidate_count()];
        let (mut dead, mut steps) = (Vec::new(), vec![conflict]);
        self.need(conflict, None, &mut needed, &mut dead);
        let mut clause: Vec<(Candidate, bool)> = target.map(|t| (t, false)).into_iter().collect();
        for (position, literal) in self.propagator.literals().iter().enumerate().rev() {
            let by = literal.candidate;
            // A candidate assumed false is excluded by itself.
            for &excluded in self.propagator.excluded_by(position).iter().rev() {
                let link = self.board.shared_group(by, excluded);
                if let (true, Some(link)) = (needed[excluded.index()], link) {
                    needed[by.index()] = true;
                    steps.push(Antecedent::Link(by, link, excluded));
                }
            }
            let hint = match literal.reason {
                _ if !needed[by.index()] => continue,
                Reason::Assumed => {
                    if target != Some(by) {
                        clause.push((by, literal.holds == Some(false)));
                    }
                    continue;
                }
                Reason::Truth(group) => Antecedent::Truth(group),
                Reason::Numbered(lemma) => Antecedent::Lemma(lemma as usize),
            };
            self.need(hint, Some(by), &mut needed, &mut dead);
            steps.push(hint);
        }
        dead.sort_unstable();
        dead.dedup();
        let hints = dead
            .into_iter()
            .map(Antecedent::Dead)
            .chain(steps.into_iter().rev());
        self.lemmas.push(Lemma {
            clause,
            hints: hints.collect(),
            target,
        });
    }

    /// Marks the reasons for the falsity of all literals of a clause except that of one candidate.
    fn need(
        &self,
        hint: Antecedent,
        but: Option<Candidate>,
        needed: &mut [bool],
        dead: &mut Vec<Candidate>,
    ) {
        let mut mark = |candidate: Candidate| match self.value(candidate) {
            _ if Some(candidate) == but => {}
            Some(_) => needed[candidate.index()] = true,
            None => dead.push(candidate),
        };
        match hint {
            Antecedent::Dead(_) => {}
            Antecedent::Truth(group) => self.board.members(group).iter().copied().for_each(mark),
            Antecedent::Link(by, _, _) => mark(by),
            Antecedent::Lemma(number) => {
                let clause = self.lemmas[number].clause.iter();
                clause.for_each(|&(candidate, _)| mark(candidate));
            }
        }
    }
}
