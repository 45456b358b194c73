//! Placement of singles to the fixpoint.
//!
//! Every truth with one candidate left places it, until there is none. Changes are not recorded: a
//! search keeps a copy of the state and goes back to it with [`Singles::back_to`].

use crate::grid::{Board, Candidate, Group, State};

/// The queue of groups that came down to one candidate or none.
#[derive(Default)]
pub struct Singles {
    queue: Vec<Group>,
    /// Whether all exclusions of a candidate are known to be applied. A single is usually the last
    /// of its cell, row, column and box, and this flag skips three of the four.
    is_placed: Vec<bool>,
    /// The candidates with this flag, in order.
    placed: Vec<Candidate>,
}

impl Singles {
    /// Restricts the next run to the given groups.
    pub fn expect(&mut self, groups: impl IntoIterator<Item = Group>) {
        self.back_to(0);
        self.queue.clear();
        self.queue.extend(groups);
    }

    /// Queues all groups of this state with at most one candidate.
    pub fn expect_all(&mut self, state: &State) {
        self.expect([]);
        for (index, &mask) in state.masks().iter().enumerate() {
            self.note(Group::new(index), mask);
        }
    }

    /// Number of candidates known to be placed. If it equals the number of cells, all cells are
    /// solved.
    pub fn placed(&self) -> usize {
        self.placed.len()
    }

    /// Restores the point at which `placed` candidates were placed. The state must be the state of
    /// this point, or have fewer candidates.
    pub fn back_to(&mut self, placed: usize) {
        while self.placed.len() > placed {
            if let Some(last) = self.placed.pop() {
                self.is_placed[last.index()] = false;
            }
        }
    }

    /// Eliminates a candidate.
    pub fn eliminate(&mut self, board: &Board, state: &mut State, candidate: Candidate) {
        state.eliminate_noting(board, candidate, |group, mask| self.note(group, mask));
    }

    /// Eliminates the candidates that a live candidate excludes. Returns true if a candidate was
    /// eliminated.
    #[inline]
    pub fn place(&mut self, board: &Board, state: &mut State, candidate: Candidate) -> bool {
        if self.is_placed.len() < board.candidate_count() {
            self.is_placed.resize(board.candidate_count(), false);
        }
        self.is_placed[candidate.index()] = true;
        self.placed.push(candidate);
        state.place_noting_others(board, candidate, |group, mask| self.note(group, mask))
    }

    /// Whether the queue is not empty.
    pub fn are_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    #[inline]
    fn note(&mut self, group: Group, mask: u32) {
        if mask & mask.wrapping_sub(1) == 0 {
            self.queue.push(group);
        }
    }

    /// Places singles to the fixpoint. Calls `placed` with each single that excludes a candidate,
    /// and its truth. Fails with an empty truth.
    #[inline]
    pub fn settle(
        &mut self,
        board: &Board,
        state: &mut State,
        mut placed: impl FnMut(Candidate, Group),
    ) -> Result<(), Group> {
        while let Some(group) = self.queue.pop() {
            let mask = state.mask(group);
            if mask & mask.wrapping_sub(1) != 0 || !board.is_truth(group) {
                continue;
            }
            if mask == 0 {
                self.queue.clear();
                return Err(group);
            }
            let candidate = board.members(group)[mask.trailing_zeros() as usize];
            let is_placed = self.is_placed.get(candidate.index()) == Some(&true);
            if !is_placed && self.place(board, state, candidate) {
                placed(candidate, group);
            }
        }
        Ok(())
    }
}
