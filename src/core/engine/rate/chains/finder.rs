//! The simplest chain among several families.
//!
//! Single chains and cycles are searched together, every other family by itself. A [`ChainMemo`]
//! keeps the branches of a state, because branches with patterns extend those without.

use super::context::SearchContext;
use super::finding::ChainFinding;
use super::links::{ChainBoard, ChainLinks};
use super::patterns::{PatternBoard, SolvedCounts};
use super::rates::{ChainFamily, ChainRates, length_steps};
use super::search::BranchSearch;
use super::single::simplest;
use super::walk::WalkMode;
use crate::grid::{Board, State};
use crate::propagate::Stop;

/// Searches for chains on a board.
pub struct ChainFinder {
    shared: ChainBoard,
    patterns: PatternBoard,
}

/// The branches of the state that was searched last.
pub struct ChainMemo {
    state: State,
    links: ChainLinks,
    counts: SolvedCounts,
    /// Filled on first use.
    search: Option<BranchSearch>,
    is_begun: bool,
}

impl ChainFinder {
    /// A finder for states of this board.
    pub fn new(board: &Board) -> ChainFinder {
        ChainFinder {
            shared: ChainBoard::new(board),
            patterns: PatternBoard::new(board),
        }
    }

    /// The simplest chain of the families that has an effect. `None` if there is none or the search
    /// was stopped.
    pub fn find(
        &self,
        board: &Board,
        state: &State,
        rates: &ChainRates,
        memo: &mut Option<ChainMemo>,
        stop: &Stop,
    ) -> Option<ChainFinding> {
        if memo.as_ref().is_none_or(|memo| memo.state != *state) {
            *memo = Some(ChainMemo {
                state: state.clone(),
                links: ChainLinks::of(&self.shared, board, state),
                counts: SolvedCounts::of(board, state),
                search: memo.take().and_then(|memo| memo.search),
                is_begun: false,
            });
        }
        let memo = memo.as_mut()?;
        let families = rates.0.iter().map(|(family, _)| *family);
        let mut best: Option<ChainFinding> = None;
        if families.clone().any(ChainFamily::is_single) {
            best = simplest(&memo.links, self.shared.size, rates);
        }
        for family in families.filter(|family| !family.is_single()) {
            let found = self.find_branches(board, memo, family, rates, stop);
            best = match (best, found) {
                (Some(best), Some(found)) if !found.is_before(&best) => Some(best),
                (best, found) => found.or(best),
            };
        }
        best
    }

    /// The simplest conclusion from branches.
    fn find_branches(
        &self,
        board: &Board,
        memo: &mut ChainMemo,
        family: ChainFamily,
        rates: &ChainRates,
        stop: &Stop,
    ) -> Option<ChainFinding> {
        let context = SearchContext {
            board,
            shared: &self.shared,
            patterns: &self.patterns,
            links: &memo.links,
            counts: &memo.counts,
            stop,
        };
        let search = memo.search.get_or_insert_with(|| BranchSearch::new(board));
        if !memo.is_begun {
            search.begin(&context, &memo.state);
            memo.is_begun = true;
        }
        let mode = match family {
            ChainFamily::Nishio => WalkMode::Nishio,
            ChainFamily::Multiple => WalkMode::Static,
            _ => WalkMode::Dynamic,
        };
        if !search.follow(&context, mode, family.nesting()) {
            return None;
        }
        let best = search.best(&context)?;
        let found = ChainFinding {
            family,
            nodes: best.nodes,
            rate: rates.rate(family, length_steps(best.nodes))?,
            rank: best.kind as u32,
            goes: Vec::new(),
            placed: None,
        };
        Some(found.concluding(&memo.links, best.node))
    }
}
