//! Nets: all that follows from a candidate, where a step may rest on several others.
//!
//! Takes the steps of a state, gives the conclusion with the fewest nodes. If 5 in r1c1 removes two of the three 6s of box
//! 2 one after the other, the third is true: it rests on both. So what was removed is remembered, and every node knows all
//! that it rests on.
//!
//! *Nishio* follows the places of one digit only, and concludes from contradictions only. *Dynamic* nets follow
//! everything, and conclude from contradictions, from a candidate that leads to the same whether true or
//! false, and from all candidates of a cell or all places of a digit in a house.

use super::cases::{CELL, REGION};
use super::finding::ChainFinding;
use super::links::{ChainBoard, ChainLinks, ChainNode, candidate_of, is_on, off, on};
use super::rates::{ChainFamily, ChainRates, length_steps};
use crate::grid::{Board, Candidate, Group, State};

/// Of conclusions that are alike otherwise, those from a candidate, true or false, are the simplest, and contradictions the last.
const DOUBLE: u32 = 1;
const CONTRADICTION: u32 = 7;

/// What follows from one candidate, true or false.
struct Net {
    /// The nodes that are true and those that are false, as they were found.
    ons: Vec<ChainNode>,
    offs: Vec<ChainNode>,
    /// Where the parents of a node stand among all parents, plus one; 0 if it was not reached.
    known: Vec<u32>,
    parents: Vec<Vec<ChainNode>>,
    /// A node and its opposite that both follow, with the parents of the one that was found last.
    contradiction: Option<(ChainNode, Vec<ChainNode>)>,
}

impl Net {
    fn has(&self, node: ChainNode) -> bool {
        self.known[usize::from(node)] > 0
    }

    fn add(&mut self, node: ChainNode, parents: Vec<ChainNode>) {
        self.parents.push(parents);
        self.known[usize::from(node)] = self.parents.len() as u32;
        match is_on(node) {
            true => self.ons.push(node),
            false => self.offs.push(node),
        }
    }
}

/// Follows candidates in a state, and counts what conclusions rest on.
struct Nets<'a> {
    board: &'a Board,
    state: &'a State,
    shared: &'a ChainBoard,
    links: &'a ChainLinks,
    /// Whether only one digit is followed.
    nishio: bool,
    /// The state while a candidate is followed.
    now: State,
    seen: Vec<u32>,
    stamp: u32,
    todo: Vec<ChainNode>,
    best: Option<(usize, u32, ChainNode)>,
}

/// The conclusion with the fewest nodes, if there is any.
pub(super) fn find(
    board: &Board,
    state: &State,
    (shared, links): (&ChainBoard, &ChainLinks),
    family: ChainFamily,
    rates: &ChainRates,
) -> Option<ChainFinding> {
    let mut nets = Nets {
        board,
        state,
        shared,
        links,
        nishio: family == ChainFamily::Nishio,
        now: state.clone(),
        seen: vec![0; links.is_live.len() * 2],
        stamp: 0,
        todo: Vec::new(),
        best: None,
    };
    nets.look();
    let (nodes, rank, node) = nets.best?;
    let found = ChainFinding {
        family,
        nodes,
        rate: rates.rate(family, length_steps(nodes))?,
        rank,
        goes: Vec::new(),
        placed: None,
    };
    Some(found.concluding(links, node))
}

