//! Clauses about cells that share digits: the cells' candidates must fit into the digits that the
//! clauses name together.
//!
//! In an XY-wing every candidate of p is x or y, of a x or z, of b y or z. So p, a and b have at
//! most three digits together, which can be tested before any digit is bound.

use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::value::Value;
use crate::matcher::query::clause::only_digits;

/// Clauses about cells whose candidates must fit into the digits that the clauses name together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedDigits {
    /// The variables of the cells, all bound.
    pub cells: Vec<Var>,
    /// The digits that are bound already.
    pub bound: Vec<Var>,
    /// Number of digits that the unbound variables can take.
    pub capacity: u32,
}

/// An unbound digit that clauses about several cells name. A cell with as many candidates as its
/// clause has digits must have each of these digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonDigit {
    /// Number of digits in the clause of the next cell.
    pub room: u32,
    /// The bound cells, with the number of digits in their clauses.
    pub others: Vec<(Var, u32)>,
}

/// Cells with two digits each that see one middle cell and have one digit in common: the wings of
/// an XYZ-wing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Star {
    /// Number of wings. Their other digits are different.
    pub wings: u32,
    /// True if the middle cell has only digits of the wings.
    pub covered: bool,
    /// Number of digits in the clause of the middle cell, if it names the common digit.
    pub room: Option<u32>,
}

/// The cells of a clause and the digits that it names.
pub type NamedDigits = (Var, Vec<Var>);

/// The groups of clauses that must fit together after a step of a plan: all clauses whose cells are
/// bound, and each pair of a new and an old clause that share a digit. Empty if the step binds no
/// cells of such a clause.
pub fn shared_digits(pattern: &Pattern, steps: &[Vec<Var>], at: usize) -> Vec<SharedDigits> {
    fitting_together(pattern, &steps[..=at].concat(), &steps[at])
}

/// The clauses about one cell whose alternatives are single digits.
pub fn named_digits(pattern: &Pattern) -> Vec<NamedDigits> {
    let is_one = |var: &Var| pattern.variables[usize::from(var.0)].size.is_none();
    let named = pattern.knowledge.iter().filter_map(|every| {
        let Subject::Cells(cell) = every.subject else {
            return None;
        };
        let is_cell = pattern.variables[usize::from(cell.0)].sort == Sort::Cell && is_one(&cell);
        let digits = only_digits(every).filter(|digits| digits.iter().all(is_one))?;
        is_cell.then_some((cell, digits))
    });
    named.collect()
}

/// True if two clauses name the same two digits for two cells, as in a W-wing, and no relation
/// leaves fewer choices. There are few such pairs of cells.
pub fn has_twin(pattern: &Pattern, var: Var) -> bool {
    let named = named_digits(pattern);
    let of_pairs = || named.iter().filter(|(_, digits)| digits.len() == 2);
    let same = |a: &[Var], b: &[Var]| a.iter().all(|digit| b.contains(digit));
    let is_relation = |c: &Condition| matches!(c, Condition::Relation(..));
    !pattern.conditions.iter().any(is_relation)
        && of_pairs().any(|(cell, digits)| {
            *cell == var && of_pairs().any(|(other, also)| other != cell && same(digits, also))
        })
}

/// The wings around the cell that a step binds, if two or more of them are bound later.
pub fn star(pattern: &Pattern, steps: &[Vec<Var>], at: usize) -> Option<Star> {
    let named = named_digits(pattern);
    let conditions = &pattern.conditions;
    let says = |make: fn(Var, Var) -> Condition, a: Var, b: Var| {
        conditions.contains(&make(a, b)) || conditions.contains(&make(b, a))
    };
    let differ = |a: Var, b: Var| says(Condition::Distinct, a, b) || says(Condition::Sees, a, b);
    let middle = *steps[at].first()?;
    let is_before = |var: Var| steps[..at].concat().contains(&var);
    let wings: Vec<&NamedDigits> = { named.iter() }
        .filter(|(cell, digits)| digits.len() == 2 && says(Condition::Sees, *cell, middle))
        .filter(|(cell, _)| !is_before(*cell))
        .collect();
    let common = wings
        .first()?
        .1
        .iter()
        .find(|digit| wings.iter().all(|w| w.1.contains(digit)))?;
    let others: Vec<Var> = { wings.iter() }
        .flat_map(|(_, digits)| digits.iter().copied().filter(|digit| digit != common))
        .collect();
    let all_differ = (0..wings.len())
        .all(|a| (0..a).all(|b| differ(wings[a].0, wings[b].0) && differ(others[a], others[b])));
    let is_named = |digit: &Var| digit == common || others.contains(digit);
    let covered = |(cell, digits): &NamedDigits| *cell == middle && digits.iter().all(is_named);
    (wings.len() > 1 && others.len() == wings.len() && all_differ).then(|| Star {
        wings: wings.len() as u32,
        covered: named.iter().any(covered),
        room: { named.iter() }
            .find(|(cell, digits)| *cell == middle && digits.contains(common))
            .map(|(_, digits)| digits.len() as u32),
    })
}

