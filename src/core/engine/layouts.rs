//! Steps by the layouts of digits, used when no technique fires.
//!
//! There are two arguments, and the readable one is tried first. In a *remote naked subset*, n
//! digits, each of which fits at most once, fill n cells. A *capacity set* shows that the digits
//! cannot fill some cells if a candidate is true. The search uses exact sets or linear programs.
//! Both arguments have certificates with integer weights.

use std::collections::VecDeque;

use super::strategy::Pace;
use crate::grid::{Board, Candidate, Cell, Digit, State, bits};
use crate::layout::capacity::{CapacitySet, least_set, refutable};
use crate::layout::subset::{RemoteSubset, remote_subsets};
use crate::layout::{Layouts, certificate};
use crate::proof::Step;

/// Name of the technique for n cells and n digits, each of which fits at most once.
pub const REMOTE_SUBSET: &str = "Remote Naked Subset";

/// Name of the technique for cells that the digits cannot fill.
pub const CAPACITY_SET: &str = "Capacity Set";

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

/// The reason of a step by layouts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayoutArgument {
    /// n cells for n digits, each of which fits at most once.
    Subset(RemoteSubset),
    /// Cells that the digits cannot fill if the first eliminated candidate is true.
    Capacity(CapacitySet),
}

impl LayoutArgument {
    /// Name of the technique.
    pub fn title(&self) -> &'static str {
        match self {
            LayoutArgument::Subset(_) => REMOTE_SUBSET,
            LayoutArgument::Capacity(_) => CAPACITY_SET,
        }
    }

    /// The cells of the argument, in reading order.
    pub fn cells(&self) -> Vec<Cell> {
        match self {
            LayoutArgument::Subset(subset) => subset.cells.clone(),
            LayoutArgument::Capacity(set) => set.weights.iter().map(|(cell, _)| *cell).collect(),
        }
    }

    /// The weights of the cells.
    fn weights(&self) -> Vec<(Cell, i64)> {
        match self {
            LayoutArgument::Subset(subset) => subset.cells.iter().map(|&cell| (cell, 1)).collect(),
            LayoutArgument::Capacity(set) => set.weights.clone(),
        }
    }

    /// The argument in words, without its conclusion.
    pub fn reason(&self, board: &Board, eliminations: &[Candidate]) -> String {
        match self {
            LayoutArgument::Subset(subset) => {
                let cells: Vec<String> = subset.cells.iter().map(|&c| board.cell_name(c)).collect();
                let digits = bits(subset.digits).map(|digit| Digit::new(digit).to_string());
                let digits: Vec<String> = digits.collect();
                format!(
                    "{} hold only {}, and each of these fits at most once there",
                    cells.join(","),
                    listed(&digits)
                )
            }
            LayoutArgument::Capacity(set) => {
                let target = eliminations.first().map(|&c| board.candidate_name(c));
                let times = |weight: i64| match weight {
                    1 => String::new(),
                    _ => format!(" counted {weight} times"),
                };
                let cells = set.weights.iter();
                let cells: Vec<String> = cells
                    .map(|&(cell, weight)| format!("{}{}", board.cell_name(cell), times(weight)))
                    .collect();
                let most = set.capacities.iter().zip(board.digits());
                let most = most.filter(|(most, _)| **most > 0);
                let most: Vec<String> = most
                    .map(|(most, digit)| format!("{most} for {digit}"))
                    .collect();
                format!(
                    "with {}, there is room in {} for at most {} digits ({}), but {} are needed",
                    target.unwrap_or_default(),
                    cells.join(","),
                    set.capacities.iter().sum::<i64>(),
                    most.join(", "),
                    set.weight()
                )
            }
        }
    }
}

/// `1, 4 and 8`
fn listed(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The number of steps by layouts, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LayoutTally {
    /// Remote naked subsets.
    pub subsets: u64,
    /// Candidates refuted by capacity sets.
    pub capacities: u64,
}

/// The arguments found in a state that still eliminate something.
#[derive(Default)]
pub(super) struct LayoutRound {
    /// The layouts of the state in which the arguments were found.
    layouts: Option<Layouts>,
    pending: VecDeque<(LayoutArgument, Vec<Candidate>)>,
    tally: LayoutTally,
}

impl LayoutRound {
    /// Counts of the arguments used so far.
    pub fn tally(&self) -> LayoutTally {
        self.tally
    }

    /// Finds the simplest arguments in a state with one solution. At the pace of steps it finds one
    /// argument. At the pace of rounds it finds all simplest ones, so isomorphic states have the
    /// same.
    pub fn find(&mut self, board: &Board, state: &State, solution: &[Digit], pace: Pace) {
        let Some(layouts) = Layouts::of(board, state) else {
            return;
        };
        let mut subsets = remote_subsets(board, state, &layouts);
        if pace == Pace::Step {
            subsets.truncate(1);
        }
        self.tally.subsets += subsets.len() as u64;
        let subsets = subsets.into_iter().map(|subset| {
            let eliminations = subset.eliminations.clone();
            (LayoutArgument::Subset(subset), eliminations)
        });
        self.pending = subsets.collect();
        if !self.pending.is_empty() {
            self.layouts = Some(layouts);
            return;
        }
        let refuted = refutable(board, state, &layouts, solution);
        let sets = refuted.iter().map(|&target| {
            let left = layouts.supposing(board, target);
            (target, least_set(board, state, &left))
        });
        let mut sets: Vec<(Candidate, Option<CapacitySet>)> = sets.collect();
        let weight = |set: &Option<CapacitySet>| set.as_ref().map_or(i64::MAX, CapacitySet::weight);
        sets.sort_by_key(|(target, set)| (weight(set), *target));
        if pace == Pace::Step {
            sets.truncate(1);
        }
        self.tally.capacities += sets.len() as u64;
        let argument = |(target, set): (Candidate, Option<CapacitySet>)| {
            let set = set.unwrap_or_default();
            (LayoutArgument::Capacity(set), vec![target])
        };
        self.pending = sets.into_iter().map(argument).collect();
        self.layouts = Some(layouts);
    }

    /// The next argument with a remaining elimination, with its certificate. If no cut proves a
    /// capacity, `refute` finds nested suppositions.
    pub fn next(
        &mut self,
        board: &Board,
        state: &State,
        mut refute: impl FnMut(&State, Candidate) -> Option<Vec<Step>>,
    ) -> Option<LayoutStep> {
        while let Some((argument, mut eliminations)) = self.pending.pop_front() {
            eliminations.retain(|&candidate| state.is_live(board, candidate));
            let mut left = state.clone();
            let mut steps_of_all = Vec::new();
            let weights = argument.weights();
            eliminations.retain(|&candidate| {
                let layouts = self.layouts.as_ref();
                let by_cuts =
                    layouts.and_then(|all| certificate(board, &left, all, candidate, &weights));
                let Some(steps) = by_cuts.or_else(|| refute(&left, candidate)) else {
                    return false;
                };
                steps_of_all.extend(steps);
                left.eliminate(board, candidate);
                true
            });
            if !eliminations.is_empty() {
                return Some(LayoutStep {
                    argument,
                    eliminations,
                    certificate: steps_of_all,
                });
            }
        }
        None
    }
}
