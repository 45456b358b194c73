//! Steps by the layouts of digits, used when no technique fires.
//!
//! Four arguments are tried, the simplest first. A *remote naked subset* has n cells for n digits,
//! none of which fits twice. A *count* has truths that as many links cover. A *capacity set* shows
//! that the digits cannot fill some cells if a candidate is true. A *supposition with layouts*
//! refutes a candidate by singles and capacity sets. They are found by exact sets or by linear
//! programs, and all carry a certificate in integers.

use std::collections::VecDeque;

use super::layout_argument::LayoutArgument;
use super::strategy::Pace;
use crate::grid::{Board, Candidate, Digit, State};
use crate::layout::capacity::{CapacitySet, least_set};
use crate::layout::count;
use crate::layout::mixture::Mixture;
use crate::layout::subset::{RemoteSubset, remote_subsets};
use crate::layout::supposition::Supposition;
use crate::layout::{Layouts, certificate};
use crate::proof::Step;
use crate::propagate::Stop;

/// Limit on the layouts of all digits for suppositions. A state of a 9x9 puzzle in which no rule
/// fires has about 400.
const MAX_SUPPOSED_LAYOUTS: usize = 1_500;

/// A step by layouts.
#[derive(Clone, Debug)]
pub struct LayoutStep {
    /// The reason why the eliminated candidates are false.
    pub argument: LayoutArgument,
    /// The candidates that are false.
    pub eliminations: Vec<Candidate>,
    /// The steps that prove the eliminations.
    pub certificate: Vec<Step>,
}

/// Number of uses of each argument, in the order of [`LayoutArgument::TITLES`].
pub type LayoutTally = [u64; LayoutArgument::TITLES.len()];

/// An argument whose eliminations are not all done.
enum Pending {
    /// With its eliminations.
    Argued(LayoutArgument, Vec<Candidate>),
    /// A candidate that a supposition with layouts refutes. After other eliminations of the round,
    /// the argument may be shorter.
    Supposed(Candidate),
}

/// The arguments found in a state that still eliminate something.
#[derive(Default)]
pub(super) struct LayoutRound {
    /// The layouts of the state in which the arguments were found.
    layouts: Option<Layouts>,
    pending: VecDeque<Pending>,
    tally: LayoutTally,
}

/// A state with one solution in which no technique fires.
pub(super) struct StuckState<'a> {
    pub board: &'a Board,
    pub state: &'a State,
    pub solution: &'a [Digit],
    pub pace: Pace,
    pub stop: &'a Stop,
}

impl LayoutRound {
    /// Counts of the arguments used so far.
    pub fn tally(&self) -> LayoutTally {
        self.tally
    }

    /// Finds the simplest arguments with one of the requested titles: at the pace of steps one
    /// argument, at the pace of rounds all of them, so that isomorphic states have the same
    /// arguments.
    pub fn find(&mut self, stuck: &StuckState<'_>, is_wanted: impl Fn(&str) -> bool) {
        self.layouts = Layouts::of(stuck.board, stuck.state);
        let stages = [subsets, counts, capacities, suppositions];
        for (at, stage) in stages.into_iter().enumerate() {
            if !is_wanted(LayoutArgument::TITLES[at]) || stuck.stop.now() {
                continue;
            }
            let mut found = stage(stuck, self.layouts.as_ref());
            if stuck.pace == Pace::Step {
                found.truncate(1);
            }
            self.tally[at] += found.len() as u64;
            self.pending = found.into();
            if !self.pending.is_empty() {
                return;
            }
        }
    }

    /// The next argument with a remaining elimination, with its certificate. If no cut proves a
    /// capacity, `refute` finds nested suppositions.
    pub fn next(
        &mut self,
        board: &Board,
        state: &State,
        mut refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
    ) -> Option<LayoutStep> {
        while let Some(pending) = self.pending.pop_front() {
            let step = match pending {
                Pending::Argued(argument, eliminations) => {
                    self.argued(board, state, argument, eliminations, &mut refute)
                }
                Pending::Supposed(target) if state.is_live(board, target) => {
                    supposed(board, state, target, &mut refute)
                }
                Pending::Supposed(_) => None,
            };
            if step.is_some() {
                return step;
            }
        }
        None
    }

