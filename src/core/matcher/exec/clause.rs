//! Clauses under a partial binding: the candidates that the bound alternatives leave over must fit
//! into the free alternatives.
//!
//! With `d` bound to 7 and `R` to rows 2 and 8, `every d in R is in C` leaves over the columns of
//! the 7s in these rows. These columns are the labels of the clause, and `C` must have at least
//! this number of members.

use crate::grid::{Group, GroupKind, bits};
use crate::lang::ir::Subject;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::query::cover::{Capacity, PartialClause};

/// The digits and cells that the bound alternatives of a clause leave over.
#[derive(Clone, Copy, Default)]
pub struct Leftover {
    /// The digits left over in cells.
    pub digits: u32,
    /// The cells left over in houses, and the cells with digits left over.
    pub cells: CellSet,
}

/// True if the digits and cells left over fit into the free alternatives.
pub fn leftover_fits(exec: &Execution<'_>, partial: &PartialClause) -> bool {
    let every = &exec.pattern.knowledge[partial.clause];
    let all_bound = partial.bound.len() == every.alternatives.len();
    if let Subject::Overlap(digits, houses) = every.subject {
        return !all_bound
            || exec
                .bindings
                .overlap_holds(digits, houses, &every.alternatives);
    }
    if all_bound {
        return exec.bindings.truths(&every.subject, &mut |truth| {
            exec.bindings.takes_part(&every.subject, truth) && left(exec, partial, truth) == 0
        });
    }
    if let Capacity::Candidates(most) = partial.capacity {
        return exec.bindings.truths(&every.subject, &mut |truth| {
            exec.bindings.takes_part(&every.subject, truth)
                && left(exec, partial, truth).count_ones() <= most
        });
    }
    let Some(labels) = labels(exec, partial) else {
        return false;
    };
    match partial.capacity {
        // Labels are cells on boards of up to 128 cells; larger boards have none.
        Capacity::Cover(kinds, most) => {
            labels == 0 || exec.bindings.tables.coverable(kinds, labels, most)
        }
        capacity => capacity
            .size()
            .is_none_or(|most| labels.count_ones() <= most),
    }
}

/// The live candidates of a truth that no bound alternative covers.
pub fn left(exec: &Execution<'_>, partial: &PartialClause, truth: Group) -> u32 {
    let every = &exec.pattern.knowledge[partial.clause];
    let mut left = exec.bindings.mask(truth);
    for &i in &partial.bound {
        if left == 0 {
            break;
        }
        left &= !exec.bindings.covered(&every.alternatives[i], truth);
    }
    left
}

/// The digits and cells that the truths of a clause leave over, all truths together.
pub fn leftover(exec: &Execution<'_>, partial: &PartialClause) -> Leftover {
    let every = &exec.pattern.knowledge[partial.clause];
    let mut sum = Leftover::default();
    exec.bindings.truths(&every.subject, &mut |truth| {
        let left = left(exec, partial, truth);
        match exec.bindings.tables.kind(truth) {
            GroupKind::Cell(cell) if left != 0 => {
                sum.digits |= left;
                sum.cells.insert(cell);
            }
            GroupKind::Cell(_) | GroupKind::Derived => {}
            GroupKind::House(_, digit) => {
                for bit in bits(left) {
                    sum.digits |= 1 << digit.index();
                    sum.cells.insert(exec.bindings.cell_at(truth, bit));
                }
            }
        }
        true
    });
    sum
}

/// The labels that the truths of a clause leave over. `None` if a truth is solved, or leaves over
/// too many by itself.
pub fn labels(exec: &Execution<'_>, partial: &PartialClause) -> Option<u128> {
    let every = &exec.pattern.knowledge[partial.clause];
    let small = exec.bindings.position.board().cell_count() <= 128;
    let mut labels = 0;
    let open = exec.bindings.truths(&every.subject, &mut |truth| {
        if !exec.bindings.takes_part(&every.subject, truth) {
            return false;
        }
        if partial.capacity == Capacity::Any {
            return true;
        }
        let left = left(exec, partial, truth);
        let kind = exec.bindings.tables.kind(truth);
        if let (Capacity::Digits(most), _) | (Capacity::Cells(most), GroupKind::House(..)) =
            (partial.capacity, kind)
            && left.count_ones() > most
        {
            return false;
        }
        match (partial.capacity, kind) {
            (Capacity::Digits(_), GroupKind::Cell(_)) => labels |= u128::from(left),
            (Capacity::Cells(_), GroupKind::Cell(cell)) if small => {
                labels |= u128::from(left != 0) << cell.index();
            }
            (Capacity::Cells(_) | Capacity::Cover(..), GroupKind::House(house, _)) if small => {
                for bit in bits(left) {
                    labels |= 1 << exec.bindings.tables.member(house, bit).index();
                }
            }
            (Capacity::Houses(kind, _), GroupKind::House(house, _)) => {
                let of_kind = exec.bindings.tables.of_kind(kind).0;
                for bit in bits(left) {
                    let cell = exec.bindings.tables.member(house, bit);
                    labels |= exec.bindings.tables.houses_of(cell).0 & of_kind;
                }
            }
            _ => {}
        }
        true
    });
    open.then_some(labels)
}
