//! Deltas: only a match with a changed truth can be new, so a search after a step can skip the
//! others.
//!
//! The delta is a constraint like the others. Projected onto no variable, an XY-wing needs a
//! changed cell with at most two candidates. Projected onto the first variable, a fish needs a
//! changed digit. With all truths bound, one of them must have changed.

use std::fmt;

use crate::grid::Group;
use crate::lang::ir::{
    Alternative, Conclusion, Condition, Pattern, Relation, Seen, Sort, Subject, Var, Variable,
};
use crate::lang::vars::{relations_in, subject_vars};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::position::Position;
use crate::matcher::query::cover::room;

/// True if a match depends on its truths alone, so that a new match has a changed truth.
pub fn only_truths_matter(pattern: &Pattern) -> bool {
    let subjects: Vec<&Subject> = subjects(pattern).collect();
    let watched = |cells: Var| subjects.contains(&&Subject::Cells(cells));
    let about_state = |c: &Condition| match c {
        // The candidates of a clause's own cells are part of its truths.
        Condition::Present(_, cells) => !watched(*cells),
        Condition::AllSee { one, other, .. } => !watched(*one) || !watched(*other),
        _ => matches!(
            c,
            Condition::AllExclude { .. }
                | Condition::Whole { .. }
                | Condition::Template(..)
                | Condition::EveryCell { .. }
                | Condition::FewestLinks { .. }
                | Condition::Capacities(_)
                | Condition::OnlyOpen(..)
                | Condition::Relation(..)
                | Condition::Deadly { .. }
                | Condition::DeadlyBut { .. }
        ),
    };
    let related = |a: &Alternative| match a {
        Alternative::Relation(..) | Alternative::RelationFrom(..) => true,
        Alternative::All(parts) => parts.iter().any(|p| matches!(p, Alternative::Relation(..))),
        _ => false,
    };
    // If the subject of a clause is the candidates in two of several houses, they are part of the
    // houses' truths.
    let alone = |s: &&Subject| match **s {
        Subject::Overlap(d, houses) => !subjects.contains(&&Subject::Digits(d, houses)),
        _ => false,
    };
    let unwatched = |c: &Conclusion| match c {
        Conclusion::Eliminate { cells, .. } => { cells.seeing.iter() }
            .any(|seen| matches!(seen, Seen::Every { cells, .. } if !watched(*cells))),
        Conclusion::EliminateLinks(..) => true,
        _ => false,
    };
    // Groups are live candidates where houses cross. They can change without a change of a clause's
    // truth.
    // Constraints are about all candidates of their cells.
    let is_group = |sort: Sort| matches!(sort, Sort::Group | Sort::Cluster | Sort::Constraint(_));
    !(pattern.conditions.iter().any(about_state)
        || { pattern.knowledge.iter() }.any(|every| every.alternatives.iter().any(related))
        || subjects.iter().any(alone)
        || pattern.conclusions.iter().any(unwatched)
        || pattern.variables.iter().any(|v| is_group(v.sort)))
}

/// The subjects of all clauses and demands of a pattern.
pub fn subjects(pattern: &Pattern) -> impl Iterator<Item = &Subject> {
    let known = pattern.knowledge.iter().map(|every| &every.subject);
    known.chain(pattern.presence.iter().map(|presence| &presence.subject))
}

/// The digit and the house of the truth that a match depends on, if there is only one.
pub fn only_truth(pattern: &Pattern) -> Option<(Var, Var)> {
    let mut all = subjects(pattern);
    let Subject::Digits(digit, house) = *all.next()? else {
        return None;
    };
    let same = { all }.all(|subject| *subject == Subject::Digits(digit, house));
    let is_single = pattern.is_single(digit) && pattern.is_single(house);
    (same && is_single && only_truths_matter(pattern)).then_some((digit, house))
}

/// True if every truth of a match is about this variable: its digit, its house or its cell. Then
/// only changed values need be tried.
pub fn is_anchor(pattern: &Pattern, var: Var) -> bool {
    let variable = pattern.variable(var);
    if !pattern.is_single(var) || !only_truths_matter(pattern) {
        return false;
    }
    let inside = |cells: Var| pattern.conditions.contains(&Condition::In(cells, var));
    let is_common = |subject: &Subject| match (variable.sort, subject) {
        (Sort::Digit, Subject::Digits(digit, _) | Subject::Overlap(digit, _)) => *digit == var,
        (Sort::House(_), Subject::Digits(_, house)) => *house == var,
        (Sort::House(_), Subject::Cells(cells)) => inside(*cells),
        (Sort::Cell, Subject::Cells(cell)) => *cell == var,
        _ => false,
    };
    let may_be = matches!(variable.sort, Sort::Digit | Sort::House(_) | Sort::Cell);
    may_be && subjects(pattern).all(is_common)
}

