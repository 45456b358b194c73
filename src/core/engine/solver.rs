//! A solver: techniques prepared for a board, with a strategy.
//!
//! It finds the matches and certified steps of each technique in a position. A
//! [`Path`](super::Path) repeatedly takes the simplest technique that fires.
//!
//! There is one list of techniques, the simplest first. Each entry has a flag for use by paths: a
//! naked pair is used, an exocet on request only if it was requested.

use std::sync::{Arc, OnceLock};

use super::certify::{Uncertified, certify};
use super::strategy::{Strategy, covers};
use crate::grid::Board;
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::matcher::{LazyMatch, Match, Matcher, Position, PositionCache, Relations, Tables};
use crate::proof::Step;
use crate::propagate::Stop;

/// Solves puzzles of one board, each by a [`Path`](super::Path) of steps. It can be shared between
/// threads.
pub struct Solver<'l> {
    board: Arc<Board>,
    techniques: Vec<PreparedTechnique<'l>>,
    tables: Tables,
    strategy: Strategy,
}

/// A prepared technique.
#[derive(Clone)]
struct PreparedTechnique<'l> {
    technique: &'l Technique,
    relations: Arc<Relations>,
    /// Compiled on first use, because a hint on an easy puzzle needs only singles.
    matcher: Arc<OnceLock<Matcher>>,
    /// Whether paths use the technique.
    in_use: bool,
    /// Whether paths use the technique when no technique in use fires.
    in_reserve: bool,
    /// Whether the technique derives truths.
    derives: bool,
    /// Whether the technique, or a relation that it uses, ranges over all truths.
    uses_truths: bool,
}

impl PreparedTechnique<'_> {
    fn matcher(&self) -> &Matcher {
        (self.matcher).get_or_init(|| Matcher::with(self.technique, &self.relations))
    }
}

/// A technique of a solver. Ids are ordered like the techniques, the simplest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TechniqueId(usize);

impl TechniqueId {
    /// The first technique of a solver, and the only one if it has just one.
    pub const FIRST: TechniqueId = TechniqueId(0);

    /// Index of the technique in the list of techniques.
    pub const fn index(self) -> usize {
        self.0
    }
}

/// A step of a technique.
#[derive(Clone, Debug)]
pub struct RuleStep {
    /// The technique.
    pub technique: TechniqueId,
    /// The match.
    pub found: LazyMatch,
    /// Certificate of the step.
    pub certificate: Vec<Step>,
}

impl<'l> Solver<'l> {
    /// A solver for puzzles of a board, with the techniques of a library that the strategy uses.
    pub fn new(board: &Arc<Board>, library: &'l Library, strategy: Strategy) -> Solver<'l> {
        let is_used = |t: &&Technique| strategy.uses(t, board);
        let is_reserved = |t: &&Technique| strategy.reserves(t, board);
        let all = library.techniques.iter();
        let techniques: Vec<&Technique> = all.filter(|t| is_used(t) || is_reserved(t)).collect();
        let mut solver = Solver::ready(board, techniques, strategy);
        for ready in &mut solver.techniques {
            ready.in_use = solver.strategy.uses(ready.technique, board);
            ready.in_reserve = !ready.in_use;
        }
        solver
    }

    /// A solver with exactly these techniques, in this order. All of them can be searched for
    /// matches. Paths use only rules, without those on request and those that assume a unique
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
            PreparedTechnique {
                technique,
                relations: Arc::clone(&relations),
                matcher: Arc::default(),
                in_reserve: false,
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

    /// A solver with the same strategy for another board, and with the techniques whose verdict
    /// covers that board. Both share the compiled matchers.
    pub fn on_board(&self, board: &Arc<Board>) -> Solver<'l> {
        let techniques = self.techniques.iter();
        let covered = techniques.filter(|ready| covers(ready.technique, board));
        Solver {
            board: Arc::clone(board),
            techniques: covered.cloned().collect(),
            tables: Tables::new(board),
            strategy: self.strategy.clone(),
        }
    }

    /// Lets paths use these techniques, even if they are on request or assume a unique solution.
    pub fn requesting(mut self, wanted: impl Fn(&Technique) -> bool) -> Self {
        for ready in &mut self.techniques {
            ready.in_use |= wanted(ready.technique);
        }
        self
    }

    /// Sets a stop signal, which also ends searches.
    pub fn until(mut self, stop: Stop) -> Self {
        self.strategy.stop = stop;
        self
    }

    /// The techniques, the simplest first.
    pub fn techniques(&self) -> impl Iterator<Item = &'l Technique> {
        self.techniques.iter().map(|ready| ready.technique)
    }

    /// The ids of the techniques, the simplest first.
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

    /// Whether paths use the technique when no other fires.
    pub(crate) fn reserves(&self, id: TechniqueId) -> bool {
        self.techniques[id.0].in_reserve
    }

    /// The techniques in use that derive truths.
    pub(super) fn deriving(&self) -> impl Iterator<Item = TechniqueId> {
        (self.ids()).filter(|id| self.uses(*id) && self.techniques[id.0].derives)
    }

    /// The techniques in use that range over all truths.
    pub(super) fn using_truths(&self) -> impl Iterator<Item = TechniqueId> {
        (self.ids()).filter(|id| self.uses(*id) && self.techniques[id.0].uses_truths)
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The strategy.
    pub fn strategy(&self) -> &Strategy {
        &self.strategy
    }

    /// All matches of one technique in a position, or those found before the [stop
    /// signal](Solver::until).
    pub fn matches(&self, id: TechniqueId, position: &Position) -> Vec<Match> {
        let ready = &self.techniques[id.0];
        let mut cache = PositionCache::until(self.strategy.stop.clone());
        (ready.matcher()).find_since(ready.technique, &self.tables, position, None, &mut cache)
    }

    /// All steps of one technique in a position. Fails if a match cannot be certified.
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

    /// All matches of one technique in a position, each as a step if it can be certified. The cache
    /// records whether the search was [truncated](PositionCache::cut_off).
    pub fn certified_with<'p>(
        &self,
        id: TechniqueId,
        position: &'p Position,
        cache: &mut PositionCache,
    ) -> impl Iterator<Item = Result<RuleStep, Uncertified>> + use<'p, 'l> {
        let matches = self.find_since(id, position, None, cache).into_iter();
        matches.map(move |found| {
            Ok(RuleStep {
                technique: id,
                certificate: certify(position, &found)?,
                found: found.into(),
            })
        })
    }

    /// Like [`Self::find_since`], but singles are explained only on first use.
    pub(super) fn lazy_matches_since(
        &self,
        id: TechniqueId,
        position: &Position,
        age: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<LazyMatch> {
        let ready = &self.techniques[id.0];
        (ready.matcher()).find_lazily(ready.technique, &self.tables, position, age, cache)
    }

    /// The matches of a technique that are new since an age, and possibly others. The cache stores
    /// results for other techniques.
    pub fn find_since(
        &self,
        id: TechniqueId,
        position: &Position,
        age: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        let ready = &self.techniques[id.0];
        (ready.matcher()).find_since(ready.technique, &self.tables, position, age, cache)
    }
}
