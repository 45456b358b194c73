//! Patterns in which one truth after the other forces a candidate, until one has none left.
//!
//! Takes a pattern of a target, truths and the candidates (or groups) that they force, as whips,
//! braids and mined rules are; gives one match for each target, the first in the order of the
//! truths. There are far too many ways to refute the same target to look at all of them, and one
//! is as good as another.
//!
//! In a whip, each truth also goes on from the candidate just before it: that one excludes a candidate of the
//! truth, which the pattern names.
//!
//! What a candidate excludes is kept as one mask for each group of the board; what a truth has left is
//! its own mask without the masks of those that exclude.

use super::braid::{Braids, Outcome};
use super::cells::{CellSet, HouseSet};
use super::env::{Env, Value};
use crate::grid::{Candidate, Group, GroupKind, bits};
use crate::lang::ir::{Alternative, Conclusion, Condition, Pattern, Sort, Subject, Var};
use crate::lang::vars::subject_vars;
use crate::proof::Propagation as Refutation;

/// A thread, or more truths than this, can be followed in so many ways, all targets together. Where
/// every single has been placed, such whips and braids are found by other means, and this is not needed.
const MOST_TRUTHS: usize = 7;
const MOST_WAYS: u32 = 20_000;

/// How such a pattern is searched for.
#[derive(Clone, Debug)]
pub struct Propagation {
    target: Var,
    clauses: Vec<Forced>,
    /// Variables that must be bound to different things.
    distinct: Vec<(Var, Var)>,
    /// Whether every clause has the target and all earlier candidates to exclude others, so that
    /// steps that do not depend on each other can be taken in any order, unless each has to go on from
    /// the one before.
    symmetric: bool,
    threaded: bool,
}

/// A clause: what is left of a truth is one candidate, or nothing.
#[derive(Clone, Debug)]
struct Forced {
    /// The truth: a variable for a truth or a cell, or for a digit and a house.
    subject: Subject,
    /// The candidate that is left, and whether it may be a group.
    forces: Option<(Var, bool)>,
    /// What excludes the others: 0 for the target, i + 1 for what clause i forces.
    excluders: Vec<usize>,
    /// The candidate of the truth that the literal just before it excludes, if there must be one.
    thread: Option<Var>,
}

/// A kind of propagation through any truths, each with the help of all that was forced before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing else is asked.
    Braid,
    /// Each truth goes on from the literal just before it.
    Whip,
}

impl Propagation {
    /// Reads a pattern as a propagation, if it is one.
    pub fn of(pattern: &Pattern) -> Option<Propagation> {
        let [Conclusion::EliminateCandidate(target)] = *pattern.conclusions.as_slice() else {
            return None;
        };
        let sort = |var: Var| pattern.variables[usize::from(var.0)].sort;
        let plain = |v: &crate::lang::ir::Variable| v.size.is_none() && !v.is_target;
        if sort(target) != Sort::Candidate
            || !pattern.presence.is_empty()
            || !pattern.variables.iter().all(plain)
        {
            return None;
        }
        let mut distinct = Vec::new();
        let mut excludes = Vec::new();
        let mut inside = Vec::new();
        for condition in &pattern.conditions {
            match condition {
                Condition::Distinct(a, b) => distinct.push((*a, *b)),
                Condition::Excludes(a, b) => excludes.push((*a, *b)),
                Condition::In(a, b) => inside.push((*a, *b)),
                _ => return None,
            }
        }
        let mut known = vec![target];
        let mut left: Vec<usize> = (0..pattern.knowledge.len()).collect();
        let mut clauses: Vec<Forced> = Vec::new();
        while !left.is_empty() {
            let ready = |&clause: &usize| forced(pattern, clause, &known).is_some();
            let position = left.iter().position(ready)?;
            let clause = forced(pattern, left.remove(position), &known)?;
            // Only the last truth has nothing left.
            if clause.forces.is_none() != left.is_empty() {
                return None;
            }
            known.extend(clause.forces.map(|(var, _)| var));
            clauses.push(clause);
        }
        if !excludes.is_empty() || !inside.is_empty() {
            thread(&mut clauses, &known, excludes, &inside)?;
        }
        let truths =
            (clauses.iter()).flat_map(|c| subject_vars(&c.subject).into_iter().chain(c.thread));
        let mut all: Vec<Var> = known.iter().copied().chain(truths).collect();
        all.sort_unstable();
        all.dedup();
        if clauses.is_empty() || all.len() != pattern.variables.len() {
            return None;
        }
        let all_earlier = |(i, c): (usize, &Forced)| c.excluders.iter().copied().eq(0..=i);
        Some(Propagation {
            target,
            symmetric: clauses.iter().enumerate().all(all_earlier),
            threaded: clauses.iter().any(|c| c.thread.is_some()),
            clauses,
            distinct,
        })
    }

