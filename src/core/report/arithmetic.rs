//! One step of a proof in arithmetic, so that a person can verify it by hand.
//!
//! The text lists the truths, the links, the weight of each candidate, and why the target is
//! eliminated. It shows the arithmetic only. The checker gives the verdict.

mod rows;
mod words;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::BufRead;
use std::ops::Range;

use words::{list, push_removed};

use crate::grid::{Board, Candidate, Group};
use crate::proof::{
    Annotation, Claim, Count, DeadlySet, EliminationReason, Header, ProofItem, ProofReader,
    ReadError, Replay, Step, TermSet, TruthReason,
};

/// The deadly sets defined so far, by number.
type DeadlySets = BTreeMap<u8, DeadlySet>;

/// One step of an accepted proof in arithmetic. Steps count from 1, and the claim is the last.
pub fn explain(proof: impl BufRead, wanted: u64) -> Result<String, ReadError> {
    let steps = explain_some(proof, wanted..wanted.saturating_add(1))?;
    Ok(steps.into_iter().next_back().unwrap_or_default())
}

/// Some steps of an accepted proof in arithmetic, one text each. If the range extends beyond the
/// claim, the claim is the last.
pub fn explain_some(proof: impl BufRead, wanted: Range<u64>) -> Result<Vec<String>, ReadError> {
    let mut reader = ProofReader::start(proof)?;
    let mut explainer = Explainer::start(reader.header());
    let mut explained = Vec::new();
    while explainer.replay.steps() + 1 < wanted.end {
        match reader.next_item()? {
            ProofItem::Step(note, step) => {
                if explainer.replay.steps() + 1 >= wanted.start {
                    explained.push(explainer.explain(note.as_ref(), &step));
                }
                explainer.take(&step);
            }
            ProofItem::Claim(claim) => {
                explained.push(explain_claim(&explainer.replay, &claim));
                break;
            }
        }
    }
    Ok(explained)
}

/// Follows an accepted proof and tracks the live candidates and the reasons for the others.
pub struct Explainer {
    replay: Replay,
    sets: DeadlySets,
}

impl Explainer {
    /// The beginning of a proof.
    pub fn start(header: &Header) -> Explainer {
        Explainer {
            replay: Replay::start(header),
            sets: DeadlySets::new(),
        }
    }

    /// The current state of the proof.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The next step in arithmetic.
    pub fn explain(&self, note: Option<&Annotation>, step: &Step) -> String {
        explain_step(&self.replay, &self.sets, note, step)
    }

    /// Applies the next step.
    pub fn take(&mut self, step: &Step) {
        // In an accepted proof, every refuted candidate was supposed before.
        let _ = self.replay.apply(step);
        if let Step::Deadly(set) = step {
            self.sets.insert(set.name, set.clone());
        }
    }
}

/// A step in arithmetic.
fn explain_step(
    before: &Replay,
    sets: &DeadlySets,
    note: Option<&Annotation>,
    step: &Step,
) -> String {
    let board = before.board();
    let mut text = format!("step {}: {}\n", before.steps() + 1, step.to_text(board));
    if let Some(note) = note.filter(|note| !note.sentence.is_empty()) {
        let _ = writeln!(text, "{}", note.sentence);
    }
    if before.depth() > 0 {
        let supposed = before.supposed().map(|c| board.candidate_name(c));
        let _ = writeln!(text, "supposed here: {}", list(supposed));
    }
    text.push('\n');
    match step {
        Step::Count(count) => push_count(&mut text, before, sets, count),
        Step::Single { candidate, group } => {
            push_group(&mut text, before, *group, Some(*candidate));
            let name = board.candidate_name(*candidate);
            let group = board.group_name(*group);
            let _ = writeln!(
                text,
                "One candidate of {group} is true, and only {name} is left. So {name}."
            );
            push_removed(&mut text, before, step);
        }
        Step::Suppose(candidate) => {
            let name = board.candidate_name(*candidate);
            let _ = writeln!(
                text,
                "From here to the matching `refuted`, {name} is taken as true."
            );
            push_removed(&mut text, before, step);
        }
        Step::Refuted(group) => {
            push_group(&mut text, before, *group, None);
            let group = board.group_name(*group);
            let _ = writeln!(text, "One candidate of {group} is true, but none is left.");
            if let Some(supposed) = before.supposed().last() {
                let (name, out) = (
                    board.candidate_name(supposed),
                    board.elimination_name(supposed),
                );
                let _ = writeln!(text, "So {name}, which was supposed last, is wrong: {out}.");
            }
        }
        Step::Deadly(set) => push_deadly(&mut text, board, set),
        Step::Row(step) => rows::push(&mut text, before, step),
    }
    text
}

