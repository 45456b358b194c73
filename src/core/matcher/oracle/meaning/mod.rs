//! What every construct of the language means: the definition.
//!
//! Takes a pattern whose variables are bound, in a [`Position`]; gives whether its conditions and
//! clauses hold there, and which candidates its conclusions name. It is written to be read,
//! construct by construct, next to the tables of `docs/language.md`, and does not try to be fast.
//! All other readings are compared against it:
//!
//! - **found**: generate and test ([`naive`](crate::matcher::oracle::naive)) is all bindings for
//!   which [`Reading::matches`] holds, and the matcher's plans find what that finds;
//! - **meant**: a rule is sound if, whatever the state, a candidate of the solution is never among
//!   those that a match [eliminates](Reading::eliminated), and whatever it
//!   [places](Reading::placed) is one. The questions that the soundness check asks are compared
//!   with this, and a board on which a rule is wrong is shown only if this says so too;
//! - **proved**: a certificate is made for the candidates named here.
//!
//! With `cells S[2] in H`, `digits D[2]` bound to r1c1,r1c2, to row 1 and to 3,7, the clause `every
//! candidate of S is in D` [holds](Reading::knows) if those two cells have no live candidates but 3
//! and 7, and `eliminate D from H except S` [names](Reading::names) the live 3s and 7s in the rest
//! of the row.

mod clauses;
mod conclusions;
mod conditions;
mod deadly;
mod links;
mod templates;
mod things;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use crate::grid::{Candidate, Cell, Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{Pattern, Subject, Var, Variable};
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use templates::TemplateMeaning;
pub use things::sets;

/// What is known of a position before anything is bound: what the relations of a library hold
/// between.
pub struct KnownRelations<'a> {
    /// The position.
    pub position: &'a Position,
    /// Of each relation all pairs between which it holds, with the links of all derivations.
    pub(super) pairs: Vec<BTreeMap<(Value, Value), LinkPairs>>,
    templates: OnceCell<TemplateMeaning>,
}

/// The links of derivations: two sides that exclude each other; for another digit of a set between
/// the ends of a relation, all its places in the set, twice.
pub type LinkPairs = BTreeSet<(Value, Value)>;

impl<'a> KnownRelations<'a> {
    /// A position in which nothing is known yet of `count` relations.
    pub fn new(position: &'a Position, relations: usize) -> KnownRelations<'a> {
        KnownRelations {
            position,
            pairs: vec![BTreeMap::new(); relations],
            templates: OnceCell::new(),
        }
    }

    fn templates(&self) -> &TemplateMeaning {
        self.templates
            .get_or_init(|| TemplateMeaning::of(self.position))
    }
}

/// A pattern's variables and what they are bound to.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// Where.
    pub known: &'a KnownRelations<'a>,
    /// The variables.
    pub variables: &'a [Variable],
    /// Their values. What speaks only of the first ones can be asked when only these are bound.
    pub values: &'a [Option<Value>],
}

impl Reading<'_> {
    /// Whether the binding is a match: each variable is bound to something that it can be bound to,
    /// and all conditions and clauses hold.
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

    /// The cells that it stands for, or that lie in what it stands for.
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
            Value::Digits(_) => Vec::new(),
        };
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// The houses that it stands for.
    fn houses(&self, var: Var) -> Vec<House> {
        match self.value(var) {
            Value::Houses(houses) => houses.iter().collect(),
            _ => Vec::new(),
        }
    }

    /// The candidates that it stands for.
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

    /// The cells of a variable that can be one of the digits.
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
