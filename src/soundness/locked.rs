//! Sets that are proved for all sizes at once: cells of a house that hold only digits of a set.
//!
//! Takes a pattern, gives the pairs of a set of cells and a set of digits such that every candidate
//! of the cells is in the digits, the cells lie in one house, and there are a fixed number of digits
//! more than cells. The cells hold as many different digits as they are, all from the set; so of any
//! k+1 digits of the set, where it has k digits too many, the cells hold one. That is all that almost
//! locked sets are used for, and it does not depend on how many cells there are.

use qedoku_core::lang::ir::{Alternative, Condition, Pattern, Sort, Subject, Var, Variable};

/// Of sets with more digits too many there is too much to be said.
pub const MOST_SPARE: i64 = 3;

/// Cells of a house and the digits that they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Locked {
    /// The set of cells.
    pub cells: Var,
    /// The set of digits.
    pub digits: Var,
}

/// The pairs of a pattern whose size does not matter.
pub fn locked(pattern: &Pattern) -> Vec<Locked> {
    let mut found: Vec<Locked> = Vec::new();
    for every in &pattern.knowledge {
        let (Subject::Cells(cells), [Alternative::Digit(digits)]) =
            (&every.subject, every.alternatives.as_slice())
        else {
            continue;
        };
        let pair = Locked {
            cells: *cells,
            digits: *digits,
        };
        let taken = |l: &Locked| l.cells == pair.cells || l.digits == pair.digits;
        if !found.iter().any(taken) && pair.is_free(pattern) {
            found.push(pair);
        }
    }
    found
}

impl Locked {
    fn is_free(self, pattern: &Pattern) -> bool {
        let of = |var: Var| &pattern.variables[usize::from(var.0)];
        let (cells, digits) = (of(self.cells), of(self.digits));
        let (Some(size), Some(many)) = (cells.size, digits.size) else {
            return false;
        };
        let in_one_house = |c: &Condition| match *c {
            Condition::In(a, b) => a == self.cells && is_house(of(b)),
            _ => false,
        };
        size.0 < size.1
            && matches!(cells.sort, Sort::Cell | Sort::Square)
            && digits.sort == Sort::Digit
            && pattern.conditions.iter().any(in_one_house)
            && (pattern.conditions.iter()).any(|c| self.ties(c, size.0, many))
            && pattern.conditions.iter().all(|c| self.leaves_alone(c))
            && !pattern.knowledge.iter().any(|every| {
                matches!(every.subject, Subject::Digits(d, _) | Subject::Overlap(d, _) if d == self.digits)
            })
    }

    /// Whether a condition fixes how many more digits there are than cells, and the smallest
    /// set of cells can have all these numbers of digits.
    fn ties(self, condition: &Condition, least: u32, many: (u32, u32)) -> bool {
        let Condition::Sizes {
            left,
            right,
            plus,
            more,
        } = condition
        else {
            return false;
        };
        let fewest = i64::from(least) + i64::from(*plus);
        i64::from(*plus) + i64::from(*more) <= MOST_SPARE
            && left.as_slice() == [self.digits]
            && right.as_slice() == [self.cells]
            && i64::from(many.0) <= fewest
            && fewest + i64::from(*more) <= i64::from(many.1)
    }

    /// Whether a condition does not care how large the sets are.
    fn leaves_alone(self, condition: &Condition) -> bool {
        match condition {
            Condition::Sizes { left, right, .. } => {
                let count =
                    |all: &[Var], var: Var| all.iter().filter(|v| **v == var).count() as i64;
                let weight = |var: Var| count(left, var) - count(right, var);
                weight(self.cells) + weight(self.digits) == 0
            }
            Condition::Deadly { digits, cells } | Condition::DeadlyBut { digits, cells } => {
                !digits.contains(&self.digits) && !cells.contains(&self.cells)
            }
            _ => true,
        }
    }
}

fn is_house(variable: &Variable) -> bool {
    matches!(variable.sort, Sort::House(_)) && variable.size.is_none()
}
