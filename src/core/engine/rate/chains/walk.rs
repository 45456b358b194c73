//! Following a candidate through a state: unit propagation in a fixed order, with reasons.
//!
//! True nodes are followed before false ones, and older ones first. If r1c1=5 is assumed true, all
//! 5s that it sees are false, and each of these leaves its truths with one candidate less. A truth
//! makes its last candidate true. The parents of that node are all eliminated candidates of the
//! truth.

use super::branch::Branch;
use super::links::{ChainBoard, ChainLinks, candidate_of, off, on};
use crate::grid::{Board, Candidate, Group, State, bits};

/// The kinds of steps that are taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WalkMode {
    /// Only truths with two candidates in the original state count.
    Static,
    /// Eliminated candidates are remembered, so truths shrink.
    Dynamic,
    /// A dynamic net of one digit.
    Nishio,
}

/// A state and its implications, for propagation.
pub(super) struct Ground<'a> {
    pub(super) board: &'a Board,
    pub(super) shared: &'a ChainBoard,
    /// The implications of a state that has at least the candidates of this state.
    pub(super) links: &'a ChainLinks,
    pub(super) state: &'a State,
}

const LIVE: u8 = 1;
const ON: u8 = 2;
const OFF: u8 = 4;

/// The state of a branch while it is followed.
pub(super) struct Walk {
    pub(super) now: State,
    /// For each candidate, whether it is live, true or false.
    flags: Vec<u8>,
    /// The flags where all branches begin.
    first_flags: Vec<u8>,
}

impl Walk {
    pub(super) fn new(board: &Board) -> Walk {
        Walk {
            now: State::full(board),
            flags: vec![0; board.candidate_count()],
            first_flags: vec![0; board.candidate_count()],
        }
    }

    /// Takes the state in which all branches begin.
    pub(super) fn begin(&mut self, board: &Board, state: &State) {
        self.first_flags.fill(0);
        for candidate in state.candidates(board) {
            self.first_flags[candidate.index()] = LIVE;
        }
    }

    /// Restores the state at the end of a branch.
    pub(super) fn enter(&mut self, ground: &Ground<'_>, mode: WalkMode, branch: &Branch) {
        self.now.copy_from(ground.state);
        self.flags.copy_from_slice(&self.first_flags);
        for &place in &branch.ons {
            self.flags[usize::from(candidate_of(branch.node(place)))] |= ON;
        }
        for (nth, &place) in branch.offs.iter().enumerate() {
            let candidate = candidate_of(branch.node(place));
            self.flags[usize::from(candidate)] |= OFF;
            if nth < branch.followed_offs && mode != WalkMode::Static {
                self.remove(ground, candidate);
            }
        }
    }

    fn remove(&mut self, ground: &Ground<'_>, candidate: u16) {
        self.flags[usize::from(candidate)] &= !LIVE;
        let gone = Candidate::new(usize::from(candidate));
        self.now.eliminate(ground.board, gone);
    }

    /// Follows the remaining nodes of a branch, up to a contradiction.
    pub(super) fn follow(&mut self, ground: &Ground<'_>, mode: WalkMode, branch: &mut Branch) {
        while branch.contradiction.is_none() {
            if let Some(&place) = branch.ons.get(branch.followed_ons) {
                branch.followed_ons += 1;
                self.exclude(ground, mode, branch, place);
            } else if let Some(&place) = branch.offs.get(branch.followed_offs) {
                branch.followed_offs += 1;
                self.force(ground, mode, branch, place);
            } else {
                return;
            }
        }
    }

    /// Adds the false nodes that a true node implies.
    fn exclude(&mut self, ground: &Ground<'_>, mode: WalkMode, branch: &mut Branch, place: u16) {
        let source = candidate_of(branch.node(place));
        for &other in ground.links.weak(source, mode != WalkMode::Nishio) {
            let flags = self.flags[usize::from(other)];
            if flags & LIVE == 0 || flags & (ON | OFF) == OFF {
                continue;
            }
            let new = branch.push(off(other), None);
            branch.rest_on(place);
            if flags & ON != 0 {
                branch.contradiction = branch.place(on(other)).map(|on| (on, new));
                return;
            }
            self.flags[usize::from(other)] |= OFF;
            branch.enter(new);
        }
    }

    /// Adds the true nodes that a false node implies, with all their parents.
    fn force(&mut self, ground: &Ground<'_>, mode: WalkMode, branch: &mut Branch, place: u16) {
        let source = candidate_of(branch.node(place));
        let truths = ground.shared.truths(source);
        let mut forced = [(0, Group::new(0)); MAX_TRUTHS];
        let mut count = 0;
        for &(group, _) in &truths[usize::from(mode == WalkMode::Nishio)..] {
            let left = self.now.mask(group);
            if left.count_ones() != 2 || !ground.board.is_truth(group) || count == MAX_TRUTHS {
                continue;
            }
            let mut others = self.now.domain(ground.board, group);
            let other = others.find(|c| c.index() != usize::from(source));
            let Some(other) = other.map(|c| c.index() as u16) else {
                continue;
            };
            if !forced[..count].iter().any(|(known, _)| *known == other) {
                forced[count] = (other, group);
                count += 1;
            }
        }
        for &(other, group) in &forced[..count] {
            let flags = self.flags[usize::from(other)];
            if flags & ON != 0 && flags & OFF == 0 {
                continue;
            }
            let new = branch.push(on(other), Some(group));
            branch.rest_on(place);
            let gone = ground.state.mask(group) & !self.now.mask(group);
            let members = ground.board.members(group);
            for candidate in bits(gone).map(|bit| members[bit].index() as u16) {
                if let Some(parent) = branch.place(off(candidate)) {
                    branch.rest_on(parent);
                }
            }
            if flags & OFF != 0 {
                branch.contradiction = branch.place(off(other)).map(|off| (new, off));
                break;
            }
            self.flags[usize::from(other)] |= ON;
            branch.enter(new);
        }
        if mode != WalkMode::Static {
            self.remove(ground, source);
        }
    }

    /// Adds the eliminations of an inner rule. Returns true if one of them is new.
    pub(super) fn eliminate(
        &mut self,
        branch: &mut Branch,
        parents: &[u16],
        gone: &[u16],
        nested: Option<u32>,
    ) -> bool {
        let mut is_new = false;
        for &candidate in gone {
            let flags = &mut self.flags[usize::from(candidate)];
            if *flags & OFF != 0 {
                continue;
            }
            *flags |= OFF;
            is_new = true;
            let place = branch.push(off(candidate), None);
            for &parent in parents {
                if let Some(parent) = branch.place(off(parent)) {
                    branch.rest_on(parent);
                }
            }
            if let Some(chain) = nested {
                branch.rest_on_chain(chain);
            }
            branch.enter(place);
        }
        is_new
    }
}

/// Maximum number of truths of a candidate that count for chains.
const MAX_TRUTHS: usize = 8;
