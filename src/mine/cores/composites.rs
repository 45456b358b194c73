//! Detection of cores that are composed of smaller ones.
//!
//! A core is composite if proper subsets of its truths refute one candidate after another until one
//! of them refutes the target. Then it is several steps, and each of them is found by itself.

use crate::state::graph::Graph;
use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::propagate::{Propagator, Reason};

/// Whether smaller cores on the same truths refute the target step by step.
pub fn is_composite(graph: &Graph, target: usize, core: &[usize]) -> bool {
    let board: &Board = graph.board();
    let truths: Vec<Group> = core.iter().map(|&v| graph.truths()[v].group).collect();
    let target = graph.candidates()[target];
    let domains = core.iter().flat_map(|&v| graph.truths()[v].domain.iter());
    let mut cells = vec![0; board.cell_count()];
    for candidate in domains.map(|c| graph.candidates()[c]).chain([target]) {
        cells[board.cell_of(candidate).index()] |= 1 << board.digit_of(candidate).index();
    }
    let mut state = State::from_cells(board, &cells);
    loop {
        if refuted_by_part(board, &state, &truths, target) {
            return true;
        }
        let gone = (state.candidates(board))
            .find(|&c| c != target && refuted_by_part(board, &state, &truths, c));
        let Some(gone) = gone else {
            return false;
        };
        state.eliminate(board, gone);
    }
}

/// Whether the candidate is still refuted when one of the truths is left out.
fn refuted_by_part(board: &Board, state: &State, truths: &[Group], candidate: Candidate) -> bool {
    let mut propagator = Propagator::default();
    (0..truths.len()).any(|left_out| {
        let mut part = truths.to_vec();
        part.remove(left_out);
        propagator.start(board, state);
        propagator.assume(board, candidate, Reason::Assumed);
        is_contradictory(board, &mut propagator, &part)
    })
}

/// Whether every choice of one candidate per truth contradicts the assumptions or the exclusions.
fn is_contradictory(board: &Board, propagator: &mut Propagator, truths: &[Group]) -> bool {
    if propagator.follow(board, truths).is_some() {
        return true;
    }
    let left = |truth: Group| propagator.state().mask(truth).count_ones();
    let open = truths.iter().copied().filter(|&truth| left(truth) > 1);
    let Some(smallest) = open.min_by_key(|&truth| left(truth)) else {
        return false;
    };
    let choices: Vec<Candidate> = propagator.state().domain(board, smallest).collect();
    choices.into_iter().all(|choice| {
        let before = propagator.mark();
        propagator.assume(board, choice, Reason::Assumed);
        let refuted = is_contradictory(board, propagator, truths);
        propagator.back(board, before);
        refuted
    })
}
