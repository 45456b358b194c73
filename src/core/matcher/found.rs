//! What is found: where a technique applies, what it does there, and what that rests on.
//!
//! Takes nothing; the matcher fills it in, and certificates, sentences and pictures are made of it. A swordfish is a match with
//! three truths, its eliminations, and one part.

use std::sync::Arc;

use super::deadly_cells::DeadlyCells;
use super::derived::DerivedTruth;
use super::value::Value;
use crate::grid::{Board, Candidate, Group};
use crate::lang::ir::Condition;

/// Where a technique applies, and what it does there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Which of the technique's patterns (along rows, along columns).
    pub pattern: usize,
    /// What its variables are bound to; targets are not bound.
    pub bindings: Vec<Option<Value>>,
    /// The truths that its clauses speak of.
    pub truths: Vec<Group>,
    /// The live candidates it eliminates, in order.
    pub eliminations: Vec<Candidate>,
    /// The candidates it places, in order.
    pub placements: Vec<Candidate>,
    /// The candidates of which it says that at least one is true, in order.
    pub one_of: Vec<Candidate>,
    /// The derived truths of the board that it was found on, in the order of their groups.
    pub derived: Arc<[DerivedTruth]>,
    /// Those of these groups that it rests on.
    pub used: Vec<Group>,
    /// What rests on what: a step whose target can be had in different ways has several.
    pub parts: Vec<Part>,
    /// The chains by which its relations hold: the relation, and the nodes from end to end.
    pub chains: Vec<(usize, Vec<Value>)>,
}

/// Eliminations of a match that rest on the same truths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The truths, as often as they are needed.
    pub truths: Vec<Group>,
    /// The links that its chains name.
    pub links: Vec<Group>,
    /// The truths from each of whose candidates a net leads to what goes.
    pub cases: Vec<Group>,
    /// What is deadly.
    pub deadly: Vec<DeadlyCells>,
    /// Whether it rests on the ways to place digits on the whole board.
    pub by_templates: bool,
    /// What goes.
    pub eliminations: Vec<Candidate>,
}

impl Part {
    /// Adds what a condition says is deadly. Where it is a matter of all open cells, each of them
    /// is a truth of the match.
    pub fn add_deadly(&mut self, board: &Board, condition: &Condition, deadly: DeadlyCells) {
        if matches!(condition, Condition::DeadlyBut { .. }) {
            let cells = deadly.cells.iter();
            let truths = cells.map(|&(cell, _)| board.cell_group(cell));
            self.truths.extend(truths);
        }
        self.deadly.push(deadly);
    }

    /// Whether two parts differ in nothing but what goes.
    pub fn rests_on_the_same(&self, other: &Part) -> bool {
        self.truths == other.truths
            && self.links == other.links
            && self.cases == other.cases
            && self.deadly == other.deadly
            && self.by_templates == other.by_templates
    }
}

/// What a pattern does where its variables are bound to the same.
#[derive(Default)]
pub struct Effects {
    /// What goes, by what it rests on.
    pub parts: Vec<Part>,
    /// What is placed.
    pub placements: Vec<Candidate>,
    /// The candidates of which one is true.
    pub one_of: Vec<Candidate>,
    /// The chains by which relations hold.
    pub chains: Vec<(usize, Vec<Value>)>,
}

impl Effects {
    /// Whether there is nothing to do.
    pub fn is_empty(&self) -> bool {
        let nothing = self.parts.iter().all(|part| part.eliminations.is_empty());
        nothing && self.placements.is_empty() && self.one_of.is_empty()
    }

    /// The match that they are, with each elimination by its shortest reason.
    pub fn into_match(mut self, pattern: usize, bindings: Vec<Option<Value>>) -> Match {
        let mut eliminations = Vec::new();
        // Of several reasons for the same, the shortest.
        let reason = |part: &Part| (part.truths.len(), part.truths.clone(), part.links.clone());
        if self.parts.len() > 1 {
            self.parts.sort_by_cached_key(reason);
        }
        for part in &mut self.parts {
            part.eliminations.sort_unstable();
            part.eliminations.dedup();
            // What an earlier part has taken needs no other reason.
            part.eliminations.retain(|c| !eliminations.contains(c));
            eliminations.extend(&part.eliminations);
        }
        let rests = |part: &Part| {
            !part.eliminations.is_empty() || !self.placements.is_empty() || !self.one_of.is_empty()
        };
        self.parts.retain(rests);
        let mut truths: Vec<Group> = self.parts.iter().flat_map(|p| &p.truths).copied().collect();
        truths.sort_unstable();
        truths.dedup();
        eliminations.sort_unstable();
        self.placements.sort_unstable();
        self.placements.dedup();
        Match {
            pattern,
            bindings,
            truths,
            eliminations,
            placements: self.placements,
            one_of: self.one_of,
            derived: Arc::default(),
            used: Vec::new(),
            parts: self.parts,
            chains: self.chains,
        }
    }
}
