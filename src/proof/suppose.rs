//! From what a technique knows to a supposition.
//!
//! Takes truths and a target that no count of them eliminates (an odd ring, a grid of three digits
//! that cannot be filled), gives the steps that refute it by cases. Only the truths of the technique
//! are looked at: what follows from others is not what it knows.

use super::model::Step;
use crate::grid::{Board, Candidate, Group, State};

/// So many suppositions are tried before it is given up.
const SUPPOSE_LIMIT: u32 = 400;

/// A suppose that refutes the target by the given truths; `None` if they do not.
pub fn suppose_of_pattern(
    board: &Board,
    state: &State,
    truths: &[Group],
    target: Candidate,
) -> Option<Vec<Step>> {
    let mut refuter = Refuter {
        board,
        truths,
        steps: Vec::new(),
        supposes: 0,
    };
    refuter.refute(state, target).then_some(refuter.steps)
}

struct Refuter<'a> {
    board: &'a Board,
    truths: &'a [Group],
    steps: Vec<Step>,
    supposes: u32,
}

impl Refuter<'_> {
    /// Supposes the candidate, and says whether it can be refuted.
    fn refute(&mut self, state: &State, candidate: Candidate) -> bool {
        self.supposes += 1;
        if self.supposes > SUPPOSE_LIMIT {
            return false;
        }
        self.steps.push(Step::Suppose(candidate));
        let mut state = state.clone();
        state.place(self.board, candidate);
        loop {
            if let Some(empty) = self.propagate(&mut state) {
                self.steps.push(Step::Refuted(empty));
                return true;
            }
            let open = |truth: &&Group| state.mask(**truth).count_ones() > 1;
            let smallest = (self.truths.iter().filter(open))
                .min_by_key(|truth| state.mask(**truth).count_ones());
            let Some(&truth) = smallest else {
                return false;
            };
            let Some(case) = state.domain(self.board, truth).next() else {
                return false;
            };
            if !self.refute(&state, case) {
                return false;
            }
            state.eliminate(self.board, case);
        }
    }

    /// Places what is alone in one of the truths, until one is empty or nothing is left to do.
    fn propagate(&mut self, state: &mut State) -> Option<Group> {
        loop {
            let empty = self.truths.iter().find(|truth| state.mask(**truth) == 0);
            if let Some(&empty) = empty {
                return Some(empty);
            }
            let forced = self.truths.iter().find_map(|&group| {
                let candidate = state.single(self.board, group)?;
                let slots = self.board.slots(candidate).iter();
                let alone = { slots }.all(|slot| state.mask(slot.group) == slot.bit);
                (!alone).then_some((candidate, group))
            });
            let (candidate, group) = forced?;
            self.steps.push(Step::Single { candidate, group });
            state.place(self.board, candidate);
        }
    }
}
