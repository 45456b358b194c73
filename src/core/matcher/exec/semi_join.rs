//! Semi-joins: whether rows of several tables belong together, without binding any variable.
//!
//! Two almost locked sets are joined in [`linked_pairs`](super::linked_pairs) and
//! [`pair_join`](super::pair_join), inside of the source that binds the first of them. The joins
//! here are operations of their own: they test closures of relations.

use crate::matcher::exec::node_join::NodeJoin;
use crate::matcher::exec::related_ends::RelatedEnds;
use crate::matcher::exec::state::Execution;

/// A semi-join that ends a branch if it leaves no row.
#[derive(Clone, Debug)]
pub enum SemiJoin {
    /// Several relations between candidates: is there a candidate from which all of them lead on?
    Nodes(NodeJoin),
    /// One relation and its conclusions: are there two ends that eliminate anything?
    Ends(RelatedEnds),
}

impl SemiJoin {
    /// True if a row may be left.
    pub fn has_row(&self, exec: &Execution<'_>) -> bool {
        match self {
            SemiJoin::Nodes(join) => join.has_row(exec),
            SemiJoin::Ends(ends) => ends.has_row(exec.pattern, &exec.bindings),
        }
    }
}
