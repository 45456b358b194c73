//! The single cells that a plan binds first, chosen by masks.
//!
//! Takes a plan that begins with cells of which clauses name the digits, such as the middle and the two wings of an XY-wing, gives
//! the cells that can be these: they see each other as conditions say, have no more digits together than clauses name, and
//! leave something to be taken away. Each choice is a few operations on masks; to bind a variable and ask all that is said of it is
//! hundreds. What is left over is bound and asked as usual.

use crate::grid::{Cell, Digit, bits};
use crate::lang::ir::{Condition, Pattern, Seen, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::als::bits128;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::board::Tables;
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, FirstCell, FirstCells, Plan};
use crate::matcher::query::clause::eliminated_digit;
use crate::matcher::query::shared_digits::{NamedDigits, named_digits};

/// So many cells are chosen by masks at most.
const MAX_FIRST_CELLS: usize = 6;

/// The cells that a plan binds first, if there are two or more of which a clause names the digits.
pub fn first_cells(pattern: &Pattern, plan: &Plan) -> Option<FirstCells> {
    let named = named_digits(pattern);
    let clause_of = |bind: &Bind| -> Option<NamedDigits> {
        let variable = &pattern.variables[usize::from(bind.var.0)];
        let mut clauses = named.iter().filter(|(cell, _)| *cell == bind.var);
        let clause = clauses.next()?.clone();
        let is_cell = variable.sort == Sort::Cell && !variable.is_target;
        (is_cell && clauses.next().is_none()).then_some(clause)
    };
    let clauses = plan.steps.iter().take(MAX_FIRST_CELLS).map_while(clause_of);
    let clauses: Vec<NamedDigits> = clauses.collect();
    if clauses.len() < 2 || pattern.guardians.is_some() {
        return None;
    }
    let is_one = |var: Var| pattern.variables[usize::from(var.0)].size.is_none();
    let goes = eliminated_digit(pattern).filter(|(goes, _)| is_one(*goes));
    let cells = (0..clauses.len()).map(|at| first_cell(pattern, plan, &clauses, at, goes));
    Some(FirstCells {
        cells: cells.collect(),
        goes: goes.is_some(),
        only_they_matter: plan.truths_bound_after == Some(clauses.len() - 1),
    })
}

fn first_cell(
    pattern: &Pattern,
    plan: &Plan,
    clauses: &[NamedDigits],
    at: usize,
    goes: Option<(Var, &[Seen])>,
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
    let orders = plan.orders[at].iter();
    let after = orders.clone().filter(|(_, b)| b == own);
    let before = orders.filter(|(a, _)| a == own);
    let all = |cells: &[Var]| cells.iter().filter_map(|&cell| place(cell)).collect();
    let are_distinct = |a: Var, b: Var| {
        conditions.contains(&Condition::Distinct(a, b))
            || conditions.contains(&Condition::Distinct(b, a))
    };
    // How many digits they share is known if all that are named are different.
    let shares = |(before, (_, named)): (usize, &NamedDigits)| {
        let differ = |a: Var| { digits.iter().chain(named) }.all(|&b| a == b || are_distinct(a, b));
        let common = digits.iter().filter(|digit| named.contains(digit));
        let known = digits.iter().chain(named).all(|&digit| differ(digit));
        known.then(|| (before, common.count() as u32))
    };
    FirstCell {
        var: *own,
        room: digits.len() as u32,
        sees: conditions.iter().filter_map(sees).collect(),
        differs: conditions.iter().filter_map(differs).collect(),
        not_before: after.filter_map(|(a, _)| place(*a)).collect(),
        not_after: before.filter_map(|(_, b)| place(*b)).collect(),
        together: { plan.shared_digits[at].iter() }
            .map(|shared| (all(&shared.cells), shared.capacity))
            .collect(),
        in_common: { plan.common_digits[at].iter() }
            .map(|common| common.others.iter().filter_map(|(cell, _)| place(*cell)))
            .map(Iterator::collect)
            .collect(),
        shares: { clauses[..at].iter().enumerate() }
            .filter_map(shares)
            .collect(),
        names_goes: goes.is_some_and(|(goes, _)| digits.contains(&goes)),
        is_seen: goes.is_some_and(|(_, seeing)| seeing.contains(&Seen::All(*own))),
    }
}

/// The cells that are chosen so far.
#[derive(Clone, Copy)]
struct ChosenCells {
    cells: [Cell; MAX_FIRST_CELLS],
    /// The digits of each.
    live: [u32; MAX_FIRST_CELLS],
    /// What the digit that goes can be, and the cells from which it can go.
    goes: u32,
    open: u128,
    /// Whether one of them has changed, if that is asked for.
    changed: bool,
}

impl FirstCells {
    /// Of some cells, those that the next one can be as far as what is chosen tells by itself, without its digits.
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

    /// The digits of which it must have one if it has as many candidates as its clause has digits: for each digit that the clauses
    /// of others name too, what these have in common, and what can go.
    fn in_common(&self, chosen: &ChosenCells, at: usize) -> impl Iterator<Item = u32> {
        let own = &self.cells[at];
        let is_full =
            |other: &&usize| chosen.live[**other].count_ones() >= self.cells[**other].room;
        let common = own.in_common.iter().map(move |others| {
            let full = others.iter().filter(is_full);
            full.fold(u32::MAX, |all, &other| all & chosen.live[other])
        });
        common.chain(own.names_goes.then_some(chosen.goes))
    }
}

