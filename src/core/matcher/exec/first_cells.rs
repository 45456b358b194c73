//! Single cells that a plan binds first, chosen together by masks: the middle and the two wings of
//! an XY-wing.
//!
//! *Binds* up to six cells whose clauses name single digits. *Discharges* conditions that cells see
//! each other, differ or come in order, the capacity of their clauses, and the delta. *Order*: by
//! cells. *Cost*: a few operations on masks for each choice; binding one cell and checking all
//! constraints costs hundreds. *Falls back to* one cell after the other on boards of more than 128
//! cells.

use crate::grid::{Board, Cell, Digit, bits};
use crate::lang::ir::{Condition, Pattern, Seen, Sort, Subject, Var};
use crate::matcher::exec::cells::stars_u128;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::als::{MAX_U128_CELLS, bits128};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::board::Tables;
use crate::matcher::index::truths::MAX_TRACKED;
use crate::matcher::index::value::Value;
use crate::matcher::op::source::{RowSource, Rows};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::cover::Capacity;
use crate::matcher::query::cover::eliminated_digit;
use crate::matcher::query::star::{NamedDigits, Star, named_digits};
use crate::matcher::query::var_set::VarSet;

/// Largest number of cells that are chosen by masks.
const MAX_FIRST_CELLS: usize = 6;

/// Single cells that are bound first, each with a clause that names its digits.
#[derive(Clone, Debug)]
pub struct FirstCells {
    /// The cells, in the order of the plan.
    cells: Vec<FirstCell>,
    /// True if the pattern only eliminates candidates of one digit.
    eliminates: bool,
    /// True if the truths of a match are known once the last of these cells is bound.
    only_they_matter: bool,
}

/// One of the cells, with its constraints on earlier cells, which are named by their indexes.
#[derive(Clone, Debug)]
struct FirstCell {
    var: Var,
    /// Number of digits that the cell's clause names.
    room: u32,
    /// The earlier cells that this cell must see.
    sees: Vec<usize>,
    /// The earlier cells that this cell must differ from.
    differs: Vec<usize>,
    /// The earlier cells that this cell must not precede in the order of values.
    not_before: Vec<usize>,
    /// The earlier cells that this cell must not follow in the order of values.
    not_after: Vec<usize>,
    /// Earlier cells, each with the number of digits that the two cells share. Only for cells with
    /// as many candidates as their clauses name digits.
    shares: Vec<(usize, u32)>,
    /// The star of wings that the cell needs around it.
    star: Option<Star>,
    /// True if the cell's clause names the eliminated digit.
    names_eliminated: bool,
    /// True if targets must see this cell.
    is_seen: bool,
}

impl FirstCells {
    /// Chooses the cells that a plan binds first, if the clauses name the digits of at least two
    /// cells. The binds come with their constraints.
    pub fn of(pattern: &Pattern, binds: &[(Var, Vec<Constraint>)]) -> Option<FirstCells> {
        let named = named_digits(pattern);
        let clause_of = |(var, _): &(Var, Vec<Constraint>)| -> Option<NamedDigits> {
            let variable = pattern.variable(*var);
            let mut clauses = named.iter().filter(|(cell, _)| cell == var);
            let clause = clauses.next()?.clone();
            let is_cell = variable.sort == Sort::Cell && !variable.is_target;
            (is_cell && clauses.next().is_none()).then_some(clause)
        };
        let clauses = binds.iter().take(MAX_FIRST_CELLS).map_while(clause_of);
        let clauses: Vec<NamedDigits> = clauses.collect();
        if clauses.len() < 2 || pattern.guardians.is_some() {
            return None;
        }
        let eliminated = eliminated_digit(pattern).filter(|(digit, _)| pattern.is_single(*digit));
        let cells = (0..clauses.len())
            .map(|at| first_cell(pattern, &binds[at].1, &clauses, at, eliminated));
        let last = &binds[clauses.len() - 1].1;
        Some(FirstCells {
            cells: cells.collect(),
            eliminates: eliminated.is_some(),
            only_they_matter: last.contains(&Constraint::ChangedTruth),
        })
    }
}

