//! The mentions of variables in a definition.

use std::collections::BTreeSet;

use super::ast::{
    AlternativeExpr, Body, CellsExpr, ConclusionExpr, ConditionExpr, Declaration, Name,
    PresenceExpr, SeenExpr, SizeExpr, SubjectExpr, Use,
};

/// The part of a definition in which a name is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MentionPlace {
    /// A qualifier such as `in H`.
    Qualifier,
    /// `with` and `deadly`
    Condition,
    /// `when`
    Knowledge,
    /// `where`
    Presence,
    /// `then`
    Conclusion,
}

/// One mention of a variable.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'a> {
    /// The part of the definition.
    pub part: MentionPlace,
    /// The variable.
    pub name: &'a Name,
    /// The index of the member, if there is one.
    pub index: Option<&'a SizeExpr>,
    /// Whether the reference means `an earlier` member.
    pub earlier: bool,
}

/// All mentions in a body.
pub fn mentions(body: &Body) -> Vec<Mention<'_>> {
    let mut walk = Walk {
        part: MentionPlace::Qualifier,
        found: Vec::new(),
    };
    for declaration in body.declarations.iter().chain(&body.targets) {
        walk.declaration(declaration);
    }
    walk.part = MentionPlace::Condition;
    for condition in &body.conditions {
        walk.condition(&condition.node);
    }
    for deadly in &body.deadly {
        walk.uses(&deadly.node.digits);
        walk.uses(&deadly.node.cells);
    }
    walk.part = MentionPlace::Knowledge;
    for every in &body.knowledge {
        walk.subject(&every.node.subject);
        for alternative in &every.node.alternatives {
            walk.alternative(&alternative.node);
        }
    }
    walk.part = MentionPlace::Presence;
    for presence in &body.presence {
        match &presence.node {
            PresenceExpr::Count(count) => {
                walk.subject(&count.subject);
                for alternative in &count.alternatives {
                    walk.alternative(&alternative.node);
                }
            }
            PresenceExpr::OnlyOpen(cell, house) => walk.all([cell, house]),
            PresenceExpr::SomeAmong(all) => all.iter().for_each(|among| walk.uses(&among.houses)),
            PresenceExpr::EachIn(digits, cells) => walk.all([digits, cells]),
        }
    }
    walk.found
}

/// All mentions in a conclusion.
pub fn mentions_in(conclusion: &ConclusionExpr) -> Vec<Mention<'_>> {
    let mut walk = Walk {
        part: MentionPlace::Conclusion,
        found: Vec::new(),
    };
    match conclusion {
        ConclusionExpr::Eliminate(digits, cells) => {
            let (digits, except) = digits.named();
            walk.uses(digits);
            walk.uses(except);
            walk.cells(cells);
        }
        ConclusionExpr::EliminateCandidate(one)
        | ConclusionExpr::PlaceCandidate(one)
        | ConclusionExpr::OneOf(one) => walk.one(one),
        ConclusionExpr::EliminateExcluded(all) | ConclusionExpr::EliminateUnfilled(all) => {
            walk.uses(all);
        }
        ConclusionExpr::EliminateLinks(related) => walk.uses(&related.arguments),
        ConclusionExpr::Place(digit, cell) => walk.all([digit, cell]),
    }
    walk.found
}

/// All mentions in the parts that are walked.
pub(super) fn mentions_of<'a>(parts: impl FnOnce(&mut Walk<'a>)) -> Vec<Mention<'a>> {
    let mut walk = Walk {
        part: MentionPlace::Condition,
        found: Vec::new(),
    };
    parts(&mut walk);
    walk.found
}

/// The names of families: variables whose members are mentioned.
pub fn families<'a>(mentions: impl IntoIterator<Item = Mention<'a>>) -> BTreeSet<String> {
    let with_index = |m: &Mention| m.index.is_some() || m.earlier;
    let members = mentions.into_iter().filter(with_index);
    members.map(|m| m.name.node.clone()).collect()
}

