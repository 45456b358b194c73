//! The order of an argument: the alternating candidates of a chain, or the candidates that a
//! supposition forces one after the other.
//!
//! For an XY-wing with `count r5c5<>3 : +r1c1 +r1c5 +r5c1 -1r1 -2c1 -3c5 -3r5`: if r1c5 is not 3,
//! r1c5 is 1, then r1c1 is not 1, and so on to r5c1 = 3.

use super::super::evidence::Evidence;
use super::super::order::{ChainOrder, chain};
use super::super::parts::{DrawnLink, DrawnTruth};
use crate::grid::{Board, Candidate};

/// Maximum number of lines in a picture of the teaching layer.
pub const MAX_EDGES: usize = 8;
/// Maximum number of candidates that are numbered.
const MAX_STOPS: usize = 60;

/// The candidates of one place in the order. A group of candidates has several.
#[derive(Debug)]
pub struct Stop {
    pub candidates: Vec<Candidate>,
    /// True if one of the candidates is true at this place of the argument, false if all are false.
    pub holds: bool,
}

/// A line between two candidates.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    pub from: Candidate,
    pub to: Candidate,
    /// Whether it leads from false to true. Otherwise it leads from true to false.
    pub strong: bool,
    /// The index of the stop at which the edge ends.
    pub at: usize,
}

/// An argument in order.
#[derive(Debug, Default)]
pub struct Sequence {
    pub stops: Vec<Stop>,
    pub edges: Vec<Edge>,
    /// The candidates of the truth that is left without any.
    pub emptied: Vec<Candidate>,
}

impl Sequence {
    /// The order of a chain.
    pub fn of_chain(board: &Board, chain: &ChainOrder) -> Sequence {
        let mut sequence = Sequence::default();
        for stop in &chain.stops {
            if let Some(before) = sequence.stops.last() {
                let at = sequence.stops.len();
                let edge = nearest(board, &before.candidates, &stop.enter, false, at);
                sequence.edges.extend(edge);
            }
            sequence.push(stop.enter.clone(), false);
            let at = sequence.stops.len();
            let edge = nearest(board, &stop.enter, &stop.leave, true, at);
            sequence.edges.extend(edge);
            sequence.push(stop.leave.clone(), true);
        }
        if chain.is_loop()
            && let (Some(last), Some(first)) = (sequence.stops.last(), sequence.stops.first())
        {
            let at = sequence.stops.len() - 1;
            let edge = nearest(board, &last.candidates, &first.candidates, false, at);
            sequence.edges.extend(edge);
        }
        sequence.trim(board);
        sequence
    }

    /// The candidates that the supposition of a target forces, up to a truth without candidates.
    /// `None` if singles alone do not refute the target.
    pub fn of_net(board: &Board, evidence: &Evidence) -> Option<Sequence> {
        let &target = evidence.targets.first()?;
        let mut held = vec![target];
        let mut sequence = Sequence::default();
        loop {
            let is_out = |c: &Candidate| held.iter().any(|&it| it == *c || board.exclude(it, *c));
            let mut next = None;
            for truth in &evidence.truths {
                if truth.candidates.iter().any(|c| held.contains(c)) {
                    continue;
                }
                let mut left = truth.candidates.iter().filter(|c| !is_out(c));
                match (left.next(), left.next()) {
                    (None, _) => {
                        sequence.emptied.clone_from(&truth.candidates);
                        sequence.trim(board);
                        return Some(sequence);
                    }
                    (Some(&only), None) if next.is_none() => next = Some((only, truth)),
                    _ => {}
                }
            }
            let (forced, truth) = next.filter(|_| held.len() < MAX_STOPS)?;
            let excludes =
                |it: &&Candidate| truth.candidates.iter().any(|&c| board.exclude(**it, c));
            let at = sequence.stops.len();
            if let Some(&from) = held.iter().rev().find(excludes) {
                let strong = false;
                sequence.edges.push(Edge {
                    from,
                    to: forced,
                    strong,
                    at,
                });
            }
            sequence.push(vec![forced], true);
            held.push(forced);
        }
    }

    fn push(&mut self, candidates: Vec<Candidate>, holds: bool) {
        self.stops.push(Stop { candidates, holds });
    }

    /// Omits lines if there are too many: first those within a cell or a truth, which is visible
    /// without a line, then all. The numbers remain.
    fn trim(&mut self, board: &Board) {
        let is_in_cell = |edge: &Edge| board.cell_of(edge.from) == board.cell_of(edge.to);
        if self.edges.len() > MAX_EDGES {
            self.edges.retain(|edge| !is_in_cell(edge));
        }
        if self.edges.len() > MAX_EDGES {
            self.edges.retain(|edge| !edge.strong);
        }
        if self.edges.len() > MAX_EDGES {
            self.edges.clear();
        }
    }
}

/// A line between the nearest two candidates of two groups.
fn nearest(
    board: &Board,
    from: &[Candidate],
    to: &[Candidate],
    strong: bool,
    at: usize,
) -> Option<Edge> {
    let distance = |a: Candidate, b: Candidate| {
        let (a, b) = (board.cell_of(a), board.cell_of(b));
        board.row(a).abs_diff(board.row(b)) + board.column(a).abs_diff(board.column(b))
    };
    let pairs = from.iter().flat_map(|&a| to.iter().map(move |&b| (a, b)));
    let (from, to) = pairs.min_by_key(|&(a, b)| distance(a, b))?;
    Some(Edge {
        from,
        to,
        strong,
        at,
    })
}

/// The order of the chain that a step forms. Links of the ends to further targets do not matter.
pub fn chain_of(evidence: &Evidence) -> Option<ChainOrder> {
    let truths = &evidence.truths;
    if let Some(chain) = chain(truths, &evidence.links) {
        return Some(chain);
    }
    let meets = |truth: &DrawnTruth, link: &DrawnLink| {
        link.candidates.iter().any(|c| truth.candidates.contains(c))
    };
    let (inner, outer): (Vec<DrawnLink>, Vec<DrawnLink>) = (evidence.links.iter().cloned())
        .partition(|link| truths.iter().filter(|truth| meets(truth, link)).count() > 1);
    let mut links = inner.clone();
    for truth in truths {
        let mut own = inner.iter().filter(|link| meets(truth, link));
        if let (Some(next), None) = (own.next(), own.next()) {
            // The end of the chain is what the next link does not contain.
            let mut ends = outer.iter().filter(|link| meets(truth, link));
            let mut end = ends.next()?.clone();
            end.candidates = (truth.candidates.iter().copied())
                .filter(|c| !next.candidates.contains(c))
                .collect();
            links.push(end);
        }
    }
    chain(truths, &links)
}
