//! Counts made from patterns and propagations.
//!
//! [`count_of_pattern`] finds links that cover the truths of a pattern. [`count_of_propagation`]
//! folds a chain of singles that empties a truth into one count, and [`count_of_deadly`] one that
//! completes a deadly set. Every count has been checked with [`Count::holds`].

use super::cover::cover;
use super::model::{Count, DeadlySet, Term, TermSet, Weights};
use crate::grid::{Board, Candidate, Group, GroupKind, State};
use crate::propagate::{ForcedLiteral, Propagation};

/// Counts that eliminate the targets, made of the given truths.
///
/// `links` are those that the pattern names. If they cover the truths, one count serves all targets
/// (a loop), or all targets that share one of two exchangeable links. The other targets get a count
/// each: a link through the target is free, and fewer links than truths must cover the rest. `None`
/// if some target has no such count.
pub fn count_of_pattern(
    board: &Board,
    state: &State,
    truths: &[Group],
    links: &[Group],
    targets: &[Candidate],
) -> Option<Vec<Count>> {
    let mut counts = Vec::new();
    let mut left = targets.to_vec();
    let plain: Vec<Term> = (truths.iter().map(|&g| Term::truth(g, 1)))
        .chain(links.iter().map(|&g| Term::link(g, 1)))
        .collect();
    // Truths without links prove nothing.
    if !links.is_empty() {
        take_proved(board, state, plain.clone(), &mut left, &mut counts);
    }
    if truths.len() == links.len() {
        exchange_a_link(board, state, &plain, &mut left, &mut counts);
    }
    while let Some(&target) = left.first() {
        let before = left.len();
        // A chain needs all its links. For a fish, there may be several choices.
        if let Some(terms) = cover_truths(board, state, truths, links, target) {
            take_proved(board, state, terms, &mut left, &mut counts);
        }
        if left.len() == before && !links.is_empty() {
            let terms = cover_truths(board, state, truths, &[], target)?;
            take_proved(board, state, terms, &mut left, &mut counts);
        }
        if left.len() == before {
            return None;
        }
    }
    Some(counts)
}

/// Moves the targets that the terms prove from `left` into a separate count.
fn exchange_a_link(
    board: &Board,
    state: &State,
    terms: &[Term],
    left: &mut Vec<Candidate>,
    counts: &mut Vec<Count>,
) {
    for target in left.clone() {
        if !left.contains(&target) {
            continue;
        }
        let links = (0..terms.len()).filter(|&i| terms[i].multiplier < 0);
        let exchanged = links.flat_map(|i| {
            board.slots(target).iter().map(move |slot| {
                let mut terms = terms.to_vec();
                terms[i] = Term::link(slot.group, 1);
                let targets = vec![target];
                Count { targets, terms }
            })
        });
        if let Some(count) = { exchanged }.find(|count| count.holds(board, state)) {
            take_proved(board, state, count.terms, left, counts);
        }
    }
}

/// Moves the targets that the terms prove from `left` into a separate count.
fn take_proved(
    board: &Board,
    state: &State,
    terms: Vec<Term>,
    left: &mut Vec<Candidate>,
    counts: &mut Vec<Count>,
) {
    let mut count = Count {
        targets: Vec::new(),
        terms: merged(terms),
    };
    let Some(weights) = Weights::of(&count.terms, board, state, &[]) else {
        return;
    };
    left.retain(|&target| {
        let proved = weights.prove(board, state, &[target]);
        if proved {
            count.targets.push(target);
        }
        !proved
    });
    if !count.targets.is_empty() {
        counts.push(count);
    }
}

/// The terms with equal sets merged.
fn merged(mut terms: Vec<Term>) -> Vec<Term> {
    terms.sort_by_key(|t| (t.multiplier < 0, t.set));
    terms.dedup_by(|next, kept| {
        let same = next.set == kept.set && (next.multiplier < 0) == (kept.multiplier < 0);
        if same {
            kept.multiplier += next.multiplier;
        }
        same
    });
    terms
}

/// Links that, with the truths and the given links, eliminate the target.
///
/// A link through the target adds one to both its weight and the bound, so it is free. If d truths
/// contain the target, at most (truths - d - 1) other links are allowed.
fn cover_truths(
    board: &Board,
    state: &State,
    truths: &[Group],
    given: &[Group],
    target: Candidate,
) -> Option<Vec<Term>> {
    let mut demand: Vec<(Candidate, i32)> = Vec::new();
    let terms =
        (truths.iter().map(|&truth| (truth, 1))).chain(given.iter().map(|&link| (link, -1)));
    for (group, sign) in terms {
        for candidate in state.domain(board, group) {
            match demand.iter_mut().find(|(c, _)| *c == candidate) {
                Some((_, times)) => *times += sign,
                None => demand.push((candidate, sign)),
            }
        }
    }
    demand.retain(|(_, times)| *times > 0);
    let is_in = |candidate: Candidate, group: Group| {
        let slots = board.all_slots(candidate).iter();
        slots.map(|slot| slot.group).any(|own| own == group)
    };
    let holds_target = |group: &&Group| is_in(target, **group);
    let on_target = truths.iter().filter(holds_target).count();
    let spent = given.len() - given.iter().filter(holds_target).count();
    let budget = truths.len().checked_sub(on_target + spent + 1)?;
    let mut terms: Vec<Term> = (truths.iter().map(|&g| Term::truth(g, 1)))
        .chain(given.iter().map(|&g| Term::link(g, 1)))
        .collect();
    let through: Vec<(usize, Group)> = (board.slots(target).iter())
        .map(|slot| {
            let covered = demand.iter().filter(|(c, _)| is_in(*c, slot.group));
            (covered.count(), slot.group)
        })
        .collect();
    let mut free: Vec<(Group, i32)> = Vec::new();
    demand.retain(|&(candidate, times)| {
        // Of two links between the same candidates, the one that covers more is better: the count
        // is shorter and valid for more targets.
        let shared = (through.iter().rev())
            .filter(|(_, group)| candidate != target && is_in(candidate, *group))
            .max_by_key(|(covered, _)| covered);
        if let Some(&(_, group)) = shared {
            let taken = free.iter_mut().find(|(link, _)| *link == group);
            match taken {
                // One link covers all its candidates. Its multiplier is the largest need of a
                // candidate.
                Some((_, most)) => *most = times.max(*most),
                None => free.push((group, times)),
            }
            return false;
        }
        candidate != target
    });
    terms.extend(free.iter().map(|&(group, times)| Term::link(group, times)));
    let of_cells = |g: &Group| matches!(board.group_kind(*g), GroupKind::Cell(_));
    let chosen = cover(board, &demand, budget, truths.iter().all(of_cells))?;
    terms.extend(chosen.into_iter().map(|g| Term::link(g, 1)));
    Some(terms)
}

