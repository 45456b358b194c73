//! The order of a plan: which variable is bound next.
//!
//! A variable is bound early if few values are left for it: if it must cover the leftover of a
//! clause, lies in a bound house, or has a clause with room for few candidates. For an X-wing the
//! digit comes first, then the lines in which it has two places, then the crosslines, which are
//! determined by then.
//!
//! The costs are rough guesses of the number of values, not measured. A source that binds several
//! variables estimates its own number of rows.

use std::sync::Arc;

use crate::lang::ir::{Alternative, Condition, Every, Pattern, Sort, Var};
use crate::lang::vars::{alternative_vars, condition_vars, subject_vars};
use crate::matcher::op::source::RowSource;
use crate::matcher::query::cover::is_guarded;
use crate::matcher::query::cover::{LeftoverClause, clauses_after, leftovers_before};
use crate::matcher::query::goal::carried_digits;
use crate::matcher::query::star::has_twin;
use crate::matcher::query::var_set::VarSet;

/// One step of an order: the variables that are bound at once, and their source. Without a source,
/// each value of one variable is tried.
#[derive(Clone, Debug)]
pub struct Step {
    pub vars: Vec<Var>,
    pub source: Option<Arc<dyn RowSource>>,
}

/// Orders all variables but the given ones. A leading source comes first; other sources come when
/// they are cheapest.
pub fn order(
    pattern: &Pattern,
    given: &[Var],
    leading: Option<&Arc<dyn RowSource>>,
    sources: &[Arc<dyn RowSource>],
) -> Vec<Step> {
    let mut planner = Planner {
        pattern,
        bound: VarSet::none(pattern),
        sources,
    };
    given.iter().for_each(|&var| planner.bound.insert(var));
    let mut steps = Vec::new();
    let mut push = |planner: &mut Planner<'_>, step: Step| {
        step.vars.iter().for_each(|&var| planner.bound.insert(var));
        steps.push(step);
    };
    if let Some(source) = leading {
        push(&mut planner, Step::of(source));
    }
    loop {
        let cheapest = { planner.bound.missing() }.min_by_key(|&var| (planner.cost(var), var));
        let Some(var) = cheapest else {
            return steps;
        };
        let source = sources.iter().find(|source| source.binds()[0] == var);
        let each_value = || Step {
            vars: vec![var],
            source: None,
        };
        push(&mut planner, source.map_or_else(each_value, Step::of));
    }
}

impl Step {
    fn of(source: &Arc<dyn RowSource>) -> Step {
        Step {
            vars: source.binds(),
            source: Some(Arc::clone(source)),
        }
    }
}

struct Planner<'a> {
    pattern: &'a Pattern,
    bound: VarSet,
    sources: &'a [Arc<dyn RowSource>],
}

