//! The steps: each is read, judged on the live candidates, and done.

use crate::board::{Board, Candidate, Row, number, position};
use crate::check::Checker;
use crate::deadly::need_deadly_name;
use crate::rules::{Definition, Role, is_rule, need_name};
use crate::sentences::{Decline, Reason, need, quote};
use crate::verdict::Stop;
use std::borrow::Cow;

const MAX_DEPTH: usize = 10_000;
const MAX_STEP_MULTIPLIER: usize = 1_000_000;
const MAX_WEIGHT: u64 = 10_000_000;

/// A term of a count: its multiplier, positive for a link and negative for a truth, the bound that
/// it uses, and its members with their weights, none if all are 1.
type Term<'a> = (i64, i64, Cow<'a, [Candidate]>, &'a [i64]);

/// Adds a(x) of each candidate x that is live to its weight and gives K; none if a sum does not
/// fit.
fn add_up(terms: &[Term], live: impl Fn(Candidate) -> bool, weights: &mut [i64]) -> Option<i64> {
    let mut bound: i64 = 0;
    for (multiplier, most, members, own) in terms {
        bound = bound.checked_add(multiplier.checked_mul(*most)?)?;
        // Of a group, which has no weights of its own, none is paired.
        for (x, own) in members.iter().zip(*own).filter(|(x, _)| live(**x)) {
            let weight = &mut weights[x.index()];
            *weight = weight.checked_add(multiplier.checked_mul(*own)?)?;
        }
        let plain = if own.is_empty() { &members[..] } else { &[] };
        for x in plain.iter().filter(|x| live(**x)) {
            let weight = &mut weights[x.index()];
            *weight = weight.checked_add(*multiplier)?;
        }
    }
    Some(bound)
}

