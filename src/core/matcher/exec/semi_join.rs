//! Semi-joins: tests whether rows of several tables belong together, without binding any variable.
//!
//! [`linked_pairs`](super::linked_pairs) and [`pair_join`](super::pair_join) join two almost locked
//! sets, inside the source that binds the first one. The joins here are operations of their own:
//! they test closures of relations.

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
    /// True if a row may be left; false ends the branch.
    pub fn has_row(&self, exec: &Execution<'_>) -> bool {
        match self {
            SemiJoin::Nodes(join) => join.has_row(exec),
            SemiJoin::Ends(ends) => ends.has_row(exec.pattern, &exec.bindings),
        }
    }
}