    /// How many truths it has, if it is a braid or a whip: any truths may force candidates, each with the
    /// help of all that were forced before.
    pub fn length_of_braid(&self) -> Option<(Kind, usize)> {
        let is_plain = |clause: &Forced| {
            let single = clause.forces.is_none_or(|(_, group)| !group);
            single && matches!(clause.subject, Subject::Truth(_))
        };
        let threads: Vec<Var> = self.clauses.iter().filter_map(|c| c.thread).collect();
        let is_thread = |&(a, b): &(Var, Var)| threads.contains(&a) && threads.contains(&b);
        let is_braid = self.symmetric
            && self.distinct.iter().all(is_thread)
            && self.clauses.iter().all(is_plain);
        let kind = match self.threaded {
            true => Kind::Whip,
            false => Kind::Braid,
        };
        is_braid.then_some((kind, self.clauses.len()))
    }

    /// What a braid's variables are bound to by a refutation that is no longer than it.
    pub fn bindings_of_braid(&self, env: &Env<'_>, refutation: &Refutation) -> Option<Vec<Value>> {
        let board = env.position.board();
        let Refutation {
            target,
            forced,
            empty,
        } = refutation;
        // Where the refutation is shorter, the target stands for what is not needed: in its own cell
        // it is all that it leaves over.
        let missing = self.clauses.len().checked_sub(forced.len() + 1)?;
        let filler = (*target, board.cell_group(board.cell_of(*target)));
        let forced = std::iter::repeat_n(&filler, missing).chain(forced);
        let mut values = vec![None; env.variables.len()];
        let mut bind = |var: Var, value: Value| values[usize::from(var.0)] = Some(value);
        bind(self.target, candidates_value(env, &[*target]));
        let mut chain = Vec::new();
        let steps = forced.map(|&(candidate, truth)| (Some(candidate), truth));
        for (clause, (candidate, truth)) in self.clauses.iter().zip(steps.chain([(None, *empty)])) {
            let Subject::Truth(var) = clause.subject else {
                return None;
            };
            bind(var, Value::Truth(truth));
            if let (Some((var, _)), Some(candidate)) = (clause.forces, candidate) {
                bind(var, candidates_value(env, &[candidate]));
            }
            chain.push((truth, candidate));
        }
        if self.threaded {
            let left = lefts(env, *target, &chain)?;
            let threads = self.clauses.iter().filter_map(|c| c.thread);
            threads
                .zip(left)
                .for_each(|(var, left)| bind(var, candidates_value(env, &[left])));
        }
        values.into_iter().collect()
    }

    /// Calls `found` with the bindings of one match for each target that has one.
    pub fn run(&self, env: &Env<'_>, mut found: impl FnMut(&Env<'_>)) {
        let position = env.position;
        let board = position.board();
        let open = |g: &Group| board.is_truth(*g) && !position.is_solved_group(*g);
        let truths: Vec<Group> = board.groups().filter(open).collect();
        // Where a truth is empty from the beginning, everything is refuted by it.
        let sensible = truths.iter().all(|&truth| env.mask(truth) != 0);
        let mut braids =
            (self.braid().filter(|_| sensible)).map(|grouped| Braids::new(env, &truths, grouped));
        let is_long = self.threaded || self.clauses.len() > MOST_TRUTHS;
        let mut ways = if is_long { MOST_WAYS } else { u32::MAX };
        for target in position.state().candidates(board) {
            if position.is_solved(board.cell_of(target)) {
                continue;
            }
            let mut search = Search {
                propagation: self,
                env: env.clone(),
                truths: &truths,
                excluded: Vec::new(),
                known: vec![vec![target]],
                chosen: Vec::new(),
                ways,
            };
            search.bind(self.target, candidates_value(env, &[target]));
            let most = self.clauses.len() - 1;
            match braids.as_mut().map(|b| b.refute(target, most)) {
                Some(Outcome::None) => continue,
                Some(Outcome::Found(forced, emptied))
                    if !self.threaded && search.bind_all(&forced, emptied) =>
                {
                    found(&search.env);
                    continue;
                }
                _ => {}
            }
            search.excluded.push(excluded_by(env, &[target]));
            if search.step(0) {
                found(&search.env);
            }
            ways = search.ways;
        }
    }

    /// Whether everything that was forced excludes in every later clause, and nothing is said of the
    /// truths; then whether what they force may be a group.
    fn braid(&self) -> Option<bool> {
        let any_truth = |c: &Forced| matches!(c.subject, Subject::Truth(_));
        let mut grouped = self.clauses.iter().filter_map(|c| c.forces);
        let same = { grouped.clone() }.all(|(_, g)| grouped.clone().all(|(_, h)| g == h));
        (self.symmetric && same && self.clauses.iter().all(any_truth))
            .then(|| grouped.any(|(_, g)| g))
    }
}

