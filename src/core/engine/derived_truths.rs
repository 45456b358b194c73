//! Steps that use derived truths, for positions in which no technique fires.
//!
//! A technique with guardians, such as a tridagon, derives that one of its guardians is true. Other
//! techniques then use this truth like a cell: a braid through it is a step of the braid. The
//! certificate includes the origin of the derived truth.

use std::sync::Arc;

use super::certify::{Uncertified, certify};
use super::solver::{RuleStep, Solver, TechniqueId};
use super::strategy::Uniqueness;
use crate::grid::Group;
use crate::matcher::{DerivedTruth, Match, Position, PositionCache};

/// Maximum number of derived truths in a position. Truths with equally many candidates are used
/// together or not at all, so the choice does not depend on the orientation of the board.
const MAX_DERIVED: usize = 256;

impl Solver<'_> {
    /// The truths that the techniques in use derive in a position. No truth contains another, and
    /// the smallest come first.
    pub fn derived_truths(
        &self,
        position: &Position,
        cache: &mut PositionCache,
    ) -> Arc<[DerivedTruth]> {
        let assumed = self.strategy().uniqueness == Uniqueness::Assumed;
        let mut truths: Vec<DerivedTruth> = Vec::new();
        for id in self.deriving() {
            let technique = self.technique(id);
            if technique.assumes_unique && !assumed {
                continue;
            }
            let found = self.find_since(id, position, None, cache);
            truths.extend(found.iter().filter_map(|m| DerivedTruth::of(technique, m)));
        }
        truths.sort_by_cached_key(|t| (t.candidates.len(), t.candidates.clone(), t.truths.len()));
        truths.dedup_by(|next, first| next.candidates == first.candidates);
        let mut kept: Vec<DerivedTruth> = Vec::new();
        for of_size in truths.chunk_by(|a, b| a.candidates.len() == b.candidates.len()) {
            let contains = |truth: &DerivedTruth, small: &DerivedTruth| {
                let mut candidates = small.candidates.iter();
                candidates.all(|c| truth.candidates.contains(c))
            };
            let is_least = |t: &&DerivedTruth| !kept.iter().any(|small| contains(t, small));
            let least: Vec<DerivedTruth> = of_size.iter().filter(is_least).cloned().collect();
            if kept.len() + least.len() > MAX_DERIVED {
                break;
            }
            kept.extend(least);
        }
        kept.into()
    }

    /// The matches of a technique on a position with derived truths. Matches that use no derived
    /// truth were found before.
    pub(super) fn matches_by_derived(
        &self,
        id: TechniqueId,
        extended: &Position,
        derived: &Arc<[DerivedTruth]>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        let mut found = self.find_since(id, extended, None, cache);
        found.retain(|m| !m.eliminations.is_empty() && m.placements.is_empty());
        for found in &mut found {
            found.derived = Arc::clone(derived);
        }
        found
    }
}

/// A match on a position with derived truths, as a step on the position itself.
pub fn folded(
    position: &Position,
    technique: TechniqueId,
    found: Match,
) -> Result<RuleStep, Uncertified> {
    let certificate = certify(&position.deriving(&found.derived), &found)?;
    Ok(RuleStep {
        technique,
        found: on_own_truths(position, found).into(),
        certificate,
    })
}

/// The match with derived truths replaced by the truths that they come from.
fn on_own_truths(position: &Position, mut found: Match) -> Match {
    let own = position.board().own_group_count();
    let replaced = |truths: &[Group]| {
        let mut replaced: Vec<Group> = Vec::new();
        for &truth in truths {
            match truth.index().checked_sub(own) {
                None => replaced.push(truth),
                Some(place) => replaced.extend(&found.derived[place].truths),
            }
        }
        replaced.sort_unstable();
        replaced.dedup();
        replaced
    };
    let parts: Vec<Vec<Group>> = found.parts.iter().map(|p| replaced(&p.truths)).collect();
    let truths = replaced(&found.truths);
    found.used = (found.truths.iter().copied())
        .filter(|truth| truth.index() >= own)
        .collect();
    found.truths = truths;
    for (part, truths) in found.parts.iter_mut().zip(parts) {
        part.truths = truths;
        part.cases.clear();
    }
    found
}
