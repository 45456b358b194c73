//! The matcher: where on the board a technique applies.
//!
//! Takes techniques (the language's IR) and a [`Position`], gives [`Match`]es. A technique is
//! compiled once into a [`plan`]; [`run`] follows the plan. Every match says which candidates it
//! eliminates or places, and which truths its clauses spoke of: that is all a certificate needs.

mod bindings;
mod budget;
mod cells;
mod changed;
mod clauses;
mod closure;
mod compile;
mod conclude;
mod conditions;
mod crossed;
mod deadly;
mod deadly_cells;
mod deadly_sets;
mod derive;
mod derived;
mod ends;
mod few;
mod first_cells;
mod found;
mod gather;
mod given;
mod graph;
mod grouped_braid;
mod guarded;
mod hops;
mod houses;
mod join;
mod linked_sets;
mod links;
mod locked;
mod lone;
mod lookahead;
pub mod meaning;
pub mod naive;
mod needs;
mod nets;
mod networks;
mod one_digit;
mod pair_nodes;
mod pairs;
mod paths;
mod placements;
mod plan;
mod planner;
mod position;
mod propagate;
mod relations;
mod run;
mod said;
mod set_pairs;
mod sets;
mod shared_digits;
mod step_match;
mod support;
mod symmetry;
mod tables;
mod templates;
mod tight;
mod tight_search;
mod twin_nodes;
mod twins;
mod value;

use std::borrow::Cow;
use std::sync::Arc;

use crate::grid::{Board, Candidate, Group};
use crate::lang::ir::{Condition, Pattern, PropagationPattern, Technique, Var};

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

use bindings::Bindings;
use changed::FewCandidates;
use crossed::CrossedLines;
use ends::RelatedEnds;
use gather::{FoundMatches, MatchKind};
use lone::LoneCandidate;
pub use lone::LoneFound;
use needs::MatchNeeds;
use networks::{NodeNetwork, first_digits};
use tight::TightFit;

/// A technique ready to be looked for.
#[derive(Clone, Debug)]
pub struct Matcher {
    plans: Vec<Plan>,
    /// For boards that are too large for tables.
    without_tables: Vec<Plan>,
    /// The relations, if it asks for any; most techniques do not.
    relations: Option<Arc<Relations>>,
    /// For each pattern, what its matches rest on.
    kinds: Vec<MatchKind>,
    /// Whether it speaks of groups or clusters, itself or by its relations.
    with_groups: bool,
    /// The patterns in which one truth after the other forces a candidate.
    propagations: Vec<Option<PropagationPattern>>,
    /// For each pattern, how many candidates its truths have, if that is bounded.
    few: Vec<Option<FewCandidates>>,
    /// For each pattern, how many cells with more than two candidates there may be, if that is bounded.
    crowded: Vec<Option<usize>>,
    /// For each pattern, what must be there for a match.
    needs: Vec<MatchNeeds>,
    /// The patterns whose candidates are bound together by several relations.
    networks: Vec<Option<NodeNetwork>>,
    /// The patterns whose conclusions follow from the two ends of a relation.
    ends: Vec<Option<RelatedEnds>>,
    /// The patterns that are a truth with one candidate.
    lone: Vec<Option<LoneCandidate>>,
    /// The patterns that are links of the cells where lines cross.
    crossed: Vec<Option<CrossedLines>>,
    /// The patterns of so many truths that fit into as many links.
    tight: Vec<Option<TightFit>>,
}

impl Matcher {
    /// Compiles a technique.
    pub fn new(technique: &Technique) -> Matcher {
        Matcher::with(technique, &Arc::new(Relations::new(&technique.relations)))
    }

    /// Compiles a technique whose relations are compiled already.
    pub fn with(technique: &Technique, relations: &Arc<Relations>) -> Matcher {
        debug_assert!(technique.patterns.iter().all(Pattern::shapes_are_current));
        let plan = |pattern: &Pattern| Plan::new(pattern, &relations.of_one_digit);
        let kinds = { technique.patterns.iter() }.map(|p| MatchKind::of(p, relations));
        let kinds: Vec<MatchKind> = kinds.collect();
        Matcher {
            plans: technique.patterns.iter().map(plan).collect(),
            without_tables: (technique.patterns.iter())
                .map(Plan::without_tables)
                .collect(),
            relations: { kinds.iter().any(|kind| kind.by_relations) }
                .then(|| Arc::clone(relations)),
            kinds,
            with_groups: (technique.patterns.iter()).any(|p| relations.speak_of_groups(p)),
            propagations: (technique.patterns.iter())
                .map(|pattern| pattern.shapes.propagation.clone())
                .collect(),
            few: (technique.patterns.iter())
                .map(|pattern| FewCandidates::of(pattern, &technique.relations))
                .collect(),
            crowded: technique.patterns.iter().map(most_crowded).collect(),
            needs: technique.patterns.iter().map(MatchNeeds::of).collect(),
            networks: technique.patterns.iter().map(NodeNetwork::of).collect(),
            ends: technique.patterns.iter().map(RelatedEnds::of).collect(),
            lone: technique.patterns.iter().map(LoneCandidate::of).collect(),
            crossed: technique.patterns.iter().map(CrossedLines::of).collect(),
            tight: technique.patterns.iter().map(TightFit::of).collect(),
        }
    }

