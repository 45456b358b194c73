//! A match: where a technique applies, its conclusions, and their premises.
//!
//! The matcher builds matches; certificates, sentences and pictures are made from them. A swordfish
//! is a match with three truths, its eliminations, and one part.
//!
//! A rule with guardians concludes a truth: three digits cannot fill the twelve cells of a
//! tridagon, so at least one of the other candidates there is true. [`Board::deriving`] makes a
//! board with this truth as a further group, and matches found on that board name the group.

use std::borrow::Cow;
use std::sync::Arc;

use crate::grid::{Board, Candidate, Cell, Digit, Group};
use crate::lang::ir::{Condition, Pattern, Sort, Technique};
use crate::lang::vars::relations_in;
use crate::matcher::index::fillings::FilledConstraints;
use crate::matcher::index::value::Value;
use crate::matcher::op::deadly::DeadlyCells;

/// A place where a technique applies, with its conclusions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Match {
    /// Index of the technique's pattern (along rows, along columns).
    pub pattern: usize,
    /// The value of each variable of the pattern; targets are not bound.
    pub bindings: Vec<Option<Value>>,
    /// The truths that the clauses of the pattern name.
    pub truths: Vec<Group>,
    /// The live candidates that the match eliminates, in order.
    pub eliminations: Vec<Candidate>,
    /// The candidates that the match places, in order.
    pub placements: Vec<Candidate>,
    /// The candidates of which at least one is true by the match, in order.
    pub one_of: Vec<Candidate>,
    /// The derived truths of the board on which the match was found, in the order of their groups.
    pub derived: Arc<[DerivedTruth]>,
    /// The derived truths among its premises.
    pub used: Vec<Group>,
    /// The conclusions by their premises: a match whose targets are eliminated for different
    /// reasons has several parts.
    pub parts: Vec<Part>,
    /// The chains of its relations: the relation, and the nodes from end to end.
    pub chains: Vec<(usize, Vec<Value>)>,
}

/// Candidates of which at least one is true by a match, and the premises: the guardians of a
/// tridagon, and its twelve cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DerivedTruth {
    /// Title of the technique.
    pub title: Arc<str>,
    /// The candidates of which at least one is true.
    pub candidates: Vec<Candidate>,
    /// The truths of the match.
    pub truths: Vec<Group>,
    /// The deadly cells that the match rests on.
    pub deadly: Vec<DeadlyCells>,
}

/// Eliminations of a match that rest on the same truths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// The truths. Each is listed once per use.
    pub truths: Vec<Group>,
    /// The links that the chains name.
    pub links: Vec<Group>,
    /// Truths whose candidates all lead to the eliminated candidates by nets.
    pub cases: Vec<Group>,
    /// The deadly cells.
    pub deadly: Vec<DeadlyCells>,
    /// True if the part rests on templates.
    pub by_templates: bool,
    /// The cells that the digits must fill up to their capacities. `None` if the part does not
    /// count capacities.
    pub capacities: FilledCells,
    /// The constraints whose fillings exclude the candidates, if the part rests on these.
    pub fillings: FilledConstraints,
    /// The eliminated candidates.
    pub eliminations: Vec<Candidate>,
}

/// Cells whose number is the sum of the capacities of their digits. Each digit therefore takes as
/// many of the cells as its capacity.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FilledCells {
    /// The cells, in reading order.
    pub cells: Vec<Cell>,
    /// The capacity of each digit that is a candidate of the cells.
    pub capacities: Vec<(Digit, usize)>,
}

impl Part {
    /// Adds the deadly cells of a condition. If the condition is about all open cells, each of them
    /// is a truth of the match.
    pub fn add_deadly(&mut self, board: &Board, condition: &Condition, deadly: DeadlyCells) {
        if matches!(condition, Condition::DeadlyBut { .. }) {
            let cells = deadly.cells.iter();
            let truths = cells.map(|&(cell, _)| board.cell_group(cell));
            self.truths.extend(truths);
        }
        self.deadly.push(deadly);
    }

    /// Adds cells whose capacities are counted. Each of them is a truth of the match.
    pub fn add_capacities(&mut self, board: &Board, filled: FilledCells) {
        let truths = filled.cells.iter().map(|&cell| board.cell_group(cell));
        self.truths.extend(truths);
        self.capacities = filled;
    }

    /// True if two parts have the same premises.
    pub fn has_equal_premises(&self, other: &Part) -> bool {
        self.truths == other.truths
            && self.links == other.links
            && self.cases == other.cases
            && self.deadly == other.deadly
            && self.by_templates == other.by_templates
            && self.capacities == other.capacities
            && self.fillings == other.fillings
    }
}

