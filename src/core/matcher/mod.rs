//! The matcher: finds where on the board a technique applies.
//!
//! Takes techniques (the language's IR) and a [`Position`], and returns [`Match`]es. A technique is
//! compiled once into a `plan`; `run` follows the plan. Every match names the candidates that
//! it eliminates or places and the truths of its clauses, which is all that a certificate needs.

mod exec;
mod explain;
mod index;
mod op;
mod oracle;
mod plan;
mod query;
mod relation;

use std::sync::Arc;

use crate::grid::Group;
use crate::lang::ir::{Pattern, Technique, Var};

pub use exec::analyse::OpCount;
pub use exec::budget::{CutOff, MAX_MATCHES};
pub use explain::lazy_match::LazyMatch;
pub use explain::matches::{DerivedTruth, Match, Part, without_repetition};
pub use index::bitset::{CellSet, HouseSet};
pub use index::board::Tables;
pub use index::delta::Changes;
pub use index::fillings::FilledConstraints;
pub use index::position::Position;
pub use index::value::Value;
pub use op::deadly::DeadlyCells;
pub use oracle::limit::{BindingLimit, TimedBindings};
pub use oracle::{meaning, naive};
pub use plan::Plan;
pub use plan::show::PlanLine;
pub use relation::{PositionCache, Relations};

use op::OPERATORS;
use op::source::Operator;

/// The interface of an operator.
pub mod operator {
    pub use super::exec::state::{Execution, OnRow};
    pub use super::op::source::{Operator, RowSource, Rows};
    pub use super::query::constraint::Constraint;
    pub use super::query::var_set::VarSet;
}

use plan::select::{CompiledPattern, FindContext};

/// A compiled technique.
#[derive(Clone, Debug)]
pub struct Matcher {
    patterns: Vec<CompiledPattern>,
    /// The compiled relations, if the technique uses any.
    relations: Option<Arc<Relations>>,
    /// True if the technique, or one of its relations, has variables for groups or clusters.
    with_groups: bool,
}

impl Matcher {
    /// Compiles a technique.
    pub fn new(technique: &Technique) -> Matcher {
        Matcher::with(technique, &Arc::new(Relations::new(&technique.relations)))
    }

    /// Compiles a technique whose relations are already compiled.
    pub fn with(technique: &Technique, relations: &Arc<Relations>) -> Matcher {
        Matcher::compile(technique, relations, OPERATORS)
    }

    /// Compiles a technique with the given operators only.
    pub fn with_operators(technique: &Technique, operators: &[Operator]) -> Matcher {
        let relations = Arc::new(Relations::new(&technique.relations));
        Matcher::compile(technique, &relations, operators)
    }

    /// Compiles a technique without one of the [operators](Self::operators), to compare the
    /// matches.
    pub fn without_operator(technique: &Technique, operator: &str) -> Matcher {
        let others = OPERATORS.iter().filter(|op| op.name != operator);
        Matcher::with_operators(technique, &others.copied().collect::<Vec<_>>())
    }

