//! A solver: techniques made ready for a board, and how to use them.
//!
//! Takes a board, techniques and a [`Strategy`]; gives the matches and the certified steps of each technique in a
//! position. The way from a puzzle to its end is a [`Path`](super::Path), which asks the solver for the
//! simplest technique that fires, again and again.
//!
//! There is one list of techniques, the simplest first, and each entry knows whether paths use it: a naked pair is,
//! an exocet on request is not, unless it was asked for.

use std::sync::{Arc, OnceLock};

use super::certify::{Uncertified, certify};
use super::strategy::Strategy;
use crate::grid::Board;
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::matcher::{
    LoneFound, Match, Matcher, Position, PositionCache, Relations, StepMatch, Tables,
};
use crate::proof::Step;
use crate::propagate::Stop;

/// Solves puzzles of one board, each by a [`Path`](super::Path) of steps. It can be shared between threads.
pub struct Solver<'l> {
    board: Arc<Board>,
    techniques: Vec<Ready<'l>>,
    tables: Tables,
    strategy: Strategy,
}

/// A technique made ready.
struct Ready<'l> {
    technique: &'l Technique,
    relations: Arc<Relations>,
    /// Planned when it is first looked for: a hint on an easy puzzle looks for singles alone.
    matcher: OnceLock<Matcher>,
    /// Whether paths use it.
    in_use: bool,
    /// Whether it concludes truths.
    derives: bool,
    /// Whether it, or a relation that it uses, speaks of truths whatever they are.
    uses_truths: bool,
}

impl Ready<'_> {
    fn matcher(&self) -> &Matcher {
        (self.matcher).get_or_init(|| Matcher::with(self.technique, &self.relations))
    }
}

/// A technique of a solver. They are in the solver's order, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TechniqueId(usize);

impl TechniqueId {
    /// The first technique of a solver, and the only one if it has just one.
    pub const FIRST: TechniqueId = TechniqueId(0);

    /// How many techniques of the solver come before it.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A step that a technique found.
#[derive(Clone, Debug)]
pub struct RuleStep {
    /// The technique.
    pub technique: TechniqueId,
    /// Where it applies and what it does.
    pub found: StepMatch,
    /// Why that is right.
    pub certificate: Vec<Step>,
}

impl<'l> Solver<'l> {
    /// A solver for puzzles of a board, with the techniques of a library that the strategy uses.
    pub fn new(board: &Arc<Board>, library: &'l Library, strategy: Strategy) -> Solver<'l> {
        let used: Vec<&Technique> = (library.techniques.iter())
            .filter(|t| strategy.uses(t, board))
            .collect();
        Solver::ready(board, used, strategy).requesting(|_| true)
    }

    /// A solver with exactly these techniques, in this order. Whatever it has can be asked for its matches; paths
    /// use rules alone, and neither those on request nor those that assume that the puzzle has one
    /// solution, unless they are [requested](Solver::requesting).
    pub fn with(board: &Arc<Board>, techniques: impl IntoIterator<Item = &'l Technique>) -> Self {
        Solver::ready(board, techniques, Strategy::rules_alone())
    }

    fn ready(
        board: &Arc<Board>,
        techniques: impl IntoIterator<Item = &'l Technique>,
        strategy: Strategy,
    ) -> Solver<'l> {
        let mut relations = Arc::new(Relations::default());
        // The techniques of a library share their relations.
        let ready = |technique: &'l Technique| {
            if !relations.are_of(&technique.relations) {
                relations = Arc::new(Relations::new(&technique.relations));
            }
            Ready {
                technique,
                relations: Arc::clone(&relations),
                matcher: OnceLock::new(),
                in_use: !technique.on_request && !technique.assumes_unique,
                derives: technique.derives(),
                uses_truths: technique.uses_truths(),
            }
        };
        Solver {
            board: Arc::clone(board),
            techniques: techniques.into_iter().map(ready).collect(),
            tables: Tables::new(board),
            strategy,
        }
    }

