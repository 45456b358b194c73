//! Choosing a plan: which variable of a pattern is bound next.
//!
//! Takes a pattern, gives a [`Plan`]. A variable is bound early if few values are left for it: if it must cover what
//! a clause leaves over, if it lies in a house that is bound, if a clause about it has room for few candidates. For an
//! X-Wing that is the digit first, then the lines in which it has two places, then the crosslines, of which there is
//! no choice left.

use crate::grid::HouseKind;
use crate::lang::ir::{
    Alternative, Conclusion, Condition, Every, Kinds, LockedSet, Pattern, Sort, Subject, Var,
};
use crate::lang::vars::{alternative_vars, condition_vars, subject_vars};
use crate::matcher::exec::first_cells::first_cells;
use crate::matcher::exec::linked_sets::linked_partners;
use crate::matcher::index::als::MAX_SPARE;
use crate::matcher::plan::{Anchor, Bind, Capacity, Narrowing, Partial, Plan, SmallSet};
use crate::matcher::query::clause::only_digits;
use crate::matcher::query::delta::{anchor, houses_of_truths, only_truth, truths_bound_after};
use crate::matcher::query::goal::{concludes_after, open_goals};
use crate::matcher::query::guardians::{guarded, is_guarded};
use crate::matcher::query::one_digit::{eliminates_only, speaks_of_one_digit};
use crate::matcher::query::set_pair::set_pairs;
use crate::matcher::query::shared_digits::{common_digits, has_twin, shared_digits, stars};
use crate::matcher::query::symmetry::orders;

/// The locked sets of a pattern that the tables of a position have: cells of any house with all their digits, of
/// every size.
fn in_tables(pattern: &Pattern) -> Vec<LockedSet> {
    let has = |set: &&LockedSet| {
        let cells = &pattern.variables[usize::from(set.cells.0)];
        let (size, many, spare) = (set.size, set.many, set.spare);
        let fits = many.0 <= size.0 + spare.0 && many.1 >= size.1 + spare.1;
        let is_plain = cells.sort == Sort::Cell && !cells.is_target;
        fits && is_plain && set.exact && set.house_is_free && spare.1 as usize <= MAX_SPARE
    };
    pattern.shapes.locked.iter().filter(has).copied().collect()
}

impl Plan {
    /// Chooses the order of a pattern's variables; of each relation it is said whether it is a matter
    /// of one digit.
    pub fn new(pattern: &Pattern, of_one_digit: &[bool]) -> Plan {
        let plan = Plan::of(pattern, &in_tables(pattern), &[]);
        let first = plan.steps.first().map(|bind| bind.var);
        let is_digit = |var: &Var| {
            let variable = &pattern.variables[usize::from(var.0)];
            variable.sort == Sort::Digit && variable.size.is_none()
        };
        let digit = first.filter(is_digit);
        let by_digit = digit.filter(|&var| speaks_of_one_digit(pattern, of_one_digit, &[var]));
        let anchor = plan.anchor.or(by_digit.map(|_| Anchor::Digit));
        // A single truth is looked at faster than anything could be said about its digit.
        let of_one_digit = |var: Var| {
            anchor == Some(Anchor::Digit)
                && eliminates_only(pattern, of_one_digit, var)
                && plan.only_truth.is_none()
        };
        let mut plan = Plan {
            of_one_digit: first.is_some_and(of_one_digit),
            orders: orders(pattern, &plan.steps),
            anchor,
            ..plan
        };
        plan.first_cells = first_cells(pattern, &plan);
        plan
    }

    /// A plan for boards that are too large for tables of almost locked sets.
    pub fn without_tables(pattern: &Pattern) -> Plan {
        Plan::of(pattern, &[], &[])
    }

    /// Chooses the order of all variables but some that nothing speaks of; the second plan is for
    /// boards that are too large for tables.
    pub fn of_case(pattern: &Pattern, unused: &[Var]) -> (Plan, Plan) {
        let with_tables = Plan::of(pattern, &in_tables(pattern), unused);
        (with_tables, Plan::of(pattern, &[], unused))
    }

