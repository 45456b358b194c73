//! Unfillable sets found in stuck states, without a list of known patterns.
//!
//! For each choice of two to four digits, random deletion finds cells that these digits cannot
//! fill, with few guardians: other candidates in these cells, one of which is true. Cells with many
//! guardians are removed first. Equivalent sets share one entry. In puzzles with T&E depth 3 the
//! set is nearly always a tridagon.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{CellPattern, box_of};
use super::fill::{can_fill, minimal_part};
use super::guardians::guardians;
use crate::state::occurrence::Occurrence;
use qedoku_core::engine::random::Random;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::{Board, Candidate, Cell, State};
use qedoku_core::matcher::Position;

/// Number of random orders in which cells are removed.
const RESTARTS: usize = 12;
/// Maximum number of states kept per pattern, each from a different puzzle.
const MAX_KEPT_STATES: usize = 6;

/// A set of cells that some digits cannot fill, located in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiscoveredSet {
    /// The digits, as a mask.
    pub digits: u32,
    /// The cells, which form a minimal set.
    pub cells: CellPattern,
    /// The candidates of the cells with other digits. One of them is true.
    pub guardians: Vec<Candidate>,
}

/// For each choice of two to four digits, the set with the fewest guardians, if there are at most
/// `most`. Ends early if `stop` is due.
pub fn discover_sets(board: &Board, state: &State, most: usize, stop: &Stop) -> Vec<DiscoveredSet> {
    let mut found = Vec::new();
    if board.cell_count() != 81 {
        return found;
    }
    let mut random = Random::new(1);
    let choices = (0u32..512).filter(|choice| (2..=4).contains(&choice.count_ones()));
    for digits in choices {
        if stop.now() {
            break;
        }
        let of = |cell: usize| state.digits(board, Cell::new(cell));
        let others = |cell: usize| (of(cell) & !digits).count_ones() as usize;
        let may_be = |cell: &usize| {
            let live = of(*cell);
            (live & digits).count_ones() >= 2 && live.count_ones() >= 2 && others(*cell) <= most
        };
        let cells: Vec<usize> = (0..81).filter(may_be).collect();
        let all = CellPattern::of(cells.iter().copied());
        let count = digits.count_ones() as usize;
        if can_fill(all, count) {
            continue;
        }
        let sets = (0..RESTARTS).filter_map(|_| {
            let shuffled = random.order(cells.len()).into_iter().map(|i| cells[i]);
            let mut order: Vec<usize> = shuffled.collect();
            order.sort_by_key(|&cell| std::cmp::Reverse(others(cell)));
            let few = without_crowds(all, count, &order);
            if can_fill(few, count) {
                return None;
            }
            let kept = minimal_part(few, count, order);
            Some(DiscoveredSet {
                digits,
                cells: kept,
                guardians: guardians(board, state, digits, kept),
            })
        });
        let best = sets.min_by_key(|set| (set.guardians.len(), set.cells.len(), set.cells));
        found.extend(best.filter(|set| (1..=most).contains(&set.guardians.len())));
    }
    found
}

/// Removes cells in the given order until no house has more cells than digits. Such a house is
/// unfillable by itself: it belongs to a subset, and would hide all other patterns.
fn without_crowds(cells: CellPattern, digits: usize, order: &[usize]) -> CellPattern {
    let mut kept = cells;
    for &cell in order {
        let houses = [
            CellPattern::of((0..9).map(|i| cell / 9 * 9 + i)),
            CellPattern::of((0..9).map(|i| i * 9 + cell % 9)),
            CellPattern::of((0..81).filter(|&other| box_of(other) == box_of(cell))),
        ];
        if houses.iter().any(|house| house.and(kept).len() > digits) {
            kept = kept.without(cell);
        }
    }
    kept
}

/// A pattern and its occurrences.
#[derive(Clone, Debug, Default)]
pub struct DiscoveredPattern {
    /// The puzzles that contain the pattern.
    pub puzzles: BTreeSet<usize>,
    /// The number of occurrences, by number of guardians.
    pub guardians: BTreeMap<usize, usize>,
    /// States that contain the pattern, with its guardians there.
    pub states: Vec<(State, Vec<Candidate>)>,
    /// Occurrences in which the pattern eliminates a candidate at once.
    pub occurrences: Vec<Occurrence>,
}

impl DiscoveredPattern {
    /// Adds an occurrence.
    pub fn add(
        &mut self,
        puzzle: usize,
        set: &DiscoveredSet,
        state: &State,
        occurrence: Option<Occurrence>,
    ) {
        let is_new = self.puzzles.insert(puzzle);
        *self.guardians.entry(set.guardians.len()).or_default() += 1;
        if is_new && self.states.len() < MAX_KEPT_STATES {
            let mut guardians = set.guardians.clone();
            guardians.sort_unstable();
            self.states.push((state.clone(), guardians));
        }
        self.occurrences.extend(occurrence);
    }

    /// The rule of a library that concludes the same truth in every kept state. `None` if there is
    /// none.
    pub fn known_as(&self, board: &std::sync::Arc<Board>, solver: &Solver<'_>) -> Option<String> {
        let concludes = |id, (state, guardians): &(State, Vec<Candidate>)| {
            let position = Position::new(std::sync::Arc::clone(board), state.clone());
            let matches = solver.matches(id, &position);
            matches.iter().any(|found| {
                let mut one_of = found.one_of.clone();
                one_of.sort_unstable();
                one_of == *guardians
            })
        };
        let deriving = solver.ids().filter(|&id| solver.technique(id).derives());
        let mut known = deriving.filter(|&id| {
            !self.states.is_empty() && self.states.iter().all(|state| concludes(id, state))
        });
        known.next().map(|id| solver.technique(id).rule.to_string())
    }
}