    /// Lets paths use these techniques too, although they are only on request or assume that the
    /// puzzle has one solution.
    pub fn requesting(mut self, wanted: impl Fn(&Technique) -> bool) -> Self {
        for ready in &mut self.techniques {
            ready.in_use |= wanted(ready.technique);
        }
        self
    }

    /// Stops, also within a look, when this is answered with yes.
    pub fn until(mut self, stop: Stop) -> Self {
        self.strategy.stop = stop;
        self
    }

    /// The techniques that it has, the simplest first.
    pub fn techniques(&self) -> impl Iterator<Item = &'l Technique> {
        self.techniques.iter().map(|ready| ready.technique)
    }

    /// The same by their ids.
    pub fn ids(&self) -> impl Iterator<Item = TechniqueId> + use<> {
        (0..self.techniques.len()).map(TechniqueId)
    }

    /// The technique with this id.
    pub fn technique(&self, id: TechniqueId) -> &'l Technique {
        self.techniques[id.0].technique
    }

    /// Whether paths use the technique.
    pub(super) fn uses(&self, id: TechniqueId) -> bool {
        self.techniques[id.0].in_use
    }

    /// The techniques in use that conclude truths.
    pub(super) fn deriving(&self) -> impl Iterator<Item = TechniqueId> {
        (self.ids()).filter(|id| self.uses(*id) && self.techniques[id.0].derives)
    }

    /// The techniques in use that speak of truths, whatever they are.
    pub(super) fn using_truths(&self) -> impl Iterator<Item = TechniqueId> {
        (self.ids()).filter(|id| self.uses(*id) && self.techniques[id.0].uses_truths)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// How it goes about.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// All matches of one technique in a position, or those that were found before it was [told to stop](Solver::until).
    pub fn matches(&self, id: TechniqueId, position: &Position) -> Vec<Match> {
        let ready = &self.techniques[id.0];
        let mut cache = PositionCache::until(self.strategy.stop.clone());
        (ready.matcher()).find_among(ready.technique, &self.tables, position, None, &mut cache)
    }

    /// All steps of one technique in a position; a match that cannot be certified is an error.
    pub fn steps_of(
        &self,
        id: TechniqueId,
        position: &Position,
    ) -> Result<Vec<RuleStep>, Uncertified> {
        self.certified(id, position).collect()
    }

    /// All matches of one technique in a position, each as a step if it can be certified.
    pub fn certified(
        &self,
        id: TechniqueId,
        position: &Position,
    ) -> impl Iterator<Item = Result<RuleStep, Uncertified>> {
        self.certified_with(id, position, &mut PositionCache::default())
    }

    /// The same; whether the look for matches was [cut off](PositionCache::cut_off) is noted.
    pub fn certified_with<'p>(
        &self,
        id: TechniqueId,
        position: &'p Position,
        cache: &mut PositionCache,
    ) -> impl Iterator<Item = Result<RuleStep, Uncertified>> + use<'p, 'l> {
        let matches = self.matches_since(id, position, None, cache).into_iter();
        matches.map(move |found| {
            Ok(RuleStep {
                technique: id,
                certificate: certify(position, &found)?,
                found: found.into(),
            })
        })
    }

    /// The same in few words, if the technique is a single; nothing is noted.
    pub(super) fn lone_since(
        &self,
        id: TechniqueId,
        position: &Position,
        age: Option<u32>,
    ) -> Option<Vec<LoneFound>> {
        let matcher = self.techniques[id.0].matcher();
        matcher.find_lone(&self.tables, position, age)
    }

    /// A single as the match of a step.
    pub(super) fn step_of(&self, id: TechniqueId, found: LoneFound) -> Option<StepMatch> {
        self.techniques[id.0].matcher().step_of(found)
    }

    /// The matches of a technique that were not there after so many steps, and perhaps others.
    /// What is found out about the position is noted for other techniques.
    pub fn matches_since(
        &self,
        id: TechniqueId,
        position: &Position,
        age: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        let ready = &self.techniques[id.0];
        (ready.matcher()).find_among(ready.technique, &self.tables, position, age, cache)
    }
}