/// The cells that do not come before this one in the order of values.
fn from(cell: Cell) -> u128 {
    let after = u128::MAX << cell.index();
    let first_word = u128::from(u64::MAX);
    match cell.index() < 64 {
        true => after & first_word,
        false => after | first_word,
    }
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Tries all cells that the first variables can be; `false` if that is not for masks to say on this board.
    pub(crate) fn try_first_cells(&mut self, first: &'a FirstCells) -> bool {
        if !self.bindings.tables.fits_u128() {
            return false;
        }
        let none = ChosenCells {
            cells: [Cell::new(0); MAX_FIRST_CELLS],
            live: [0; MAX_FIRST_CELLS],
            goes: self.bindings.tables.all_digits(),
            open: u128::MAX,
            changed: self.changes.is_none(),
        };
        self.choose(first, 0, &none);
        true
    }

    /// The cells in which one of the digits is live.
    fn places_of(&self, digits: u32) -> u128 {
        let places = |d| self.bindings.position.places(Digit::new(d)).as_u128();
        bits(digits).fold(0, |all, d| all | places(d))
    }

    /// The cells that the next one can be.
    fn next_cells(&self, first: &FirstCells, at: usize, chosen: &ChosenCells) -> u128 {
        let own = &first.cells[at];
        let few = self.bindings.position.few();
        let mut domain = match few.cells(own.room as usize) {
            Some(small) => small.as_u128(),
            None => self.bindings.open_cells().as_u128(),
        };
        domain &= first.next_cells(chosen, at, self.bindings.tables);
        if let Some(star) = &self.plan.stars[at] {
            domain &= self.low_stars(star, domain);
        }
        let is_last = at + 1 == first.cells.len();
        if is_last && first.only_they_matter && !chosen.changed {
            domain &= self.changes.map_or(0, |changes| changes.cells.as_u128());
        }
        let all_digits = self.bindings.tables.all_digits();
        if let Some(fewer) = few.cells(own.room as usize - 1) {
            for digits in first.in_common(chosen, at) {
                if digits & all_digits != all_digits {
                    domain &= fewer.as_u128() | self.places_of(digits & all_digits);
                }
            }
        }
        for (others, most) in &own.together {
            let digits = others
                .iter()
                .fold(0, |all, &other| all | chosen.live[other]);
            match most.checked_sub(digits.count_ones()) {
                None => return 0,
                Some(0) => domain &= !self.places_of(all_digits & !digits),
                Some(_) => {}
            }
        }
        domain
    }

    fn choose(&mut self, first: &'a FirstCells, at: usize, chosen: &ChosenCells) {
        let (tables, position) = (self.bindings.tables, self.bindings.position);
        let own = &first.cells[at];
        let changed = self.changes.map_or(0, |changes| changes.cells.as_u128());
        for index in bits128(self.next_cells(first, at, chosen)) {
            let cell = Cell::new(index);
            let live = self.bindings.mask(position.board().cell_group(cell));
            let fits = |(others, most): &(Vec<usize>, u32)| {
                let all = { others.iter() }.fold(live, |all, &other| all | chosen.live[other]);
                all.count_ones() <= *most
            };
            let is_full = live.count_ones() >= own.room;
            let shares = |&(other, count): &(usize, u32)| {
                let others = chosen.live[other];
                let are_full = is_full && others.count_ones() >= first.cells[other].room;
                !are_full || (live & others).count_ones() == count
            };
            if !own.together.iter().all(fits) || !own.shares.iter().all(shares) {
                continue;
            }
            let mut next = *chosen;
            next.cells[at] = cell;
            next.live[at] = live;
            next.changed |= changed & (1 << index) != 0;
            if own.names_goes && is_full {
                next.goes &= live;
            }
            if own.is_seen {
                next.open &= tables.peers(cell).as_u128();
            }
            if first.goes {
                let goes = |d: &usize| position.places(Digit::new(*d)).as_u128() & next.open != 0;
                next.goes = bits(next.goes).filter(goes).fold(0, |all, d| all | 1 << d);
                if next.goes == 0 {
                    continue;
                }
            }
            match at + 1 == first.cells.len() {
                true => self.bind_first_cells(first, &next),
                false => self.choose(first, at + 1, &next),
            }
        }
    }

    /// Binds the variables to the cells and goes on, if nothing speaks against it.
    fn bind_first_cells(&mut self, first: &FirstCells, chosen: &ChosenCells) {
        if self.bindings.cache.budget.is_over() {
            return;
        }
        let fit = first.cells.iter().enumerate().all(|(depth, own)| {
            let cell = Value::Cells(CellSet::only(chosen.cells[depth]));
            self.bindings.values[usize::from(own.var.0)] = Some(cell);
            self.fits_at(depth)
        });
        if fit {
            self.step(first.cells.len());
        }
        for own in &first.cells {
            self.bindings.values[usize::from(own.var.0)] = None;
        }
    }
}