/// The conclusions of a pattern for one binding.
#[derive(Default)]
pub struct Effects {
    /// The eliminations, grouped by their premises.
    pub parts: Vec<Part>,
    /// The placed candidates.
    pub placements: Vec<Candidate>,
    /// Candidates of which at least one is true.
    pub one_of: Vec<Candidate>,
    /// The chains of the relations.
    pub chains: Vec<(usize, Vec<Value>)>,
    /// Number of matches found earlier.
    pub number: usize,
}

impl Effects {
    /// True if there are no conclusions.
    pub fn is_empty(&self) -> bool {
        let nothing = self.parts.iter().all(|part| part.eliminations.is_empty());
        nothing && self.placements.is_empty() && self.one_of.is_empty()
    }

    /// The match for a binding. Each elimination has its shortest reason.
    pub fn into_match(mut self, pattern: usize, bindings: Vec<Option<Value>>) -> Match {
        let mut eliminations = Vec::new();
        // The shortest of several reasons for the same elimination comes first.
        let reason = |part: &Part| (part.truths.len(), part.truths.clone(), part.links.clone());
        if self.parts.len() > 1 {
            self.parts.sort_by_cached_key(reason);
        }
        for part in &mut self.parts {
            part.eliminations.sort_unstable();
            part.eliminations.dedup();
            // A candidate that an earlier part eliminates needs no other reason.
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

/// Maximum number of matches that are compared pairwise.
const MAX_PAIRWISE_MATCHES: usize = 16;

/// Drops matches that use the same truths for the same conclusions as an earlier one. Of chains
/// with the same conclusions, only the first is kept.
pub fn without_repetition(mut matches: Vec<Match>) -> Vec<Match> {
    // Most searches find a handful of matches, such as the singles of a state. Comparing them
    // pairwise is cheaper than a tree.
    let kept: Vec<bool> = if matches.len() <= MAX_PAIRWISE_MATCHES {
        let is_new = |(at, m): (usize, &Match)| {
            (matches[..at].iter()).all(|known| known.effect() != m.effect())
        };
        matches.iter().enumerate().map(is_new).collect()
    } else {
        let mut seen = std::collections::BTreeSet::new();
        matches.iter().map(|m| seen.insert(m.effect())).collect()
    };
    let mut kept = kept.into_iter();
    matches.retain(|_| kept.next().unwrap_or(true));
    matches
}

impl Match {
    /// Number of truths in the smallest net of the match; 0 without nets.
    pub(crate) fn size_of_nets(&self) -> usize {
        let nets = self.parts.iter().filter(|part| !part.cases.is_empty());
        nets.map(|part| part.truths.len()).min().unwrap_or(0)
    }

    /// The placements and eliminations of the match.
    pub fn own_effect(&self) -> (&[Candidate], &[Candidate]) {
        (&self.placements, &self.eliminations)
    }

    /// The truths and conclusions of a match. Matches are equal if these are equal.
    fn effect(&self) -> (&[Group], [&[Candidate]; 3]) {
        let truths: &[Group] = match self.chains.is_empty() && self.size_of_nets() == 0 {
            true => &self.truths,
            false => &[],
        };
        (truths, [&self.eliminations, &self.placements, &self.one_of])
    }

    /// The board on which the match was found, with its derived truths.
    pub fn board<'b>(&self, board: &'b Board) -> Cow<'b, Board> {
        match self.derived.is_empty() {
            true => Cow::Borrowed(board),
            false => {
                let truths = self.derived.iter().map(|d| d.candidates.as_slice());
                Cow::Owned(board.deriving(truths))
            }
        }
    }
}

impl DerivedTruth {
    /// The truth that a match derives, if there is one.
    pub fn of(technique: &Technique, found: &Match) -> Option<DerivedTruth> {
        let part = found.parts.first()?;
        (!found.one_of.is_empty()).then(|| DerivedTruth {
            title: technique.title.as_str().into(),
            candidates: found.one_of.clone(),
            truths: part.truths.clone(),
            deadly: part.deadly.clone(),
        })
    }
}

impl Technique {
    /// True if the technique concludes truths.
    pub fn derives(&self) -> bool {
        self.patterns.iter().any(|p| p.guardians.is_some())
    }

    /// True if the technique, or a relation that it uses, has a variable for truths.
    pub fn uses_truths(&self) -> bool {
        let mut patterns: Vec<&Pattern> = self.patterns.iter().collect();
        let mut seen: Vec<usize> = Vec::new();
        while let Some(pattern) = patterns.pop() {
            if pattern.variables.iter().any(|v| v.sort == Sort::Truth) {
                return true;
            }
            for relation in relations_in(pattern) {
                if !seen.contains(&relation) {
                    seen.push(relation);
                    patterns.extend(&self.relations[relation].cases);
                }
            }
        }
        false
    }
}
