//! The smallest length that solves a state.
//!
//! The rater places singles, then applies a refutation of the smallest length, and repeats this. It
//! reports every step. A puzzle rated W 5 needs a whip of length 5, but no longer one.

use super::grouped_braids::{GroupedPropagation, GroupedSearch, MAX_GROUPED_LENGTH};
use super::rating::{Rating, WhipOrder};
use super::weight;
use crate::grid::{Board, Candidate, Group, State};
use crate::propagate::{Propagation, RefutationKind, Refuter, Singles, Stop};

/// A kind of refutation by which puzzles are rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Braids.
    B,
    /// Whips.
    W,
    /// Braids with groups.
    GB,
    /// Whips with groups.
    GW,
    /// Capacity sets.
    L,
}

/// One step of a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingStep<'s> {
    /// A truth had one candidate left, which was placed.
    Single {
        /// The candidate.
        candidate: Candidate,
        /// The truth.
        group: Group,
    },
    /// The target of a braid or whip was eliminated.
    Refuted {
        /// An earlier state in which the braid or whip was found.
        before: &'s State,
        /// The braid or whip.
        refutation: Propagation,
    },
    /// A braid or whip with groups refuted its target, which was eliminated.
    RefutedByGroups {
        /// The state in which the braid or whip was found.
        before: &'s State,
        /// The braid or whip.
        refutation: GroupedPropagation,
    },
}

/// Rates states of one board, with its working memory.
pub struct Rater<'b> {
    board: &'b Board,
    order: WhipOrder,
    state: State,
    singles: Singles,
    refuter: Refuter,
    stop: Stop,
}

impl Scale {
    /// All scales.
    pub const ALL: [Scale; 5] = [Scale::B, Scale::W, Scale::GB, Scale::GW, Scale::L];

    /// A description of the scale.
    pub fn words(self) -> &'static str {
        match self {
            Scale::B => "the length of the longest braid that is needed",
            Scale::W => "the length of the longest whip that is needed",
            Scale::GB => "the length of the longest braid with groups that is needed",
            Scale::GW => "the length of the longest whip with groups that is needed",
            Scale::L => "the weight of the heaviest capacity set that is needed",
        }
    }

    /// The name of the scale.
    pub fn letter(self) -> &'static str {
        match self {
            Scale::B => "B",
            Scale::W => "W",
            Scale::GB => "gB",
            Scale::GW => "gW",
            Scale::L => "L",
        }
    }

    /// The kind of chains. `None` for a scale without chains.
    pub fn kind(self) -> Option<RefutationKind> {
        match self {
            Scale::B | Scale::GB => Some(RefutationKind::Braid),
            Scale::W | Scale::GW => Some(RefutationKind::Whip),
            Scale::L => None,
        }
    }

    /// Whether a truth may force a group of candidates.
    pub fn has_groups(self) -> bool {
        matches!(self, Scale::GB | Scale::GW)
    }
}

impl<'b> Rater<'b> {
    /// A rater for states of this board.
    pub fn new(board: &'b Board) -> Self {
        Rater {
            board,
            order: WhipOrder::default(),
            state: State::full(board),
            singles: Singles::default(),
            refuter: Refuter::default(),
            stop: Stop::default(),
        }
    }

