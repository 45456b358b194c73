//! The knots of a state: small cores that unit propagation does not see.
//!
//! Takes the graph of a state and its solution, gives for the candidates that are false the smallest cores that random deletion finds, as far as
//! they do not propagate. Every candidate is asked about a few times; those with the smallest cores are asked again, for there the
//! patterns are that a person could see. In the hardest puzzles known the smallest have 4 to 21 truths.

use super::core::Question;
use super::graph::Graph;
use super::knot::propagates;
use super::sat::{Deletion, DeletionLimits};
use qedoku_core::engine::Stop;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::Candidate;

/// How often every candidate is asked about.
const FIRST: usize = 3;
/// How often the best are asked about again.
const AGAIN: usize = 16;
/// How many are the best.
const BEST: usize = 24;

/// Cores of at most so many truths that do not propagate, each with its target, small ones first; `None` if the time is over.
pub fn knots(
    graph: &Graph,
    solution: &[Candidate],
    size: usize,
    stop: &Stop,
) -> Option<Vec<(usize, Vec<usize>)>> {
    let mut deletion = Deletion::new(graph);
    let mut random = Random::new(1);
    let all: Vec<usize> = (0..graph.truths().len()).collect();
    let mut ask = |target: usize, restarts: usize| {
        let limits = DeletionLimits { size, restarts };
        let question = Question::holds(target);
        deletion.smallest(question, &all, limits, &mut random, stop)
    };
    let mut found: Vec<(usize, Vec<usize>)> = Vec::new();
    for (target, candidate) in graph.candidates().iter().enumerate() {
        if stop.now() {
            return None;
        }
        if !solution.contains(candidate) {
            let cores = ask(target, FIRST);
            found.extend(cores.into_iter().map(|core| (target, core)));
        }
    }
    found.sort_by_key(|(target, core)| (core.len(), *target));
    let mut best: Vec<usize> = found.iter().map(|(target, _)| *target).collect();
    best.dedup();
    best.truncate(BEST);
    for target in best {
        if stop.now() {
            return None;
        }
        let cores = ask(target, AGAIN);
        found.extend(cores.into_iter().map(|core| (target, core)));
    }
    found.sort_by(|a, b| (a.1.len(), a).cmp(&(b.1.len(), b)));
    found.dedup();
    // Of each target the smallest alone.
    let least = |target: usize| {
        let own = found.iter().filter(|(t, _)| *t == target);
        own.map(|(_, core)| core.len()).min()
    };
    let smallest = |(target, core): &&(usize, Vec<usize>)| least(*target) == Some(core.len());
    let kept = found.iter().filter(smallest);
    let kept = kept.filter(|(target, core)| !propagates(graph, *target, core));
    Some(kept.cloned().collect())
}
