//! The steps: each is read, judged on the live candidates, and done.

use crate::board::{Candidate, position};
use crate::check::Checker;
use crate::sentences::{Reason, need, quote};

const MAX_DEPTH: usize = 10_000;
const MAX_MULTIPLIER: usize = 1_000_000;

/// A term of a count: its set, its multiplier, and how many of the set can be true. The multiplier is positive
/// for a link, negative for a truth.
type Term<'a> = (&'a [Candidate], i64, i64);

/// Adds a(x) of each live candidate x to its weight and gives K; none if a sum does not fit.
fn add_up(terms: &[Term], live: &[bool], weights: &mut [i64]) -> Option<i64> {
    let mut bound: i64 = 0;
    for &(set, multiplier, most) in terms {
        bound = bound.checked_add(multiplier.checked_mul(most)?)?;
        for x in set.iter().filter(|x| live[x.index()]) {
            let weight = &mut weights[x.index()];
            *weight = weight.checked_add(multiplier)?;
        }
    }
    Some(bound)
}

impl Checker<'_> {
    /// Judges and does one step; gives back the candidate that it places.
    pub fn step(&mut self, words: &[&str]) -> Result<Option<Candidate>, Reason> {
        let word = words[0];
        match *words {
            ["count", ref rest @ ..] => self.count(lists(word, rest)?),
            ["single", candidate, ":", group] => return self.single(candidate, group).map(Some),
            ["suppose", candidate] => self.suppose(candidate),
            ["refuted", group] => self.refuted(group),
            ["deadly", name, ":", ref rest @ ..] => self.deadly(name, lists(word, rest)?),
            ["single" | "suppose" | "refuted" | "deadly", ..] => Err(Reason::BadForm(quote(word))),
            ["qed" | "board" | "givens" | "state" | "assume", ..] => {
                Err(Reason::MisplacedHeader(quote(word)))
            }
            _ => Err(Reason::UnknownStep(quote(word))),
        }?;
        Ok(None)
    }

    fn count(&mut self, [targets, terms]: [&[&str]; 2]) -> Result<(), Reason> {
        // Not given back where the step is wrong: that ends the checking.
        let mut weights = std::mem::take(&mut self.weights);
        let target = |word: &&str| self.live(word, "<>", Reason::TargetNotLive);
        let targets: Result<Vec<_>, _> = targets.iter().map(target).collect();
        let terms: Result<Vec<_>, _> = terms.iter().map(|term| self.term(term)).collect();
        let (targets, terms) = (targets?, terms?);
        let bound = add_up(&terms, &self.live, &mut weights).ok_or(Reason::Overflow)?;
        let (name, weight) = (|x| self.board.name(x), |x: Candidate| weights[x.index()]);
        if let Some(&x) = targets.iter().find(|&&x| weight(x) <= bound) {
            return Err(Reason::WeightNotAboveBound(name(x), weight(x), bound));
        }
        let held = || terms.iter().flat_map(|term| term.0);
        // The one and only target may itself be negative; of several none may be.
        let mut negative = held().filter(|&&x| weight(x) < 0);
        let with_target = |&x| Some((x, *targets.iter().find(|&&target| target != x)?));
        if let Some((x, target)) = negative.find_map(with_target) {
            return Err(Reason::NegativeWeight(name(target), name(x), weight(x)));
        }
        held().for_each(|x| weights[x.index()] = 0);
        self.weights = weights;
        for target in targets {
            // All targets were live above, so one that is dead by now stands twice.
            let live = self.remove(target);
            self.need(live, Reason::TargetRepeated, target)?;
        }
        Ok(())
    }

    fn term(&self, term: &str) -> Result<Term<'_>, Reason> {
        let (sign, rest) = match term.split_at_checked(1) {
            Some(("+", rest)) => (-1, rest),
            Some(("-", rest)) => (1, rest),
            _ => return Err(Reason::BadTerm(quote(term))),
        };
        let (multiplier, name) = rest.split_once('*').unwrap_or(("1", rest));
        let bad = || Reason::BadMultiplier(quote(term));
        let multiplier = sign * (position(multiplier, MAX_MULTIPLIER).ok_or_else(bad)? as i64 + 1);
        // At most one candidate of a group is true, and at most all but one of a deadly set.
        if !name.starts_with('d') {
            return Ok((self.board.members(self.board.group(name)?), multiplier, 1));
        }
        need(sign > 0, || Reason::DeadlyAsTruth(quote(term)))?;
        let set = &self.deadly[self.deadly_index(name)?];
        need(!set.is_empty(), || Reason::DeadlyUndefined(quote(name)))?;
        Ok((set, multiplier, set.len() as i64 - 1))
    }

    fn single(&mut self, candidate: &str, group: &str) -> Result<Candidate, Reason> {
        let candidate = self.live(candidate, "=", Reason::SingleNotLive)?;
        let group = self.board.group(group)?;
        let inside = self.board.groups(candidate).contains(&group);
        self.need(inside, Reason::SingleOutside, candidate)?;
        self.empty(group, Some(candidate), Reason::SingleNotAlone)?;
        self.take(candidate);
        Ok(candidate)
    }

    fn suppose(&mut self, candidate: &str) -> Result<(), Reason> {
        let candidate = self.live(candidate, "=", Reason::SupposeNotLive)?;
        need(self.open.len() < MAX_DEPTH, || Reason::SupposeTooDeep)?;
        self.open.push((candidate, self.trail.len()));
        self.take(candidate);
        Ok(())
    }

    fn refuted(&mut self, group: &str) -> Result<(), Reason> {
        self.empty(self.board.group(group)?, None, Reason::GroupNotEmpty)?;
        let (candidate, length) = self.open.pop().ok_or(Reason::NoOpenSuppose)?;
        for removed in self.trail.drain(length..) {
            self.live[removed.index()] = true;
        }
        self.remove(candidate);
        Ok(())
    }

    fn deadly(&mut self, name: &str, [p, q]: [&[&str]; 2]) -> Result<(), Reason> {
        need(self.header.assume_unique, || Reason::DeadlyNotAssumed)?;
        let (index, p, q) = (self.deadly_index(name)?, self.list(p)?, self.list(q)?);
        need(p != q, || Reason::DeadlyEqual)?;
        let cell = |&x: &Candidate| self.board.groups(x)[0];
        let same_cells = p.iter().map(cell).eq(q.iter().map(cell));
        need(same_cells, || Reason::DeadlyCells)?;
        // How many candidates more P has in each group than Q.
        let mut excess = vec![0; 4 * self.board.n() * self.board.n()];
        for (list, one) in [(&p, 1), (&q, -1)] {
            for group in list.iter().flat_map(|&x| self.board.groups(x)) {
                excess[group.0] += one;
            }
        }
        for &x in p.iter().chain(&q) {
            let balanced = self
                .board
                .groups(x)
                .iter()
                .all(|group| excess[group.0] == 0);
            self.need(balanced, Reason::DeadlyUnbalanced, x)?;
        }
        for &x in &q {
            self.need(self.header.puzzle[x.index()], Reason::DeadlyNotInPuzzle, x)?;
        }
        self.deadly[index] = p;
        Ok(())
    }

    /// Reads a name from d1 to d99, given back counted from 0.
    fn deadly_index(&self, name: &str) -> Result<usize, Reason> {
        let number = name.strip_prefix('d');
        let index = number.and_then(|number| position(number, self.deadly.len()));
        index.ok_or_else(|| Reason::DeadlyName(quote(name)))
    }

    /// Reads a list of candidates, in ascending order, with no cell twice.
    fn list(&self, words: &[&str]) -> Result<Vec<Candidate>, Reason> {
        let read = words.iter().map(|word| self.board.candidate(word, "="));
        let mut list = read.collect::<Result<Vec<_>, _>>()?;
        list.sort_unstable();
        for pair in list.windows(2) {
            // The candidates of a cell have neighbouring numbers, so here they are neighbours.
            let [first, second] = [pair[0], pair[1]].map(|x| self.board.groups(x)[0]);
            self.need(first != second, Reason::DeadlyRepeated, pair[1])?;
        }
        Ok(list)
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
