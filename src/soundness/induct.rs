//! The meaning of derived relations, by induction on their definitions.
//!
//! For each relation the result is the strongest [`Meaning`] that all its cases preserve: the
//! possible truth values of its two ends. It is a least fixpoint. Initially no relation holds. A
//! case adds the pairs of values that its clauses allow, given the current meanings of the
//! relations that it uses. At the fixpoint, each case is a query that cannot be satisfied together
//! with a pair outside the meaning. Cases without a relation are the base of the induction, the
//! others the step.
//!
//! A loop needs a stronger property: as soon as one end of a derivation does not hold, one side of
//! every link along it does. It is proved in the same way, case by case.

use std::collections::BTreeSet;

use super::axioms::Boards;
use super::encode::{Encoding, Goal, Meaning, Settings};
use super::sizes::instances;
use super::smt::{Answer, Deadline, Query};
use qedoku_core::lang::ir::{Alternative, Conclusion, Condition, Pattern, Relation};

/// The meanings of the relations of a library.
#[derive(Clone, Debug, Default)]
pub struct Theory {
    /// The meaning of each relation that is used. The others allow all values.
    pub meanings: Vec<Meaning>,
    /// For each relation, whether it guarantees the links of loops.
    pub loops: Vec<bool>,
    /// The relations that patterns use, directly or through others.
    pub used: BTreeSet<usize>,
}

impl Theory {
    /// The options of encodings with the meanings found so far.
    pub fn settings(&self, boards: Boards) -> Settings<'_> {
        Settings {
            boards,
            meanings: &self.meanings,
            loops: &self.loops,
            single_groups: false,
            names: false,
            derive: true,
        }
    }

    /// Computes the meanings of the relations that patterns use. After the deadline, every
    /// undecided pair counts as possible.
    pub fn new<'p>(
        relations: &[Relation],
        patterns: impl IntoIterator<Item = &'p Pattern>,
        boards: Boards,
        deadline: Deadline,
    ) -> Theory {
        let mut theory = Theory {
            meanings: vec![Meaning(0b1111); relations.len()],
            loops: vec![false; relations.len()],
            used: closure(relations, patterns),
        };
        for &used in &theory.used {
            theory.meanings[used] = Meaning(0);
        }
        while theory.grow(relations, boards, deadline) {}
        for at in theory.used.clone() {
            theory.loops[at] = true;
        }
        while theory.shrink(relations, boards, deadline) {}
        theory
    }

    /// Adds the pairs of values that the cases allow. Returns true if a pair was new.
    fn grow(&mut self, relations: &[Relation], boards: Boards, deadline: Deadline) -> bool {
        let mut grown = false;
        for at in self.used.clone() {
            for case in &relations[at].cases {
                for (a, b) in Meaning::PAIRS {
                    if self.meanings[at].allows(a, b) {
                        continue;
                    }
                    if !self.is_refuted(case, boards, Goal::Ends(a, b), deadline) {
                        self.meanings[at] = self.meanings[at].or(a, b);
                        grown = true;
                    }
                }
            }
        }
        grown
    }

    /// Withdraws loop guarantees that a case does not preserve. Returns true if a guarantee was
    /// withdrawn.
    fn shrink(&mut self, relations: &[Relation], boards: Boards, deadline: Deadline) -> bool {
        let mut shrunk = false;
        for at in self.used.clone() {
            let kept = self.loops[at]
                && relations[at].cases.iter().all(|case| {
                    { links(case) }.all(|link| self.is_refuted(case, boards, link, deadline))
                });
            shrunk |= self.loops[at] != kept;
            self.loops[at] = kept;
        }
        shrunk
    }

    fn is_refuted(&self, case: &Pattern, boards: Boards, goal: Goal, deadline: Deadline) -> bool {
        let Some(sizes) = instances(case) else {
            return false;
        };
        let ask = |sizes: &Vec<usize>| {
            let query = Encoding::new(case, sizes, self.settings(boards), goal).query;
            query.ask(deadline) == Answer::Unsat
        };
        sizes.iter().all(ask)
    }

    /// The queries that prove the meaning of a relation, base and step.
    pub fn queries(
        &self,
        relations: &[Relation],
        boards: Boards,
        with_loops: bool,
        at: usize,
    ) -> Vec<Query> {
        let mut queries = Vec::new();
        let meaning = self.meanings[at];
        for (number, case) in relations[at].cases.iter().enumerate() {
            let meant = (meaning.0 != 0b1111).then_some((Goal::NotMeant(meaning), meaning.words()));
            let loops = links(case).map(|link| (link, "a link of a loop is decided"));
            let loops = loops.filter(|_| with_loops && self.loops[at]);
            for (goal, words) in meant.into_iter().chain(loops) {
                for size in instances(case).unwrap_or_default() {
                    let settings = self.settings(boards);
                    let mut query = Encoding::new(case, &size, settings, goal).query;
                    query.title = format!("case {}: {words}", number + 1);
                    queries.push(query);
                }
            }
        }
        queries
    }
}

/// The sources of links in a derivation by a case: its own links, the links of relations in its
/// conditions and verbs, and a set between its ends. This list must cover every link that the
/// matcher adds to a derivation.
fn links(case: &Pattern) -> impl Iterator<Item = Goal> {
    let brings = |c: &Condition| matches!(c, Condition::Excludes(..) | Condition::Relation(..));
    let all = case.conditions.iter().enumerate();
    let set = case.set_between().map(|set| set.condition);
    let own = all.filter(move |(_, c)| brings(c)).map(|(at, _)| at);
    let verbs = case
        .knowledge
        .iter()
        .enumerate()
        .flat_map(|(clause, every)| {
            let all = every.alternatives.iter().enumerate();
            let related = all.filter(|(_, a)| {
                matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..))
            });
            related.map(move |(verb, _)| Goal::VerbLink(clause, verb))
        });
    own.chain(set).map(Goal::Link).chain(verbs)
}

/// The relations that patterns use, directly or through other relations.
pub fn closure<'p>(
    relations: &[Relation],
    patterns: impl IntoIterator<Item = &'p Pattern>,
) -> BTreeSet<usize> {
    let mut used: BTreeSet<usize> = patterns.into_iter().flat_map(mentioned).collect();
    loop {
        let cases = used.iter().flat_map(|&at| &relations[at].cases);
        let more: BTreeSet<usize> = cases.flat_map(mentioned).collect();
        if more.is_subset(&used) {
            return used;
        }
        used.extend(more);
    }
}

/// The relations that a pattern uses directly.
pub fn mentioned(pattern: &Pattern) -> Vec<usize> {
    fn of_alternative(alternative: &Alternative, found: &mut Vec<usize>) {
        match alternative {
            Alternative::Relation(relation, _) | Alternative::RelationFrom(relation, _) => {
                found.push(*relation);
            }
            Alternative::All(parts) => parts.iter().for_each(|part| of_alternative(part, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for condition in &pattern.conditions {
        if let Condition::Relation(relation, ..) = condition {
            found.push(*relation);
        }
    }
    let alternatives = pattern.knowledge.iter().flat_map(|e| &e.alternatives);
    alternatives.for_each(|a| of_alternative(a, &mut found));
    for conclusion in &pattern.conclusions {
        if let Conclusion::EliminateLinks(relation, ..) = conclusion {
            found.push(*relation);
        }
    }
    found
}

/// Whether the rule eliminates candidates by every link of a loop.
pub fn uses_loops(pattern: &Pattern) -> bool {
    let is_loop = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    pattern.conclusions.iter().any(is_loop)
}
