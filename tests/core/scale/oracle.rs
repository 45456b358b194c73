//! Oracle for braids and whips: an exhaustive forward search that follows the definitions
//! literally.

use std::collections::BTreeSet;

use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::propagate::RefutationKind;

/// Returns the length of the shortest refutation of the target without groups, up to a limit.
pub fn shortest(
    kind: RefutationKind,
    board: &Board,
    state: &State,
    target: Candidate,
    limit: usize,
) -> Option<usize> {
    match kind {
        RefutationKind::Braid => shortest_braid(board, state, target, limit),
        RefutationKind::Whip => {
            let whip =
                |&length: &usize| is_whip(board, state, &mut vec![target], &mut Vec::new(), length);
            (1..=limit).find(whip)
        }
    }
}

/// Returns the length of the shortest braid. The order of its literals is irrelevant, so the search
/// extends sets of literals by one truth at a time.
fn shortest_braid(board: &Board, state: &State, target: Candidate, limit: usize) -> Option<usize> {
    let mut sets = BTreeSet::from([BTreeSet::from([target])]);
    for length in 1..=limit {
        let mut longer = BTreeSet::new();
        for set in &sets {
            let literals: Vec<Candidate> = set.iter().copied().collect();
            for truth in board.groups().filter(|&g| board.is_truth(g)) {
                match rest(board, state, &literals, truth)[..] {
                    [] => return Some(length),
                    [literal] => {
                        let mut set = set.clone();
                        if set.insert(literal) {
                            longer.insert(set);
                        }
                    }
                    _ => {}
                }
            }
        }
        sets = longer;
    }
    None
}

/// Returns whether the literals, with these left-linking candidates, can be extended to a whip by
/// this number of truths.
fn is_whip(
    board: &Board,
    state: &State,
    literals: &mut Vec<Candidate>,
    lefts: &mut Vec<Candidate>,
    length: usize,
) -> bool {
    let last = literals[literals.len() - 1];
    for truth in board.groups().filter(|&g| board.is_truth(g)) {
        let rest = rest(board, state, literals, truth);
        for left in state.domain(board, truth) {
            if !board.exclude(left, last) || lefts.contains(&left) {
                continue;
            }
            match rest[..] {
                [] => return true,
                [literal] if length > 1 && !literals.contains(&literal) => {
                    literals.push(literal);
                    lefts.push(left);
                    let goes_on = is_whip(board, state, literals, lefts, length - 1);
                    lefts.pop();
                    literals.pop();
                    if goes_on {
                        return true;
                    }
                }
                _ => {}
            }
        }
    }
    false
}

/// Returns the candidates of a truth that no literal excludes.
fn rest(board: &Board, state: &State, literals: &[Candidate], truth: Group) -> Vec<Candidate> {
    let stays = |c: &Candidate| !literals.iter().any(|&literal| board.exclude(literal, *c));
    state.domain(board, truth).filter(stays).collect()
}
