//! Chains by cases: whatever the digit of a cell, or the place of a digit in a house, one and the same follows.
//!
//! Takes the steps of a state, gives the conclusion whose chains have the fewest nodes together. If each of the three
//! candidates of r1c1 leads to r5c5<>4 by a chain of its own, 4 goes from r5c5.
//!
//! Only cells with three or more candidates are looked at, and only houses whose first place for the digit is such a
//! cell: what two candidates lead to, chains in one line find.

use super::finding::ChainFinding;
use super::links::{ChainBoard, ChainLinks, ChainNode, candidate_of, is_on, off, on};
use super::rates::{ChainFamily, ChainRates, length_steps};
use crate::grid::{Board, State};

/// What follows from one candidate.
pub(super) struct FollowedChain {
    /// The nodes that are true and those that are false, as they were found.
    pub(super) ons: Vec<ChainNode>,
    pub(super) offs: Vec<ChainNode>,
    /// For each node, how many nodes lead to it, itself included; 0 if it was not reached.
    nodes: Vec<u16>,
}

impl FollowedChain {
    /// Follows a candidate that is taken as true, up to a contradiction.
    fn of(links: &ChainLinks, source: u16) -> FollowedChain {
        let mut followed = FollowedChain {
            ons: vec![on(source)],
            offs: Vec::new(),
            nodes: vec![0; links.is_live.len() * 2],
        };
        followed.nodes[usize::from(on(source))] = 1;
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            // What is true goes first, so that what is false waits in the order of its distance.
            let (node, others): (ChainNode, Vec<ChainNode>) =
                match (followed.ons.get(next_on), followed.offs.get(next_off)) {
                    (Some(&node), _) => {
                        next_on += 1;
                        let weak = links.weak(candidate_of(node), true).iter();
                        (node, weak.map(|&c| off(c)).collect())
                    }
                    (None, Some(&node)) => {
                        next_off += 1;
                        let strong = links.strong(candidate_of(node), true, true).iter();
                        (node, strong.map(|&c| on(c)).collect())
                    }
                    (None, None) => return followed,
                };
            let distance = followed.nodes[usize::from(node)] + 1;
            for other in others {
                if followed.nodes[usize::from(other ^ 1)] > 0 {
                    return followed;
                }
                let nodes = &mut followed.nodes[usize::from(other)];
                if *nodes == 0 {
                    *nodes = distance;
                    match is_on(other) {
                        true => followed.ons.push(other),
                        false => followed.offs.push(other),
                    }
                }
            }
        }
    }
}

/// The conclusion with the fewest nodes, if there is any.
pub(super) fn find(
    board: &Board,
    state: &State,
    shared: &ChainBoard,
    links: &ChainLinks,
    rates: &ChainRates,
) -> Option<ChainFinding> {
    let mut followed: Vec<Option<FollowedChain>> = Vec::new();
    followed.resize_with(links.is_live.len(), || None);
    for &source in &links.open {
        followed[usize::from(source)] = Some(FollowedChain::of(links, source));
    }
    let mut best: Option<(usize, u32, ChainNode)> = None;
    let mut conclude = |cases: &[u16], rank: u32| {
        let chains = || {
            cases
                .iter()
                .filter_map(|&c| followed[usize::from(c)].as_ref())
        };
        let Some(first) = chains().next() else { return };
        for &node in first.ons.iter().chain(&first.offs) {
            let mut sum = 0;
            let reached = chains().all(|chain| {
                let nodes = usize::from(chain.nodes[usize::from(node)]);
                sum += nodes;
                nodes > 0
            });
            if reached && best.is_none_or(|(nodes, by, _)| (sum, rank) < (nodes, by)) {
                best = Some((sum, rank, node));
            }
        }
    };
    for cell in board.cells() {
        let group = board.cell_group(cell);
        if state.mask(group).count_ones() < 3 {
            continue;
        }
        let here: Vec<u16> = (state.domain(board, group))
            .map(|c| c.index() as u16)
            .collect();
        for &candidate in &here {
            for &group in &shared.truths[usize::from(candidate)][1..] {
                let places: Vec<u16> = (state.domain(board, group))
                    .map(|c| c.index() as u16)
                    .collect();
                if places.len() >= 2 && places[0] == candidate {
                    conclude(&places, REGION);
                }
            }
        }
        conclude(&here, CELL);
    }
    let (nodes, rank, node) = best?;
    let found = ChainFinding {
        family: ChainFamily::Multiple,
        nodes,
        rate: rates.rate(ChainFamily::Multiple, length_steps(nodes))?,
        rank,
        goes: Vec::new(),
        placed: None,
    };
    Some(found.concluding(links, node))
}

/// Of conclusions that are alike otherwise, those from a cell are simpler than those from a house.
pub(super) const CELL: u32 = 5;
pub(super) const REGION: u32 = 6;