    /// The step of an argument. Eliminations that were made before are left out.
    fn argued(
        &self,
        board: &Board,
        state: &State,
        argument: LayoutArgument,
        mut eliminations: Vec<Candidate>,
        mut refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
    ) -> Option<LayoutStep> {
        let mut left = state.clone();
        let mut certificates = Vec::new();
        eliminations.retain(|&candidate| {
            if !left.is_live(board, candidate) {
                return false;
            }
            let proved = match (&argument, &self.layouts) {
                (LayoutArgument::Count(count), _) => Some(vec![Step::Count(count.clone())]),
                (_, Some(layouts)) => {
                    certificate(board, &left, layouts, candidate, &argument.weights())
                }
                (_, None) => None,
            };
            let Some(steps) = proved.or_else(|| refute(&left, candidate)) else {
                return false;
            };
            certificates.extend(steps);
            left.eliminate(board, candidate);
            true
        });
        (!eliminations.is_empty()).then_some(LayoutStep {
            argument,
            eliminations,
            certificate: certificates,
        })
    }
}

/// The step that refutes a candidate by a supposition with layouts.
fn supposed(
    board: &Board,
    state: &State,
    target: Candidate,
    refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
) -> Option<LayoutStep> {
    let supposition = Supposition::of(board, state, target)?;
    Some(LayoutStep {
        argument: LayoutArgument::Supposition {
            eliminations: supposition.eliminations(),
            end: supposition.end().clone(),
        },
        eliminations: vec![target],
        certificate: supposition.certify(refute)?,
    })
}

fn subsets(stuck: &StuckState<'_>, layouts: Option<&Layouts>) -> Vec<Pending> {
    let found = layouts.map(|layouts| remote_subsets(stuck.board, stuck.state, layouts));
    let pending = |subset: RemoteSubset| {
        let eliminations = subset.eliminations.clone();
        Pending::Argued(LayoutArgument::Subset(subset), eliminations)
    };
    found.into_iter().flatten().map(pending).collect()
}

fn counts(stuck: &StuckState<'_>, _: Option<&Layouts>) -> Vec<Pending> {
    let refuted = count::refutable(stuck.board, stuck.state, stuck.solution);
    let mut limit = f64::INFINITY;
    let counts = refuted.into_iter().filter_map(|target| {
        let count = count::least_count(stuck.board, stuck.state, target, limit)?;
        let size = count::size(&count);
        // At this pace only the smallest count is used.
        if stuck.pace == Pace::Step {
            limit = limit.min(f64::from(size));
        }
        Some((size, target, count))
    });
    let mut counts: Vec<_> = counts.collect();
    counts.sort_by_key(|(size, target, _)| (*size, *target));
    let counts = counts.into_iter();
    let pending = |(_, target, count)| Pending::Argued(LayoutArgument::Count(count), vec![target]);
    counts.map(pending).collect()
}

fn capacities(stuck: &StuckState<'_>, layouts: Option<&Layouts>) -> Vec<Pending> {
    let (board, state) = (stuck.board, stuck.state);
    let Some(layouts) = layouts else {
        return Vec::new();
    };
    let refuted = Mixture::at_solution(board, state, layouts, stuck.solution).refutable();
    let sets = refuted.into_iter().map(|target| {
        let left = layouts.supposing(board, target);
        (least_set(board, state, &left), target)
    });
    let mut sets: Vec<(Option<CapacitySet>, Candidate)> = sets.collect();
    sets.sort_by_key(|(set, target)| {
        let weight = set.as_ref().map_or(i64::MAX, CapacitySet::weight);
        (weight, *target)
    });
    let pending = |(set, target): (Option<CapacitySet>, Candidate)| {
        Pending::Argued(
            LayoutArgument::Capacity(set.unwrap_or_default()),
            vec![target],
        )
    };
    sets.into_iter().map(pending).collect()
}

fn suppositions(stuck: &StuckState<'_>, layouts: Option<&Layouts>) -> Vec<Pending> {
    if layouts.is_none_or(|layouts| layouts.len() > MAX_SUPPOSED_LAYOUTS) {
        return Vec::new();
    }
    let limit = match stuck.pace {
        Pace::Step => 1,
        Pace::Round => usize::MAX,
    };
    let is_over = || stuck.stop.now();
    let found = Supposition::simplest(stuck.board, stuck.state, stuck.solution, limit, is_over);
    let targets = found.into_iter().map(|supposition| supposition.target);
    targets.map(Pending::Supposed).collect()
}
