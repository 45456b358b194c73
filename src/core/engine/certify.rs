//! From a match to its certificate.
//!
//! Takes the truths that the clauses of a rule spoke of, what it says is deadly and what it
//! concludes, gives steps of a proof. The author of a rule has no part in this: where the truths do not carry the conclusion, the
//! rule is unsound or the engine is wrong, and the step is not taken.

use thiserror::Error;

use super::cases::CaseProof;
use super::templates;
use crate::grid::{Board, Candidate, Group, State};
use crate::matcher::{Match, Part, Position};
use crate::proof::{Step, count_of_pattern, count_of_propagation};
use crate::propagate::Propagation;

/// A match whose conclusion does not follow from its truths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{conclusion} does not follow from {truths}")]
pub struct Uncertified {
    /// What was concluded.
    pub conclusion: String,
    /// The truths that should have carried it.
    pub truths: String,
}

impl Uncertified {
    /// These eliminations do not follow, or only if the puzzle has one solution.
    pub fn eliminations(board: &Board, gone: &[Candidate], truths: &[Group]) -> Uncertified {
        let names: Vec<String> = gone.iter().map(|&c| board.elimination_name(c)).collect();
        refuse(board, names.join(", "), truths)
    }
}

/// The steps that prove what a match concludes.
pub fn certify(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let (board, state) = (&**position.board(), position.state());
    let mut steps = Vec::new();
    if found.parts.iter().any(|part| part.by_templates) {
        let proved = templates::prove(position, found);
        return proved
            .ok_or_else(|| Uncertified::eliminations(board, &found.eliminations, &found.truths));
    }
    if !found.one_of.is_empty() {
        return derive(position, found);
    }
    if !found.derived.is_empty() {
        return fold(position, found);
    }
    let forcing = |&candidate| forcing_truth(board, state, &found.truths, candidate);
    let singles: Option<Vec<Group>> = found.placements.iter().map(forcing).collect();
    for (&candidate, &group) in found.placements.iter().zip(singles.iter().flatten()) {
        steps.push(Step::Single { candidate, group });
    }
    let mut gone: Vec<Candidate> = Vec::new();
    for part in &found.parts {
        let proved = prove(position, part, &found.truths, &gone)
            .ok_or_else(|| Uncertified::eliminations(board, &part.eliminations, &part.truths))?;
        steps.extend(proved);
        gone.extend(&part.eliminations);
    }
    if singles.is_none() {
        steps.extend(clear_and_place(position, found)?);
    }
    Ok(steps)
}

/// The steps that place the only candidate that can be true of those of which one is; none where there are several, for
/// nothing is done then, but what is said must be right.
fn derive(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let board = &**position.board();
    let part = found.parts.first().cloned().unwrap_or_default();
    let cases = CaseProof::new(position, &part.truths, &part.deadly);
    let proved = match found.placements.first() {
        Some(&only) => cases.place(only),
        None => cases.contradicts_without(&found.one_of).then(Vec::new),
    };
    proved.ok_or_else(|| {
        let names = found.one_of.iter().map(|&c| board.candidate_name(c));
        let conclusion = format!("one of {}", names.collect::<Vec<_>>().join(", "));
        refuse(board, conclusion, &part.truths)
    })
}

/// The steps that prove eliminations of a match on a board with derived truths, in which these are replaced by what they come from.
fn fold(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let mut position = position.clone();
    let mut steps = Vec::new();
    for part in &found.parts {
        let cases = CaseProof::new(&position, &part.truths, &part.deadly)
            .deriving(&found.derived)
            .splitting(&part.cases);
        let proved = cases.refute_all(&part.eliminations);
        let refused =
            || Uncertified::eliminations(position.board(), &part.eliminations, &part.truths);
        steps.extend(proved.ok_or_else(refused)?);
        // Cases must not speak of what is gone.
        for &gone in &part.eliminations {
            position.eliminate(gone);
        }
    }
    Ok(steps)
}

