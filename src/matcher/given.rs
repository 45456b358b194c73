//! A match whose bindings are given: nothing is looked for, all is checked.
//!
//! Takes what every variable of a pattern is bound to, gives the match, if it is one. However large a
//! pattern is, that takes no time.

use super::env::{Env, Value};
use super::propagate::Kind;
use super::{Facts, Found, Match, Matcher, Position, Tables};
use crate::lang::ir::{Every, Pattern, Sort, Subject, Technique, Variable};
use crate::proof::Propagation;

impl Matcher {
    /// The match of one of the technique's patterns with these bindings, if it does anything.
    pub fn find_given(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        pattern: usize,
        bindings: &[Value],
    ) -> Option<Match> {
        let index = pattern;
        let pattern = technique.patterns.get(index)?;
        if bindings.len() != pattern.variables.len() {
            return None;
        }
        let mut facts = Facts::default();
        if let Some(relations) = &self.relations {
            facts.prepare(relations);
        }
        let mut env = Env::new(tables, position, &pattern.variables, &facts);
        env.values = bindings.iter().copied().map(Some).collect();
        let mut found = Found::default();
        if env.is_match(pattern) {
            found.add(pattern, &env);
        }
        found.into_matches(index).next()
    }
}

impl Matcher {
    /// The number of truths, if the technique is a braid or a whip.
    pub fn length_of_braid(&self) -> Option<(Kind, usize)> {
        let [Some(propagation)] = self.propagations.as_slice() else {
            return None;
        };
        propagation.length_of_braid()
    }

    /// The match of a braid or a whip by a refutation.
    pub fn find_braid(
        &self,
        technique: &Technique,
        tables: &Tables,
        position: &Position,
        refutation: &Propagation,
    ) -> Option<Match> {
        let [Some(braid)] = self.propagations.as_slice() else {
            return None;
        };
        let facts = Facts::default();
        let variables = &technique.patterns.first()?.variables;
        let env = Env::new(tables, position, variables, &facts);
        let bindings = braid.bindings_of_braid(&env, refutation)?;
        self.find_given(technique, tables, position, 0, &bindings)
    }
}

impl Env<'_> {
    fn is_match(&self, pattern: &Pattern) -> bool {
        let mut bound = pattern.variables.iter().zip(&self.values);
        bound.all(|(variable, value)| value.is_some_and(|v| self.can_be(variable, &v)))
            && pattern.conditions.iter().all(|c| self.holds(c))
            && pattern.knowledge.iter().all(|every| self.is_known(every))
            && pattern.presence.iter().all(|p| self.present(p))
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