impl Planner<'_> {
    /// The cost of a deadly set of cells, once its digits are bound. The set grows house by house,
    /// best from a cell that it must contain.
    fn deadly_cost(&self, var: Var) -> Option<u32> {
        let conditions = &self.pattern.conditions;
        let begun = (conditions.iter())
            .any(|c| matches!(c, Condition::In(a, b) if *b == var && self.bound.has(*a)));
        conditions.iter().find_map(|condition| match condition {
            Condition::Deadly { digits, cells }
                if *cells == [var] && self.bound.has_all(digits) =>
            {
                Some(if begun { 10 } else { 150 })
            }
            Condition::DeadlyBut { digits, cells }
                if *cells == [var] && self.bound.has_all(digits) =>
            {
                Some(1)
            }
            _ => None,
        })
    }

    /// The cost of a cluster that a condition defines: one value, once the other variables of the
    /// condition are bound.
    fn cluster_cost(&self, var: Var) -> Option<u32> {
        let described = |condition: &Condition| match condition {
            Condition::Whole { node, digit, cells } if *node == var => {
                Some(self.bound.has_all(&[*digit, *cells]))
            }
            _ => None,
        };
        let mut all = self.pattern.conditions.iter().filter_map(described);
        let first = all.next()?;
        Some(if first || all.any(|bound| bound) {
            1
        } else {
            u32::MAX - 1
        })
    }

    /// If one member of a set is known, the other members are still open.
    fn anchors(&self, var: Var) -> u32 {
        let is_set = !self.pattern.is_single(var);
        (self.pattern.conditions.iter())
            .filter(|c| {
                matches!(
                    c,
                    Condition::In(..) | Condition::Sees(..) | Condition::Excludes(..)
                )
            })
            .filter(|c| {
                let vars = condition_vars(c);
                // If one member of a set is known, the other members are still open.
                let member = matches!(c, Condition::In(_, b) if *b == var) && is_set;
                vars.contains(&var)
                    && !member
                    && vars.iter().all(|&v| v == var || self.bound.has(v))
            })
            .count() as u32
    }

    /// Rough number of values of a variable of its sort, without regard to bound variables.
    fn plain_cost(&self, var: Var, anchors: u32) -> u32 {
        let variable = self.pattern.variable(var);
        // A digit that only restricts the candidates of cells is best read from the cells.
        let is_subject = (self.pattern.knowledge.iter())
            .any(|every| subject_vars(&every.subject).contains(&var));
        let plain: u32 = match (variable.sort, variable.size) {
            (Sort::Digit, None) if is_subject => 9,
            (Sort::Digit, None) => 50,
            (Sort::Cell | Sort::Square, None) => 60,
            (Sort::House(_), None) => 24,
            (Sort::Digit | Sort::House(_), Some(_)) => 100,
            // A house has one cell for each digit.
            (Sort::Cell | Sort::Square, Some(_)) if anchors > 0 => 600,
            (Sort::Cell | Sort::Square, Some(_)) => 5000,
            (Sort::Candidate | Sort::Group | Sort::Cluster, _) => 150,
            // Truths come early, because they connect candidates.
            (Sort::Truth, _) => 120,
            (Sort::Constraint(_), _) => 40,
        };
        // A relation begins at only some of the nodes.
        let begins = |c: &Condition| matches!(c, Condition::Relation(_, a, _) if *a == var);
        match self.pattern.conditions.iter().any(begins) {
            true => plain.div_ceil(2),
            false => plain,
        }
    }

    /// Rough number of values to try if the variable came next.
    fn cost(&self, var: Var) -> u32 {
        for source in self.sources {
            match source.binds().iter().position(|&v| v == var) {
                Some(0) => return source.estimate(self.pattern, &self.bound),
                Some(_) => return u32::MAX,
                None => {}
            }
        }
        let variable = self.pattern.variable(var);
        // A clause with guardians tells nothing about the cells before the digits are bound.
        let is_named = |every: &Every| {
            is_guarded(every) && every.alternatives.contains(&Alternative::Digit(var))
        };
        if self.pattern.knowledge.iter().any(is_named) {
            return 0;
        }
        if let Some(cost) = self.cluster_cost(var) {
            return cost;
        }
        // A deadly set is grown once its digits are known. Before that, the clauses do not limit
        // its cells.
        let is_open = |c: &Condition| matches!(c, Condition::Deadly { digits, cells } if *cells == [var] && !self.bound.has_all(digits));
        if self.pattern.conditions.iter().any(is_open) {
            return u32::MAX - 1;
        }
        let narrowing = leftovers_before(self.pattern, &self.bound, var);
        if narrowing.iter().any(|n| n.is_alone) || has_twin(self.pattern, var) {
            return 1;
        }
        let follows = |c: &Condition| matches!(c, Condition::Relation(_, a, b) if *b == var && self.bound.has(*a));
        if self.pattern.conditions.iter().any(follows) {
            return 5;
        }
        // The leftover of an almost locked set is known once the set is bound.
        let comes_with_source = |v: Var| self.sources.iter().any(|s| s.binds()[1..].contains(&v));
        let has_locked_set = |n: &LeftoverClause| {
            let alternatives = &self.pattern.knowledge[n.partial.clause].alternatives;
            let mut vars = alternatives.iter().flat_map(alternative_vars);
            vars.any(|v| !self.bound.has(v) && comes_with_source(v))
        };
        if narrowing.iter().any(has_locked_set) {
            return 200;
        }
        // If several variables cover a leftover together, each of them has some choice.
        let shared = narrowing
            .iter()
            .filter_map(|n| n.partial.capacity.size())
            .min();
        if let Some(size) = shared {
            let is_digit = self.pattern.is_one(var, Sort::Digit);
            return if size <= 2 && !is_digit {
                size
            } else {
                2 * size
            };
        }
        if let Some(cost) = self.deadly_cost(var) {
            return cost;
        }
        let anchors = self.anchors(var);
        // Clauses about the variable itself that have room for few candidates.
        let mut after = self.bound.clone();
        after.insert(var);
        let tight = (clauses_after(self.pattern, &after, var).iter())
            .any(|partial| partial.capacity.size().is_some_and(|size| size <= 4));
        let plain = self.plain_cost(var, anchors);
        let share = match variable.sort {
            Sort::Cell | Sort::Square => 6,
            _ => 8,
        };
        let mut cost = (0..anchors).fold(plain, |cost, _| cost.div_ceil(share));
        if !carried_digits(self.pattern, &self.bound, var).is_empty() {
            cost = cost.div_ceil(3);
        }
        if tight { cost.div_ceil(4) } else { cost }
    }
}
