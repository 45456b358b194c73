//! The effects of matches on a position.
//!
//! Counts the different steps among matches of one state, computes the remaining effect of a match
//! after other steps, and applies it. Two naked pairs that eliminate the same 7 are one step, and
//! the second has no remaining effect.

use crate::grid::Candidate;
use crate::matcher::{Match, Position, SingleMatch};

/// Number of distinct effects of these matches. An effect that is part of another one is not
/// counted.
pub(super) fn count_distinct(matches: &[Match]) -> u32 {
    // Singles place one digit each, so no effect of a single contains another.
    let single = |m: &Match| match (&m.placements[..], &m.eliminations[..]) {
        (&[only], []) => Some(only),
        _ => None,
    };
    if let Some(mut placed) = matches
        .iter()
        .map(single)
        .collect::<Option<Vec<Candidate>>>()
    {
        placed.sort_unstable();
        placed.dedup();
        return placed.len() as u32;
    }
    let mut effects: Vec<(&[Candidate], &[Candidate])> = (matches.iter())
        .map(|m| (&m.placements[..], &m.eliminations[..]))
        .collect();
    effects.sort_unstable_by_key(|e| (std::cmp::Reverse(e.0.len() + e.1.len()), *e));
    effects.dedup();
    let is_part = |part: &[Candidate], whole: &[Candidate]| {
        part.len() <= whole.len() && part.iter().all(|c| whole.binary_search(c).is_ok())
    };
    let mut kept: Vec<(&[Candidate], &[Candidate])> = Vec::new();
    for effect in effects {
        let covered =
            |k: &(&[Candidate], &[Candidate])| is_part(effect.0, k.0) && is_part(effect.1, k.1);
        if !kept.iter().any(covered) {
            kept.push(effect);
        }
    }
    kept.len() as u32
}

/// Number of distinct placements of these singles.
pub(super) fn count_distinct_singles(found: &[SingleMatch]) -> u32 {
    let mut placed: Vec<Candidate> = found.iter().map(|single| single.candidate).collect();
    placed.sort_unstable();
    placed.dedup();
    placed.len() as u32
}

/// The remaining effect of a match after other steps. `None` if there is none.
pub fn remaining_effect(position: &Position, mut found: Match) -> Option<Match> {
    let (board, state) = (position.board(), position.state());
    found.eliminations.retain(|&c| state.is_live(board, c));
    for part in &mut found.parts {
        part.eliminations.retain(|&c| state.is_live(board, c));
    }
    (found.placements)
        .retain(|&c| state.is_live(board, c) && !position.is_solved(board.cell_of(c)));
    (!found.eliminations.is_empty() || !found.placements.is_empty()).then_some(found)
}

/// Applies the placements and eliminations of a step.
pub fn apply(position: &mut Position, placements: &[Candidate], eliminations: &[Candidate]) {
    for &candidate in placements {
        position.place(candidate);
    }
    for &candidate in eliminations {
        position.eliminate(candidate);
    }
}
