//! Almost locked sets from a table: a row is a set of cells of a house with a number of spare
//! digits.
//!
//! *Binds* the cells, the house and the digits of the set. *Discharges* the clause that the cells
//! have no other digits, and conditions that the masks guarantee. *Order*: by house, then cells.
//! *Cost*: a few operations on masks for each set of the table. *Falls back to* binding one
//! variable after the other on boards of more than 128 cells.

use std::rc::Rc;

use crate::grid::Board;
use crate::lang::ir::{AlsPattern, Condition, Pattern, Sort, Var};
use crate::lang::vars::condition_vars;
use crate::matcher::exec::linked_pairs;
use crate::matcher::exec::pair_join::PairJoin;
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::index::als::{AlmostLockedSets, LinkedSets, MAX_SPARE, MAX_U128_CELLS};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::value::Value;
use crate::matcher::op::als_filter::{AlsFilter, filter, goals, must_be_linked};
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::var_set::VarSet;

/// Recognises almost locked sets of every size, in any house, with all their digits.
pub const ALS_TABLE: Operator = Operator {
    name: "almost locked sets",
    recognise: |pattern| {
        let is_in_table = |set: &&AlsPattern| {
            let cells = pattern.variable(set.cells);
            let (size, many, spare) = (set.size, set.many, set.spare);
            let fits = many.0 <= size.0 + spare.0 && many.1 >= size.1 + spare.1;
            let is_plain = cells.sort == Sort::Cell && !cells.is_target;
            fits && is_plain && set.exact && set.house_is_free && spare.1 as usize <= MAX_SPARE
        };
        let sets = pattern.shapes.locked.iter().filter(is_in_table);
        sources(sets.map(|&set| AlsTable { set }))
    },
};

/// The rows of the table for one set of a pattern.
#[derive(Debug)]
struct AlsTable {
    set: AlsPattern,
}

impl RowSource for AlsTable {
    fn name(&self) -> &'static str {
        "almost locked sets"
    }

    fn binds(&self) -> Vec<Var> {
        vec![self.set.cells, self.set.house, self.set.digits]
    }

    fn estimate(&self, pattern: &Pattern, bound: &VarSet) -> u32 {
        let own = [self.set.cells, self.set.digits];
        let is_bound = |c: &&Condition| {
            let vars = condition_vars(c);
            let others: Vec<Var> = vars.iter().copied().filter(|v| !own.contains(v)).collect();
            others.len() < vars.len() && !others.is_empty() && bound.has_all(&others)
        };
        let complete = || pattern.conditions.iter().filter(is_bound);
        if complete().any(|c| matches!(c, Condition::AllSee { .. })) {
            return 5;
        }
        match complete().any(|c| matches!(c, Condition::In(a, _) if *a == self.set.cells)) {
            true => 24,
            false => 400,
        }
    }

    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool {
        let set = &self.set;
        match constraint {
            Constraint::Clause(partial) => partial.clause == set.clause,
            Constraint::Condition(at) => match &pattern.conditions[*at] {
                Condition::In(a, b) => {
                    *b == set.digits && ![set.cells, set.digits, set.house].contains(a)
                }
                // Several digits are one mask each.
                Condition::AllSee { digit, one, other } => {
                    let is_one = pattern.is_single(*digit);
                    (*one == set.cells) != (*other == set.cells) && is_one
                }
                _ => false,
            },
            _ => false,
        }
    }

    fn serves(&self, board: &Board) -> bool {
        board.cell_count() <= MAX_U128_CELLS
    }

    fn almost_locked_set(&self) -> Option<AlsPattern> {
        Some(self.set)
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        narrow: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        exec.als.resize(exec.pattern.variables.len(), None);
        if let Some(search) = TableSearch::new(exec, narrow, &self.set) {
            search.rows(exec, row);
        }
        Rows::All
    }
}

/// A pass through the table, with all masks computed.
struct TableSearch<'n> {
    set: &'n AlsPattern,
    filter: AlsFilter<'n>,
    /// The sets with a linked partner, if the digits of the link are bound.
    with_partner: Option<Rc<LinkedSets>>,
}

