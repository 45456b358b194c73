//! The definition of every construct of the language.
//!
//! Given a pattern with bound variables and a [`Position`], this module tells whether the
//! conditions and clauses hold, and which candidates the conclusions name. The code follows the
//! tables of `docs/language.md`, construct by construct, and does not try to be fast. Every other
//! interpretation is tested against it:
//!
//! - **found**: the matches of generate and test ([`naive`](crate::matcher::oracle::naive)) are all
//!   bindings for which [`Reading::matches`] holds, and the matcher's plans find the same matches;
//! - **meant**: a rule is sound if no match in any state [eliminates](Reading::eliminated) a
//!   candidate of the solution, and every [placed](Reading::placed) candidate belongs to the
//!   solution. The questions of the soundness check are compared with this module, and a
//!   counterexample is shown only if this module confirms it;
//! - **proved**: a certificate is made for the candidates named here.
//!
//! With `cells S[2] in H`, `digits D[2]` bound to r1c1,r1c2, to row 1 and to 3,7, the clause `every
//! candidate of S is in D` [holds](Reading::knows) if those two cells have no live candidates but 3
//! and 7, and `eliminate D from H except S` [names](Reading::names) the live 3s and 7s in the rest
//! of the row.

mod capacities;
mod clauses;
mod conclusions;
mod conditions;
mod deadly;
mod fillings;
mod links;
mod templates;
mod things;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{Pattern, Subject, Var, Variable};
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use capacities::LayoutMeaning;
use templates::TemplateMeaning;
pub use things::sets;

/// A position with all facts of a library's relations.
pub struct KnownRelations<'a> {
    /// The position.
    pub position: &'a Position,
    /// By relation: all pairs between which it holds, with the links of all derivations.
    pub(super) pairs: Vec<BTreeMap<(Value, Value), LinkPairs>>,
    templates: OnceCell<TemplateMeaning>,
    layouts: OnceCell<Option<LayoutMeaning>>,
}

/// The links of derivations, each as two values that exclude each other. An almost locked set
/// between the ends of a relation adds a pair for each further digit: both values are all places of
/// the digit in the set.
pub type LinkPairs = BTreeSet<(Value, Value)>;

impl<'a> KnownRelations<'a> {
    /// A position with `count` relations whose facts are not computed yet.
    pub fn new(position: &'a Position, relations: usize) -> KnownRelations<'a> {
        KnownRelations {
            position,
            pairs: vec![BTreeMap::new(); relations],
            templates: OnceCell::new(),
            layouts: OnceCell::new(),
        }
    }

    fn templates(&self) -> &TemplateMeaning {
        self.templates
            .get_or_init(|| TemplateMeaning::of(self.position))
    }

    fn layouts(&self) -> Option<&LayoutMeaning> {
        let layouts = self
            .layouts
            .get_or_init(|| LayoutMeaning::of(self.position));
        layouts.as_ref()
    }
}

/// A pattern's variables with their values.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The position and the known facts of relations.
    pub known: &'a KnownRelations<'a>,
    /// The variables.
    pub variables: &'a [Variable],
    /// The values of the variables. Constraints on the first variables can be tested when only
    /// these are bound.
    pub values: &'a [Option<Value>],
}

impl Reading<'_> {
    /// True if the binding is a match: each variable may have its value, and all conditions and
    /// clauses hold.
    pub fn matches(&self, pattern: &Pattern) -> bool {
        let mut bound = pattern.variables.iter().zip(self.values);
        bound.all(|(variable, value)| value.is_some_and(|value| self.can_be(variable, &value)))
            && pattern.conditions.iter().all(|c| self.holds(c))
            && pattern.knowledge.iter().all(|every| self.knows(every))
            && pattern.presence.iter().all(|p| self.is_present(p))
            && self.has_few_guardians(pattern)
    }

    fn value(&self, var: Var) -> Value {
        self.values[usize::from(var.0)].unwrap_or(Value::Digits(0))
    }

    fn variable(&self, var: Var) -> &Variable {
        &self.variables[usize::from(var.0)]
    }

    /// The digits that a variable stands for.
    fn digits(&self, var: Var) -> Vec<Digit> {
        match self.value(var) {
            Value::Digits(mask) => bits(mask).map(Digit::new).collect(),
            Value::Candidates(digit, _) => vec![digit],
            _ => Vec::new(),
        }
    }

    /// The cells that a variable stands for, or that lie in its houses.
    fn cells(&self, var: Var) -> Vec<Cell> {
        let board = self.board();
        let mut cells: Vec<Cell> = match self.value(var) {
            Value::Cells(cells) | Value::Candidates(_, cells) => cells.iter().collect(),
            Value::Houses(houses) => (houses.iter())
                .flat_map(|h| board.house(h).cells.clone())
                .collect(),
            Value::Truth(group) => match board.group_kind(group) {
                GroupKind::Cell(cell) => vec![cell],
                GroupKind::House(house, _) => board.house(house).cells.clone(),
                GroupKind::Derived => (board.members(group).iter())
                    .map(|&c| board.cell_of(c))
                    .collect(),
            },
            Value::Digits(_) | Value::Constraint(_) => Vec::new(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The houses that a variable stands for.
    fn houses(&self, var: Var) -> Vec<House> {
        match self.value(var) {
            Value::Houses(houses) => houses.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The candidates that a variable stands for.
    fn candidates(&self, var: Var) -> Vec<Candidate> {
        self.candidates_of(self.value(var))
    }

    fn candidates_of(&self, value: Value) -> Vec<Candidate> {
        match value {
            Value::Candidates(digit, cells) => {
                let all = cells.iter().map(|cell| self.board().candidate(cell, digit));
                all.collect()
            }
            Value::Truth(group) => self.board().members(group).to_vec(),
            _ => Vec::new(),
        }
    }

    /// The truths of a clause's subject.
    pub fn truths(&self, subject: &Subject) -> Vec<Group> {
        let board = self.board();
        match *subject {
            Subject::Cells(var) => {
                let cells = self.cells(var).into_iter();
                cells.map(|cell| board.cell_group(cell)).collect()
            }
            Subject::Truth(var) => match self.value(var) {
                Value::Truth(group) => vec![group],
                _ => Vec::new(),
            },
            Subject::Digits(digits, houses) => {
                let digits = self.digits(digits);
                let of = |house| digits.iter().map(move |&d| board.house_group(house, d));
                self.houses(houses).into_iter().flat_map(of).collect()
            }
            Subject::Overlap(..) => Vec::new(),
        }
    }

    /// The cells of a variable that have one of the digits as a candidate.
    fn carriers(&self, digits: &[Digit], cells: Var) -> Vec<Cell> {
        let can_be = |cell: &Cell| {
            let mut all = digits.iter().map(|&d| self.board().candidate(*cell, d));
            all.any(|candidate| self.is_live(candidate))
        };
        self.cells(cells).into_iter().filter(can_be).collect()
    }

    fn is_live(&self, candidate: Candidate) -> bool {
        self.known.position.state().is_live(self.board(), candidate)
    }
}
