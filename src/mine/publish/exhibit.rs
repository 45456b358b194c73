//! Examples for mined rules: a board on which the rule fires, and a near miss.
//!
//! The boards of a pair differ by one candidate, or by a few. The state in which the core was found
//! makes the best example. If the rule finds more than one step there, the example is a board with
//! all candidates except those that the truths of the core have lost.

use std::sync::Arc;

use crate::publish::phrase::BoardPair;
use crate::state::occurrence::Occurrence;
use qedoku_core::engine::{Solver, Stop, TechniqueId};
use qedoku_core::grid::text::pencilmarks;
use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Sort;
use qedoku_core::matcher::meaning::{KnownRelations, Reading};
use qedoku_core::matcher::{Match, Position, Value};

/// Maximum number of different steps of the rule in a whole state. With more steps, one added
/// candidate rarely stops all of them.
const MAX_EXAMPLE_STEPS: usize = 12;
/// Maximum number of candidates added to get a near miss. One added candidate is preferred.
const MAX_ADDED: usize = 3;
/// Maximum number of matches. With more matches, a few added candidates do not stop all of them.
const MAX_EXAMPLE_MATCHES: usize = 100;

/// A match and its technique.
type OwnMatch = (TechniqueId, Match);

/// The added candidates, and the state in which the rule finds nothing because of them.
type NearMiss = (Vec<Candidate>, State);

/// An example of a rule with its origin.
pub struct Exhibit<'s> {
    /// The board and the near miss.
    pub example: BoardPair,
    /// The occurrence from which the example is taken.
    pub occurrence: &'s Occurrence,
    /// Whether the board is the whole state of the occurrence.
    pub whole_state: bool,
}

/// Finds the first occurrence that gives a board and a near miss.
pub fn exhibit<'s>(
    board: &Arc<Board>,
    library: &Library,
    occurrences: &'s [Occurrence],
) -> Option<Exhibit<'s>> {
    let stop = Stop::default();
    let stage = Stage::new(board, library, &stop);
    let whole = occurrences.iter().find_map(|s| stage.whole(s));
    whole.or_else(|| occurrences.iter().find_map(|s| stage.bare(s)))
}

/// Finds an example among whole states, until `stop` is due. One search for a large pattern takes
/// seconds, and a near miss may need many searches. Boards that show the core alone are not tried:
/// with nearly everything open, a search takes minutes.
pub fn exhibit_whole<'s>(
    board: &Arc<Board>,
    library: &Library,
    occurrences: &'s [Occurrence],
    stop: &Stop,
) -> Option<Exhibit<'s>> {
    let stage = Stage::new(board, library, stop);
    occurrences.iter().find_map(|s| stage.whole(s))
}

struct Stage<'a> {
    board: &'a Arc<Board>,
    solver: Solver<'a>,
    stop: &'a Stop,
    count: usize,
}

