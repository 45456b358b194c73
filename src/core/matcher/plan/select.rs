//! The plans of a pattern, and which of them is used.
//!
//! A pattern has a plan for each operator that can begin one, then a plan with the other operators,
//! then one without any. The first plan whose sources can serve is used. A naked pair is found by
//! [tight sets](crate::matcher::op::tight_set); in a position with an empty cell, where these
//! decline, by binding one variable after the other.

use std::cell::OnceCell;
use std::sync::{Arc, OnceLock};

use crate::lang::ir::{Pattern, PropagationPattern, Var};
use crate::matcher::exec::analyse::{OpCount, run_counted};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::run;
use crate::matcher::exec::state::{Execution, Since};
use crate::matcher::explain::gather::{FoundMatches, MatchKind};
use crate::matcher::explain::matches::Match;
use crate::matcher::index::board::Tables;
use crate::matcher::index::delta::Changes;
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::op::singles::Singles;
use crate::matcher::op::source::{Operator, RowSource, Rows};
use crate::matcher::plan::build::{RelationFacts, technique_plan};
use crate::matcher::plan::replay::failing_projection;
use crate::matcher::plan::{Op, Plan};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::relation::{PositionCache, Relations};

/// A pattern with its plans.
#[derive(Clone, Debug)]
pub struct CompiledPattern {
    /// The plans in order of preference.
    plans: Vec<PlanChoice>,
    relations: Arc<Relations>,
    /// The kinds of premises of its matches.
    pub kind: MatchKind,
    /// The pattern as a propagation pattern, if it is one.
    pub propagation: Option<PropagationPattern>,
    /// The single, if the pattern is a single without other clauses.
    pub single: Option<Singles>,
}

/// A plan that is made on first use.
#[derive(Clone, Debug)]
struct PlanChoice {
    leading: Option<Arc<dyn RowSource>>,
    sources: Vec<Arc<dyn RowSource>>,
    by_masks: bool,
    plan: OnceLock<Plan>,
}

/// A search in a position.
pub struct FindContext<'a> {
    pub tables: &'a Tables,
    pub position: &'a Position,
    /// The age after which a truth must have changed, in a search for new matches.
    pub since: Option<u32>,
    /// Cache of the facts of relations in the position.
    pub cache: &'a PositionCache,
    /// True if the technique is proved sound.
    pub proved: bool,
    /// The changes since the age `since`, computed on first use.
    pub changes: OnceCell<Changes>,
}

impl CompiledPattern {
    /// Compiles a pattern that may use the relations, with the operators.
    pub fn of(
        pattern: &Pattern,
        relations: &Arc<Relations>,
        operators: &[Operator],
    ) -> CompiledPattern {
        let all = operators.iter().flat_map(|op| (op.recognise)(pattern));
        let (leading, sources): (Vec<_>, Vec<_>) = all.partition(|source| source.leads());
        let choice = |leading, sources, by_masks| PlanChoice {
            leading,
            sources,
            by_masks,
            plan: OnceLock::new(),
        };
        let mut plans: Vec<PlanChoice> = { leading.into_iter() }
            .map(|source| choice(Some(source), Vec::new(), false))
            .collect();
        plans.push(choice(None, sources, true));
        plans.push(choice(None, Vec::new(), false));
        CompiledPattern {
            plans,
            relations: Arc::clone(relations),
            kind: MatchKind::of(pattern, relations),
            propagation: pattern.shapes.propagation.clone(),
            single: Singles::of(pattern).filter(|single| single.is_whole(pattern)),
        }
    }

    fn plan<'p>(&'p self, choice: &'p PlanChoice, pattern: &Pattern) -> &'p Plan {
        choice.plan.get_or_init(|| {
            let relations = RelationFacts {
                source: self.relations.source(),
                of_one_digit: &self.relations.of_one_digit,
            };
            let leading = choice.leading.as_ref();
            technique_plan(
                pattern,
                relations,
                leading,
                &choice.sources,
                choice.by_masks,
            )
        })
    }

    /// The plans in order of preference.
    pub fn plans<'p>(&'p self, pattern: &'p Pattern) -> impl Iterator<Item = &'p Plan> {
        self.plans.iter().map(|choice| self.plan(choice, pattern))
    }

