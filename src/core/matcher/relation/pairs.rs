//! Cases of relations that are truths with two candidates, or with two groups: the strong edges of
//! every chain.
//!
//! `every candidate of V is p or q, p, q in V, p, q distinct` holds between the two candidates of a
//! truth. The position lists the truths with two candidates, so all facts are read from it at once.
//! Their order is that of a plan that binds the truth, then p, then q.

use crate::grid::{Digit, Group, GroupKind, House, bits};
use crate::lang::ir::{Alternative, Condition, Kinds, Pattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::plan::Plan;
use crate::matcher::relation::FactNumbers;

/// A case whose two ends together are all candidates of a truth.
#[derive(Clone, Debug)]
pub struct PairInTruth {
    /// The variables of the two ends.
    pub ends: (Var, Var),
    /// True if the ends may be groups.
    pub grouped: bool,
    /// The truth of the two nodes.
    pub truth: PairTruth,
    /// Number of variables of the case.
    pub variables: usize,
}

/// The kind of truth that contains the two nodes.
#[derive(Clone, Copy, Debug)]
pub enum PairTruth {
    /// Any truth.
    Any(Var),
    /// A cell.
    Cell(Var),
    /// A digit in a house of the given kinds.
    House(Var, Var, Kinds),
}

impl PairInTruth {
    /// Reads a case that this plan would search for; `None` if it has another form.
    pub fn of(pattern: &Pattern, ends: (Var, Var), plan: &Plan) -> Option<PairInTruth> {
        let (p, q) = ends;
        let [every] = pattern.knowledge.as_slice() else {
            return None;
        };
        let sort = |var: Var| pattern.sort(var);
        let (truth, vars) = match every.subject {
            Subject::Truth(truth) => (PairTruth::Any(truth), vec![truth]),
            Subject::Cells(cell) if sort(cell) == Sort::Cell => (PairTruth::Cell(cell), vec![cell]),
            Subject::Digits(digit, house) => match sort(house) {
                Sort::House(kinds) => (PairTruth::House(digit, house, kinds), vec![digit, house]),
                _ => return None,
            },
            _ => return None,
        };
        let both = [Alternative::Candidate(p), Alternative::Candidate(q)];
        let is_both = every.alternatives.len() == 2
            && both.iter().all(|end| every.alternatives.contains(end));
        let grouped = sort(p) == Sort::Group;
        let may_be_ends = sort(p) == sort(q) && (grouped || sort(p) == Sort::Candidate);
        let inside = |c: &Condition| matches!(c, Condition::In(a, b) if (*a == p || *a == q) && vars.contains(b));
        let apart = |c: &Condition| match c {
            Condition::Disjoint(a, b) => [(p, q), (q, p)].contains(&(*a, *b)),
            Condition::Distinct(a, b) => !grouped && [(p, q), (q, p)].contains(&(*a, *b)),
            _ => false,
        };
        let conditions = &pattern.conditions;
        let all_inside = [p, q]
            .iter()
            .all(|end| { vars.iter() }.all(|var| conditions.contains(&Condition::In(*end, *var))));
        let says_no_more = pattern.presence.is_empty()
            && conditions.iter().any(apart)
            && conditions.iter().all(|c| inside(c) || apart(c));
        let order = plan.vars();
        let is_in_order = order.eq(vars.iter().copied().chain([p, q]));
        let fits = is_both
            && may_be_ends
            && all_inside
            && says_no_more
            && is_in_order
            && pattern.variables.len() == vars.len() + 2
            && (vars.iter().chain([&p, &q])).all(|&var| pattern.is_single(var));
        fits.then_some(PairInTruth {
            ends,
            grouped,
            truth,
            variables: pattern.variables.len(),
        })
    }

    /// Calls `found` with all pairs and their bindings. Returns false if the position cannot list
    /// them.
    pub fn find(
        &self,
        bindings: &Bindings<'_>,
        mut found: impl FnMut((NodeId, NodeId), &FactNumbers),
    ) -> bool {
        let position = bindings.position;
        let board = position.board();
        let is_open = |group: &Group| board.is_truth(*group) && !position.is_solved_group(*group);
        let truths: Vec<Group> = match (self.truth, self.grouped) {
            (PairTruth::Any(_), true) => board.groups().filter(is_open).collect(),
            (PairTruth::House(_, _, kinds), true) => (self.groups_of_houses(bindings, kinds))
                .filter(is_open)
                .collect(),
            (PairTruth::Any(_), false) => match position.small_truths().truths(2) {
                Some(few) => few.filter(is_open).collect(),
                None => return false,
            },
            (PairTruth::House(_, _, kinds), false) => (self.groups_of_houses(bindings, kinds))
                .filter(|&group| bindings.mask(group).count_ones() == 2)
                .filter(is_open)
                .collect(),
            (PairTruth::Cell(_), _) => match position.small_truths().cells(2) {
                Some(few) => { few.iter() }
                    .map(|cell| board.cell_group(cell))
                    .filter(is_open)
                    .collect(),
                None => return false,
            },
        };
        let derived = |group: &Group| bindings.tables.kind(*group) == GroupKind::Derived;
        if self.grouped && truths.iter().any(derived) {
            return false;
        }
        let size = u32::from(matches!(self.truth, PairTruth::Cell(_)));
        let mut binding = FactNumbers::unbound(self.variables, size);
        for truth in truths {
            self.bind_truth(bindings, truth, &mut binding);
            match (self.grouped, bindings.tables.kind(truth)) {
                (true, GroupKind::House(house, digit)) => {
                    self.split(bindings, (truth, house, digit), &mut binding, &mut found);
                }
                _ => {
                    let mut live =
                        bits(bindings.mask(truth)).map(|bit| bindings.member_node(truth, bit));
                    if let (Some(Some(one)), Some(Some(other)), None) =
                        (live.next(), live.next(), live.next())
                    {
                        self.report((one, other), &mut binding, &mut found);
                        self.report((other, one), &mut binding, &mut found);
                    }
                }
            }
        }
        true
    }

    /// The truths of all digits in the houses, digit by digit.
    fn groups_of_houses<'b>(
        &self,
        bindings: &Bindings<'b>,
        kinds: Kinds,
    ) -> impl Iterator<Item = Group> + use<'b> {
        let board = bindings.position.board();
        let houses = bindings.tables.houses_of_kinds(kinds);
        let digits = board.digits();
        digits.flat_map(move |digit| { houses.iter() }.map(move |h| board.house_group(h, digit)))
    }

    fn bind_truth(&self, bindings: &Bindings<'_>, truth: Group, binding: &mut FactNumbers) {
        match (self.truth, bindings.tables.kind(truth)) {
            (PairTruth::Any(var), _) => binding.bind(var, truth.index()),
            (PairTruth::Cell(var), GroupKind::Cell(cell)) => binding.bind(var, cell.index()),
            (PairTruth::House(d, h, _), GroupKind::House(house, digit)) => {
                binding.bind(d, 1 << digit.index());
                binding.bind(h, house.index());
            }
            _ => {}
        }
    }

    /// Visits the ways to split the places of a digit in a house into two groups.
    fn split(
        &self,
        bindings: &Bindings<'_>,
        (truth, house, digit): (Group, House, Digit),
        binding: &mut FactNumbers,
        found: &mut impl FnMut((NodeId, NodeId), &FactNumbers),
    ) {
        let live = bits(bindings.mask(truth)).map(|bit| bindings.tables.member(house, bit));
        let live: CellSet = live.collect();
        let groups: Vec<(NodeId, CellSet)> = bindings.with_nodes(|nodes| {
            let of_digit = nodes.of_digit(digit);
            let groups = of_digit.iter().map(|&id| (id, nodes.get(id)));
            { groups }
                .filter(|(_, node)| node.is_of(Sort::Group) && node.cells.is_subset(&live))
                .map(|(id, node)| (id, node.cells))
                .collect()
        });
        for (one, cells) in &groups {
            let rest = live.without(cells);
            let other = groups.iter().find(|(_, others)| *others == rest);
            if let Some((other, _)) = other {
                self.report((*one, *other), binding, found);
            }
        }
    }

    fn report(
        &self,
        (one, other): (NodeId, NodeId),
        binding: &mut FactNumbers,
        found: &mut impl FnMut((NodeId, NodeId), &FactNumbers),
    ) {
        binding.bind(self.ends.0, usize::from(one));
        binding.bind(self.ends.1, usize::from(other));
        found((one, other), binding);
    }
}
