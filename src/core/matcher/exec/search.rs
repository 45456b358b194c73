//! Running a plan: binding variables one after the other, and telling of every match.
//!
//! Takes a plan and a position, gives matches by calling back. For an X-wing the plan says: bind the digit, then the set of
//! rows, each row with at most two places; what the clause leaves over is the set of columns. Whatever cannot be bound in any
//! way ends the branch.

use std::cell::RefCell;
use std::rc::Rc;

use crate::grid::{Cell, Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{Alternative, Condition, Pattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::als::{LinkedSets, PartnersInHouse};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::position::Changes;
use crate::matcher::index::value::Value;
use crate::matcher::plan::{Bind, Capacity, Narrowing, Partial, Plan};
use crate::matcher::query::delta::{first_digits, has_changed_truth};
use crate::matcher::query::goal::eliminates;

/// What a clause's bound alternatives leave over.
#[derive(Clone, Copy, Default)]
pub(crate) struct Leftover {
    /// The digits left over in cells.
    pub digits: u32,
    /// The cells left over in houses, and cells of which something is left over.
    pub cells: CellSet,
}

/// A search for a pattern in a position.
pub struct Execution<'a, F: FnMut(&Bindings<'a>)> {
    pub(crate) bindings: Bindings<'a>,
    pub(crate) pattern: &'a Pattern,
    pub(crate) plan: &'a Plan,
    /// What has changed, if nothing else need be looked at.
    pub(crate) changes: Option<&'a Changes>,
    /// The almost locked sets that variables are bound to: how many digits they have too many, and
    /// which they are among those.
    pub(crate) locked: Vec<Option<(usize, usize)>>,
    /// Whether only candidates in no complete placement of the digit are looked for: a fish of 7s, if it
    /// is sound, can remove no 7 that some complete placement of 7 needs.
    only_removable: bool,
    /// The sets that one which is bound before them can go with, by their house: they are asked for again and again.
    pub(crate) partners: RefCell<Vec<PartnersInHouse>>,
    /// By step: what goes if one of its sets is linked with another.
    pub(crate) linked_sets: RefCell<Vec<Option<Rc<LinkedSets>>>>,
    found: F,
}

impl<'a, F: FnMut(&Bindings<'a>)> Execution<'a, F> {
    /// Looks for every match, and calls `found` with the bindings of each.
    /// With changes, matches without a changed truth may be left out.
    pub fn all(
        bindings: Bindings<'a>,
        pattern: &'a Pattern,
        plan: &'a Plan,
        changes: Option<&'a Changes>,
        proved: bool,
        found: F,
    ) {
        let mut run = Execution {
            locked: match plan.steps.iter().any(|bind| bind.locked.is_some()) {
                true => vec![None; pattern.variables.len()],
                false => Vec::new(),
            },
            bindings,
            pattern,
            plan,
            changes,
            only_removable: proved && plan.of_one_digit,
            partners: RefCell::default(),
            linked_sets: RefCell::default(),
            found,
        };
        let by_masks = |first| run.try_first_cells(first);
        if !plan.first_cells.as_ref().is_some_and(by_masks) {
            run.step(0);
        }
    }

    pub(crate) fn step(&mut self, depth: usize) {
        let Some(bind) = self.plan.steps.get(depth) else {
            if self
                .pattern
                .presence
                .iter()
                .all(|p| self.bindings.present(p))
            {
                (self.found)(&self.bindings);
            }
            return;
        };
        if let Some(locked) = &bind.locked {
            self.locked_sets(depth, locked);
            return;
        }
        let variable = &self.bindings.variables[usize::from(bind.var.0)];
        let size = variable.size;
        match variable.sort {
            Sort::Digit => self.try_digits(depth, bind, size),
            Sort::House(_) => self.try_houses(depth, bind, size),
            Sort::Cell | Sort::Square => self.try_cells(depth, bind, size),
            Sort::Candidate | Sort::Group | Sort::Cluster => self.candidates(depth),
            Sort::Truth => self.truths(depth),
        }
        self.bindings.values[usize::from(bind.var.0)] = None;
    }

    fn try_digits(&mut self, depth: usize, bind: &Bind, size: Option<(u32, u32)>) {
        let Some((domain, required)) = self.digit_domain(bind) else {
            return;
        };
        match size {
            None if required == 0 => {
                for digit in bits(domain) {
                    self.try_value(depth, Value::Digits(1 << digit));
                }
            }
            None if required.is_power_of_two() => {
                self.try_value(depth, Value::Digits(required));
            }
            None => {}
            Some(size) => {
                let mut chosen = bits(required).collect();
                let rest = bits(domain & !required);
                self.sets(depth, size, &mut chosen, rest, |members| {
                    Value::Digits(members.iter().fold(0, |mask, d| mask | 1 << d))
                });
            }
        }
    }

    fn try_houses(&mut self, depth: usize, bind: &Bind, size: Option<(u32, u32)>) {
        let Some((domain, cover)) = self.house_domain(bind) else {
            return;
        };
        match (size, cover) {
            (None, _) => {
                for house in domain.iter() {
                    self.try_value(depth, Value::Houses(HouseSet::only(house)));
                }
            }
            (Some(size), Some(cells)) => self.covers(depth, size, &cells, domain.0),
            (Some(size), None) => {
                let rest = domain.iter().map(House::index);
                self.sets(depth, size, &mut Vec::new(), rest, |members| {
                    Value::Houses(members.iter().map(|&h| House::new(h)).collect())
                });
            }
        }
    }

    fn try_cells(&mut self, depth: usize, bind: &Bind, size: Option<(u32, u32)>) {
        if size.is_some() && self.try_every_cell(depth) {
            return;
        }
        let Some((domain, required)) = self.cell_domain(depth) else {
            return;
        };
        match size {
            None if required.is_empty() => {
                for cell in domain.iter() {
                    self.try_value(depth, Value::Cells(CellSet::only(cell)));
                }
            }
            None if required.len() == 1 => self.try_value(depth, Value::Cells(required)),
            None => {}
            Some(size) => {
                let mut chosen = required.iter().map(Cell::index).collect();
                let rest = domain.without(&required).iter().map(Cell::index);
                if let Some(digits) = self.to_be_deadly(bind) {
                    self.deadly_sets(depth, size, &required, &domain, digits);
                    return;
                }
                self.sets(depth, size, &mut chosen, rest, |members| {
                    Value::Cells(members.iter().map(|&c| Cell::new(c)).collect())
                });
            }
        }
    }

    /// Binds the variable and goes on, if nothing speaks against it.
    pub(crate) fn try_value(&mut self, depth: usize, value: Value) {
        if self.bindings.cache.budget.is_over() {
            return;
        }
        let var = self.plan.steps[depth].var;
        self.bindings.values[usize::from(var.0)] = Some(value);
        if self.fits_at(depth) {
            self.step(depth + 1);
        }
        self.bindings.values[usize::from(var.0)] = None;
    }

    /// Whether nothing speaks against what the variable of a step is bound to.
    pub(crate) fn fits_at(&self, depth: usize) -> bool {
        let bind = &self.plan.steps[depth];
        self.in_order(depth)
            && self.leaves_a_goal(depth)
            && self.is_changed(depth)
            && self.takes_away(depth)
            && self.conditions_hold(bind)
            && self.clauses_fit(bind)
            && self.shared_digits_fit(depth)
            && self.guardians_fit(bind)
    }

    /// Whether there is anything for the conclusions to take away, as far as that is known and worth asking.
    fn takes_away(&self, depth: usize) -> bool {
        self.plan.concludes_after != Some(depth) || { self.pattern.conclusions.iter() }
            .any(|c| eliminates(c, &self.bindings))
    }

    /// Whether a digit can still go from some cell, as far as that is known and the board is one mask.
    fn leaves_a_goal(&self, depth: usize) -> bool {
        let (bindings, tables) = (&self.bindings, self.bindings.tables);
        let Some(goal) = self.plan.open_goals[depth]
            .as_ref()
            .filter(|_| tables.fits_u128())
        else {
            return true;
        };
        let digits = bindings.digits(goal.digit);
        if !digits.is_power_of_two() {
            return true;
        }
        let digit = Digit::new(digits.trailing_zeros() as usize);
        let mut left = bindings.position.places(digit).as_u128();
        if self.only_removable && goal.digit == self.plan.steps[0].var {
            left &= self.removable(digit).as_u128();
        }
        for &var in &goal.seeing {
            if let Some(cells) = bindings.cells_u128(var) {
                left &= tables.common_peers_u128(cells);
            }
        }
        for &var in &goal.inside {
            left &= bindings.cells_u128(var).unwrap_or(u128::MAX);
        }
        left != 0
    }

    fn conditions_hold(&self, bind: &Bind) -> bool {
        let mut conditions = bind.conditions.iter().map(|&c| &self.pattern.conditions[c]);
        match &bind.locked {
            Some(locked) => {
                conditions.all(|c| self.is_asked_of(c, locked) || self.bindings.holds(c))
            }
            None => conditions.all(|c| self.bindings.holds(c)),
        }
    }

    /// Whether one of the truths has changed, as far as that is known and asked for.
    fn is_changed(&self, depth: usize) -> bool {
        let Some(changes) = self.changes else {
            return true;
        };
        if let Some(place) = &self.plan.houses_of_truths
            && place.after == depth
        {
            let houses = place.houses.iter().map(|&v| self.bindings.houses(v).0);
            if houses.fold(0, |all, these| all | these) & changes.houses.0 == 0 {
                return false;
            }
        }
        self.plan.truths_bound_after != Some(depth)
            || has_changed_truth(&self.bindings, self.pattern, changes.since)
    }

    /// Whether of the matches that differ only by a symmetry this can be the first.
    fn in_order(&self, depth: usize) -> bool {
        let mut pairs = self.plan.orders[depth].iter();
        pairs.all(|(a, b)| self.bindings.get(*a) <= self.bindings.get(*b))
    }

    fn shared_digits_fit(&self, depth: usize) -> bool {
        let mut shared = self.plan.shared_digits[depth].iter();
        shared.all(|shared| shared.fits(&self.bindings))
    }

    /// Whether there are not too many guardians so far, and what the name demands is there.
    fn guardians_fit(&self, bind: &Bind) -> bool {
        let demanded = |&at: &usize| self.bindings.present(&self.pattern.presence[at]);
        let most = self.pattern.guardians.unwrap_or(u32::MAX);
        bind.presence.iter().all(demanded)
            && (bind.guarded.is_empty()
                || (self.bindings)
                    .guardians(self.pattern, &bind.guarded, most)
                    .is_some())
    }

    fn clauses_fit(&self, bind: &Bind) -> bool {
        bind.clauses
            .iter()
            .all(|partial| self.leftover_fits(partial))
    }

    /// Whether what is left over fits into the alternatives that are not bound.
    fn leftover_fits(&self, partial: &Partial) -> bool {
        let every = &self.pattern.knowledge[partial.clause];
        let all_bound = partial.bound.len() == every.alternatives.len();
        if let Subject::Overlap(digits, houses) = every.subject {
            return !all_bound
                || self
                    .bindings
                    .overlap_holds(digits, houses, &every.alternatives);
        }
        if all_bound {
            return self.bindings.truths(&every.subject, &mut |truth| {
                self.bindings.may_speak(&every.subject, truth) && self.left(partial, truth) == 0
            });
        }
        if let Capacity::Candidates(most) = partial.capacity {
            return self.bindings.truths(&every.subject, &mut |truth| {
                self.bindings.may_speak(&every.subject, truth)
                    && self.left(partial, truth).count_ones() <= most
            });
        }
        let Some(labels) = self.labels(partial) else {
            return false;
        };
        match partial.capacity {
            // The labels are cells on small boards only, otherwise there are none.
            Capacity::Cover(kinds, most) => {
                let not = HouseSet::default();
                labels == 0 || self.bindings.tables.coverable(kinds, labels, most, not)
            }
            capacity => capacity
                .size()
                .is_none_or(|most| labels.count_ones() <= most),
        }
    }

    /// The live candidates of a truth that no bound alternative covers.
    pub(crate) fn left(&self, partial: &Partial, truth: Group) -> u32 {
        let every = &self.pattern.knowledge[partial.clause];
        let mut left = self.bindings.mask(truth);
        for &i in &partial.bound {
            if left == 0 {
                break;
            }
            left &= !self.bindings.covered(&every.alternatives[i], truth);
        }
        left
    }

    /// All that is left over in a clause, together.
    pub(crate) fn leftover(&self, partial: &Partial) -> Leftover {
        let every = &self.pattern.knowledge[partial.clause];
        let mut sum = Leftover::default();
        self.bindings.truths(&every.subject, &mut |truth| {
            let left = self.left(partial, truth);
            match self.bindings.tables.kind(truth) {
                GroupKind::Cell(cell) if left != 0 => {
                    sum.digits |= left;
                    sum.cells.insert(cell);
                }
                GroupKind::Cell(_) | GroupKind::Derived => {}
                GroupKind::House(_, digit) => {
                    for bit in bits(left) {
                        sum.digits |= 1 << digit.index();
                        sum.cells.insert(self.bindings.cell_at(truth, bit));
                    }
                }
            }
            true
        });
        sum
    }

    /// Of the cells that a clause about the variable itself may speak of, keeps those in which the
    /// bound alternatives leave over no more digits than there is room for.
    fn keep_fitting(&self, partial: &Partial, var: Var, domain: &mut CellSet) {
        let every = &self.pattern.knowledge[partial.clause];
        if every.subject != Subject::Cells(var) {
            return;
        }
        let mut digits = 0;
        let mut free = CellSet::EMPTY;
        for &i in &partial.bound {
            match every.alternatives[i] {
                Alternative::Digit(v) => digits |= self.bindings.digits(v),
                Alternative::Cell(v) => free |= self.bindings.cells(v),
                _ => return,
            }
        }
        let capacity = match partial.capacity {
            Capacity::Digits(k) | Capacity::Candidates(k) => k as usize,
            _ => return,
        };
        let kept = *domain & free;
        self.keep_within((var, digits), capacity, domain);
        *domain |= kept;
    }

    pub(crate) fn is_anchor(&self, bind: &Bind) -> bool {
        self.plan.anchor.is_some() && self.plan.steps[0].var == bind.var
    }

    pub(crate) fn alternative(&self, narrowing: &Narrowing) -> &'a Alternative {
        &self.pattern.knowledge[narrowing.partial.clause].alternatives[narrowing.alternative]
    }

    /// The places of a digit that lie in no complete placement of it.
    fn removable(&self, digit: Digit) -> &'a CellSet {
        self.bindings
            .position
            .removable(self.bindings.tables, digit)
    }

    /// Which digits the variable can be, and which it must have.
    fn digit_domain(&self, bind: &Bind) -> Option<(u32, u32)> {
        let (mut domain, bindings) = (self.bindings.tables.all_digits(), &self.bindings);
        if self.plan.steps[0].var == bind.var
            && let Some((_, digits)) =
                first_digits(self.plan, self.only_removable, bindings, self.changes)
        {
            domain = digits;
        }
        let mut required = 0;
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::In(a, b) if *a == bind.var => domain &= self.bindings.digits(*b),
                Condition::In(a, b) if *b == bind.var => required |= self.bindings.digits(*a),
                Condition::Present(a, cells) if *a == bind.var => {
                    let board = self.bindings.position.board();
                    let cells = self.bindings.cells(*cells);
                    let masks = cells
                        .iter()
                        .map(|c| self.bindings.mask(board.cell_group(c)));
                    domain &= masks.fold(0, |all, mask| all | mask);
                }
                _ => {}
            }
        }
        for narrowing in &bind.narrowing {
            if !self.speaks_of_cells(narrowing.partial.clause) {
                continue;
            }
            let left = self.leftover(&narrowing.partial).digits;
            if narrowing.alone {
                required |= left;
            } else if narrowing.partial.capacity == Capacity::Digits(left.count_ones()) {
                domain &= left;
            }
        }
        (required & !domain == 0).then_some((domain, required))
    }

    /// Which cells the variable can be, and which it must have.
    fn cell_domain(&self, depth: usize) -> Option<(CellSet, CellSet)> {
        let bind = &self.plan.steps[depth];
        let mut domain = match self.bindings.sort(bind.var) {
            Sort::Square => *self.bindings.tables.all_cells(),
            _ => self.bindings.open_cells(),
        };
        if let (Some(changes), true) = (self.changes, self.is_anchor(bind)) {
            domain &= changes.cells;
        }
        let mut required = CellSet::EMPTY;
        let tables = self.bindings.tables;
        for condition in bind.conditions.iter().map(|&c| &self.pattern.conditions[c]) {
            match condition {
                Condition::In(a, b) if *a == bind.var => self.bindings.keep_cells(*b, &mut domain),
                Condition::In(a, b) if *b == bind.var => required |= self.bindings.cells(*a),
                Condition::DeadlyBut { cells, .. } if *cells == [bind.var] => {
                    let all = self.bindings.crowded_cells();
                    domain &= all;
                    required |= all;
                }
                Condition::NotIn(a, b) | Condition::Disjoint(a, b) if *a == bind.var => {
                    self.bindings.drop_cells(*b, &mut domain);
                }
                Condition::Disjoint(a, b) if *b == bind.var => {
                    self.bindings.drop_cells(*a, &mut domain);
                }
                Condition::Sees(a, b) => {
                    let other = if *a == bind.var { *b } else { *a };
                    match self.bindings.cells_u128(other) {
                        Some(low) if tables.fits_u128() => {
                            domain.keep_u128(tables.common_peers_u128(low));
                        }
                        _ => domain &= tables.common_peers(&self.bindings.cells(other)),
                    }
                }
                Condition::NotGiven(_) => domain = domain.without(self.bindings.position.given()),
                _ => {}
            }
        }
        if !bind.must_carry.is_empty() {
            let carriers = bind.must_carry.iter().map(|&v| self.bindings.carriers(v));
            domain &= carriers.fold(CellSet::EMPTY, |sum, cells| sum | cells);
            if self.only_removable {
                let digits = bits(self.bindings.digits(self.plan.steps[0].var)).map(Digit::new);
                domain &= digits.fold(CellSet::EMPTY, |sum, d| sum | *self.removable(d));
            }
        }
        for partial in &bind.clauses {
            self.keep_fitting(partial, bind.var, &mut domain);
        }
        if let Some(star) = &self.plan.stars[depth] {
            self.keep_stars(star, &mut domain);
        }
        for common in &self.plan.common_digits[depth] {
            self.keep_with_common(common, &mut domain);
        }
        for shared in &self.plan.shared_digits[depth] {
            self.keep_sharing(shared, bind.var, &mut domain);
        }
        for narrowing in &bind.narrowing {
            let left = self.leftover(&narrowing.partial).cells;
            match self.alternative(narrowing) {
                Alternative::Cell(_) if narrowing.alone => required |= left,
                Alternative::Cell(_)
                    if narrowing.partial.capacity == Capacity::Cells(left.len() as u32) =>
                {
                    domain &= left;
                }
                Alternative::Sees(_) if narrowing.alone => domain &= tables.common_peers(&left),
                _ => {}
            }
        }
        required.is_subset(&domain).then_some((domain, required))
    }
}
