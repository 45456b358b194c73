//! Singles to the end: every truth with one candidate left places it, until there is none.
//!
//! Takes a state and changes it, gives the singles placed or a truth that is empty. No candidate is put back: a
//! search keeps a copy of the state instead, and goes back with it ([`Singles::back_to`]).

use crate::grid::{Board, Candidate, Group, State};

/// The groups that came down to one candidate or to none, and have not been looked at.
#[derive(Default)]
pub struct Singles {
    queue: Vec<Group>,
    /// Whether all that a candidate excludes is known to be gone. A candidate comes down to be the last of its cell, its row, its
    /// column and its box; three of these are passed over by a look at this.
    is_placed: Vec<bool>,
    /// The candidates of which that is known, in order.
    placed: Vec<Candidate>,
}

impl Singles {
    /// Looks at these groups, and no others, when singles are placed next.
    pub fn expect(&mut self, groups: impl IntoIterator<Item = Group>) {
        self.back_to(0);
        self.queue.clear();
        self.queue.extend(groups);
    }

    /// Looks at the groups of this state that have one candidate left or none, when singles are placed next.
    pub fn expect_all(&mut self, state: &State) {
        self.expect([]);
        for (index, &mask) in state.masks().iter().enumerate() {
            self.note(Group::new(index), mask);
        }
    }

    /// How many candidates are known to be placed: all cells are solved if there are as many.
    pub fn placed(&self) -> usize {
        self.placed.len()
    }

    /// Goes back to when so many candidates were placed: the state is again what it was then, or has even less.
    pub fn back_to(&mut self, placed: usize) {
        while self.placed.len() > placed {
            if let Some(last) = self.placed.pop() {
                self.is_placed[last.index()] = false;
            }
        }
    }

    /// Removes a candidate.
    pub fn eliminate(&mut self, board: &Board, state: &mut State, candidate: Candidate) {
        state.eliminate_noting(board, candidate, |group, mask| self.note(group, mask));
    }

    /// Removes what a live candidate excludes; says whether that was anything.
    #[inline]
    pub fn place(&mut self, board: &Board, state: &mut State, candidate: Candidate) -> bool {
        if self.is_placed.len() < board.candidate_count() {
            self.is_placed.resize(board.candidate_count(), false);
        }
        self.is_placed[candidate.index()] = true;
        self.placed.push(candidate);
        state.place_noting_others(board, candidate, |group, mask| self.note(group, mask))
    }

    /// Whether some group came down to one candidate or to none, and has not been looked at.
    pub fn are_waiting(&self) -> bool {
        !self.queue.is_empty()
    }

    #[inline]
    fn note(&mut self, group: Group, mask: u32) {
        if mask & mask.wrapping_sub(1) == 0 {
            self.queue.push(group);
        }
    }

    /// Places singles until there are no more, and tells of those that exclude something, with their truths;
    /// `Err` with a truth that is empty.
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
