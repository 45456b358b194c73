//! Braids and whips: rules in which any truths force one candidate after the other.
//!
//! Takes a technique that is such a rule, gives its matches, one for each candidate that a braid or a whip
//! of its length refutes. The search is that of the published scales, which is far quicker than
//! looking for one truth after the other; the matcher has the last word on each braid.

use super::scale::{Refuter, Scale};
use crate::lang::ir::Technique;
use crate::matcher::{Kind, Match, Matcher, Position, Tables};

/// The matches of a technique that is a braid or a whip, in a state that has no more singles.
pub fn matches(
    technique: &Technique,
    matcher: &Matcher,
    tables: &Tables,
    position: &Position,
) -> Option<Vec<Match>> {
    let (kind, length) = matcher.length_of_braid()?;
    if !is_without_singles(position) {
        return None;
    }
    let mut refuter = Refuter::default();
    refuter.read(position.board(), position.state());
    let scale = match kind {
        Kind::Braid => Scale::B,
        Kind::Whip => Scale::W,
    };
    let mut matches = Vec::new();
    let mut from = 0;
    while let Some((next, refutation)) = refuter.find(scale, length, from) {
        matches.extend(matcher.find_braid(technique, tables, position, &refutation));
        from = next;
    }
    Some(matches)
}

fn is_without_singles(position: &Position) -> bool {
    let (board, state) = (position.board(), position.state());
    let open = board
        .groups()
        .filter(|&g| board.is_truth(g) && !position.is_solved_group(g));
    { open }.all(|truth| state.mask(truth).count_ones() > 1)
}
