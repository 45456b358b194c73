//! Lowering of conditions, clauses and conclusions: names become variables, and families become
//! their members.
//!
//! A clause with the index `i` is expanded for each i: a condition if all its members exist, an
//! `every` clause if the members of its subject exist. Alternatives whose member does not exist are
//! dropped.

use super::super::ast::{self, Deadly, Digits, Quantity, SizeSum, Spanned, Use};
use super::super::ir::{
    Alternative, CapacityCount, Cells, Conclusion, Condition, Every, Presence, Seen, Sort, Subject,
    Var,
};
use super::body::{ComputedCount, Frame, INDEX, Lowering, sort_of};
use crate::grid::{HouseKind, MAX_SIZE};

impl Lowering<'_> {
    pub(super) fn condition(&mut self, condition: &ast::ConditionExpr, frame: &Frame) {
        if let ast::ConditionExpr::Sizes(left, right) = condition
            && let [(_, one)] = &left.sets[..]
            && let Some(computed) = frame.computed(&one.name.node)
        {
            return self.count(computed, right, frame);
        }
        for i in indices(condition_uses(condition).into_iter()) {
            if let Some(lowered) = self.condition_at(condition, frame, i) {
                self.pattern.conditions.extend(lowered);
            }
        }
    }

    /// Lowers `|L| = |S|` and `|K| = |S|`. The clauses state which cells are counted.
    fn count(&mut self, computed: ComputedCount, count: &SizeSum, frame: &Frame) {
        let sizes = sizes(&SizeSum::default(), count, frame, None);
        let Some(Condition::Sizes { right, plus, .. }) = sizes else {
            return;
        };
        let (cells, sizes) = (Vec::new(), right);
        self.pattern.conditions.push(match computed {
            ComputedCount::Links => Condition::FewestLinks { cells, sizes, plus },
            ComputedCount::Capacities(most) => Condition::Capacities(CapacityCount {
                cells,
                sizes,
                plus,
                most,
            }),
        });
    }

    /// Lowers `every candidate of S is in L`, where L is links or capacities. Returns false for
    /// other clauses.
    fn count_cells(&mut self, every: &ast::EveryExpr, frame: &Frame) -> bool {
        let is_computed = |a: &Spanned<ast::AlternativeExpr>| match &a.node {
            ast::AlternativeExpr::In(things) => {
                matches!(&things[..], [one] if frame.computed(&one.name.node).is_some())
            }
            _ => false,
        };
        if !every.alternatives.iter().any(is_computed) {
            return false;
        }
        if let ast::SubjectExpr::CandidatesOf(things) = &every.subject {
            self.counted
                .extend(frame.resolve_all(things, None).unwrap_or_default());
        }
        for condition in &mut self.pattern.conditions {
            if let Condition::FewestLinks { cells, .. }
            | Condition::Capacities(CapacityCount { cells, .. }) = condition
            {
                cells.clone_from(&self.counted);
            }
        }
        true
    }

    fn condition_at(
        &self,
        condition: &ast::ConditionExpr,
        frame: &Frame,
        i: Option<i64>,
    ) -> Option<Vec<Condition>> {
        let all = |things: &[Use]| frame.resolve_all(things, i);
        let product = |left: &[Use], right: &[Use], make: fn(Var, Var) -> Condition| {
            let (left, right) = (all(left)?, all(right)?);
            let with_right = |&a: &Var| right.iter().map(move |&b| make(a, b)).collect::<Vec<_>>();
            Some(left.iter().flat_map(with_right).collect())
        };
        let pairs = |things: &[Use], make: fn(Var, Var) -> Condition| {
            let vars = all(things)?;
            let with_later = |(at, &a): (usize, &Var)| {
                vars[at + 1..]
                    .iter()
                    .map(|&b| make(a, b))
                    .collect::<Vec<_>>()
            };
            Some(vars.iter().enumerate().flat_map(with_later).collect())
        };
        let one = |thing: &Use| all(std::slice::from_ref(thing))?.first().copied();
        match condition {
            ast::ConditionExpr::Sees(left, right) => product(left, right, Condition::Sees),
            ast::ConditionExpr::Excludes(left, right) => product(left, right, Condition::Excludes),
            ast::ConditionExpr::In(left, right) => product(left, right, Condition::In),
            ast::ConditionExpr::NotIn(left, right) => product(left, right, Condition::NotIn),
            ast::ConditionExpr::Disjoint(things) => pairs(things, Condition::Disjoint),
            ast::ConditionExpr::Distinct(things) => pairs(things, Condition::Distinct),
            ast::ConditionExpr::NotGiven(things) => {
                Some(all(things)?.into_iter().map(Condition::NotGiven).collect())
            }
            ast::ConditionExpr::Sizes(left, right) => sizes(left, right, frame, i).map(|c| vec![c]),
            ast::ConditionExpr::AllSee {
                one: (digit, cells),
                other,
            } => Some(vec![Condition::AllSee {
                digit: one(digit)?,
                one: one(cells)?,
                other: one(&other.1)?,
            }]),
            ast::ConditionExpr::AllExclude {
                one: (digit, cells),
                other,
            } => {
                let (digit, cells) = (one(digit)?, one(cells)?);
                let make = |other| Condition::AllExclude {
                    digit,
                    cells,
                    other,
                };
                Some(all(other)?.into_iter().map(make).collect())
            }
            ast::ConditionExpr::Template { things, every } => {
                let template = |var| Condition::Template(var, *every);
                Some(all(things)?.into_iter().map(template).collect())
            }
            ast::ConditionExpr::IsEvery {
                node,
                places: (digit, cells),
            } => Some(vec![Condition::Whole {
                node: one(node)?,
                digit: one(digit)?,
                cells: one(cells)?,
            }]),
            ast::ConditionExpr::EveryCell {
                set,
                inside,
                outside,
            } => every_cell(one(set)?, inside, all(outside)?, frame, i),
            ast::ConditionExpr::Relation(related) => {
                let relation = self.definitions.relation(&related.name.node)?;
                let [a, b] = all(&related.arguments)?.try_into().ok()?;
                Some(vec![Condition::Relation(relation, a, b)])
            }
        }
    }

    pub(super) fn deadly(&mut self, deadly: &Deadly, frame: &Frame) {
        let digits = frame.resolve_all(&deadly.digits, None);
        let cells = frame.resolve_all(&deadly.cells, None);
        if let (Some(digits), Some(cells)) = (digits, cells) {
            self.pattern.conditions.push(match deadly.all_but {
                true => Condition::DeadlyBut { digits, cells },
                false => Condition::Deadly { digits, cells },
            });
        }
    }

    pub(super) fn every(&mut self, clause: &Spanned<ast::EveryExpr>, frame: &Frame) {
        let every = &clause.node;
        if self.count_cells(every, frame) {
            return;
        }
        for i in indices(subject_uses(&every.subject).into_iter()) {
            let earlier_than = subject_index(&every.subject, frame, i);
            let alternatives = self.alternatives(&every.alternatives, frame, i, earlier_than);
            for subject in self.subjects(&every.subject, frame, i).unwrap_or_default() {
                self.pattern.knowledge.push(Every {
                    subject,
                    alternatives: alternatives.clone(),
                    span: clause.span.clone(),
                });
            }
        }
    }

    fn subjects(
        &self,
        subject: &ast::SubjectExpr,
        frame: &Frame,
        i: Option<i64>,
    ) -> Option<Vec<Subject>> {
        let of = |var: Var| match self.sort_at(var) {
            Sort::Truth => Subject::Truth(var),
            _ => Subject::Cells(var),
        };
        let (digits, houses, make): (_, _, fn(Var, Var) -> Subject) = match subject {
            ast::SubjectExpr::CandidatesOf(things) => {
                return Some(frame.resolve_all(things, i)?.into_iter().map(of).collect());
            }
            ast::SubjectExpr::In(digit, house) => (digit, house, Subject::Digits),
            ast::SubjectExpr::InTwoOf(digit, houses) => (digit, houses, Subject::Overlap),
        };
        let (digits, houses) = (frame.resolve(digits, i)?, frame.resolve(houses, i)?);
        let in_houses = |&digit: &Var| {
            houses
                .iter()
                .map(move |&house| make(digit, house))
                .collect::<Vec<_>>()
        };
        Some(digits.iter().flat_map(in_houses).collect())
    }

    fn sort_at(&self, var: Var) -> Sort {
        self.pattern.variables[usize::from(var.0)].sort
    }

    fn alternatives(
        &self,
        alternatives: &[Spanned<ast::AlternativeExpr>],
        frame: &Frame,
        i: Option<i64>,
        earlier_than: Option<i64>,
    ) -> Vec<Alternative> {
        let mut lowered = Vec::new();
        for alternative in alternatives {
            let found = self.alternative(&alternative.node, frame, i, earlier_than);
            lowered.extend(found.unwrap_or_default());
        }
        lowered
    }

    fn alternative(
        &self,
        alternative: &ast::AlternativeExpr,
        frame: &Frame,
        i: Option<i64>,
        earlier_than: Option<i64>,
    ) -> Option<Vec<Alternative>> {
        let each = |thing: &Use, make: &dyn Fn(Var) -> Alternative| {
            Some(
                frame
                    .resolve(thing, i)?
                    .into_iter()
                    .map(make)
                    .collect::<Vec<_>>(),
            )
        };
        let by_sort = |var: Var| match self.sort_at(var) {
            Sort::Digit => Alternative::Digit(var),
            Sort::Cell | Sort::Square => Alternative::Cell(var),
            Sort::House(_) => Alternative::House(var),
            // The checks reject constraints here.
            Sort::Candidate | Sort::Group | Sort::Cluster | Sort::Truth | Sort::Constraint(_) => {
                Alternative::Candidate(var)
            }
        };
        match alternative {
            ast::AlternativeExpr::Is(thing) | ast::AlternativeExpr::At(thing) => {
                each(thing, &by_sort)
            }
            ast::AlternativeExpr::In(things) => match things.as_slice() {
                [one] if frame.is_guardians(&one.name.node) => Some(vec![Alternative::Guardian]),
                [one] => each(one, &by_sort),
                // Several names: the candidate must satisfy all of them. The checks reject families
                // here.
                _ => Some(vec![Alternative::All(
                    frame
                        .resolve_all(things, i)?
                        .into_iter()
                        .map(by_sort)
                        .collect(),
                )]),
            },
            ast::AlternativeExpr::Sees(things) => {
                let vars = frame.resolve_all(things, i)?;
                Some(vec![match vars.as_slice() {
                    [one] => Alternative::Sees(*one),
                    _ => Alternative::All(vars.into_iter().map(Alternative::Sees).collect()),
                }])
            }
            ast::AlternativeExpr::Excludes(thing) | ast::AlternativeExpr::ExcludedBy(thing) => {
                each(thing, &Alternative::Excludes)
            }
            ast::AlternativeExpr::ExcludedByEarlier(name) => {
                let members = frame.resolve_name(&name.node, None, None)?;
                let before = usize::try_from(earlier_than? - 1).ok()?;
                Some(
                    members
                        .into_iter()
                        .take(before)
                        .map(Alternative::Excludes)
                        .collect(),
                )
            }
            ast::AlternativeExpr::Relation(name, thing) => {
                let relation = self.definitions.relation(&name.node)?;
                each(thing, &|var| Alternative::Relation(relation, var))
            }
            ast::AlternativeExpr::RelationFrom(thing, name) => {
                let relation = self.definitions.relation(&name.node)?;
                each(thing, &|var| Alternative::RelationFrom(relation, var))
            }
        }
    }

    pub(super) fn presence(&mut self, presence: &ast::PresenceExpr, frame: &Frame) {
        match presence {
            ast::PresenceExpr::OnlyOpen(cell, house) => {
                let vars = frame.resolve(cell, None).zip(frame.resolve(house, None));
                let vars = vars.and_then(|(c, h)| Some((*c.first()?, *h.first()?)));
                let condition = vars.map(|(cell, house)| Condition::OnlyOpen(cell, house));
                self.pattern.conditions.extend(condition);
            }
            ast::PresenceExpr::SomeAmong(all) => {
                let mut houses = Vec::new();
                for among in all {
                    let sort = sort_of(&among.sort, HouseKind::Row, HouseKind::Column);
                    let vars = frame.resolve_all(&among.houses, None).unwrap_or_default();
                    if let Sort::House(kinds) = sort {
                        houses.extend(vars.into_iter().map(|var| (var, kinds)));
                    }
                }
                self.pattern.conditions.push(Condition::SomeOfKind(houses));
            }
            ast::PresenceExpr::EachIn(digits, cells) => {
                for i in indices([digits, cells].into_iter()) {
                    let vars = frame.resolve(digits, i).zip(frame.resolve(cells, i));
                    let Some((digits, cells)) = vars else {
                        continue;
                    };
                    let pairs = digits
                        .iter()
                        .flat_map(|&d| cells.iter().map(move |&c| Condition::Present(d, c)));
                    self.pattern.conditions.extend(pairs);
                }
            }
            ast::PresenceExpr::Count(count) => {
                for i in indices(subject_uses(&count.subject).into_iter()) {
                    let subjects = self.subjects(&count.subject, frame, i).unwrap_or_default();
                    let earlier_than = subject_index(&count.subject, frame, i);
                    let alternatives =
                        self.alternatives(&count.alternatives, frame, i, earlier_than);
                    let (least, most) = bounds(count.quantity);
                    self.pattern
                        .presence
                        .extend(subjects.into_iter().map(|subject| Presence {
                            negated: count.negated,
                            least,
                            most,
                            each: count.each,
                            subject,
                            alternatives: alternatives.clone(),
                            others: count.quantity == Quantity::Every,
                        }));
                }
            }
        }
    }

    pub(super) fn conclusion(&mut self, conclusion: &ast::ConclusionExpr, frame: &Frame) {
        let lowered = self.conclusion_of(conclusion, frame);
        self.pattern.conclusions.extend(lowered.unwrap_or_default());
    }

    fn conclusion_of(
        &self,
        conclusion: &ast::ConclusionExpr,
        frame: &Frame,
    ) -> Option<Vec<Conclusion>> {
        let all = |things: &[Use]| frame.resolve_all(things, None);
        Some(match conclusion {
            ast::ConclusionExpr::Eliminate(digits, cells) => {
                let (names, except) = digits.named();
                vec![Conclusion::Eliminate {
                    digits: all(names)?,
                    without: all(except)?,
                    all_but: matches!(digits, Digits::AllBut(_)),
                    cells: cells_of(cells, frame)?,
                }]
            }
            ast::ConclusionExpr::EliminateCandidate(one) => {
                let vars = frame.resolve(one, None)?.into_iter();
                vars.map(Conclusion::EliminateCandidate).collect()
            }
            ast::ConclusionExpr::EliminateExcluded(things) => {
                let mut computed = things
                    .iter()
                    .filter_map(|one| frame.computed(&one.name.node));
                vec![match computed.next() {
                    Some(ComputedCount::Links) => {
                        Conclusion::EliminateCovered(self.counted.clone())
                    }
                    Some(ComputedCount::Capacities(_)) => {
                        Conclusion::EliminateUnfit(self.counted.clone())
                    }
                    None => Conclusion::EliminateExcluded(all(things)?),
                }]
            }
            ast::ConclusionExpr::EliminateUnfilled(things) => {
                vec![Conclusion::EliminateUnfilled(all(things)?)]
            }
            ast::ConclusionExpr::EliminateLinks(related) => {
                let relation = self.definitions.relation(&related.name.node)?;
                let [a, b] = all(&related.arguments)?.try_into().ok()?;
                vec![Conclusion::EliminateLinks(relation, a, b)]
            }
            ast::ConclusionExpr::Place(digit, cell) => {
                let (digit, cell) = (frame.resolve(digit, None)?, frame.resolve(cell, None)?);
                vec![Conclusion::Place(*digit.first()?, *cell.first()?)]
            }
            ast::ConclusionExpr::OneOf(_) => vec![Conclusion::OneOfGuardians],
            ast::ConclusionExpr::PlaceCandidate(one) => {
                vec![Conclusion::PlaceCandidate(
                    *frame.resolve(one, None)?.first()?,
                )]
            }
        })
    }
}

