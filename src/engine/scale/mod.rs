//! Published scales: how long braids or whips must be to solve a puzzle.
//!
//! Takes a state, gives the smallest n such that singles and braids (whips) of length up to n solve
//! it, simplest first, as D. Berthier defines them, and every step on the way.
//!
//! A braid of length n against a target is a refutation of the target by unit propagation through n
//! truths: each but the last has all its candidates but one excluded by the target or by literals
//! before it, the last one has all of them excluded. A whip is a braid in which each truth goes on
//! from the literal just before it: that literal excludes one of its candidates, and no candidate
//! serves for this twice.
//!
//! Both count all truths alike, cells and digits of houses. Length 1 is a digit confined to where two
//! houses meet. Eliminations never make a braid longer, so the rating by braids is the same for
//! every order of steps; whips can lose their thread, and then another order might, rarely, rate
//! the puzzle otherwise.

mod assumption;
mod braid;
mod layers;
mod network;
mod prove;
mod refuter;
mod whip;

use super::Stop;
use crate::grid::{Board, Candidate, Group, Slot, State};
use crate::proof::Propagation;

pub use prove::{prove, step_of};
pub use refuter::Refuter;

/// A kind of refutation that puzzles are rated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Braids.
    B,
    /// Whips.
    W,
}

/// One step on the way to a rating.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Taken {
    /// A truth had one candidate left, which was placed.
    Single {
        /// That candidate.
        candidate: Candidate,
        /// The truth.
        group: Group,
    },
    /// The target of a braid or whip was eliminated.
    Refuted(Propagation),
}

/// What a rating came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rating {
    /// Solved, with nothing longer than this; 0 if singles were enough.
    Solved(usize),
    /// Not solved by any length, or not by lengths up to the limit, or not before it was asked to
    /// stop.
    Unsolved,
    /// This truth is empty: there is no solution.
    Impossible(Group),
}

/// Rates states of one board, with its working memory.
pub struct Rater<'b> {
    board: &'b Board,
    state: State,
    /// Groups that may have one candidate left.
    queue: Vec<Group>,
    refuter: Refuter,
}

impl Scale {
    /// The letter that names the scale.
    pub fn letter(self) -> &'static str {
        match self {
            Scale::B => "B",
            Scale::W => "W",
        }
    }
}

impl<'b> Rater<'b> {
    /// A rater for states of this board.
    pub fn new(board: &'b Board) -> Self {
        Rater {
            board,
            state: State::full(board),
            queue: Vec::new(),
            refuter: Refuter::default(),
        }
    }

    /// The smallest length that solves the state, up to a limit. Tells of each step together
    /// with the state that it is taken in.
    pub fn rate(
        &mut self,
        scale: Scale,
        start: &State,
        limit: usize,
        mut taken: impl FnMut(&State, Taken),
    ) -> Rating {
        self.state.copy_from(start);
        self.queue.clear();
        self.queue.extend(self.board.groups());
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
                length += 1;
                if length > limit || self.refuter.is_stuck() || self.refuter.is_stopped() {
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
        taken: &mut impl FnMut(&State, Taken),
    ) -> bool {
        // What was found before an elimination holds after it, but something shorter may have
        // appeared. Only of length 1 there is nothing shorter.
        let one_by_one = length > 1;
        let mut position = 0;
        let mut progress = false;
        while let Some((next, refutation)) = self.refuter.find(scale, length, position) {
            let target = refutation.target;
            taken(&self.state, Taken::Refuted(refutation));
            let queue = &mut self.queue;
            self.state
                .eliminate_noting(self.board, target, |group, mask| {
                    if mask.count_ones() <= 1 {
                        queue.push(group);
                    }
                });
            progress = true;
            position = next;
            if one_by_one {
                break;
            }
        }
        progress
    }

    /// Places singles until there are none; `Err` with a truth that is empty.
    fn place_singles(&mut self, taken: &mut impl FnMut(&State, Taken)) -> Result<(), Group> {
        while let Some(group) = self.queue.pop() {
            let mask = self.state.mask(group);
            if mask.count_ones() > 1 || !self.board.is_truth(group) {
                continue;
            }
            if mask == 0 {
                return Err(group);
            }
            let candidate = self.board.members(group)[mask.trailing_zeros() as usize];
            let clears = |slot: &Slot| self.state.mask(slot.group) != slot.bit;
            if self.board.slots(candidate).iter().any(clears) {
                taken(&self.state, Taken::Single { candidate, group });
                let queue = &mut self.queue;
                self.state
                    .place_noting(self.board, candidate, |group, mask| {
                        if mask.count_ones() <= 1 {
                            queue.push(group);
                        }
                    });
            }
        }
        Ok(())
    }
}
