//! The search for small cores that unit propagation does not find.
//!
//! For each false candidate of a state, random deletion gives small cores. Those that propagate are
//! dropped. Every candidate is tried a few times. The candidates with the smallest cores are tried
//! again, because a person could see these patterns. In the hardest puzzles known the smallest
//! cores have 4 to 21 truths.

use crate::cores::question::Question;
use crate::cores::sat::{Deletion, DeletionLimits};
use crate::layout::catalogue::propagates;
use crate::state::graph::Graph;
use qedoku_core::engine::Stop;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::Candidate;

/// Number of attempts for every candidate.
const FIRST_ATTEMPTS: usize = 3;
/// Number of further attempts for the best candidates.
const FURTHER_ATTEMPTS: usize = 16;
/// Number of candidates that count as the best.
const BEST_CANDIDATES: usize = 24;

/// Cores with at most `size` truths that do not propagate, each with its target, smallest first.
/// `None` if `stop` is due.
pub fn non_propagating_cores(
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
            let cores = ask(target, FIRST_ATTEMPTS);
            found.extend(cores.into_iter().map(|core| (target, core)));
        }
    }
    found.sort_by_key(|(target, core)| (core.len(), *target));
    let mut best: Vec<usize> = found.iter().map(|(target, _)| *target).collect();
    best.dedup();
    best.truncate(BEST_CANDIDATES);
    for target in best {
        if stop.now() {
            return None;
        }
        let cores = ask(target, FURTHER_ATTEMPTS);
        found.extend(cores.into_iter().map(|core| (target, core)));
    }
    found.sort_by(|a, b| (a.1.len(), a).cmp(&(b.1.len(), b)));
    found.dedup();
    // Only the smallest cores of each target are kept.
    let least = |target: usize| {
        let own = found.iter().filter(|(t, _)| *t == target);
        own.map(|(_, core)| core.len()).min()
    };
    let smallest = |(target, core): &&(usize, Vec<usize>)| least(*target) == Some(core.len());
    let kept = found.iter().filter(smallest);
    let kept = kept.filter(|(target, core)| !propagates(graph, *target, core));
    Some(kept.cloned().collect())
}
