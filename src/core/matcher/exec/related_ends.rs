//! Semi-join of a relation with the conclusions: whether any two ends eliminate anything.
//!
//! A remote pair says `remote(p, q)` with p of x in a and q of x in b, and eliminates x and y from
//! cells that see a and b. The closure of the relation gives all pairs of ends with their cells and
//! digits. In most positions no two ends eliminate anything.

use crate::grid::bits;
use crate::lang::ir::{Conclusion, Condition, Pattern, Sort, Subject, Var};
use crate::lang::vars::conclusion_vars;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::value::Value;
use crate::matcher::query::clause::only_digits;
use crate::matcher::query::goal::eliminates;
use crate::matcher::relation;

/// A pattern whose conclusions depend on the two ends of one relation.
#[derive(Clone, Debug)]
pub struct RelatedEnds {
    relation: usize,
    ends: (Var, Var),
    /// Pairs of an end and the variable of its cell.
    cells: Vec<(Var, Var)>,
    /// Pairs of an end and the variable of its digit.
    digits: Vec<(Var, Var)>,
    /// A digit of the conclusions that is not the digit of an end.
    other: Option<OtherDigit>,
}

/// A digit that a clause determines: the cell of an end has this digit and one known digit.
#[derive(Clone, Copy, Debug)]
struct OtherDigit {
    digit: Var,
    cell: Var,
    known: Var,
}

impl RelatedEnds {
    /// Reads a pattern. `None` if it is not of this form.
    pub fn of(pattern: &Pattern) -> Option<RelatedEnds> {
        let mut relations = pattern.conditions.iter().filter_map(|c| match c {
            Condition::Relation(relation, a, b) if a != b => Some((*relation, (*a, *b))),
            _ => None,
        });
        let (relation, ends) = relations.next()?;
        let variable = |var: Var| &pattern.variables[usize::from(var.0)];
        let is_one =
            |var: Var, sort: Sort| variable(var).sort == sort && variable(var).size.is_none();
        let inside = |sort: Sort| {
            let conditions = pattern.conditions.iter().filter_map(move |c| match c {
                Condition::In(a, b) if *a == ends.0 || *a == ends.1 => Some((*a, *b)),
                _ => None,
            });
            conditions.filter(move |(_, b)| is_one(*b, sort)).collect()
        };
        let (cells, digits): (Vec<_>, Vec<_>) = (inside(Sort::Cell), inside(Sort::Digit));
        let by_cells = |c: &Conclusion| matches!(c, Conclusion::Eliminate { .. });
        let is_known = |var: &Var| { cells.iter().chain(&digits) }.any(|(_, known)| known == var);
        let mut unknown: Vec<Var> = pattern
            .conclusions
            .iter()
            .flat_map(conclusion_vars)
            .collect();
        unknown.retain(|var| !is_known(var));
        unknown.dedup();
        let other = match unknown.as_slice() {
            [] => None,
            [var] if is_one(*var, Sort::Digit) => {
                let is_known = |var: &Var| digits.iter().any(|(_, known)| known == var);
                let is_cell = |var: &Var| cells.iter().any(|(_, cell)| cell == var);
                Some(OtherDigit::of(pattern, *var, is_known, is_cell)?)
            }
            _ => return None,
        };
        let fits = relations.next().is_none()
            && !cells.is_empty()
            && pattern.guardians.is_none()
            && !pattern.conclusions.is_empty()
            && pattern.conclusions.iter().all(by_cells)
            && [ends.0, ends.1]
                .iter()
                .all(|&end| is_one(end, Sort::Candidate));
        fits.then_some(RelatedEnds {
            relation,
            ends,
            cells,
            digits,
            other,
        })
    }

    /// True if two ends eliminate a candidate, or if the closure is not known.
    pub fn has_row(&self, pattern: &Pattern, bindings: &Bindings<'_>) -> bool {
        let (tables, position, cache) = (bindings.tables, bindings.position, bindings.cache);
        let Some(closure) = relation::closure(bindings, self.relation) else {
            return true;
        };
        let mut bindings = Bindings::new(tables, position, &pattern.variables, cache);
        (0..closure.len()).any(|first| {
            let mut seconds = closure.members(first);
            seconds
                .any(|second| self.eliminates_by(pattern, &mut bindings, (first as NodeId, second)))
        })
    }

    fn eliminates_by(
        &self,
        pattern: &Pattern,
        bindings: &mut Bindings<'_>,
        (first, second): (NodeId, NodeId),
    ) -> bool {
        let nodes = (bindings.node_at(first), bindings.node_at(second));
        let node = |end: Var| {
            if end == self.ends.0 {
                &nodes.0
            } else {
                &nodes.1
            }
        };
        for &(end, cell) in &self.cells {
            let value = Value::Cells(node(end).cells);
            bindings.values[usize::from(cell.0)] = Some(value);
        }
        for &(end, digit) in &self.digits {
            let value = Value::Digits(1 << node(end).digit.index());
            bindings.values[usize::from(digit.0)] = Some(value);
        }
        let has_effect =
            |bindings: &Bindings<'_>| pattern.conclusions.iter().any(|c| eliminates(c, bindings));
        let Some(other) = self.other else {
            return has_effect(bindings);
        };
        bits(other.values(bindings)).any(|digit| {
            bindings.values[usize::from(other.digit.0)] = Some(Value::Digits(1 << digit));
            has_effect(bindings)
        })
    }
}

impl OtherDigit {
    /// Finds the clause that determines the digit.
    fn of(
        pattern: &Pattern,
        digit: Var,
        is_known: impl Fn(&Var) -> bool,
        is_cell: impl Fn(&Var) -> bool,
    ) -> Option<OtherDigit> {
        pattern.knowledge.iter().find_map(|every| {
            let Subject::Cells(cell) = every.subject else {
                return None;
            };
            let digits = only_digits(every).filter(|_| is_cell(&cell))?;
            let known = match digits.as_slice() {
                [one, other] if *other == digit && is_known(one) => *one,
                [one, other] if *one == digit && is_known(other) => *other,
                _ => return None,
            };
            Some(OtherDigit { digit, cell, known })
        })
    }

    /// The candidates of the cell other than the known digit; all digits if there are none.
    fn values(self, bindings: &Bindings<'_>) -> u32 {
        let board = bindings.position.board();
        let cell = bindings.cells(self.cell).first();
        let live = cell.map_or(0, |cell| bindings.mask(board.cell_group(cell)));
        match live & !bindings.digits(self.known) {
            0 => bindings.tables.all_digits(),
            others => others,
        }
    }
}
