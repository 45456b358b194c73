//! The strategy of a solver: which techniques it uses, at which pace, and when it ends.
//!
//! `Strategy::default()` is for people: every technique that is not on request, search where none
//! fires, and a search for simpler techniques after each step. Grades work in rounds instead, so
//! that counts do not depend on which of two equal steps came first.

use std::collections::BTreeSet;

use super::search::Limits;
use super::target_order::TargetOrder;
use crate::grid::{Board, State};
use crate::lang::ir::{AlsPattern, Level, Technique};
use crate::propagate::Stop;

/// The strategy for a puzzle. The default uses every technique without assumptions, then search,
/// with limits that usual puzzles do not reach.
#[derive(Clone, Debug)]
pub struct Strategy {
    /// The highest level of techniques to use.
    pub max_level: Level,
    /// Rules and techniques to leave out, by the rule's name or the technique's title.
    pub off: BTreeSet<String>,
    /// Rules and techniques to use although they are above the level or on request.
    pub on: BTreeSet<String>,
    /// Whether to use techniques on request when no other applies, the simplest first. They are
    /// then in reserve: after each of their steps, the others are tried again.
    pub reserve: bool,
    /// Whether to use the layouts of digits when no technique applies, before a search. Only if
    /// techniques of every level are used. Costs up to a second for each state of a 9x9 board.
    pub layouts: bool,
    /// Whether to use techniques about constraints, such as cages.
    pub constraints: bool,
    /// Whether to search when no technique applies.
    pub search: bool,
    /// The use of techniques that assume a unique solution.
    pub uniqueness: Uniqueness,
    /// When to search for simpler techniques again.
    pub pace: Pace,
    /// Stop as soon as every live candidate is live in this state.
    pub goal: Option<State>,
    /// Maximum number of steps.
    pub max_steps: u64,
    /// The limits of search.
    pub limits: Limits,
    /// The order in which search refutes candidates.
    pub target_order: TargetOrder,
    /// The stop signal, for time limits and interrupts. Checked between steps.
    pub stop: Stop,
}

impl Default for Strategy {
    fn default() -> Self {
        Strategy {
            max_level: Level::Extreme,
            off: BTreeSet::new(),
            on: BTreeSet::new(),
            reserve: false,
            layouts: false,
            constraints: false,
            search: true,
            uniqueness: Uniqueness::Unused,
            pace: Pace::Step,
            goal: None,
            max_steps: u64::MAX,
            limits: Limits::default(),
            target_order: TargetOrder::default(),
            stop: Stop::default(),
        }
    }
}

/// The use of techniques that assume a unique solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Leave them out.
    Unused,
    /// Use them to find steps, and prove each step by a refutation without the assumption.
    Discharged,
    /// Use the rules. The proof is conditional.
    Assumed,
}

/// When to search for simpler techniques again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// After every step, for people.
    Step,
    /// After all matches of the technique in the state. Every round is then a property of the
    /// state, and the counts are a property of the puzzle.
    Round,
}

/// The rules of the library that are proved for boards with rectangular boxes and no other houses.
/// All others are proved for every board. A test compares this list with the verdicts.
pub fn rectangular_only() -> impl Iterator<Item = &'static str> {
    include_str!("../rules/rectangular-only.txt").lines()
}

/// Whether the verdict on a technique of the library covers a board.
pub(super) fn covers(technique: &Technique, board: &Board) -> bool {
    board.is_classic() || rectangular_only().all(|rule| rule != &*technique.rule)
}

impl Strategy {
    /// A strategy with rules only, no search, and with assumptions accepted.
    pub(super) fn rules_alone() -> Strategy {
        Strategy {
            uniqueness: Uniqueness::Assumed,
            search: false,
            limits: Limits { supposes: 0 },
            ..Strategy::default()
        }
    }

    /// This strategy in rounds, for grades.
    pub fn by_rounds(self) -> Strategy {
        Strategy {
            pace: Pace::Round,
            ..self
        }
    }

    /// Whether a technique is used on a board.
    pub fn uses(&self, technique: &Technique, board: &Board) -> bool {
        let is_usual = technique.level <= self.max_level && !technique.on_request;
        let is_wanted = || is_usual && !has_too_many_sets(technique, board);
        let is_about_constraints = technique.is_about_constraints();
        (self.constraints || !is_about_constraints)
            && covers(technique, board)
            && self.allows(technique)
            && (is_named(&self.on, technique) || is_wanted())
    }

    /// Whether a technique may be used at all.
    fn allows(&self, technique: &Technique) -> bool {
        let assumes = technique.assumes_unique && self.uniqueness == Uniqueness::Unused;
        !assumes && !is_named(&self.off, technique)
    }

    /// Whether a technique is in reserve on a board. Boards with more than
    /// [`MAX_CELLS_FOR_SETS`] cells have no reserve.
    pub fn reserves(&self, technique: &Technique, board: &Board) -> bool {
        self.reserve
            && technique.level <= self.max_level
            && board.cell_count() <= MAX_CELLS_FOR_SETS
            && self.allows(technique)
            && !self.uses(technique, board)
    }
}

fn is_named(names: &BTreeSet<String>, technique: &Technique) -> bool {
    names.contains(&*technique.rule) || names.contains(&technique.title)
}

/// Maximum number of cells of boards on which techniques with pairs of almost locked sets are used.
/// On a 16x16 board, one search for ALS-XZ takes minutes.
const MAX_CELLS_FOR_SETS: usize = 128;

/// Whether a technique uses pairs of almost locked sets of any size, such as ALS-XZ and Sue de Coq,
/// on a board too large for them. Such techniques are then on request. This depends only on the
/// rule and the board, so grades stay well-defined.
fn has_too_many_sets(technique: &Technique, board: &Board) -> bool {
    let of_any_size = |set: &&AlsPattern| set.spare.1 > 0 && set.size.0 < set.size.1;
    board.cell_count() > MAX_CELLS_FOR_SETS
        && (technique.patterns.iter())
            .any(|pattern| pattern.shapes.locked.iter().filter(of_any_size).count() > 1)
}

/// Rules only, at this pace.
impl From<Pace> for Strategy {
    fn from(pace: Pace) -> Strategy {
        Strategy {
            pace,
            ..Strategy::rules_alone()
        }
    }
}
