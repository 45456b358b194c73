//! Plans as text: one line for each operation, with the names of the rule's variables.
//!
//! `qedoku rules plan` prints this. Narrowing constraints follow the bind that they narrow.

use crate::lang::ir::{Condition, Every, Pattern, Presence, Subject, Var};
use crate::lang::vars::{condition_vars, every_vars, presence_vars};
use crate::matcher::plan::{Bind, Op, Plan};
use crate::matcher::query::constraint::{Constraint, Family};
use crate::matcher::query::cover::{Capacity, PartialClause};

/// One line of a printed plan: depth, kind of operation, and text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanLine {
    /// Number of earlier binds.
    pub depth: usize,
    /// `check`, `bind` or `yield`.
    pub op: &'static str,
    /// The rest of the line.
    pub text: String,
}

/// The lines of a plan.
pub fn lines(plan: &Plan, pattern: &Pattern) -> Vec<PlanLine> {
    let text = PatternText { pattern };
    let mut depth = 0;
    let line = |op: &Op| {
        let (op, text, more) = match op {
            Op::Check(constraint) => ("check", text.constraint(constraint), 0),
            Op::Bind(bind) => ("bind", text.bind(bind), 1),
            Op::Yield => ("yield", String::new(), 0),
        };
        let line = PlanLine { depth, op, text };
        depth += more;
        line
    };
    plan.ops.iter().map(line).collect()
}

struct PatternText<'p> {
    pattern: &'p Pattern,
}

impl PatternText<'_> {
    fn name(&self, var: Var) -> &str {
        &self.pattern.variable(var).name
    }

    fn names(&self, vars: &[Var]) -> String {
        let names: Vec<&str> = vars.iter().map(|&var| self.name(var)).collect();
        names.join(", ")
    }

    fn bind(&self, bind: &Bind) -> String {
        let source = match &bind.source {
            Some(source) => source.name(),
            None => "each value",
        };
        let mut families: Vec<&str> = Vec::new();
        for constraint in &bind.narrow {
            let family = family(constraint, self.pattern);
            if !families.contains(&family) {
                families.push(family);
            }
        }
        let narrowed = match families.is_empty() {
            true => String::new(),
            false => format!(", narrowed by {}", families.join(", ")),
        };
        format!("{}  from {source}{narrowed}", self.names(&bind.vars))
    }

    fn constraint(&self, constraint: &Constraint) -> String {
        let pattern = self.pattern;
        let text = match constraint {
            Constraint::Condition(at) => self.condition(&pattern.conditions[*at]),
            Constraint::Order(a, b) => {
                format!("{} does not come after {}", self.name(*a), self.name(*b))
            }
            Constraint::Clause(partial) => self.clause(partial),
            Constraint::Leftover(clause) => self.clause(&clause.partial),
            Constraint::SmallCells(small) => format!(
                "{} cells have at most {} candidates",
                small.size, small.most
            ),
            Constraint::Star(star) => format!("sees {} wings", star.wings),
            Constraint::Guardians(_) => "not too many guardians".to_owned(),
            Constraint::Pair(_) => "some later set fits".to_owned(),
            Constraint::AnyDigit(var, _) => format!("some digit is left for {}", self.name(*var)),
            Constraint::Goal(goal) => {
                let places = [&goal.seeing[..], &goal.inside].concat();
                let (digit, places) = (self.name(goal.digit), self.names(&places));
                format!("{digit} is live in some cell that {places} leave")
            }
            Constraint::Carries(digits) => format!("has one of {}", self.names(digits)),
            Constraint::Eliminates => "a conclusion eliminates something".to_owned(),
            Constraint::Linked(_) => "some later set is linked and eliminates something".to_owned(),
            Constraint::SmallDelta(delta) => delta.to_string(),
            Constraint::ChangedValue => "the value changed".to_owned(),
            Constraint::ChangedHouses(houses) => {
                format!("something changed in {}", self.names(houses))
            }
            Constraint::ChangedTruth => "a truth of the match changed".to_owned(),
            Constraint::Exists(relation) => format!("relation {relation} holds somewhere"),
            Constraint::Presence(at) => self.presence(&pattern.presence[*at]),
        };
        format!("{:<8} {text}", family(constraint, pattern))
    }

    fn condition(&self, condition: &Condition) -> String {
        let named =
            |word: &str, a: &Var, b: &Var| format!("{} {word} {}", self.name(*a), self.name(*b));
        match condition {
            Condition::Sees(a, b) => named("sees", a, b),
            Condition::Excludes(a, b) => named("excludes", a, b),
            Condition::In(a, b) => named("in", a, b),
            Condition::NotIn(a, b) => named("not in", a, b),
            Condition::Disjoint(a, b) => named("disjoint from", a, b),
            Condition::Distinct(a, b) => named("differs from", a, b),
            Condition::Relation(relation, a, b) => {
                named(&format!("related by {relation} to"), a, b)
            }
            other => format!("condition on {}", self.names(&condition_vars(other))),
        }
    }

    fn subject(&self, subject: &Subject) -> String {
        match subject {
            Subject::Cells(cells) => self.name(*cells).to_owned(),
            Subject::Truth(truth) => self.name(*truth).to_owned(),
            Subject::Digits(digit, house) | Subject::Overlap(digit, house) => {
                format!("{} in {}", self.name(*digit), self.name(*house))
            }
        }
    }

    fn clause(&self, partial: &PartialClause) -> String {
        let every: &Every = &self.pattern.knowledge[partial.clause];
        let subject = self.subject(&every.subject);
        let bound = partial.bound.len();
        if bound == every.alternatives.len() {
            let vars = self.names(&every_vars(every));
            return format!("every candidate of {subject} is covered by {vars}");
        }
        let room = match partial.capacity {
            Capacity::Digits(k) => format!("{k} digits"),
            Capacity::Cells(k) => format!("{k} cells"),
            Capacity::Houses(kind, k) => format!("{k} houses of kind {kind:?}"),
            Capacity::Cover(_, k) => format!("{k} houses"),
            Capacity::Candidates(k) => format!("{k} candidates"),
            Capacity::Any => "anything".to_owned(),
        };
        format!("what {subject} leaves over fits into {room}")
    }

    fn presence(&self, presence: &Presence) -> String {
        format!("demand on {}", self.names(&presence_vars(presence)))
    }
}

fn family(constraint: &Constraint, pattern: &Pattern) -> &'static str {
    match constraint.family(pattern) {
        Family::Geometry => "geometry",
        Family::Cover => "cover",
        Family::Goal => "goal",
        Family::Delta => "delta",
        Family::Related => "related",
        Family::Presence => "presence",
    }
}
