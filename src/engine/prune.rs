//! Dropping what a refutation does not use.
//!
//! Takes the steps of one suppose, as a search logged them, gives those that its end depends
//! on. A search takes every single it sees; few of them lead to the contradiction.

use crate::grid::{Board, Candidate, Group, State};
use crate::proof::Step;

/// The steps of a suppose without those that nothing later needs.
///
/// The steps are singles and supposes, nested; other kinds end in the steps as they are.
pub fn prune(board: &Board, start: &State, steps: Vec<Step>) -> Vec<Step> {
    let Some(needs) = Replay::new(board, start).needs(&steps) else {
        return steps;
    };
    let mut needed = vec![false; steps.len()];
    if let Some(last) = needed.last_mut() {
        *last = true;
    }
    for index in (0..steps.len()).rev() {
        if needed[index] {
            for &reason in &needs[index] {
                needed[reason as usize] = true;
            }
        }
    }
    let kept = steps.into_iter().zip(needed);
    kept.filter_map(|(step, needed)| needed.then_some(step))
        .collect()
}

/// Steps taken again, to see which step removed which candidate.
struct Replay<'b> {
    board: &'b Board,
    /// Which candidates are live.
    live: Vec<bool>,
    /// The step that removed the candidate; those that were never live have none.
    removed_by: Vec<Option<u32>>,
    /// The candidates removed, the latest last.
    trail: Vec<Candidate>,
    /// For each open suppose: its step, its candidate, the length of the trail before.
    open: Vec<(u32, Candidate, usize)>,
}

impl<'b> Replay<'b> {
    fn new(board: &'b Board, start: &State) -> Replay<'b> {
        let mut live = vec![false; board.candidate_count()];
        for candidate in start.candidates(board) {
            live[candidate.index()] = true;
        }
        Replay {
            board,
            removed_by: vec![None; live.len()],
            live,
            trail: Vec::new(),
            open: Vec::new(),
        }
    }

    /// For each step, the earlier steps that it depends on.
    fn needs(mut self, steps: &[Step]) -> Option<Vec<Vec<u32>>> {
        let mut needs = Vec::with_capacity(steps.len());
        for (index, step) in steps.iter().enumerate() {
            let index = index as u32;
            needs.push(match step {
                Step::Single { candidate, group } => {
                    let reasons = self.reasons(*group);
                    self.place(*candidate, index);
                    reasons
                }
                Step::Suppose(candidate) => {
                    self.open.push((index, *candidate, self.trail.len()));
                    self.place(*candidate, index);
                    Vec::new()
                }
                Step::Refuted(group) => {
                    let mut reasons = self.reasons(*group);
                    let (suppose, candidate, length) = self.open.pop()?;
                    for candidate in self.trail.drain(length..) {
                        self.live[candidate.index()] = true;
                        self.removed_by[candidate.index()] = None;
                    }
                    self.remove(candidate, index);
                    reasons.push(suppose);
                    reasons
                }
                Step::Count(_) | Step::Deadly(_) => return None,
            });
        }
        Some(needs)
    }

    /// The steps that removed candidates of the group.
    fn reasons(&self, group: Group) -> Vec<u32> {
        let members = self.board.members(group).iter();
        let mut reasons: Vec<u32> = members.filter_map(|c| self.removed_by[c.index()]).collect();
        reasons.sort_unstable();
        reasons.dedup();
        reasons
    }

    fn place(&mut self, candidate: Candidate, step: u32) {
        let board = self.board;
        for slot in board.slots(candidate) {
            for &other in board.members(slot.group) {
                if other != candidate {
                    self.remove(other, step);
                }
            }
        }
    }

    fn remove(&mut self, candidate: Candidate, step: u32) {
        if std::mem::replace(&mut self.live[candidate.index()], false) {
            self.removed_by[candidate.index()] = Some(step);
            self.trail.push(candidate);
        }
    }
}
