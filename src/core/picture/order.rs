//! The order of a chain, computed from its truths and links.
//!
//! In a chain every truth meets two links, and every link leads from one truth to the next. The two
//! links at the ends meet one truth and the target. For an XY-wing, `count r5c5<>3 : +r1c1 +r1c5
//! +r5c1 -1r1 -2c1 -3c5 -3r5`, the order is -3c5, r1c5, -1r1, r1c1, -2c1, r5c1, -3r5. If every link
//! meets two truths, it is a loop. Other patterns, such as fish and sets of cells, have no order.

use super::parts::{DrawnLink, DrawnTruth};
use crate::grid::Candidate;

/// One truth of a chain.
#[derive(Debug, PartialEq, Eq)]
pub struct ChainStop {
    /// The index of the truth.
    pub truth: usize,
    /// The candidates of the truth in the previous link, which are false.
    pub enter: Vec<Candidate>,
    /// The candidates of the truth in the next link, one of which is true.
    pub leave: Vec<Candidate>,
}

/// Alternating truths and links.
#[derive(Debug, PartialEq, Eq)]
pub struct ChainOrder {
    /// The truths in order.
    pub stops: Vec<ChainStop>,
    /// The links: before each stop, and one after the last. In a loop the first and the last are
    /// the same.
    pub links: Vec<usize>,
}

impl ChainOrder {
    /// Whether the chain ends where it began.
    pub fn is_loop(&self) -> bool {
        self.links.first() == self.links.last()
    }
}

/// The chain that these truths and links form. `None` if they form none.
pub fn chain(truths: &[DrawnTruth], links: &[DrawnLink]) -> Option<ChainOrder> {
    if truths.len() < 2 {
        return None;
    }
    let meet = |t: usize, l: usize| shared(&truths[t], &links[l]).next().is_some();
    let links_of = |t: usize| (0..links.len()).filter(move |&l| meet(t, l));
    let truths_of = |l: usize| (0..truths.len()).filter(move |&t| meet(t, l));
    if (0..truths.len()).any(|t| links_of(t).count() != 2) {
        return None;
    }
    let mut ends = Vec::new();
    for l in 0..links.len() {
        match truths_of(l).count() {
            1 => ends.push(l),
            2 => {}
            _ => return None,
        }
    }
    let first = match ends[..] {
        [first, _] => first,
        [] => links_of(0).next()?,
        _ => return None,
    };
    let mut chain = ChainOrder {
        stops: Vec::new(),
        links: vec![first],
    };
    let mut at = first;
    while chain.stops.len() < truths.len() {
        let visited = |t: usize| chain.stops.iter().any(|stop| stop.truth == t);
        let truth = truths_of(at).find(|&t| !visited(t))?;
        let next = links_of(truth).find(|&l| l != at)?;
        chain.stops.push(ChainStop {
            truth,
            enter: shared(&truths[truth], &links[at]).collect(),
            leave: shared(&truths[truth], &links[next]).collect(),
        });
        chain.links.push(next);
        at = next;
    }
    let closed = ends.is_empty() == (at == first);
    closed.then_some(chain)
}

fn shared(truth: &DrawnTruth, link: &DrawnLink) -> impl Iterator<Item = Candidate> {
    let both = |c: &&Candidate| link.candidates.contains(c);
    truth.candidates.iter().filter(both).copied()
}
