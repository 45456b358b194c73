//! The steps: each is read, checked against the live candidates, and applied.

use crate::board::{number, position};
use crate::check::{Checker, deadly_name};
use crate::names::{Definition, is_machine};
use crate::row::{Candidate, Row, Set};
use crate::rules::is_rule;
use crate::verdict::{Judged, Need};
use std::borrow::Cow;
use std::collections::BTreeSet;

const MAX_DEPTH: usize = 10_000;
const MAX_STEP_MULTIPLIER: usize = 1_000_000;
const MAX_WEIGHT: u64 = 10_000_000;

/// A term of a count: its multiplier (positive for a link, negative for a truth), the bound that it
/// uses, and its row.
type Term<'a> = (i64, i64, Cow<'a, Row>);

impl Checker {
    /// For each candidate of a set the sum a(x) of its weights, and 0 for all others; and the sum K
    /// of the bounds. `None` if a sum overflows.
    fn add_up(&self, terms: &[Term], has: impl Fn(Candidate) -> bool) -> Option<(Vec<i64>, i64)> {
        let (mut weights, mut bound) = (vec![0_i64; self.board.candidates()], 0_i64);
        for (multiplier, most, row) in terms {
            bound = bound.checked_add(multiplier.checked_mul(*most)?)?;
            for &(x, own) in row.weights.iter().filter(|(x, _)| has(*x)) {
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
            ["refuted", _, ..] if is_new || words.len() == 2 => self.refuted(&words[1..]),
            ["deadly", name, ":", ref rest @ ..] => self.deadly(name, lists(word, rest)?),
            ["fill", ref rest @ ..] if is_new => self.fill(lists(word, rest)?),
            ["derive", name, ":", _, ..] if is_new => self.combine(name, None, &words[3..]),
            ["cut", name, by, ":", _, ..] if is_new => self.combine(name, Some(by), &words[4..]),
            _ => {
                let code = match word {
                    "single" | "suppose" | "refuted" | "deadly" => "bad-form",
                    "derive" | "cut" if is_new => "bad-form",
                    "qed" | "board" | "givens" | "state" | "assume" => "misplaced-header",
                    _ if is_new && is_rule(word) => "misplaced-header",
                    _ => "unknown-step",
                };
                None.need_of(word, code)
            }
        }?;
        Ok(None)
    }

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Judged {
        let targets = self.targets(targets)?;
        let terms = self.terms(terms, false)?;
        let sums = self.add_up(&terms, |x| self.live.has(x));
        let (weights, bound) = sums.need("overflow")?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            let words = || vec![name(x), weight(x).to_string(), bound.to_string()];
            return None.need_with("weight-not-above-bound", words);
        }
        // A single target may itself be negative. If there are several, none may be.
        let members = terms.iter().flat_map(|(_, _, row)| row.members());
        for x in members.filter(|&x| weight(x) < 0) {
            if let Some(&target) = targets.iter().find(|&&target| target != x) {
                let words = || vec![name(target), weight(x).to_string(), name(x)];
                return None.need_with("negative-weight", words);
            }
        }
        self.eliminate(&targets)
    }

    pub fn targets(&self, words: &[&str]) -> Judged<Vec<Candidate>> {
        let target = |word: &&str| self.live(word, "<>", "target-not-live");
        words.iter().map(target).collect()
    }

