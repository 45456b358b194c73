//! Ratings by a ladder, the steps that they are made of, and their observers.

use std::collections::BTreeSet;

use super::chains::ChainFamily;
use super::entry::MatchPolicy;
use super::file::Ladder;
use crate::engine::apply::count_distinct;
use crate::grid::Candidate;
use crate::matcher::{Match, Position};
use crate::proof::Step;

/// Maximum number of steps of one technique that count in one state. Applies to ladders that take
/// all matches at once.
const MAX_COUNTED: u32 = 2;

/// The end of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingEnd {
    /// The puzzle is solved.
    Solved,
    /// No entry fires.
    Stuck,
    /// The caller stopped the rating.
    Stopped,
    /// A truth has no candidate: there is no solution.
    Impossible,
}

/// The difficulty of a puzzle by a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// The way in which the rating ended.
    pub end: RatingEnd,
    /// The rating of the hardest step, in hundredths.
    pub hardest: u32,
    /// Lower bound of the rating of the whole puzzle, in hundredths. More than `hardest` if the
    /// rating was stopped while it searched for a harder step.
    pub at_least: u32,
    /// The hardest rating up to the first step that placed a digit.
    pub first_placement: Option<u32>,
    /// The rating of the first step.
    pub first_step: Option<u32>,
    /// The sum of all ratings.
    pub sum: u64,
    /// The highest level of a step, as an index into the ladder's levels.
    pub level: usize,
    /// The number of steps of each entry.
    pub steps: Vec<u32>,
    /// The entry of the hardest step.
    pub hardest_entry: Option<usize>,
}

/// A step of a rating.
#[derive(Clone, Debug)]
pub struct RatedStep {
    /// The entry, as an index into the ladder's entries.
    pub entry: usize,
    /// The rating of the step, in hundredths.
    pub mark: u32,
    /// The family and the number of nodes, for chains.
    pub chain: Option<(ChainFamily, usize)>,
    /// The digits that the step places.
    pub placements: Vec<Candidate>,
    /// The candidates that the step eliminates.
    pub eliminations: Vec<Candidate>,
    /// Steps of a proof with the same effect, if the listener wants proofs.
    pub certificate: Option<Vec<Step>>,
}

/// Observer of a rating.
pub trait RatingListener {
    /// Whether steps must come with certificates. These cost more than the steps.
    fn wants_proof(&self) -> bool {
        false
    }

    /// Called before the search of an entry with a higher rating than all earlier entries. The
    /// rating of the puzzle is at least `at_least` hundredths.
    fn on_bound(&mut self, at_least: u32) {
        let _ = at_least;
    }

    /// Called for each step, with the position in which it was found.
    fn on_step(&mut self, position: &Position, step: RatedStep);
}

/// A listener that ignores everything.
pub(super) struct NoListener;

impl RatingListener for NoListener {
    fn on_step(&mut self, _position: &Position, _step: RatedStep) {}
}

/// A step that an entry found.
pub(super) struct FoundStep {
    pub(super) mark: u32,
    pub(super) matches: Vec<Match>,
    pub(super) chain: Option<(ChainFamily, usize)>,
    /// Placements in addition to the effect of the matches.
    pub(super) placements: Vec<Candidate>,
    pub(super) eliminations: Vec<Candidate>,
    /// The match whose eliminations leave a direct placement.
    pub(super) direct: Option<Match>,
}

impl Rating {
    pub(super) fn new(ladder: &Ladder) -> Rating {
        Rating {
            end: RatingEnd::Solved,
            hardest: 0,
            at_least: 0,
            first_placement: None,
            first_step: None,
            sum: 0,
            level: 0,
            steps: vec![0; ladder.entries.len()],
            hardest_entry: None,
        }
    }

    pub(super) fn count(&mut self, ladder: &Ladder, entry: usize, step: &FoundStep) {
        let placed = step.matches.iter().flat_map(|found| &found.placements);
        let placed: BTreeSet<&Candidate> = placed.collect();
        if step.mark > self.hardest {
            self.hardest = step.mark;
            self.at_least = self.at_least.max(step.mark);
            self.hardest_entry = Some(entry);
        }
        self.first_step.get_or_insert(step.mark);
        if !step.placements.is_empty() || !placed.is_empty() {
            self.first_placement.get_or_insert(self.hardest);
        }
        // Each placement counts. Of the eliminations of a round, only one or two are usually
        // needed.
        let times = match (ladder.taking, placed.is_empty()) {
            (MatchPolicy::One, _) => 1,
            (MatchPolicy::All, true) => {
                let effects = step.matches.iter().map(Match::own_effect);
                count_distinct(effects).clamp(1, MAX_COUNTED)
            }
            (MatchPolicy::All, false) => placed.len() as u32,
        };
        self.steps[entry] += times;
        self.sum += u64::from(step.mark) * u64::from(times);
        self.level = self.level.max(ladder.entries[entry].level.unwrap_or(0));
    }
}

impl FoundStep {
    pub(super) fn of(mark: u32) -> FoundStep {
        FoundStep {
            mark,
            matches: Vec::new(),
            chain: None,
            placements: Vec::new(),
            eliminations: Vec::new(),
            direct: None,
        }
    }

    /// The step in the form for listeners.
    pub(super) fn reported(&self, entry: usize, certificate: Option<Vec<Step>>) -> RatedStep {
        let all = |own: &[Candidate], of: fn(&Match) -> &Vec<Candidate>| {
            let found = self.matches.iter().flat_map(|found| of(found).iter());
            let all: BTreeSet<Candidate> = own.iter().chain(found).copied().collect();
            all.into_iter().collect()
        };
        RatedStep {
            entry,
            mark: self.mark,
            chain: self.chain,
            placements: all(&self.placements, |found| &found.placements),
            eliminations: all(&self.eliminations, |found| &found.eliminations),
            certificate,
        }
    }
}
