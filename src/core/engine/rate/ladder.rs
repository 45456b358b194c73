//! From a puzzle to its rating: the first entry that fires, again and again.
//!
//! A [`LadderRater`] holds the rules of a ladder, compiled for a board. A rule of several entries
//! (hidden singles in boxes, hidden singles) is searched once per state.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::aligned_sets;
use super::cells::CellTables;
use super::chains::{ChainFamily, ChainFinder};
use super::entry::{EntryAction, EntryDemand, LadderEntry, Taking};
use super::file::{Ladder, LadderError, LadderProblem};
use super::precheck::PairCheck;
use super::run::{FoundStep, LadderRun};
use crate::engine::apply::count_distinct;
use crate::engine::solver::{Solver, TechniqueId};
use crate::grid::{Board, Candidate, Puzzle};
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::matcher::Position;
use crate::proof::Step;
use crate::propagate::Stop;

/// Maximum number of steps of one technique that count in one state, where all are taken at once.
const MAX_COUNTED: u32 = 2;

/// Rates puzzles of one board by a ladder.
pub struct LadderRater<'l> {
    pub(super) ladder: Ladder,
    pub(super) solver: Solver<'l>,
    /// The techniques of each entry.
    pub(super) techniques: Vec<Vec<TechniqueId>>,
    pub(super) chains: ChainFinder,
    pub(super) pairs: PairCheck,
    pub(super) seen: aligned_sets::SeenCells,
    pub(super) cells: CellTables,
}

/// How a rating ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingEnd {
    /// The puzzle is solved.
    Solved,
    /// No entry fires any more.
    Stuck,
    /// The caller stopped it.
    Stopped,
    /// A truth has no candidate: there is no solution.
    Impossible,
}

/// The difficulty of a puzzle by a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// How it ended.
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
    /// The candidates that it eliminates.
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

    /// Called before an entry with a higher rating than all before it is searched: the puzzle is
    /// rated at least this, in hundredths.
    fn on_bound(&mut self, at_least: u32) {
        let _ = at_least;
    }

    /// Called for each step, with the position that it is found in.
    fn on_step(&mut self, position: &Position, step: RatedStep);
}

/// A listener that ignores everything.
struct NoListener;

impl RatingListener for NoListener {
    fn on_step(&mut self, _position: &Position, _step: RatedStep) {}
}

impl<'l> LadderRater<'l> {
    /// A rater for a board; all lines of the ladder that the library cannot serve, if there are
    /// any.
    pub fn new(
        board: &Arc<Board>,
        library: &'l Library,
        ladder: Ladder,
    ) -> Result<LadderRater<'l>, Vec<LadderError>> {
        let mut used: Vec<&'l Technique> = Vec::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut errors = Vec::new();
        for entry in &ladder.entries {
            let mut own = Vec::new();
            if let EntryAction::Rule { name, .. } = &entry.action {
                let named = library.techniques.iter().filter(|t| t.is_named(name));
                let named: Vec<&Technique> = named.collect();
                if let Err(problem) = check(entry, &named, library) {
                    let line = entry.line;
                    errors.push(LadderError { line, problem });
                }
                let kept = named.into_iter();
                for technique in kept.filter(|t| !(ladder.without_unique && t.assumes_unique)) {
                    let known = used.iter().position(|own| std::ptr::eq(*own, technique));
                    own.push(known.unwrap_or(used.len()));
                    if known.is_none() {
                        used.push(technique);
                    }
                }
            }
            places.push(own);
        }
        if !errors.is_empty() {
            return Err(errors);
        }
        let solver = Solver::with(board, used);
        let ids: Vec<TechniqueId> = solver.ids().collect();
        let ids_at = |places: Vec<usize>| places.into_iter().map(|at| ids[at]).collect();
        Ok(LadderRater {
            techniques: places.into_iter().map(ids_at).collect(),
            chains: ChainFinder::new(board),
            pairs: PairCheck::new(board),
            seen: aligned_sets::SeenCells::of(board),
            cells: CellTables::new(board),
            solver,
            ladder,
        })
    }

    /// The ladder.
    pub fn ladder(&self) -> &Ladder {
        &self.ladder
    }

    /// Rates a puzzle.
    pub fn rate(&self, puzzle: &Puzzle, stop: &Stop) -> Rating {
        self.rate_observed(puzzle, stop, &mut NoListener)
    }

    /// Rates a puzzle and reports each step and each bound.
    pub fn rate_observed(
        &self,
        puzzle: &Puzzle,
        stop: &Stop,
        listener: &mut dyn RatingListener,
    ) -> Rating {
        let mut run = LadderRun::new(self, puzzle, stop);
        let mut rating = Rating::new(&self.ladder);
        loop {
            if run.position.contradiction().is_some() {
                rating.end = RatingEnd::Impossible;
            } else if run.position.is_complete() {
                rating.end = RatingEnd::Solved;
            } else if stop.now() {
                rating.end = RatingEnd::Stopped;
            } else if let Some((entry, step)) = run.first(&mut rating, listener) {
                rating.count(&self.ladder, entry, &step);
                let certificate = listener.wants_proof().then(|| run.certificate(&step));
                listener.on_step(&run.position, step.reported(entry, certificate.flatten()));
                run.take(step);
                continue;
            } else if stop.now() {
                rating.end = RatingEnd::Stopped;
            } else {
                rating.end = RatingEnd::Stuck;
                rating.at_least = rating.at_least.max(self.ladder.beyond.unwrap_or(0));
            }
            return rating;
        }
    }
}

/// Whether the library can serve an entry.
fn check(
    entry: &LadderEntry,
    named: &[&Technique],
    library: &Library,
) -> Result<(), LadderProblem> {
    let EntryAction::Rule {
        name,
        demands,
        direct,
    } = &entry.action
    else {
        return Ok(());
    };
    let Some(technique) = named.first() else {
        let rule = name.split('=').next().unwrap_or(name);
        let close = library.knows(rule).err().flatten().map(str::to_owned);
        return Err(LadderProblem::UnknownRule(name.clone(), close));
    };
    let used = demands.iter().flat_map(|demand| match demand {
        EntryDemand::Kind(name, _) | EntryDemand::Size { name, .. } => vec![name],
        EntryDemand::Has(name, digits) | EntryDemand::HasOnly { name, digits, .. } => digits
            .iter()
            .chain(demand.perhaps())
            .chain([name])
            .collect(),
    });
    for variable in used.chain(direct) {
        let known =
            (technique.patterns.iter()).any(|p| p.variables.iter().any(|v| v.name == *variable));
        if !known {
            let (rule, variable) = (technique.rule.to_string(), variable.clone());
            return Err(LadderProblem::UnknownVariable(rule, variable));
        }
    }
    Ok(())
}

impl Rating {
    fn new(ladder: &Ladder) -> Rating {
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

    fn count(&mut self, ladder: &Ladder, entry: usize, step: &FoundStep) {
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
        // Each placement counts. Of the eliminations of a round, one or two steps are usually
        // enough to go on.
        let times = match (ladder.taking, placed.is_empty()) {
            (Taking::One, _) => 1,
            (Taking::All, true) => count_distinct(&step.matches).clamp(1, MAX_COUNTED),
            (Taking::All, false) => placed.len() as u32,
        };
        self.steps[entry] += times;
        self.sum += u64::from(step.mark) * u64::from(times);
        self.level = self.level.max(ladder.entries[entry].level.unwrap_or(0));
    }
}
