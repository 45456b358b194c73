//! Singles to the end: every truth with one candidate left places it, until there is none.
//!
//! Takes a state and changes it, gives the singles placed or a truth that is empty. Nothing can be taken back: a
//! search keeps a copy of the state instead.

use crate::grid::{Board, Candidate, Group, State};

/// The groups that came down to one candidate or to none, and have not been looked at.
#[derive(Default)]
pub struct Singles {
    queue: Vec<Group>,
}

impl Singles {
    /// Looks at these groups, and no others, when singles are placed next.
    pub fn expect(&mut self, groups: impl IntoIterator<Item = Group>) {
        self.queue.clear();
        self.queue.extend(groups);
    }

    /// Removes a candidate.
    pub fn eliminate(&mut self, board: &Board, state: &mut State, candidate: Candidate) {
        state.eliminate_noting(board, candidate, |group, mask| self.note(group, mask));
    }

    /// Removes what a candidate excludes; says whether that was anything.
    pub fn place(&mut self, board: &Board, state: &mut State, candidate: Candidate) -> bool {
        state.place_noting(board, candidate, |group, mask| self.note(group, mask))
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
            if self.place(board, state, candidate) {
                placed(candidate, group);
            }
        }
        Ok(())
    }
}
