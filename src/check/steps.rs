//! The steps: each is read, checked against the live candidates, and applied.

use crate::board::{Candidate, Definition, Role, Row, number, position};
use crate::check::Checker;
use crate::names::need_deadly_name;
use crate::rules::is_rule;
use crate::sentences::{Decline, Reason, quote};
use crate::verdict::{Judged, Need};
use std::borrow::Cow;

const MAX_DEPTH: usize = 10_000;
const MAX_STEP_MULTIPLIER: usize = 1_000_000;
const MAX_WEIGHT: u64 = 10_000_000;

/// A term of a count: its multiplier (positive for a link, negative for a truth), the bound that it
/// uses, and its row.
type Term<'a> = (i64, i64, Cow<'a, Row>);

impl Checker {
    /// For each candidate the sum a(x) of its weights if it belongs to the set, otherwise 0; and
    /// the sum K of the bounds. `None` if a sum overflows.
    fn add_up(&self, terms: &[Term], set: &[bool]) -> Option<(Vec<i64>, i64)> {
        let (mut weights, mut bound) = (vec![0_i64; self.board.candidates()], 0_i64);
        for (multiplier, most, row) in terms {
            bound = bound.checked_add(multiplier.checked_mul(*most)?)?;
            for &(x, own) in row.weights.iter().filter(|(x, _)| set[x.index()]) {
                let weight = &mut weights[x.index()];
                *weight = weight.checked_add(multiplier.checked_mul(own)?)?;
            }
        }
        Some((weights, bound))
    }

    /// Checks and applies one step. Returns the candidate that it places.
    pub fn step(&mut self, words: &[&str]) -> Judged<Option<Candidate>> {
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

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Judged {
        let targets = self.targets(targets)?;
        let terms = self.terms_of(terms, false)?;
        let (weights, bound) = self.add_up(&terms, &self.live).need(|| Reason::Overflow)?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            return Err(Reason::WeightNotAboveBound(name(x), weight(x), bound).into());
        }
        // A single target may itself be negative. If there are several, none may be.
        let members = terms.iter().flat_map(|(_, _, row)| row.members());
        for x in members.filter(|&x| weight(x) < 0) {
            if let Some(&target) = targets.iter().find(|&&target| target != x) {
                return Err(Reason::NegativeWeight(name(target), name(x), weight(x)).into());
            }
        }
        self.eliminate(&targets)
    }

    pub fn targets(&self, words: &[&str]) -> Judged<Vec<Candidate>> {
        let target = |word: &&str| self.live(word, "<>", Reason::TargetNotLive);
        words.iter().map(target).collect()
    }

