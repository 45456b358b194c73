//! The steps: each is read, checked against the live candidates, and applied.

use crate::board::{Bounds, Candidate, Row, number, position};
use crate::check::Checker;
use crate::definition::{Definition, Role};
use crate::names::need_deadly_name;
use crate::rules::is_rule;
use crate::sentences::{Decline, Judged, Need, Reason, quote};
use crate::verdict::Stop;
use std::borrow::Cow;

const MAX_DEPTH: usize = 10_000;
const MAX_STEP_MULTIPLIER: usize = 1_000_000;
const MAX_WEIGHT: u64 = 10_000_000;

/// A term of a count: its multiplier (positive for a link, negative for a truth), the bound that it
/// uses, and its row.
type Term<'a> = (i64, i64, Cow<'a, Row>);

/// Reads the name in a term. The flag says whether the term is a link. Returns the row and the
/// bound that it uses.
type ReadRow<'a> = fn(&'a Checker, &str, &str, bool) -> Judged<(Cow<'a, Row>, i64)>;

/// Adds a(x) of each live candidate x to its weight and returns K. `None` if a sum overflows.
fn add_up(terms: &[Term], live: &[bool], weights: &mut [i64]) -> Option<i64> {
    let mut bound: i64 = 0;
    for (multiplier, most, row) in terms {
        bound = bound.checked_add(multiplier.checked_mul(*most)?)?;
        let members = row.members.iter().enumerate();
        for (index, x) in members.filter(|(_, x)| live[x.index()]) {
            let more = match row.weights.get(index) {
                Some(own) => multiplier.checked_mul(*own)?,
                None => *multiplier,
            };
            let weight = &mut weights[x.index()];
            *weight = weight.checked_add(more)?;
        }
    }
    Some(bound)
}

impl Checker {
    /// Checks and applies one step. Returns the candidate that it places.
    pub fn step(&mut self, words: &[&str]) -> Result<Option<Candidate>, Stop> {
        let (word, is_new) = (words[0], self.is_new);
        match *words {
            ["count", ref rest @ ..] => self.count(lists(word, rest)?),
            ["single", candidate, ":", group] => return self.single(candidate, group).map(Some),
            ["suppose", candidate] => self.suppose(candidate),
            ["refuted", ref items @ ..] if self.is_list(items) => self.refuted(items),
            ["deadly", name, ":", ref rest @ ..] => self.deadly(name, lists(word, rest)?),
            ["fill", ref rest @ ..] if is_new => self.fill(lists(word, rest)?),
            ["derive", name, ":", _, ..] if is_new => self.derive(name, &words[3..]),
            ["cut", name, divisor, ":", _, ..] if is_new => self.cut(name, divisor, &words[4..]),
            _ => {
                let reason = match word {
                    "single" | "suppose" | "refuted" | "deadly" => Reason::BadForm,
                    "derive" | "cut" if is_new => Reason::BadForm,
                    "qed" | "board" | "givens" | "state" | "assume" => Reason::MisplacedHeader,
                    _ if is_new && is_rule(word) => Reason::MisplacedHeader,
                    _ => Reason::UnknownStep,
                };
                Err(reason(quote(word)).into())
            }
        }?;
        Ok(None)
    }

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Result<(), Stop> {
        // A wrong step does not return the buffer, because it ends the check.
        let mut weights = std::mem::take(&mut self.weights);
        let targets = self.targets(targets)?;
        let terms = self.terms_of(terms, Self::row)?;
        let bound = add_up(&terms, &self.live, &mut weights);
        let bound = bound.need(|| Reason::Overflow)?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            return Err(Reason::WeightNotAboveBound(name(x), weight(x), bound).into());
        }
        let held = || terms.iter().flat_map(|(_, _, row)| &row.members);
        // A single target may itself be negative. If there are several, none may be.
        for &x in held().filter(|&&x| weight(x) < 0) {
            if let Some(&target) = targets.iter().find(|&&target| target != x) {
                return Err(Reason::NegativeWeight(name(target), name(x), weight(x)).into());
            }
        }
        held().for_each(|x| weights[x.index()] = 0);
        drop(terms);
        self.weights = weights;
        Ok(self.eliminate(&targets)?)
    }

    pub fn targets(&self, words: &[&str]) -> Judged<Vec<Candidate>> {
        let target = |word: &&str| self.live(word, "<>", Reason::TargetNotLive);
        words.iter().map(target).collect()
    }

    pub fn eliminate(&mut self, targets: &[Candidate]) -> Judged {
        for &target in targets {
            // All targets were live before the step, so a dead one is listed twice.
            let live = self.remove(target);
            self.need(live, Reason::TargetRepeated, target)?;
        }
        Ok(())
    }

    /// Reads terms. `row` reads their rows and bounds.
    fn terms_of<'a>(&'a self, words: &[&str], row: ReadRow<'a>) -> Result<Vec<Term<'a>>, Reason> {
        let term = |word: &&str| {
            let (sign, rest) = match word.split_at_checked(1) {
                Some(("+", rest)) => (-1, rest),
                Some(("-", rest)) => (1, rest),
                _ => return Err(Reason::BadTerm(quote(word))),
            };
            let (multiplier, name) = match rest.split_once('*') {
                Some((number, name)) => (position(number, MAX_STEP_MULTIPLIER), name),
                None => (Some(0), rest),
            };
            let multiplier = multiplier.need_of(word, Reason::BadMultiplier)? as i64 + 1;
            let (row, bound) = row(self, word, name, sign > 0)?;
            Ok((sign * multiplier, bound, row))
        };
        words.iter().map(term).collect()
    }

    /// The row of a term of a `count` or `cut`, and the bound that it needs.
    fn row(&self, term: &str, name: &str, is_link: bool) -> Judged<(Cow<'_, Row>, i64)> {
        if name.starts_with('{') && self.is_new {
            return Ok((Cow::Owned(self.set(term, name, is_link)?), 1));
        }
        let row = if name.starts_with('d') && !self.is_new {
            is_link.need_of(term, Reason::DeadlyAsTruth)?;
            need_deadly_name(name)?;
            let set = self.names.get(name);
            &set.need_of(name, Reason::DeadlyUndefined)?.row
        } else {
            self.named(name)?.1
        };
        let bound = if is_link { row.hi } else { row.lo };
        Ok((Cow::Borrowed(row), bound.need_of(term, Reason::NoBound)?))
    }

    /// The row of a term of a `derive`, and its bound: it must be an equation.
    fn equation(&self, term: &str, name: &str, _: bool) -> Judged<(Cow<'_, Row>, i64)> {
        let row = self.named(name)?.1;
        let bound = row.lo.filter(|_| row.lo == row.hi);
        let bound = bound.need_of(term, Reason::NotEquation)?;
        Ok((Cow::Borrowed(row), bound))
    }

    /// Reads a link that is given as a list: `{r1c1=67,r2c2=67}`.
    fn set(&self, term: &str, name: &str, is_link: bool) -> Judged<Row> {
        let board = &self.board;
        let inner = name.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let mut members: Vec<Candidate> = Vec::new();
        for part in inner.need_of(term, Reason::BadSet)?.split(',') {
            let part = board.candidates_named(part).need_of(term, Reason::BadSet)?;
            let cell = board.cell(part[0]);
            let is_known = members.iter().any(|&x| board.cell(x) == cell);
            (!is_known).need_of(term, Reason::BadSet)?;
            members.extend(part);
        }
        (is_link && board.is_clique(&members)).need_of(term, Reason::NotALink)?;
        let weights = members.into_iter().map(|x| (x, 1));
        Ok(Row::new(weights, [None, Some(1)]))
    }

    /// The meaning of a word, and its row: a cell, a digit in a house, and in version 2 any name
    /// that the file has defined.
    pub fn named(&self, word: &str) -> Judged<(Role, &Row)> {
        if let Some(group) = self.board.find_group(word) {
            let is_cell = word.starts_with('r');
            let role = if is_cell { Role::Cell } else { Role::Row };
            return Ok((role, self.board.row(group)));
        }
        let named = self.names.get(word).filter(|_| self.is_new);
        let named = named.need_of(word, Reason::BadGroup)?;
        Ok((named.role, &named.row))
    }

    fn single(&mut self, candidate: &str, group: &str) -> Result<Candidate, Stop> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let row = self.named(group)?.1;
        row.is_truth().need_of(group, Reason::NotATruth)?;
        let is_inside = row.weight(candidate) == 1;
        self.need(is_inside, Reason::SingleOutside, candidate)?;
        self.empty(&row.members, Some(candidate), Reason::SingleNotAlone)?;
        self.take(candidate);
        Ok(candidate)
    }

    fn derive(&mut self, name: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let terms = self.terms_of(terms, Self::equation)?;
        let (all, mut weights) = (vec![true; self.live.len()], vec![0; self.live.len()]);
        let bound = add_up(&terms, &all, &mut weights).need(|| Reason::Overflow)?;
        // The sum adds links and subtracts truths, so its sign is reversed.
        let weights = weights.into_iter().map(|weight| -weight);
        let row = self.weighted(weights, [Some(-bound); 2]);
        self.define_step(name, row, Role::Step)
    }

    fn cut(&mut self, name: &str, divisor: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let by = number(divisor).filter(|it| (2..=MAX_STEP_MULTIPLIER).contains(it));
        let by = by.need_of(divisor, Reason::BadDivisor)? as i64;
        let terms = self.terms_of(terms, Self::row)?;
        let mut weights = vec![0; self.live.len()];
        let bound = add_up(&terms, &self.live, &mut weights);
        let bound = bound.need(|| Reason::Overflow)?;
        // The divisor is positive: this rounds down.
        let bounds = [None, Some(bound.div_euclid(by))];
        let weights = weights.into_iter().map(|weight| weight.div_euclid(by));
        let row = self.weighted(weights, bounds);
        self.define_step(name, row, Role::Step)?;
        self.cuts.push(name.to_string());
        Ok(())
    }

    /// The row with these weights, one for each candidate.
    fn weighted(&self, weights: impl Iterator<Item = i64>, bounds: Bounds) -> Row {
        let cells = 0..self.board.n() * self.board.n();
        let all = cells.flat_map(|cell| self.board.cell_candidates(cell));
        Row::new(all.copied().zip(weights), bounds)
    }

    /// Gives the row of a step a name.
    pub fn define_step(&mut self, name: &str, row: Row, role: Role) -> Result<(), Stop> {
        let mut numbers = row.weights.iter().chain(&row.lo).chain(&row.hi);
        let fits = numbers.all(|it| it.unsigned_abs() <= MAX_WEIGHT);
        fits.then_some(()).ok_or(Decline::Limit)?;
        if !self.is_new {
            // In version 1 a name may be redefined.
            self.forget(name);
        }
        self.grow(1)?;
        Ok(self.define(name.to_string(), Definition::of_row(row, role))?)
    }

    fn suppose(&mut self, candidate: &str) -> Result<(), Stop> {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        (self.open.len() < MAX_DEPTH).need(|| Reason::SupposeTooDeep)?;
        let (trail, cuts) = (self.trail.len(), self.cuts.len());
        self.open.push((candidate, trail, cuts));
        self.take(candidate);
        Ok(())
    }

    fn refuted(&mut self, items: &[&str]) -> Result<(), Stop> {
        self.unfillable(items)?;
        let (candidate, length, cuts) = self.open.pop().need(|| Reason::NoOpenSuppose)?;
        for removed in self.trail.drain(length..) {
            self.live[removed.index()] = true;
        }
        for cut in self.cuts.split_off(cuts) {
            self.forget(&cut);
        }
        self.remove(candidate);
        Ok(())
    }
}

/// The words before and after the first colon. Neither side may be empty.
fn lists<'a>(step: &str, words: &'a [&'a str]) -> Judged<[&'a [&'a str]; 2]> {
    let mut parts = words.splitn(2, |&word| word == ":");
    match [parts.next(), parts.next()] {
        [Some(first @ [_, ..]), Some(second @ [_, ..])] => Ok([first, second]),
        _ => Err(Reason::BadForm(quote(step))),
    }
}

#[cfg(test)]
#[path = "tests/unit/count.rs"]
mod tests;