impl RowSource for FirstCells {
    fn name(&self) -> &'static str {
        "cells by masks"
    }

    fn binds(&self) -> Vec<Var> {
        self.cells.iter().map(|cell| cell.var).collect()
    }

    fn estimate(&self, _: &Pattern, _: &VarSet) -> u32 {
        1
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        let own = |a: &Var, b: &Var| {
            let is_own = |var: &Var| self.cells.iter().any(|cell| cell.var == *var);
            is_own(a) && is_own(b)
        };
        let is_own = |var: &Var| self.cells.iter().any(|cell| cell.var == *var);
        match constraint {
            // The domain of a cell has at most as many candidates as its clause has digits.
            Constraint::Clause(partial) => {
                let subject = &pattern.knowledge[partial.clause].subject;
                let is_tracked = |room: u32| room as usize <= MAX_TRACKED;
                let has_room = matches!(partial.capacity, Capacity::Digits(k) if is_tracked(k));
                matches!(subject, Subject::Cells(cell) if is_own(cell))
                    && partial.bound.is_empty()
                    && has_room
            }
            Constraint::ChangedTruth => self.only_they_matter,
            Constraint::Order(a, b) => own(a, b),
            Constraint::Condition(at) => match &pattern.conditions[*at] {
                Condition::Sees(a, b) | Condition::Distinct(a, b) => a != b && own(a, b),
                _ => false,
            },
            _ => false,
        }
    }

    fn serves(&self, board: &Board) -> bool {
        board.cell_count() <= MAX_U128_CELLS
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let none = ChosenCells {
            cells: [Cell::new(0); MAX_FIRST_CELLS],
            live: [0; MAX_FIRST_CELLS],
            eliminable: exec.bindings.tables.all_digits(),
            open: u128::MAX,
            changed: exec.since.is_none(),
        };
        choose(exec, self, 0, &none, row);
        Rows::All
    }
}

fn first_cell(
    pattern: &Pattern,
    constraints: &[Constraint],
    clauses: &[NamedDigits],
    at: usize,
    eliminable: Option<(Var, &[Seen])>,
) -> FirstCell {
    let (own, digits) = &clauses[at];
    let place = |var: Var| clauses[..at].iter().position(|(cell, _)| *cell == var);
    let other = |a: Var, b: Var| match (a == *own, b == *own) {
        (true, false) => place(b),
        (false, true) => place(a),
        _ => None,
    };
    let conditions = &pattern.conditions;
    let sees = |c: &Condition| match c {
        Condition::Sees(a, b) => other(*a, *b),
        _ => None,
    };
    let differs = |c: &Condition| match c {
        Condition::Distinct(a, b) => other(*a, *b),
        _ => None,
    };
    let not_before = constraints.iter().filter_map(|c| match c {
        Constraint::Order(a, b) if b == own => place(*a),
        _ => None,
    });
    let not_after = constraints.iter().filter_map(|c| match c {
        Constraint::Order(a, b) if a == own => place(*b),
        _ => None,
    });
    let star = constraints.iter().find_map(|constraint| match constraint {
        Constraint::Star(star) => Some(*star),
        _ => None,
    });
    // If all named digits are distinct, the number of shared digits is known.
    let shares = |(before, (_, named)): (usize, &NamedDigits)| {
        let differ =
            |a: Var| { digits.iter().chain(named) }.all(|&b| a == b || are_distinct(pattern, a, b));
        let common = digits.iter().filter(|digit| named.contains(digit));
        let known = digits.iter().chain(named).all(|&digit| differ(digit));
        known.then(|| (before, common.count() as u32))
    };
    FirstCell {
        var: *own,
        room: digits.len() as u32,
        sees: conditions.iter().filter_map(sees).collect(),
        differs: conditions.iter().filter_map(differs).collect(),
        not_before: not_before.collect(),
        not_after: not_after.collect(),
        star,
        shares: { clauses[..at].iter().enumerate() }
            .filter_map(shares)
            .collect(),
        names_eliminated: eliminable.is_some_and(|(eliminable, _)| digits.contains(&eliminable)),
        is_seen: eliminable.is_some_and(|(_, seeing)| seeing.contains(&Seen::All(*own))),
    }
}

/// True if the pattern requires that two variables differ.
fn are_distinct(pattern: &Pattern, a: Var, b: Var) -> bool {
    let is_it = |c: &Condition| *c == Condition::Distinct(a, b) || *c == Condition::Distinct(b, a);
    pattern.conditions.iter().any(is_it)
}

/// The cells chosen so far.
#[derive(Clone, Copy)]
struct ChosenCells {
    cells: [Cell; MAX_FIRST_CELLS],
    /// The candidates of each cell.
    live: [u32; MAX_FIRST_CELLS],
    /// The digits that can be eliminated, and the cells from which some of these digits can be
    /// eliminated.
    eliminable: u32,
    open: u128,
    /// True if one of the cells has changed, or if the search includes old matches.
    changed: bool,
}

