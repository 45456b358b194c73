//! The matcher: where on the board a technique applies.
//!
//! Takes techniques (the language's IR) and a [`Position`], gives [`Match`]es. A technique is
//! compiled once into a [`plan`]; [`run`] follows the plan. Every match says which candidates it
//! eliminates or places, and which truths its clauses spoke of: that is all a certificate needs.

// What a position is: sets of cells and houses as bits, truths with few candidates, almost locked sets.
mod budget;
mod cells;
mod few;
mod locked;
mod placements;
mod position;
mod tables;
mod value;

// What is read off the clauses of a pattern before anything is looked for.
mod changed;
mod needs;
mod ready;
mod said;
mod symmetry;

// Shapes that need no plan: singles, subsets and fish, crossing lines, whips and braids.
mod clauses;
mod crossed;
mod given;
mod grouped_braid;
mod lone;
mod propagate;
mod step_match;
mod templates;
mod tight;
mod tight_search;

// Plans, and how they are followed: one variable after the other is bound.
mod bindings;
mod conclude;
mod conditions;
mod first_cells;
mod graph;
mod guarded;
mod houses;
mod join;
mod linked_sets;
mod links;
mod lookahead;
mod plan;
mod planner;
mod run;
mod set_pairs;
mod sets;
mod shared_digits;

// What is deadly.
mod deadly;
mod deadly_cells;
mod deadly_sets;

// Derived relations: chains, colours and nets.
mod closure;
mod compile;
mod derive;
mod ends;
mod hops;
mod nets;
mod networks;
mod one_digit;
mod pair_nodes;
mod pairs;
mod paths;
mod relations;
mod twin_nodes;
mod twins;

// Matches, and truths that they derive.
mod derived;
mod found;
mod gather;
mod support;

// The meaning of rules, slow and plain, that all of this is held against.
pub mod meaning;
pub mod naive;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::sync::Arc;

use crate::grid::{Board, Candidate, Group};
use crate::lang::ir::{Pattern, Technique};

pub use budget::{CutOff, MOST_MATCHES};
pub use cells::{CellSet, HouseSet};
pub use deadly_cells::DeadlyCells;
pub use derived::DerivedTruth;
pub use found::{Match, Part};
pub use plan::Plan;
pub use position::{Changes, Position};
pub use relations::{PositionCache, Relations};
pub use step_match::StepMatch;
pub use tables::Tables;
pub use value::Value;

pub use lone::LoneFound;
use ready::{PatternLook, ReadyPattern};

/// A technique ready to be looked for.
#[derive(Clone, Debug)]
pub struct Matcher {
    patterns: Vec<ReadyPattern>,
    /// The relations, if it asks for any; most techniques do not.
    relations: Option<Arc<Relations>>,
    /// Whether it speaks of groups or clusters, itself or by its relations.
    with_groups: bool,
}

impl Matcher {
    /// Compiles a technique.
    pub fn new(technique: &Technique) -> Matcher {
        Matcher::with(technique, &Arc::new(Relations::new(&technique.relations)))
    }

    /// Compiles a technique whose relations are compiled already.
    pub fn with(technique: &Technique, relations: &Arc<Relations>) -> Matcher {
        let patterns = technique.patterns.iter();
        debug_assert!(patterns.clone().all(Pattern::shapes_are_current));
        let ready = |pattern| ReadyPattern::of(pattern, relations, &technique.relations);
        let ready: Vec<ReadyPattern> = patterns.clone().map(ready).collect();
        let by_relations = ready.iter().any(|pattern| pattern.kind.by_relations);
        Matcher {
            patterns: ready,
            relations: by_relations.then(|| Arc::clone(relations)),
            with_groups: patterns.clone().any(|p| relations.speak_of_groups(p)),
        }
    }

    /// Whether it finds one match for each candidate that the technique eliminates, and not all
    /// the ways to do so: they are too many where truths force one candidate after the other.
    pub fn is_one_for_each_target(&self) -> bool {
        self.patterns.iter().all(|p| p.propagation.is_some())
    }

