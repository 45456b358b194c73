//! Builds a plan from a pattern: the order of the variables, and each constraint at the first step
//! where it can be tested.
//!
//! A constraint without variables is checked before the first bind. A constraint that narrows a
//! variable goes into its bind. Other constraints are checked as soon as their variables are bound,
//! unless the source discharges them.

use std::sync::Arc;

use crate::lang::ir::{Pattern, Relation, Sort, Var};
use crate::matcher::exec::first_cells::FirstCells;
use crate::matcher::op::source::RowSource;
use crate::matcher::plan::order::{Step, order};
use crate::matcher::plan::{Bind, Op, Plan};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::delta::only_truth;
use crate::matcher::query::linked_pair::linked_pair;
use crate::matcher::query::one_digit::{eliminates_only, is_about_one_digit};
use crate::matcher::query::project::{Projection, checks_before, checks_before_search};
use crate::matcher::query::set_pair::set_pair;
use crate::matcher::query::symmetry::orders;

/// The relations that a technique may use.
#[derive(Clone, Copy)]
pub struct RelationFacts<'r> {
    /// The source of the relations.
    pub source: &'r [Relation],
    /// For each relation, whether all its truths are about the digit of its ends.
    pub of_one_digit: &'r [bool],
}

/// The plan of a technique's pattern. It begins with the leading source, if there is one, and uses
/// the other sources where they are cheapest.
pub fn technique_plan(
    pattern: &Pattern,
    relations: RelationFacts<'_>,
    leading: Option<&Arc<dyn RowSource>>,
    sources: &[Arc<dyn RowSource>],
    by_masks: bool,
) -> Plan {
    let steps = order(pattern, &[], leading, sources);
    let first = steps.first().and_then(|step| step.vars.first()).copied();
    let is_digit = |var: &Var| leading.is_none() && pattern.is_one(*var, Sort::Digit);
    let digit = first.filter(is_digit);
    let of_one_digit =
        digit.filter(|&var| is_about_one_digit(pattern, relations.of_one_digit, &[var]));
    let orders = orders(pattern);
    let planned = PlannedSteps::new(pattern, steps, &[], &orders, of_one_digit.is_some());
    // A single truth is tested faster than the placements of its digit.
    let removable = digit.filter(|&var| {
        planned.is_anchored
            && eliminates_only(pattern, relations.of_one_digit, var)
            && only_truth(pattern).is_none()
    });
    let mut ops: Vec<Op> = { checks_before(pattern, relations.source) }
        .into_iter()
        .map(Op::Check)
        .collect();
    if leading.is_none() {
        let checks = checks_before_search(pattern, first, planned.is_anchored);
        ops.extend(checks.into_iter().map(Op::Check));
    }
    planned.emit(by_masks && leading.is_none(), &mut ops);
    Plan { ops, removable }
}

/// The plan of a case of a relation, with some variables given.
pub fn case_plan(pattern: &Pattern, given: &[Var], sources: &[Arc<dyn RowSource>]) -> Plan {
    let steps = order(pattern, given, None, sources);
    let planned = PlannedSteps::new(pattern, steps, given, &[], false);
    let mut ops = Vec::new();
    planned.emit(false, &mut ops);
    Plan {
        ops,
        removable: None,
    }
}

/// The steps of a plan with the constraints of each.
struct PlannedSteps<'p> {
    pattern: &'p Pattern,
    steps: Vec<Step>,
    given: &'p [Var],
    narrow: Vec<Vec<Constraint>>,
    checks: Vec<Vec<Constraint>>,
    is_anchored: bool,
}

