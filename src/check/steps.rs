//! The steps: each is read, checked against the live candidates, and applied.

use crate::board::{Candidate, Row, number, position};
use crate::check::Checker;
use crate::names::{Definition, Role};
use crate::rules::is_rule;
use crate::sentences::{Decline, Need, Reason, quote};
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
type ReadRow<'a> = fn(&'a Checker, &str, &str, bool) -> Result<(Cow<'a, Row>, i64), Reason>;

/// Adds a(x) of each live candidate x to its weight and returns K. `None` if a sum overflows.
fn add_up(terms: &[Term], live: impl Fn(Candidate) -> bool, weights: &mut [i64]) -> Option<i64> {
    let mut bound: i64 = 0;
    for (multiplier, most, row) in terms {
        bound = bound.checked_add(multiplier.checked_mul(*most)?)?;
        for (index, &x) in row.members.iter().enumerate().filter(|(_, x)| live(**x)) {
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

/// The meaning of a word in a step: a row, a header line or a deadly set, or both.
#[derive(Clone, Copy, Default)]
pub(crate) struct Named<'a> {
    pub row: Option<&'a Row>,
    pub line: Option<&'a Definition>,
    /// The cell, if the word names one.
    pub cell: Option<usize>,
}

impl<'a> Named<'a> {
    /// The row, if a fill uses it as a truth.
    pub fn truth(self) -> Option<&'a Row> {
        let row = self.row.filter(|_| self.line.is_none());
        row.filter(|row| row.is_truth())
    }
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
            _ => Err(match word {
                "single" | "suppose" | "refuted" | "deadly" => Reason::BadForm(quote(word)),
                "derive" | "cut" if is_new => Reason::BadForm(quote(word)),
                "qed" | "board" | "givens" | "state" | "assume" => {
                    Reason::MisplacedHeader(quote(word))
                }
                _ if is_new && is_rule(word) => Reason::MisplacedHeader(quote(word)),
                _ => Reason::UnknownStep(quote(word)),
            }
            .into()),
        }?;
        Ok(None)
    }

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Result<(), Stop> {
        // A wrong step does not return the buffer, because it ends the check.
        let mut weights = std::mem::take(&mut self.weights);
        let targets = self.targets(targets)?;
        let terms = self.terms(terms, Self::row)?;
        let bound = add_up(&terms, |x| self.live[x.index()], &mut weights);
        let bound = bound.ok_or(Reason::Overflow)?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            return Err(Reason::WeightNotAboveBound(name(x), weight(x), bound).into());
        }
        let held = || terms.iter().flat_map(|term| &term.2.members);
        // A single target may itself be negative. If there are several, none may be.
        let mut negative = held().filter(|&&x| weight(x) < 0);
        let with_target = |&x| Some((x, *targets.iter().find(|&&target| target != x)?));
        if let Some((x, target)) = negative.find_map(with_target) {
            return Err(Reason::NegativeWeight(name(target), name(x), weight(x)).into());
        }
        held().for_each(|x| weights[x.index()] = 0);
        drop(terms);
        self.weights = weights;
        Ok(self.eliminate(&targets)?)
    }

    pub fn targets(&self, words: &[&str]) -> Result<Vec<Candidate>, Reason> {
        let target = |word: &&str| self.live(word, "<>", Reason::TargetNotLive);
        words.iter().map(target).collect()
    }

    pub fn eliminate(&mut self, targets: &[Candidate]) -> Result<(), Reason> {
        for &target in targets {
            // All targets were live before the step, so a dead one is listed twice.
            let live = self.remove(target);
            self.need(live, Reason::TargetRepeated, target)?;
        }
        Ok(())
    }

    /// Reads terms. `row` reads their rows and bounds.
    fn terms<'a>(&'a self, words: &[&str], row: ReadRow<'a>) -> Result<Vec<Term<'a>>, Reason> {
        let term = |word: &&str| {
            let (sign, rest) = match word.split_at_checked(1) {
                Some(("+", rest)) => (-1, rest),
                Some(("-", rest)) => (1, rest),
                _ => return Err(Reason::BadTerm(quote(word))),
            };
            let (multiplier, name) = match rest.split_once('*') {
                None => (1, rest),
                Some((multiplier, name)) => {
                    let multiplier = position(multiplier, MAX_STEP_MULTIPLIER);
                    (multiplier.need_of(word, Reason::BadMultiplier)? as i64 + 1, name)
                }
            };
            let (row, bound) = row(self, word, name, sign > 0)?;
            Ok((sign * multiplier, bound, row))
        };
        words.iter().map(term).collect()
    }

    /// The row of a term of a `count` or `cut`, and the bound that it needs.
    fn row(&self, term: &str, name: &str, is_link: bool) -> Result<(Cow<'_, Row>, i64), Reason> {
        if let Some(group) = self.board.find_group(name) {
            return Ok((Cow::Borrowed(self.board.row(group)), 1));
        }
        if name.starts_with('{') && self.is_new {
            return Ok((Cow::Owned(self.set(term, name, is_link)?), 1));
        }
        let row = if name.starts_with('d') && !self.is_new {
            is_link.need_of(term, Reason::DeadlyAsTruth)?;
            need_deadly_name(name)?;
            let set = self.names.all.get(name);
            set.need_of(name, Reason::DeadlyUndefined)?.row.as_ref()
        } else {
            self.named(name)?.row
        };
        let bound = row.and_then(|row| if is_link { row.hi } else { row.lo });
        let (row, bound) = row.zip(bound).need_of(term, Reason::NoBound)?;
        Ok((Cow::Borrowed(row), bound))
    }

    /// The row of a term of a `derive`, and its bound: it must be an equation.
    fn equation(&self, term: &str, name: &str, _: bool) -> Result<(Cow<'_, Row>, i64), Reason> {
        let row = self.named(name)?.row.filter(|row| row.lo == row.hi);
        let both = row.and_then(|row| Some((Cow::Borrowed(row), row.lo?)));
        both.need_of(term, Reason::NotEquation)
    }

    /// Reads a link that is given as a list: `{r1c1=67,r2c2=67}`.
    fn set(&self, term: &str, name: &str, is_link: bool) -> Result<Row, Reason> {
        let board = &self.board;
        let inner = name.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let mut members: Vec<Candidate> = Vec::new();
        for part in inner.need_of(term, Reason::BadSet)?.split(',') {
            let part = board.candidates_named(part).need_of(term, Reason::BadSet)?;
            let is_known = members.iter().any(|&x| board.cell(x) == board.cell(part[0]));
            (!is_known).need_of(term, Reason::BadSet)?;
            members.extend(part);
        }
        let mut pairs = members.iter().flat_map(|&x| members.iter().map(move |&y| (x, y)));
        let excludes = pairs.all(|(x, y)| x == y || board.excludes(x, y));
        (is_link && excludes).need_of(term, Reason::NotALink)?;
        let weights = members.into_iter().map(|x| (x, 1));
        Ok(Row::new(weights.collect(), [None, Some(1)]))
    }

    /// The meaning of a word: a cell, a digit in a house, and in version 2 any name that the file
    /// has defined.
    pub fn named(&self, word: &str) -> Result<Named<'_>, Reason> {
        let (board, names) = (&self.board, &self.names.all);
        if let Some(group) = board.find_group(word) {
            let row = Some(board.row(group));
            let cell = word.starts_with('r').then_some(group.0);
            return Ok(Named { row, cell, line: None });
        }
        let line = names.get(word).filter(|_| self.is_new);
        let line = line.need_of(word, Reason::BadGroup)?;
        Ok(Named { row: line.row.as_ref(), line: (!line.is_row()).then_some(line), cell: None })
    }

    fn single(&mut self, candidate: &str, group: &str) -> Result<Candidate, Stop> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let row = self.named(group)?.row.filter(|row| row.is_truth());
        let row = row.need_of(group, Reason::NotATruth)?;
        let inside = row.weight(candidate) == 1;
        self.need(inside, Reason::SingleOutside, candidate)?;
        self.empty(&row.members, Some(candidate), Reason::SingleNotAlone)?;
        self.take(candidate);
        Ok(candidate)
    }

    fn derive(&mut self, name: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let terms = self.terms(terms, Self::equation)?;
        let mut weights = vec![0; self.live.len()];
        let bound = add_up(&terms, |_| true, &mut weights).ok_or(Reason::Overflow)?;
        // The sum adds links and subtracts truths, so its sign is reversed.
        weights.iter_mut().for_each(|weight| *weight = -*weight);
        let row = self.weighted(&weights, [Some(-bound); 2]);
        self.define(name, row, Role::Step)
    }

    fn cut(&mut self, name: &str, divisor: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let by = number(divisor).filter(|it| (2..=MAX_STEP_MULTIPLIER).contains(it));
        let by = by.need_of(divisor, Reason::BadDivisor)? as i64;
        let terms = self.terms(terms, Self::row)?;
        let mut weights = vec![0; self.live.len()];
        let bound = add_up(&terms, |x| self.live[x.index()], &mut weights);
        // The divisor is positive: this rounds down.
        let bound = bound.ok_or(Reason::Overflow)?.div_euclid(by);
        weights.iter_mut().for_each(|weight| *weight = weight.div_euclid(by));
        let row = self.weighted(&weights, [None, Some(bound)]);
        self.define(name, row, Role::Step)?;
        self.cuts.push(name.to_string());
        Ok(())
    }

    /// The row with these weights, one for each candidate.
    fn weighted(&self, weights: &[i64], bounds: [Option<i64>; 2]) -> Row {
        let cells = 0..self.board.n() * self.board.n();
        let all = cells.flat_map(|cell| self.board.cell_candidates(cell));
        Row::new(all.copied().zip(weights.iter().copied()).collect(), bounds)
    }

    /// Gives a row a name.
    pub fn define(&mut self, name: &str, row: Row, role: Role) -> Result<(), Stop> {
        let fits = |it: &i64| it.unsigned_abs() <= MAX_WEIGHT;
        if !row.weights.iter().chain(&row.lo).chain(&row.hi).all(fits) {
            return Err(Decline::Limit.into());
        }
        if !self.is_new {
            // In version 1 a name may be redefined.
            self.names.forget(name);
        }
        self.names.grow(1)?;
        self.names.define(name.to_string(), row, role)
    }

    /// A name that a step defines must be well formed and unused.
    pub fn need_free(&self, name: &str) -> Result<(), Reason> {
        match self.is_new {
            true => self.names.need_free(&self.board, name),
            false => need_deadly_name(name),
        }
    }

    fn suppose(&mut self, candidate: &str) -> Result<(), Stop> {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        (self.open.len() < MAX_DEPTH).need(|| Reason::SupposeTooDeep)?;
        let lengths = (self.trail.len(), self.cuts.len());
        self.open.push((candidate, lengths.0, lengths.1));
        self.take(candidate);
        Ok(())
    }

    fn refuted(&mut self, items: &[&str]) -> Result<(), Stop> {
        self.unfillable(items)?;
        let (candidate, length, cuts) = self.open.pop().ok_or(Reason::NoOpenSuppose)?;
        for removed in self.trail.drain(length..) {
            self.live[removed.index()] = true;
        }
        for cut in self.cuts.drain(cuts..) {
            self.names.forget(&cut);
        }
        self.remove(candidate);
        Ok(())
    }
}

/// In version 1 a deadly set has a name from d1 to d99.
fn need_deadly_name(name: &str) -> Result<(), Reason> {
    let number = name.strip_prefix('d');
    let index = number.and_then(|number| position(number, 99));
    index.is_some().need_of(name, Reason::DeadlyName)
}

/// The words before and after the first colon. Neither side may be empty.
fn lists<'a>(step: &str, words: &'a [&'a str]) -> Result<[&'a [&'a str]; 2], Reason> {
    let mut parts = words.splitn(2, |&word| word == ":");
    match [parts.next(), parts.next()] {
        [Some(first @ [_, ..]), Some(second @ [_, ..])] => Ok([first, second]),
        _ => Err(Reason::BadForm(quote(step))),
    }
}

#[cfg(test)]
#[path = "tests/unit/count.rs"]
mod tests;
