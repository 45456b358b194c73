//! Plans: the search for a pattern as a list of operations.
//!
//! There are three kinds of operations. *Check* ends the branch if a constraint fails. *Bind* tries
//! the values of one or several variables, and the rest of the plan follows for each of them.
//! *Yield* reports a match. An X-wing along rows, in short:
//!
//! ```text
//! bind  d          digits that changed, with a removable place
//! bind  R          pairs of rows whose places of d lie in two columns
//! bind  C          the columns that R leaves over
//! check goal       d is eliminated from some cell of C outside of R
//! yield
//! ```

pub mod build;
pub mod order;
pub mod replay;
pub mod select;
pub mod show;

use std::sync::Arc;

use crate::grid::Board;
use crate::lang::ir::Var;
use crate::matcher::op::source::RowSource;
use crate::matcher::query::constraint::Constraint;

/// The search for a pattern.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The operations, in order.
    pub ops: Vec<Op>,
    /// The digit of a rule about one digit. If the rule is proved, only removable places of the
    /// digit are targets.
    pub removable: Option<Var>,
}

/// An operation of a plan.
#[derive(Clone, Debug)]
pub enum Op {
    /// Ends the branch if the constraint does not hold.
    Check(Constraint),
    /// Tries all values of some variables.
    Bind(Bind),
    /// Reports a match.
    Yield,
}

/// Variables that are bound at once.
#[derive(Clone, Debug)]
pub struct Bind {
    /// The variables.
    pub vars: Vec<Var>,
    /// The source of rows for the variables; `None` tries each value of one variable.
    pub source: Option<Arc<dyn RowSource>>,
    /// Constraints that narrow the values.
    pub narrow: Vec<Constraint>,
}

impl Plan {
    /// The variables in the order in which they are bound.
    pub fn vars(&self) -> impl Iterator<Item = Var> {
        self.binds().flat_map(|bind| bind.vars.iter().copied())
    }

    /// The bind operations.
    pub fn binds(&self) -> impl Iterator<Item = &Bind> {
        self.ops.iter().filter_map(|op| match op {
            Op::Bind(bind) => Some(bind),
            _ => None,
        })
    }

    /// True if all sources can serve on a board.
    pub fn serves(&self, board: &Board) -> bool {
        let mut sources = self.binds().filter_map(|bind| bind.source.as_ref());
        sources.all(|source| source.serves(board))
    }
}
