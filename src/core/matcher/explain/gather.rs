//! Collects matches, with their conclusions and premises.
//!
//! The input is one complete binding of a pattern after the other. Bindings that differ only in
//! targets are one match. Of two AICs to the same end only one is reported, so premises are
//! computed for that one alone.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use crate::grid::Candidate;
use crate::lang::ir::{Conclusion, Condition, Pattern, Var};
use crate::lang::vars::relations_in;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::explain::matches::{Effects, Match, Part};
use crate::matcher::explain::support::{cases, derivation, derivation_of};
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::op::capacities::filled;
use crate::matcher::op::link_cover::linked_parts;
use crate::matcher::query::goal::conclude;
use crate::matcher::relation;
use crate::matcher::relation::Relations;

/// The kinds of premises of a pattern's matches.
#[derive(Clone, Copy, Debug, Default)]
pub struct MatchKind {
    /// True if the pattern uses relations, whose premises become premises of the match.
    pub by_relations: bool,
    /// True if each match is a chain whose length is known without its nodes.
    by_chains: bool,
}

impl MatchKind {
    /// Reads a pattern and the relations that it uses.
    pub fn of(pattern: &Pattern, relations: &Relations) -> MatchKind {
        let used = relations_in(pattern);
        let is_relation = |c: &&Condition| matches!(c, Condition::Relation(..));
        let says_what_goes = |c: &Conclusion| {
            !matches!(
                c,
                Conclusion::EliminateCovered(_) | Conclusion::OneOfGuardians
            )
        };
        let in_conditions = pattern.conditions.iter().filter(is_relation).count();
        MatchKind {
            by_relations: !used.is_empty(),
            by_chains: in_conditions > 0
                && in_conditions == used.len()
                && used.iter().all(|&id| relations.compiled[id].is_bare)
                && !pattern.variables.iter().any(|v| v.is_target)
                && pattern.guardians.is_none()
                && pattern.conclusions.iter().all(says_what_goes),
        }
    }
}

/// The length of a chain, and the values of the variables.
type FoundChain = (usize, Vec<Option<Value>>);

/// Matches, keyed by the values of all variables other than targets.
#[derive(Default)]
pub struct FoundMatches {
    matches: BTreeMap<Vec<Option<Value>>, Effects>,
    kind: MatchKind,
    /// By conclusions: the first chain with these conclusions, as its length and the values of its
    /// variables.
    chains: BTreeMap<[Vec<Candidate>; 2], FoundChain>,
    /// Number of chains found.
    chain_count: usize,
    /// True if matches are reported in the order in which they were added, not by their bindings.
    pub keeps_order: bool,
}

impl FoundMatches {
    /// An empty collection.
    pub fn of(kind: MatchKind) -> FoundMatches {
        FoundMatches {
            kind,
            ..FoundMatches::default()
        }
    }

    /// Number of matches so far.
    pub fn count(&self) -> usize {
        self.matches.len() + self.chain_count
    }

    /// Adds a match of a pattern. Of chains with equal conclusions only the first is reported, so
    /// derivations are computed after all of them are known.
    pub fn add(&mut self, pattern: &Pattern, bindings: &Bindings<'_>) {
        let mut effects = Effects::default();
        let mut part = Part::default();
        for conclusion in &pattern.conclusions {
            conclude(
                conclusion,
                bindings,
                &mut part.eliminations,
                &mut effects.placements,
            );
        }
        if let Some(most) = pattern.guardians {
            let clauses: Vec<usize> = pattern.guarded().collect();
            let guardians = bindings.guardians(pattern, &clauses, most);
            effects.derive(bindings.position, guardians.unwrap_or_default());
        }
        for conclusion in &pattern.conclusions {
            if let Conclusion::EliminateCovered(cells) = conclusion {
                effects.parts.extend(linked_parts(bindings, cells));
            }
        }
        if part.eliminations.is_empty() && effects.is_empty() {
            return;
        }
        if self.kind.by_chains
            && let Some(length) = length_of_chains(pattern, bindings)
        {
            self.add_chain(length, bindings, [part.eliminations, effects.placements]);
            return;
        }
        self.add_whole(pattern, bindings, part, effects);
    }

    /// Adds a chain, unless a known chain with equal conclusions is shorter, or equally long with
    /// smaller bindings.
    fn add_chain(
        &mut self,
        length: usize,
        bindings: &Bindings<'_>,
        mut effect: [Vec<Candidate>; 2],
    ) {
        self.chain_count += 1;
        for candidates in &mut effect {
            candidates.sort_unstable();
            candidates.dedup();
        }
        match self.chains.entry(effect) {
            Entry::Vacant(entry) => {
                entry.insert((length, bindings.values.clone()));
            }
            Entry::Occupied(mut entry) => {
                let (known, values) = entry.get();
                if (length, &bindings.values) < (*known, values) {
                    entry.insert((length, bindings.values.clone()));
                }
            }
        }
    }

