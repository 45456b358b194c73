//! All minimal sets of cells that some digits cannot fill, up to symmetry.
//!
//! Takes the number of digits and how large the sets may be, gives every pattern once. Sets grow box by box: as long as the digits can fill
//! a set, each empty box gets each choice of cells; of sets that are the same pattern one is kept. What cannot be filled grows no
//! more. A set with more cells of a house than there are digits is one pattern by itself, and no larger one has such a house.
//! With three digits and four boxes this finds, among others, the tridagon.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::cells::{CellPattern, box_of, peers};
use super::fill::{can_fill, is_minimal_unfillable};
use qedoku_core::engine::Stop;

/// How large the sets may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternLimits {
    /// How many digits.
    pub digits: usize,
    /// The most cells.
    pub cells: usize,
    /// The most boxes.
    pub boxes: usize,
}

/// What was found, as far as it went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnfillableSets {
    /// The patterns, those with few boxes first, then those with few cells.
    pub patterns: Vec<CellPattern>,
    /// All patterns in so many boxes were found.
    pub complete: usize,
}

impl UnfillableSets {
    /// How many there are, by the number of boxes and of cells.
    pub fn counts(&self) -> BTreeMap<(usize, usize), usize> {
        let mut counts = BTreeMap::new();
        for pattern in &self.patterns {
            *counts.entry((pattern.boxes(), pattern.len())).or_default() += 1;
        }
        counts
    }
}

/// Finds the patterns. `reached` is called with the number of boxes and of sets that are to grow into them.
pub fn unfillable_sets(
    limits: PatternLimits,
    stop: &Stop,
    reached: &(dyn Fn(usize, usize) + Sync),
) -> UnfillableSets {
    let mut found = UnfillableSets::default();
    let choices = choices(limits.digits);
    let mut growing = vec![CellPattern::default()];
    for boxes in 1..=limits.boxes.min(9) {
        reached(boxes, growing.len());
        let last = boxes == limits.boxes.min(9);
        let grown = (growing.par_iter())
            .map(|&cells| grow(cells, &choices, limits, last, stop))
            .reduce(GrownSets::default, GrownSets::and);
        if stop.now() {
            break;
        }
        let mut patterns: Vec<CellPattern> = grown.unfillable.into_iter().collect();
        patterns.sort_by_key(|&pattern| (pattern.len(), std::cmp::Reverse(pattern)));
        found.patterns.extend(patterns);
        found.complete = boxes;
        growing = grown.fillable.into_iter().collect();
    }
    found
}

/// What sets grow into.
#[derive(Default)]
struct GrownSets {
    fillable: BTreeSet<CellPattern>,
    unfillable: BTreeSet<CellPattern>,
}

impl GrownSets {
    fn and(mut self, mut other: GrownSets) -> GrownSets {
        self.fillable.append(&mut other.fillable);
        self.unfillable.append(&mut other.unfillable);
        self
    }
}

/// The choices of cells in the first box: at least one, at most as many as there are digits.
fn choices(digits: usize) -> Vec<CellPattern> {
    let cell = |i: usize| i / 3 * 9 + i % 3;
    let all =
        (1u32..512).map(|bits| CellPattern::of((0..9).filter(|i| bits >> i & 1 == 1).map(cell)));
    all.filter(|choice| choice.len() <= digits).collect()
}

/// All that a set becomes with one box more.
fn grow(
    cells: CellPattern,
    choices: &[CellPattern],
    limits: PatternLimits,
    last: bool,
    stop: &Stop,
) -> GrownSets {
    let mut growth = GrownSets::default();
    // Sets that differ by an exchange within the new box are often met one after the other.
    let used = cells.iter().fold(0u16, |all, cell| all | 1 << box_of(cell));
    for number in (0..9).filter(|number| used >> number & 1 == 0) {
        if stop.now() {
            return growth;
        }
        let shift = number / 3 * 27 + number % 3 * 3;
        for choice in choices {
            let more = cells.or(CellPattern(choice.0 << shift));
            if more.len() > limits.cells || !fits_lines(more, limits.digits) {
                continue;
            }
            if !can_become_tight(more, limits, last) {
                continue;
            }
            if !can_fill(more, limits.digits) {
                if is_minimal_unfillable(more, limits.digits) {
                    growth.unfillable.insert(more.canonical());
                }
            } else if !last {
                growth.fillable.insert(more.canonical());
            }
        }
        // All empty boxes of an empty board are alike.
        if cells.is_empty() {
            break;
        }
    }
    growth
}

/// Whether no line has more cells than there are digits.
fn fits_lines(cells: CellPattern, digits: usize) -> bool {
    let row = 0x1ff_u128;
    let column = (0..9).fold(0u128, |all, r| all | 1 << (9 * r));
    (0..9).all(|i| {
        let in_line = |line: u128| (cells.0 & line).count_ones() as usize <= digits;
        in_line(row << (9 * i)) && in_line(column << i)
    })
}

/// Whether every cell can still come to see as many others as there are digits: with fewer it would not be needed. A cell of a
/// new box is seen by at most one less than that in its row and in its column.
fn can_become_tight(cells: CellPattern, limits: PatternLimits, last: bool) -> bool {
    let missing = |cell: usize| {
        let sees = peers(cell).and(cells).len();
        limits.digits.saturating_sub(sees)
    };
    let missing: usize = cells.iter().map(missing).sum();
    let left = match last {
        true => 0,
        false => limits.cells - cells.len(),
    };
    missing <= left * 2 * (limits.digits - 1)
}