    /// Reads the terms of a count or cut, or those of a `derive`, which must be equations.
    fn terms_of(&self, words: &[&str], is_derive: bool) -> Judged<Vec<Term<'_>>> {
        let term = |word: &&str| {
            let (sign, rest) = match word.split_at_checked(1) {
                Some(("+", rest)) => (-1, rest),
                Some(("-", rest)) => (1, rest),
                _ => return Err(Reason::BadTerm(quote(word)).into()),
            };
            let (multiplier, name) = match rest.split_once('*') {
                Some((number, name)) => (position(number, MAX_STEP_MULTIPLIER), name),
                None => (Some(0), rest),
            };
            let multiplier = multiplier.need_of(word, Reason::BadMultiplier)? as i64 + 1;
            let row = match name.as_bytes().first() {
                Some(b'{') if self.is_new && !is_derive => Cow::Owned(self.set(word, name, sign)?),
                Some(b'd') if !self.is_new => Cow::Borrowed(self.deadly_set(word, name, sign)?),
                _ => Cow::Borrowed(self.named(name)?.1),
            };
            let bound = if sign > 0 { row.hi } else { row.lo };
            let bound = match is_derive {
                true => bound
                    .filter(|_| row.lo == row.hi)
                    .need_of(word, Reason::NotEquation),
                false => bound.need_of(word, Reason::NoBound),
            }?;
            Ok((sign * multiplier, bound, row))
        };
        words.iter().map(term).collect()
    }

    /// In version 1, the deadly set of a term.
    fn deadly_set(&self, term: &str, name: &str, sign: i64) -> Judged<&Row> {
        (sign > 0).need_of(term, Reason::DeadlyAsTruth)?;
        need_deadly_name(name)?;
        let set = self.names.get(name).map(|it| &it.row);
        set.need_of(name, Reason::DeadlyUndefined)
    }

    /// Reads a link that is given as a list: `{r1c1=67,r2c2=67}`.
    fn set(&self, term: &str, name: &str, sign: i64) -> Judged<Row> {
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
        (sign > 0 && board.is_clique(&members)).need_of(term, Reason::NotALink)?;
        let weights = members.into_iter().map(|x| (x, 1));
        Ok(Row::new(weights, [None, Some(1)]))
    }

    fn single(&mut self, candidate: &str, group: &str) -> Judged<Candidate> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let row = self.named(group)?.1;
        row.is_truth().need_of(group, Reason::NotATruth)?;
        let is_inside = row.weight(candidate) == 1;
        self.need(is_inside, Reason::SingleOutside, candidate)?;
        self.empty(row.members(), Some(candidate), Reason::SingleNotAlone)?;
        self.take(candidate);
        Ok(candidate)
    }

    fn derive(&mut self, name: &str, terms: &[&str]) -> Judged {
        self.need_free(name)?;
        let terms = self.terms_of(terms, true)?;
        let sums = self.add_up(&terms, &vec![true; self.live.len()]);
        let (weights, bound) = sums.need(|| Reason::Overflow)?;
        // The sum adds links and subtracts truths, so its sign is reversed.
        let weights = weights.into_iter().map(|weight| -weight);
        self.define_step(name, row_of(weights, [Some(-bound); 2]), Role::Step)
    }

    fn cut(&mut self, name: &str, divisor: &str, terms: &[&str]) -> Judged {
        self.need_free(name)?;
        let by = number(divisor).filter(|it| (2..=MAX_STEP_MULTIPLIER).contains(it));
        let by = by.need_of(divisor, Reason::BadDivisor)? as i64;
        let terms = self.terms_of(terms, false)?;
        let (weights, bound) = self.add_up(&terms, &self.live).need(|| Reason::Overflow)?;
        // The divisor is positive: this rounds down.
        let weights = weights.into_iter().map(|weight| weight.div_euclid(by));
        let row = row_of(weights, [None, Some(bound.div_euclid(by))]);
        self.define_step(name, row, Role::Step)?;
        let innermost = self.open.last_mut();
        innermost
            .into_iter()
            .for_each(|(_, _, cuts)| cuts.push(name.to_string()));
        Ok(())
    }

    /// Gives the row of a step a name.
    pub fn define_step(&mut self, name: &str, row: Row, role: Role) -> Judged {
        let weights = row.weights.iter().map(|(_, weight)| weight);
        let mut numbers = weights.chain(&row.lo).chain(&row.hi);
        let fits = numbers.all(|it| it.unsigned_abs() <= MAX_WEIGHT);
        fits.need(|| Decline::Limit)?;
        if !self.is_new {
            // In version 1 a name may be redefined.
            self.forget(name);
        }
        self.define(name.to_string(), Definition::of_row(row, role));
        self.end_definition()
    }

    fn suppose(&mut self, candidate: &str) -> Judged {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        (self.open.len() < MAX_DEPTH).need(|| Reason::SupposeTooDeep)?;
        self.open.push((candidate, self.trail.len(), Vec::new()));
        self.take(candidate);
        Ok(())
    }

    fn refuted(&mut self, items: &[&str]) -> Judged {
        self.unfillable(items)?;
        let (candidate, length, cuts) = self.open.pop().need(|| Reason::NoOpenSuppose)?;
        self.trail
            .drain(length..)
            .for_each(|x| self.live[x.index()] = true);
        cuts.iter().for_each(|cut| self.forget(cut));
        self.eliminate(&[candidate])
    }
}

/// The row with these weights, one for each candidate.
fn row_of(weights: impl Iterator<Item = i64>, bounds: [Option<i64>; 2]) -> Row {
    let weights = weights.enumerate();
    Row::new(
        weights.map(|(index, weight)| (Candidate::at(index), weight)),
        bounds,
    )
}

/// The words before and after the first colon. Neither side may be empty.
fn lists<'a>(step: &str, words: &'a [&'a str]) -> Judged<[&'a [&'a str]; 2]> {
    let mut parts = words.splitn(2, |&word| word == ":");
    match [parts.next(), parts.next()] {
        [Some(first @ [_, ..]), Some(second @ [_, ..])] => Ok([first, second]),
        _ => Err(Reason::BadForm(quote(step)).into()),
    }
}

#[cfg(test)]
#[path = "tests/unit/count.rs"]
mod tests;