    /// Computes the derivations of the reported chains.
    pub fn explain_chains<'b>(
        &mut self,
        pattern: &Pattern,
        bindings: impl FnOnce() -> Bindings<'b>,
    ) {
        if self.chains.is_empty() {
            return;
        }
        let mut bindings = bindings();
        for ([eliminations, placements], (_, values)) in std::mem::take(&mut self.chains) {
            bindings.values = values;
            let part = Part {
                eliminations,
                ..Part::default()
            };
            let effects = Effects {
                placements,
                ..Effects::default()
            };
            self.add_whole(pattern, &bindings, part, effects);
        }
    }

    /// Adds a match with all its premises.
    fn add_whole(
        &mut self,
        pattern: &Pattern,
        bindings: &Bindings<'_>,
        mut part: Part,
        mut effects: Effects,
    ) {
        if !self.kind.by_relations {
            for every in &pattern.knowledge {
                bindings.truths(&every.subject, &mut |truth| {
                    part.truths.push(truth);
                    true
                });
            }
        } else {
            let support = derivation(bindings, pattern, (NO_END, NO_END), &mut |id, from, to| {
                relation::derivation(bindings, id, from, to)
            });
            let links = support
                .links
                .iter()
                .filter_map(|&pair| bindings.link_of(pair));
            part.links.extend(links);
            part.truths = support.truths;
            part.cases = cases(bindings, pattern);
            effects.chains = chains(pattern, bindings);
        }
        for condition in &pattern.conditions {
            if let Some(deadly) = bindings.deadly(condition) {
                part.add_deadly(bindings.position.board(), condition, deadly);
            }
            part.by_templates |= matches!(condition, Condition::Template(..));
            if let Condition::Capacities(count) = condition {
                part.add_capacities(bindings.position.board(), filled(bindings, &count.cells));
            }
        }
        for conclusion in &pattern.conclusions {
            if let Conclusion::EliminateUnfilled(vars) = conclusion {
                part.fillings = bindings.described(vars);
            }
        }
        part.truths.sort_unstable();
        part.links.sort_unstable();
        effects.parts.push(part);
        self.add_effects(pattern, bindings.values.clone(), effects);
    }

    /// Adds the conclusions of a binding to the match whose bindings differ only in targets.
    pub fn add_effects(
        &mut self,
        pattern: &Pattern,
        mut key: Vec<Option<Value>>,
        effects: Effects,
    ) {
        if effects.is_empty() {
            return;
        }
        for (value, variable) in key.iter_mut().zip(&pattern.variables) {
            if variable.is_target {
                *value = None;
            }
        }
        let count = self.matches.len();
        let all = self.matches.entry(key).or_insert_with(|| Effects {
            number: count,
            ..Effects::default()
        });
        for part in effects.parts {
            let same = |known: &&mut Part| known.has_equal_premises(&part);
            match all.parts.iter_mut().find(same) {
                Some(known) => known.eliminations.extend(part.eliminations),
                None => all.parts.push(part),
            }
        }
        all.placements.extend(effects.placements);
        all.one_of = effects.one_of;
        if all.chains.is_empty() {
            all.chains = effects.chains;
        }
    }

    /// The matches, in the order of their bindings or of the rows.
    pub fn into_matches(self, pattern: usize) -> impl Iterator<Item = Match> {
        let mut all: Vec<_> = self.matches.into_iter().collect();
        if self.keeps_order {
            all.sort_by_key(|(_, effects)| effects.number);
        }
        { all.into_iter() }.map(move |(bindings, effects)| effects.into_match(pattern, bindings))
    }
}

/// Placeholder for the ends of a pattern that has none.
const NO_END: Var = Var(u16::MAX);

/// Total length of the chains of a pattern, if it is known without their nodes.
fn length_of_chains(pattern: &Pattern, bindings: &Bindings<'_>) -> Option<usize> {
    let lengths = pattern.conditions.iter().filter_map(|c| match c {
        Condition::Relation(relation, a, b) => {
            let ends = bindings.node(*a).zip(bindings.node(*b));
            Some(ends.and_then(|ends| relation::steps_between(bindings, *relation, ends)))
        }
        _ => None,
    });
    lengths.sum()
}

/// The chain of each relation of a pattern.
fn chains(pattern: &Pattern, bindings: &Bindings<'_>) -> Vec<(usize, Vec<Value>)> {
    let chain = |condition: &Condition| {
        let Condition::Relation(relation, a, b) = condition else {
            return None;
        };
        let derivation = derivation_of(bindings, *relation, *a, *b)?;
        let ends = (bindings.node(*a), bindings.node(*b));
        let path = derivation.path.iter().copied();
        let nodes = ends.0.into_iter().chain(path).chain(ends.1);
        let values = nodes.map(|id| bindings.node_at(id).value());
        Some((*relation, values.collect()))
    };
    pattern.conditions.iter().filter_map(chain).collect()
}

impl Effects {
    /// Concludes that one of the candidates is true. A single candidate is placed.
    pub fn derive(&mut self, position: &Position, guardians: Vec<Candidate>) {
        if let [only] = guardians[..]
            && !position.is_solved(position.board().cell_of(only))
        {
            self.placements.push(only);
        }
        self.one_of = guardians;
    }
}