    /// Whether it finds one match for each candidate that the technique eliminates, and not all
    /// the ways to do so: they are too many where truths force one candidate after the other.
    pub fn is_one_for_each_target(&self) -> bool {
        self.propagations.iter().all(Option::is_some)
    }

    /// The names of the variables of the technique's first pattern, in the order in which
    /// they are bound.
    pub fn order<'t>(&self, technique: &'t Technique) -> Vec<&'t str> {
        let (Some(plan), Some(pattern)) = (self.plans.first(), technique.patterns.first()) else {
            return Vec::new();
        };
        let vars = plan.steps.iter().flat_map(plan::Bind::vars);
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
        let [Some(lone)] = self.lone.as_slice() else {
            return None;
        };
        let is_old = { since.zip(self.few[0]) }
            .is_some_and(|(since, few)| !few.have_changed(position, since));
        if is_old || !self.needs[0].are_met(position) {
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
        let lone = self.lone.first()?.as_ref()?;
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
        let proved = technique.proved;
        let (mut matches, mut changes) = (Vec::new(), None);
        let plans = match position.board().cell_count() <= locked::MOST_CELLS {
            true => &self.plans,
            false => &self.without_tables,
        };
        for (index, (pattern, plan)) in technique.patterns.iter().zip(plans).enumerate() {
            if let (Some(since), Some(few)) = (since, self.few[index])
                && !few.have_changed(position, since)
            {
                continue;
            }
            if !self.needs[index].are_met(position) {
                continue;
            }
            if let Some(lone) = &self.lone[index]
                && let Some(found) = lone.find(tables, position, since)
            {
                let in_full = |found| lone.in_full(found, index);
                matches.extend(found.into_iter().map(in_full));
                cache.budget.count(matches.len());
                continue;
            }
            let tight = { self.tight[index].as_ref() }
                .and_then(|tight| tight.find(tables, position, since));
            if tight.as_ref().is_some_and(Vec::is_empty) {
                continue;
            }
            let mut found = FoundMatches::of(self.kinds[index]);
            let mut bindings = Bindings::new(tables, position, &pattern.variables, cache);
            if let Some(tight) = tight {
                for values in tight {
                    bindings.values = values;
                    found.add(pattern, &bindings);
                }
                matches.extend(found.into_matches(index));
                cache.budget.count(matches.len());
                continue;
            }
            if let Some(crossed) = &self.crossed[index]
                && crossed.run(&bindings, |bindings| found.add(pattern, bindings))
            {
                matches.extend(found.into_matches(index));
                cache.budget.count(matches.len());
                continue;
            }
            let crowded = |most| bindings.crowded_cells().len() > most;
            if self.crowded[index].is_some_and(crowded) {
                continue;
            }
            let changes =
                changes.get_or_insert_with(|| since.map(|since| position.changes_since(since)));
            let digits = || first_digits(plan, proved, &bindings, changes.as_ref());
            if !self.may_match(index, pattern, &bindings, digits) {
                continue;
            }
            match &self.propagations[index] {
                Some(propagation) => {
                    propagation.run(&bindings, |bindings| found.add(pattern, bindings))
                }
                None => {
                    let add = |bindings: &Bindings<'_>| {
                        found.add(pattern, bindings);
                        cache.budget.count(found.count());
                    };
                    run::Run::all(bindings, pattern, plan, changes.as_ref(), proved, add);
                }
            }
            found.tell_of_chains(pattern, || {
                Bindings::new(tables, position, &pattern.variables, cache)
            });
            matches.extend(found.into_matches(index));
        }
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

    /// Whether a pattern may match, as far as relations that it uses say without a variable being bound; if it begins with a digit, that
    /// is one of these.
    fn may_match(
        &self,
        index: usize,
        pattern: &Pattern,
        bindings: &Bindings<'_>,
        digits: impl FnOnce() -> Option<(Var, u32)>,
    ) -> bool {
        if !self.kinds[index].by_relations {
            return true;
        }
        let digits = digits();
        if digits.is_some_and(|(_, digits)| digits == 0) {
            return false;
        }
        let may_hold = |condition: &Condition| match condition {
            Condition::Relation(relation, ..) => bindings.cache.may_hold(bindings, *relation),
            _ => true,
        };
        let by_network = |network: &NodeNetwork| network.may_match(bindings, digits);
        let by_ends = |ends: &RelatedEnds| ends.may_match(pattern, bindings);
        pattern.conditions.iter().all(may_hold)
            && self.networks[index].as_ref().is_none_or(by_network)
            && self.ends[index].as_ref().is_none_or(by_ends)
    }
}

/// How many cells with more than two candidates there may be where a pattern speaks of a grave: those that it names.
fn most_crowded(pattern: &Pattern) -> Option<usize> {
    let size = |var: &Var| pattern.variables[usize::from(var.0)].size;
    pattern
        .conditions
        .iter()
        .find_map(|condition| match condition {
            Condition::DeadlyBut { cells, .. } => {
                let sizes = cells
                    .iter()
                    .map(|var| size(var).map_or(1, |(_, most)| most));
                Some(sizes.sum::<u32>() as usize)
            }
            _ => None,
        })
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
