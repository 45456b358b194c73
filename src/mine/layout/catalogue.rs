//! Cores that do not propagate.
//!
//! A core propagates if, once the target is assumed, each truth in turn forces a candidate until
//! one truth has none. Such a core is a braid, and [families](crate::pattern::generalise) describe
//! it. Any other core is described by a [layout](crate::layout) of lines, boxes and cells. Exocets
//! and tridagons are examples, and so are four lines that hold a digit crosswise in two boxes.

use std::collections::{BTreeMap, BTreeSet};

use crate::layout::lift::lift;
use crate::layout::symmetry::key;
use crate::layout::{Layout, OpenBoard};
use crate::state::graph::Graph;
use crate::state::occurrence::Occurrence;
use qedoku_core::grid::{Board, Group};
use qedoku_core::propagate::{Propagator, Reason};

/// Maximum number of occurrences tried for an example, each from a different puzzle.
const MAX_LAYOUT_EXAMPLES: usize = 6;

/// Whether the truths of a core force one candidate after another, once the target is assumed,
/// until a truth has none.
pub fn propagates(graph: &Graph, target: usize, core: &[usize]) -> bool {
    let board: &Board = graph.board();
    let truths: Vec<Group> = core.iter().map(|&v| graph.truths()[v].group).collect();
    let mut cells = vec![0; board.cell_count()];
    for &candidate in graph.candidates() {
        cells[board.cell_of(candidate).index()] |= 1 << board.digit_of(candidate).index();
    }
    let state = qedoku_core::grid::State::from_cells(board, &cells);
    let mut propagator = Propagator::default();
    propagator.start(board, &state);
    propagator.assume(board, graph.candidates()[target], Reason::Assumed);
    propagator.follow(board, &truths).is_some()
}

/// A non-propagating core with its occurrences.
#[derive(Clone, Debug)]
pub struct LayoutEntry {
    /// The layout of the first occurrence.
    pub layout: Layout,
    /// The puzzles that contain the core.
    pub puzzles: BTreeSet<usize>,
    /// Number of candidates that the core refutes.
    pub uses: usize,
    /// Occurrences of the layout, one per state. States with the fewest candidates come first.
    pub occurrences: Vec<Occurrence>,
}

impl LayoutEntry {
    /// The best occurrences, each in a different puzzle.
    pub fn best(&self) -> Vec<Occurrence> {
        let mut best: Vec<Occurrence> = Vec::new();
        for occurrence in &self.occurrences {
            let is_new = best.iter().all(|b| b.puzzle != occurrence.puzzle);
            if is_new && best.len() < MAX_LAYOUT_EXAMPLES {
                best.push(occurrence.clone());
            }
        }
        best
    }
}

/// All non-propagating cores of a campaign, one entry per pattern.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    /// The entries, by the key of the layout.
    pub entries: BTreeMap<Vec<u32>, LayoutEntry>,
}

impl Layouts {
    /// Adds a core of a puzzle. Returns false if its truths do not refute the target.
    pub fn add(
        &mut self,
        open: &OpenBoard,
        graph: &Graph,
        (target, core): (usize, &[usize]),
        (puzzle, uses): (usize, usize),
        occurrence: Occurrence,
    ) -> bool {
        let Some(layout) = lift(open, graph, target, core) else {
            return false;
        };
        let entry = self.entries.entry(key(open, &layout));
        let entry = entry.or_insert_with(|| LayoutEntry {
            layout,
            puzzles: BTreeSet::new(),
            uses: 0,
            occurrences: Vec::new(),
        });
        entry.puzzles.insert(puzzle);
        entry.uses += uses;
        let place = entry
            .occurrences
            .partition_point(|s| s.open <= occurrence.open);
        entry.occurrences.insert(place, occurrence);
        true
    }
}
