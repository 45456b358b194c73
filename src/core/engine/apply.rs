//! The effects of matches on a position.
//!
//! Counts the different steps among matches of one state, computes the remaining effect of a match
//! after other steps, and applies it. Two naked pairs that eliminate the same 7 are one step, and
//! the second has no remaining effect.

use crate::grid::Candidate;
use crate::matcher::{LazyMatch, Match, Position};

/// The placements and eliminations of a match.
pub(super) type Effect<'m> = (&'m [Candidate], &'m [Candidate]);

/// Number of distinct effects. An effect that is part of another effect is not counted.
pub(super) fn count_distinct<'m>(effects: impl Iterator<Item = Effect<'m>>) -> u32 {
    let mut effects: Vec<Effect<'_>> = effects.collect();
    // Singles place one digit each, so no effect of a single contains another.
    let single = |effect: &Effect<'_>| match *effect {
        (&[only], []) => Some(only),
        _ => None,
    };
    if let Some(mut placed) = effects
        .iter()
        .map(single)
        .collect::<Option<Vec<Candidate>>>()
    {
        placed.sort_unstable();
        placed.dedup();
        return placed.len() as u32;
    }
    effects.sort_unstable_by_key(|e| (std::cmp::Reverse(e.0.len() + e.1.len()), *e));
    effects.dedup();
    let is_part = |part: &[Candidate], whole: &[Candidate]| {
        part.len() <= whole.len() && part.iter().all(|c| whole.binary_search(c).is_ok())
    };
    let mut kept: Vec<Effect<'_>> = Vec::new();
    for effect in effects {
        let covered = |k: &Effect<'_>| is_part(effect.0, k.0) && is_part(effect.1, k.1);
        if !kept.iter().any(covered) {
            kept.push(effect);
        }
    }
    kept.len() as u32
}

/// The remaining effect of a match after other steps. `None` if there is none.
pub fn remaining_effect(position: &Position, mut found: Match) -> Option<Match> {
    keep_remaining(position, &mut found).then_some(found)
}

/// Like [`remaining_effect`], for a match that may not be explained yet.
pub(super) fn remaining_lazy_effect(
    position: &Position,
    mut found: LazyMatch,
) -> Option<LazyMatch> {
    let remains = match found.full_mut() {
        Some(found) => keep_remaining(position, found),
        None => found.placements().iter().all(|&c| is_open(position, c)),
    };
    remains.then_some(found)
}

/// True if the candidate is live and its cell is not solved.
fn is_open(position: &Position, candidate: Candidate) -> bool {
    let board = position.board();
    position.state().is_live(board, candidate) && !position.is_solved(board.cell_of(candidate))
}

/// Drops effects that other steps had already. Returns true if an effect is left.
fn keep_remaining(position: &Position, found: &mut Match) -> bool {
    let (board, state) = (position.board(), position.state());
    found.eliminations.retain(|&c| state.is_live(board, c));
    for part in &mut found.parts {
        part.eliminations.retain(|&c| state.is_live(board, c));
    }
    found.placements.retain(|&c| is_open(position, c));
    !found.eliminations.is_empty() || !found.placements.is_empty()
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