    /// The names of all operators.
    pub fn operators() -> impl Iterator<Item = &'static str> {
        OPERATORS.iter().map(|operator| operator.name)
    }

    /// The names of the operators that the technique's plans use.
    pub fn operators_of(technique: &Technique) -> Vec<&'static str> {
        let patterns = &technique.patterns;
        let serves = |op: &&Operator| patterns.iter().any(|p| !(op.recognise)(p).is_empty());
        (OPERATORS.iter().filter(serves).map(|op| op.name)).collect()
    }

    fn compile(
        technique: &Technique,
        relations: &Arc<Relations>,
        operators: &[Operator],
    ) -> Matcher {
        let patterns = technique.patterns.iter();
        debug_assert!(patterns.clone().all(Pattern::shapes_are_current));
        let ready = |pattern| CompiledPattern::of(pattern, relations, operators);
        let ready: Vec<CompiledPattern> = patterns.clone().map(ready).collect();
        let by_relations = ready.iter().any(|pattern| pattern.kind.by_relations);
        Matcher {
            patterns: ready,
            relations: by_relations.then(|| Arc::clone(relations)),
            with_groups: patterns.clone().any(|p| relations.use_groups(p)),
        }
    }

    /// True if the search finds one match for each eliminated candidate instead of all matches.
    /// Forcing patterns have too many matches to list them all.
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
        let vars = ready.general_plan(pattern).vars();
        vars.map(|var| &*pattern.variable(var).name).collect()
    }

    /// All matches with an effect, in a fixed order. Of matches with equal truths and effects, one
    /// is reported.
    pub fn find(&self, technique: &Technique, tables: &Tables, position: &Position) -> Vec<Match> {
        let cache = &mut PositionCache::default();
        self.find_since(technique, tables, position, None, cache)
    }

    /// All matches, or at least those that are new since the age `since`. The cache must belong to
    /// the position. It keeps the facts of relations, and whether the search was
    /// [cut off](PositionCache::cut_off).
    pub fn find_since(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<Match> {
        cache.prepare(self.relations.as_ref(), self.with_groups);
        cache.budget.begin();
        let matches = self.find_all(technique, tables, position, since, cache);
        // After a cut-off, the facts of relations may be incomplete.
        if cache.cut_off().is_some() {
            cache.forget();
        }
        matches
    }

    /// Like [`Self::find_since`], but singles are explained only on first use.
    pub fn find_lazily(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        cache: &mut PositionCache,
    ) -> Vec<LazyMatch> {
        if let Some(singles) = self.find_singles(technique, tables, position, since) {
            cache.budget.begin();
            return singles;
        }
        let found = self.find_since(technique, tables, position, since, cache);
        found.into_iter().map(LazyMatch::from).collect()
    }

    /// The matches, if the technique is a single and nothing else.
    fn find_singles(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
    ) -> Option<Vec<LazyMatch>> {
        let ([ready], [pattern]) = (self.patterns.as_slice(), &*technique.patterns) else {
            return None;
        };
        let single = ready.single?;
        if !ready.can_match(pattern, position, since) {
            return Some(Vec::new());
        }
        let mut found = single.find(tables, position, since)?;
        // The last cell of two houses is reported once.
        if single.may_repeat() {
            let mut known: Vec<Group> = Vec::new();
            found.retain(|single| {
                let is_new = !known.contains(&single.truth);
                known.push(single.truth);
                is_new
            });
        }
        let lazily = |found| LazyMatch::of_single(single, found);
        Some(found.into_iter().map(lazily).collect())
    }

    /// The printed plans of the technique's patterns, as they are used on a 9x9 board.
    pub fn plan_lines(&self, technique: &Technique) -> Vec<Vec<PlanLine>> {
        let patterns = self.patterns.iter().zip(&technique.patterns);
        let plan = |(compiled, pattern): (&CompiledPattern, &Pattern)| {
            let first = compiled.plans(pattern).next();
            first.map(|plan| plan::show::lines(plan, pattern))
        };
        patterns.filter_map(plan).collect()
    }

    /// Runs the plan of each pattern and counts what each of its operations does, in the order of
    /// [`Self::plan_lines`]. The clock gives the time in any unit.
    pub fn analyse(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        clock: &dyn Fn() -> u64,
    ) -> Vec<Vec<OpCount>> {
        let mut cache = PositionCache::default();
        cache.prepare(self.relations.as_ref(), self.with_groups);
        let context = FindContext::new(tables, position, None, &cache, technique.proved);
        let patterns = self.patterns.iter().zip(&technique.patterns);
        patterns
            .map(|(compiled, pattern)| compiled.analyse(pattern, &context, clock).1)
            .collect()
    }

    /// The first projection that fails while the values of a match are bound in this order. `None`
    /// if all hold, as they must.
    pub fn failing_projection(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        found: &Match,
        order: &[Var],
    ) -> Option<String> {
        let mut cache = PositionCache::default();
        cache.prepare(self.relations.as_ref(), self.with_groups);
        let context = FindContext::new(tables, position, None, &cache, false);
        let pattern = &technique.patterns[found.pattern];
        let compiled = &self.patterns[found.pattern];
        compiled.failing_projection(pattern, &context, &found.bindings, order)
    }

    fn find_all(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        since: Option<u32>,
        cache: &PositionCache,
    ) -> Vec<Match> {
        let look = FindContext::new(tables, position, since, cache, technique.proved);
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