impl FirstCells {
    /// The cells that satisfy the next variable's conditions on the chosen cells. Digits are not
    /// tested.
    fn next_cells(&self, chosen: &ChosenCells, at: usize, tables: &Tables) -> u128 {
        let own = &self.cells[at];
        let mut next = u128::MAX;
        for &other in &own.sees {
            next &= tables.peers(chosen.cells[other]).as_u128();
        }
        for &other in &own.differs {
            next &= !(1 << chosen.cells[other].index());
        }
        for &other in &own.not_before {
            next &= from(chosen.cells[other]);
        }
        for &other in &own.not_after {
            let cell = chosen.cells[other];
            next &= !from(cell) | 1 << cell.index();
        }
        next
    }
}

/// Mask of a cell and all later cells.
fn from(cell: Cell) -> u128 {
    let after = u128::MAX << cell.index();
    let first_word = u128::from(u64::MAX);
    match cell.index() < 64 {
        true => after & first_word,
        false => after | first_word,
    }
}

/// The cells in which one of the digits is live.
fn places_of(exec: &Execution<'_>, digits: u32) -> u128 {
    let places = |d| exec.bindings.position.places(Digit::new(d)).as_u128();
    bits(digits).fold(0, |all, d| all | places(d))
}

/// The cells that the next variable can be.
fn domain(exec: &Execution<'_>, first: &FirstCells, at: usize, chosen: &ChosenCells) -> u128 {
    let own = &first.cells[at];
    let few = exec.bindings.position.small_truths();
    let mut domain = match few.cells(own.room as usize) {
        Some(small) => small.as_u128(),
        None => exec.bindings.open_cells().as_u128(),
    };
    domain &= first.next_cells(chosen, at, exec.bindings.tables);
    if let Some(star) = &own.star {
        domain &= stars_u128(exec, star, domain);
    }
    let is_last = at + 1 == first.cells.len();
    if is_last && first.only_they_matter && !chosen.changed {
        domain &= exec.changes().map_or(0, |changes| changes.cells.as_u128());
    }
    let all_digits = exec.bindings.tables.all_digits();
    // A cell with as many candidates as its clause has digits has the eliminated digit.
    if own.names_eliminated
        && chosen.eliminable != all_digits
        && let Some(fewer) = few.cells(own.room as usize - 1)
    {
        domain &= fewer.as_u128() | places_of(exec, chosen.eliminable);
    }
    domain
}

fn choose<'a>(
    exec: &mut Execution<'a>,
    first: &FirstCells,
    at: usize,
    chosen: &ChosenCells,
    row: &mut OnRow<'_, 'a>,
) {
    let (tables, position) = (exec.bindings.tables, exec.bindings.position);
    let own = &first.cells[at];
    let changed = exec.changes().map_or(0, |changes| changes.cells.as_u128());
    for index in bits128(domain(exec, first, at, chosen)) {
        let cell = Cell::new(index);
        let live = exec.bindings.mask(position.board().cell_group(cell));
        let is_full = live.count_ones() >= own.room;
        let shares = |&(other, count): &(usize, u32)| {
            let others = chosen.live[other];
            let are_full = is_full && others.count_ones() >= first.cells[other].room;
            !are_full || (live & others).count_ones() == count
        };
        if !own.shares.iter().all(shares) {
            continue;
        }
        let mut next = *chosen;
        next.cells[at] = cell;
        next.live[at] = live;
        next.changed |= changed & (1 << index) != 0;
        if own.names_eliminated && is_full {
            next.eliminable &= live;
        }
        if own.is_seen {
            next.open &= tables.peers(cell).as_u128();
        }
        if first.eliminates {
            let eliminable = |d: &usize| position.places(Digit::new(*d)).as_u128() & next.open != 0;
            next.eliminable = bits(next.eliminable)
                .filter(eliminable)
                .fold(0, |all, d| all | 1 << d);
            if next.eliminable == 0 {
                continue;
            }
        }
        match at + 1 == first.cells.len() {
            true => bind(exec, first, &next, row),
            false => choose(exec, first, at + 1, &next, row),
        }
    }
}

/// Binds the variables to the cells and calls `row`.
fn bind<'a>(
    exec: &mut Execution<'a>,
    first: &FirstCells,
    chosen: &ChosenCells,
    row: &mut OnRow<'_, 'a>,
) {
    if exec.bindings.cache.budget.is_over() {
        return;
    }
    for (own, &cell) in first.cells.iter().zip(&chosen.cells) {
        let cell = Value::Cells(CellSet::only(cell));
        exec.bindings.values[usize::from(own.var.0)] = Some(cell);
    }
    row(exec);
}
