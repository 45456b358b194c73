//! The part of a state that a refutation may use.
//!
//! Truths with the same live candidates are merged. A cell with 3 and 7 differs from a row with 3s
//! in two cells, but two houses whose 3s are the same two candidates are one truth.

use crate::grid::{Board, Group, State};

/// The truths and candidates that a refutation may use.
#[derive(Clone, Copy)]
pub struct ActiveTruths<'a> {
    /// The board.
    pub board: &'a Board,
    /// The state.
    pub state: &'a State,
    /// The truths, one for each set of live candidates.
    pub truths: &'a [Group],
    /// The truths with one candidate at the start.
    pub singles: &'a [Group],
    takes_part: &'a [bool],
}

impl ActiveTruths<'_> {
    /// Whether a group is one of the truths.
    #[inline]
    pub fn takes_part(&self, group: Group) -> bool {
        self.takes_part[group.index()]
    }
}

/// The unsolved part of a state.
#[derive(Default)]
pub(super) struct OpenPart {
    pub(super) state: State,
    pub(super) truths: Vec<Group>,
    pub(super) singles: Vec<Group>,
    takes_part: Vec<bool>,
    /// A truth that is empty at the start and refutes everything.
    pub(super) empty: Option<Group>,
}

impl OpenPart {
    pub(super) fn read(
        &mut self,
        board: &Board,
        state: &State,
        truths: impl Iterator<Item = Group>,
    ) {
        self.state.copy_from(state);
        self.truths.clear();
        self.singles.clear();
        self.takes_part.clear();
        self.takes_part.resize(board.group_count(), false);
        self.empty = None;
        for truth in truths {
            if state.mask(truth) == 0 {
                self.empty = self.empty.or(Some(truth));
            } else if !self.has_twin(board, truth) {
                self.takes_part[truth.index()] = true;
                self.truths.push(truth);
                if state.mask(truth).is_power_of_two() {
                    self.singles.push(truth);
                }
            }
        }
    }

    /// Whether an earlier truth has the same live candidates.
    fn has_twin(&self, board: &Board, group: Group) -> bool {
        let (state, size) = (&self.state, self.state.mask(group).count_ones());
        let Some(first) = state.domain(board, group).next() else {
            return false;
        };
        let same = |other: Group| {
            self.takes_part[other.index()]
                && state.mask(other).count_ones() == size
                && state.domain(board, other).eq(state.domain(board, group))
        };
        let mut others = board.all_slots(first).iter().map(|slot| slot.group);
        others.any(same)
    }

    pub(super) fn active<'a>(&'a self, board: &'a Board) -> ActiveTruths<'a> {
        ActiveTruths {
            board,
            state: &self.state,
            truths: &self.truths,
            singles: &self.singles,
            takes_part: &self.takes_part,
        }
    }
}
