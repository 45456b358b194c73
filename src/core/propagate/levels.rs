//! A stack of states for a search, one level per open supposition.
//!
//! Each level starts as a copy of the one above it, with one more candidate assumed true. Nothing
//! is undone within a level, so going up costs nothing.

use crate::grid::{Board, Candidate, Digit, Group, Puzzle, State};

use super::Singles;

/// A state for each open supposition.
pub trait Levels {
    /// Starts with this state as level 0.
    fn start(&mut self, board: &Board, state: &State);

    /// Starts with the state of a puzzle as level 0.
    fn start_puzzle(&mut self, puzzle: &Puzzle) {
        self.start(&puzzle.board, &puzzle.state());
    }

    /// Adds a level below this level, on which the candidate is true.
    fn suppose(&mut self, board: &Board, level: usize, candidate: Candidate);

    /// Eliminates a candidate.
    fn eliminate(&mut self, board: &Board, level: usize, candidate: Candidate);

    /// Places singles to the fixpoint. Calls `placed` with each single that excludes a candidate,
    /// and its truth. Fails with an empty truth.
    fn settle(
        &mut self,
        board: &Board,
        level: usize,
        placed: impl FnMut(Candidate, Group),
    ) -> Result<(), Group>;

    /// A candidate to guess, with one of its truths, in a state without singles. `None` if the
    /// state is solved.
    fn choose(&self, board: &Board, level: usize) -> Option<(Group, Candidate)>;

    /// The live candidates of a group, as a mask of its members.
    fn mask(&self, level: usize, group: Group) -> u32;

    /// The digits of a solved state.
    fn digits(&self, board: &Board, level: usize) -> Vec<Digit>;
}

/// Levels for any board, as [`State`]s.
#[derive(Default)]
pub struct StateLevels {
    /// Grows on demand and never shrinks.
    states: Vec<State>,
    /// The number of placed candidates at each level.
    placed: Vec<usize>,
    singles: Singles,
}

impl StateLevels {
    /// The state of a level.
    pub fn state(&self, level: usize) -> &State {
        &self.states[level]
    }

    /// Restricts the next search for singles to the given groups.
    pub fn expect(&mut self, groups: impl IntoIterator<Item = Group>) {
        self.singles.expect(groups);
        self.placed.fill(0);
    }

    /// The truth with the fewest candidates, at least two. `None` if all have one.
    pub fn smallest_truth(&self, board: &Board, level: usize) -> Option<Group> {
        let mut best = None;
        let mut fewest = u32::MAX;
        // Several candidates of a derived truth may hold.
        let masks = &self.states[level].masks()[..board.own_group_count()];
        for (index, &mask) in masks.iter().enumerate() {
            if mask & mask.wrapping_sub(1) == 0 {
                continue;
            }
            let count = mask.count_ones();
            if count < fewest && board.is_truth(Group::new(index)) {
                best = Some(Group::new(index));
                fewest = count;
                if count == 2 {
                    break;
                }
            }
        }
        best
    }
}

impl Levels for StateLevels {
    fn start(&mut self, _: &Board, state: &State) {
        match self.states.first_mut() {
            Some(first) => first.copy_from(state),
            None => {
                self.states.push(state.clone());
                self.placed.push(0);
            }
        }
        self.placed[0] = 0;
        self.singles.expect_all(state);
    }

    fn suppose(&mut self, board: &Board, level: usize, candidate: Candidate) {
        self.singles.back_to(self.placed[level]);
        if self.states.len() == level + 1 {
            self.states.push(self.states[level].clone());
            self.placed.push(0);
        } else {
            let (upper, lower) = self.states.split_at_mut(level + 1);
            lower[0].copy_from(&upper[level]);
        }
        (self.singles).place(board, &mut self.states[level + 1], candidate);
    }

    fn eliminate(&mut self, board: &Board, level: usize, candidate: Candidate) {
        self.singles.back_to(self.placed[level]);
        (self.singles).eliminate(board, &mut self.states[level], candidate);
    }

    #[inline]
    fn settle(
        &mut self,
        board: &Board,
        level: usize,
        placed: impl FnMut(Candidate, Group),
    ) -> Result<(), Group> {
        (self.singles).settle(board, &mut self.states[level], placed)?;
        self.placed[level] = self.singles.placed();
        Ok(())
    }

    fn choose(&self, board: &Board, level: usize) -> Option<(Group, Candidate)> {
        let truth = self.smallest_truth(board, level)?;
        let first = self.states[level].domain(board, truth).next()?;
        Some((truth, first))
    }

    fn mask(&self, level: usize, group: Group) -> u32 {
        self.states[level].mask(group)
    }

    fn digits(&self, board: &Board, level: usize) -> Vec<Digit> {
        self.states[level].cell_digits(board)
    }
}
