//! The contract of an operator.
//!
//! An operator recognises a part of a pattern and offers a fast source for it. A source binds some
//! variables at once and says which constraints its rows satisfy. The planner checks all other
//! constraints, so a pattern that says more than the operator knows about keeps its fast path.

use std::fmt::Debug;
use std::sync::Arc;

use crate::grid::Board;
use crate::lang::ir::{AlsPattern, Pattern, Var};
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::query::constraint::Constraint;
use crate::matcher::query::var_set::VarSet;

/// Outcome of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// All rows were tried.
    All,
    /// The source cannot serve in this position, and has tried no row. The next plan of the pattern
    /// is used.
    Declined,
}

/// Recognises parts of patterns. Registered in `OPERATORS` of `matcher/op`.
#[derive(Clone, Copy, Debug)]
pub struct Operator {
    /// The name of the operator.
    pub name: &'static str,
    /// Sources for parts of a pattern, at most one for each set of variables.
    pub recognise: fn(&Pattern) -> Vec<Arc<dyn RowSource>>,
}

/// Sources as an operator offers them.
pub fn sources<S: RowSource + 'static>(
    found: impl IntoIterator<Item = S>,
) -> Vec<Arc<dyn RowSource>> {
    let shared = |source| Arc::new(source) as Arc<dyn RowSource>;
    found.into_iter().map(shared).collect()
}

/// Binds some variables of a pattern at once.
pub trait RowSource: Debug + Send + Sync {
    /// The name that plans show.
    fn name(&self) -> &'static str;

    /// The variables that each row binds. In the planner's order, the source has the place of the
    /// first one.
    fn binds(&self) -> Vec<Var>;

    /// True if the source begins a plan of its own, before any other variable is bound. Only such a
    /// source may decline.
    fn leads(&self) -> bool {
        false
    }

    /// True if matches are reported in the order of the rows, and not by the values of their
    /// variables.
    fn keeps_order(&self) -> bool {
        false
    }

    /// Expected number of rows after the given variables are bound. The planner prefers small
    /// numbers. It does not call this for a source that leads.
    fn estimate(&self, pattern: &Pattern, bound: &VarSet) -> u32 {
        let _ = (pattern, bound);
        0
    }

    /// True if every row satisfies the constraint, so that it need not be checked. The planner
    /// calls this for constraints whose last variable the source binds.
    fn discharges(&self, constraint: &Constraint, pattern: &Pattern) -> bool;

    /// True if the source can serve on a board at all.
    fn serves(&self, board: &Board) -> bool {
        let _ = board;
        true
    }

    /// The almost locked set that the source binds, if any. Two such sources in a row are joined.
    fn almost_locked_set(&self) -> Option<AlsPattern> {
        None
    }

    /// Binds each row and calls `row`. Rows may violate constraints that are not discharged, and
    /// every binding that satisfies all constraints of the pattern must be among them. `narrow` has
    /// constraints that may be used to skip rows.
    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        narrow: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows;
}