/// The steps that prove placements of which some is not yet the only candidate of a truth: what else a truth has
/// is eliminated first. Where a pair holds 1 and 2 and a third cell of the house can be 1, 2 or 3, placing
/// 3 there takes the eliminations of the pair.
fn clear_and_place(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let (board, mut state) = (&**position.board(), position.state().clone());
    for &gone in &found.eliminations {
        state.eliminate(board, gone);
    }
    let mut steps = Vec::new();
    for &candidate in &found.placements {
        // What the rule speaks of comes first.
        let mut truths: Vec<Group> = (board.slots(candidate).iter())
            .map(|slot| slot.group)
            .filter(|&group| board.is_truth(group))
            .collect();
        truths.sort_by_key(|truth| !found.truths.contains(truth));
        let cleared = truths.iter().find_map(|&truth| {
            let others = (state.domain(board, truth)).filter(|&other| other != candidate);
            let others: Vec<Candidate> = others.collect();
            let part_of = |part: &Part| Part {
                eliminations: others.clone(),
                ..part.clone()
            };
            let mut parts = found.parts.iter().map(part_of);
            let proved = parts.find_map(|part| prove(position, &part, &found.truths, &[]));
            Some((truth, others, proved?))
        });
        let Some((group, others, proved)) = cleared else {
            let name = board.candidate_name(candidate);
            return Err(refuse(board, name, &found.truths));
        };
        for other in others {
            state.eliminate(board, other);
        }
        steps.extend(proved);
        steps.push(Step::Single { candidate, group });
        state.place(board, candidate);
    }
    Ok(steps)
}

/// The steps that prove what a part of a match takes away: a count of the truths and links as they
/// stand, or of a cover of the truths; what the truths force when a target is assumed; or
/// cases of the truths, where something deadly is known or no count will do.
fn prove(position: &Position, part: &Part, all: &[Group], gone: &[Candidate]) -> Option<Vec<Step>> {
    let (board, state) = (&**position.board(), position.state());
    if part.eliminations.is_empty() {
        return Some(Vec::new());
    }
    if !part.deadly.is_empty() {
        let cases = CaseProof::new(position, &part.truths, &part.deadly);
        return cases.refute_all(&part.eliminations);
    }
    let Part {
        truths,
        links,
        eliminations,
        ..
    } = part;
    // Clauses may speak of a truth twice. Sets that overlap need it twice, as in a loop, which has a link for
    // each truth; others need it once.
    let mut once = truths.clone();
    once.dedup();
    let mut ways: Vec<&[Group]> = vec![&once];
    if once.len() < truths.len() {
        let is_loop = links.len() == truths.len();
        ways.insert(usize::from(!is_loop), truths);
    }
    let covered = (ways.into_iter())
        .find_map(|truths| count_of_pattern(board, state, truths, links, eliminations));
    let counts = covered.or_else(|| {
        let refuted = |&target| {
            let propagation = Propagation::through(board, state, all, target)?;
            count_of_propagation(board, state, &propagation)
        };
        eliminations.iter().map(refuted).collect()
    });
    if let Some(counts) = counts {
        return Some(counts.into_iter().map(Step::Count).collect());
    }
    // Cases must not speak of what other parts have taken.
    let mut left = position.clone();
    gone.iter().for_each(|&candidate| left.eliminate(candidate));
    CaseProof::new(&left, &once, &[])
        .splitting(&part.cases)
        .refute_all(eliminations)
}

/// A truth of the match in which nothing but the candidate is left.
fn forcing_truth(
    board: &Board,
    state: &State,
    truths: &[Group],
    candidate: Candidate,
) -> Option<Group> {
    (truths.iter().copied()).find(|&truth| state.single(board, truth) == Some(candidate))
}

fn refuse(board: &Board, conclusion: String, truths: &[Group]) -> Uncertified {
    let names: Vec<String> = truths.iter().map(|&g| board.group_name(g)).collect();
    Uncertified {
        conclusion,
        truths: names.join(", "),
    }
}
