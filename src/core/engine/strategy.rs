//! What a solver may do: which techniques it uses, in which rhythm, and when it ends.
//!
//! Given to a [`Solver`](super::Solver). `Strategy::default()` is for people: every technique that is not on request, search where
//! none fires, a look for something simpler after each step. Grades go by rounds instead, for then what is counted does
//! not depend on which of two equal steps came first.

use std::collections::BTreeSet;

use super::guide::Guide;
use super::search::Limits;
use crate::grid::{Board, State};
use crate::lang::ir::{Level, LockedSet, Technique};
use crate::propagate::Stop;

/// How a puzzle is to be solved. The default uses every technique that needs no assumption, then
/// search, without limits that a usual puzzle would notice.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The highest level of techniques that are used.
    pub max_level: Level,
    /// Rules and techniques that are not used, by the rule's name or the technique's title.
    pub off: BTreeSet<String>,
    /// Rules and techniques that are used although they are above the level or on request only.
    pub on: BTreeSet<String>,
    /// Whether to search when no technique applies.
    pub search: bool,
    /// What to do about techniques that need the puzzle to have one solution.
    pub uniqueness: Uniqueness,
    /// When to look for simpler techniques again.
    pub pace: Pace,
    /// Stop as soon as no candidate is live that is not live in this state.
    pub goal: Option<State>,
    /// The number of steps after which to stop.
    pub max_steps: u64,
    /// How much a search may do.
    pub limits: Limits,
    /// Which candidate a search refutes first.
    pub guide: Guide,
    /// Asked between steps whether to stop: for time limits and interrupts.
    pub stop: Stop,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy {
            max_level: Level::Extreme,
            off: BTreeSet::new(),
            on: BTreeSet::new(),
            search: true,
            uniqueness: Uniqueness::Unused,
            pace: Pace::Step,
            goal: None,
            max_steps: u64::MAX,
            limits: Limits::default(),
            guide: Guide::default(),
            stop: Stop::default(),
        }
    }
}

/// What to do about techniques that need the puzzle to have one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Leave them out.
    Unused,
    /// Use them to find steps, and prove each step by a refutation that assumes nothing.
    Discharged,
    /// Use them; what is proved is conditional.
    Assumed,
}

/// When to look for simpler techniques again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// After every step: the path for people.
    Step,
    /// After all steps that the technique finds in the state: every round is a property of the
    /// state, so that what is counted is a property of the puzzle.
    Round,
}

impl Strategy {
    /// Rules and nothing else, as many as somebody asks for by name; their assumptions are taken as given.
    pub(super) fn rules_alone() -> Strategy {
        Strategy {
            uniqueness: Uniqueness::Assumed,
            search: false,
            limits: Limits { supposes: 0 },
            ..Strategy::default()
        }
    }

    /// The strategy of a grade: the same, round by round.
    pub fn by_rounds(self) -> Strategy {
        Strategy {
            pace: Pace::Round,
            ..self
        }
    }

    /// Whether the technique is used on a board.
    pub fn uses(&self, technique: &Technique, board: &Board) -> bool {
        let named = |names: &BTreeSet<String>| {
            names.contains(&*technique.rule) || names.contains(&technique.title)
        };
        if named(&self.off) || (technique.assumes_unique && self.uniqueness == Uniqueness::Unused) {
            return false;
        }
        let is_usual = technique.level <= self.max_level && !technique.on_request;
        named(&self.on) || (is_usual && !has_too_many_sets(technique, board))
    }
}

/// Boards with more cells than this have more almost locked sets than can be gone through in pairs: a single look for ALS-XZ on a 16x16
/// board does not end in minutes.
const MOST_CELLS_FOR_SETS: usize = 128;

/// Whether a technique goes through pairs of almost locked sets of any size, as ALS-XZ and Sue de Coq do, on a board that is too large
/// for that. Such techniques are on request there. It follows from what the rule says, so a grade does not depend on anything else.
fn has_too_many_sets(technique: &Technique, board: &Board) -> bool {
    let of_any_size = |set: &&LockedSet| set.spare.1 > 0 && set.size.0 < set.size.1;
    board.cell_count() > MOST_CELLS_FOR_SETS
        && (technique.patterns.iter())
            .any(|pattern| pattern.shapes.locked.iter().filter(of_any_size).count() > 1)
}

/// Rules alone, at this pace.
impl From<Pace> for Strategy {
    fn from(pace: Pace) -> Strategy {
        Strategy {
            pace,
            ..Strategy::rules_alone()
        }
    }
}