/// A clause whose excluders are all known.
fn forced(pattern: &Pattern, clause: usize, known: &[Var]) -> Option<Forced> {
    let every = &pattern.knowledge[clause];
    if matches!(every.subject, Subject::Overlap(..)) {
        return None;
    }
    let mut forces = None;
    let mut excluders = Vec::new();
    for alternative in &every.alternatives {
        match alternative {
            Alternative::Excludes(var) => {
                excluders.push(known.iter().position(|k| k == var)?);
            }
            Alternative::Candidate(var) if forces.is_none() && !known.contains(var) => {
                let sort = pattern.variables[usize::from(var.0)].sort;
                forces = Some((*var, sort == Sort::Group));
            }
            _ => return None,
        }
    }
    excluders.sort_unstable();
    excluders.dedup();
    Some(Forced {
        subject: every.subject.clone(),
        forces,
        excluders,
        thread: None,
    })
}

/// Finds for each clause the candidate of its truth that the literal just before it excludes; `None`
/// if the conditions say anything else.
fn thread(
    clauses: &mut [Forced],
    known: &[Var],
    mut excludes: Vec<(Var, Var)>,
    inside: &[(Var, Var)],
) -> Option<()> {
    for (clause, before) in clauses.iter_mut().zip(known) {
        let Subject::Truth(truth) = clause.subject else {
            return None;
        };
        let (left, _) = *inside.iter().find(|(_, b)| *b == truth)?;
        let link = |&(a, b): &(Var, Var)| (a, b) == (*before, left) || (b, a) == (*before, left);
        excludes.swap_remove(excludes.iter().position(link)?);
        clause.thread = Some(left).filter(|left| !known.contains(left));
    }
    let all = clauses.iter().all(|c| c.thread.is_some());
    (all && excludes.is_empty() && inside.len() == clauses.len()).then_some(())
}

/// For each truth of a whip, with what it forces, a candidate that the literal before it excludes, each
/// of them another.
fn lefts(
    env: &Env<'_>,
    target: Candidate,
    chain: &[(Group, Option<Candidate>)],
) -> Option<Vec<Candidate>> {
    fn choose(options: &[Vec<Candidate>], chosen: &mut Vec<Candidate>) -> bool {
        let Some(next) = options.get(chosen.len()) else {
            return true;
        };
        next.iter().any(|&left| {
            if chosen.contains(&left) {
                return false;
            }
            chosen.push(left);
            let done = choose(options, chosen);
            if !done {
                chosen.pop();
            }
            done
        })
    }
    let literals = std::iter::once(target).chain(chain.iter().filter_map(|(_, literal)| *literal));
    let options =
        (chain.iter().zip(literals)).map(|(&(truth, _), before)| left_linking(env, truth, before));
    let options: Vec<Vec<Candidate>> = options.collect();
    let mut chosen = Vec::new();
    choose(&options, &mut chosen).then_some(chosen)
}

/// The live candidates of a truth that a literal excludes.
fn left_linking(env: &Env<'_>, truth: Group, literal: Candidate) -> Vec<Candidate> {
    let board = env.position.board();
    let members = board.members(truth);
    let live = bits(env.mask(truth)).map(|i| members[i]);
    live.filter(|&c| c != literal && board.shared_group(c, literal).is_some())
        .collect()
}

