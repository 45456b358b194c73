//! The live candidates, and the way back when a suppose is closed.

use crate::{Board, Candidate};

pub(crate) struct State {
    live: Vec<bool>,
    /// What was removed since the last `settle`, in order. Each candidate is here at most once.
    trail: Vec<Candidate>,
    /// The open supposes: the candidate, and the length of the trail before it was taken as true.
    pub open: Vec<(Candidate, usize)>,
}

impl State {
    pub fn new(live: Vec<bool>) -> Self {
        let (trail, open) = (Vec::new(), Vec::new());
        State { live, trail, open }
    }

    pub fn is_live(&self, candidate: Candidate) -> bool {
        self.live[candidate.index()]
    }

    /// Removes a candidate; false if it was not live.
    pub fn remove(&mut self, candidate: Candidate) -> bool {
        let live = std::mem::replace(&mut self.live[candidate.index()], false);
        self.trail.extend(live.then_some(candidate));
        live
    }

    /// Takes a candidate as true: removes all that it excludes.
    pub fn take(&mut self, board: &Board, candidate: Candidate) {
        for group in board.groups(candidate) {
            for &other in board.members(group).iter().filter(|&&x| x != candidate) {
                self.remove(other);
            }
        }
    }

    pub fn suppose(&mut self, board: &Board, candidate: Candidate) {
        self.open.push((candidate, self.trail.len()));
        self.take(board, candidate);
    }

    /// Closes the innermost suppose: all is as before, but without its candidate. False if none is open.
    pub fn refute(&mut self) -> bool {
        let Some((candidate, length)) = self.open.pop() else {
            return false;
        };
        for removed in self.trail.drain(length..) {
            self.live[removed.index()] = true;
        }
        self.remove(candidate)
    }

    /// Outside of supposes: reports what was removed since the last time, and makes it final.
    pub fn settle(&mut self, report: impl FnOnce(&[Candidate])) {
        report(&self.trail);
        self.trail.clear();
    }
}