/// A family among the houses stands for any member of the family.
fn every_cell(
    set: Var,
    inside: &[Use],
    outside: Vec<Var>,
    frame: &Frame,
    i: Option<i64>,
) -> Option<Vec<Condition>> {
    let lists = inside.iter().map(|thing| frame.resolve(thing, i));
    let inside = lists.collect::<Option<Vec<Vec<Var>>>>()?;
    Some(vec![Condition::EveryCell {
        set,
        inside,
        outside,
    }])
}

fn cells_of(cells: &ast::CellsExpr, frame: &Frame) -> Option<Cells> {
    let all = |things: &[Use]| frame.resolve_all(things, None);
    let mut seeing = Vec::new();
    for seen in &cells.seeing {
        match seen {
            ast::SeenExpr::All(thing) => {
                seeing.extend(frame.resolve(thing, None)?.into_iter().map(Seen::All))
            }
            ast::SeenExpr::Every(digit, places) => {
                let digit = *frame.resolve(digit, None)?.first()?;
                let places = frame.resolve(places, None)?.into_iter();
                seeing.extend(places.map(|cells| Seen::Every { digit, cells }));
            }
        }
    }
    Some(Cells {
        within: all(&cells.within)?,
        seeing,
        inside: all(&cells.inside)?,
        except: all(&cells.except)?,
    })
}

