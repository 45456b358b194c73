//! Cores that do not propagate, and what is made of them.
//!
//! Takes the graph of a state, a target and a core; says whether one truth after the other forces its candidate, until one has none. If so the
//! core is a braid of some kind, and [families](crate::generalise) are the words for it. If not it is a knot, and a [layout](crate::layout) is:
//! four lines with the places of a digit crosswise in two boxes, an exocet, a tridagon.

use std::collections::{BTreeMap, BTreeSet};

use super::graph::Graph;
use super::layout::lift::lift;
use super::layout::same::key;
use super::layout::{KnotLayout, OpenBoard};
use super::sighting::Sighting;
use qedoku_core::grid::{Board, Group};
use qedoku_core::propagate::{Propagator, Reason};

/// So many sightings of a knot are looked at for an example, each of another puzzle.
const EXAMPLES: usize = 6;

/// Whether the truths of a core force one candidate after the other, once the target is assumed, until one has none.
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

/// A knot that was met, and where.
#[derive(Clone, Debug)]
pub struct KnotEntry {
    /// The layout of the first.
    pub layout: KnotLayout,
    /// The puzzles it was met in.
    pub puzzles: BTreeSet<usize>,
    /// How many candidates it refutes.
    pub uses: usize,
    /// Where it was met, one of each state; those in the states with the fewest candidates first.
    pub sightings: Vec<Sighting>,
}

impl KnotEntry {
    /// Where it is seen best, each in another puzzle.
    pub fn best(&self) -> Vec<Sighting> {
        let mut best: Vec<Sighting> = Vec::new();
        for sighting in &self.sightings {
            let is_new = best.iter().all(|b| b.puzzle != sighting.puzzle);
            if is_new && best.len() < EXAMPLES {
                best.push(sighting.clone());
            }
        }
        best
    }
}

/// All knots of a campaign, the same pattern once.
#[derive(Clone, Debug, Default)]
pub struct Knots {
    /// By the key of the layout.
    pub entries: BTreeMap<Vec<u32>, KnotEntry>,
}

impl Knots {
    /// Adds a core of a puzzle; false if it is no core.
    pub fn add(
        &mut self,
        open: &OpenBoard,
        graph: &Graph,
        (target, core): (usize, &[usize]),
        (puzzle, uses): (usize, usize),
        sighting: Sighting,
    ) -> bool {
        let Some(layout) = lift(open, graph, target, core) else {
            return false;
        };
        let entry = self.entries.entry(key(open, &layout));
        let entry = entry.or_insert_with(|| KnotEntry {
            layout,
            puzzles: BTreeSet::new(),
            uses: 0,
            sightings: Vec::new(),
        });
        entry.puzzles.insert(puzzle);
        entry.uses += uses;
        let place = entry.sightings.partition_point(|s| s.open <= sighting.open);
        entry.sightings.insert(place, sighting);
        true
    }
}