    /// The plan that binds one variable after the other. It has no operators except almost locked
    /// sets.
    pub fn general_plan<'p>(&'p self, pattern: &Pattern) -> &'p Plan {
        let is_general = |choice: &&PlanChoice| choice.leading.is_none();
        let choice = self.plans.iter().find(is_general);
        self.plan(choice.unwrap_or(&self.plans[0]), pattern)
    }

    /// False if checks without variables show that the position has no match, or no new match.
    pub fn can_match(&self, pattern: &Pattern, position: &Position, since: Option<u32>) -> bool {
        let plan = self.plan(&self.plans[0], pattern);
        let mut ops = plan.ops.iter();
        let fails = |op: &Op| match op {
            Op::Check(Constraint::SmallDelta(delta)) => {
                since.is_some_and(|since| !delta.have_changed(position, since))
            }
            _ => false,
        };
        !ops.any(fails)
    }

    /// Finds the matches of the pattern, whose index in its technique is `number`.
    pub fn find<'a>(
        &'a self,
        pattern: &'a Pattern,
        number: usize,
        context: &'a FindContext<'a>,
    ) -> Vec<Match> {
        let position = context.position;
        if !self.can_match(pattern, position, context.since) {
            return Vec::new();
        }
        let mut found = FoundMatches::of(self.kind);
        let budget = &context.cache.budget;
        for choice in &self.plans {
            let plan = self.plan(choice, pattern);
            if !plan.serves(position.board()) {
                continue;
            }
            found.keeps_order = choice.keeps_order();
            let mut exec = Execution::new(
                context.bindings(pattern),
                pattern,
                context.since(),
                plan.removable.filter(|_| context.proved),
            );
            let rows = run(&mut exec, plan, &mut |bindings| {
                found.add(pattern, bindings);
                budget.count(found.count());
            });
            context.cache.give_back(exec.bindings.values);
            if rows == Rows::All {
                break;
            }
        }
        found.explain_chains(pattern, || context.bindings(pattern));
        found.into_matches(number).collect()
    }
}

impl CompiledPattern {
    /// Runs the first plan that serves on the board and counts the work of each operation. Also
    /// returns the plan.
    pub fn analyse<'a>(
        &'a self,
        pattern: &'a Pattern,
        context: &'a FindContext<'a>,
        clock: &dyn Fn() -> u64,
    ) -> (&'a Plan, Vec<OpCount>) {
        let board = context.position.board();
        let plans = || self.plans.iter().map(|choice| self.plan(choice, pattern));
        let plan = plans().find(|plan| plan.serves(board));
        let plan = plan.unwrap_or_else(|| self.general_plan(pattern));
        let mut counts = vec![OpCount::default(); plan.ops.len()];
        let removable = plan.removable.filter(|_| context.proved);
        let since = context.since();
        let mut exec = Execution::new(context.bindings(pattern), pattern, since, removable);
        run_counted(&mut exec, plan, (&mut counts, clock), &mut |_| ());
        (plan, counts)
    }
}

impl CompiledPattern {
    /// The first projection that fails while the values of a match are bound in this order; `None`
    /// if all hold.
    pub fn failing_projection<'a>(
        &'a self,
        pattern: &'a Pattern,
        context: &'a FindContext<'a>,
        values: &[Option<Value>],
        order: &[Var],
    ) -> Option<String> {
        let mut exec = Execution::new(context.bindings(pattern), pattern, None, None);
        failing_projection(&mut exec, &self.relations, values, order)
    }
}

impl PlanChoice {
    fn keeps_order(&self) -> bool {
        { self.leading.as_ref() }.is_some_and(|source| source.keeps_order())
    }
}

impl<'a> FindContext<'a> {
    /// A search for matches, or for new ones since an age.
    pub fn new(
        tables: &'a Tables,
        position: &'a Position,
        since: Option<u32>,
        cache: &'a PositionCache,
        proved: bool,
    ) -> FindContext<'a> {
        FindContext {
            tables,
            position,
            since,
            cache,
            proved,
            changes: OnceCell::new(),
        }
    }

    fn bindings(&self, pattern: &'a Pattern) -> Bindings<'a> {
        let values = self.cache.take_values(pattern.variables.len());
        Bindings {
            tables: self.tables,
            position: self.position,
            variables: &pattern.variables,
            values,
            cache: self.cache,
        }
    }

    fn since(&'a self) -> Option<Since<'a>> {
        self.since.map(|age| Since {
            age,
            changes: &self.changes,
        })
    }
}
