//! Clauses that share digits: what they leave over together must fit into the digits that
//! they name together.
//!
//! If every candidate of p is x or y, of a is x or z and of b is y or z, then p, a and b have
//! three digits between them, whatever these are. That is known long before the digits are.

use crate::grid::{Cell, Digit, MAX_SIZE, bits};
use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::als::bits128;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, CommonDigit, SharedDigits, Star};
use crate::matcher::query::clause::only_digits;

/// For each step of a plan, the clauses that must fit together once it is done: all that are bound, and of these any that
/// shares digits with a new one. Only where a step binds cells that such a clause speaks of, and there are others already.
pub fn shared_digits(pattern: &Pattern, steps: &[Bind]) -> Vec<Vec<SharedDigits>> {
    let bound_after = |i: usize| -> Vec<Var> { steps[..=i].iter().map(|bind| bind.var).collect() };
    let shared = |i: usize| fitting_together(pattern, &bound_after(i), steps[i].var);
    (0..steps.len()).map(shared).collect()
}

/// The clauses about one cell that name nothing but single digits.
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

/// Whether a clause names the same two digits for a cell as another does for another cell: there are few such cells, whatever else is said of
/// them, unless a relation tells of still fewer.
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

/// For each step of a plan that binds a cell: the wings round it, if it has two or more that are bound later.
pub fn stars(pattern: &Pattern, steps: &[Bind]) -> Vec<Option<Star>> {
    let named = named_digits(pattern);
    let conditions = &pattern.conditions;
    let says = |make: fn(Var, Var) -> Condition, a: Var, b: Var| {
        conditions.contains(&make(a, b)) || conditions.contains(&make(b, a))
    };
    let differ = |a: Var, b: Var| says(Condition::Distinct, a, b) || says(Condition::Sees, a, b);
    let at_step = |i: usize| {
        let middle = steps[i].var;
        let is_before = |var: Var| steps[..i].iter().any(|bind| bind.vars().any(|v| v == var));
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
        let all_differ = (0..wings.len()).all(|a| {
            (0..a).all(|b| differ(wings[a].0, wings[b].0) && differ(others[a], others[b]))
        });
        let is_named = |digit: &Var| digit == common || others.contains(digit);
        let covered = |(cell, digits): &NamedDigits| *cell == middle && digits.iter().all(is_named);
        (wings.len() > 1 && others.len() == wings.len() && all_differ).then(|| Star {
            wings: wings.len() as u32,
            covered: named.iter().any(covered),
            room: { named.iter() }
                .find(|(cell, digits)| *cell == middle && digits.contains(common))
                .map(|(_, digits)| digits.len() as u32),
        })
    };
    (0..steps.len()).map(at_step).collect()
}

/// For each step of a plan that binds a cell: the digits that its clause names, are not bound yet, and are named by clauses about cells
/// that are bound. If every candidate of a is w or z and of b is x or z, and both have two candidates, then both have z.
pub fn common_digits(pattern: &Pattern, steps: &[Bind]) -> Vec<Vec<CommonDigit>> {
    let named = named_digits(pattern);
    let at_step = |i: usize| -> Vec<CommonDigit> {
        let is_before = |var: &Var| steps[..i].iter().any(|bind| bind.vars().any(|v| v == *var));
        let new = named.iter().filter(|(cell, _)| *cell == steps[i].var);
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
    };
    (0..steps.len()).map(at_step).collect()
}

/// The cells of a clause and the digits that it names.
pub type NamedDigits = (Var, Vec<Var>);

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

    /// Whether what is left over fits.
    pub fn fits(&self, bindings: &Bindings<'_>) -> bool {
        let (live, bound) = self.digits(bindings, None);
        (live & !bound).count_ones() <= self.capacity
    }
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Keeps the cells that fit with those that are bound already.
    pub(crate) fn keep_sharing(&self, shared: &SharedDigits, var: Var, domain: &mut CellSet) {
        let (live, bound) = shared.digits(&self.bindings, Some(var));
        let Some(capacity) = shared.capacity.checked_sub((live & !bound).count_ones()) else {
            *domain = CellSet::EMPTY;
            return;
        };
        self.keep_within((var, live | bound), capacity as usize, domain);
    }

    /// The same on a board of up to 128 cells, by masks: for each digit, the cells that see enough of those with two candidates of which it
    /// is one, and have it themselves if they must.
    pub(crate) fn low_stars(&self, star: &Star, domain: u128) -> u128 {
        let (position, tables) = (self.bindings.position, self.bindings.tables);
        let few = |most: usize| position.few().cells(most).map(CellSet::as_u128);
        let (Some(0), Some(pairs)) = (few(1), few(2)) else {
            return domain;
        };
        let fewer = star.room.and_then(|room| few(room as usize - 1));
        let places = |digit| position.places(Digit::new(digit)).as_u128();
        let mut found = 0;
        for digit in bits(tables.all_digits()) {
            let wings = pairs & places(digit);
            let middles = domain & fewer.map_or(u128::MAX, |fewer| fewer | places(digit));
            // The middles that see so many wings or more.
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
                let own = self
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

    /// Keeps the cells that have wings round them: enough cells with two candidates that have a digit in common and otherwise different ones.
    pub(crate) fn keep_stars(&self, star: &Star, domain: &mut CellSet) {
        if let (true, Some(low)) = (self.bindings.tables.fits_u128(), domain.try_u128()) {
            *domain = CellSet::from_u128(self.low_stars(star, low));
            return;
        }
        let position = self.bindings.position;
        let (Some(lone), Some(pairs)) = (position.few().cells(1), position.few().cells(2)) else {
            return;
        };
        // A cell with one candidate may be a wing without the digit.
        if !lone.is_empty() {
            return;
        }
        let board = position.board();
        let live = |cell: Cell| self.bindings.mask(board.cell_group(cell));
        let has_wings = |middle: Cell| {
            let around = *pairs & *self.bindings.tables.peers(middle);
            if around.len() < star.wings as usize {
                return false;
            }
            // By digit: what else the cells have that have it.
            let mut others = [0u32; MAX_SIZE];
            for cell in around.iter() {
                let both = live(cell);
                bits(both).for_each(|digit| others[digit] |= both & !(1 << digit));
            }
            let own = live(middle);
            others.iter().enumerate().any(|(digit, &others)| {
                others.count_ones() >= star.wings
                    && !(star.covered && own & !others & !(1 << digit) != 0)
            })
        };
        for cell in domain.iter() {
            if !has_wings(cell) {
                domain.remove(cell);
            }
        }
    }

    /// Keeps the cells that can have a digit in common with those that are bound already, as their clauses say.
    pub(crate) fn keep_with_common(&self, common: &CommonDigit, domain: &mut CellSet) {
        let position = self.bindings.position;
        let mut digits = self.bindings.tables.all_digits();
        for &(cell, room) in &common.others {
            if let Some(Value::Cells(cell)) = self.bindings.get(cell)
                && let Some(cell) = cell.first()
            {
                let live = self.bindings.mask(position.board().cell_group(cell));
                // Where it has fewer candidates than its clause has digits, the digit may be missing.
                if live.count_ones() >= room {
                    digits &= live;
                }
            }
        }
        let Some(fewer) = position.few().cells(common.room as usize - 1) else {
            return;
        };
        let mut allowed = *fewer;
        for digit in bits(digits).map(Digit::new) {
            allowed |= *position.places(digit);
        }
        *domain &= allowed;
    }

    /// Keeps the cells that have no more than so many digits other than these.
    pub(crate) fn keep_within(
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
