//! Rates a puzzle: applies the first entry that fires, repeatedly.
//!
//! A rule with several entries (hidden singles in boxes, hidden singles) is searched once per
//! state.

use std::sync::Arc;

use super::aligned_sets;
use super::cells::CellView;
use super::certificate::certificate;
use super::chains::{ChainMemo, ChainRates, length_steps};
use super::demand;
use super::entry::{EntryAction, EntryDemand, MatchPolicy};
use super::ladder::LadderRater;
use super::precheck::PairTable;
use super::rating::{FoundStep, NoListener, Rating, RatingEnd, RatingListener};
use super::{grave, loops};
use crate::engine::apply::{apply, remaining_effect};
use crate::engine::certify::certify;
use crate::engine::solver::TechniqueId;
use crate::grid::{Candidate, Puzzle};
use crate::lang::ir::Technique;
use crate::matcher::{Match, Position, PositionCache};
use crate::propagate::Stop;

/// The cached matches of a technique.
#[derive(Clone, Default)]
struct Progress {
    /// The last age without a match.
    none_at: Option<u32>,
    /// The matches at an age.
    found: Option<(u32, Vec<Match>)>,
}

/// The state of a rating in progress.
pub(super) struct LadderRun<'r, 'l> {
    rater: &'r LadderRater<'l>,
    pub(super) position: Position,
    cache: PositionCache,
    progress: Vec<Progress>,
    /// For each entry of chains, the age at which no chain existed.
    no_chain: Vec<Option<u32>>,
    /// The table of bivalue cells, with the age for which it was computed.
    pairs: Option<(u32, PairTable)>,
    chains: Option<ChainMemo>,
    stop: Stop,
}

impl<'r, 'l> LadderRun<'r, 'l> {
    pub(super) fn new(
        rater: &'r LadderRater<'l>,
        puzzle: &Puzzle,
        stop: &Stop,
    ) -> LadderRun<'r, 'l> {
        LadderRun {
            rater,
            position: Position::of(puzzle),
            cache: PositionCache::until(stop.clone()),
            progress: vec![Progress::default(); rater.solver.ids().count()],
            no_chain: vec![None; rater.ladder.entries.len()],
            pairs: None,
            chains: None,
            stop: stop.clone(),
        }
    }

    /// The step of the first entry that fires. Raises the bound of the rating before each harder
    /// entry.
    pub(super) fn first(
        &mut self,
        rating: &mut Rating,
        listener: &mut dyn RatingListener,
    ) -> Option<(usize, FoundStep)> {
        let rater = self.rater;
        for (at, entry) in rater.ladder.entries.iter().enumerate() {
            if self.stop.now() {
                return None;
            }
            if entry.mark > rating.at_least && matches!(entry.action, EntryAction::Chains(_)) {
                rating.at_least = entry.mark;
                listener.on_bound(entry.mark);
            }
            let step = match &entry.action {
                EntryAction::Rule {
                    demands, direct, ..
                } => self.rule(at, entry.mark, demands, direct.as_deref()),
                EntryAction::Chains(rates) => self.chain(at, rates),
                EntryAction::Aligned(cells) => self.aligned(entry.mark, *cells),
                EntryAction::UniqueLoops => self.unique(entry.mark, loops::find),
                EntryAction::Graves => self.unique(entry.mark, grave::find),
            };
            if let Some(step) = step {
                return Some((at, step));
            }
        }
        None
    }

    fn aligned(&self, mark: u32, cells: usize) -> Option<FoundStep> {
        let (board, state) = (self.position.board(), self.position.state());
        let gone = aligned_sets::find(board, state, &self.rater.seen, cells)?;
        Some(FoundStep {
            eliminations: gone,
            ..FoundStep::of(mark)
        })
    }

