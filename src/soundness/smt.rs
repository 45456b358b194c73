//! Formulas and queries as SMT-LIB 2 text, solved by Z3.
//!
//! Terms are text. A [`Query`] can be written to a file or solved. Both use the same text, so
//! anyone who checks the file checks the same query.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[cfg(feature = "z3")]
use super::solver;
use qedoku_core::engine::Stop;
#[cfg(feature = "z3")]
use z3::ast::Bool;
#[cfg(feature = "z3")]
use z3::{Params, SatResult, Solver};

/// A formula or a term, as SMT-LIB text.
pub type SmtTerm = String;

/// The name of a constant, quoted if necessary.
pub fn symbol(name: &str) -> SmtTerm {
    let plain = |c: char| c.is_ascii_alphanumeric() || ['_', '.', '$'].contains(&c);
    let starts = |c: char| c.is_ascii_alphabetic() || c == '$';
    match name.chars().all(plain) && name.starts_with(starts) {
        true => name.to_string(),
        false => format!("|{name}|"),
    }
}

/// A function applied to terms.
pub fn call(function: &str, arguments: &[&str]) -> SmtTerm {
    format!("({function} {})", arguments.join(" "))
}

/// The conjunction of the parts.
pub fn and(parts: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
    let mut kept: Vec<SmtTerm> = Vec::new();
    for part in parts {
        match part.as_str() {
            "true" => {}
            "false" => return part,
            _ if kept.contains(&part) => {}
            _ => kept.push(part),
        }
    }
    match kept.len() {
        0 => "true".into(),
        1 => kept.remove(0),
        _ => format!("(and {})", kept.join(" ")),
    }
}

/// The disjunction of the parts.
pub fn or(parts: impl IntoIterator<Item = SmtTerm>) -> SmtTerm {
    let mut kept: Vec<SmtTerm> = Vec::new();
    for part in parts {
        match part.as_str() {
            "false" => {}
            "true" => return part,
            _ if kept.contains(&part) => {}
            _ => kept.push(part),
        }
    }
    match kept.len() {
        0 => "false".into(),
        1 => kept.remove(0),
        _ => format!("(or {})", kept.join(" ")),
    }
}

/// The negation of the part.
pub fn not(part: &str) -> SmtTerm {
    match part {
        "true" => "false".into(),
        "false" => "true".into(),
        _ => format!("(not {part})"),
    }
}

/// The implication from the first to the second.
pub fn implies(one: &str, other: &str) -> SmtTerm {
    match (one, other) {
        ("true", _) => other.to_string(),
        ("false", _) | (_, "true") => "true".into(),
        (_, "false") => not(one),
        _ => format!("(=> {one} {other})"),
    }
}

/// The equality of two terms.
pub fn eq(one: &str, other: &str) -> SmtTerm {
    match one == other {
        true => "true".into(),
        false => format!("(= {one} {other})"),
    }
}

/// All terms are different.
pub fn distinct(terms: &[SmtTerm]) -> SmtTerm {
    match terms.len() {
        0 | 1 => "true".into(),
        _ => format!("(distinct {})", terms.join(" ")),
    }
}

/// A satisfiability query.
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// The title, for readers.
    pub title: String,
    /// The declarations that all queries about the boards share.
    pub vocabulary: &'static str,
    /// Declarations of constants and functions, one command each.
    pub declarations: Vec<String>,
    /// Assertions, each with its reason.
    pub assertions: Vec<(String, SmtTerm)>,
}

/// A deadline. Its caller starts the clock, and may cancel the work earlier.
#[derive(Clone, Copy, Debug)]
pub struct Deadline<'s> {
    start: Instant,
    limit: Duration,
    stop: Option<&'s AtomicBool>,
}