/// The unbound digits that the clause about the next cell shares with clauses about bound cells. If
/// every candidate of a is w or z and of b is x or z, and both have two candidates, then both have
/// z.
pub fn common_digits(pattern: &Pattern, steps: &[Vec<Var>], at: usize) -> Vec<CommonDigit> {
    let named = named_digits(pattern);
    let bound = steps[..at].concat();
    let is_before = |var: &Var| bound.contains(var);
    let new = named
        .iter()
        .filter(|(cell, _)| steps[at].first() == Some(cell));
    let digits = new.flat_map(|(_, digits)| digits.iter().map(|digit| (digit, digits.len())));
    let common = digits
        .filter(|(digit, _)| !is_before(digit))
        .map(|(digit, room)| {
            let others = { named.iter() }
                .filter(|(cell, digits)| is_before(cell) && digits.contains(digit))
                .map(|(cell, digits)| (*cell, digits.len() as u32));
            CommonDigit {
                room: room as u32,
                others: others.collect(),
            }
        });
    common.filter(|common| !common.others.is_empty()).collect()
}

fn fitting_together(pattern: &Pattern, bound: &[Var], newest: &[Var]) -> Vec<SharedDigits> {
    let named = pattern.knowledge.iter().filter_map(|every| {
        let Subject::Cells(cells) = every.subject else {
            return None;
        };
        let digits = only_digits(every).filter(|_| bound.contains(&cells))?;
        Some((cells, digits))
    });
    let named: Vec<NamedDigits> = named.collect();
    let whole = SharedDigits::new(pattern, &named, bound);
    let useful = |shared: &SharedDigits| shared.cells.len() > 1 && shared.capacity > 0;
    let (new, old): (Vec<&NamedDigits>, Vec<&NamedDigits>) =
        named.iter().partition(|(cells, _)| newest.contains(cells));
    if new.is_empty() || !useful(&whole) {
        return Vec::new();
    }
    let mut found = vec![whole];
    // The constraint on a pair does not depend on the candidates of other cells.
    for one in &new {
        for other in &old {
            let pair = [(*one).clone(), (*other).clone()];
            let together = SharedDigits::new(pattern, &pair, bound);
            let have_in_common = one.1.iter().any(|digit| other.1.contains(digit));
            if have_in_common && useful(&together) && named.len() > 2 {
                found.push(together);
            }
        }
    }
    found
}

impl SharedDigits {
    fn new(pattern: &Pattern, named: &[NamedDigits], bound: &[Var]) -> SharedDigits {
        let mut digits: Vec<Var> = named
            .iter()
            .flat_map(|(_, digits)| digits.clone())
            .collect();
        digits.sort_unstable();
        digits.dedup();
        let (known, free): (Vec<Var>, Vec<Var>) =
            digits.into_iter().partition(|d| bound.contains(d));
        let room = |var: &Var| pattern.variables[usize::from(var.0)].size;
        let room = |var: &Var| room(var).map_or(1, |(_, most)| most);
        SharedDigits {
            cells: named.iter().map(|(cells, _)| *cells).collect(),
            bound: known,
            capacity: free.iter().map(room).sum(),
        }
    }

    /// The candidates of the cells, and the bound digits, as masks.
    pub fn digits(&self, bindings: &Bindings<'_>, except: Option<Var>) -> (u32, u32) {
        let bound = self
            .bound
            .iter()
            .fold(0, |mask, &v| mask | bindings.digits(v));
        let board = bindings.position.board();
        let mut live = 0;
        for &var in self.cells.iter().filter(|v| Some(**v) != except) {
            if let Some(Value::Cells(cells)) = bindings.get(var) {
                for cell in cells.iter() {
                    live |= bindings.mask(board.cell_group(cell));
                }
            }
        }
        (live, bound)
    }

    /// True if the candidates of the cells fit into the named digits.
    pub fn fits(&self, bindings: &Bindings<'_>) -> bool {
        let (live, bound) = self.digits(bindings, None);
        (live & !bound).count_ones() <= self.capacity
    }
}
