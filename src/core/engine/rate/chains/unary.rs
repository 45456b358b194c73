//! All single chains and cycles of a state, for use inside another chain.
//!
//! [`single`](super::single) finds the simplest chain of a state. Inside a branch, each candidate
//! that some chain eliminates counts, with the simplest such chain.

use std::collections::HashMap; // order does not matter

use super::context::SearchContext;
use super::inner::{HintQueue, InnerHint, OuterParents, SHAPE_END};
use super::line::{LineSearch, LineWalk, cycle_effect};
use super::links::{ChainBoard, ChainLinks, ChainNode, candidate_of, is_on};
use super::rates::length_steps;
use super::reach::ChainReach;
use super::steps::{BOTH, Steps, X, Y};
use crate::grid::{Group, State};

/// A chain with an effect.
struct Found {
    /// The rating in Sudoku Explainer, which adds tenths one by one as binary fractions.
    rate: f64,
    rank: u32,
    ordinal: u32,
    steps: Steps,
    is_cycle: bool,
    /// The nodes of the chain, from the end backwards.
    path: Vec<ChainNode>,
    gone: Vec<u16>,
}

impl Found {
    fn is_before(&self, other: &Found) -> bool {
        let order = |found: &Found| (found.rate, found.path.len(), found.rank, found.ordinal);
        order(self) < order(other)
    }
}

/// The simplest chain for each effect in `now`, in ascending order of rating. `before` has further
/// candidates, which the outer chain has eliminated.
pub(super) fn hints(
    context: &SearchContext<'_>,
    walk: &mut LineWalk,
    before: &State,
    now: &State,
) -> Vec<InnerHint> {
    let links = ChainLinks::of(context.shared, context.board, now);
    let reach = ChainReach::of(&links);
    let mut search = AllChains {
        links: &links,
        size: context.shared.size,
        found: Vec::new(),
        by_effect: HashMap::new(), // order does not matter
        ordinal: 0,
    };
    for steps in [X, Y, BOTH] {
        walk.walk_all(&links, &reach, steps, [true, steps.houses], &mut search);
    }
    let mut found = search.found;
    found.sort_by(|a, b| match a.is_before(b) {
        true => std::cmp::Ordering::Less,
        false => std::cmp::Ordering::Greater,
    });
    let mut queue = HintQueue::default();
    for chain in found {
        if queue.wants(&chain.gone) {
            queue.push(hint(context, before, now, chain));
        }
    }
    queue.finish()
}

/// A search for all chains of a state.
struct AllChains<'a> {
    links: &'a ChainLinks,
    size: usize,
    found: Vec<Found>,
    by_effect: HashMap<Vec<u16>, usize>, // order does not matter
    ordinal: u32,
}

impl LineSearch for AllChains<'_> {
    fn goes_on(&mut self, _steps: Steps, _length: usize) -> bool {
        true
    }

    fn close(&mut self, walk: &LineWalk, steps: Steps, place: u32, _length: usize) {
        self.ordinal += 1;
        let gone = cycle_effect(self.links, self.size, walk.path(place));
        if !gone.is_empty() {
            let mut path: Vec<ChainNode> = walk.path(place).collect();
            // The last node of a cycle is also its first node.
            path.rotate_right(1);
            self.note(steps.cycle_rate(), steps, true, path, gone);
        }
    }

    fn end(&mut self, walk: &LineWalk, steps: Steps, place: u32, end: ChainNode, _length: usize) {
        self.ordinal += 1;
        let path = std::iter::once(end).chain(walk.path(place)).collect();
        let gone = self.links.eliminated(end);
        self.note(steps.chain_rate(), steps, false, path, gone);
    }
}

impl AllChains<'_> {
    fn note(&mut self, base: f64, steps: Steps, is_cycle: bool, path: Vec<u16>, gone: Vec<u16>) {
        let added = (0..length_steps(path.len())).fold(0.0, |sum, _| sum + 0.1);
        let found = Found {
            rate: base + added,
            rank: steps.rank(),
            ordinal: self.ordinal,
            steps,
            is_cycle,
            path,
            gone,
        };
        match self.by_effect.get(&found.gone) {
            None => {
                self.by_effect.insert(found.gone.clone(), self.found.len());
                self.found.push(found);
            }
            Some(&at) if found.is_before(&self.found[at]) => self.found[at] = found,
            Some(_) => {}
        }
    }
}

/// A chain for use in an outer chain. `before` has further candidates, which the outer chain has
/// eliminated.
fn hint(context: &SearchContext<'_>, before: &State, now: &State, chain: Found) -> InnerHint {
    let mut parents = OuterParents::new(context.board, before, now);
    let shared = context.shared;
    let path = &chain.path;
    for (at, &node) in path.iter().enumerate().filter(|(_, node)| is_on(**node)) {
        let from = match path.get(at + 1) {
            Some(&from) => from,
            None => continue,
        };
        let cause = strong_cause(
            shared,
            now,
            chain.steps,
            candidate_of(from),
            candidate_of(node),
        );
        if let Some(group) = cause {
            parents.add(group);
        }
    }
    let mut shape = path.clone();
    shape.push(SHAPE_END);
    if chain.is_cycle {
        // In reverse, the cycle makes its false nodes true, so the truths that contain them count
        // too.
        let back: Vec<ChainNode> = (std::iter::once(path[0]))
            .chain(path[1..].iter().rev().copied())
            .collect();
        for pair in back.windows(2).filter(|pair| !is_on(pair[1])) {
            let cause = weak_cause(shared, candidate_of(pair[0]), candidate_of(pair[1]));
            if let Some(group) = cause {
                parents.add(group);
            }
        }
        shape.extend(back.iter().map(|node| node ^ 1));
        shape.push(SHAPE_END);
    }
    InnerHint {
        nodes: path.len(),
        gone: chain.gone,
        parents: parents.found,
        shape,
    }
}

/// The first truth of two candidates that makes one true if the other is false.
fn strong_cause(
    shared: &ChainBoard,
    now: &State,
    steps: Steps,
    from: u16,
    to: u16,
) -> Option<Group> {
    let truths = &shared.truths(from)[usize::from(!steps.cells)..];
    let mut both = truths.iter().filter(|(group, bit)| {
        let left = now.mask(*group);
        left.count_ones() == 2 && left & bit != 0
    });
    let has_other = |group: &Group| shared.truths(to).iter().any(|(own, _)| own == group);
    both.find(|(group, _)| has_other(group))
        .map(|(group, _)| *group)
}

/// The first group in which a candidate excludes another candidate.
fn weak_cause(shared: &ChainBoard, from: u16, to: u16) -> Option<Group> {
    let mut own = shared.truths(from).iter().map(|(group, _)| *group);
    own.find(|group| shared.truths(to).iter().any(|(other, _)| other == group))
}
