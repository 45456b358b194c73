//! The formulas of conditions and clauses.
//!
//! `every candidate of a is x or y` becomes "the digit of `a` is `x` or `y`". `every d in R is in
//! C` becomes "the place of `d` in each row of `R` lies in a column of `C`". Presence clauses say
//! nothing about the solution and have no formula.

use std::collections::BTreeMap;

use super::super::axioms::{Boards, House, is_in, is_of_kind, pairs, sees, val};
use super::super::smt::{SmtTerm, and, call, eq, implies, not, or};
use super::Encoding;
use super::terms::{
    NodeTerms, VariableTerms, among, carriers, each_pair, holds, in_truth, node_has,
};
use qedoku_core::lang::ir::{Alternative, Condition, Every, Subject, Var};

impl Encoding<'_> {
    pub(super) fn condition(&mut self, condition: &Condition) -> SmtTerm {
        match condition {
            Condition::Sees(a, b) => {
                let others = self.members(*b);
                each_pair(&self.members(*a), &others, sees)
            }
            Condition::Excludes(p, q) => match (self.node(*p), self.node(*q)) {
                (Some(p), Some(q)) => self.nodes_exclude(p, q),
                _ => "true".into(),
            },
            Condition::In(a, b) => self.is_in(*a, *b),
            Condition::NotIn(a, b) | Condition::Disjoint(a, b) => self.is_apart(condition, *a, *b),
            Condition::Distinct(a, b) => self.differ(*a, *b),
            Condition::AllSee { digit, one, other } => {
                let is_it = |value: &str| self.is_digit(*digit, value);
                let carry = |members: Vec<(SmtTerm, SmtTerm)>| carriers(members, is_it);
                let others = carry(self.members(*other));
                // A cell that is on both sides does not see itself.
                each_pair(&carry(self.members(*one)), &others, sees)
            }
            Condition::AllExclude {
                digit,
                cells,
                other,
            } => {
                let Some(node) = self.node(*other) else {
                    return "true".into();
                };
                let is_it = |value: &str| self.is_digit(*digit, value);
                let live = carriers(self.members(*cells), is_it).into_iter();
                and(live.map(|(when, cell)| {
                    implies(&when, &self.node_excludes(&cell, &val(&cell), node))
                }))
            }
            Condition::Template(var, every) => match (self.node(*var).cloned(), every) {
                (Some(node), every) if self.settings.derive => {
                    self.template(&node, *every);
                    "true".into()
                }
                (Some(node), true) => holds(&node),
                (Some(node), false) => not(&holds(&node)),
                _ => "true".into(),
            },
            Condition::Whole { node, digit, cells } => self.is_every(*node, *digit, *cells),
            Condition::Relation(relation, a, b) => match (self.node(*a), self.node(*b)) {
                (Some(a), Some(b)) => self.meaning(*relation).term(&holds(a), &holds(b)),
                _ => "true".into(),
            },
            Condition::SomeOfKind(all) if self.settings.names => {
                let each = all.iter().flat_map(|&(var, kinds)| {
                    let houses = self.houses_of(var).into_iter();
                    houses.map(move |h| is_of_kind(&h, kinds))
                });
                or(each)
            }
            Condition::Deadly { digits, cells } => {
                if self.settings.derive {
                    self.deadly(digits, cells);
                }
                self.not_filled(digits, cells)
            }
            Condition::DeadlyBut { digits, cells } if self.settings.derive => {
                self.deadly_but(digits, cells);
                "true".into()
            }
            // If none of the cells had one of the digits, the digits of all open cells could be
            // exchanged.
            Condition::DeadlyBut { digits, cells } => {
                let digits: Vec<SmtTerm> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
                let cells = cells.iter().flat_map(|&c| self.members(c));
                or(cells.map(|(_, cell)| among(&val(&cell), &digits)))
            }
            Condition::EveryCell { .. } => self.lies(condition),
            // Sizes are fixed, and the other conditions say nothing about the solution.
            _ => "true".into(),
        }
    }

    /// Each cell of the set is in one house of each list and in no excluded house. Other cells may
    /// also satisfy this.
    fn lies(&self, condition: &Condition) -> SmtTerm {
        let Condition::EveryCell {
            set,
            inside,
            outside,
        } = condition
        else {
            return "true".into();
        };
        let is_one = |vars: &[Var], cell: &str| or(vars.iter().map(|&v| self.covers(v, cell)));
        let lies = |cell: &str| {
            let lists = inside.iter().map(|list| is_one(list, cell));
            and(lists.chain([not(&is_one(outside, cell))]))
        };
        let members = self.members(*set).into_iter();
        and(members.map(|(when, cell)| implies(&when, &lies(&cell))))
    }

    /// The cluster has no cells but the given ones. They include the cell with the digit, if there
    /// is one.
    fn is_every(&self, node: Var, digit: Var, cells: Var) -> SmtTerm {
        let Some(node) = self.node(node) else {
            return "true".into();
        };
        let same_digit = (self.digits_of(digit).into_iter()).map(|d| eq(&node.digit, &d));
        let inside = self.each_member(node, |cell| self.covers(cells, cell));
        let has_digit = |value: &str| eq(value, &node.digit);
        let live = carriers(self.members(cells), has_digit).into_iter();
        let all = live.map(|(when, cell)| implies(&when, &node_has(node, &cell)));
        and(same_digit.chain([inside]).chain(all))
    }

    /// The geometry of deadly cells: in each of its houses, a deadly cell meets another deadly
    /// cell. Unless the condition is [derived](super::derive), also states that the digits alone do
    /// not fill the cells.
    fn not_filled(&self, digits: &[Var], cells: &[Var]) -> SmtTerm {
        let digits: Vec<SmtTerm> = digits.iter().flat_map(|&d| self.digits_of(d)).collect();
        let cells = cells.iter().flat_map(|&c| self.members(c));
        let cells: Vec<SmtTerm> = cells.map(|(_, cell)| cell).collect();
        let meant = match self.settings.derive {
            true => "true".into(),
            false => or(cells.iter().map(|cell| not(&among(&val(cell), &digits)))),
        };
        if self.settings.boards == Boards::Every {
            return meant;
        }
        let shared = |a: &SmtTerm, b: &SmtTerm, kind: &[[&str; 2]]| {
            and(kind.iter().map(|[inner, outer]| {
                let at = |cell: &SmtTerm| match outer.is_empty() {
                    true => call(inner, &[cell]),
                    false => call(outer, &[&call(inner, &[cell])]),
                };
                eq(&at(a), &at(b))
            }))
        };
        let kinds: [&[[&str; 2]]; 3] = [
            &[["row", ""]],
            &[["column", ""]],
            &[["row", "band"], ["column", "stack"]],
        ];
        let company = cells.iter().flat_map(|a| {
            let others = |kind| {
                cells
                    .iter()
                    .filter(|b| *b != a)
                    .map(move |b| shared(a, b, kind))
            };
            kinds.map(|kind| or(others(kind)))
        });
        and([meant].into_iter().chain(company))
    }

    fn is_in(&self, a: Var, b: Var) -> SmtTerm {
        match (self.thing(a), self.thing(b)) {
            (VariableTerms::Digits(_) | VariableTerms::Node(_), VariableTerms::Digits(others)) => {
                and((self.digits_of(a).iter()).map(|d| among(d, others)))
            }
            (VariableTerms::Node(node), VariableTerms::Truth(truth)) => {
                self.each_member(node, |cell| in_truth(truth, cell, &node.digit))
            }
            (VariableTerms::Digits(_) | VariableTerms::Node(_), VariableTerms::DigitSet(_)) => {
                and((self.digits_of(a).iter()).map(|d| self.is_digit(b, d)))
            }
            (VariableTerms::DigitSet(_), _) => and((self.spoken_digits().iter())
                .map(|d| implies(&self.is_digit(a, d), &self.is_digit(b, d)))),
            _ => and((self.members(a).into_iter())
                .map(|(when, cell)| implies(&when, &self.covers(b, &cell)))),
        }
    }

    fn is_apart(&self, condition: &Condition, a: Var, b: Var) -> SmtTerm {
        match (self.thing(a), self.thing(b)) {
            (VariableTerms::Digits(_) | VariableTerms::Node(_), VariableTerms::Digits(others)) => {
                and((self.digits_of(a).iter()).map(|d| not(&among(d, others))))
            }
            (VariableTerms::Node(node), VariableTerms::Truth(truth)) => {
                self.each_member(node, |cell| not(&in_truth(truth, cell, &node.digit)))
            }
            (VariableTerms::DigitSet(_), _) | (_, VariableTerms::DigitSet(_)) => {
                let both = |d: &SmtTerm| and([self.is_digit(a, d), self.is_digit(b, d)]);
                let mut spoken = self.spoken_digits();
                spoken.extend(self.digits_of(a).into_iter().chain(self.digits_of(b)));
                and(spoken.iter().map(|d| not(&both(d))))
            }
            (VariableTerms::Node(one), VariableTerms::Node(other)) => {
                let apart = self.each_member(one, |cell| not(&node_has(other, cell)));
                or([not(&eq(&one.digit, &other.digit)), apart])
            }
            (VariableTerms::Houses(one), VariableTerms::Houses(other))
                if matches!(condition, Condition::Disjoint(..)) =>
            {
                let all = one.iter().flat_map(|g| other.iter().map(move |h| (g, h)));
                and(all.map(|(g, h)| not(&eq(&g.term, &h.term))))
            }
            _ => and((self.members(a).into_iter())
                .map(|(when, cell)| implies(&when, &not(&self.covers(b, &cell))))),
        }
    }

    fn each_member(&self, node: &NodeTerms, what: impl Fn(&str) -> SmtTerm) -> SmtTerm {
        match &node.has {
            None => what(&node.cell),
            Some(has) => and(self
                .cells
                .iter()
                .map(|c| implies(&call(has, &[c]), &what(c)))),
        }
    }

    /// Two variables differ. Groups may differ in cells without terms, so no fact about groups is
    /// stated.
    fn differ(&self, a: Var, b: Var) -> SmtTerm {
        let sets = |one: &[SmtTerm], other: &[SmtTerm]| {
            let missing = one.iter().map(|x| not(&among(x, other)));
            let extra = other.iter().map(|x| not(&among(x, one)));
            or(missing.chain(extra))
        };
        match (self.thing(a), self.thing(b)) {
            (VariableTerms::Digits(a), VariableTerms::Digits(b))
            | (VariableTerms::Cells(a), VariableTerms::Cells(b)) => sets(a, b),
            (VariableTerms::Houses(a), VariableTerms::Houses(b)) => {
                let terms = |all: &[House]| all.iter().map(|h| h.term.clone()).collect::<Vec<_>>();
                sets(&terms(a), &terms(b))
            }
            (VariableTerms::Node(a), VariableTerms::Node(b))
                if a.has.is_none() && b.has.is_none() =>
            {
                or([not(&eq(&a.cell, &b.cell)), not(&eq(&a.digit, &b.digit))])
            }
            _ => "true".into(),
        }
    }

    /// Breaks the symmetry of sets: the first single variable that is in a set is its first member,
    /// and the next one is its first or second member.
    pub(super) fn order_sets(&mut self) {
        let mut taken: BTreeMap<Var, usize> = BTreeMap::new();
        for condition in &self.pattern.conditions {
            let Condition::In(a, b) = condition else {
                continue;
            };
            let (one, set) = match (self.thing(*a), self.thing(*b)) {
                (VariableTerms::Digits(one), VariableTerms::Digits(set))
                | (VariableTerms::Cells(one), VariableTerms::Cells(set))
                    if one.len() == 1 && set.len() > 1 =>
                {
                    (one[0].clone(), set.clone())
                }
                _ => continue,
            };
            let count = taken.entry(*b).or_default();
            *count += 1;
            let first = &set[..(*count).min(set.len())];
            let term = among(&one, first);
            self.query.assert("members of a set have no order", term);
        }
    }

    pub(super) fn knowledge(&mut self, every: &Every) {
        let why = "what is known";
        let always = |cell: SmtTerm| ("true".into(), cell);
        let truths: Vec<(SmtTerm, SmtTerm)> = match every.subject {
            Subject::Cells(var) => self.members(var),
            Subject::Truth(var) => self.true_in(var),
            Subject::Digits(digits, houses) => {
                let houses = self.houses_of(houses);
                let keys = (self.digits_of(digits).into_iter())
                    .flat_map(|d| houses.iter().map(move |h| (d.clone(), h.term.clone())));
                let places = keys.filter_map(|key| self.places.get(&key).cloned());
                places.map(always).collect()
            }
            Subject::Overlap(digits, houses) => {
                let digits = self.digits_of(digits);
                for cell in self.cells.clone() {
                    let twice = self.lies_twice(houses, &cell);
                    let overlaps = and([among(&val(&cell), &digits), twice]);
                    let one = self.alternatives(&every.alternatives, &cell, &val(&cell));
                    let term = implies(&overlaps, &one);
                    self.query.assert(why, term);
                }
                return;
            }
        };
        for (when, cell) in truths {
            let one = self.alternatives(&every.alternatives, &cell, &val(&cell));
            self.query.assert(why, implies(&when, &one));
        }
    }

    /// No clause excludes a candidate that is the value of a variable, so it can be live.
    pub fn are_live(&self) -> SmtTerm {
        let nodes = self.things.iter().filter_map(|thing| match thing {
            VariableTerms::Node(node) => Some(node),
            _ => None,
        });
        let pairs = nodes.flat_map(|n| self.pattern.knowledge.iter().map(move |e| (n, e)));
        and(pairs.map(|(node, every)| {
            let (cell, digit) = (&node.cell, &node.digit);
            implies(
                &self.concerns(&every.subject, cell, digit),
                &self.alternatives(&every.alternatives, cell, digit),
            )
        }))
    }

    /// The candidate is one of those that a clause is about.
    fn concerns(&self, subject: &Subject, cell: &str, digit: &str) -> SmtTerm {
        match *subject {
            Subject::Cells(var) => self.covers(var, cell),
            Subject::Truth(var) => match self.thing(var) {
                VariableTerms::Truth(truth) => in_truth(truth, cell, digit),
                _ => "false".into(),
            },
            Subject::Digits(digits, houses) => {
                and([self.is_digit(digits, digit), self.covers(houses, cell)])
            }
            Subject::Overlap(digits, houses) => {
                and([self.is_digit(digits, digit), self.lies_twice(houses, cell)])
            }
        }
    }

    /// The cell lies in two of the houses.
    fn lies_twice(&self, houses: Var, cell: &str) -> SmtTerm {
        let houses = self.houses_of(houses);
        or(pairs(&houses).map(|(g, h)| and([is_in(cell, g), is_in(cell, h)])))
    }

    /// The cells whose digits are candidates of a truth: the cell of the true candidate, and the
    /// cells of other named candidates if they are true.
    fn true_in(&self, truth: Var) -> Vec<(SmtTerm, SmtTerm)> {
        let VariableTerms::Truth(terms) = self.thing(truth) else {
            return Vec::new();
        };
        let named = self.pattern.conditions.iter().filter_map(|c| match c {
            Condition::In(p, inside) if *inside == truth => self.node(*p),
            _ => None,
        });
        let named = named.map(|node| (holds(node), node.cell.clone()));
        let one = ("true".into(), terms.cell.clone());
        std::iter::once(one).chain(named).collect()
    }

    /// The term "the candidate satisfies one of the alternatives".
    pub(super) fn alternatives(
        &self,
        alternatives: &[Alternative],
        cell: &str,
        digit: &str,
    ) -> SmtTerm {
        or(alternatives.iter().map(|a| self.is_one(a, cell, digit)))
    }

    fn is_one(&self, alternative: &Alternative, cell: &str, digit: &str) -> SmtTerm {
        match alternative {
            Alternative::Digit(var) => self.is_digit(*var, digit),
            Alternative::Cell(var) | Alternative::House(var) => self.covers(*var, cell),
            Alternative::Candidate(var) => match self.thing(*var) {
                VariableTerms::Node(node) => and([node_has(node, cell), eq(digit, &node.digit)]),
                VariableTerms::Truth(truth) => in_truth(truth, cell, digit),
                _ => "false".into(),
            },
            Alternative::Sees(var) => and((self.members(*var).into_iter())
                .map(|(when, other)| implies(&when, &sees(cell, &other)))),
            Alternative::Excludes(var) => match self.node(*var) {
                Some(node) => self.node_excludes(cell, digit, node),
                None => "false".into(),
            },
            Alternative::Relation(relation, var) => match self.node(*var) {
                // A relation states little about a false candidate.
                Some(_) if digit != val(cell) => "true".into(),
                Some(node) => self.meaning(*relation).term("true", &holds(node)),
                None => "false".into(),
            },
            Alternative::RelationFrom(relation, var) => match self.node(*var) {
                Some(_) if digit != val(cell) => "true".into(),
                Some(node) => self.meaning(*relation).term(&holds(node), "true"),
                None => "false".into(),
            },
            Alternative::Guardian => self.guarded.clone(),
            Alternative::All(parts) => and(parts.iter().map(|part| self.is_one(part, cell, digit))),
        }
    }
}
