//! Certificates of rules as steps of version 2.
//!
//! A rule counts groups of the board of houses. The proof names them: `-7g1` for the digit 7 in the
//! house `g1`. Inside a supposition, the puzzle excludes more candidates than that board does.

use crate::constraint::Constraints;
use crate::constraint::bits::CandidateSet;
use crate::grid::Board;
use crate::proof::{Count, RowSet, RowStep, RowTerm, Step, TermSet};

/// The steps with names instead of groups.
pub(super) fn named(board: &Board, steps: &[Step]) -> Vec<Step> {
    let name = |group| board.group_name(group);
    let count = |count: &Count| {
        let terms = count.terms.iter().filter_map(|term| match term.set {
            TermSet::Group(group) => Some(RowTerm {
                set: RowSet::Named(name(group)),
                multiplier: term.multiplier.into(),
            }),
            TermSet::Deadly(_) => None,
        });
        RowStep::Count {
            targets: count.targets.clone(),
            terms: terms.collect(),
        }
    };
    let step = |step: &Step| match step {
        Step::Count(it) => Step::Row(count(it)),
        Step::Single { candidate, group } => Step::Row(RowStep::Single {
            candidate: *candidate,
            row: name(*group),
        }),
        Step::Refuted(group) => Step::Row(RowStep::Refuted(vec![name(*group)])),
        other => other.clone(),
    };
    steps.iter().map(step).collect()
}

/// The steps without eliminations and suppositions that the puzzle has already settled.
pub(super) fn adapt(model: &Constraints, live: &CandidateSet, steps: Vec<Step>) -> Vec<Step> {
    let mut live = *live;
    let mut open = Vec::new();
    let mut kept = Vec::new();
    // The number of enclosing suppositions that are omitted or were refuted early.
    let mut left_out = 0;
    for step in steps {
        match step {
            Step::Suppose(_) if left_out > 0 => left_out += 1,
            Step::Row(RowStep::Refuted(_)) if left_out > 0 => left_out -= 1,
            _ if left_out > 0 => {}
            Step::Suppose(candidate) if !live.contains(candidate) => left_out = 1,
            Step::Suppose(candidate) => {
                open.push((live, candidate));
                live = live.without(&model.excluded[candidate.index()]);
                kept.push(step);
            }
            Step::Row(RowStep::Refuted(_)) => {
                if let Some((before, candidate)) = open.pop() {
                    live = before;
                    live.remove(candidate);
                }
                kept.push(step);
            }
            Step::Row(RowStep::Single { candidate, row }) if !live.contains(candidate) => {
                // The truth of the single is empty.
                if let Some((before, supposed)) = open.pop() {
                    live = before;
                    live.remove(supposed);
                    left_out = 1;
                    kept.push(Step::Row(RowStep::Refuted(vec![row])));
                }
            }
            Step::Row(RowStep::Single { candidate, .. }) => {
                live = live.without(&model.excluded[candidate.index()]);
                kept.push(step);
            }
            Step::Row(RowStep::Count { mut targets, terms }) => {
                targets.retain(|&it| live.contains(it));
                targets.iter().for_each(|&it| live.remove(it));
                if !targets.is_empty() {
                    kept.push(Step::Row(RowStep::Count { targets, terms }));
                }
            }
            step => kept.push(step),
        }
    }
    kept
}