impl Nets<'_> {
    /// Looks at all conclusions, in order.
    fn look(&mut self) {
        let links = self.links;
        let mut from_on: Vec<Option<Net>> = Vec::new();
        from_on.resize_with(links.is_live.len(), || None);
        for &source in &links.open {
            from_on[usize::from(source)] = Some(self.follow(on(source)));
        }
        for &source in &links.open {
            let Some(net) = &from_on[usize::from(source)] else {
                continue;
            };
            self.contradiction(net, off(source));
            let opposite = self.follow(off(source));
            self.contradiction(&opposite, on(source));
            if self.nishio {
                continue;
            }
            if links.in_cell(source) >= 3 {
                self.conclude(&[net, &opposite], DOUBLE);
            }
            for &group in &self.shared.truths[usize::from(source)][1..] {
                let places = self.domain(group);
                if places.len() >= 2 && places[0] == source {
                    self.cases(&from_on, &places, REGION);
                }
            }
            let cell = self.shared.truths[usize::from(source)][0];
            let here = self.domain(cell);
            if here.last() == Some(&source) {
                self.cases(&from_on, &here, CELL);
            }
        }
    }

    fn domain(&self, group: Group) -> Vec<u16> {
        let domain = self.state.domain(self.board, group);
        domain.map(|c| c.index() as u16).collect()
    }

    fn cases(&mut self, from_on: &[Option<Net>], candidates: &[u16], rank: u32) {
        let nets: Vec<&Net> = (candidates.iter())
            .filter_map(|&c| from_on[usize::from(c)].as_ref())
            .collect();
        self.conclude(&nets, rank);
    }

    /// What follows in all of these nets.
    fn conclude(&mut self, nets: &[&Net], rank: u32) {
        let Some(first) = nets.first() else { return };
        for &node in first.ons.iter().chain(&first.offs) {
            if !nets.iter().all(|net| net.has(node)) {
                continue;
            }
            let mut sum = 0;
            for net in nets {
                sum += self.count(net, &[node]);
                if self.is_beaten(sum, rank) {
                    break;
                }
            }
            self.note(sum, rank, node);
        }
    }

    /// What follows if the net has a contradiction.
    fn contradiction(&mut self, net: &Net, conclusion: ChainNode) {
        let Some((node, parents)) = &net.contradiction else {
            return;
        };
        // The opposite was in the net before; the node itself is counted with what leads to it now.
        let sum = self.count(net, &[node ^ 1]) + self.count_with(net, *node, parents);
        self.note(sum, CONTRADICTION, conclusion);
    }

    fn is_beaten(&self, nodes: usize, rank: u32) -> bool {
        self.best
            .is_some_and(|(fewest, by, _)| (nodes, rank) >= (fewest, by))
    }

    fn note(&mut self, nodes: usize, rank: u32, conclusion: ChainNode) {
        if !self.is_beaten(nodes, rank) {
            self.best = Some((nodes, rank, conclusion));
        }
    }

    /// How many nodes these rest on, themselves included.
    fn count(&mut self, net: &Net, nodes: &[ChainNode]) -> usize {
        self.stamp += 1;
        self.todo.clear();
        self.todo.extend_from_slice(nodes);
        let mut count = 0;
        while let Some(node) = self.todo.pop() {
            if std::mem::replace(&mut self.seen[usize::from(node)], self.stamp) == self.stamp {
                continue;
            }
            count += 1;
            let at = net.known[usize::from(node)] as usize;
            if at > 0 {
                self.todo.extend_from_slice(&net.parents[at - 1]);
            }
        }
        count
    }

    /// The same for a node with other parents than it has in the net.
    fn count_with(&mut self, net: &Net, node: ChainNode, parents: &[ChainNode]) -> usize {
        let count = self.count(net, parents);
        let itself = self.seen[usize::from(node)] != self.stamp;
        count + usize::from(itself)
    }

    /// All that follows from a node, up to a contradiction.
    fn follow(&mut self, source: ChainNode) -> Net {
        let count = self.links.is_live.len() * 2;
        let mut net = Net {
            ons: Vec::new(),
            offs: Vec::new(),
            known: vec![0; count],
            parents: Vec::new(),
            contradiction: None,
        };
        net.add(source, Vec::new());
        self.now.copy_from(self.state);
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            let found = if let Some(&node) = net.ons.get(next_on) {
                next_on += 1;
                self.excluded(node)
            } else if let Some(&node) = net.offs.get(next_off) {
                next_off += 1;
                let forced = self.forced(node);
                let gone = Candidate::new(usize::from(candidate_of(node)));
                self.now.eliminate(self.board, gone);
                forced
            } else {
                return net;
            };
            for (node, parents) in found {
                if net.has(node ^ 1) {
                    net.contradiction = Some((node, parents));
                    return net;
                }
                if !net.has(node) {
                    net.add(node, parents);
                }
            }
        }
    }

    /// What is false if a node is true.
    fn excluded(&self, node: ChainNode) -> Vec<(ChainNode, Vec<ChainNode>)> {
        let weak = self.links.weak(candidate_of(node), !self.nishio).iter();
        let live = |c: &&u16| {
            let candidate = Candidate::new(usize::from(**c));
            self.now.is_live(self.board, candidate)
        };
        let falsified = weak.filter(live).map(|&c| (off(c), vec![node]));
        falsified.collect()
    }

    /// What is true if a node is false, with all that it rests on.
    fn forced(&self, node: ChainNode) -> Vec<(ChainNode, Vec<ChainNode>)> {
        let candidate = candidate_of(node);
        let mut forced: Vec<(ChainNode, Vec<ChainNode>)> = Vec::new();
        let truths = &self.shared.truths[usize::from(candidate)];
        for &group in &truths[usize::from(self.nishio)..] {
            let left = self.now.mask(group);
            if left.count_ones() != 2 || !self.board.is_truth(group) {
                continue;
            }
            let mut others = self.now.domain(self.board, group);
            let Some(other) = others.find(|c| c.index() != usize::from(candidate)) else {
                continue;
            };
            let other = on(other.index() as u16);
            if forced.iter().any(|(known, _)| *known == other) {
                continue;
            }
            let mut parents = vec![node];
            let before = self.state.domain(self.board, group);
            let gone = before.filter(|&c| !self.now.is_live(self.board, c));
            parents.extend(gone.map(|c| off(c.index() as u16)));
            forced.push((other, parents));
        }
        forced
    }
}
