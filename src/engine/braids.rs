//! Braids and whips: rules in which any truths force one candidate after the other.
//!
//! Takes a technique that is such a rule, gives its matches, one for each candidate that a braid or a whip
//! of its length refutes. The search is that of the published scales, which is far quicker than
//! looking for one truth after the other; the matcher has the last word on each braid.

use super::scale::{Refuter, Scale};
use crate::lang::ir::Technique;
use crate::matcher::{Kind, Match, Matcher, Position, Tables};

/// What is known of a position for the sake of all braids, whatever their length.
#[derive(Default)]
pub struct Braids {
    refuter: Refuter,
    /// Whether the position has been read, and can be: it has no more singles.
    is_read: Option<bool>,
}

impl Braids {
    /// Forgets what was read, after the position has changed.
    pub fn forget(&mut self) {
        self.is_read = None;
    }

    /// The refuter of a position, if it has no more singles.
    fn refuter(&mut self, position: &Position) -> Option<&mut Refuter> {
        let is_read = *self.is_read.get_or_insert_with(|| {
            let can_be_read = is_without_singles(position);
            if can_be_read {
                self.refuter.read(position.board(), position.state());
            }
            can_be_read
        });
        is_read.then_some(&mut self.refuter)
    }
}

/// The matches of a technique that is a braid or a whip, in a state that has no more singles.
pub fn matches(
    technique: &Technique,
    matcher: &Matcher,
    tables: &Tables,
    position: &Position,
    known: &mut Braids,
) -> Option<Vec<Match>> {
    let (kind, length) = matcher.length_of_braid()?;
    let scale = match kind {
        Kind::Braid => Scale::B,
        Kind::Whip => Scale::W,
    };
    let refuter = known.refuter(position)?;
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
