//! Projection: the constraints of a pattern that can be tested once some variables are bound.
//!
//! For an XY-wing with p bound and then a: each has at most two candidates (cover), the eliminated
//! digit is live in some cell that sees a (goal). The planner tests each projection
//! at the first step where it adds information.
//!
//! *Invariant*: a projection only weakens. It holds for every partial binding of a match, whatever
//! the order of the steps.

use crate::lang::ir::{Condition, Pattern, Relation, Sort, Var};
use crate::lang::vars::condition_vars;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::{
    PartialClause, clauses_after, leftovers_before, small_cells_in,
};
use crate::matcher::query::cover::{demands, guarded_clauses};
use crate::matcher::query::delta::{SmallDelta, houses_step, is_anchor, truths_step};
use crate::matcher::query::goal::{carried_digits, goal_step, open_goal};
use crate::matcher::query::star::star;
use crate::matcher::query::var_set::VarSet;

/// A pattern with the order in which its variables are bound: a list of steps with the variables of
/// each.
pub struct Projection<'p> {
    pattern: &'p Pattern,
    steps: &'p [Vec<Var>],
    /// Variables that are bound before the first step.
    given: &'p [Var],
    orders: &'p [(Var, Var)],
    /// True if all truths depend on the first variable, so that only its changed values can give
    /// new matches.
    pub is_anchored: bool,
}

impl<'p> Projection<'p> {
    /// Reads a pattern and the order in which its variables are bound.
    pub fn new(
        pattern: &'p Pattern,
        steps: &'p [Vec<Var>],
        given: &'p [Var],
        orders: &'p [(Var, Var)],
        is_anchored: bool,
    ) -> Projection<'p> {
        let first = steps.first().and_then(|step| step.first());
        Projection {
            pattern,
            steps,
            given,
            orders,
            is_anchored: is_anchored || first.is_some_and(|&var| is_anchor(pattern, var)),
        }
    }

    /// The variables that are bound before a step.
    fn bound_before(&self, at: usize) -> VarSet {
        let mut bound = VarSet::none(self.pattern);
        let before = self.steps[..at].iter().flatten();
        before.chain(self.given).for_each(|&var| bound.insert(var));
        bound
    }

    /// The conditions whose last variable is bound at the step.
    fn conditions(&self, at: usize) -> impl Iterator<Item = Constraint> {
        let bound = self.bound_before(at + 1);
        let is_new = move |c: &Condition| {
            let vars = condition_vars(c);
            vars.iter().any(|var| self.steps[at].contains(var)) && bound.has_all(&vars)
        };
        let all = self.pattern.conditions.iter().enumerate();
        all.filter(move |(_, c)| is_new(c))
            .map(|(condition, _)| Constraint::Condition(condition))
    }

    fn clauses(&self, at: usize) -> Vec<PartialClause> {
        let bound = self.bound_before(at + 1);
        let newest = self.steps[at].iter();
        let mut clauses: Vec<PartialClause> = newest
            .flat_map(|&var| clauses_after(self.pattern, &bound, var))
            .collect();
        let mut known: Vec<usize> = Vec::new();
        clauses.retain(|partial| {
            let is_new = !known.contains(&partial.clause);
            known.push(partial.clause);
            is_new
        });
        clauses
    }

    /// The constraints to check after a step, the cheapest first.
    pub fn checks_after(&self, at: usize) -> Vec<Constraint> {
        let (pattern, steps) = (self.pattern, self.steps);
        let bound = self.bound_before(at + 1);
        let before = self.bound_before(at);
        let is_new_order =
            |(a, b): &&(Var, Var)| bound.has_all(&[*a, *b]) && !before.has_all(&[*a, *b]);
        let orders = self.orders.iter().filter(is_new_order);
        let mut checks: Vec<Constraint> = orders.map(|&(a, b)| Constraint::Order(a, b)).collect();
        checks.extend(open_goal(pattern, steps, at).map(Constraint::Goal));
        if let Some((_, houses)) = houses_step(pattern, steps).filter(|(step, _)| *step == at) {
            checks.push(Constraint::ChangedHouses(houses));
        }
        if truths_step(pattern, steps) == Some(at) {
            checks.push(Constraint::ChangedTruth);
        }
        if goal_step(pattern, steps) == Some(at) {
            checks.push(Constraint::Eliminates);
        }
        checks.extend(self.conditions(at));
        checks.extend(self.clauses(at).into_iter().map(Constraint::Clause));
        let demanded = demands(pattern, &bound, &steps[at]);
        checks.extend(demanded.into_iter().map(Constraint::Presence));
        let guarded = guarded_clauses(pattern, &bound, &steps[at]);
        if !guarded.is_empty() {
            checks.push(Constraint::Guardians(guarded));
        }
        checks
    }

    /// The constraints that narrow the values of a step's first variable. Some of them are also in
    /// [`Self::checks_after`]. Masks that cost nothing come first.
    pub fn narrows(&self, at: usize, checks: &[Constraint]) -> Vec<Constraint> {
        let pattern = self.pattern;
        let Some(&var) = self.steps[at].first() else {
            return Vec::new();
        };
        let bound = self.bound_before(at);
        let can_narrow = |c: &&Constraint| {
            matches!(
                c,
                Constraint::Condition(_)
                    | Constraint::Clause(_)
                    | Constraint::Eliminates
                    | Constraint::ChangedTruth
            )
        };
        let mut narrow = Vec::new();
        if at == 0 && self.is_anchored {
            narrow.push(Constraint::ChangedValue);
        }
        narrow.extend(checks.iter().filter(can_narrow).cloned());
        let carried = carried_digits(pattern, &bound, var);
        if !carried.is_empty() {
            narrow.push(Constraint::Carries(carried));
        }
        narrow.extend(star(pattern, self.steps, at).map(Constraint::Star));
        let small = small_cells_in(pattern, &bound, var);
        narrow.extend(small.into_iter().map(Constraint::SmallCells));
        let leftovers = leftovers_before(pattern, &bound, var);
        narrow.extend(leftovers.into_iter().map(Constraint::Leftover));
        narrow
    }
}

/// The constraints of a technique's pattern that need no variable: necessary conditions for any
/// match, or any new match.
pub fn checks_before(pattern: &Pattern, relations: &[Relation]) -> Vec<Constraint> {
    let delta = SmallDelta::of(pattern, relations);
    delta.into_iter().map(Constraint::SmallDelta).collect()
}

/// The constraints that need no variable but cost too much before a search by an operator: whether
/// any digit is left, and whether the relations of the pattern hold anywhere.
pub fn checks_before_search(
    pattern: &Pattern,
    first: Option<Var>,
    is_anchored: bool,
) -> Vec<Constraint> {
    let mut checks: Vec<Constraint> = Vec::new();
    if !crate::lang::vars::relations_in(pattern).is_empty() {
        let first = first.filter(|&var| pattern.is_one(var, Sort::Digit));
        checks.extend(first.map(|var| Constraint::AnyDigit(var, is_anchored)));
    }
    for condition in &pattern.conditions {
        if let Condition::Relation(relation, ..) = condition {
            checks.push(Constraint::Exists(*relation));
        }
    }
    checks
}