/// The step after which all truths of a match are bound. `None` if a match depends on more than its
/// truths.
pub fn truths_step(pattern: &Pattern, steps: &[Vec<Var>]) -> Option<usize> {
    if !only_truths_matter(pattern) {
        return None;
    }
    let mut wanted: Vec<Var> = subjects(pattern).flat_map(subject_vars).collect();
    let all_bound = |step: &Vec<Var>| {
        wanted.retain(|v| !step.contains(v));
        wanted.is_empty()
    };
    { steps.iter() }
        .position(all_bound)
        .or(steps.len().checked_sub(1))
}

/// The step after which all truths of a match lie in known houses, and these houses. `None` if the
/// truths themselves are bound by then.
pub fn houses_step(pattern: &Pattern, steps: &[Vec<Var>]) -> Option<(usize, Vec<Var>)> {
    if !only_truths_matter(pattern) {
        return None;
    }
    let step_of = |var: Var| steps.iter().position(|step| step.contains(&var));
    // The house that contains the cells and is bound first.
    let house_of = |cells: Var| {
        let around = pattern.conditions.iter().filter_map(|c| match c {
            Condition::In(a, house) if *a == cells => Some(*house),
            _ => None,
        });
        let is_house = |v: &Var| matches!(pattern.sort(*v), Sort::House(_));
        { around }
            .filter(is_house)
            .filter_map(|house| Some((step_of(house)?, house)))
            .min()
    };
    let mut after = 0;
    let mut houses = Vec::new();
    for subject in subjects(pattern) {
        let Subject::Cells(cells) = subject else {
            return None;
        };
        let (step, house) = house_of(*cells)?;
        after = after.max(step);
        houses.push(house);
    }
    houses.sort_unstable();
    houses.dedup();
    (after + 1 < steps.len()).then_some((after, houses))
}

/// True if one of the truths of a match changed after step `since`. All of them must be bound.
pub fn has_changed_truth(bindings: &Bindings<'_>, pattern: &Pattern, since: u32) -> bool {
    let old = |subject: &Subject| {
        bindings.truths(subject, &mut |truth| {
            !bindings.position.has_changed(truth, since)
        })
    };
    !subjects(pattern).all(old)
}

/// The largest number of candidates of a match's truths: of its cells, and of its digits in houses.
/// A new match has a truth that changed and has no more candidates than that.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SmallDelta {
    pub in_cells: u32,
    pub in_houses: u32,
}

impl SmallDelta {
    /// The bounds for a pattern and its relations. `None` if there is no bound, or if a match
    /// depends on more than its truths.
    pub fn of(pattern: &Pattern, relations: &[Relation]) -> Option<SmallDelta> {
        let mut few = SmallDelta::default();
        few.add(pattern)?;
        let mut used = relations_in(pattern);
        let mut next = 0;
        while let Some(&id) = used.get(next) {
            next += 1;
            for case in &relations[id].cases {
                few.add(case)?;
                let others = relations_in(case);
                let new: Vec<usize> = others.into_iter().filter(|r| !used.contains(r)).collect();
                used.extend(new);
            }
        }
        Some(few)
    }

    /// True if a truth within the bounds has changed since the age `since`.
    pub fn have_changed(self, position: &Position, since: u32) -> bool {
        let bounds = (self.in_cells, self.in_houses);
        let is_new = |truth: Group| position.has_changed(truth, since);
        position.small_truths().any(bounds, is_new).unwrap_or(true)
    }

    fn add(&mut self, pattern: &Pattern) -> Option<()> {
        let is_static = |c: &Condition| c.is_geometric() || matches!(c, Condition::Relation(..));
        let is_fixed =
            |v: &Variable| !matches!(v.sort, Sort::Group | Sort::Cluster | Sort::Constraint(_));
        let is_plain = pattern.presence.is_empty()
            && pattern.conditions.iter().all(is_static)
            && pattern.variables.iter().all(is_fixed);
        if !is_plain {
            return None;
        }
        for every in &pattern.knowledge {
            let most = room(pattern, every)?;
            let (in_cells, in_houses) = match every.subject {
                Subject::Cells(_) => (most, 0),
                Subject::Digits(..) => (0, most),
                Subject::Truth(_) => (most, most),
                Subject::Overlap(..) => return None,
            };
            self.in_cells = self.in_cells.max(in_cells);
            self.in_houses = self.in_houses.max(in_houses);
        }
        Some(())
    }
}

impl fmt::Display for SmallDelta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if self.in_cells > 0 {
            parts.push(format!("a cell with at most {} candidates", self.in_cells));
        }
        if self.in_houses > 0 {
            let most = self.in_houses;
            parts.push(format!("a digit with at most {most} places in a house"));
        }
        write!(f, "{} changed", parts.join(" or "))
    }
}