    /// The smallest length or weight that solves the state, up to a limit. Calls `taken` for each
    /// step of a scale by chains.
    ///
    /// A braid stays valid when candidates are eliminated, so the rating does not depend on the
    /// order. All targets are tried with one length until none is refuted, and shorter braids are
    /// not searched again. An elimination can break a whip, so after each one the shortest is
    /// searched anew.
    pub fn rate(
        &mut self,
        scale: Scale,
        start: &State,
        limit: usize,
        mut taken: impl FnMut(RatingStep<'_>),
    ) -> Rating {
        self.state.copy_from(start);
        self.singles.expect_all(&self.state);
        let Some(kind) = scale.kind() else {
            return weight::rate(self.board, &mut self.state, limit, &self.stop);
        };
        if scale.has_groups() {
            return self.rate_with_groups(kind, limit, &mut taken);
        }
        let (mut rating, mut length) = (0, 1);
        // The candidate after which a pass of braids continues.
        let mut last = None;
        loop {
            if let Err(empty) = self.place_singles(&mut taken) {
                return Rating::Impossible(empty);
            }
            self.refuter.read(self.board, &self.state);
            if self.refuter.is_solved() {
                return Rating::Solved(rating);
            }
            if kind == RefutationKind::Whip {
                length = 1;
            }
            let mut refute = |rater: &mut Self, length| match kind {
                RefutationKind::Braid => rater.refute_round(length, &mut last, &mut taken),
                RefutationKind::Whip => rater.refute_first(length, &mut taken),
            };
            while !refute(self, length) {
                if self.refuter.is_stopped() {
                    return Rating::Stopped(rating.max(length));
                }
                length += 1;
                if length > limit || self.refuter.is_stuck() {
                    return Rating::Unsolved;
                }
            }
            rating = rating.max(length);
        }
    }

    /// The rating of the state by braids or whips with groups.
    fn rate_with_groups(
        &mut self,
        kind: RefutationKind,
        limit: usize,
        taken: &mut impl FnMut(RatingStep<'_>),
    ) -> Rating {
        let mut rating = 0;
        loop {
            if let Err(empty) = self.place_singles(taken) {
                return Rating::Impossible(empty);
            }
            self.refuter.read(self.board, &self.state);
            if self.refuter.is_solved() {
                return Rating::Solved(rating);
            }
            let count = self.refuter.target_count();
            let begin = self.order.start(count);
            // The order of braids does not matter, so all plain ones up to the current length
            // precede braids with groups. Whips are applied in order, the simplest first.
            let first = match kind {
                RefutationKind::Braid => rating.max(1),
                RefutationKind::Whip => 1,
            };
            let mut groups = None;
            let mut length = 1;
            let target = loop {
                let mut parts = [begin..count, 0..begin].into_iter();
                let plain =
                    parts.find_map(|part| self.refuter.find(self.board, kind, length, part));
                let before = &self.state;
                if let Some((_, refutation)) = plain {
                    let target = refutation.target;
                    taken(RatingStep::Refuted { before, refutation });
                    break target;
                }
                // Groups do not help in refutations by a single truth.
                if length >= first.max(2) {
                    let new = || GroupedSearch::new(self.board, before, kind, &self.stop);
                    let groups = groups.get_or_insert_with(new);
                    if let Some(refutation) = groups.find(before, length, begin) {
                        let target = refutation.target;
                        taken(RatingStep::RefutedByGroups { before, refutation });
                        break target;
                    }
                }
                if self.stop.now() {
                    return Rating::Stopped(rating.max(length));
                }
                if length >= limit || length > MAX_GROUPED_LENGTH {
                    return Rating::Unsolved;
                }
                length += 1;
            };
            rating = rating.max(length);
            (self.singles).eliminate(self.board, &mut self.state, target);
        }
    }

    /// Eliminates the targets of braids of the given length, in one pass through the targets or
    /// until singles appear. Returns true if a candidate was eliminated. All braids are found in
    /// the state at the start of the pass.
    fn refute_round(
        &mut self,
        length: usize,
        last: &mut Option<Candidate>,
        taken: &mut impl FnMut(RatingStep<'_>),
    ) -> bool {
        let start = last.map_or(0, |last| self.refuter.position_after(last));
        let mut progress = false;
        for mut part in [start..self.refuter.target_count(), 0..start] {
            while let Some((next, refutation)) =
                (self.refuter).find(self.board, RefutationKind::Braid, length, part.clone())
            {
                part.start = next;
                progress = true;
                let target = refutation.target;
                *last = Some(target);
                let before = self.refuter.state();
                taken(RatingStep::Refuted { before, refutation });
                (self.singles).eliminate(self.board, &mut self.state, target);
                if self.singles.are_waiting() {
                    return true;
                }
            }
        }
        progress
    }

    /// Sets the order of whips.
    pub fn take_in(&mut self, order: WhipOrder) {
        self.order = order;
    }

    /// Sets the stop signal.
    pub fn stop_when(&mut self, stop: Stop) {
        self.refuter.stop_when(stop.clone());
        self.stop = stop;
    }

    /// The state in which the last rating ended.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Eliminates the target of a whip of the given length. Returns true if there was a whip.
    fn refute_first(&mut self, length: usize, taken: &mut impl FnMut(RatingStep<'_>)) -> bool {
        let count = self.refuter.target_count();
        let start = self.order.start(count);
        let mut progress = false;
        for mut targets in [start..count, 0..start] {
            while let Some((next, refutation)) =
                (self.refuter).find(self.board, RefutationKind::Whip, length, targets.clone())
            {
                let target = refutation.target;
                let before = &self.state;
                taken(RatingStep::Refuted { before, refutation });
                (self.singles).eliminate(self.board, &mut self.state, target);
                progress = true;
                targets.start = next;
                // Earlier findings stay valid after an elimination, but a shorter whip may have
                // appeared. Nothing is shorter than length 1.
                if length > 1 {
                    return true;
                }
            }
        }
        progress
    }

    /// Places singles to the fixpoint. Fails with an empty truth.
    fn place_singles(&mut self, taken: &mut impl FnMut(RatingStep<'_>)) -> Result<(), Group> {
        (self.singles).settle(self.board, &mut self.state, |candidate, group| {
            taken(RatingStep::Single { candidate, group });
        })
    }
}