    /// The step of an entry for patterns that assume a unique solution.
    fn unique(
        &self,
        mark: u32,
        find: fn(CellView<'_>) -> Option<(u32, Vec<Candidate>)>,
    ) -> Option<FoundStep> {
        if self.rater.ladder.without_unique {
            return None;
        }
        let (added, eliminations) = find(CellView {
            board: self.position.board(),
            state: self.position.state(),
            tables: &self.rater.cells,
        })?;
        Some(FoundStep {
            eliminations,
            ..FoundStep::of(mark + added)
        })
    }

    /// The step of an entry with a rule.
    fn rule(
        &mut self,
        entry: usize,
        mark: u32,
        demands: &[EntryDemand],
        direct: Option<&str>,
    ) -> Option<FoundStep> {
        let rater = self.rater;
        let mut step = FoundStep::of(mark);
        if !self.is_possible(entry, demands) {
            return None;
        }
        for &id in &rater.techniques[entry] {
            self.search(id);
            let technique = rater.solver.technique(id);
            let Some((_, found)) = &self.progress[id.index()].found else {
                continue;
            };
            for found in found {
                let meets = |d: &EntryDemand| demand::meets(&self.position, technique, found, d);
                if !demands.iter().all(meets) {
                    continue;
                }
                let placed = match direct {
                    None => None,
                    Some(variable) => {
                        match demand::direct(&self.position, technique, found, variable) {
                            None => continue,
                            placed => placed,
                        }
                    }
                };
                if certify(&self.position, found).is_err() {
                    continue;
                }
                match placed {
                    None => step.matches.push(found.clone()),
                    Some(placed) => {
                        step.placements.push(placed);
                        step.direct = Some(found.clone());
                    }
                }
                if rater.ladder.taking == MatchPolicy::One {
                    return Some(step);
                }
            }
        }
        (!step.matches.is_empty() || !step.placements.is_empty()).then_some(step)
    }

    /// Whether some match may meet the demands of an entry.
    fn is_possible(&mut self, entry: usize, demands: &[EntryDemand]) -> bool {
        let is_about_pairs = |demand: &EntryDemand| matches!(demand, EntryDemand::HasOnly { .. });
        if !demands.iter().any(is_about_pairs) {
            return true;
        }
        let rater = self.rater;
        let age = self.position.age();
        if self.pairs.as_ref().is_none_or(|(at, _)| *at != age) {
            let (board, state) = (self.position.board(), self.position.state());
            self.pairs = Some((age, rater.pairs.table(board, state)));
        }
        let ids = rater.techniques[entry].iter();
        let techniques: Vec<&Technique> = ids.map(|&id| rater.solver.technique(id)).collect();
        (self.pairs.as_ref()).is_none_or(|(_, pairs)| pairs.can_meet(demands, &techniques))
    }

    /// Finds the matches of a technique in the position.
    fn search(&mut self, id: TechniqueId) {
        let age = self.position.age();
        let progress = &mut self.progress[id.index()];
        if matches!(progress.found, Some((at, _)) if at == age) || progress.none_at == Some(age) {
            return;
        }
        let since = progress.none_at;
        let solver = &self.rater.solver;
        let found = solver.find_since(id, &self.position, since, &mut self.cache);
        progress.found = None;
        match found.is_empty() {
            true => progress.none_at = Some(age),
            false => progress.found = Some((age, found)),
        }
    }

    /// The simplest chain of an entry.
    fn chain(&mut self, entry: usize, rates: &ChainRates) -> Option<FoundStep> {
        let age = self.position.age();
        if self.no_chain[entry] == Some(age) {
            return None;
        }
        let (board, state) = (self.position.board(), self.position.state());
        let finder = &self.rater.chains;
        let found = finder.find(board, state, rates, &mut self.chains, &self.stop);
        let Some(chain) = found else {
            self.no_chain[entry] = Some(age);
            return None;
        };
        let base = rates.0.iter().find(|(family, _)| *family == chain.family);
        let mark = base.map_or(0, |(_, base)| *base) + 10 * length_steps(chain.nodes);
        Some(FoundStep {
            chain: Some((chain.family, chain.nodes)),
            placements: chain.placement().into_iter().collect(),
            eliminations: chain.eliminations().collect(),
            ..FoundStep::of(mark)
        })
    }

    /// Applies a step.
    pub(super) fn take(&mut self, step: FoundStep) {
        self.position.next_step();
        self.cache.forget();
        for found in step.matches {
            if let Some(found) = remaining_effect(&self.position, found) {
                apply(&mut self.position, &found.placements, &found.eliminations);
            }
        }
        let board = Arc::clone(self.position.board());
        for candidate in step.placements {
            if !self.position.is_solved(board.cell_of(candidate)) {
                self.position.place(candidate);
            }
        }
        for candidate in step.eliminations {
            if self.position.state().is_live(&board, candidate) {
                self.position.eliminate(candidate);
            }
        }
    }
}

impl LadderRater<'_> {
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
                if self
                    .ladder
                    .highest
                    .is_some_and(|highest| step.mark > highest)
                {
                    rating.end = RatingEnd::Stuck;
                    return rating;
                }
                let position = &run.position;
                let wants_proof = listener.wants_proof();
                let certificate = wants_proof.then(|| certificate(position, &step, stop));
                listener.on_step(position, step.reported(entry, certificate.flatten()));
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
