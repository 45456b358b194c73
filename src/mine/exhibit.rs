//! Where a mined rule is shown: a board on which it fires, and one on which it just does not.
//!
//! Takes a rule and the states in which its cores were found, gives a pair of boards that
//! differ by one candidate. The state itself is best; where the rule finds more than one thing in
//! it, the board has all candidates but those that the core's truths have lost.

use std::sync::Arc;

use super::phrase::BoardPair;
use super::sighting::Sighting;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::pencilmarks;
use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::lang::Library;
use qedoku_core::matcher::Position;

/// Where a rule does more than so many different things in a whole state, one candidate hardly stops it.
const MOST_STEPS: usize = 12;

/// What a rule is shown on.
pub struct Exhibit<'s> {
    /// The boards.
    pub example: BoardPair,
    /// Where they come from.
    pub sighting: &'s Sighting,
    /// Whether the board is the whole state of the sighting.
    pub whole_state: bool,
}

/// Finds the boards, the first that will do.
pub fn exhibit<'s>(
    board: &Arc<Board>,
    library: &Library,
    sightings: &'s [Sighting],
) -> Option<Exhibit<'s>> {
    exhibit_until(board, library, sightings, &Stop::default())
}

/// The same, as far as it comes before it is time to stop: a large pattern is not found in no time, and a near miss takes many looks.
pub fn exhibit_until<'s>(
    board: &Arc<Board>,
    library: &Library,
    sightings: &'s [Sighting],
    stop: &Stop,
) -> Option<Exhibit<'s>> {
    let stage = Stage {
        stop,
        board,
        solver: Solver::with(board, &library.techniques),
        count: library.techniques.len(),
    };
    let shown = |sighting: &'s Sighting, whole_state: bool| {
        let state = match whole_state {
            true => sighting.state.clone(),
            false => bare(board, &sighting.truths, &sighting.state),
        };
        let example = stage.example(sighting, &state, whole_state)?;
        Some(Exhibit {
            example,
            sighting,
            whole_state,
        })
    };
    let whole = sightings.iter().find_map(|s| shown(s, true));
    whole.or_else(|| sightings.iter().find_map(|s| shown(s, false)))
}

struct Stage<'a> {
    board: &'a Arc<Board>,
    solver: Solver<'a>,
    stop: &'a Stop,
    count: usize,
}

impl Stage<'_> {
    /// What the rule eliminates in a state, step by step.
    fn eliminates(&self, state: &State) -> Vec<Vec<Candidate>> {
        let position = Position::new(Arc::clone(self.board), state.clone());
        let own = self.solver.ids().take(self.count);
        let found = own.flat_map(|id| self.solver.matches(id, &position));
        let mut gone: Vec<Vec<Candidate>> = found.map(|m| m.eliminations).collect();
        gone.sort_unstable();
        gone.dedup();
        gone
    }

    /// The state with a near miss: one candidate more, and the rule is silent.
    fn example(&self, sighting: &Sighting, state: &State, whole: bool) -> Option<BoardPair> {
        let (board, target) = (self.board, sighting.target);
        if self.stop.now() {
            return None;
        }
        let gone = self.eliminates(state);
        // Many eliminations in a whole state have many reasons, and one candidate stops but one.
        let step = gone.iter().find(|step| step.contains(&target))?;
        if whole && gone.len() > MOST_STEPS {
            return None;
        }
        let effect: Vec<String> = step.iter().map(|&c| board.elimination_name(c)).collect();
        let lost = (sighting.truths.iter()).flat_map(|&truth| board.members(truth).iter().copied());
        let mut back: Vec<Candidate> = lost
            .filter(|&c| !state.is_live(board, c) && c != target)
            .collect();
        back.sort_unstable();
        back.dedup();
        back.sort_by_key(|&c| self.is_odd(state, c));
        back.into_iter().find_map(|candidate| {
            if self.stop.now() {
                return None;
            }
            let more = with(board, state, candidate);
            self.eliminates(&more).is_empty().then(|| BoardPair {
                board: pencilmarks(board, state),
                effect: effect.join(", "),
                near_miss: pencilmarks(board, &more),
                reason: format!("With {} there is room.", board.candidate_name(candidate)),
            })
        })
    }

    /// Whether a person would wonder why the candidate should be there: its cell is filled, or the
    /// digit stands where the cell sees it.
    fn is_odd(&self, state: &State, candidate: Candidate) -> bool {
        let groups = self.board.slots(candidate).iter();
        let filled =
            |c: Candidate| state.digits(self.board, self.board.cell_of(c)).count_ones() == 1;
        groups
            .flat_map(|slot| state.domain(self.board, slot.group))
            .any(filled)
    }
}

/// The state with one candidate more.
fn with(board: &Board, state: &State, candidate: Candidate) -> State {
    let mut cells: Vec<u32> = board.cells().map(|c| state.digits(board, c)).collect();
    let cell = board.cell_of(candidate);
    cells[cell.index()] |= 1 << board.digit_of(candidate).index();
    State::from_cells(board, &cells)
}

/// The board with all candidates but those that the truths of a core have lost.
fn bare(board: &Board, truths: &[Group], state: &State) -> State {
    let mut bare = State::full(board);
    for &candidate in truths.iter().flat_map(|&truth| board.members(truth)) {
        if !state.is_live(board, candidate) {
            bare.eliminate(board, candidate);
        }
    }
    bare
}