    /// Chooses the order of all variables but some that are bound before, or that nothing speaks of.
    pub fn given(pattern: &Pattern, bound: &[Var]) -> Plan {
        Plan::of(pattern, &[], bound)
    }

    fn of(pattern: &Pattern, locked: &[LockedSet], bound: &[Var]) -> Plan {
        let mut planner = Planner {
            pattern,
            bound: vec![false; pattern.variables.len()],
            locked,
        };
        for var in bound {
            planner.bound[usize::from(var.0)] = true;
        }
        let mut steps = Vec::new();
        while planner.bound.contains(&false) {
            let free = (0..pattern.variables.len()).filter(|&v| !planner.bound[v]);
            let cheapest = free.min_by_key(|&v| (planner.cost(Var(v as u16)), v));
            let var = Var(cheapest.expect("a variable is free") as u16);
            if let Some(locked) = planner.locked.iter().find(|a| a.cells == var) {
                steps.push(planner.bind_locked_set(*locked));
                continue;
            }
            let narrowing = planner.narrowing(var);
            let must_carry = planner.must_carry(var);
            let small_sets = planner.small_sets(var);
            planner.bound[usize::from(var.0)] = true;
            let clauses = planner.clauses(var);
            let (guarded, presence) = guarded(pattern, &planner.bound, var);
            let about = |partial: &&Partial| {
                let every = &pattern.knowledge[partial.clause];
                let mut alternatives = every.alternatives.iter().flat_map(alternative_vars);
                partial.capacity != Capacity::Any
                    && subject_vars(&every.subject).contains(&var)
                    && !alternatives.any(|v| v == var)
            };
            steps.push(Bind {
                var,
                conditions: planner.conditions(var),
                narrowing,
                growing: clauses.iter().filter(about).cloned().collect(),
                clauses,
                must_carry,
                small_sets,
                guarded,
                presence,
                locked: None,
            });
        }
        let anchor = steps
            .first()
            .and_then(|first: &Bind| anchor(pattern, first.var));
        Plan {
            anchor,
            of_one_digit: false,
            only_truth: only_truth(pattern),
            truths_bound_after: truths_bound_after(pattern, &steps),
            houses_of_truths: houses_of_truths(pattern, &steps),
            concludes_after: concludes_after(pattern, &steps),
            open_goals: open_goals(pattern, &steps),
            shared_digits: shared_digits(pattern, &steps),
            common_digits: common_digits(pattern, &steps),
            stars: stars(pattern, &steps),
            linked_partners: linked_partners(pattern, &steps),
            set_pairs: set_pairs(pattern, &steps),
            // The ends of a relation cannot be exchanged: it need not hold both ways.
            orders: vec![Vec::new(); steps.len()],
            first_cells: None,
            steps,
        }
    }
}

struct Planner<'a> {
    pattern: &'a Pattern,
    bound: Vec<bool>,
    locked: &'a [LockedSet],
}