/// For each group, the candidates that all of these exclude.
fn excluded_by(env: &Env<'_>, candidates: &[Candidate]) -> Vec<u32> {
    let board = env.position.board();
    let mut all: Option<Vec<u32>> = None;
    for &candidate in candidates {
        let mut masks = vec![0; board.group_count()];
        for slot in board.slots(candidate) {
            for &other in board.members(slot.group) {
                if other != candidate {
                    for place in board.slots(other) {
                        masks[place.group.index()] |= place.bit;
                    }
                }
            }
        }
        all = Some(match all {
            None => masks,
            Some(before) => before.iter().zip(&masks).map(|(a, b)| a & b).collect(),
        });
    }
    all.unwrap_or_default()
}

fn candidates_value(env: &Env<'_>, candidates: &[Candidate]) -> Value {
    let board = env.position.board();
    let cells: CellSet = candidates.iter().map(|&c| board.cell_of(c)).collect();
    Value::Candidates(board.digit_of(candidates[0]), cells)
}

struct Search<'a> {
    propagation: &'a Propagation,
    env: Env<'a>,
    truths: &'a [Group],
    /// What the target and each forced candidate exclude.
    excluded: Vec<Vec<u32>>,
    /// The target and what was forced.
    known: Vec<Vec<Candidate>>,
    /// The truths of the clauses so far.
    chosen: Vec<Group>,
    /// How many more ways may be tried.
    ways: u32,
}

