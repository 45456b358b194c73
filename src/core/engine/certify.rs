//! Certificates of matches.
//!
//! From the truths of a rule's clauses, its deadly sets and its conclusion, this makes the steps of
//! a proof. The author of a rule provides no certificate. If the truths do not imply the
//! conclusion, the rule is unsound or the engine is wrong, and the step is not taken.

use thiserror::Error;

use super::capacities;
use super::cases::CaseProof;
use super::fillings;
use super::templates;
use crate::grid::{Board, Candidate, Group, State};
use crate::matcher::{Match, Part, Position};
use crate::proof::{Step, count_of_pattern, count_of_propagation};
use crate::propagate::Propagation;

/// A match whose conclusion does not follow from its truths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{conclusion} does not follow from {truths}")]
pub struct Uncertified {
    /// The conclusion.
    pub conclusion: String,
    /// The truths that should imply the conclusion.
    pub truths: String,
}

impl Uncertified {
    /// The error for eliminations that do not follow, or that follow only if the solution is
    /// unique.
    pub fn eliminations(board: &Board, gone: &[Candidate], truths: &[Group]) -> Uncertified {
        let names: Vec<String> = gone.iter().map(|&c| board.elimination_name(c)).collect();
        refuse(board, names.join(", "), truths)
    }
}

/// The steps that prove the conclusions of a match.
pub fn certify(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let (board, state) = (&**position.board(), position.state());
    let mut steps = Vec::new();
    if found.parts.iter().any(|part| part.by_templates) {
        let proved = templates::prove(position, found);
        return proved
            .ok_or_else(|| Uncertified::eliminations(board, &found.eliminations, &found.truths));
    }
    if found
        .parts
        .iter()
        .any(|part| !part.capacities.cells.is_empty())
    {
        let proved = capacities::prove(position, found);
        return proved
            .ok_or_else(|| Uncertified::eliminations(board, &found.eliminations, &found.truths));
    }
    if (found.parts.iter()).any(|part| !part.fillings.names.is_empty()) {
        return Ok(fillings::steps(found));
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

/// The steps that place the only remaining candidate of a derived truth. If several candidates
/// remain, there are no steps, but the derived truth must still be right.
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

/// The steps that prove the eliminations of a match on a board with derived truths, which are
/// replaced by their origins.
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
        // Later cases must not use the candidates eliminated here.
        for &gone in &part.eliminations {
            position.eliminate(gone);
        }
    }
    Ok(steps)
}

/// The steps that prove placements of candidates that are not yet the only ones of a truth. The
/// other candidates of a truth are eliminated first. If a pair holds 1 and 2 and a third cell of
/// the house has 1, 2 and 3, placing 3 there needs the eliminations of the pair.
fn clear_and_place(position: &Position, found: &Match) -> Result<Vec<Step>, Uncertified> {
    let (board, mut state) = (&**position.board(), position.state().clone());
    for &gone in &found.eliminations {
        state.eliminate(board, gone);
    }
    let mut steps = Vec::new();
    for &candidate in &found.placements {
        // Truths of the rule are preferred.
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

/// The steps that prove the eliminations of a part of a match. The first attempts are a count of
/// the truths and links, a count of a cover of the truths, and a propagation from a target. If
/// there is a deadly set, or no count suffices, the steps are cases of the truths.
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
    // Each truth is tried with weight two and with weight one. Overlapping sets, as in a loop with
    // a link for each truth, need weight two.
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
    // Cases must not use candidates that other parts have eliminated.
    let mut left = position.clone();
    gone.iter().for_each(|&candidate| left.eliminate(candidate));
    CaseProof::new(&left, &once, &[])
        .splitting(&part.cases)
        .refute_all(eliminations)
}

/// A truth of the match in which only the candidate is left.
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
