//! The terms of a pattern's variables, and the meaning of relations.
//!
//! A digit and a cell are constants. A set of fixed size is a list of constants, a set of any size
//! a predicate. A group is a digit with a predicate for its cells.

use super::super::axioms::{House, is_in, val};
use super::super::smt::{SmtTerm, and, call, eq, implies, not, or};
use qedoku_core::lang::ir::Condition;

/// The meaning of a relation: the possible pairs of truth values of its ends. Bit 2a+b is set if
/// the ends can have the values a and b.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Meaning(pub u8);

impl Meaning {
    /// All pairs of truth values.
    pub const PAIRS: [(bool, bool); 4] =
        [(false, false), (false, true), (true, false), (true, true)];

    /// Whether the two ends can have the given truth values.
    pub fn allows(self, a: bool, b: bool) -> bool {
        self.0 & Meaning::bit(a, b) != 0
    }

    /// This meaning, with one more allowed pair of truth values.
    pub fn or(self, a: bool, b: bool) -> Meaning {
        Meaning(self.0 | Meaning::bit(a, b))
    }

    fn bit(a: bool, b: bool) -> u8 {
        1 << (2 * u8::from(a) + u8::from(b))
    }

    /// The meaning as a formula, given the formulas of the two ends.
    pub fn term(self, a: &str, b: &str) -> SmtTerm {
        let literal = |holds: bool, term: &str| if holds { term.to_string() } else { not(term) };
        if self.0 == 0b1111 {
            return "true".into();
        }
        let allowed = Meaning::PAIRS
            .into_iter()
            .filter(|&(x, y)| self.allows(x, y));
        or(allowed.map(|(x, y)| and([literal(x, a), literal(y, b)])))
    }

    /// A description for messages.
    pub fn words(self) -> &'static str {
        match self.0 {
            0 => "never holds",
            0b1110 => "one end or the other",
            0b0111 => "not both ends",
            0b0110 => "just one end",
            0b1001 => "both ends or none",
            0b1011 => "the second end, if the first",
            0b1101 => "the first end, if the second",
            0b1111 => "nothing",
            0b1000 => "both ends",
            _ => "one of its ends is settled",
        }
    }
}

/// A candidate or a group.
#[derive(Clone, Debug)]
pub struct NodeTerms {
    /// Digit of the node.
    pub digit: SmtTerm,
    /// The cell. For a group, the cell with the true candidate, if there is one.
    pub cell: SmtTerm,
    /// The predicate of a group's cells. `None` for a candidate.
    pub has: Option<String>,
}

/// The terms of a variable.
#[derive(Clone, Debug)]
pub enum VariableTerms {
    /// Digits.
    Digits(Vec<SmtTerm>),
    /// Cells.
    Cells(Vec<SmtTerm>),
    /// A set of digits of any size: a predicate.
    DigitSet(String),
    /// A set of cells of any size: a predicate, and the cells that hold the relevant digits. The
    /// list of cells may be empty.
    CellSet(String, Vec<SmtTerm>),
    /// Houses.
    Houses(Vec<House>),
    /// A candidate or a group.
    Node(NodeTerms),
    /// A truth: candidates of which at least one holds.
    Truth(TruthTerms),
}

/// A truth.
#[derive(Clone, Debug)]
pub struct TruthTerms {
    /// The cell of a candidate that holds.
    pub cell: SmtTerm,
    /// The candidates.
    pub members: TruthMembers,
}

/// The candidates of a truth.
#[derive(Clone, Debug)]
pub enum TruthMembers {
    /// A truth as any set of candidates. A derived truth may have several true candidates. Proofs
    /// use this reading.
    Any {
        /// The name of the predicate of the truth's candidates. Its arguments are a cell and a
        /// digit.
        has: String,
        /// The name of the predicate of the cells of the truth's candidates.
        covers: String,
    },
    /// A truth as a cell, or as a digit in a house. The search for a counterexample uses this
    /// reading, because a board has no derived truths.
    OfBoard {
        /// The term "the truth is a cell".
        is_cell: SmtTerm,
        /// The house, unless the truth is a cell.
        house: House,
        /// The digit, unless the truth is a cell.
        digit: SmtTerm,
    },
}

/// A candidate or group is true.
pub fn holds(node: &NodeTerms) -> SmtTerm {
    eq(&val(&node.cell), &node.digit)
}

pub(super) fn node_has(node: &NodeTerms, cell: &str) -> SmtTerm {
    match &node.has {
        None => eq(&node.cell, cell),
        Some(has) => call(has, &[cell]),
    }
}

pub(super) fn in_truth(truth: &TruthTerms, cell: &str, digit: &str) -> SmtTerm {
    match &truth.members {
        TruthMembers::Any { has, .. } => call(has, &[cell, digit]),
        TruthMembers::OfBoard {
            is_cell,
            house,
            digit: own,
        } => or([
            and([is_cell.clone(), eq(cell, &truth.cell)]),
            and([not(is_cell), is_in(cell, house), eq(digit, own)]),
        ]),
    }
}

/// A truth has a candidate in the cell.
pub(super) fn truth_covers(truth: &TruthTerms, cell: &str) -> SmtTerm {
    match &truth.members {
        TruthMembers::Any { covers, .. } => call(covers, &[cell]),
        TruthMembers::OfBoard { is_cell, house, .. } => or([
            and([is_cell.clone(), eq(cell, &truth.cell)]),
            and([not(is_cell), is_in(cell, house)]),
        ]),
    }
}

/// The term "`term` equals one of the terms `all`".
pub fn among(term: &str, all: &[SmtTerm]) -> SmtTerm {
    or(all.iter().map(|other| eq(term, other)))
}

/// The cells that hold a digit with the property.
pub(super) fn carriers(
    members: Vec<(SmtTerm, SmtTerm)>,
    is_meant: impl Fn(&str) -> SmtTerm,
) -> Vec<(SmtTerm, SmtTerm)> {
    let carry = |(when, cell): (SmtTerm, SmtTerm)| (and([when, is_meant(&val(&cell))]), cell);
    members.into_iter().map(carry).collect()
}

pub(super) fn each_pair(
    one: &[(SmtTerm, SmtTerm)],
    other: &[(SmtTerm, SmtTerm)],
    what: impl Fn(&str, &str) -> SmtTerm,
) -> SmtTerm {
    let all = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
    and(all.map(|((when, x), (and_when, y))| {
        implies(&and([when.clone(), and_when.clone()]), &what(x, y))
    }))
}

pub(super) fn words_of(condition: &Condition) -> &'static str {
    match condition {
        Condition::Sees(..) | Condition::AllSee { .. } => "what sees what",
        Condition::Excludes(..) | Condition::AllExclude { .. } => "what excludes what",
        Condition::Template(..) => "the solution's places of a digit are a template",
        Condition::Relation(..) => "what a relation says of its ends",
        Condition::Deadly { .. } | Condition::DeadlyBut { .. } => "how deadly cells lie",
        _ => "how the variables lie",
    }
}