/// Moves negative terms to the other side.
fn sizes(left: &SizeSum, right: &SizeSum, frame: &Frame, i: Option<i64>) -> Option<Condition> {
    let (mut lefts, mut rights, mut plus) = (Vec::new(), Vec::new(), 0i64);
    for (side, sum) in [(1, left), (-1, right)] {
        for (sign, set) in &sum.sets {
            let vars = frame.resolve(set, i)?;
            if side * sign > 0 {
                lefts.extend(vars)
            } else {
                rights.extend(vars)
            }
        }
        plus -= i64::from(side * sum.plus.plus);
        for (sign, name) in &sum.names {
            let value = ast::SizeExpr {
                name: Some(name.clone()),
                ..ast::SizeExpr::default()
            };
            plus -= i64::from(side * sign) * frame.range(&value, i)?.0;
        }
    }
    Some(Condition::Sizes {
        left: lefts,
        right: rights,
        plus: i32::try_from(plus).ok()?,
        more: 0,
    })
}

fn bounds(quantity: Quantity) -> (u32, u32) {
    match quantity {
        // `every`: none of the others.
        Quantity::Every => (0, 0),
        Quantity::Some => (1, u32::MAX),
        Quantity::AtLeast(n) => (n, u32::MAX),
        Quantity::AtMost(n) => (0, n),
        Quantity::Exactly(n) => (n, n),
    }
}

