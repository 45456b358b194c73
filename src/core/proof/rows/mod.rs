//! Version 2 of the proof format: rows with weights, cuts, derived rows and fillings.
//!
//! `cut k1 2 : -1r1 -1c1 -1b1` is a [`RowStep::Cut`], `fill r1c1<>4 : k1` a [`RowStep::Fill`]. Rows
//! have names, as in `proofs/FORMAT.md`; [`RowNames`] resolves them at each step.

mod fillings;
mod machine;
mod relation;
mod row;
mod rules;
mod text;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use fillings::{FillProblem, Variable};
pub use machine::{Machine, MachineState};
pub use row::Row;
pub use rules::{Rule, Rules};
pub(super) use text::{push_step, read_items, read_step};

use crate::grid::{Board, Candidate, Cell};

/// The largest weight or bound of a row that a step defines. Within this limit all sums fit.
const MAX_WEIGHT: u64 = 10_000_000;

/// A row in a sum, with its multiplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowTerm {
    /// The row.
    pub set: RowSet,
    /// Positive after `+`, negative after `-`, never 0.
    pub multiplier: i64,
}

/// A row by its name, or a link as a list of candidates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowSet {
    /// `7r3`, `k1`, `7k1`.
    Named(String),
    /// `{r1c1=67,r2c2=67}`: candidates that exclude each other.
    Link(Vec<Candidate>),
}

/// A step that exists only in version 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RowStep {
    /// A count of rows other than groups.
    Count {
        /// The candidates that are false.
        targets: Vec<Candidate>,
        /// The rows.
        terms: Vec<RowTerm>,
    },
    /// A count divided and rounded down, as a row.
    Cut {
        /// The name of the row.
        name: String,
        /// The divisor of the count, at least 2.
        divisor: i64,
        /// The rows.
        terms: Vec<RowTerm>,
    },
    /// A sum of equations, as a row.
    Derive {
        /// The name of the row.
        name: String,
        /// The equations.
        terms: Vec<RowTerm>,
    },
    /// The items cannot be filled if a target is true.
    Fill {
        /// The candidates that are false.
        targets: Vec<Candidate>,
        /// The names of truths and constraints.
        items: Vec<String>,
    },
    /// The only live candidate of a truth that is not a group.
    Single {
        /// The candidate that is true.
        candidate: Candidate,
        /// The name of the truth.
        row: String,
    },
    /// The items cannot be filled, so the candidate supposed last is false.
    Refuted(Vec<String>),
    /// A deadly set whose name is not one of version 1.
    Deadly {
        /// The name of the set.
        name: String,
        /// The set.
        set: Vec<Candidate>,
        /// The candidates that it can be exchanged for.
        exchange: Vec<Candidate>,
    },
}

impl RowStep {
    /// The first word of its line.
    pub fn word(&self) -> &'static str {
        match self {
            RowStep::Count { .. } => "count",
            RowStep::Cut { .. } => "cut",
            RowStep::Derive { .. } => "derive",
            RowStep::Fill { .. } => "fill",
            RowStep::Single { .. } => "single",
            RowStep::Refuted(_) => "refuted",
            RowStep::Deadly { .. } => "deadly",
        }
    }
}

/// The meaning of a name.
#[derive(Clone, Debug)]
pub enum Named<'a> {
    /// A cell.
    Cell(Cell),
    /// A row.
    Row(Row),
    /// A house of the board: its cells, and the row of their values.
    House(Vec<Cell>, Row),
    /// A line of the header.
    Rule(&'a Rule),
}

/// The names that are known before a step of a proof.
#[derive(Clone, Debug, Default)]
pub struct RowNames {
    rules: Option<Arc<Rules>>,
    /// The rows defined by steps, by name.
    rows: BTreeMap<String, Row>,
    cuts: Vec<String>,
}

impl RowNames {
    /// The names of the header.
    pub fn of(rules: Option<Arc<Rules>>) -> RowNames {
        RowNames {
            rules,
            ..RowNames::default()
        }
    }

