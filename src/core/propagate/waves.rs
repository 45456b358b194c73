//! Lower bounds on the length of refutations, for 64 targets at once.
//!
//! For each target, this gives the first wave in which a truth is empty, if all ready truths are
//! used at once in each wave. This wave is a lower bound on the length of braids and whips, and
//! rules out most targets: if `r1c1=5` empties nothing in three waves, no braid of length 3 refutes
//! it. The status of a candidate under each of 64 targets (true, excluded) is one word, so a wave
//! is one pass over the groups instead of one per target. Later calls continue where the waves
//! ended.

use super::active_truths::ActiveTruths;
use crate::grid::{Candidate, bits};

/// The bounds found so far for the targets of a state.
#[derive(Default)]
pub struct Waves {
    /// The live candidates of each group, by number, concatenated.
    members: Vec<u16>,
    /// The ends of the groups in this list.
    groups: Vec<PartEnd>,
    /// The number of these groups that are links. Those after them are derived truths.
    links: usize,
    /// The number of each candidate among the live ones.
    numbers: Vec<u16>,
    live: usize,
    targets: Vec<Candidate>,
    blocks: Vec<TargetBlock>,
}

/// The end of a group in the list of members.
#[derive(Clone, Copy)]
struct PartEnd {
    end: u32,
    /// Whether the group may be used as a truth.
    is_truth: bool,
}

/// The bounds of 64 targets.
#[derive(Clone, Default)]
struct TargetBlock {
    waves: u16,
    /// The targets that are refuted or have no further consequences.
    over: u64,
    /// The wave in which each target was refuted. `None` if it was not.
    refuted: Vec<Option<u16>>,
    candidates: Vec<Under>,
}

/// The status of a candidate under each of 64 targets.
#[derive(Clone, Copy, Default)]
struct Under {
    /// Targets under which the candidate was assumed true.
    taken: u64,
    /// Targets under which the candidate was assumed true in the last wave.
    fresh: u64,
    excluded: u64,
}

impl Waves {
    /// Prepares a state and its targets.
    pub fn read(&mut self, active: ActiveTruths<'_>, targets: &[Candidate]) {
        let board = active.board;
        self.numbers.clear();
        self.numbers.resize(board.candidate_count(), 0);
        self.live = 0;
        for candidate in active.state.candidates(board) {
            self.numbers[candidate.index()] = self.live as u16;
            self.live += 1;
        }
        self.members.clear();
        self.groups.clear();
        self.links = 0;
        for group in board.groups() {
            let (mask, is_truth) = (active.state.mask(group), active.takes_part(group));
            if mask.is_power_of_two() && !is_truth {
                continue;
            }
            let members = board.members(group);
            let numbers = bits(mask).map(|i| self.numbers[members[i].index()]);
            self.members.extend(numbers);
            let end = self.members.len() as u32;
            self.groups.push(PartEnd { end, is_truth });
            self.links += usize::from(!board.is_derived(group));
        }
        self.targets.clear();
        self.targets.extend(targets);
        self.blocks.clear();
    }

    /// Whether some truth is empty after `waves` waves. The target is given by its index.
    pub fn refutes(&mut self, position: usize, waves: u16) -> bool {
        let (block, bit) = (position / 64, position % 64);
        while self.blocks.len() <= block {
            let start = self.blocks.len() * 64;
            let end = self.targets.len().min(start + 64);
            self.begin(start, end);
        }
        while self.blocks[block].waves < waves && self.blocks[block].over != u64::MAX {
            self.next_wave(block);
        }
        self.blocks[block].refuted[bit].is_some_and(|wave| wave <= waves)
    }

    /// Whether no truth is ever empty, for all targets.
    pub fn refute_nothing(&self) -> bool {
        let nothing = |block: &TargetBlock| {
            block.over == u64::MAX && block.refuted.iter().all(Option::is_none)
        };
        self.blocks.len() == self.targets.len().div_ceil(64) && self.blocks.iter().all(nothing)
    }

    fn begin(&mut self, start: usize, end: usize) {
        let mut candidates = vec![Under::default(); self.live];
        for (bit, target) in self.targets[start..end].iter().enumerate() {
            let under = &mut candidates[usize::from(self.numbers[target.index()])];
            under.fresh = 1 << bit;
            under.taken = 1 << bit;
        }
        self.blocks.push(TargetBlock {
            waves: 0,
            over: u64::MAX.checked_shl((end - start) as u32).unwrap_or(0),
            refuted: vec![None; end - start],
            candidates,
        });
    }

    /// Applies the exclusions of the newest literals, then uses all ready truths.
    fn next_wave(&mut self, block: usize) {
        let block = &mut self.blocks[block];
        let candidates = &mut *block.candidates;
        block.waves += 1;
        for (members, _) in groups(&self.members, &self.groups[..self.links]) {
            let (mut one, mut two) = (0, 0);
            for &member in members {
                let fresh = candidates[usize::from(member)].fresh;
                two |= one & fresh;
                one |= fresh;
            }
            if one != 0 {
                for &member in members {
                    let under = &mut candidates[usize::from(member)];
                    under.excluded |= (one & !under.fresh) | two;
                }
            }
        }
        for under in &mut *candidates {
            under.fresh = 0;
        }
        let mut empty = 0;
        for (members, is_truth) in groups(&self.members, &self.groups) {
            if !is_truth {
                continue;
            }
            let (mut none_left, mut one_left) = (!block.over, 0);
            for &member in members {
                let excluded = candidates[usize::from(member)].excluded;
                one_left = (one_left & excluded) | (none_left & !excluded);
                none_left &= excluded;
            }
            empty |= none_left;
            if one_left != 0 {
                for &member in members {
                    let under = &mut candidates[usize::from(member)];
                    under.fresh |= one_left & !under.excluded;
                }
            }
        }
        for bit in bits64(empty & !block.over) {
            block.refuted[bit] = Some(block.waves);
        }
        let mut goes_on = 0;
        for under in candidates {
            under.fresh &= !under.taken & !empty;
            under.taken |= under.fresh;
            goes_on |= under.fresh;
        }
        block.over = !goes_on;
    }
}

/// The members of each group, and whether it may be used as a truth.
fn groups<'w>(
    members: &'w [u16],
    groups: &'w [PartEnd],
) -> impl Iterator<Item = (&'w [u16], bool)> {
    let mut start = 0;
    groups.iter().map(move |&PartEnd { end, is_truth }| {
        let range = start..end as usize;
        start = range.end;
        (&members[range], is_truth)
    })
}

/// The positions of the bits of a word, lowest first.
fn bits64(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        bit
    })
}
