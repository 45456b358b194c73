//! Certificates of eliminations by the fillings of constraints: one `fill` line for each match.
//!
//! `fill r1c4=1 r1c5=1 by k1` says that every filling of the cage k1 excludes both candidates.

use crate::matcher::Match;
use crate::proof::{RowStep, Step};

/// A `fill` whose search takes more nodes is split into one line per target, to stay within the
/// limit of the format.
const MAX_NODES_PER_LINE: usize = 2_000;

/// The steps of a match whose parts rest on fillings.
pub fn steps(found: &Match) -> Vec<Step> {
    let of_part = |part: &crate::matcher::Part| {
        let size = (MAX_NODES_PER_LINE / part.fillings.nodes.max(1)).max(1);
        let fill = |targets: &[_]| {
            Step::Row(RowStep::Fill {
                targets: targets.to_vec(),
                items: part.fillings.names.clone(),
            })
        };
        part.eliminations.chunks(size).map(fill).collect::<Vec<_>>()
    };
    found.parts.iter().flat_map(of_part).collect()
}
