//! Sets that are proved for all sizes at once: cells of a house that hold only digits of a set.
//!
//! Selects the [locked sets](AlsPattern) of a pattern whose size nothing else depends on: every
//! candidate of the cells is in the digits, the cells lie in one house, and the number of digits
//! exceeds the number of cells by a fixed k. The cells hold one of any k+1 digits of the set.
//! Almost locked sets are used only for this property, and it does not depend on the number of
//! cells.

use qedoku_core::lang::ir::{AlsPattern, Condition, Pattern, Sort, Subject, Var};

/// Maximum number of digits beyond the number of cells. A larger surplus needs too many terms.
pub const MAX_PROVED_SPARE: u32 = 3;

/// Cells of a house and the digits that they hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedCells {
    /// The set of cells.
    pub cells: Var,
    /// The set of digits.
    pub digits: Var,
}

/// The pairs of cells and digits that are proved for all sizes.
pub fn locked(pattern: &Pattern) -> Vec<LockedCells> {
    debug_assert!(pattern.shapes_are_current());
    let mut found: Vec<LockedCells> = Vec::new();
    for set in &pattern.shapes.locked {
        let pair = LockedCells {
            cells: set.cells,
            digits: set.digits,
        };
        let taken = |l: &LockedCells| l.cells == pair.cells || l.digits == pair.digits;
        if !found.iter().any(taken) && is_of_any_size(set, pattern) && pair.is_free(pattern) {
            found.push(pair);
        }
    }
    found
}

/// Whether the set has several sizes, and its smallest size allows each of its numbers of digits.
fn is_of_any_size(set: &AlsPattern, pattern: &Pattern) -> bool {
    let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
    let least = set.size.0;
    set.size.0 < set.size.1
        && matches!(sort(set.cells), Sort::Cell | Sort::Square)
        && sort(set.digits) == Sort::Digit
        && set.spare.1 <= MAX_PROVED_SPARE
        && set.many.0 <= least + set.spare.0
        && least + set.spare.1 <= set.many.1
}

impl LockedCells {
    /// Whether nothing else depends on the number of cells.
    fn is_free(self, pattern: &Pattern) -> bool {
        let counts_digits = |subject: &Subject| matches!(*subject, Subject::Digits(d, _) | Subject::Overlap(d, _) if d == self.digits);
        pattern.conditions.iter().all(|c| self.leaves_alone(c))
            && !(pattern.knowledge.iter()).any(|every| counts_digits(&every.subject))
    }

    /// Whether a condition is independent of the sizes of the sets.
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
