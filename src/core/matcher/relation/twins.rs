//! Cases of relations that are two cells with the same two digits: the edges of a remote pair.
//!
//! `every candidate of a, b is x or y, a sees b, p in x and a, q in x and b` holds between the two
//! candidates of one digit. There are few cells with two candidates, so all pairs are compared. The
//! order of the facts is that of a plan that binds the cells, then the digits, then the candidates.
//!
//! *Rejected*: a plan that binds the two cells by masks. It takes 7% longer on puzzles of middle
//! difficulty, where remote pairs are searched for in every state.

use crate::grid::{Cell, Digit, bits};
use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::plan::Plan;
use crate::matcher::query::cover::only_digits;
use crate::matcher::relation::FactNumbers;

/// A case whose ends are candidates of one digit, in two cells with the same two digits.
#[derive(Clone, Debug)]
pub struct TwinCells {
    /// The variables of the two ends.
    pub ends: (Var, Var),
    /// The cells of the ends.
    pub cells: (Var, Var),
    /// The digit of the ends, and the other digit of their cells.
    pub digits: (Var, Var),
}

/// Number of variables of such a case: ends, cells and digits.
const VARIABLES: usize = 6;

impl TwinCells {
    /// Reads a case that this plan would search for; `None` if it has another form.
    pub fn of(pattern: &Pattern, ends: (Var, Var), plan: &Plan) -> Option<TwinCells> {
        let [one, other] = pattern.knowledge.as_slice() else {
            return None;
        };
        let (Subject::Cells(a), Subject::Cells(b)) = (&one.subject, &other.subject) else {
            return None;
        };
        let (mut digits, mut same) = (only_digits(one)?, only_digits(other)?);
        digits.sort_unstable();
        same.sort_unstable();
        let conditions = &pattern.conditions;
        let inside = |p: Var, v: Var| conditions.contains(&Condition::In(p, v));
        let (&[x, y], true) = (digits.as_slice(), digits == same) else {
            return None;
        };
        let (x, y) = if inside(ends.0, x) { (x, y) } else { (y, x) };
        let (a, b) = if inside(ends.0, *a) {
            (*a, *b)
        } else {
            (*b, *a)
        };
        let wanted = [(ends.0, x), (ends.0, a), (ends.1, x), (ends.1, b)];
        let is_known = |condition: &Condition| match condition {
            Condition::In(p, v) => wanted.contains(&(*p, *v)),
            Condition::Sees(c, d) | Condition::Distinct(c, d) => {
                let pairs = [(a, b), (b, a), (x, y), (y, x)];
                pairs.contains(&(*c, *d))
            }
            _ => false,
        };
        let sorts = [
            (ends.0, Sort::Candidate),
            (ends.1, Sort::Candidate),
            (a, Sort::Cell),
            (b, Sort::Cell),
            (x, Sort::Digit),
            (y, Sort::Digit),
        ];
        let order: Vec<Var> = plan.vars().collect();
        let fits = pattern.variables.len() == VARIABLES
            && pattern.presence.is_empty()
            && sorts.iter().all(|&(var, sort)| pattern.is_one(var, sort))
            && wanted.iter().all(|&(p, v)| inside(p, v))
            && pattern.says(Condition::Sees, a, b)
            && pattern.says(Condition::Distinct, x, y)
            && conditions.iter().all(is_known)
            && order.iter().position(|&v| v == a) < order.iter().position(|&v| v == b)
            && order[..2].iter().all(|&v| v == a || v == b);
        fits.then_some(TwinCells {
            ends,
            cells: (a, b),
            digits: (x, y),
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
        // A cell with one candidate may have any second digit.
        let (Some(lone), Some(small)) = (position.small(1), position.small(2)) else {
            return false;
        };
        if !lone.is_empty() {
            return false;
        }
        let mut binding = FactNumbers::unbound(VARIABLES, 2);
        let live = |cell: Cell| bindings.mask(board.cell_group(cell));
        for a in small.iter() {
            for b in (small & *bindings.tables.peers(a)).iter() {
                let both = live(a);
                if live(b) != both {
                    continue;
                }
                for x in bits(both) {
                    let digit = Digit::new(x);
                    let nodes = [a, b].map(|cell| bindings.candidate_node(cell, digit));
                    let [Some(p), Some(q)] = nodes else {
                        continue;
                    };
                    binding.bind(self.cells.0, a.index());
                    binding.bind(self.cells.1, b.index());
                    binding.bind(self.digits.0, 1 << x);
                    binding.bind(self.digits.1, (both & !(1 << x)) as usize);
                    binding.bind(self.ends.0, usize::from(p));
                    binding.bind(self.ends.1, usize::from(q));
                    found((p, q), &binding);
                }
            }
        }
        true
    }
}