/// Folds a propagation into one count, from the empty truth backwards. Every candidate of a truth
/// is covered by a link to an earlier literal that excludes it. A literal with m links has its own
/// truth taken m times. `None` if no earlier literal excludes some candidate, or the multipliers
/// grow too large.
pub fn count_of_propagation<L: ForcedLiteral>(
    board: &Board,
    state: &State,
    propagation: &Propagation<L>,
) -> Option<Count> {
    let mut fold = Fold::new(board, state, propagation.target, &propagation.forced);
    fold.take(propagation.forced.len(), propagation.empty, 1)?;
    fold.finish(&[])
}

/// Folds a propagation that forces all candidates of a deadly set into one count.
pub fn count_of_deadly(
    board: &Board,
    state: &State,
    target: Candidate,
    forced: &[(Candidate, Group)],
    deadly: &DeadlySet,
) -> Option<Count> {
    let mut fold = Fold::new(board, state, target, forced);
    fold.terms.push(Term {
        set: TermSet::Deadly(deadly.name),
        multiplier: -1,
    });
    for candidate in &deadly.set {
        fold.weights[candidate.index()] += 1;
    }
    fold.finish(std::slice::from_ref(deadly))
}

/// A count under construction.
struct Fold<'a, L> {
    board: &'a Board,
    state: &'a State,
    target: Candidate,
    /// The literals in the order of propagation, with their truths.
    forced: &'a [(L, Group)],
    weights: Vec<i64>,
    terms: Vec<Term>,
}

impl<'a, L: ForcedLiteral> Fold<'a, L> {
    fn new(
        board: &'a Board,
        state: &'a State,
        target: Candidate,
        forced: &'a [(L, Group)],
    ) -> Fold<'a, L> {
        Fold {
            board,
            state,
            target,
            forced,
            weights: vec![0; board.candidate_count()],
            terms: Vec::new(),
        }
    }

    fn add(&mut self, group: Group, times: i64) -> Option<()> {
        let multiplier = i32::try_from(times).ok()?;
        if multiplier.abs() > 1_000_000 {
            return None;
        }
        for candidate in self.state.domain(self.board, group) {
            self.weights[candidate.index()] -= times;
        }
        self.terms.push(Term {
            set: TermSet::Group(group),
            multiplier,
        });
        Some(())
    }

    /// Takes a truth `times` times, and covers its candidates by links to the target and the first
    /// `earlier` literals.
    fn take(&mut self, earlier: usize, truth: Group, times: i64) -> Option<()> {
        self.add(truth, times)?;
        loop {
            let uncovered = |c: &Candidate| self.weights[c.index()] < 0;
            let Some(needy) = self.state.domain(self.board, truth).find(uncovered) else {
                return Some(());
            };
            let link = self.best_link(earlier, truth, needy)?;
            let missing = -self.weights[needy.index()];
            self.add(link, -missing)?;
        }
    }

    /// Takes the truth of each literal, from the last literal on, once per use.
    fn finish(mut self, deadly: &[DeadlySet]) -> Option<Count> {
        for (i, (literal, truth)) in self.forced.iter().enumerate().rev() {
            // A link to a group covers all its members.
            let weights = literal.members().iter().map(|c| self.weights[c.index()]);
            let times = weights.min().unwrap_or(0);
            if times > 0 {
                self.take(i, *truth, times)?;
            }
        }
        let count = Count {
            targets: vec![self.target],
            terms: merged(self.terms),
        };
        count
            .holds_with(self.board, self.state, deadly)
            .then_some(count)
    }
    /// The link from an earlier literal to a candidate of a truth that also covers most of the
    /// truth's other uncovered candidates. Ties go to the earliest literal, to keep chains short.
    fn best_link(&self, earlier: usize, truth: Group, needy: Candidate) -> Option<Group> {
        let board = self.board;
        let mut best: Option<(usize, Group)> = None;
        for slot in board.slots(needy) {
            let members = board.members(slot.group);
            let excludes =
                |literal: &[Candidate]| literal.iter().all(|c| *c != needy && members.contains(c));
            let mut literals = self.forced[..earlier].iter();
            let is_link = excludes(self.target.members())
                || literals.any(|(literal, _)| excludes(literal.members()));
            if slot.group == truth || !is_link {
                continue;
            }
            let covered = (self.state.domain(board, truth))
                .filter(|c| self.weights[c.index()] < 0 && members.contains(c))
                .count();
            if best.is_none_or(|(most, _)| covered > most) {
                best = Some((covered, slot.group));
            }
        }
        best.map(|(_, group)| group)
    }
}
