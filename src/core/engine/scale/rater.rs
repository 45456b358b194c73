//! The smallest length that solves a state.
//!
//! Takes a state and a scale, gives its rating and tells of every step: singles as long as there are any, then the first
//! refutation of the smallest length that there is, and from the beginning again.

use crate::grid::{Board, Candidate, Group, State};
use crate::propagate::{Propagation, RefutationKind, Refuter, Singles, Stop};

/// A kind of refutation that puzzles are rated by.
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
}

/// One step on the way to a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RatingStep<'s> {
    /// A truth had one candidate left, which was placed.
    Single {
        /// That candidate.
        candidate: Candidate,
        /// The truth.
        group: Group,
    },
    /// The target of a braid or whip was eliminated.
    Refuted {
        /// The state before that.
        before: &'s State,
        /// The braid or whip.
        refutation: Propagation,
    },
}

/// What a rating came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Solved, with nothing longer than this; 0 if singles were enough.
    Solved(usize),
    /// Not solved by any length, or not by lengths up to the limit.
    Unsolved,
    /// It was asked to stop while refutations of this length were looked for: the rating is this or more.
    Stopped(usize),
    /// This truth is empty: there is no solution.
    Impossible(Group),
}

/// Rates states of one board, with its working memory.
pub struct Rater<'b> {
    board: &'b Board,
    state: State,
    singles: Singles,
    refuter: Refuter,
}

impl Scale {
    /// All scales.
    pub const ALL: [Scale; 4] = [Scale::B, Scale::W, Scale::GB, Scale::GW];

    /// What it measures.
    pub fn words(self) -> &'static str {
        match self {
            Scale::B => "the length of the longest braid that is needed",
            Scale::W => "the length of the longest whip that is needed",
            Scale::GB => "the same for braids with groups",
            Scale::GW => "the same for whips with groups",
        }
    }

    /// The letter that names the scale.
    pub fn letter(self) -> &'static str {
        match self {
            Scale::B => "B",
            Scale::W => "W",
            Scale::GB => "gB",
            Scale::GW => "gW",
        }
    }

    /// The refutations that count.
    pub fn kind(self) -> RefutationKind {
        match self {
            Scale::B | Scale::GB => RefutationKind::Braid,
            Scale::W | Scale::GW => RefutationKind::Whip,
        }
    }

    /// Whether a truth may force several candidates as one.
    pub fn has_groups(self) -> bool {
        matches!(self, Scale::GB | Scale::GW)
    }
}

impl<'b> Rater<'b> {
    /// A rater for states of this board.
    pub fn new(board: &'b Board) -> Self {
        Rater {
            board,
            state: State::full(board),
            singles: Singles::default(),
            refuter: Refuter::default(),
        }
    }

    /// The smallest length that solves the state, up to a limit, without groups. Tells of each step.
    pub fn rate(
        &mut self,
        scale: Scale,
        start: &State,
        limit: usize,
        mut taken: impl FnMut(RatingStep<'_>),
    ) -> Rating {
        self.state.copy_from(start);
        self.singles.expect(self.board.groups());
        let mut rating = 0;
        loop {
            if let Err(empty) = self.place_singles(&mut taken) {
                return Rating::Impossible(empty);
            }
            self.refuter.read(self.board, &self.state);
            if self.refuter.is_solved() {
                return Rating::Solved(rating);
            }
            let mut length = 1;
            while !self.refute(scale, length, &mut taken) {
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

    /// From now on, asks whether to stop.
    pub fn stop_when(&mut self, stop: Stop) {
        self.refuter.stop_when(stop);
    }

    /// Where the last rating ended.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Eliminates what refutations of this length eliminate; says whether there was any.
    fn refute(
        &mut self,
        scale: Scale,
        length: usize,
        taken: &mut impl FnMut(RatingStep<'_>),
    ) -> bool {
        // What was found before an elimination holds after it, but something shorter may have
        // appeared. Only of length 1 there is nothing shorter.
        let one_by_one = length > 1;
        let mut position = 0;
        let mut progress = false;
        let kind = scale.kind();
        while let Some((next, refutation)) = self.refuter.find(self.board, kind, length, position) {
            let target = refutation.target;
            let before = &self.state;
            taken(RatingStep::Refuted { before, refutation });
            (self.singles).eliminate(self.board, &mut self.state, target);
            progress = true;
            position = next;
            if one_by_one {
                break;
            }
        }
        progress
    }

    /// Places singles until there are none; `Err` with a truth that is empty.
    fn place_singles(&mut self, taken: &mut impl FnMut(RatingStep<'_>)) -> Result<(), Group> {
        (self.singles).settle(self.board, &mut self.state, |candidate, group| {
            taken(RatingStep::Single { candidate, group });
        })
    }
}