impl<'p> PlannedSteps<'p> {
    fn new(
        pattern: &'p Pattern,
        steps: Vec<Step>,
        given: &'p [Var],
        orders: &[(Var, Var)],
        is_anchored: bool,
    ) -> PlannedSteps<'p> {
        let mut planned = PlannedSteps {
            pattern,
            steps,
            given,
            narrow: Vec::new(),
            checks: Vec::new(),
            is_anchored,
        };
        planned.project(orders, is_anchored);
        planned
    }

    /// Finds the constraints of each step.
    fn project(&mut self, orders: &[(Var, Var)], is_anchored: bool) {
        let vars: Vec<Vec<Var>> = self.steps.iter().map(|step| step.vars.clone()).collect();
        let projection = Projection::new(self.pattern, &vars, self.given, orders, is_anchored);
        self.is_anchored = projection.is_anchored;
        let all = 0..vars.len();
        self.checks = all.clone().map(|at| projection.checks_after(at)).collect();
        self.narrow = { all.clone() }
            .map(|at| projection.narrows(at, &self.checks[at]))
            .collect();
        for at in all {
            self.join_sets(at);
        }
    }

    /// Adds the constraints on a pair of almost locked sets to the bind of the first.
    fn join_sets(&mut self, at: usize) {
        let set_at = |step: &Step| step.source.as_ref()?.almost_locked_set();
        let Some(first) = set_at(&self.steps[at]) else {
            return;
        };
        let later = self.steps[at + 1..].iter().filter_map(set_at);
        let must_change = self
            .checks
            .iter()
            .flatten()
            .any(|c| *c == Constraint::ChangedTruth);
        let linked = linked_pair(self.pattern, first, later, must_change);
        self.narrow[at].extend(linked.map(Constraint::Linked));
        if let Some(second) = self.steps.get(at + 1).and_then(set_at) {
            let bound: Vec<Var> = self.steps[..at]
                .iter()
                .flat_map(|s| s.vars.clone())
                .collect();
            let pair = set_pair(self.pattern, [first, second], &bound);
            self.narrow[at].extend(pair.map(Constraint::Pair));
        }
    }

    /// Appends the operations of all steps. With masks, the single cells that come first are bound
    /// together.
    fn emit(mut self, by_masks: bool, ops: &mut Vec<Op>) {
        let first = match by_masks {
            true => FirstCells::of(self.pattern, &self.first_binds()),
            false => None,
        };
        let mut begin = 0;
        if let Some(first) = first {
            begin = first.binds().len();
            let checks = self.checks[..begin].concat();
            self.push(Arc::new(first), checks, ops);
        }
        for at in begin..self.steps.len() {
            let (narrow, checks) = (self.narrow[at].clone(), self.checks[at].clone());
            let step = &self.steps[at];
            let source = step.source.clone();
            let is_needed = |c: &Constraint| match &source {
                Some(source) => !source.discharges(c, self.pattern),
                None => true,
            };
            let checks: Vec<Constraint> = checks.into_iter().filter(is_needed).collect();
            ops.push(Op::Bind(Bind {
                vars: step.vars.clone(),
                source: source.clone(),
                narrow,
            }));
            ops.extend(checks.into_iter().map(Op::Check));
        }
        self.check_rest(ops);
        ops.push(Op::Yield);
    }

    fn push(&mut self, source: Arc<dyn RowSource>, checks: Vec<Constraint>, ops: &mut Vec<Op>) {
        let checks = checks
            .into_iter()
            .filter(|c| !source.discharges(c, self.pattern));
        let checks: Vec<Constraint> = checks.collect();
        ops.push(Op::Bind(Bind {
            vars: source.binds(),
            source: Some(source),
            narrow: Vec::new(),
        }));
        ops.extend(checks.into_iter().map(Op::Check));
    }

    /// The first steps that bind one variable each, with their constraints.
    fn first_binds(&self) -> Vec<(Var, Vec<Constraint>)> {
        let singles = self.steps.iter().take_while(|step| step.source.is_none());
        let with_constraints = singles.zip(self.narrow.iter().zip(&self.checks));
        with_constraints
            .map(|(step, (narrow, checks))| (step.vars[0], [&narrow[..], checks].concat()))
            .collect()
    }

    /// Checks the demands that mention no variable.
    fn check_rest(&self, ops: &mut Vec<Op>) {
        for at in 0..self.pattern.presence.len() {
            let demand = Constraint::Presence(at);
            if !self.checks.iter().flatten().any(|check| *check == demand) {
                ops.push(Op::Check(demand));
            }
        }
    }
}
