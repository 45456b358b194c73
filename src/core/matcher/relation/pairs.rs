//! Cases of relations that are truths with two candidates, or two groups of them: the links of
//! every chain.
//!
//! Takes a case such as `every candidate of V is p or q, p, q in V, p, q distinct` and says whether
//! it is one; [`pair_nodes`](crate::matcher::relation::pair_nodes) then reads all that it holds
//! between off the board at once.

use crate::lang::ir::{Alternative, Condition, Kinds, Pattern, Sort, Subject, Var};
use crate::matcher::plan::Plan;

/// A case that says of two nodes that they are all that a truth has.
#[derive(Clone, Debug)]
pub struct PairInTruth {
    /// What it holds between.
    pub ends: (Var, Var),
    /// Whether its ends may be groups.
    pub grouped: bool,
    /// The truth.
    pub truth: PairTruth,
    /// How many variables the case has.
    pub variables: usize,
}

/// The truth that the two are in.
#[derive(Clone, Copy, Debug)]
pub enum PairTruth {
    /// Whatever it is.
    Any(Var),
    /// A cell.
    Cell(Var),
    /// A digit in a house of these kinds.
    House(Var, Var, Kinds),
}

impl PairInTruth {
    /// Reads a case that is looked for by this plan; `None` if it says more than that, or something
    /// else.
    pub fn of(pattern: &Pattern, ends: (Var, Var), plan: &Plan) -> Option<PairInTruth> {
        let (p, q) = ends;
        let [every] = pattern.knowledge.as_slice() else {
            return None;
        };
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
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
        let is_single = |var: &Var| pattern.variables[usize::from(var.0)].size.is_none();
        let order = plan.vars();
        let is_in_order = order.eq(vars.iter().copied().chain([p, q]));
        let fits = is_both
            && may_be_ends
            && all_inside
            && says_no_more
            && is_in_order
            && pattern.variables.len() == vars.len() + 2
            && vars.iter().chain([&p, &q]).all(is_single);
        fits.then_some(PairInTruth {
            ends,
            grouped,
            truth,
            variables: pattern.variables.len(),
        })
    }
}
