//! What matches do to a position, together and one after the other.
//!
//! Takes matches of one state, gives how many different steps they are, what is left of one after others were taken, and the position
//! after it. Two naked pairs that remove the same 7 are one step, and the second of them has nothing left to do.

use crate::grid::Candidate;
use crate::matcher::{LoneFound, Match, Position};

/// How many different things these matches do; what does a part of another counts with it.
pub(super) fn different_steps(matches: &[Match]) -> u32 {
    // Singles: no candidate is a part of another.
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

/// The same of singles.
pub(super) fn different_singles(found: &[LoneFound]) -> u32 {
    let mut placed: Vec<Candidate> = found.iter().map(|lone| lone.candidate).collect();
    placed.sort_unstable();
    placed.dedup();
    placed.len() as u32
}

/// What is left of a match after other steps were taken.
pub fn still_to_do(position: &Position, mut found: Match) -> Option<Match> {
    let (board, state) = (position.board(), position.state());
    found.eliminations.retain(|&c| state.is_live(board, c));
    for part in &mut found.parts {
        part.eliminations.retain(|&c| state.is_live(board, c));
    }
    (found.placements)
        .retain(|&c| state.is_live(board, c) && !position.is_solved(board.cell_of(c)));
    (!found.eliminations.is_empty() || !found.placements.is_empty()).then_some(found)
}

/// Does what a step says.
pub fn apply(position: &mut Position, placements: &[Candidate], eliminations: &[Candidate]) {
    for &candidate in placements {
        position.place(candidate);
    }
    for &candidate in eliminations {
        position.eliminate(candidate);
    }
}