/// Collects the mentions in parts of a definition.
pub(super) struct Walk<'a> {
    part: MentionPlace,
    found: Vec<Mention<'a>>,
}

impl<'a> Walk<'a> {
    fn one(&mut self, thing: &'a Use) {
        self.found.push(Mention {
            part: self.part,
            name: &thing.name,
            index: thing.index.as_ref(),
            earlier: false,
        });
    }

    pub(super) fn all<const N: usize>(&mut self, things: [&'a Use; N]) {
        things.into_iter().for_each(|thing| self.one(thing));
    }

    pub(super) fn uses(&mut self, things: &'a [Use]) {
        things.iter().for_each(|thing| self.one(thing));
    }

    fn declaration(&mut self, declaration: &'a Declaration) {
        if let Declaration::Variables {
            of,
            inside,
            outside,
            seen_by,
            ..
        } = declaration
        {
            of.iter().for_each(|thing| self.one(thing));
            self.uses(inside);
            self.uses(outside);
            self.uses(seen_by);
        }
    }

    pub(super) fn condition(&mut self, condition: &'a ConditionExpr) {
        match condition {
            ConditionExpr::Sees(left, right)
            | ConditionExpr::Excludes(left, right)
            | ConditionExpr::In(left, right)
            | ConditionExpr::NotIn(left, right) => {
                self.uses(left);
                self.uses(right);
            }
            ConditionExpr::Disjoint(all)
            | ConditionExpr::Distinct(all)
            | ConditionExpr::NotGiven(all) => {
                self.uses(all);
            }
            ConditionExpr::Sizes(left, right) => {
                let sets = left.sets.iter().chain(&right.sets);
                sets.for_each(|(_, set)| self.one(set));
            }
            ConditionExpr::AllSee { one, other } => self.all([&one.0, &one.1, &other.0, &other.1]),
            ConditionExpr::AllExclude { one, other } => {
                self.all([&one.0, &one.1]);
                self.uses(other);
            }
            ConditionExpr::Template { things, .. } => self.uses(things),
            ConditionExpr::IsEvery { node, places } => self.all([node, &places.0, &places.1]),
            ConditionExpr::EveryCell {
                set,
                inside,
                outside,
            } => {
                self.one(set);
                self.uses(inside);
                self.uses(outside);
            }
            ConditionExpr::Relation(related) => self.uses(&related.arguments),
        }
    }

    pub(super) fn subject(&mut self, subject: &'a SubjectExpr) {
        match subject {
            SubjectExpr::CandidatesOf(all) => self.uses(all),
            SubjectExpr::In(digit, house) | SubjectExpr::InTwoOf(digit, house) => {
                self.all([digit, house])
            }
        }
    }

    pub(super) fn alternative(&mut self, alternative: &'a AlternativeExpr) {
        match alternative {
            AlternativeExpr::Is(thing)
            | AlternativeExpr::At(thing)
            | AlternativeExpr::Excludes(thing)
            | AlternativeExpr::ExcludedBy(thing)
            | AlternativeExpr::Relation(_, thing)
            | AlternativeExpr::RelationFrom(thing, _) => self.one(thing),
            AlternativeExpr::In(all) | AlternativeExpr::Sees(all) => self.uses(all),
            AlternativeExpr::ExcludedByEarlier(name) => self.found.push(Mention {
                part: self.part,
                name,
                index: None,
                earlier: true,
            }),
        }
    }

    fn cells(&mut self, cells: &'a CellsExpr) {
        self.uses(&cells.within);
        self.uses(&cells.inside);
        self.uses(&cells.except);
        for seen in &cells.seeing {
            match seen {
                SeenExpr::All(thing) => self.one(thing),
                SeenExpr::Every(digit, cells) => self.all([digit, cells]),
            }
        }
    }
}
