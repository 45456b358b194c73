//! Refutations by search, for positions in which no rule fires.
//!
//! Chooses the candidate that is easiest to refute and returns a supposition with its refutation,
//! pruned. Candidates that singles alone refute come first, then those that need refutations by
//! singles, then those that need a complete search.

use super::prune::prune;
use super::search::{Ended, Search};
use super::target_order::TargetOrder;
use crate::grid::{Board, Candidate, Group, State};
use crate::proof::Step;
use crate::propagate::{Levels, StateLevels};

/// Maximum number of trials with two nested suppositions. Beyond this number a complete search
/// takes over, because large boards have too many pairs of candidates.
const MAX_PAIRS: u64 = 50_000;

/// A false candidate with its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The candidate.
    pub target: Candidate,
    /// A supposition of the candidate, up to its `refuted`.
    pub steps: Vec<Step>,
}

impl Refutation {
    /// The number of suppositions in the refutation, its own included.
    pub fn supposes(&self) -> usize {
        let is_suppose = |step: &&Step| matches!(step, Step::Suppose(_));
        self.steps.iter().filter(is_suppose).count()
    }

    /// The maximum number of nested suppositions.
    pub fn depth(&self) -> usize {
        let mut open: usize = 0;
        let depth = self.steps.iter().map(|step| match step {
            Step::Suppose(_) => {
                open += 1;
                open
            }
            Step::Refuted(_) => {
                open = open.saturating_sub(1);
                open
            }
            _ => open,
        });
        depth.max().unwrap_or(0)
    }
}

impl Search<'_> {
    /// Refutes a candidate that can be wrong, with minimum depth. `None` if the limit is reached,
    /// or no candidate is wrong. With a target order, the first candidate in that order with this
    /// depth is refuted. Otherwise the candidate with the shortest refutation is chosen.
    pub fn easiest_refutation(
        &mut self,
        start: &State,
        can_be_wrong: impl Fn(Candidate) -> bool,
        targets: &TargetOrder,
    ) -> Option<Refutation> {
        let mut order = order(self.board, start);
        order.retain(|&(_, candidate)| can_be_wrong(candidate));
        targets.arrange(self.board, start, &mut order);
        self.easiest(start, &order).unwrap_or(None)
    }

    /// Refutes this candidate, with a refutation of minimum depth.
    pub fn easy_refutation(&mut self, start: &State, target: Candidate) -> Option<Refutation> {
        self.easiest(start, &[(u32::MAX, target)]).unwrap_or(None)
    }

    fn easiest(
        &mut self,
        start: &State,
        order: &[(u32, Candidate)],
    ) -> Result<Option<Refutation>, Ended> {
        let mut levels = std::mem::take(&mut self.levels);
        let easy = self.easy(&mut levels, start, order);
        self.levels = levels;
        if let Some(easy) = easy? {
            return Ok(Some(easy));
        }
        let complete = order.iter().find_map(|&(_, target)| {
            let steps = self.refutation(start, target)?;
            let steps = prune(self.board, start, steps);
            Some(Refutation { target, steps })
        });
        Ok(complete)
    }

    /// A refutation with at most two nested suppositions.
    fn easy(
        &mut self,
        levels: &mut StateLevels,
        start: &State,
        order: &[(u32, Candidate)],
    ) -> Result<Option<Refutation>, Ended> {
        self.begin();
        levels.start(self.board, start);
        let unsettled = unsettled(self.board, start);
        // A refutation of one of two candidates leaves only the other, so the shortest such
        // refutation is worth finding.
        let mut best: Option<Refutation> = None;
        for &(size, target) in order {
            if best.is_some() && size > 2 {
                break;
            }
            if self.refute_within(levels, 0, target, 1, &unsettled)? {
                let found = self.taken(start, target);
                let length = |r: &Refutation| r.steps.len();
                if best.as_ref().is_none_or(|b| length(&found) < length(b)) {
                    best = Some(found);
                }
            }
        }
        if best.is_some() {
            return Ok(best);
        }
        for &(_, target) in order {
            if self.tried() > MAX_PAIRS {
                break;
            }
            if self.refute_within(levels, 0, target, 2, &unsettled)? {
                return Ok(Some(self.taken(start, target)));
            }
        }
        Ok(None)
    }

    /// The refutation that was just logged, pruned.
    fn taken(&mut self, start: &State, target: Candidate) -> Refutation {
        let steps = prune(self.board, start, std::mem::take(&mut self.steps));
        Refutation { target, steps }
    }

    /// Refutes a candidate with at most `depth` nested suppositions, and logs the refutation.
    /// Returns true if the candidate was refuted.
    fn refute_within(
        &mut self,
        levels: &mut StateLevels,
        level: usize,
        candidate: Candidate,
        depth: usize,
        unsettled: &[Group],
    ) -> Result<bool, Ended> {
        let logged = self.steps.len();
        self.steps.push(Step::Suppose(candidate));
        levels.expect(unsettled.iter().copied());
        let mut empty = self.descend(levels, level, candidate)?;
        if empty.is_none() && depth > 1 {
            empty = self.refute_some(levels, level + 1, depth - 1)?;
        }
        match empty {
            Some(group) => self.steps.push(Step::Refuted(group)),
            None => self.steps.truncate(logged),
        }
        Ok(empty.is_some())
    }

    /// Refutes candidates of the state at this level until a truth is empty. `None` if no truth
    /// becomes empty.
    fn refute_some(
        &mut self,
        levels: &mut StateLevels,
        level: usize,
        depth: usize,
    ) -> Result<Option<Group>, Ended> {
        loop {
            let mut progress = false;
            for (_, candidate) in order(self.board, levels.state(level)) {
                if !levels.state(level).is_live(self.board, candidate)
                    || !self.refute_within(levels, level, candidate, depth, &[])?
                {
                    continue;
                }
                progress = true;
                levels.eliminate(self.board, level, candidate);
                if let Err(empty) = self.settle(levels, level) {
                    return Ok(Some(empty));
                }
            }
            if !progress {
                return Ok(None);
            }
        }
    }
}

/// The unsettled candidates. Each has the size of its smallest truth with other candidates. The
/// smallest sizes come first.
fn order(board: &Board, state: &State) -> Vec<(u32, Candidate)> {
    let size = |candidate: Candidate| {
        let slots = board.slots(candidate).iter();
        let truths = slots.filter(|slot| board.is_truth(slot.group));
        let sizes = truths.map(|slot| state.mask(slot.group).count_ones());
        sizes.filter(|&size| size > 1).min()
    };
    let open = state.candidates(board);
    let mut order: Vec<(u32, Candidate)> = open.filter_map(|c| Some((size(c)?, c))).collect();
    order.sort_unstable();
    order
}

/// The truths that are empty, or whose only candidate still excludes others.
fn unsettled(board: &Board, state: &State) -> Vec<Group> {
    let alone = |candidate: Candidate| {
        let mut slots = board.slots(candidate).iter();
        slots.all(|slot| state.mask(slot.group) == slot.bit)
    };
    let is_unsettled = |group: &Group| {
        let only = state.single(board, *group);
        state.mask(*group) == 0 || only.is_some_and(|only| !alone(only))
    };
    let truths = board.groups().filter(|&g| board.is_truth(g));
    truths.filter(is_unsettled).collect()
}