/// The claim as text.
fn explain_claim(before: &Replay, claim: &Claim) -> String {
    let board = before.board();
    let mut text = format!("step {}: the claim\n\n", before.steps() + 1);
    match claim {
        Claim::Unique(_) => {
            let _ = writeln!(
                text,
                "Every cell has one candidate left, and these make a solution. All others were shown to be \
                 false, so there is no other."
            );
        }
        Claim::None(group) => {
            push_group(&mut text, before, *group, None);
            let group = board.group_name(*group);
            let _ = writeln!(
                text,
                "One candidate of {group} is true, but none is left. So there is no solution."
            );
        }
        Claim::NoFilling(items) => {
            rows::push_fillings(&mut text, before, items);
            let _ = writeln!(text, "So there is no solution.");
        }
        Claim::Many(..) => {
            let _ = writeln!(
                text,
                "Both grids fill every row, column and box, keep to the puzzle, and differ."
            );
        }
        Claim::Open => {
            let _ = writeln!(text, "Nothing is claimed but the steps themselves.");
        }
    }
    text
}

/// A set of a count: its members, its multiplier, and how many of the members can be true.
struct CountedSet {
    name: String,
    members: Vec<Candidate>,
    times: i64,
    most: i64,
}

fn taken(before: &Replay, sets: &DeadlySets, count: &Count) -> (Vec<CountedSet>, Vec<CountedSet>) {
    let board = before.board();
    let (mut truths, mut links) = (Vec::new(), Vec::new());
    for term in &count.terms {
        let (name, members, most) = match term.set {
            TermSet::Group(group) => (board.group_name(group), board.members(group).to_vec(), 1),
            TermSet::Deadly(number) => {
                let members = sets.get(&number).map_or(Vec::new(), |set| set.set.clone());
                let most = members.len() as i64 - 1;
                (format!("d{number}"), members, most)
            }
        };
        let list = if term.multiplier > 0 {
            &mut truths
        } else {
            &mut links
        };
        list.push(CountedSet {
            name,
            members,
            times: i64::from(term.multiplier).abs(),
            most,
        });
    }
    (truths, links)
}

fn push_count(text: &mut String, before: &Replay, sets: &DeadlySets, count: &Count) {
    let board = before.board();
    let (truths, links) = taken(before, sets, count);
    let mut weights: BTreeMap<Candidate, (i64, i64)> = BTreeMap::new();
    for (sets, is_link, title) in [
        (
            &truths,
            false,
            "Truths: of each of these, at least one candidate is true.",
        ),
        (
            &links,
            true,
            "Links: of each of these, at most one candidate is true.",
        ),
    ] {
        let _ = writeln!(text, "{title} What is left in them:");
        for set in sets {
            let live = set.members.iter().copied().filter(|&c| before.is_live(c));
            let sign = if is_link { '-' } else { '+' };
            let times = if set.times > 1 {
                format!("{}*", set.times)
            } else {
                String::new()
            };
            let names = list(live.clone().map(|c| board.candidate_name(c)));
            let most = match set.most {
                1 => String::new(),
                most => format!("  (at most {most})"),
            };
            let names = if names.is_empty() {
                "nothing".to_owned()
            } else {
                names
            };
            let _ = writeln!(
                text,
                "  {:<10} {names}{most}",
                format!("{sign}{times}{}", set.name)
            );
            for candidate in live {
                let (in_links, in_truths) = weights.entry(candidate).or_default();
                *(if is_link { in_links } else { in_truths }) += set.times;
            }
        }
    }
    let least: i64 = truths.iter().map(|set| set.times).sum();
    let most: i64 = links.iter().map(|set| set.times * set.most).sum();
    let bound = most - least;
    push_weights(text, before, count, &weights);
    let _ = writeln!(
        text,
        "\nThe links together hold at most {most} true candidates, counted as often as they are taken, and\n\
         the truths at least {least}. So in every solution the numbers on the right, added up over what is\n\
         true, make at most {most} - {least} = {bound}."
    );
    for &target in &count.targets {
        let (in_links, in_truths) = weights.get(&target).copied().unwrap_or_default();
        let (name, out) = (board.candidate_name(target), board.elimination_name(target));
        let _ = writeln!(
            text,
            "If {name} were true, it alone would make {}, and no other number is negative: more than {bound}. So {out}.",
            in_links - in_truths
        );
    }
}

