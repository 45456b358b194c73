//! The step `count`: truths and links, weighted and added up.

use crate::check::{Checker, Lists};
use crate::deadly::index;
use crate::parse::position;
use crate::{Board, Candidate, Reason, State, need, quote};

/// The sums of one count. They are kept from step to step, so that a step needs no new memory.
#[derive(Default)]
pub(crate) struct Sums {
    targets: Vec<Candidate>,
    /// a(x) for each live candidate x that some term holds; none for all others, where it is 0.
    weights: Vec<Option<i64>>,
    /// The candidates that have a weight.
    touched: Vec<Candidate>,
    /// K.
    bound: i64,
}

impl Sums {
    fn clear(&mut self, board: &Board) {
        self.weights.resize(board.candidates(), None);
        for candidate in self.touched.drain(..) {
            self.weights[candidate.index()] = None;
        }
        self.targets.clear();
        self.bound = 0;
    }

    /// Adds a set with its multiplier, positive for a link. Of a link at most `most` candidates are true.
    fn add(&mut self, state: &State, set: &[Candidate], m: i64, most: i64) -> Option<()> {
        self.bound = self.bound.checked_add(m.checked_mul(most)?)?;
        for &candidate in set.iter().filter(|&&x| state.is_live(x)) {
            let weight = &mut self.weights[candidate.index()];
            if weight.is_none() {
                self.touched.push(candidate);
            }
            *weight = Some(weight.unwrap_or(0).checked_add(m)?);
        }
        Some(())
    }

    /// Every target must weigh more than the bound, and nothing else that is live less than 0.
    fn judge(&self, board: &Board) -> Result<(), Reason> {
        let weight = |candidate: Candidate| self.weights[candidate.index()].unwrap_or(0);
        if let Some(&target) = self.targets.iter().find(|&&x| weight(x) <= self.bound) {
            let (name, weight) = (board.name(target), weight(target));
            return Err(Reason::WeightNotAboveBound(name, weight, self.bound));
        }
        for &other in self.touched.iter().filter(|&&x| weight(x) < 0) {
            // The one and only target may itself be negative; of several none may be.
            if let Some(&target) = self.targets.iter().find(|&&x| x != other) {
                let (target, name) = (board.name(target), board.name(other));
                return Err(Reason::NegativeWeight(target, name, weight(other)));
            }
        }
        Ok(())
    }
}

impl Checker<'_> {
    pub fn count(&mut self, (targets, terms): Lists) -> Result<(), Reason> {
        let board = self.board;
        self.sums.clear(board);
        for word in targets {
            let target = self.live(word, "<>", Reason::TargetNotLive)?;
            self.sums.targets.push(target);
        }
        terms.iter().try_for_each(|term| self.term(term))?;
        self.sums.judge(board)?;
        for &target in &self.sums.targets {
            // All targets were live above, so one that is dead by now stands twice.
            let live = self.state.remove(target);
            need(live, || Reason::TargetRepeated(board.name(target)))?;
        }
        Ok(())
    }

    fn term(&mut self, term: &str) -> Result<(), Reason> {
        let (sign, rest) = match term.split_at_checked(1) {
            Some(("+", rest)) => (-1, rest),
            Some(("-", rest)) => (1, rest),
            _ => return Err(Reason::BadTerm(quote(term))),
        };
        let (multiplier, name) = rest.split_once('*').unwrap_or(("1", rest));
        let bad = || Reason::BadMultiplier(quote(term));
        let multiplier = position(multiplier, 1_000_000).ok_or_else(bad)? as i64 + 1;
        // At most one candidate of a group is true, and at most all but one of a deadly set.
        let (set, most) = if name.starts_with('d') {
            need(sign > 0, || Reason::DeadlyAsTruth(quote(term)))?;
            let set = &self.deadly[index(name)?];
            need(!set.is_empty(), || Reason::DeadlyUndefined(quote(name)))?;
            (&set[..], set.len() as i64 - 1)
        } else {
            (self.board.members(self.board.group(name)?), 1)
        };
        let sum = self.sums.add(&self.state, set, sign * multiplier, most);
        sum.ok_or(Reason::Overflow)
    }
}

#[cfg(test)]
#[path = "../tests/unit/count.rs"]
mod tests;