/// What a word of the file names.
pub(crate) enum Named<'a> {
    Cell(usize),
    Row(&'a Row),
    Line(&'a Definition),
}

impl<'a> Named<'a> {
    pub fn row(&self, board: &'a Board) -> Option<&'a Row> {
        match *self {
            Named::Cell(cell) => Some(board.row(board.groups(board.candidate_at(cell, 0))[0])),
            Named::Row(row) => Some(row),
            Named::Line(definition) => definition.row.as_ref(),
        }
    }

    /// The row, if a fill uses it as a truth.
    pub fn truth(&self, board: &'a Board) -> Option<&'a Row> {
        let row = self.row(board).filter(|row| row.is_truth());
        row.filter(|_| !matches!(self, Named::Line(_)))
    }
}

impl Checker<'_> {
    /// Judges and does one step; gives back the candidate that it places.
    pub fn step(&mut self, words: &[&str]) -> Result<Option<Candidate>, Stop> {
        let (word, is_new) = (words[0], self.header.version == 2);
        match *words {
            ["count", ref rest @ ..] => self.count(lists(word, rest)?),
            ["single", candidate, ":", group] => return self.single(candidate, group).map(Some),
            ["suppose", candidate] => self.suppose(candidate),
            ["refuted", ref items @ ..] if self.is_list(items) => self.refuted(items),
            ["deadly", name, ":", ref rest @ ..] => self.deadly(name, lists(word, rest)?),
            ["fill", ref rest @ ..] if is_new => self.fill(lists(word, rest)?),
            ["derive", name, ":", ref terms @ ..] if is_new && !terms.is_empty() => {
                self.derive(name, terms)
            }
            ["cut", name, divisor, ":", ref terms @ ..] if is_new && !terms.is_empty() => {
                self.cut(name, divisor, terms)
            }
            ["single" | "suppose" | "refuted" | "deadly", ..] => {
                Err(Reason::BadForm(quote(word)).into())
            }
            ["derive" | "cut", ..] if is_new => Err(Reason::BadForm(quote(word)).into()),
            ["qed" | "board" | "givens" | "state" | "assume", ..] => {
                Err(Reason::MisplacedHeader(quote(word)).into())
            }
            [word, ..] if is_new && is_rule(word) => {
                Err(Reason::MisplacedHeader(quote(word)).into())
            }
            _ => Err(Reason::UnknownStep(quote(word)).into()),
        }?;
        Ok(None)
    }

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Result<(), Stop> {
        // Not given back where the step is wrong: that ends the checking.
        let mut weights = std::mem::take(&mut self.weights);
        let targets = self.targets(targets)?;
        let terms: Result<Vec<_>, _> = terms.iter().map(|term| self.term(term)).collect();
        let terms = terms?;
        let bound = add_up(&terms, |x| self.live[x.index()], &mut weights);
        let bound = bound.ok_or(Reason::Overflow)?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            return Err(Reason::WeightNotAboveBound(name(x), weight(x), bound).into());
        }
        let held = || terms.iter().flat_map(|term| &*term.2);
        // The one and only target may itself be negative; of several none may be.
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
            // All targets were live before, so one that is dead by now stands twice.
            let live = self.remove(target);
            self.need(live, Reason::TargetRepeated, target)?;
        }
        Ok(())
    }

    /// Reads a sign and a multiplier, which is negative behind `+`.
    #[inline]
    fn multiplier<'t>(&self, term: &'t str) -> Result<(i64, &'t str), Reason> {
        let (sign, rest) = match term.split_at_checked(1) {
            Some(("+", rest)) => (-1, rest),
            Some(("-", rest)) => (1, rest),
            _ => return Err(Reason::BadTerm(quote(term))),
        };
        let Some((multiplier, name)) = rest.split_once('*') else {
            return Ok((sign, rest));
        };
        let bad = || Reason::BadMultiplier(quote(term));
        let multiplier = position(multiplier, MAX_STEP_MULTIPLIER).ok_or_else(bad)?;
        Ok((sign * (multiplier as i64 + 1), name))
    }

    fn term(&self, term: &str) -> Result<Term<'_>, Reason> {
        let (multiplier, name) = self.multiplier(term)?;
        if let Some(group) = self.board.find_group(name) {
            let members = self.board.members(group);
            return Ok((multiplier, 1, Cow::Borrowed(members), &[]));
        }
        if name.starts_with('{') && self.header.version == 2 {
            let members = self.set(term, name, multiplier)?;
            return Ok((multiplier, 1, Cow::Owned(members), &[]));
        }
        let named = if name.starts_with('d') && self.header.version == 1 {
            need(multiplier > 0, || Reason::DeadlyAsTruth(quote(term)))?;
            need_deadly_name(name)?;
            let set = self.names.all.get(name).map(Named::Line);
            set.ok_or_else(|| Reason::DeadlyUndefined(quote(name)))
        } else {
            self.named(name)
        };
        let row = named?.row(self.board);
        let bound = row.and_then(|row| if multiplier > 0 { row.hi } else { row.lo });
        let (row, bound) = row.zip(bound).ok_or_else(|| Reason::NoBound(quote(term)))?;
        Ok((
            multiplier,
            bound,
            Cow::Borrowed(&row.members[..]),
            &row.weights,
        ))
    }

    /// Reads a link that is written out: `{r1c1=67,r2c2=67}`.
    fn set(&self, term: &str, name: &str, multiplier: i64) -> Result<Vec<Candidate>, Reason> {
        let bad = || Reason::BadSet(quote(term));
        let inner = name
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let parts = inner.ok_or_else(bad)?.split(',');
        let parts = parts.map(|part| self.board.candidates_named(part).ok_or_else(bad));
        let mut members = Vec::new();
        for part in parts {
            let part = part?;
            let first = |&x: &Candidate| self.board.cell(x) == self.board.cell(part[0]);
            need(!members.iter().any(first), bad)?;
            members.extend(part);
        }
        let excludes = |(index, &x): (usize, &Candidate)| {
            members[index + 1..]
                .iter()
                .all(|&y| self.board.excludes(x, y))
        };
        let is_link = multiplier > 0 && members.iter().enumerate().all(excludes);
        need(is_link, || Reason::NotALink(quote(term)))?;
        Ok(members)
    }

    /// What a word names: a cell, a digit in a house, and in version 2 whatever the file has
    /// defined.
    pub fn named(&self, word: &str) -> Result<Named<'_>, Reason> {
        if let Some(group) = self.board.find_group(word) {
            let row = self.board.row(group);
            let cell = word
                .starts_with('r')
                .then(|| self.board.cell(row.members[0]));
            return Ok(cell.map_or(Named::Row(row), Named::Cell));
        }
        let known = |name| {
            self.header
                .names
                .all
                .get(name)
                .or_else(|| self.names.all.get(name))
        };
        let find = || {
            let digit = self.board.digit(*word.as_bytes().first()?);
            let Some(digit) = digit else {
                let definition: &Definition = known(word)?;
                let row = definition
                    .row
                    .as_ref()
                    .filter(|_| definition.role == Role::Row);
                return Some(row.map_or(Named::Line(definition), Named::Row));
            };
            let row = known(&word[1..])?.digits.get(digit)?;
            row.as_ref().map(Named::Row)
        };
        let found = find().filter(|_| self.header.version == 2);
        found.ok_or_else(|| Reason::BadGroup(quote(word)))
    }

    fn single(&mut self, candidate: &str, group: &str) -> Result<Candidate, Stop> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let row = self
            .named(group)?
            .row(self.board)
            .filter(|row| row.is_truth());
        let row = row.ok_or_else(|| Reason::NotATruth(quote(group)))?;
        let inside = row.weight(candidate) == 1;
        self.need(inside, Reason::SingleOutside, candidate)?;
        self.empty(&row.members, Some(candidate), Reason::SingleNotAlone)?;
        self.take(candidate);
        Ok(candidate)
    }

    fn derive(&mut self, name: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let equation = |term: &&str| {
            let (multiplier, name) = self.multiplier(term)?;
            let row = self
                .named(name)?
                .row(self.board)
                .filter(|row| row.lo == row.hi);
            let both = row.and_then(|row| Some((row, row.lo?)));
            let (row, bound) = both.ok_or_else(|| Reason::NotEquation(quote(term)))?;
            Ok((
                multiplier,
                bound,
                Cow::Borrowed(&row.members[..]),
                &row.weights[..],
            ))
        };
        let terms: Result<Vec<Term>, Reason> = terms.iter().map(equation).collect();
        let mut weights = vec![0; self.board.candidates()];
        // It adds links and subtracts truths, so the sum has the other sign.
        let bound = add_up(&terms?, |_| true, &mut weights).ok_or(Reason::Overflow)?;
        self.define(
            name,
            &weights,
            |weight| -weight,
            (Some(-bound), Some(-bound)),
        )
    }

    fn cut(&mut self, name: &str, divisor: &str, terms: &[&str]) -> Result<(), Stop> {
        self.need_free(name)?;
        let divisor = number(divisor).filter(|it| (2..=MAX_STEP_MULTIPLIER).contains(it));
        let divisor = divisor.ok_or_else(|| Reason::BadDivisor(quote(name)))? as i64;
        let terms: Result<Vec<_>, _> = terms.iter().map(|term| self.term(term)).collect();
        let mut weights = vec![0; self.board.candidates()];
        let bound = add_up(&terms?, |x| self.live[x.index()], &mut weights);
        let bound = bound.ok_or(Reason::Overflow)?.div_euclid(divisor);
        // The divisor is positive: this rounds down.
        self.define(
            name,
            &weights,
            |weight| weight.div_euclid(divisor),
            (None, Some(bound)),
        )?;
        self.cuts.push(name.to_string());
        Ok(())
    }

    /// Defines a row by the weights of all candidates, each changed in the same way.
    fn define(
        &mut self,
        name: &str,
        weights: &[i64],
        change: impl Fn(i64) -> i64,
        (lo, hi): (Option<i64>, Option<i64>),
    ) -> Result<(), Stop> {
        let cells = self.board.n() * self.board.n();
        let all = (0..cells).flat_map(|cell| (0..self.board.n()).map(move |digit| (cell, digit)));
        let weights = all.map(|(cell, digit)| {
            let x = self.board.candidate_at(cell, digit);
            (x, change(weights[x.index()]))
        });
        let row = Row::new(weights.collect(), lo, hi);
        let fits = |it: &i64| it.unsigned_abs() <= MAX_WEIGHT;
        if !row.weights.iter().chain(&row.lo).chain(&row.hi).all(fits) {
            return Err(Decline::Limit.into());
        }
        self.names.grow(row.members.len())?;
        self.names
            .all
            .insert(name.to_string(), Definition::of_row(row, Role::Row));
        Ok(())
    }

    /// A name that a step defines must be of the right form, and free.
    pub fn need_free(&self, name: &str) -> Result<(), Reason> {
        need_name(self.board, name)?;
        let known = [&self.header.names, &self.names].map(|names| names.all.contains_key(name));
        need(known == [false, false], || Reason::NameTaken(quote(name)))
    }

    fn suppose(&mut self, candidate: &str) -> Result<(), Stop> {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        need(self.open.len() < MAX_DEPTH, || Reason::SupposeTooDeep)?;
        self.open
            .push((candidate, self.trail.len(), self.cuts.len()));
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

/// The words before and after the first colon; there must be some on both sides.
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