    /// The constraints of the header.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_deref()
    }

    /// The object that a word names.
    pub fn find(&self, board: &Board, word: &str) -> Option<Named<'_>> {
        if let Some(cell) = board.parse_cell(word) {
            return Some(Named::Cell(cell));
        }
        if let Some(group) = board.parse_group(word) {
            return Some(Named::Row(Row::exactly_one(board.members(group))));
        }
        if let Some(row) = self.rows.get(word) {
            return Some(Named::Row(row.clone()));
        }
        if let Some(house) = board.parse_house(word) {
            let cells = board.house(house).cells.clone();
            let row = rules::values(board, &cells, rules::whole_sum(board));
            return Some(Named::House(cells, row));
        }
        let rules = self.rules.as_deref()?;
        if let Some(rule) = rules.named(word) {
            let plain = rule.row.as_ref().filter(|_| rule.is_plain_row);
            return Some(plain.map_or(Named::Rule(rule), |row| Named::Row(row.clone())));
        }
        let mut chars = word.chars();
        let digit = board.parse_digit(chars.next()?)?;
        let mut digits = rules.named(chars.as_str())?.digits.iter();
        let row = &digits.find(|(it, _)| *it == digit)?.1;
        Some(Named::Row(row.clone()))
    }

    /// The row of a word.
    pub fn row(&self, board: &Board, word: &str) -> Option<Row> {
        match self.find(board, word)? {
            Named::Cell(cell) => Some(Row::exactly_one(board.members(board.cell_group(cell)))),
            Named::Row(row) | Named::House(_, row) => Some(row),
            Named::Rule(rule) => rule.row.clone(),
        }
    }

    /// The row of a term.
    pub fn row_of(&self, board: &Board, set: &RowSet) -> Option<Row> {
        match set {
            RowSet::Named(name) => self.row(board, name),
            RowSet::Link(members) => {
                let weights = members.iter().map(|&member| (member, 1)).collect();
                Some(Row::new(weights, None, Some(1)))
            }
        }
    }

    /// The weighted sum of the rows of some terms, as an inequality with an upper bound.
    pub fn sum(&self, board: &Board, terms: &[RowTerm]) -> Option<Row> {
        let (mut weights, mut bound) = (Vec::new(), 0);
        for term in terms {
            let row = self.row_of(board, &term.set)?;
            let limit = if term.multiplier < 0 { row.hi } else { row.lo };
            bound -= term.multiplier * limit?;
            let weighted = row.weights.into_iter();
            weights.extend(weighted.map(|(it, weight)| (it, -term.multiplier * weight)));
        }
        Some(Row::new(weights, None, Some(bound)))
    }

    /// The row that a step defines, with the row's name. `None` if a weight or a bound is too
    /// large.
    pub fn defined(
        &self,
        board: &Board,
        is_live: impl Fn(Candidate) -> bool,
        step: &RowStep,
    ) -> Option<(String, Row)> {
        let (name, row) = match step {
            RowStep::Cut {
                name,
                divisor,
                terms,
            } => {
                let sum = self.sum(board, terms)?;
                let live = sum.weights.into_iter().filter(|&(it, _)| is_live(it));
                let rounded = live.map(|(it, weight)| (it, weight.div_euclid(*divisor)));
                let bound = sum.hi.map(|bound| bound.div_euclid(*divisor));
                (name, Row::new(rounded.collect(), None, bound))
            }
            RowStep::Derive { name, terms } => {
                let sum = self.sum(board, terms)?;
                let negated = sum.weights.into_iter().map(|(it, weight)| (it, -weight));
                let bound = sum.hi.map(|bound| -bound);
                (name, Row::new(negated.collect(), bound, bound))
            }
            RowStep::Deadly { name, set, .. } => {
                let weights = set.iter().map(|&it| (it, 1)).collect();
                let most = set.len() as i64 - 1;
                (name, Row::new(weights, None, Some(most)))
            }
            _ => return None,
        };
        let weights = row.weights.iter().map(|(_, weight)| weight);
        let mut numbers = weights.chain(&row.lo).chain(&row.hi);
        let fits = numbers.all(|it| it.unsigned_abs() <= MAX_WEIGHT);
        fits.then(|| (name.clone(), row))
    }

    /// Adds the row of a step.
    pub fn define(&mut self, name: String, row: Row, is_cut: bool) {
        if is_cut {
            self.cuts.push(name.clone());
        }
        self.rows.insert(name, row);
    }

    /// The number of known cuts.
    pub fn cuts(&self) -> usize {
        self.cuts.len()
    }

    /// Drops all cuts except the first `but`.
    pub fn forget_cuts(&mut self, but: usize) {
        for name in self.cuts.drain(but..) {
            self.rows.remove(&name);
        }
    }
}
