//! What makes looking again cheap: only matches with a truth that changed can be new.
//!
//! Takes a pattern and its plan, gives the place in the plan where all truths of a match are
//! known; there, a search that is told what changed asks whether one of them did.

use super::env::Env;
use super::plan::{Bind, subject_vars};
use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Seen, Sort, Subject, Var};

/// Whether a match depends on nothing but its truths: as long as none of them changes, there are
/// no new matches.
pub fn only_truths_matter(pattern: &Pattern) -> bool {
    let about_state = |c: &Condition| {
        matches!(
            c,
            Condition::AllSee { .. }
                | Condition::AllExclude { .. }
                | Condition::Whole { .. }
                | Condition::Template(..)
                | Condition::OnlyOpen(..)
                | Condition::Present(..)
                | Condition::Relation(..)
                | Condition::Deadly { .. }
                | Condition::DeadlyBut { .. }
        )
    };
    let subjects: Vec<&Subject> = subjects(pattern).collect();
    let related = |a: &Alternative| match a {
        Alternative::Relation(..) => true,
        Alternative::All(parts) => parts.iter().any(|p| matches!(p, Alternative::Relation(..))),
        _ => false,
    };
    // What lies in two houses is part of their truths, if a clause speaks of these.
    let alone = |s: &&Subject| match **s {
        Subject::Overlap(d, houses) => !subjects.contains(&&Subject::Digits(d, houses)),
        _ => false,
    };
    let watched = |cells: Var| subjects.contains(&&Subject::Cells(cells));
    let unwatched = |c: &Conclusion| match c {
        Conclusion::Eliminate { cells, .. } => { cells.seeing.iter() }
            .any(|seen| matches!(seen, Seen::Every { cells, .. } if !watched(*cells))),
        Conclusion::EliminateLinks(..) => true,
        _ => false,
    };
    // Groups are what is live where houses cross: they come and go without a clause about them.
    let is_group = |sort: Sort| matches!(sort, Sort::Group | Sort::Cluster);
    !(pattern.conditions.iter().any(about_state)
        || { pattern.knowledge.iter() }.any(|every| every.alternatives.iter().any(related))
        || subjects.iter().any(alone)
        || pattern.conclusions.iter().any(unwatched)
        || pattern.variables.iter().any(|v| is_group(v.sort)))
}

fn subjects(pattern: &Pattern) -> impl Iterator<Item = &Subject> {
    let known = pattern.knowledge.iter().map(|every| &every.subject);
    known.chain(pattern.presence.iter().map(|presence| &presence.subject))
}

/// After which step of the plan all truths of a match are bound, if only they matter.
pub fn news_after(pattern: &Pattern, steps: &[Bind]) -> Option<usize> {
    if !only_truths_matter(pattern) {
        return None;
    }
    let mut wanted: Vec<Var> = subjects(pattern).flat_map(subject_vars).collect();
    let all_bound = |bind: &Bind| {
        wanted.retain(|v| *v != bind.var);
        wanted.is_empty()
    };
    { steps.iter() }
        .position(all_bound)
        .or(steps.len().checked_sub(1))
}

/// Whether one of the truths of a match changed after so many steps; all must be bound.
pub fn has_news(env: &Env<'_>, pattern: &Pattern, since: u32) -> bool {
    let old = |subject: &Subject| {
        env.truths(subject, &mut |truth| {
            !env.position.has_changed(truth, since)
        })
    };
    !subjects(pattern).all(old)
}
