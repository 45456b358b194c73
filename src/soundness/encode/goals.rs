//! The goals: statements to be refuted together with the clauses.
//!
//! For a rule, the goal says that a conclusion is wrong: `eliminate d from C except R` is wrong if
//! the solution has `d` in a cell of `C` outside `R`. For a relation, it is a pair of truth values
//! of the ends that the relation does not allow. For a loop, it is a link neither side of which
//! holds.

use super::super::axioms::{is_in, pairs, sees, val};
use super::super::smt::{SmtTerm, and, eq, implies, not, or};
use super::terms::{Meaning, VariableTerms, among, carriers, holds, in_truth};
use super::{Encoding, Goal};
use qedoku_core::lang::ir::{Alternative, Cells, Conclusion, Condition, Seen, Subject, Var};

impl Encoding<'_> {
    pub(super) fn goal(&mut self, goal: Goal) {
        let (ends, why) = (
            self.things
                .first()
                .cloned()
                .zip(self.things.get(1).cloned()),
            "to be refuted",
        );
        let ends = match ends {
            Some((VariableTerms::Node(a), VariableTerms::Node(b))) => Some((holds(&a), holds(&b))),
            _ => None,
        };
        let term = match (goal, ends) {
            (Goal::Nothing, _) => "true".into(),
            (Goal::Conclusions, _) => {
                let all = self.pattern.conclusions.iter().zip(&self.targets);
                or(all.map(|(c, target)| self.violated(c, target.as_deref())))
            }
            (Goal::Fires, _) => {
                let all = self.pattern.conclusions.iter().zip(&self.targets);
                let removed = self.removed.clone().unwrap_or_default();
                or(all.map(|(c, target)| self.can_fire(c, target.as_deref(), &removed)))
            }
            (Goal::Ends(x, y), Some((a, b))) => Meaning::default().or(x, y).term(&a, &b),
            (Goal::NotMeant(meaning), Some((a, b))) => not(&meaning.term(&a, &b)),
            (Goal::Link(at), Some((a, b))) => {
                let link = self.link(at);
                and([or([not(&a), not(&b)]), not(&link)])
            }
            (Goal::VerbLink(clause, verb), Some((a, b))) => {
                let link = self.verb_link(clause, verb);
                and([or([not(&a), not(&b)]), not(&link)])
            }
            (_, None) => "true".into(),
        };
        self.query.assert(why, term);
    }

    /// One side of a link of a derivation holds. The link is a condition of the pattern, or comes
    /// from a relation that the pattern uses.
    fn link(&mut self, at: usize) -> SmtTerm {
        match self.pattern.conditions[at] {
            Condition::Excludes(p, q) => match (self.node(p), self.node(q)) {
                (Some(p), Some(q)) => or([holds(p), holds(q)]),
                _ => "true".into(),
            },
            Condition::Relation(relation, a, b) => self.inherited(relation, a, b),
            Condition::Whole { .. } => self.inner_link(),
            _ => "true".into(),
        }
    }

    /// A further digit of the set between the ends is in its cells.
    fn inner_link(&self) -> SmtTerm {
        let (Some(set), Some(other)) = (self.pattern.set_between(), &self.other) else {
            return "true".into();
        };
        let ends = [set.ends.0, set.ends.1].map(|end| self.is_digit(end, other));
        let is_other = and([self.is_digit(set.digits, other), not(&or(ends))]);
        let there = self.members(set.cells).into_iter();
        let there = or(there.map(|(when, cell)| and([when, eq(&val(&cell), other)])));
        implies(&is_other, &there)
    }

    fn inherited(&mut self, relation: usize, a: Var, b: Var) -> SmtTerm {
        match (self.node(a), self.node(b)) {
            (Some(a), Some(b)) => {
                let both = and([holds(a), holds(b)]);
                self.promised(relation, both)
            }
            _ => "true".into(),
        }
    }

    /// A candidate of the clause, true or not, is related to the object of the verb. One side of a
    /// link of this derivation holds.
    fn verb_link(&mut self, clause: usize, verb: usize) -> SmtTerm {
        let every = &self.pattern.knowledge[clause];
        let (relation, other, from_it) = match every.alternatives[verb] {
            Alternative::Relation(relation, to) => (relation, to, true),
            Alternative::RelationFrom(relation, from) => (relation, from, false),
            _ => return "true".into(),
        };
        let (Some((cell, digit)), Some(other)) =
            (self.subject_candidates.clone(), self.node(other))
        else {
            return "true".into();
        };
        let (it, other) = (eq(&val(&cell), &digit), holds(other));
        let (from, to) = if from_it { (it, other) } else { (other, it) };
        let is_meant = self.meaning(relation).term(&from, &to);
        let speaks = self.is_subject(&every.subject, &cell, &digit);
        self.query.assert(
            "a candidate of the clause is what the verb says",
            and([speaks, is_meant]),
        );
        self.promised(relation, and([from, to]))
    }

    /// In a derivation of the relation, one side of a link holds. If the relation guarantees more,
    /// both ends of the derivation may hold instead.
    fn promised(&mut self, relation: usize, both: SmtTerm) -> SmtTerm {
        let link = self.query.constant("a link of the derivation", "Bool");
        if self.settings.loops.get(relation).copied().unwrap_or(false) {
            let promise = or([link.clone(), both]);
            self.query
                .assert("what is known of the links of a derivation", promise);
        }
        link
    }

    fn violated(&self, conclusion: &Conclusion, target: Option<&str>) -> SmtTerm {
        let target = target.unwrap_or_default();
        match conclusion {
            Conclusion::EliminateCandidate(var) => self.node(*var).map_or("false".into(), holds),
            Conclusion::EliminateLinks(relation, a, b) => {
                self.violated_links(*relation, *a, *b, target)
            }
            Conclusion::OneOfGuardians => not(&self.guarded),
            Conclusion::Place(digit, cell) => {
                let digits = self.digits_of(*digit);
                or((self.members(*cell).iter()).map(|(_, cell)| not(&among(&val(cell), &digits))))
            }
            Conclusion::PlaceCandidate(var) => match self.node(*var) {
                Some(node) => not(&holds(node)),
                None => "false".into(),
            },
            _ => self.removes(conclusion, target, &val(target)),
        }
    }

    /// A conclusion eliminates this candidate.
    fn removes(&self, conclusion: &Conclusion, cell: &str, digit: &str) -> SmtTerm {
        match conclusion {
            Conclusion::Eliminate {
                digits,
                without,
                all_but,
                cells,
            } => {
                let is_one = |vars: &[Var]| or(vars.iter().map(|&d| self.is_digit(d, digit)));
                let is_named = is_one(digits);
                let is_meant = if *all_but { not(&is_named) } else { is_named };
                let is_kept = not(&is_one(without));
                let by_itself: &[Var] = if *all_but { &[] } else { digits };
                let is_there = self.is_among((cell, digit), cells, by_itself);
                match without.is_empty() {
                    true => and([is_meant, is_there]),
                    false => and([is_meant, is_kept, is_there]),
                }
            }
            Conclusion::EliminateExcluded(vars) => and(vars.iter().map(|&v| match self.node(v) {
                Some(node) => self.node_excludes(cell, digit, node),
                None => "true".into(),
            })),
            _ => "true".into(),
        }
    }

    /// A conclusion eliminates a candidate that no clause forbids.
    fn can_fire(&self, conclusion: &Conclusion, target: Option<&str>, removed: &str) -> SmtTerm {
        let (cell, digit) = match (conclusion, target) {
            (Conclusion::EliminateCandidate(var), _) => match self.node(*var) {
                Some(node) => (node.cell.clone(), node.digit.clone()),
                None => return "true".into(),
            },
            (_, Some(target)) => (target.to_string(), removed.to_string()),
            _ => return "true".into(),
        };
        let allowed = self.pattern.knowledge.iter().map(|every| {
            let one = self.alternatives(&every.alternatives, &cell, &digit);
            implies(&self.is_subject(&every.subject, &cell, &digit), &one)
        });
        and([self.removes(conclusion, &cell, &digit)]
            .into_iter()
            .chain(allowed))
    }

    /// A clause concerns this candidate.
    fn is_subject(&self, subject: &Subject, cell: &str, digit: &str) -> SmtTerm {
        match *subject {
            Subject::Cells(var) => self.covers(var, cell),
            Subject::Truth(var) => match self.thing(var) {
                VariableTerms::Truth(truth) => in_truth(truth, cell, digit),
                _ => "false".into(),
            },
            Subject::Digits(digits, houses) => and([
                among(digit, &self.digits_of(digits)),
                self.covers(houses, cell),
            ]),
            Subject::Overlap(digits, houses) => {
                let houses = self.houses_of(houses);
                let twice = or(pairs(&houses).map(|(g, h)| and([is_in(cell, g), is_in(cell, h)])));
                and([among(digit, &self.digits_of(digits)), twice])
            }
        }
    }

    /// A candidate that both sides of a link exclude is true, so neither side holds. The link
    /// closes the loop or lies on its path. On the path, the relation guarantees that a side holds
    /// if one of the relation's ends is false.
    fn violated_links(&self, relation: usize, a: Var, b: Var, target: &str) -> SmtTerm {
        let (Some(a), Some(b)) = (self.node(a), self.node(b)) else {
            return "false".into();
        };
        let closing = and([a, b].map(|node| self.node_excludes(target, &val(target), node)));
        let kept = self.settings.loops.get(relation).copied().unwrap_or(false);
        let on_the_way = if kept {
            and([holds(a), holds(b)])
        } else {
            "true".into()
        };
        or([closing, on_the_way])
    }

    /// A conclusion eliminates the digit from the cell. Digits of `by_itself` are eliminated
    /// separately.
    fn is_among(
        &self,
        (target, target_digit): (&str, &str),
        cells: &Cells,
        by_itself: &[Var],
    ) -> SmtTerm {
        let inside = |var: &Var| self.covers(*var, target);
        let seen = |seen: &Seen| {
            let members = match *seen {
                Seen::All(var) => self.members(var),
                Seen::Every { digit, cells }
                    if by_itself.contains(&digit) && self.is_set(digit) =>
                {
                    carriers(self.members(cells), |value| eq(value, target_digit))
                }
                Seen::Every { digit, cells } => {
                    carriers(self.members(cells), |value| self.is_digit(digit, value))
                }
            };
            and(members
                .into_iter()
                .map(|(when, cell)| implies(&when, &sees(target, &cell))))
        };
        let within = match cells.within.is_empty() {
            true => "true".into(),
            false => or(cells.within.iter().map(inside)),
        };
        let seeing = cells.seeing.iter().map(seen);
        let inner = cells.inside.iter().map(inside);
        let outer = cells.except.iter().map(|var| not(&inside(var)));
        and([within].into_iter().chain(seeing).chain(inner).chain(outer))
    }
}
