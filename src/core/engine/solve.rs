//! Solving by rules: the simplest technique that fires, again and again.
//!
//! Takes a position and the techniques in order, gives the steps taken and where they end.

use std::sync::Arc;

use super::certify::{Uncertified, certify};
use super::path::{Path, PathStep};
use super::search::Limits;
use super::strategy::{Pace, Strategy, Uniqueness};
use crate::grid::Board;
use crate::lang::ir::Technique;
use crate::matcher::{Match, Matcher, Position, PositionCache, Relations, Tables, Value};
use crate::proof::Step;

/// Techniques made ready for a board.
pub struct Engine<'l> {
    board: Arc<Board>,
    techniques: Vec<(&'l Technique, Matcher)>,
    /// For each technique, whether [`Engine::run`] uses it.
    in_use: Vec<bool>,
    tables: Tables,
}

/// A step that a technique found.
#[derive(Clone, Debug)]
pub struct RuleStep {
    /// The technique, by its index in the engine.
    pub technique: usize,
    /// Where it applies and what it does.
    pub found: Match,
    /// Why that is right.
    pub certificate: Vec<Step>,
}

impl<'l> Engine<'l> {
    /// Makes these techniques, in this order, ready for a board.
    pub fn new(board: &Arc<Board>, techniques: impl IntoIterator<Item = &'l Technique>) -> Self {
        let mut relations = Arc::new(Relations::default());
        // The techniques of a library share their relations.
        let compile = |technique: &'l Technique| {
            if !relations.are_of(&technique.relations) {
                relations = Arc::new(Relations::new(&technique.relations));
            }
            (technique, Matcher::with(technique, &relations))
        };
        let techniques: Vec<_> = techniques.into_iter().map(compile).collect();
        Engine {
            board: Arc::clone(board),
            in_use: (techniques.iter())
                .map(|(t, _)| !t.on_request && !t.assumes_unique)
                .collect(),
            techniques,
            tables: Tables::new(board),
        }
    }

    /// Uses these techniques too when it runs, although they are only on request or assume that the
    /// puzzle has one solution.
    pub fn requesting(mut self, wanted: impl Fn(&Technique) -> bool) -> Self {
        for (in_use, (technique, _)) in self.in_use.iter_mut().zip(&self.techniques) {
            *in_use |= wanted(technique);
        }
        self
    }

    /// The techniques, in order.
    pub fn techniques(&self) -> impl Iterator<Item = &'l Technique> {
        self.techniques.iter().map(|(technique, _)| *technique)
    }

    /// Whether [`Engine::run`] uses the technique with this index.
    pub fn uses(&self, index: usize) -> bool {
        self.in_use[index]
    }

    /// The technique with this index.
    pub fn technique(&self, index: usize) -> &'l Technique {
        self.techniques[index].0
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// All matches of one technique in a position.
    pub fn matches(&self, technique: usize, position: &Position) -> Vec<Match> {
        let (rule, matcher) = &self.techniques[technique];
        matcher.find(rule, &self.tables, position)
    }

    /// The match of one technique in a position where a pattern has these bindings, if it is one.
    pub fn match_given(
        &self,
        technique: usize,
        position: &Position,
        pattern: usize,
        bindings: &[Value],
    ) -> Option<Match> {
        let (rule, matcher) = &self.techniques[technique];
        matcher.find_given(rule, &self.tables, position, pattern, bindings)
    }

    /// All steps of one technique in a position; a match that cannot be certified is an error.
    pub fn steps_of(
        &self,
        technique: usize,
        position: &Position,
    ) -> Result<Vec<RuleStep>, Uncertified> {
        self.certified(technique, position).collect()
    }

    /// All matches of one technique in a position, each as a step if it can be certified.
    pub fn certified(
        &self,
        technique: usize,
        position: &Position,
    ) -> impl Iterator<Item = Result<RuleStep, Uncertified>> {
        let matches = self.matches(technique, position).into_iter();
        matches.map(move |found| {
            Ok(RuleStep {
                technique,
                certificate: certify(position, &found)?,
                found,
            })
        })
    }

    /// The matches of a technique that were not there after so many steps, and perhaps others.
    /// What is found out about the position is noted for other techniques.
    pub fn matches_since(
        &self,
        technique: usize,
        position: &Position,
        age: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        let (rule, matcher) = &self.techniques[technique];
        let changes = age.map(|age| position.changes_since(age));
        matcher.find_among(rule, &self.tables, position, changes.as_ref(), cache)
    }

    /// Applies the simplest technique that fires until none does, and tells of every step.
    /// Techniques on request, and those that assume that the puzzle has one solution, are left out
    /// unless they were [requested](Engine::requesting).
    /// Matches that the rules find but cannot be certified are not applied but returned.
    pub fn run(
        &self,
        position: &mut Position,
        taken: impl FnMut(&RuleStep),
    ) -> Vec<(usize, Uncertified)> {
        self.run_at(Pace::Step, position, taken)
    }

    /// The same at another pace: by rounds it ends in the same state, and looks less often.
    pub fn run_at(
        &self,
        pace: Pace,
        position: &mut Position,
        mut taken: impl FnMut(&RuleStep),
    ) -> Vec<(usize, Uncertified)> {
        let strategy = Strategy {
            pace,
            // Techniques that assume one solution are in use only if they were asked for.
            uniqueness: Uniqueness::Assumed,
            search: false,
            limits: Limits { supposes: 0 },
            ..Strategy::default()
        };
        let mut path = Path::new(self, &strategy, position.clone(), ());
        for step in path.by_ref() {
            if let PathStep::Rule(step) = &step {
                taken(step);
            }
        }
        let refused = path.refused().to_vec();
        *position = path.into_parts().0;
        refused
    }
}

/// What is left of a match after other steps were taken.
pub(super) fn still_to_do(position: &Position, mut found: Match) -> Option<Match> {
    let board = position.board();
    found
        .eliminations
        .retain(|&c| position.state().is_live(board, c));
    for part in &mut found.parts {
        (part.eliminations).retain(|&c| position.state().is_live(board, c));
    }
    found
        .placements
        .retain(|&c| position.state().is_live(board, c) && !position.is_solved(board.cell_of(c)));
    (!found.eliminations.is_empty() || !found.placements.is_empty()).then_some(found)
}

/// Does what a match says.
pub fn apply(position: &mut Position, found: &Match) {
    for &candidate in &found.placements {
        position.place(candidate);
    }
    for &candidate in &found.eliminations {
        position.eliminate(candidate);
    }
}
