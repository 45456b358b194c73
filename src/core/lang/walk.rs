//! Where a definition mentions its variables.

use std::collections::BTreeSet;

use super::ast::{
    Alternative, Body, Cells, Conclusion, Condition, Declaration, Name, Presence, Seen, SizeExpr,
    Subject, Use,
};

/// In which part of a definition a variable is mentioned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// `in H` and the like, behind another variable.
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
    /// In which part.
    pub part: Part,
    /// The variable.
    pub name: &'a Name,
    /// Which of its members.
    pub index: Option<&'a SizeExpr>,
    /// Whether it is meant as `an earlier` member.
    pub earlier: bool,
}

/// All mentions in a body.
pub fn mentions(body: &Body) -> Vec<Mention<'_>> {
    let mut walk = Walk {
        part: Part::Qualifier,
        found: Vec::new(),
    };
    for declaration in body.declarations.iter().chain(&body.targets) {
        walk.declaration(declaration);
    }
    walk.part = Part::Condition;
    for condition in &body.conditions {
        walk.condition(&condition.node);
    }
    for deadly in &body.deadly {
        walk.uses(&deadly.node.digits);
        walk.uses(&deadly.node.cells);
    }
    walk.part = Part::Knowledge;
    for every in &body.knowledge {
        walk.subject(&every.node.subject);
        for alternative in &every.node.alternatives {
            walk.alternative(&alternative.node);
        }
    }
    walk.part = Part::Presence;
    for presence in &body.presence {
        match &presence.node {
            Presence::Count(count) => {
                walk.subject(&count.subject);
                for alternative in &count.alternatives {
                    walk.alternative(&alternative.node);
                }
            }
            Presence::OnlyOpen(cell, house) => walk.all([cell, house]),
            Presence::SomeAmong(all) => all.iter().for_each(|among| walk.uses(&among.houses)),
            Presence::EachIn(digits, cells) => walk.all([digits, cells]),
        }
    }
    walk.found
}

/// All mentions in a conclusion.
pub fn mentions_in(conclusion: &Conclusion) -> Vec<Mention<'_>> {
    let mut walk = Walk {
        part: Part::Conclusion,
        found: Vec::new(),
    };
    match conclusion {
        Conclusion::Eliminate(digits, cells) => {
            let (digits, except) = digits.named();
            walk.uses(digits);
            walk.uses(except);
            walk.cells(cells);
        }
        Conclusion::EliminateCandidate(one) | Conclusion::PlaceCandidate(one) => walk.one(one),
        Conclusion::EliminateExcluded(all) => walk.uses(all),
        Conclusion::EliminateLinks(related) => walk.uses(&related.arguments),
        Conclusion::Place(digit, cell) => walk.all([digit, cell]),
    }
    walk.found
}

/// The names of which a member is mentioned: families of single variables, not sets.
pub fn families<'a>(mentions: impl IntoIterator<Item = Mention<'a>>) -> BTreeSet<String> {
    let with_index = |m: &Mention| m.index.is_some() || m.earlier;
    let members = mentions.into_iter().filter(with_index);
    members.map(|m| m.name.node.clone()).collect()
}

struct Walk<'a> {
    part: Part,
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

    fn all<const N: usize>(&mut self, things: [&'a Use; N]) {
        things.into_iter().for_each(|thing| self.one(thing));
    }

    fn uses(&mut self, things: &'a [Use]) {
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

    fn condition(&mut self, condition: &'a Condition) {
        match condition {
            Condition::Sees(left, right)
            | Condition::Excludes(left, right)
            | Condition::In(left, right)
            | Condition::NotIn(left, right) => {
                self.uses(left);
                self.uses(right);
            }
            Condition::Disjoint(all) | Condition::Distinct(all) | Condition::NotGiven(all) => {
                self.uses(all);
            }
            Condition::Sizes(left, right) => {
                let sets = left.sets.iter().chain(&right.sets);
                sets.for_each(|(_, set)| self.one(set));
            }
            Condition::AllSee { one, other } => self.all([&one.0, &one.1, &other.0, &other.1]),
            Condition::AllExclude { one, other } => {
                self.all([&one.0, &one.1]);
                self.uses(other);
            }
            Condition::Template { things, .. } => self.uses(things),
            Condition::IsEvery { node, places } => self.all([node, &places.0, &places.1]),
            Condition::Relation(related) => self.uses(&related.arguments),
        }
    }

    fn subject(&mut self, subject: &'a Subject) {
        match subject {
            Subject::CandidatesOf(all) => self.uses(all),
            Subject::In(digit, house) | Subject::InTwoOf(digit, house) => self.all([digit, house]),
        }
    }

    fn alternative(&mut self, alternative: &'a Alternative) {
        match alternative {
            Alternative::Is(thing)
            | Alternative::At(thing)
            | Alternative::Excludes(thing)
            | Alternative::ExcludedBy(thing)
            | Alternative::Relation(_, thing) => self.one(thing),
            Alternative::In(all) | Alternative::Sees(all) => self.uses(all),
            Alternative::ExcludedByEarlier(name) => self.found.push(Mention {
                part: self.part,
                name,
                index: None,
                earlier: true,
            }),
        }
    }

    fn cells(&mut self, cells: &'a Cells) {
        self.uses(&cells.within);
        self.uses(&cells.inside);
        self.uses(&cells.except);
        for seen in &cells.seeing {
            match seen {
                Seen::All(thing) => self.one(thing),
                Seen::Every(digit, cells) => self.all([digit, cells]),
            }
        }
    }
}