/// The weight of each candidate. Candidates in links only cannot reduce the sum and are not listed.
fn push_weights(
    text: &mut String,
    before: &Replay,
    count: &Count,
    weights: &BTreeMap<Candidate, (i64, i64)>,
) {
    text.push_str("\nHow often each candidate is in links, less how often it is in truths:\n");
    let mut others = 0;
    for (&candidate, &(in_links, in_truths)) in weights {
        let mark = match count.targets.contains(&candidate) {
            true => "to be eliminated",
            false if in_truths == 0 => {
                others += 1;
                continue;
            }
            false => "covered",
        };
        let name = before.board().candidate_name(candidate);
        let weight = in_links - in_truths;
        let _ = writeln!(
            text,
            "  {name:<8} {in_links} - {in_truths} = {weight}   {mark}"
        );
    }
    if others > 0 {
        let _ = writeln!(text, "  and {others} in links only, with numbers above 0");
    }
}

/// The candidates of a group, with the reasons why the others are eliminated.
fn push_group(text: &mut String, before: &Replay, group: Group, but: Option<Candidate>) {
    let board = before.board();
    let _ = writeln!(text, "The candidates of {}:", board.group_name(group));
    for &member in board.members(group) {
        let name = board.candidate_name(member);
        let fate = match before.elimination_reason(member) {
            None if Some(member) == but => "is left".to_owned(),
            None => "is live".to_owned(),
            Some(reason) => fate(before, reason),
        };
        let _ = writeln!(text, "  {name:<8} {fate}");
    }
}

fn fate(before: &Replay, reason: EliminationReason) -> String {
    let board = before.board();
    match reason {
        EliminationReason::Premise => "is not in the state that the proof begins with".to_owned(),
        EliminationReason::Step(step) => format!("was eliminated by step {step}"),
        EliminationReason::Pair { by } => {
            let by = board.candidate_name(by);
            format!("is excluded by {by} and a constraint of the header")
        }
        EliminationReason::Excluded { by, link } => {
            let why = match before.truth_reason(by) {
                Some(TruthReason::Given) => "given".to_owned(),
                Some(TruthReason::Single(step)) => format!("step {step}"),
                Some(TruthReason::Supposed) | None => "supposed".to_owned(),
            };
            let (by, link) = (board.candidate_name(by), board.group_name(link));
            format!("is excluded by {by} ({why}) in {link}")
        }
    }
}

fn push_deadly(text: &mut String, board: &Board, set: &DeadlySet) {
    let names =
        |candidates: &[Candidate]| list(candidates.iter().map(|&c| board.candidate_name(c)));
    let title = format!("d{}:", set.name);
    let _ = writeln!(text, "{title:<10}{}", names(&set.set));
    let _ = writeln!(text, "exchange: {}\n", names(&set.exchange));
    text.push_str(
        "Both lists fill the same cells. How many of each are in a row, column or box:\n",
    );
    let mut sums: BTreeMap<Group, [usize; 2]> = BTreeMap::new();
    for (i, candidates) in [&set.set, &set.exchange].into_iter().enumerate() {
        for slot in candidates.iter().flat_map(|&c| &board.slots(c)[1..]) {
            sums.entry(slot.group).or_default()[i] += 1;
        }
    }
    for (group, [mine, other]) in sums {
        let _ = writeln!(text, "  {:<5} {mine} and {other}", board.group_name(group));
    }
    let _ = writeln!(
        text,
        "So a solution with all of d{0} stays one when they are exchanged, and there were two. The puzzle\n\
         is assumed to have one: at most {1} of the {2} candidates of d{0} are true.",
        set.name,
        set.set.len().saturating_sub(1),
        set.set.len()
    );
}
