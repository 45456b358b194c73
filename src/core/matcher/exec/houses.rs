//! Which houses a variable can be: as few as clauses and conditions leave.
//!
//! Takes a variable that is bound next and what is bound already, gives the houses that are worth trying. The house of a
//! W-wing, `every x in H sees a or sees b`, has no x that neither a nor b sees: each such x takes its houses away, and
//! mostly none is left.

use crate::grid::{Digit, House, bits};
use crate::lang::ir::{Alternative, Condition, Sort, Subject};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::Execution;
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::plan::{Bind, Capacity, Narrowing, Partial};

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Which houses the variable can be, and for a set the cells that it must cover, if a
    /// clause says so.
    pub(crate) fn house_domain(&self, bind: &Bind) -> Option<(HouseSet, Option<CellSet>)> {
        let Sort::House(kinds) = self.bindings.sort(bind.var) else {
            return None;
        };
        let mut domain = self.bindings.tables.houses_of_kinds(kinds).0;
        if let (Some(changes), true) = (self.changes, self.is_anchor(bind)) {
            domain &= changes.houses.0;
        }
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::Disjoint(a, b) if *a == bind.var => {
                    domain &= !self.bindings.houses(*b).0
                }
                Condition::Disjoint(a, b) if *b == bind.var => {
                    domain &= !self.bindings.houses(*a).0
                }
                _ => {}
            }
        }
        self.keep_changed(bind, &mut domain);
        self.keep_open(bind, &mut domain);
        self.keep_with_few_places(bind, &mut domain);
        self.keep_within_capacity(bind, &mut domain);
        self.keep_covered(bind, &mut domain);
        let mut cover: Option<CellSet> = None;
        let single = self.bindings.variables[usize::from(bind.var.0)]
            .size
            .is_none();
        let inside = (bind.conditions.iter()).filter_map(|&c| match &self.pattern.conditions[c] {
            Condition::In(a, b) if *b == bind.var => Some(self.bindings.cells(*a)),
            _ => None,
        });
        let is_house = |n: &&Narrowing| matches!(self.alternative(n), Alternative::House(_));
        let left = (bind.narrowing.iter())
            .filter(|n| n.alone)
            .filter(is_house)
            .map(|n| self.leftover(&n.partial).cells);
        for cells in inside.chain(left) {
            if single {
                for cell in cells.iter() {
                    domain &= self.bindings.tables.houses_of(cell).0;
                }
            } else {
                *cover.get_or_insert_default() |= cells;
            }
        }
        Some((HouseSet(domain), cover))
    }

    /// If the truth of a digit in the house is all that matters, keeps the houses where it changed.
    fn keep_changed(&self, bind: &Bind, domain: &mut u128) {
        if let (Some(changes), Some((digit, house))) = (self.changes, self.plan.only_truth)
            && house == bind.var
            && self.bindings.get(digit).is_some()
        {
            let houses = bits(self.bindings.digits(digit)).map(|d| changes.houses_of(d).0);
            *domain &= houses.fold(0, |all, these| all | these);
        }
    }

    /// If a clause says how many places the digit has in the house at most, keeps the houses where it has no more.
    fn keep_with_few_places(&self, bind: &Bind, domain: &mut u128) {
        let position = self.bindings.position;
        for partial in &bind.clauses {
            let Subject::Digits(digit, house) = self.pattern.knowledge[partial.clause].subject
            else {
                continue;
            };
            let (Capacity::Cells(most) | Capacity::Candidates(most), true, true) = (
                partial.capacity,
                house == bind.var,
                partial.bound.is_empty(),
            ) else {
                continue;
            };
            let digits = self.bindings.digits(digit);
            let few = |house: &House| {
                bits(digits).all(|digit| {
                    let truth = position.board().house_group(*house, Digit::new(digit));
                    self.bindings.mask(truth).count_ones() <= most
                        && !position.is_solved_group(truth)
                })
            };
            *domain = { HouseSet(*domain).iter() }
                .filter(few)
                .collect::<HouseSet>()
                .0;
        }
    }

    /// If only one cell may be open in the house, keeps those of which this is so.
    fn keep_open(&self, bind: &Bind, domain: &mut u128) {
        let is_asked = |c: &Condition| matches!(c, Condition::OnlyOpen(_, h) if *h == bind.var);
        if self.pattern.conditions.iter().any(is_asked) {
            *domain &= self.bindings.position.nearly_full().0;
        }
    }

    /// Keeps the houses in which there can be the sets of cells that will be looked for.
    fn keep_within_capacity(&self, bind: &Bind, domain: &mut u128) {
        for set in &bind.small_sets {
            let small = self.bindings.position.small(set.most as usize);
            let mut cells = small.unwrap_or_else(|| self.bindings.open_cells());
            for house in &set.inside {
                cells &= self.bindings.cells(*house);
            }
            let capacity =
                |h: &House| (cells & *self.bindings.tables.house(*h)).len() >= set.size as usize;
            *domain = HouseSet(*domain)
                .iter()
                .filter(capacity)
                .collect::<HouseSet>()
                .0;
        }
    }

    /// If all alternatives of a clause about a digit in the house are bound, keeps the houses in which each place of the digit is
    /// one of them.
    fn keep_covered(&self, bind: &Bind, domain: &mut u128) {
        for partial in &bind.clauses {
            let every = &self.pattern.knowledge[partial.clause];
            let Subject::Digits(digit, house) = every.subject else {
                continue;
            };
            let is_said = house == bind.var && partial.bound.len() == every.alternatives.len();
            let digits = self.bindings.digits(digit);
            if !is_said || !digits.is_power_of_two() {
                continue;
            }
            if let Some(left) =
                self.not_covered(partial, Digit::new(digits.trailing_zeros() as usize))
            {
                let taken = left
                    .iter()
                    .map(|cell| self.bindings.tables.houses_of(cell).0);
                *domain &= !taken.fold(0, |all, houses| all | houses);
            }
        }
    }

    /// The places of a digit that are none of a clause's alternatives, wherever they are; `None` if that depends on more than the
    /// place.
    fn not_covered(&self, partial: &Partial, digit: Digit) -> Option<CellSet> {
        let (bindings, tables) = (&self.bindings, self.bindings.tables);
        let every = &self.pattern.knowledge[partial.clause];
        let mut left = bindings
            .position
            .places(digit)
            .without(bindings.position.solved());
        for alternative in &every.alternatives {
            let covered = match alternative {
                Alternative::Sees(var) => tables.common_peers(&bindings.cells(*var)),
                Alternative::Cell(var) | Alternative::House(var) => bindings.cells(*var),
                _ => return None,
            };
            left = left.without(&covered);
        }
        Some(left)
    }
}
