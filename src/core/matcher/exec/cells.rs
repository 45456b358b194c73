//! Values of a variable for cells: a single cell, or a set of them.
//!
//! The second wing of an XY-wing sees the first cell, has two candidates, and shares a digit with
//! the first wing: each of these constraints is a mask, and the domain is their intersection.

use crate::grid::{Cell, Digit, bits};
use crate::lang::ir::{Alternative, Condition, Sort, Subject, Var};
use crate::matcher::exec::clause::leftover;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::exec::subset::Subsets;
use crate::matcher::exec::{deadly_sets, subset};
use crate::matcher::index::als::bits128;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;
use crate::matcher::op::link_cover::every_cell as every_cell_in;
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::{Capacity, LeftoverClause, PartialClause};
use crate::matcher::query::star::Star;

/// Tries all values of the variable.
pub fn rows<'a>(
    exec: &mut Execution<'a>,
    var: Var,
    narrow: &[Constraint],
    row: &mut OnRow<'_, 'a>,
) {
    let size = exec.bindings.variables[usize::from(var.0)].size;
    if let Some((least, most)) = size
        && let Some(cells) = every_cell(exec, var, narrow)
    {
        if (least as usize..=most as usize).contains(&cells.len()) {
            exec.try_value(var, Value::Cells(cells), row);
        }
        return;
    }
    let Some((domain, required)) = domain(exec, var, narrow) else {
        return;
    };
    match size {
        None if required.is_empty() => {
            for cell in domain.iter() {
                exec.try_value(var, Value::Cells(CellSet::only(cell)), row);
            }
        }
        None if required.len() == 1 => exec.try_value(var, Value::Cells(required), row),
        None => {}
        Some(size) => {
            let sets = Subsets::new(exec, var, narrow, size, subset::cells);
            if let Some(digits) = deadly_sets::digit_count(exec, var, narrow) {
                deadly_sets::rows(exec, &sets, (&required, &domain), digits, row);
                return;
            }
            let mut chosen = required.iter().map(Cell::index).collect();
            let rest = domain.without(&required).iter().map(Cell::index);
            sets.rows(exec, &mut chosen, rest, row);
        }
    }
}