impl Search<'_> {
    fn bind(&mut self, var: Var, value: Value) {
        self.env.values[usize::from(var.0)] = Some(value);
    }

    /// What a truth has left when these exclude.
    fn left(&self, truth: Group, excluders: &[usize]) -> u32 {
        let excluded = |&x: &usize| self.excluded[x][truth.index()];
        let gone = excluders
            .iter()
            .map(excluded)
            .fold(0, |sum, mask| sum | mask);
        self.env.mask(truth) & !gone
    }

    /// Binds everything to a way that was found; whether it fits.
    fn bind_all(&mut self, forced: &[(Vec<Candidate>, Group)], emptied: Group) -> bool {
        let before = self.env.values.clone();
        let truths = forced.iter().map(|(_, truth)| *truth).chain([emptied]);
        let clauses = self.propagation.clauses.iter().zip(truths);
        let fits = { clauses }.enumerate().all(|(i, (clause, truth))| {
            let value = forced
                .get(i)
                .map(|(candidates, _)| candidates_value(&self.env, candidates));
            let fits = match (clause.forces, value) {
                (Some((var, _)), Some(value)) => {
                    let fits = self.fits(var, value);
                    self.bind(var, value);
                    fits
                }
                (forces, _) => forces.is_none(),
            };
            self.bind_subject(&clause.subject, truth) && fits
        });
        if !fits {
            self.env.values = before;
        }
        fits
    }

    /// Goes on from a clause; whether that leads to a match, with everything bound.
    fn step(&mut self, depth: usize) -> bool {
        let Some(ways) = self.ways.checked_sub(1) else {
            return false;
        };
        self.ways = ways;
        let propagation = self.propagation;
        let clause = &propagation.clauses[depth];
        // Where nothing else is said of a truth, one that forces a candidate is as good as another.
        let any_truth = matches!(clause.subject, Subject::Truth(_)) && !propagation.threaded;
        let mut tried: Vec<Vec<Candidate>> = Vec::new();
        for (truth, thread) in self.ways_on(clause) {
            let left = self.left(truth, &clause.excluders);
            let wanted = match clause.forces {
                None => left == 0,
                Some((_, true)) => true,
                Some((_, false)) => left == 0 || left.is_power_of_two(),
            };
            if !wanted || (clause.forces.is_some() && self.is_out_of_order(depth, truth, left)) {
                continue;
            }
            let before = self.env.values.clone();
            if !self.bind_subject(&clause.subject, truth) || !self.bind_thread(clause, thread) {
                self.env.values = before;
                continue;
            }
            let Some((var, _)) = clause.forces else {
                return true;
            };
            for forced in self.forced(truth, left) {
                let value = candidates_value(&self.env, &forced);
                // The target may stand for a candidate that is not needed; others are no news.
                let known = propagation.symmetric
                    && !propagation.threaded
                    && self.known[1..].contains(&forced);
                let again = any_truth && tried.contains(&forced);
                if known || again || !self.fits(var, value) {
                    continue;
                }
                tried.push(forced.clone());
                self.bind(var, value);
                self.excluded.push(excluded_by(&self.env, &forced));
                self.known.push(forced);
                self.chosen.push(truth);
                if self.step(depth + 1) {
                    return true;
                }
                self.excluded.pop();
                self.known.pop();
                self.chosen.pop();
                self.env.values[usize::from(var.0)] = None;
            }
            self.env.values = before;
        }
        false
    }

    /// The truths that may come next, each with the candidate by which it goes on from the literal
    /// before, if it has to.
    fn ways_on(&self, clause: &Forced) -> Vec<(Group, Option<Candidate>)> {
        let mut ways = Vec::new();
        for &truth in self.truths {
            match (clause.thread, self.known.last().map(Vec::as_slice)) {
                (None, _) => ways.push((truth, None)),
                (Some(_), Some([before])) => {
                    let lefts = left_linking(&self.env, truth, *before).into_iter();
                    ways.extend(lefts.map(|left| (truth, Some(left))));
                }
                _ => {}
            }
        }
        ways
    }

    fn bind_thread(&mut self, clause: &Forced, left: Option<Candidate>) -> bool {
        let Some((var, left)) = clause.thread.zip(left) else {
            return clause.thread.is_none();
        };
        let value = candidates_value(&self.env, &[left]);
        let fits = self.fits(var, value);
        self.bind(var, value);
        fits
    }

    /// Binds the variables that stand for a truth, if it is of their sort.
    fn bind_subject(&mut self, subject: &Subject, truth: Group) -> bool {
        let kind = self.env.tables.kind(truth);
        let values = match (subject, kind) {
            (Subject::Truth(var), _) => vec![(*var, Value::Truth(truth))],
            (Subject::Cells(var), GroupKind::Cell(cell)) => {
                vec![(*var, Value::Cells(CellSet::only(cell)))]
            }
            (Subject::Digits(digit, house), GroupKind::House(h, d)) => {
                let kind = self.env.position.board().house(h).kind;
                match self.env.sort(*house) {
                    Sort::House(kinds) if kinds.contains(kind) => vec![
                        (*digit, Value::Digits(1 << d.index())),
                        (*house, Value::Houses(HouseSet::only(h))),
                    ],
                    _ => return false,
                }
            }
            _ => return false,
        };
        values.into_iter().all(|(var, value)| {
            let fits = match self.env.get(var) {
                Some(bound) => *bound == value,
                None => self.fits(var, value),
            };
            self.bind(var, value);
            fits
        })
    }

    /// Whether the step does not need the one before, and should have come first.
    fn is_out_of_order(&self, depth: usize, truth: Group, left: u32) -> bool {
        let Some(&last) = self.chosen.last() else {
            return false;
        };
        let filler = self.known.last() == self.known.first();
        if !self.propagation.symmetric || self.propagation.threaded || filler || truth > last {
            return false;
        }
        let without: Vec<usize> = (0..depth).collect();
        self.left(truth, &without) == left
    }

    /// What a truth forces: the candidate that is left, or groups that hold all that is left. If
    /// nothing is left, then anything: the clause is met whatever its candidate is.
    fn forced(&self, truth: Group, left: u32) -> Vec<Vec<Candidate>> {
        let board = self.env.position.board();
        let position = self.env.position;
        if left == 0 {
            let open = |c: &Candidate| !position.is_solved(board.cell_of(*c));
            let live = position.state().candidates(board).filter(open);
            return live.map(|c| vec![c]).collect();
        }
        let members = board.members(truth);
        let left: Vec<Candidate> = bits(left).map(|i| members[i]).collect();
        if left.len() == 1 {
            return vec![left];
        }
        let digit = board.digit_of(left[0]);
        let mut groups: Vec<Vec<Candidate>> = Vec::new();
        let shared: Vec<Group> = (board.slots(left[0]).iter())
            .map(|slot| slot.group)
            .filter(|&g| matches!(board.group_kind(g), GroupKind::House(..)))
            .filter(|&g| left.iter().all(|c| board.members(g).contains(c)))
            .collect();
        for (i, &a) in shared.iter().enumerate() {
            for &b in &shared[i + 1..] {
                let group: Vec<Candidate> = (position.state().domain(board, a))
                    .filter(|c| board.members(b).contains(c) && board.digit_of(*c) == digit)
                    .collect();
                if !groups.contains(&group) {
                    groups.push(group);
                }
            }
        }
        groups
    }

    /// Whether the variable may be bound to this: variables of one list are different.
    fn fits(&self, var: Var, value: Value) -> bool {
        let clash = |other: Var| self.env.get(other) == Some(&value);
        !(self.propagation.distinct.iter())
            .any(|&(a, b)| (a == var && clash(b)) || (b == var && clash(a)))
    }
}
