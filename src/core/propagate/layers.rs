//! Lower bounds on the distance of truths from one target.
//!
//! The distance of a truth is the length of the shortest sequence of truths that forces a literal
//! of it, including the truth itself. Truths are used in waves, all at once, and through
//! contradictions, since a refutation need not use the first contradiction.

use super::active_truths::ActiveTruths;
use crate::grid::{Candidate, Group, State, bits};

/// Unreachable.
const FAR: u16 = u16::MAX;

/// The distances from one target.
#[derive(Default)]
pub struct Layers {
    state: State,
    reached: Vec<bool>,
    /// For each group, the first wave that can use the group.
    near: Vec<u16>,
    /// The truths that have at most one candidate left since this wave.
    ready: Vec<Group>,
    literals: Vec<Candidate>,
    next: Vec<Candidate>,
    first_empty: Option<u16>,
}

impl Layers {
    /// Measures the distances from this target, up to `waves` waves.
    pub fn measure(&mut self, active: ActiveTruths<'_>, target: Candidate, waves: u16) {
        self.start(active, target);
        for wave in 1..=waves {
            self.next_wave(active, wave);
        }
    }

    fn start(&mut self, active: ActiveTruths<'_>, target: Candidate) {
        self.state.copy_from(active.state);
        self.reached.clear();
        self.reached.resize(active.board.candidate_count(), false);
        self.near.clear();
        self.near.resize(active.board.group_count(), FAR);
        self.ready.clear();
        self.ready.extend(active.singles);
        self.first_empty = None;
        self.literals.clear();
        self.literals.push(target);
        self.reached[target.index()] = true;
    }

    fn next_wave(&mut self, active: ActiveTruths<'_>, wave: u16) {
        let ready = &mut self.ready;
        let mut emptied = false;
        for &literal in &self.literals {
            (self.state).place_noting(active.board, literal, |group, left| {
                if left & left.wrapping_sub(1) == 0 && active.takes_part(group) {
                    ready.push(group);
                    emptied |= left == 0;
                }
            });
        }
        if emptied && self.first_empty.is_none() {
            self.first_empty = Some(wave);
        }
        self.next.clear();
        for truth in self.ready.drain(..) {
            let near = &mut self.near[truth.index()];
            *near = wave.min(*near);
            // An empty truth may still force any of its candidates, if the refutation does not use
            // the literal that excludes the candidate.
            let left = match self.state.mask(truth) {
                0 => active.state.mask(truth),
                left => left,
            };
            let members = active.board.members(truth);
            for candidate in bits(left).map(|i| members[i]) {
                if !std::mem::replace(&mut self.reached[candidate.index()], true) {
                    self.next.push(candidate);
                }
            }
        }
        std::mem::swap(&mut self.literals, &mut self.next);
    }

    /// The first wave in which a truth can be used, or `FAR`.
    #[inline]
    pub fn of(&self, truth: Group) -> u16 {
        self.near[truth.index()]
    }

    /// Whether a truth becomes empty.
    pub fn empties(&self, truth: Group) -> bool {
        self.state.mask(truth) == 0
    }

    /// Whether some truth becomes empty.
    pub fn any_empties(&self) -> bool {
        self.first_empty.is_some()
    }
}