impl<'s> Deadline<'s> {
    /// A deadline `limit` after `start`.
    pub fn new(start: Instant, limit: Duration) -> Deadline<'s> {
        Deadline {
            start,
            limit,
            stop: None,
        }
    }

    /// The deadline with a flag that ends the work earlier.
    pub fn or_when(self, stop: &'s AtomicBool) -> Deadline<'s> {
        let stop = Some(stop);
        Deadline { stop, ..self }
    }

    /// The time that is left.
    pub fn left(&self) -> Duration {
        match self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            true => Duration::ZERO,
            false => self.limit.saturating_sub(self.start.elapsed()),
        }
    }

    /// Whether no time is left.
    pub fn is_over(&self) -> bool {
        self.left().is_zero()
    }

    /// Returns the deadline as a `Stop` of the engine. The cancel flag is not passed on.
    pub fn as_stop(&self) -> Stop {
        let (start, limit) = (self.start, self.limit);
        Stop::when(move || start.elapsed() >= limit)
    }

    /// This deadline, but at most `time` from now.
    pub fn at_most(&self, time: Duration) -> Deadline<'s> {
        let limit = self.limit.min(self.start.elapsed() + time);
        Deadline { limit, ..*self }
    }

    /// The whole period, in seconds.
    pub fn seconds(&self) -> f64 {
        self.limit.as_secs_f64()
    }
}

/// The answer of the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The query cannot be satisfied.
    Unsat,
    /// The query can be satisfied.
    Sat,
    /// The time ran out.
    Unknown,
}

impl Query {
    /// Adds a declaration.
    pub fn declare(&mut self, command: String) {
        self.declarations.push(command);
    }

    /// Adds a constant of a sort.
    pub fn constant(&mut self, name: &str, sort: &str) -> SmtTerm {
        let name = symbol(name);
        self.declare(format!("(declare-const {name} {sort})"));
        name
    }

    /// Adds an assertion with its reason.
    pub fn assert(&mut self, why: &str, term: SmtTerm) {
        if term != "true" {
            self.assertions.push((why.to_string(), term));
        }
    }

    /// All commands except the logic and the check.
    #[cfg(feature = "z3")]
    fn body(&self) -> String {
        let mut text = format!("{}\n", self.vocabulary);
        self.write(&mut text);
        text
    }

    /// Writes the commands after the vocabulary.
    pub fn write(&self, text: &mut String) {
        for declaration in &self.declarations {
            text.push_str(declaration);
            text.push('\n');
        }
        let mut last = "";
        for (why, term) in &self.assertions {
            if why != last {
                text.push_str(&format!("; {why}\n"));
            }
            last = why;
            text.push_str(&format!("(assert {term})\n"));
        }
    }

    /// Gives no answer: this build has no Z3.
    #[cfg(not(feature = "z3"))]
    pub fn ask(&self, _: Deadline) -> Answer {
        Answer::Unknown
    }

    /// Solves the query with Z3.
    #[cfg(feature = "z3")]
    pub fn ask(&self, deadline: Deadline) -> Answer {
        check(&self.solver(), &[], deadline)
    }

    /// A solver with all assertions.
    #[cfg(feature = "z3")]
    pub fn solver(&self) -> Solver {
        let solver = solver::equality_logic();
        solver.from_string(self.body());
        solver
    }
}

/// Runs a solver with assumptions until the deadline.
#[cfg(feature = "z3")]
pub fn check(solver: &Solver, assumptions: &[Bool], deadline: Deadline) -> Answer {
    let left = deadline.left();
    if left.is_zero() {
        return Answer::Unknown;
    }
    let mut params = Params::new();
    let most = Duration::from_secs(86_400);
    params.set_u32("timeout", left.min(most).as_millis().max(1) as u32);
    solver.set_params(&params);
    let result = match assumptions.is_empty() {
        true => solver.check(),
        false => solver.check_assumptions(assumptions),
    };
    match result {
        SatResult::Unsat => Answer::Unsat,
        SatResult::Sat => Answer::Sat,
        SatResult::Unknown => Answer::Unknown,
    }
}
