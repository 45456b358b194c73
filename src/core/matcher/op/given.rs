//! A match whose bindings are given: nothing is looked for, all is checked.
//!
//! Takes what every variable of a pattern is bound to, gives the match, if it is one. However large a
//! pattern is, that takes no time.

use crate::lang::ir::{Every, Pattern, Sort, Subject, Technique, Variable};
use crate::matcher::Matcher;
use crate::matcher::exec::frame::Bindings;
use crate::matcher::explain::found::Match;
use crate::matcher::explain::gather::FoundMatches;
use crate::matcher::index::board::Tables;
use crate::matcher::index::position::Position;
use crate::matcher::index::value::Value;
use crate::matcher::relation::PositionCache;
use crate::propagate::{Propagation, RefutationKind};

impl Matcher {
    /// The match of one of the technique's patterns with these bindings, if it does anything.
    pub fn find_given(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        pattern: usize,
        values: &[Value],
    ) -> Option<Match> {
        let index = pattern;
        let pattern = technique.patterns.get(index)?;
        if values.len() != pattern.variables.len() {
            return None;
        }
        let mut cache = PositionCache::default();
        cache.prepare(self.relations.as_ref(), self.with_groups);
        let mut bindings = Bindings::new(tables, position, &pattern.variables, &cache);
        bindings.values = values.iter().copied().map(Some).collect();
        let mut found = FoundMatches::of(self.patterns[index].kind);
        if bindings.is_match(pattern) {
            found.add(pattern, &bindings);
            found.explain_chains(pattern, || bindings);
        }
        found.into_matches(index).next()
    }
}

impl Matcher {
    /// The matches of a technique that is a braid or a whip, one for each candidate that a refutation of its length
    /// refutes; `None` if it is neither, or a whip where singles have not been placed.
    pub(crate) fn find_braids(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        cache: &mut PositionCache,
    ) -> Option<Vec<Match>> {
        let ([ready], [pattern]) = (&*self.patterns, &*technique.patterns) else {
            return None;
        };
        let braid = ready.propagation.as_ref()?;
        let (kind, length) = braid.length_of_braid()?;
        let unused = PositionCache::default();
        let bindings = Bindings::new(tables, position, &pattern.variables, &unused);
        let refuter = cache.refuter(position);
        if kind == RefutationKind::Whip && refuter.has_singles() {
            return None;
        }
        let mut matches = Vec::new();
        let mut targets = 0..refuter.target_count();
        while let Some((next, refutation)) =
            refuter.find(position.board(), kind, length, targets.clone())
        {
            targets.start = next;
            let Propagation {
                target,
                forced,
                empty,
            } = refutation;
            let forced = forced.into_iter().map(|(c, truth)| (vec![c], truth));
            let values = braid.values_of_braid(&bindings, target, forced.collect(), empty);
            matches.extend(
                values.and_then(|values| self.find_given(technique, tables, position, 0, &values)),
            );
        }
        if refuter.is_stopped() {
            cache.budget.end();
        }
        Some(matches)
    }
}

impl Bindings<'_> {
    fn is_match(&self, pattern: &Pattern) -> bool {
        let mut bound = pattern.variables.iter().zip(&self.values);
        bound.all(|(variable, value)| value.is_some_and(|v| self.can_be(variable, &v)))
            && pattern.conditions.iter().all(|c| self.holds(c))
            && pattern.knowledge.iter().all(|every| self.is_known(every))
            && pattern.presence.iter().all(|p| self.present(p))
            && pattern.guardians.is_none_or(|most| {
                let clauses: Vec<usize> = pattern.guarded().collect();
                self.guardians(pattern, &clauses, most).is_some()
            })
    }

    /// Whether a value is of the sort and the size of a variable, and takes part.
    fn can_be(&self, variable: &Variable, value: &Value) -> bool {
        let (least, most) = variable.size.unwrap_or((1, 1));
        let size = value.size() as u32;
        let fits = match (variable.sort, value) {
            (Sort::Digit, Value::Digits(_)) | (Sort::Square, Value::Cells(_)) => true,
            (Sort::Cell, Value::Cells(cells)) => cells.is_subset(&self.open_cells()),
            (Sort::House(kinds), Value::Houses(houses)) => {
                houses.0 & !self.tables.houses_of_kinds(kinds).0 == 0
            }
            (Sort::Candidate | Sort::Group, Value::Candidates(digit, cells)) => {
                let live = self.open_cells() & *self.position.places(*digit);
                cells.is_subset(&live) && (size == 1 || variable.sort == Sort::Group)
            }
            (Sort::Truth, Value::Truth(group)) => !self.position.is_solved_group(*group),
            _ => false,
        };
        fits && ((least..=most).contains(&size) || variable.sort == Sort::Group)
    }

    fn is_known(&self, every: &Every) -> bool {
        if let Subject::Overlap(digits, houses) = every.subject {
            return self.overlap_holds(digits, houses, &every.alternatives);
        }
        self.truths(&every.subject, &mut |truth| {
            let covered = every.alternatives.iter();
            let covered = covered.fold(0, |mask, a| mask | self.covered(a, truth));
            self.may_speak(&every.subject, truth) && self.mask(truth) & !covered == 0
        })
    }
}
