//! The links of remote pairs, read off the board at once.
//!
//! Takes [`TwinCells`] and a position, gives all that the case holds between, in the order in which
//! they would be found by binding the cells, then the digits, then the candidates. There are few
//! cells with two candidates, so all pairs are compared.

use crate::grid::{Cell, Digit, bits};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::relation::FactNumbers;
use crate::matcher::relation::twins::{TwinCells, VARIABLES};

impl TwinCells {
    /// Tells of all pairs, with what the variables are bound to; says whether it could.
    pub fn find(
        &self,
        bindings: &Bindings<'_>,
        mut found: impl FnMut((NodeId, NodeId), &FactNumbers),
    ) -> bool {
        let position = bindings.position;
        let board = position.board();
        // A cell with one candidate could have any second digit.
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