impl<'a> Stage<'a> {
    fn new(board: &'a Arc<Board>, library: &'a Library, stop: &'a Stop) -> Stage<'a> {
        Stage {
            board,
            solver: Solver::with(board, &library.techniques).until(stop.clone()),
            stop,
            count: library.techniques.len(),
        }
    }

    /// An example on the whole state of an occurrence.
    fn whole<'s>(&self, occurrence: &'s Occurrence) -> Option<Exhibit<'s>> {
        Some(Exhibit {
            example: self.example(occurrence, &occurrence.state, true)?,
            occurrence,
            whole_state: true,
        })
    }

    /// An example on a board that shows the core alone.
    fn bare<'s>(&self, occurrence: &'s Occurrence) -> Option<Exhibit<'s>> {
        let state = bare(self.board, &occurrence.truths, &occurrence.state);
        Some(Exhibit {
            example: self.example(occurrence, &state, false)?,
            occurrence,
            whole_state: false,
        })
    }

    /// All matches of the rule in a state. `None` if `stop` is due.
    fn matches(&self, state: &State) -> Option<Vec<OwnMatch>> {
        if self.stop.now() {
            return None;
        }
        let position = Position::new(Arc::clone(self.board), state.clone());
        let of = |id: TechniqueId| {
            let found = self.solver.matches(id, &position);
            found.into_iter().map(move |found| (id, found))
        };
        let found = self.solver.ids().take(self.count).flat_map(of).collect();
        // A cancelled search may have missed matches.
        (!self.stop.now()).then_some(found)
    }

    /// The state with a near miss: with one added candidate, or a few, the rule finds nothing.
    fn example(&self, occurrence: &Occurrence, state: &State, whole: bool) -> Option<BoardPair> {
        let (board, target) = (self.board, occurrence.target);
        let matches = self.matches(state)?;
        let mut gone: Vec<&Vec<Candidate>> = matches.iter().map(|(_, m)| &m.eliminations).collect();
        gone.sort_unstable();
        gone.dedup();
        // Many eliminations in a whole state have several reasons, and one added candidate stops
        // only one of them.
        let step = gone.iter().find(|step| step.contains(&target))?;
        if whole && gone.len() > MAX_EXAMPLE_STEPS {
            return None;
        }
        let effect: Vec<String> = step.iter().map(|&c| board.elimination_name(c)).collect();
        let (added, more) = (self.one_more(occurrence, state, &matches))
            .or_else(|| self.few_more(target, state, matches.clone()))?;
        let names: Vec<String> = added.iter().map(|&c| board.candidate_name(c)).collect();
        Some(BoardPair {
            board: pencilmarks(board, state),
            effect: effect.join(", "),
            near_miss: pencilmarks(board, &more),
            reason: format!("With {} there is room.", names.join(" and ")),
        })
    }

    /// The near miss with one added candidate that a truth of the core has lost.
    fn one_more(
        &self,
        occurrence: &Occurrence,
        state: &State,
        matches: &[OwnMatch],
    ) -> Option<NearMiss> {
        let back = self.lost(occurrence.target, state, occurrence.truths.iter());
        back.into_iter().find_map(|candidate| {
            let more = with(self.board, state, candidate);
            if matches.iter().any(|found| self.holds(found, &more)) {
                return None;
            }
            let silent = self.matches(&more)?.is_empty();
            silent.then(|| (vec![candidate], more))
        })
    }

    /// The near miss with a few added candidates, each chosen to stop the most matches.
    fn few_more(
        &self,
        target: Candidate,
        state: &State,
        matches: Vec<OwnMatch>,
    ) -> Option<NearMiss> {
        let (mut left, mut more, mut added) = (matches, state.clone(), Vec::new());
        while added.len() < MAX_ADDED && left.len() <= MAX_EXAMPLE_MATCHES {
            let truths = left.iter().flat_map(|(_, found)| &found.truths);
            let back = self.lost(target, &more, truths);
            let holding = |c: &Candidate| {
                let more = with(self.board, &more, *c);
                left.iter().filter(|found| self.holds(found, &more)).count()
            };
            let best = back.into_iter().min_by_key(holding)?;
            more = with(self.board, &more, best);
            added.push(best);
            left = self.matches(&more)?;
            if left.is_empty() {
                return Some((added, more));
            }
        }
        None
    }

    /// The candidates that the truths have lost in a state, without the target. Candidates that
    /// look natural on the board come first.
    fn lost<'t>(
        &self,
        target: Candidate,
        state: &State,
        truths: impl Iterator<Item = &'t Group>,
    ) -> Vec<Candidate> {
        let board = self.board;
        let members = truths.flat_map(|&truth| board.members(truth).iter().copied());
        let mut lost: Vec<Candidate> = members
            .filter(|&c| !state.is_live(board, c) && c != target)
            .collect();
        lost.sort_unstable();
        lost.dedup();
        lost.sort_by_key(|&c| self.is_odd(state, c));
        lost
    }

    /// Whether a match also holds in another state, for one of its targets. Unlike a search, which
    /// may take seconds, this check is immediate.
    fn holds(&self, (id, found): &OwnMatch, state: &State) -> bool {
        let technique = self.solver.technique(*id);
        let pattern = &technique.patterns[found.pattern];
        let position = Position::new(Arc::clone(self.board), state.clone());
        let known = KnownRelations::new(&position, technique.relations.len());
        found.eliminations.iter().any(|&target| {
            let mut values = found.bindings.clone();
            for (value, variable) in values.iter_mut().zip(&pattern.variables) {
                if variable.is_target && variable.sort == Sort::Candidate {
                    *value = Some(Value::of(self.board, &[target]));
                }
            }
            let reading = Reading {
                known: &known,
                variables: &pattern.variables,
                values: &values,
            };
            reading.matches(pattern)
        })
    }

    /// Whether the candidate would look wrong to a reader: its cell is solved, or a peer has the
    /// digit.
    fn is_odd(&self, state: &State, candidate: Candidate) -> bool {
        let groups = self.board.slots(candidate).iter();
        let filled =
            |c: Candidate| state.digits(self.board, self.board.cell_of(c)).count_ones() == 1;
        groups
            .flat_map(|slot| state.domain(self.board, slot.group))
            .any(filled)
    }
}

/// The state with one added candidate.
fn with(board: &Board, state: &State, candidate: Candidate) -> State {
    let mut cells: Vec<u32> = board.cells().map(|c| state.digits(board, c)).collect();
    let cell = board.cell_of(candidate);
    cells[cell.index()] |= 1 << board.digit_of(candidate).index();
    State::from_cells(board, &cells)
}

/// The board with all candidates except those that the truths of a core have lost.
pub fn bare(board: &Board, truths: &[Group], state: &State) -> State {
    let mut bare = State::full(board);
    for &candidate in truths.iter().flat_map(|&truth| board.members(truth)) {
        if !state.is_live(board, candidate) {
            bare.eliminate(board, candidate);
        }
    }
    bare
}
