//! Overlap of techniques: which techniques find everything that another one finds.
//!
//! Each sample match of a technique is placed on a board on which it stands alone. Every candidate
//! is live except those whose absence its truths need, and no other truth takes part. A technique
//! that draws the same conclusion there needs no more than this pattern. Patterns are sampled, so
//! "in all samples" is evidence, not proof. "Not in this sample" is final.

pub mod report;

use std::collections::BTreeSet;
use std::sync::Arc;

use rayon::prelude::*;

use crate::state::stuck_state::stuck as stuck_at;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::{Solver, Stop, TechniqueId};
use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::{Level, Technique};
use qedoku_core::matcher::{CellSet, Match, Position, PositionCache};
use qedoku_core::trial;

/// Maximum number of patterns of a technique from one position, because patterns of one position
/// are similar.
const MAX_PER_POSITION: usize = 2;
/// Maximum number of matches tried per position.
const MAX_TRIED_MATCHES: usize = 6;
/// Number of generated puzzles for techniques above the hard level.
const PUZZLES_ABOVE_HARD: usize = 6;
/// Number of generated puzzles for techniques on request, and for those that assume a unique
/// solution.
const PUZZLES_ON_REQUEST: usize = 2;

/// The positions in which patterns are searched.
pub struct Places {
    /// For each technique, the examples of its rule.
    examples: Vec<Vec<Position>>,
    /// Generated puzzles: at the start, where easy techniques are stuck, and where medium ones are
    /// stuck. There, simpler techniques do not find the patterns of a harder one.
    made: [Vec<Position>; 3],
}

impl Places {
    /// The examples of the rules, and `puzzles` generated puzzles in three stages each.
    pub fn new(solver: &Solver<'_>, library: &Library, puzzles: usize, seed: u64) -> Places {
        let board = Board::sudoku(solver.board().shape());
        let examples = solver.techniques();
        let examples = examples.map(|technique| examples_of(&board, library, technique));
        let mut creator = Creator::new(&board, seed);
        let puzzles: Vec<_> = (0..puzzles).map(|_| creator.puzzle()).collect();
        let starts: Vec<Position> = puzzles.iter().map(Position::of).collect();
        let stuck = |level: Level| -> Vec<Position> {
            let simple = library.techniques.iter().filter(|t| t.level <= level);
            let simple = Solver::with(&board, simple);
            let ends = starts.par_iter().cloned();
            ends.filter_map(|start| stuck_at(&simple, start, &Stop::default()))
                .collect()
        };
        Places {
            examples: examples.collect(),
            made: [starts.clone(), stuck(Level::Easy), stuck(Level::Medium)],
        }
    }

    /// At most `most` patterns of a technique, the examples first.
    pub fn patterns(
        &self,
        solver: &Solver<'_>,
        technique: TechniqueId,
        most: usize,
    ) -> Vec<IsolatedMatch> {
        let mut found: Vec<IsolatedMatch> = Vec::new();
        let mut seen: BTreeSet<Vec<u32>> = BTreeSet::new();
        // General techniques are slow in a real position, and a few positions give enough patterns.
        let of = solver.technique(technique);
        let (made, enough) = match of.level {
            Level::Easy => (&self.made[0], usize::MAX),
            Level::Medium => (&self.made[1], usize::MAX),
            _ if of.on_request || of.assumes_unique => (&self.made[2], PUZZLES_ON_REQUEST),
            Level::Hard => (&self.made[2], usize::MAX),
            _ => (&self.made[2], PUZZLES_ABOVE_HARD),
        };
        for position in self.examples[technique.index()]
            .iter()
            .chain(made.iter().take(enough))
        {
            let before = found.len();
            let matches = solver.matches(technique, position);
            // Takes matches at equal distances, beginning with the first.
            let stride = matches.len().div_ceil(MAX_TRIED_MATCHES).max(1);
            for step in matches.iter().step_by(stride) {
                if found.len() == most {
                    return found;
                }
                if found.len() == before + MAX_PER_POSITION {
                    break;
                }
                let pattern = IsolatedMatch::of(solver, technique, position, step);
                let is_new = |pattern: &IsolatedMatch| {
                    let masks = pattern.position.state().masks();
                    seen.insert(masks.to_vec())
                };
                found.extend(pattern.filter(is_new));
            }
        }
        found
    }
}

/// The example boards on which a technique must find a step.
fn examples_of(board: &Board, library: &Library, technique: &Technique) -> Vec<Position> {
    let rule = library.rule(&technique.rule).into_iter();
    rule.flat_map(|rule| trial::boards(rule, technique))
        .filter(|puzzle| puzzle.board.id() == board.id())
        .map(|puzzle| Position::of(&puzzle))
        .collect()
}

/// A match of a technique that stands alone on a board.
pub struct IsolatedMatch {
    position: Position,
    eliminations: Vec<Candidate>,
    placements: Vec<Candidate>,
}

