//! The meaning of `when` and `where`: knowledge, and the demands of a name.
//!
//! Tells whether a clause holds for a binding: `every d in R is in C` tests whether each live 7 of
//! rows 2 and 8 stands in one of the columns.

use super::{LinkPairs, Reading};
use crate::grid::{Candidate, Group};
use crate::lang::ir::{Alternative, Every, Pattern, Presence, Sort, Subject, Var};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::value::Value;

impl Reading<'_> {
    /// `every d in H is at a or sees t`: the subject's truths are open, and each of their live
    /// candidates is one of the alternatives.
    pub fn knows(&self, every: &Every) -> bool {
        let is_one = |c: &Candidate| every.alternatives.iter().any(|a| self.is_one(*c, a));
        self.takes_part(&every.subject)
            && self
                .subject_candidates(&every.subject)
                .iter()
                .flatten()
                .all(is_one)
    }

    /// True if the subject's groups are truths and none of them is solved. Solved groups take no
    /// part, unless the subject is a square.
    pub fn takes_part(&self, subject: &Subject) -> bool {
        let is_square = |var: Var| self.variable(var).sort == Sort::Square;
        let is_open = |&truth: &Group| {
            self.board().is_truth(truth) && !self.known.position.is_solved_group(truth)
        };
        matches!(*subject, Subject::Cells(var) if is_square(var))
            || self.truths(subject).iter().all(is_open)
    }

    /// The live candidates of a clause's subject, truth by truth. For `d in two of R` these are the
    /// candidates of d that lie in two or more houses of R, in one list.
    fn subject_candidates(&self, subject: &Subject) -> Vec<Vec<Candidate>> {
        let (board, state) = (self.board(), self.known.position.state());
        let Subject::Overlap(digits, houses) = *subject else {
            let domain = |truth| state.domain(board, truth).collect();
            return self.truths(subject).into_iter().map(domain).collect();
        };
        let (digits, houses) = (self.digits(digits), self.houses(houses));
        let is_twice = |c: &Candidate| {
            let has = |&&house: &&_| board.house(house).cells.contains(&board.cell_of(*c));
            digits.contains(&board.digit_of(*c)) && houses.iter().filter(has).count() > 1
        };
        vec![state.candidates(board).filter(is_twice).collect()]
    }

    /// True if an alternative covers the candidate.
    fn is_one(&self, candidate: Candidate, alternative: &Alternative) -> bool {
        let board = self.board();
        let (cell, digit) = (board.cell_of(candidate), board.digit_of(candidate));
        match alternative {
            // `is x`, `is in D`
            Alternative::Digit(var) => self.digits(*var).contains(&digit),
            // `is at a`, `is in S`, `is in H`, `is in C`
            Alternative::Cell(var) | Alternative::House(var) => self.cells(*var).contains(&cell),
            // `is p`, `is in g`
            Alternative::Candidate(var) => self.candidates(*var).contains(&candidate),
            // `sees a`
            Alternative::Sees(var) => self.cells(*var).iter().all(|&c| board.sees(cell, c)),
            // `excludes p`, `is excluded by g`
            Alternative::Excludes(var) => {
                let mut all = self.candidates(*var).into_iter();
                all.all(|other| board.exclude(candidate, other))
            }
            // `refutes t`
            Alternative::Relation(relation, var) => {
                let from = Value::Candidates(digit, CellSet::only(cell));
                self.known.pairs[*relation].contains_key(&(from, self.value(*var)))
            }
            // `p refutes it`
            Alternative::RelationFrom(relation, var) => {
                let to = Value::Candidates(digit, CellSet::only(cell));
                self.known.pairs[*relation].contains_key(&(self.value(*var), to))
            }
            // `is in G`, of guardians: any candidate that no other alternative covers
            Alternative::Guardian => true,
            // `is in r and c`, `sees a and b`
            Alternative::All(parts) => parts.iter().all(|part| self.is_one(candidate, part)),
        }
    }

    /// `guardians G[0..4]`: the live candidates in clauses with `is in G` that no other alternative
    /// covers.
    pub fn guardians(&self, pattern: &Pattern) -> Vec<Candidate> {
        let mut guardians = Vec::new();
        for every in pattern.guarded().map(|clause| &pattern.knowledge[clause]) {
            let others = || (every.alternatives.iter()).filter(|a| **a != Alternative::Guardian);
            let is_left = |c: &Candidate| !others().any(|a| self.is_one(*c, a));
            let subject_candidates = self
                .subject_candidates(&every.subject)
                .into_iter()
                .flatten();
            guardians.extend(subject_candidates.filter(is_left));
        }
        guardians.sort_unstable();
        guardians.dedup();
        guardians
    }

    /// True if the number of guardians is within its limit.
    pub fn has_few_guardians(&self, pattern: &Pattern) -> bool {
        (pattern.guardians).is_none_or(|most| self.guardians(pattern).len() <= most as usize)
    }

    /// The links of the derivations by which relations used as verbs hold.
    pub(super) fn links_of_verbs(&self, every: &Every) -> LinkPairs {
        let mut links = LinkPairs::new();
        let board = self.board();
        for candidate in self
            .subject_candidates(&every.subject)
            .into_iter()
            .flatten()
        {
            let (cell, digit) = (board.cell_of(candidate), board.digit_of(candidate));
            let it = Value::Candidates(digit, CellSet::only(cell));
            for alternative in &every.alternatives {
                let (relation, ends) = match alternative {
                    Alternative::Relation(relation, var) => (relation, (it, self.value(*var))),
                    Alternative::RelationFrom(relation, var) => (relation, (self.value(*var), it)),
                    _ => continue,
                };
                let inner = self.known.pairs[*relation].get(&ends);
                links.extend(inner.into_iter().flatten());
            }
        }
        links
    }

    /// `at least 2 d in each R is in C`: whether enough live candidates are one of the
    /// alternatives, in all or in each truth. For `not every d in R is in C`, candidates that are
    /// none of the alternatives are counted.
    pub fn is_present(&self, presence: &Presence) -> bool {
        let counts = |c: &&Candidate| {
            let is_one = presence.alternatives.iter().any(|a| self.is_one(**c, a));
            presence.alternatives.is_empty() || is_one != presence.others
        };
        let lists = self.subject_candidates(&presence.subject).into_iter();
        let mut counted = lists.map(|list| list.iter().filter(counts).count() as u32);
        let allowed = presence.least..=presence.most;
        let met = match presence.each {
            true => counted.all(|count| allowed.contains(&count)),
            false => allowed.contains(&counted.sum()),
        };
        met != presence.negated
    }
}