/// The values of i for a clause, given its uses. A single `None` if the clause does not use i.
fn indices<'a>(mut uses: impl Iterator<Item = &'a Use>) -> Vec<Option<i64>> {
    let says_i = |thing: &Use| {
        let name = thing.index.as_ref().and_then(|index| index.name.as_ref());
        name.is_some_and(|n| n.node == INDEX)
    };
    if uses.any(says_i) {
        (1..=MAX_SIZE as i64 + 1).map(Some).collect()
    } else {
        vec![None]
    }
}

/// The index in its family of the clause's subject.
fn subject_index(subject: &ast::SubjectExpr, frame: &Frame, i: Option<i64>) -> Option<i64> {
    let uses = subject_uses(subject);
    let index = uses.iter().find_map(|thing| thing.index.as_ref())?;
    frame.range(index, i).map(|(at, _)| at)
}

fn subject_uses(subject: &ast::SubjectExpr) -> Vec<&Use> {
    match subject {
        ast::SubjectExpr::CandidatesOf(things) => things.iter().collect(),
        ast::SubjectExpr::In(digit, house) | ast::SubjectExpr::InTwoOf(digit, house) => {
            vec![digit, house]
        }
    }
}

fn condition_uses(condition: &ast::ConditionExpr) -> Vec<&Use> {
    match condition {
        ast::ConditionExpr::Sees(left, right)
        | ast::ConditionExpr::Excludes(left, right)
        | ast::ConditionExpr::In(left, right)
        | ast::ConditionExpr::NotIn(left, right) => left.iter().chain(right).collect(),
        ast::ConditionExpr::Disjoint(things)
        | ast::ConditionExpr::Distinct(things)
        | ast::ConditionExpr::NotGiven(things) => things.iter().collect(),
        ast::ConditionExpr::Sizes(left, right) => left
            .sets
            .iter()
            .chain(&right.sets)
            .map(|(_, s)| s)
            .collect(),
        ast::ConditionExpr::AllSee { one, other } => vec![&one.0, &one.1, &other.0, &other.1],
        ast::ConditionExpr::AllExclude { one, other } => {
            [&one.0, &one.1].into_iter().chain(other).collect()
        }
        ast::ConditionExpr::Template { things, .. } => things.iter().collect(),
        ast::ConditionExpr::IsEvery { node, places } => vec![node, &places.0, &places.1],
        ast::ConditionExpr::EveryCell {
            set,
            inside,
            outside,
        } => [set].into_iter().chain(inside).chain(outside).collect(),
        ast::ConditionExpr::Relation(related) => related.arguments.iter().collect(),
    }
}