/// The value of a set of cells that a condition defines as every cell of some bound houses.
fn every_cell(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<CellSet> {
    exec.conditions(narrow)
        .find_map(|condition| match condition {
            Condition::EveryCell {
                set,
                inside,
                outside,
            } if *set == var => Some(every_cell_in(&exec.bindings, *set, inside, outside)),
            _ => None,
        })
}

/// The possible cells of the variable, and the cells that it must contain. `None` if no value is
/// possible.
fn domain(exec: &Execution<'_>, var: Var, narrow: &[Constraint]) -> Option<(CellSet, CellSet)> {
    let mut domain = match exec.bindings.sort(var) {
        Sort::Square => *exec.bindings.tables.all_cells(),
        _ => exec.bindings.open_cells(),
    };
    let mut required = CellSet::EMPTY;
    for constraint in narrow {
        match constraint {
            Constraint::ChangedValue => {
                if let Some(changes) = exec.changes() {
                    domain &= changes.cells;
                }
            }
            Constraint::Condition(at) => {
                let condition = &exec.pattern.conditions[*at];
                keep_by_condition(exec, condition, var, &mut domain, &mut required);
            }
            Constraint::Carries(digits) => keep_carriers(exec, digits, &mut domain),
            Constraint::Clause(partial) => keep_fitting(exec, partial, var, &mut domain),
            Constraint::Star(star) if exec.bindings.tables.fits_u128() => {
                domain = CellSet::from_u128(stars_u128(exec, star, domain.as_u128()));
            }
            Constraint::Leftover(clause) => {
                keep_leftover(exec, clause, &mut domain, &mut required);
            }
            _ => {}
        }
    }
    required.is_subset(&domain).then_some((domain, required))
}

fn keep_by_condition(
    exec: &Execution<'_>,
    condition: &Condition,
    var: Var,
    domain: &mut CellSet,
    required: &mut CellSet,
) {
    let (bindings, tables) = (&exec.bindings, exec.bindings.tables);
    match condition {
        Condition::In(a, b) if *a == var => bindings.keep_cells(*b, domain),
        Condition::In(a, b) if *b == var => *required |= bindings.cells(*a),
        Condition::DeadlyBut { cells, .. } if *cells == [var] => {
            let all = bindings.crowded_cells();
            *domain &= all;
            *required |= all;
        }
        Condition::NotIn(a, b) | Condition::Disjoint(a, b) if *a == var => {
            bindings.drop_cells(*b, domain);
        }
        Condition::Disjoint(a, b) if *b == var => bindings.drop_cells(*a, domain),
        Condition::Sees(a, b) => {
            let other = if *a == var { *b } else { *a };
            match bindings.cells_u128(other) {
                Some(low) if tables.fits_u128() => {
                    domain.keep_u128(tables.common_peers_u128(low));
                }
                _ => *domain &= tables.common_peers(&bindings.cells(other)),
            }
        }
        Condition::NotGiven(_) => *domain = domain.without(bindings.position.given()),
        _ => {}
    }
}

/// Keeps the cells with one of the digits that the conclusion eliminates from the variable.
fn keep_carriers(exec: &Execution<'_>, digits: &[Var], domain: &mut CellSet) {
    let carriers = digits.iter().map(|&v| exec.bindings.carriers(v));
    *domain &= carriers.fold(CellSet::EMPTY, |sum, cells| sum | cells);
    if let Some(digit) = exec.removable {
        let digits = bits(exec.bindings.digits(digit)).map(Digit::new);
        *domain &= digits.fold(CellSet::EMPTY, |sum, d| sum | *exec.removable_places(d));
    }
}

fn keep_leftover(
    exec: &Execution<'_>,
    clause: &LeftoverClause,
    domain: &mut CellSet,
    required: &mut CellSet,
) {
    let left = leftover(exec, &clause.partial).cells;
    let every = &exec.pattern.knowledge[clause.partial.clause];
    match every.alternatives[clause.alternative] {
        Alternative::Cell(_) if clause.is_alone => *required |= left,
        Alternative::Cell(_) if clause.partial.capacity == Capacity::Cells(left.len() as u32) => {
            *domain &= left;
        }
        Alternative::Sees(_) if clause.is_alone => {
            *domain &= exec.bindings.tables.common_peers(&left);
        }
        _ => {}
    }
}

/// Keeps the cells whose candidates outside the bound alternatives fit into the free alternatives
/// of the clause.
fn keep_fitting(exec: &Execution<'_>, partial: &PartialClause, var: Var, domain: &mut CellSet) {
    let every = &exec.pattern.knowledge[partial.clause];
    if every.subject != Subject::Cells(var) {
        return;
    }
    let mut digits = 0;
    let mut free = CellSet::EMPTY;
    for &i in &partial.bound {
        match every.alternatives[i] {
            Alternative::Digit(v) => digits |= exec.bindings.digits(v),
            Alternative::Cell(v) => free |= exec.bindings.cells(v),
            _ => return,
        }
    }
    let capacity = match partial.capacity {
        Capacity::Digits(k) | Capacity::Candidates(k) => k as usize,
        _ => return,
    };
    let kept = *domain & free;
    keep_within(exec, (var, digits), capacity, domain);
    *domain |= kept;
}

/// The cells with enough wings around them, on a board of up to 128 cells. For each digit, these
/// are the cells that see enough bivalue cells with the digit, and that have the digit themselves
/// if the pattern requires it.
pub fn stars_u128(exec: &Execution<'_>, star: &Star, domain: u128) -> u128 {
    let (position, tables) = (exec.bindings.position, exec.bindings.tables);
    let few = |most: usize| position.small_truths().cells(most).map(CellSet::as_u128);
    let (Some(0), Some(pairs)) = (few(1), few(2)) else {
        return domain;
    };
    let fewer = star.room.and_then(|room| few(room as usize - 1));
    let places = |digit| position.places(Digit::new(digit)).as_u128();
    let mut found = 0;
    for digit in bits(tables.all_digits()) {
        let wings = pairs & places(digit);
        let middles = domain & fewer.map_or(u128::MAX, |fewer| fewer | places(digit));
        // `seeing[n]`: the middles that see at least n wings.
        let mut seeing = [middles & !found, 0, 0, 0];
        let most = (star.wings as usize).min(seeing.len() - 1);
        for cell in bits128(wings) {
            let peers = tables.peers(Cell::new(cell)).as_u128();
            for count in (0..most).rev() {
                seeing[count + 1] |= seeing[count] & peers;
            }
        }
        for middle in bits128(seeing[most]) {
            let around = wings & tables.peers(Cell::new(middle)).as_u128();
            let has = |other: usize| places(other) & around != 0;
            let own = exec
                .bindings
                .mask(position.board().cell_group(Cell::new(middle)));
            let others = own & !(1 << digit);
            if !star.covered || bits(others).all(has) {
                found |= 1 << middle;
            }
        }
    }
    found
}

/// Keeps the cells with at most `capacity` candidates beside the given digits.
fn keep_within(
    exec: &Execution<'_>,
    (var, digits): (Var, u32),
    capacity: usize,
    domain: &mut CellSet,
) {
    let position = exec.bindings.position;
    let most = digits.count_ones() as usize + capacity;
    // A solved cell may be bound to a square, and small truths do not count it.
    if let (Some(small), Sort::Cell) =
        (position.small_truths().cells(most), exec.bindings.sort(var))
    {
        *domain &= *small;
        if digits == 0 {
            return;
        }
    }
    let board = position.board();
    let exceeds = |cell: &Cell| {
        let others = exec.bindings.mask(board.cell_group(*cell)) & !digits;
        others.count_ones() as usize > capacity
    };
    for cell in domain.iter().filter(exceeds) {
        domain.remove(cell);
    }
}