impl IsolatedMatch {
    /// Places a match on a free board. `None` if the match depends on more than its truths.
    fn of(
        solver: &Solver<'_>,
        technique: TechniqueId,
        position: &Position,
        found: &Match,
    ) -> Option<IsolatedMatch> {
        let (board, seen) = (position.board(), position.state());
        let deadly = found.parts.iter().flat_map(|part| &part.deadly);
        let cells = deadly.flat_map(|set| &set.cells);
        let cells = cells.map(|&(cell, _)| board.cell_group(cell));
        let groups: Vec<Group> = found.truths.iter().copied().chain(cells).collect();
        let mut state = State::full(board);
        for &group in &groups {
            absent(board, seen, group).for_each(|c| state.eliminate(board, c));
        }
        let resting_on = |cells: &CellSet| {
            Position::resting_on(Arc::clone(board), state.clone(), &groups, cells)
        };
        let covers = |m: &Match| {
            let all = |of: &[Candidate], among: &[Candidate]| of.iter().all(|c| among.contains(c));
            all(&found.eliminations, &m.eliminations) && all(&found.placements, &m.placements)
        };
        let of_truths = || groups.iter().flat_map(|&group| state.domain(board, group));
        let concerned = |found: &Match| -> CellSet {
            let candidates = of_truths().chain(found.eliminations.iter().copied());
            candidates.map(|c| board.cell_of(c)).collect()
        };
        // The match must reappear on the free board. A deadly pattern would fit almost anywhere
        // there, so the cells around it are kept.
        let free = match solver.technique(technique).assumes_unique {
            true => resting_on(&concerned(found)),
            false => resting_on(&board.cells().collect()),
        };
        let again = solver.matches(technique, &free).into_iter().find(covers)?;
        // A placement must show that the other cells are open.
        let position = match again.placements.is_empty() {
            true => resting_on(&concerned(&again)),
            false => free,
        };
        Some(IsolatedMatch {
            position,
            eliminations: again.eliminations,
            placements: again.placements,
        })
    }

    /// Whether a technique draws the same conclusions on the board, in one step or several.
    fn is_found(
        &self,
        solver: &Solver<'_>,
        technique: TechniqueId,
        cache: &mut PositionCache,
    ) -> bool {
        let mut eliminations: BTreeSet<Candidate> = self.eliminations.iter().copied().collect();
        let mut placements: BTreeSet<Candidate> = self.placements.iter().copied().collect();
        for found in solver.find_since(technique, &self.position, None, cache) {
            found.eliminations.iter().for_each(|c| {
                eliminations.remove(c);
            });
            found.placements.iter().for_each(|c| {
                placements.remove(c);
            });
            if eliminations.is_empty() && placements.is_empty() {
                return true;
            }
        }
        false
    }
}

/// The eliminated candidates of a group.
fn absent<'b>(
    board: &'b Board,
    state: &'b State,
    group: Group,
) -> impl Iterator<Item = Candidate> + 'b {
    let members = board.members(group).iter().copied();
    members.filter(|&c| !state.is_live(board, c))
}

/// For one technique, the number of patterns in which each other technique draws the same
/// conclusion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overlap {
    /// The technique.
    pub technique: TechniqueId,
    /// Number of patterns tried.
    pub patterns: usize,
    /// The other techniques, with the number of patterns that each finds. Techniques without
    /// patterns are left out.
    pub found_by: Vec<(TechniqueId, usize)>,
}

impl Overlap {
    /// Tries the other techniques on the patterns of a technique. Unless `partial` is set, a
    /// technique that fails once is dropped.
    pub fn of(
        solver: &Solver<'_>,
        technique: TechniqueId,
        patterns: &[IsolatedMatch],
        partial: bool,
    ) -> Overlap {
        let assumes = solver.technique(technique).assumes_unique;
        // A technique that assumes a unique solution proves less than one that does not.
        let may = |id: TechniqueId| assumes || !solver.technique(id).assumes_unique;
        let others = solver.ids().filter(|&id| id != technique && may(id));
        let mut tried: Vec<(TechniqueId, usize)> = others.map(|id| (id, 0)).collect();
        for (number, pattern) in patterns.iter().enumerate() {
            let mut cache = PositionCache::default();
            for (other, count) in &mut tried {
                *count += usize::from(pattern.is_found(solver, *other, &mut cache));
            }
            tried.retain(|&(_, count)| partial || count == number + 1);
        }
        tried.retain(|&(_, count)| count > 0);
        Overlap {
            technique,
            patterns: patterns.len(),
            found_by: tried,
        }
    }

    /// The techniques that draw the same conclusion in all patterns.
    pub fn subsumers(&self) -> impl Iterator<Item = TechniqueId> {
        let all = |&&(_, count): &&(TechniqueId, usize)| count == self.patterns;
        self.found_by.iter().filter(all).map(|&(other, _)| other)
    }

    fn is_subsumed_by(&self, other: TechniqueId) -> bool {
        self.subsumers().any(|subsumer| subsumer == other)
    }
}

/// The overlaps of the techniques. Each technique is tried on at most `most` patterns.
pub fn overlaps(
    solver: &Solver<'_>,
    places: &Places,
    techniques: &[TechniqueId],
    most: usize,
    partial: bool,
) -> Vec<Overlap> {
    let overlap = |&technique: &TechniqueId| {
        let patterns = places.patterns(solver, technique, most);
        Overlap::of(solver, technique, &patterns, partial)
    };
    let each = techniques.par_iter().with_max_len(1);
    each.map(overlap).collect()
}

/// The closest techniques that subsume a technique: no third technique lies between. `known` has
/// the overlaps of all techniques.
pub fn closest(of: &Overlap, known: &[Overlap]) -> Vec<TechniqueId> {
    let subsumed = |a: TechniqueId, b: TechniqueId| {
        let known = known.iter().find(|overlap| overlap.technique == a);
        known.is_some_and(|overlap| overlap.is_subsumed_by(b))
    };
    let strictly = |a, b| subsumed(a, b) && !subsumed(b, a);
    let between = |other: TechniqueId| {
        let mut thirds = of.subsumers().filter(|&third| third != other);
        thirds.any(|third| strictly(of.technique, third) && strictly(third, other))
    };
    of.subsumers().filter(|&other| !between(other)).collect()
}
