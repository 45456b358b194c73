//! Clauses that share digits: what they leave over together must fit into the digits that
//! they name together.
//!
//! If every candidate of p is x or y, of a is x or z and of b is y or z, then p, a and b have
//! three digits between them, whatever these are. That is known long before the digits are.

use super::bindings::Bindings;
use super::cells::CellSet;
use super::plan::{Bind, SharedDigits};
use super::run::Run;
use super::said::only_digits;
use crate::grid::Cell;
use crate::lang::ir::{Pattern, Sort, Subject, Var};

/// For each step of a plan, the clauses that must fit together once it is done: all that are bound, and of these any that
/// shares digits with a new one. Only where a step binds cells that such a clause speaks of, and there are others already.
pub fn shared_digits(pattern: &Pattern, steps: &[Bind]) -> Vec<Vec<SharedDigits>> {
    let bound_after = |i: usize| -> Vec<Var> { steps[..=i].iter().map(|bind| bind.var).collect() };
    let shared = |i: usize| fitting_together(pattern, &bound_after(i), steps[i].var);
    (0..steps.len()).map(shared).collect()
}

/// The cells of a clause and the digits that it names.
type NamedDigits = (Var, Vec<Var>);

fn fitting_together(pattern: &Pattern, bound: &[Var], newest: Var) -> Vec<SharedDigits> {
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
        named.iter().partition(|(cells, _)| *cells == newest);
    if new.is_empty() || !useful(&whole) {
        return Vec::new();
    }
    let mut found = vec![whole];
    // W, x and z are all that {w, z} and {x, z} can be, whatever other cells are among w, x, y and z.
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

    /// The digits that the cells have, and those that are bound.
    fn digits(&self, bindings: &Bindings<'_>, except: Option<Var>) -> (u32, u32) {
        let bound = self
            .bound
            .iter()
            .fold(0, |mask, &v| mask | bindings.digits(v));
        let mut live = 0;
        for &var in self.cells.iter().filter(|v| Some(**v) != except) {
            for cell in bindings.cells(var).iter() {
                live |= bindings.mask(bindings.position.board().cell_group(cell));
            }
        }
        (live, bound)
    }

    /// Whether what is left over fits.
    pub fn fits(&self, bindings: &Bindings<'_>) -> bool {
        let (live, bound) = self.digits(bindings, None);
        (live & !bound).count_ones() <= self.capacity
    }
}

impl<'a, F: FnMut(&Bindings<'a>)> Run<'a, F> {
    /// Keeps the cells that fit with those that are bound already.
    pub(super) fn keep_sharing(&self, shared: &SharedDigits, var: Var, domain: &mut CellSet) {
        let (live, bound) = shared.digits(&self.bindings, Some(var));
        let Some(capacity) = shared.capacity.checked_sub((live & !bound).count_ones()) else {
            *domain = CellSet::EMPTY;
            return;
        };
        self.keep_within((var, live | bound), capacity as usize, domain);
    }

    /// Keeps the cells that have no more than so many digits other than these.
    pub(super) fn keep_within(
        &self,
        (var, digits): (Var, u32),
        capacity: usize,
        domain: &mut CellSet,
    ) {
        let position = self.bindings.position;
        let most = digits.count_ones() as usize + capacity;
        // What is solved is a square, but no cell to speak of, and not counted.
        if let (Some(small), Sort::Cell) = (position.few().cells(most), self.bindings.sort(var)) {
            *domain &= *small;
            if digits == 0 {
                return;
            }
        }
        let board = position.board();
        let exceeds = |cell: &Cell| {
            let others = self.bindings.mask(board.cell_group(*cell)) & !digits;
            others.count_ones() as usize > capacity
        };
        for cell in domain.iter().filter(exceeds) {
            domain.remove(cell);
        }
    }
}