impl<'n> TableSearch<'n> {
    /// `None` if the masks already exclude every row.
    fn new(
        exec: &Execution<'_>,
        narrow: &'n [Constraint],
        set: &'n AlsPattern,
    ) -> Option<TableSearch<'n>> {
        let (tables, position) = (exec.bindings.tables, exec.bindings.position);
        let linked = must_be_linked(exec, narrow, set);
        // For most digits, a set is linked with no other set.
        if let ((least, most), Some((over, other, digit))) = (set.spare, linked)
            && (least as usize, most as usize) == (over, over)
            && { position.locked(tables, over).linked(other, digit) }.is_empty()
        {
            return None;
        }
        let partner = narrow.iter().find_map(|constraint| match constraint {
            Constraint::Linked(pair) => Some(*pair),
            _ => None,
        });
        let partner = partner.map(|pair| {
            let sets = position.locked(tables, set.spare.0 as usize);
            (pair, linked_pairs::linked_sets(exec, set.cells, pair, sets))
        });
        let has_list = { partner.as_ref() }
            .and_then(|(pair, linked)| linked_pairs::with_partner(exec, *pair, linked));
        if has_list.is_some_and(<[u32]>::is_empty) {
            return None;
        }
        let pair = narrow.iter().find_map(|constraint| match constraint {
            Constraint::Pair(pair) => Some(pair),
            _ => None,
        });
        let ahead = pair.and_then(|pair| PairJoin::new(exec, pair));
        if { ahead.as_ref() }.is_some_and(|ahead| !ahead.has_pair(exec)) {
            return None;
        }
        let mut filter = filter(exec, narrow, set);
        filter.linked = linked;
        filter.goals = goals(exec, set);
        filter.ahead = ahead;
        let is_listed = has_list.is_some() && linked.is_none() && filter.house.is_none();
        let with_partner = { partner.as_ref() }
            .filter(|_| has_list.is_some())
            .map(|(_, linked)| Rc::clone(linked));
        filter.partner = partner.clone().filter(|_| !is_listed);
        if let (Some((pair, _)), true) = (partner, is_listed) {
            filter.listed_by = Some(pair);
        }
        Some(TableSearch {
            set,
            filter,
            with_partner,
        })
    }

    fn rows<'a>(&self, exec: &mut Execution<'a>, row: &mut OnRow<'_, 'a>) {
        let (tables, position) = (exec.bindings.tables, exec.bindings.position);
        for over in self.set.spare.0 as usize..=self.set.spare.1 as usize {
            let sets = position.locked(tables, over);
            let linked = self
                .filter
                .linked
                .filter(|&(other_over, ..)| other_over == over);
            let listed = { self.filter.listed_by.zip(self.with_partner.as_deref()) }
                .and_then(|(pair, linked)| linked_pairs::with_partner(exec, pair, linked));
            let list: Option<&[u32]> = match (linked, self.filter.house) {
                (Some((_, other, digit)), _) => Some(sets.linked(other, digit)),
                (None, Some(house)) => Some(sets.in_house(house)),
                (None, None) => listed,
            };
            match list {
                Some(list) => {
                    let list = list.iter().map(|&i| i as usize);
                    self.try_sets(exec, (over, sets), list, row);
                }
                None => self.try_sets(exec, (over, sets), 0..sets.len(), row),
            }
        }
    }

    fn try_sets<'a>(
        &self,
        exec: &mut Execution<'a>,
        (over, sets): (usize, &AlmostLockedSets),
        indices: impl Iterator<Item = usize>,
        row: &mut OnRow<'_, 'a>,
    ) {
        let at = |var: Var| usize::from(var.0);
        let (locked, filter) = (self.set, &self.filter);
        for index in indices {
            let set = sets.get(index);
            if !filter.allows(set, |d| sets.places(d)) || !filter.has_target(sets, index) {
                continue;
            }
            if { filter.ahead.as_ref() }.is_some_and(|ahead| !ahead.has_partner(set)) {
                continue;
            }
            if let Some((pair, linked)) = &filter.partner
                && !linked_pairs::has_partner(exec, *pair, linked, (index, set.digits))
            {
                continue;
            }
            exec.als[at(locked.cells)] = Some((over, index));
            exec.bindings.values[at(locked.house)] = Some(Value::Houses(HouseSet::only(set.house)));
            exec.bindings.values[at(locked.digits)] = Some(Value::Digits(set.digits));
            exec.try_value(
                locked.cells,
                Value::Cells(CellSet::from_u128(set.cells)),
                row,
            );
        }
        exec.als[at(locked.cells)] = None;
        exec.bindings.values[at(locked.house)] = None;
        exec.bindings.values[at(locked.digits)] = None;
    }
}