    /// Reads the terms of a count or cut, or those of a `derive`, which must be equations.
    fn terms(&self, words: &[&str], is_derive: bool) -> Judged<Vec<Term<'_>>> {
        let term = |word: &&str| {
            let (sign, rest) = match word.split_at_checked(1) {
                Some(("+", rest)) => (-1, rest),
                Some(("-", rest)) => (1, rest),
                _ => return None.need_of(word, "bad-term"),
            };
            let (multiplier, name) = rest.split_once('*').unwrap_or(("1", rest));
            let multiplier = position(multiplier, MAX_STEP_MULTIPLIER);
            let multiplier = multiplier.need_of(word, "bad-multiplier")? as i64 + 1;
            let row = match name.as_bytes().first() {
                Some(b'{') if self.is_new && !is_derive => Cow::Owned(self.set(word, name, sign)?),
                Some(b'd') if !self.is_new => Cow::Borrowed(self.deadly_set(word, name, sign)?),
                _ => Cow::Borrowed(self.named(name)?.1),
            };
            let bound = if sign > 0 { row.hi } else { row.lo };
            let fits = !is_derive || row.lo == row.hi;
            let code = ["no-bound", "not-equation"][usize::from(is_derive)];
            let bound = bound.filter(|_| fits).need_of(word, code)?;
            Ok((sign * multiplier, bound, row))
        };
        words.iter().map(term).collect()
    }

    /// In version 1, the deadly set of a term.
    fn deadly_set(&self, term: &str, name: &str, sign: i64) -> Judged<&Row> {
        (sign > 0).need_of(term, "deadly-as-truth")?;
        deadly_name(name)?;
        let set = self.board.names.get(name);
        Ok(&set.need_of(name, "deadly-undefined")?.row)
    }

    /// Reads a link that is given as a list: `{r1c1=67,r2c2=67}`.
    fn set(&self, term: &str, name: &str, sign: i64) -> Judged<Row> {
        let board = &self.board;
        let inner = name.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let mut members: Vec<Candidate> = Vec::new();
        for part in inner.need_of(term, "bad-set")?.split(',') {
            let part = board.candidates_named(part).need_of(term, "bad-set")?;
            let cell = board.cell(part[0]);
            let is_known = members.iter().any(|&x| board.cell(x) == cell);
            (!is_known).need_of(term, "bad-set")?;
            members.extend(part);
        }
        (sign > 0 && board.is_clique(&members)).need_of(term, "not-a-link")?;
        let weights = members.into_iter().map(|x| (x, 1));
        Ok(Row::new(weights, [None, Some(1)]))
    }

    fn single(&mut self, candidate: &str, group: &str) -> Judged<Candidate> {
        let candidate = self.live(candidate, "=", "single-not-live")?;
        let row = self.named(group)?.1;
        row.is_truth().need_of(group, "not-a-truth")?;
        self.need(row.weight(candidate) == 1, "single-outside", candidate)?;
        self.empty(row, Some(candidate), "single-not-alone")?;
        self.take(candidate);
        Ok(candidate)
    }

    /// A `cut` of the live candidates, with a divisor, or a `derive` of all, without.
    fn combine(&mut self, name: &str, divisor: Option<&str>, terms: &[&str]) -> Judged {
        self.need_free(name)?;
        let by = divisor.map(|word| {
            let by = number(word).filter(|it| (2..=MAX_STEP_MULTIPLIER).contains(it));
            by.need_of(word, "bad-divisor")
        });
        let by = by.transpose()?;
        let terms = self.terms(terms, by.is_none())?;
        let sums = self.add_up(&terms, |x| by.is_none() || self.live.has(x));
        let (weights, bound) = sums.need("overflow")?;
        // The sums add links and subtract truths: those of a `derive` have the opposite sign. The
        // divisor is positive, so the division rounds down.
        let change = |sum: i64| by.map_or(-sum, |by| sum.div_euclid(by as i64));
        let weights = weights.into_iter().map(change).enumerate();
        let weights = weights.filter(|&(_, weight)| weight != 0);
        let weights = weights.map(|(index, weight)| (Candidate::at(index), weight));
        let hi = Some(change(bound));
        let row = Row::new(weights, [hi.filter(|_| by.is_none()), hi]);
        let kind = if by.is_some() { "cut" } else { "derive" };
        self.define_step(kind, name, row)?;
        self.cuts.extend(by.map(|_| name.to_string()));
        Ok(())
    }

    /// Gives the row of a step a name.
    fn define_step(&mut self, kind: &'static str, name: &str, row: Row) -> Judged {
        let numbers = row.weights.iter().map(|(_, weight)| weight);
        let mut numbers = numbers.chain(&row.lo).chain(&row.hi);
        (numbers.all(|it| it.unsigned_abs() <= MAX_WEIGHT)).need("limit")?;
        let mut definition = Definition::default();
        (definition.kind, definition.row) = (kind, row);
        self.define(name, definition)
    }

    /// A set P that cannot be true as a whole if the puzzle has one solution: P could be exchanged
    /// for Q.
    fn deadly(&mut self, name: &str, [p, q]: [&[&str]; 2]) -> Judged {
        let board = &self.board;
        self.assume_unique.need("deadly-not-assumed")?;
        self.need_free(name)?;
        let ((p, cells), (q, cells_of_q)) = (self.list(p)?, self.list(q)?);
        (p != q).need("deadly-equal")?;
        (cells == cells_of_q).need("deadly-cells")?;
        if self.is_new {
            // The candidates of Q must not exclude each other, nor any candidate of other cells
            // that may be true together with P.
            let (mut by_p, mut by_q) = (board.set([]), board.set([]));
            p.iter().for_each(|x| by_p.add(&board.excluded(x)));
            q.iter().for_each(|x| by_q.add(&board.excluded(x)));
            by_q.and(&q).is_empty().need("deadly-exclusion")?;
            let of_cells = cells.iter().flat_map(|&cell| board.cells[cell].members());
            let outside = by_q.minus(&by_p).minus(&board.set(of_cells));
            outside.is_empty().need("deadly-outside")?;
        }
        // The exchange must not lower the sum of a row with a lower bound, nor raise that of a row
        // with an upper bound. The rows of the cells keep their sums.
        for row in self.rules().flat_map(|(_, rule)| rule.rows()) {
            let gain = row.sum(&q) - row.sum(&p);
            let is_kept = (row.lo.is_none() || gain >= 0) && (row.hi.is_none() || gain <= 0);
            is_kept.need("deadly-unbalanced")?;
        }
        for (_, machine) in self.rules().filter(|(_, rule)| is_machine(rule.kind)) {
            let touches = machine.cells.iter().any(|cell| cells.contains(cell));
            (!touches).need("deadly-machine")?;
        }
        q.minus(&self.puzzle)
            .is_empty()
            .need("deadly-not-in-puzzle")?;
        let row = Row::new(
            p.iter().map(|x| (x, 1)),
            [None, Some(cells.len() as i64 - 1)],
        );
        self.define_step("deadly", name, row)
    }

    /// Reads a list of candidates with no cell twice. Returns their cells, too.
    fn list(&self, words: &[&str]) -> Judged<(Set, BTreeSet<usize>)> {
        let read = words.iter().map(|word| self.candidate(word, "="));
        let list: Vec<_> = read.collect::<Judged<_>>()?;
        let cells: BTreeSet<_> = list.iter().map(|&x| self.board.cell(x)).collect();
        (cells.len() == list.len()).need("deadly-repeated")?;
        Ok((self.board.set(list), cells))
    }

    fn suppose(&mut self, candidate: &str) -> Judged {
        let candidate = self.live(candidate, "=", "suppose-not-live")?;
        (self.open.len() < MAX_DEPTH).need("suppose-too-deep")?;
        self.open
            .push((candidate, self.live.clone(), self.cuts.len()));
        self.take(candidate);
        Ok(())
    }

    fn refuted(&mut self, items: &[&str]) -> Judged {
        self.unfillable(items)?;
        let (candidate, live, cuts) = self.open.pop().need("no-open-suppose")?;
        self.live = live;
        let cuts = self.cuts.split_off(cuts);
        cuts.iter().for_each(|cut| self.forget(cut));
        self.eliminate(&[candidate])
    }
}

/// The words before and after the first colon. Neither side may be empty.
fn lists<'a>(step: &str, words: &'a [&'a str]) -> Judged<[&'a [&'a str]; 2]> {
    let colon = words.iter().position(|&word| word == ":");
    let lists = colon.map(|at| [&words[..at], &words[at + 1..]]);
    let lists = lists.filter(|lists| lists.iter().all(|list| !list.is_empty()));
    lists.need_of(step, "bad-form")
}

#[cfg(test)]
#[path = "tests/unit/count.rs"]
mod tests;
