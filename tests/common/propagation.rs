//! Unit propagation for the tests: refutations that are folded into counts, and whole proofs that
//! use only singles and such counts.

use std::collections::VecDeque;

use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::proof::{Claim, Count, Step, count_of_propagation};
use qedoku_core::propagate::Propagation;

/// Assumes the candidate and follows singles breadth first until a truth is empty.
pub fn refute(board: &Board, state: &State, target: Candidate) -> Option<Propagation> {
    let mut state = state.clone();
    let mut queue = VecDeque::new();
    let mut forced: Vec<(Candidate, Group)> = Vec::new();
    let take = |state: &mut State, candidate, queue: &mut VecDeque<Group>| {
        state.place_noting(board, candidate, |group, mask| {
            if mask.count_ones() <= 1 {
                queue.push_back(group);
            }
        });
    };
    take(&mut state, target, &mut queue);
    while let Some(group) = queue.pop_front() {
        if state.mask(group) == 0 {
            return Some(Propagation {
                target,
                forced,
                empty: group,
            });
        }
        let Some(literal) = state.single(board, group) else {
            continue;
        };
        if literal != target && forced.iter().all(|&(known, _)| known != literal) {
            forced.push((literal, group));
            take(&mut state, literal, &mut queue);
        }
    }
    None
}

/// Returns the steps and the claim of a proof that uses only singles and counts. The proof may be
/// incomplete.
pub fn prove_by_counts(
    board: &Board,
    start: &State,
    mut counted: impl FnMut(&Propagation, &Count),
) -> (Vec<Step>, Claim) {
    let mut state = start.clone();
    let mut steps = Vec::new();
    let mut placed = vec![false; board.candidate_count()];
    loop {
        while let Some((candidate, group)) = next_single(board, &state, &mut placed) {
            steps.push(Step::Single { candidate, group });
            state.place(board, candidate);
        }
        if let Some(group) = board.groups().find(|&g| state.mask(g) == 0) {
            return (steps, Claim::None(group));
        }
        if let Some(solution) = state.solution(board) {
            return (steps, Claim::Unique(solution));
        }
        let before = steps.len();
        for target in state.clone().candidates(board) {
            let Some(propagation) = refute(board, &state, target) else {
                continue;
            };
            let count = count_of_propagation(board, &state, &propagation)
                .unwrap_or_else(|| panic!("no count of {propagation:?}"));
            assert_eq!(count.targets, [target]);
            counted(&propagation, &count);
            steps.push(Step::Count(count));
            state.eliminate(board, target);
            // An elimination that follows by a single needs no count.
            if board
                .slots(target)
                .iter()
                .any(|s| state.mask(s.group).count_ones() == 1)
            {
                break;
            }
        }
        if steps.len() == before {
            return (steps, Claim::Open);
        }
    }
}

/// Returns up to `most` counts, each with all its eliminations, also where singles would be enough.
pub fn counts_alone(board: &Board, start: &State, most: usize) -> Vec<Count> {
    let mut state = start.clone();
    let mut counts = Vec::new();
    for target in start.candidates(board) {
        if counts.len() == most {
            break;
        }
        let live = state.is_live(board, target);
        let Some(propagation) = live.then(|| refute(board, &state, target)).flatten() else {
            continue;
        };
        let mut count = count_of_propagation(board, &state, &propagation).expect("a count");
        let alone = |target| Count {
            targets: vec![target],
            terms: count.terms.clone(),
        };
        let proved = |&c: &Candidate| alone(c).holds(board, &state);
        count.targets = state.candidates(board).filter(proved).collect();
        for &gone in &count.targets {
            state.eliminate(board, gone);
        }
        counts.push(count);
    }
    counts
}

fn next_single(board: &Board, state: &State, placed: &mut [bool]) -> Option<(Candidate, Group)> {
    for group in board.groups() {
        if let Some(candidate) = state.single(board, group)
            && !std::mem::replace(&mut placed[candidate.index()], true)
        {
            return Some((candidate, group));
        }
    }
    None
}
