//! A [`LadderRater`] holds the rules of a ladder, compiled for a board.

use std::sync::Arc;

use super::aligned_sets;
use super::cells::CellTables;
use super::chains::ChainFinder;
use super::entry::{EntryAction, EntryDemand, LadderEntry};
use super::file::{Ladder, LadderError, LadderProblem};
use super::precheck::PairCheck;
use crate::engine::solver::{Solver, TechniqueId};
use crate::grid::Board;
use crate::lang::Library;
use crate::lang::ir::Technique;

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

impl<'l> LadderRater<'l> {
    /// A rater for a board. Fails with all ladder lines that the library does not support.
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
}

/// Checks that the library supports an entry.
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
