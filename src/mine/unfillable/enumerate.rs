//! Enumeration of all minimal sets of cells that some digits cannot fill, up to symmetry.
//!
//! Sets grow box by box. While the digits can fill a set, each empty box is extended by each choice
//! of cells, and one set per pattern is kept. Unfillable sets grow no further. A house with more
//! cells than digits is a pattern of its own, and no larger pattern contains one. With three digits
//! and four boxes this finds the tridagon, among others.

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use super::cells::{CellPattern, box_of, peers};
use super::fill::{can_fill, is_minimal_unfillable};
use qedoku_core::engine::Stop;

/// Size limits of the sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternLimits {
    /// Number of digits.
    pub digits: usize,
    /// Maximum number of cells.
    pub cells: usize,
    /// Maximum number of boxes.
    pub boxes: usize,
}

/// The patterns found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnfillableSets {
    /// The patterns, ordered by the number of boxes, then of cells.
    pub patterns: Vec<CellPattern>,
    /// The largest number of boxes up to which all patterns were found.
    pub complete: usize,
}

impl UnfillableSets {
    /// The number of patterns, by number of boxes and cells.
    pub fn counts(&self) -> BTreeMap<(usize, usize), usize> {
        let mut counts = BTreeMap::new();
        for pattern in &self.patterns {
            *counts.entry((pattern.boxes(), pattern.len())).or_default() += 1;
        }
        counts
    }
}

/// Finds the patterns. Calls `reached` with the number of boxes and the number of sets to extend.
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

/// The extensions of a set.
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

/// The choices of cells in the first box: at least one cell, at most one per digit.
fn choices(digits: usize) -> Vec<CellPattern> {
    let cell = |i: usize| i / 3 * 9 + i % 3;
    let all =
        (1u32..512).map(|bits| CellPattern::of((0..9).filter(|i| bits >> i & 1 == 1).map(cell)));
    all.filter(|choice| choice.len() <= digits).collect()
}

/// All extensions of a set by one box.
fn grow(
    cells: CellPattern,
    choices: &[CellPattern],
    limits: PatternLimits,
    last: bool,
    stop: &Stop,
) -> GrownSets {
    let mut growth = GrownSets::default();
    // Sets that differ by a permutation within the new box are often consecutive.
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
        // All boxes of an empty board are equivalent.
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

/// Whether every cell can still get as many peers as there are digits. A cell with fewer peers is
/// redundant. A new box adds at most `digits - 1` peers in the row of a cell, and as many in its
/// column.
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