    /// The names of the variables of the technique's first pattern, in the order in which
    /// they are bound.
    pub fn order<'t>(&self, technique: &'t Technique) -> Vec<&'t str> {
        let (Some(ready), Some(pattern)) = (self.patterns.first(), technique.patterns.first())
        else {
            return Vec::new();
        };
        let vars = ready.plan.steps.iter().flat_map(plan::Bind::vars);
        vars.map(|var| &*pattern.variables[usize::from(var.0)].name)
            .collect()
    }

    /// All matches that do something, in a fixed order: each way to put the same truths to
    /// the same use once.
    pub fn find(&self, technique: &Technique, tables: &Tables, position: &Position) -> Vec<Match> {
        self.find_among(
            technique,
            tables,
            position,
            None,
            &mut PositionCache::default(),
        )
    }

    /// All matches, or at least all that were not there after so many steps. The facts
    /// must be those of the position; what is found out about relations is kept there, and whether the look was
    /// [cut off](PositionCache::cut_off).
    pub fn find_among(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        cache.prepare(self.relations.as_ref(), self.with_groups);
        cache.budget.begin();
        if let Some(matches) = self.find_braids(technique, tables, position, cache) {
            return matches;
        }
        let matches = self.find_all(technique, tables, position, since, cache);
        // What a relation holds between may be known only in part.
        if cache.cut_off().is_some() {
            cache.forget();
        }
        matches
    }

    /// The same in few words, if the technique is nothing but a truth with one candidate.
    pub fn find_lone(
        &self,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
    ) -> Option<Vec<LoneFound>> {
        let [ready] = self.patterns.as_slice() else {
            return None;
        };
        let lone = ready.lone.as_ref()?;
        if ready.is_out_of_the_question(position, since) {
            return Some(Vec::new());
        }
        let mut found = lone.find(tables, position, since)?;
        // The last cell of two houses is told of once.
        if lone.may_repeat() {
            let mut known: Vec<Group> = Vec::new();
            found.retain(|lone| {
                let is_new = !known.contains(&lone.truth);
                known.push(lone.truth);
                is_new
            });
        }
        Some(found)
    }

    /// Such a match as that of a step.
    pub fn step_of(&self, found: LoneFound) -> Option<StepMatch> {
        let lone = self.patterns.first()?.lone.as_ref()?;
        Some(StepMatch::lone(*lone, found))
    }

    fn find_all(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        cache: &PositionCache,
    ) -> Vec<Match> {
        let look = PatternLook {
            tables,
            position,
            since,
            cache,
            proved: technique.proved,
            changes: OnceCell::new(),
        };
        let patterns = self.patterns.iter().zip(&technique.patterns).enumerate();
        let mut matches: Vec<Match> = { patterns }
            .flat_map(|(number, (ready, pattern))| ready.find(pattern, number, &look))
            .collect();
        if matches.len() < 2 {
            return matches;
        }
        // The shortest chains come first, and the smallest nets.
        matches.sort_by_key(|m| {
            let chains = m.chains.iter().map(|(_, chain)| chain.len());
            (chains.sum::<usize>(), m.size_of_nets())
        });
        without_repetition(matches)
    }
}

/// So many matches are compared each with each.
const FEW_MATCHES: usize = 16;

/// Drops matches that use the same truths for the same conclusions as an earlier one; of chains
/// with the same conclusions, only the first is worth telling.
pub fn without_repetition(mut matches: Vec<Match>) -> Vec<Match> {
    // Most looks find a handful, such as the singles of a state: to compare each with each is less work than a tree.
    let kept: Vec<bool> = if matches.len() <= FEW_MATCHES {
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
    /// How many truths the smallest of its nets goes through, if it has any.
    fn size_of_nets(&self) -> usize {
        let nets = self.parts.iter().filter(|part| !part.cases.is_empty());
        nets.map(|part| part.truths.len()).min().unwrap_or(0)
    }

    /// What it uses for which conclusions, as far as that tells it from others.
    fn effect(&self) -> (&[Group], [&[Candidate]; 3]) {
        let truths: &[Group] = match self.chains.is_empty() && self.size_of_nets() == 0 {
            true => &self.truths,
            false => &[],
        };
        (truths, [&self.eliminations, &self.placements, &self.one_of])
    }
}

impl DerivedTruth {
    /// What a match says, if it says of several candidates that one is true.
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

impl Match {
    /// The board that it speaks of: the board with its derived truths.
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