impl Planner<'_> {
    /// Binds the cells, the house and the digits of an almost locked set at once.
    fn bind_locked_set(&mut self, locked: LockedSet) -> Bind {
        let vars = [locked.cells, locked.house, locked.digits];
        for var in vars {
            self.bound[usize::from(var.0)] = true;
        }
        let mut conditions: Vec<usize> = vars.iter().flat_map(|&v| self.conditions(v)).collect();
        conditions.sort_unstable();
        conditions.dedup();
        let clauses = vars.iter().flat_map(|&v| self.clauses(v));
        let mut clauses: Vec<Partial> = clauses.filter(|p| p.clause != locked.clause).collect();
        clauses.dedup_by_key(|partial| partial.clause);
        Bind {
            var: locked.cells,
            conditions,
            narrowing: Vec::new(),
            clauses,
            growing: Vec::new(),
            must_carry: Vec::new(),
            small_sets: Vec::new(),
            guarded: Vec::new(),
            presence: Vec::new(),
            locked: Some(locked),
        }
    }

    /// Roughly how many almost locked sets there are to choose from, if they came next.
    fn cost_of_locked_set(&self, locked: &LockedSet) -> u32 {
        let is_bound = |c: &&Condition| {
            let own = [locked.cells, locked.digits];
            let vars = condition_vars(c);
            let others = vars.iter().filter(|v| !own.contains(v));
            others.clone().count() < vars.len() && others.clone().count() > 0 && { others }
                .all(|&v| self.is_bound(v))
        };
        let bound = || self.pattern.conditions.iter().filter(is_bound);
        if bound().any(|c| matches!(c, Condition::AllSee { .. })) {
            return 5;
        }
        match bound().any(|c| matches!(c, Condition::In(a, _) if *a == locked.cells)) {
            true => 24,
            false => 400,
        }
    }

    fn is_bound(&self, var: Var) -> bool {
        self.bound[usize::from(var.0)]
    }

    fn all_bound(&self, vars: &[Var]) -> bool {
        vars.iter().all(|&v| self.is_bound(v))
    }

    /// Conditions that speak of the variable and are bound altogether.
    fn conditions(&self, var: Var) -> Vec<usize> {
        let speaks = |c: &Condition| {
            let vars = condition_vars(c);
            vars.contains(&var) && self.all_bound(&vars)
        };
        let all = self.pattern.conditions.iter().enumerate();
        all.filter(|(_, c)| speaks(c)).map(|(i, _)| i).collect()
    }

    /// Clauses that say something new once the variable is bound.
    fn clauses(&self, var: Var) -> Vec<Partial> {
        let changed = |every: &Every| {
            let subject = subject_vars(&every.subject);
            let mut alternatives = every.alternatives.iter().flat_map(alternative_vars);
            let touched = subject.contains(&var) || alternatives.any(|v| v == var);
            touched && self.all_bound(&subject) && !is_guarded(every)
        };
        let all = self.pattern.knowledge.iter().enumerate();
        all.filter(|(_, e)| changed(e))
            .map(|(i, _)| self.partial(i))
            .collect()
    }

    fn partial(&self, clause: usize) -> Partial {
        let every = &self.pattern.knowledge[clause];
        let is_bound = |a: &Alternative| self.all_bound(&alternative_vars(a));
        let indices = 0..every.alternatives.len();
        let bound: Vec<usize> = indices
            .filter(|&i| is_bound(&every.alternatives[i]))
            .collect();
        let free: Vec<&Alternative> = every.alternatives.iter().filter(|a| !is_bound(a)).collect();
        let capacity = self.capacity(every, &free);
        Partial {
            apart: matches!(capacity, Capacity::Cells(_) | Capacity::Cover(..))
                && self.apart(every, &bound),
            clause,
            bound,
            capacity,
        }
    }

    /// Whether another clause says that candidates in two of the houses are among those that the
    /// bound alternatives cover.
    fn apart(&self, every: &Every, bound: &[usize]) -> bool {
        let Subject::Digits(digit, houses) = every.subject else {
            return false;
        };
        let one_digit = self.pattern.variables[usize::from(digit.0)].size.is_none();
        let covered = |a: &Alternative| bound.iter().any(|&i| every.alternatives[i] == *a);
        let says = |other: &Every| {
            other.subject == Subject::Overlap(digit, houses)
                && other.alternatives.iter().all(covered)
        };
        one_digit && self.pattern.knowledge.iter().any(says)
    }

    fn size(&self, var: Var) -> u32 {
        let variable = &self.pattern.variables[usize::from(var.0)];
        variable.size.map_or(1, |(_, most)| most)
    }

    /// What these alternatives can take of the clause's subject.
    fn capacity(&self, every: &Every, free: &[&Alternative]) -> Capacity {
        let is_single = |a: &&Alternative| match a {
            Alternative::Candidate(v) => {
                self.pattern.variables[usize::from(v.0)].sort == Sort::Candidate
            }
            _ => false,
        };
        if !free.is_empty() && free.iter().all(is_single) {
            return Capacity::Candidates(free.len() as u32);
        }
        let in_cells = matches!(every.subject, Subject::Cells(_));
        let in_houses = matches!(every.subject, Subject::Digits(..));
        let mut capacity = match (in_cells, in_houses) {
            (true, _) => Capacity::Digits(0),
            (_, true) => Capacity::Cells(0),
            _ => return Capacity::Any,
        };
        for alternative in free {
            capacity = match (capacity, alternative) {
                (Capacity::Digits(k), Alternative::Digit(v)) => Capacity::Digits(k + self.size(*v)),
                (Capacity::Digits(0), Alternative::Cell(v)) => Capacity::Cells(self.size(*v)),
                (Capacity::Cells(k), Alternative::Cell(v)) => Capacity::Cells(k + self.size(*v)),
                (Capacity::Cells(0), Alternative::House(v)) => {
                    let size = self.size(*v).saturating_sub(self.taken(every, *v));
                    match self.only_kind(*v) {
                        Some(kind) => Capacity::Houses(kind, size),
                        None => match self.pattern.variables[usize::from(v.0)].sort {
                            Sort::House(kinds) => Capacity::Cover(kinds, size),
                            _ => return Capacity::Any,
                        },
                    }
                }
                (Capacity::Houses(kind, k), Alternative::House(v))
                    if self.only_kind(*v) == Some(kind) =>
                {
                    Capacity::Houses(kind, k + self.size(*v))
                }
                _ => return Capacity::Any,
            };
        }
        capacity
    }

    /// How many houses of a set cover nothing that is left over: one has the bound cell that the
    /// others' candidates may see, as that cell is outside of the clause's own houses.
    fn taken(&self, every: &Every, houses: Var) -> u32 {
        let Subject::Digits(_, own) = every.subject else {
            return 0;
        };
        let conditions = &self.pattern.conditions;
        let is_taken = |a: &Alternative| match a {
            Alternative::Sees(cell) => {
                let is_cell = self.pattern.variables[usize::from(cell.0)].size.is_none();
                let inside = conditions.contains(&Condition::In(*cell, houses));
                let outside = conditions.contains(&Condition::NotIn(*cell, own));
                self.is_bound(*cell) && is_cell && inside && outside
            }
            _ => false,
        };
        u32::from(every.alternatives.iter().any(is_taken))
    }

    fn only_kind(&self, var: Var) -> Option<HouseKind> {
        let Sort::House(kinds) = self.pattern.variables[usize::from(var.0)].sort else {
            return None;
        };
        // Boxes of some boards have no order that crosses lines; lines always do.
        let lines = [HouseKind::Row, HouseKind::Column, HouseKind::Box];
        lines.into_iter().find(|&kind| kinds == Kinds::only(kind))
    }

    /// Clauses whose leftover tells what the variable can be.
    fn narrowing(&self, var: Var) -> Vec<Narrowing> {
        let mut found = Vec::new();
        for (clause, every) in self.pattern.knowledge.iter().enumerate() {
            let overlap = matches!(every.subject, Subject::Overlap(..));
            if overlap || is_guarded(every) || !self.all_bound(&subject_vars(&every.subject)) {
                continue;
            }
            let partial = self.partial(clause);
            for (i, alternative) in every.alternatives.iter().enumerate() {
                if alternative_vars(alternative) == [var] {
                    found.push(Narrowing {
                        alternative: i,
                        alone: partial.bound.len() + 1 == every.alternatives.len(),
                        partial: partial.clone(),
                    });
                }
            }
        }
        found
    }

    /// What must be in a house for the sake of sets of cells that come later: cells of which a clause
    /// says that they have few candidates.
    fn small_sets(&self, var: Var) -> Vec<SmallSet> {
        let conditions = &self.pattern.conditions;
        let is_house = |v: Var| {
            matches!(
                self.pattern.variables[usize::from(v.0)].sort,
                Sort::House(_)
            )
        };
        if !is_house(var) || self.pattern.variables[usize::from(var.0)].size.is_some() {
            return Vec::new();
        }
        let small = |every: &Every| {
            let Subject::Cells(cells) = every.subject else {
                return None;
            };
            let inside = conditions.iter().filter_map(|c| match c {
                Condition::In(a, b) if *a == cells && is_house(*b) && self.is_bound(*b) => Some(*b),
                _ => None,
            });
            let variable = &self.pattern.variables[usize::from(cells.0)];
            let waits = !self.is_bound(cells) && conditions.contains(&Condition::In(cells, var));
            Some(SmallSet {
                size: variable.size?.0,
                most: only_digits(every)?.iter().map(|&d| self.size(d)).sum(),
                inside: inside.collect(),
            })
            .filter(|_| waits && variable.sort == Sort::Cell)
        };
        self.pattern.knowledge.iter().filter_map(small).collect()
    }

    /// Digits of which a target cell must have one for the step to do anything.
    fn must_carry(&self, var: Var) -> Vec<Var> {
        if !self.pattern.variables[usize::from(var.0)].is_target {
            return Vec::new();
        }
        let [
            Conclusion::Eliminate {
                digits,
                all_but: false,
                cells,
                ..
            },
        ] = self.pattern.conclusions.as_slice()
        else {
            return Vec::new();
        };
        let only_there = cells.within == [var] && self.all_bound(digits);
        if only_there {
            digits.clone()
        } else {
            Vec::new()
        }
    }

    /// The same for a set of cells that is to be deadly, once its digits are bound: it is grown
    /// house by house, best from a cell that it must have.
    fn deadly_cost(&self, var: Var) -> Option<u32> {
        let conditions = &self.pattern.conditions;
        let begun = (conditions.iter())
            .any(|c| matches!(c, Condition::In(a, b) if *b == var && self.is_bound(*a)));
        conditions.iter().find_map(|condition| match condition {
            Condition::Deadly { digits, cells } if *cells == [var] && self.all_bound(digits) => {
                Some(if begun { 10 } else { 150 })
            }
            Condition::DeadlyBut { digits, cells } if *cells == [var] && self.all_bound(digits) => {
                Some(1)
            }
            _ => None,
        })
    }

    /// The same for a cluster that a condition describes: there is one, once that is bound.
    fn cluster_cost(&self, var: Var) -> Option<u32> {
        let described = |condition: &Condition| match condition {
            Condition::Whole { node, digit, cells } if *node == var => {
                Some(self.all_bound(&[*digit, *cells]))
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

    /// How many conditions say that the variable lies in, sees or excludes something that is bound.
    fn anchors(&self, var: Var) -> u32 {
        let is_set = self.pattern.variables[usize::from(var.0)].size.is_some();
        (self.pattern.conditions.iter())
            .filter(|c| {
                matches!(
                    c,
                    Condition::In(..) | Condition::Sees(..) | Condition::Excludes(..)
                )
            })
            .filter(|c| {
                let vars = condition_vars(c);
                // That a set has a certain member leaves the others open.
                let member = matches!(c, Condition::In(_, b) if *b == var) && is_set;
                vars.contains(&var) && !member && vars.iter().all(|&v| v == var || self.is_bound(v))
            })
            .count() as u32
    }

    /// Roughly how many values a variable of its sort has, whatever is bound.
    fn plain_cost(&self, var: Var, anchors: u32) -> u32 {
        let variable = &self.pattern.variables[usize::from(var.0)];
        // A digit that only says what cells may be is best read off the cells.
        let is_subject = (self.pattern.knowledge.iter())
            .any(|every| subject_vars(&every.subject).contains(&var));
        let plain: u32 = match (variable.sort, variable.size) {
            (Sort::Digit, None) if is_subject => 9,
            (Sort::Digit, None) => 50,
            (Sort::Cell | Sort::Square, None) => 60,
            (Sort::House(_), None) => 24,
            (Sort::Digit | Sort::House(_), Some(_)) => 100,
            // In a house, cells are as many as digits.
            (Sort::Cell | Sort::Square, Some(_)) if anchors > 0 => 600,
            (Sort::Cell | Sort::Square, Some(_)) => 5000,
            (Sort::Candidate | Sort::Group | Sort::Cluster, _) => 150,
            // A truth is often what holds candidates together.
            (Sort::Truth, _) => 120,
        };
        // What a relation holds from is fewer than all there is.
        let begins = |c: &Condition| matches!(c, Condition::Relation(_, a, _) if *a == var);
        match self.pattern.conditions.iter().any(begins) {
            true => plain.div_ceil(2),
            false => plain,
        }
    }

    /// Roughly how many values the variable would be tried with, if it came next.
    fn cost(&self, var: Var) -> u32 {
        for locked in self.locked {
            if locked.cells == var {
                return self.cost_of_locked_set(locked);
            } else if locked.house == var || locked.digits == var {
                return u32::MAX;
            }
        }
        let variable = &self.pattern.variables[usize::from(var.0)];
        // Whatever is no guardian is of these digits: without them nothing is known of the cells.
        let is_named = |every: &Every| {
            is_guarded(every) && every.alternatives.contains(&Alternative::Digit(var))
        };
        if self.pattern.knowledge.iter().any(is_named) {
            return 0;
        }
        if let Some(cost) = self.cluster_cost(var) {
            return cost;
        }
        // A deadly set is grown once its digits are known; before that, it could have any cells besides those that it must cover.
        let is_open = |c: &Condition| matches!(c, Condition::Deadly { digits, cells } if *cells == [var] && !self.all_bound(digits));
        if self.pattern.conditions.iter().any(is_open) {
            return u32::MAX - 1;
        }
        let narrowing = self.narrowing(var);
        if narrowing.iter().any(|n| n.alone) || has_twin(self.pattern, var) {
            return 1;
        }
        let follows = |c: &Condition| matches!(c, Condition::Relation(_, a, b) if *b == var && self.is_bound(*a));
        if self.pattern.conditions.iter().any(follows) {
            return 5;
        }
        // What an almost locked set leaves over is known once the set is.
        let has_locked_set = |n: &Narrowing| {
            let alternatives = &self.pattern.knowledge[n.partial.clause].alternatives;
            let vars = alternatives.iter().flat_map(alternative_vars);
            { vars }.any(|v| !self.is_bound(v) && self.locked.iter().any(|a| a.digits == v))
        };
        if narrowing.iter().any(has_locked_set) {
            return 200;
        }
        // What several variables cover together leaves each of them some choice.
        let shared = narrowing
            .iter()
            .filter_map(|n| n.partial.capacity.size())
            .min();
        if let Some(size) = shared {
            let is_digit = variable.sort == Sort::Digit && variable.size.is_none();
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
        // A clause about the variable itself that has room for little.
        let mut after = Planner {
            pattern: self.pattern,
            bound: self.bound.clone(),
            locked: self.locked,
        };
        after.bound[usize::from(var.0)] = true;
        let tight = (after.clauses(var).iter())
            .any(|partial| partial.capacity.size().is_some_and(|size| size <= 4));
        let plain = self.plain_cost(var, anchors);
        let share = match variable.sort {
            Sort::Cell | Sort::Square => 6,
            _ => 8,
        };
        let mut cost = (0..anchors).fold(plain, |cost, _| cost.div_ceil(share));
        if variable.is_target && !self.must_carry(var).is_empty() {
            cost = cost.div_ceil(3);
        }
        if tight { cost.div_ceil(4) } else { cost }
    }
}
