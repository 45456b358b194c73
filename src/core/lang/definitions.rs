//! The patterns and relations of a library, by name.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{
    self, AlternativeExpr, Body, ConditionExpr, RelationDef, SortWord, Span, Spanned,
};

/// The patterns and relations that a body can use, by name.
#[derive(Clone, Debug, Default)]
pub struct Definitions<'a> {
    /// The patterns.
    pub patterns: BTreeMap<&'a str, &'a ast::PatternDef>,
    /// The relations, by number.
    pub relations: Vec<&'a ast::RelationDef>,
    /// The names of definitions that could not be parsed.
    pub unread: BTreeSet<&'a str>,
    numbers: BTreeMap<&'a str, usize>,
    grounded: BTreeSet<&'a str>,
}

impl<'a> Definitions<'a> {
    /// The definitions of the files. If several have the same name, the first one.
    pub fn of(files: &[&'a ast::File]) -> Definitions<'a> {
        let mut definitions = Definitions::default();
        let unread = files.iter().flat_map(|file| &file.unread);
        let names = unread.filter_map(|item| item.name.as_ref());
        definitions.unread = names.map(|name| name.node.as_str()).collect();
        for item in files.iter().flat_map(|file| &file.items) {
            match item {
                ast::Item::Pattern(pattern) => {
                    definitions
                        .patterns
                        .entry(&pattern.name.node)
                        .or_insert(pattern);
                }
                ast::Item::Relation(relation) => {
                    let number = definitions.relations.len();
                    let entry = definitions.numbers.entry(&relation.name.node);
                    if *entry.or_insert(number) == number {
                        definitions.relations.push(relation);
                    }
                }
                ast::Item::Rule(_) => {}
            }
        }
        definitions.grounded = grounded(&definitions.relations);
        definitions
    }

    /// The relations that can hold.
    pub fn grounded(&self) -> &BTreeSet<&'a str> {
        &self.grounded
    }

    /// The number of the relation with this name.
    pub fn relation(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    /// Whether the body uses, directly or indirectly, a pattern or relation with a deadly
    /// condition. Then the body itself assumes a unique solution.
    pub fn uses_deadly(&self, body: &Body) -> bool {
        self.some_used(body, |used| !used.deadly.is_empty())
    }

    /// Whether the body uses, directly or indirectly, a pattern or relation with a template
    /// condition.
    pub fn uses_templates(&self, body: &Body) -> bool {
        self.some_used(body, |used| template(used).is_some())
    }

    /// Whether a body that the given body uses has the property.
    fn some_used(&self, body: &Body, is_so: impl Fn(&Body) -> bool) -> bool {
        let mut bodies = self.used_by(body);
        let mut at = 0;
        while let Some(&used) = bodies.get(at) {
            if is_so(used) {
                return true;
            }
            for further in self.used_by(used) {
                if !bodies.iter().any(|known| std::ptr::eq(*known, further)) {
                    bodies.push(further);
                }
            }
            at += 1;
        }
        false
    }

    /// The bodies of the patterns and relations that occur in a body.
    fn used_by(&self, body: &Body) -> Vec<&'a Body> {
        let patterns = body.declarations.iter().filter_map(|d| match d {
            ast::Declaration::Variables { .. } => None,
            ast::Declaration::Pattern { name, .. } => {
                let pattern = self.patterns.get(name.node.as_str())?;
                Some(&pattern.body)
            }
        });
        let relations = needed(body).into_iter();
        let relations = relations.filter_map(|name| Some(self.relations[self.relation(name)?]));
        patterns.chain(relations.flat_map(|r| &r.cases)).collect()
    }

    /// The bodies of the patterns that a body uses, directly or indirectly.
    pub fn patterns_of(&self, body: &Body) -> Vec<&'a Body> {
        let of = |body: &Body| {
            let names = body.declarations.iter().filter_map(|d| match d {
                ast::Declaration::Variables { .. } => None,
                ast::Declaration::Pattern { name, .. } => Some(name.node.clone()),
            });
            names.collect::<Vec<String>>()
        };
        let mut open = of(body);
        let mut seen = BTreeSet::new();
        let mut bodies = Vec::new();
        while let Some(name) = open.pop() {
            if let Some(pattern) = self.patterns.get(name.as_str())
                && seen.insert(name)
            {
                open.extend(of(&pattern.body));
                bodies.push(&pattern.body);
            }
        }
        bodies
    }

    /// Whether a relation is another relation or needs it, directly or through others, including
    /// patterns and `where` clauses.
    pub fn needs(&self, relation: &str, other: &str) -> bool {
        let mut open = vec![relation];
        let mut seen = BTreeSet::new();
        while let Some(name) = open.pop() {
            if name == other {
                return true;
            }
            let Some(number) = self.relation(name).filter(|_| seen.insert(name)) else {
                continue;
            };
            for case in &self.relations[number].cases {
                let bodies = std::iter::once(case).chain(self.patterns_of(case));
                for body in bodies {
                    open.extend(needed(body));
                    open.extend(demanded(body).iter().map(|verb| verb.node.as_str()));
                }
            }
        }
        false
    }

    /// The names of the patterns and relations that an item uses.
    pub fn named_by(item: &'a ast::Item) -> BTreeSet<&'a str> {
        let bodies = match item {
            ast::Item::Rule(rule) => std::slice::from_ref(&rule.body),
            ast::Item::Pattern(pattern) => std::slice::from_ref(&pattern.body),
            ast::Item::Relation(relation) => &relation.cases,
        };
        let patterns = bodies.iter().flat_map(|body| &body.declarations);
        let patterns = patterns.filter_map(|declaration| match declaration {
            ast::Declaration::Variables { .. } => None,
            ast::Declaration::Pattern { name, .. } => Some(name.node.as_str()),
        });
        let conclusions = match item {
            ast::Item::Rule(rule) => rule.conclusions.as_slice(),
            _ => &[],
        };
        let links = conclusions.iter().filter_map(|c| match &c.node {
            ast::ConclusionExpr::EliminateLinks(related) => Some(related.name.node.as_str()),
            _ => None,
        });
        patterns
            .chain(bodies.iter().flat_map(needed))
            .chain(links)
            .collect()
    }

    /// Whether a body uses `lines` or `crosslines`, itself or in a pattern.
    pub fn is_oriented(&self, body: &Body, depth: usize) -> bool {
        body.declarations
            .iter()
            .chain(&body.targets)
            .any(|declaration| match declaration {
                ast::Declaration::Variables { sort, .. } => sort
                    .iter()
                    .any(|w| matches!(w.node, SortWord::Line | SortWord::Crossline)),
                ast::Declaration::Pattern { name, .. } => {
                    let pattern = self.patterns.get(name.node.as_str());
                    depth < MAX_PATTERN_DEPTH
                        && pattern.is_some_and(|p| self.is_oriented(&p.body, depth + 1))
                }
            })
    }
}

/// Maximum nesting depth of patterns.
pub(super) const MAX_PATTERN_DEPTH: usize = 8;

/// The relations that can hold, as a least fixpoint.
fn grounded<'a>(relations: &[&'a RelationDef]) -> BTreeSet<&'a str> {
    let needs: Vec<(&'a str, Vec<BTreeSet<&'a str>>)> = relations
        .iter()
        .map(|r| (r.name.node.as_str(), r.cases.iter().map(needed).collect()))
        .collect();
    let names: BTreeSet<&str> = needs.iter().map(|(name, _)| *name).collect();
    let mut can: BTreeSet<&'a str> = BTreeSet::new();
    loop {
        let before = can.len();
        for (name, cases) in &needs {
            // Unknown relations are reported elsewhere.
            let holds =
                |case: &BTreeSet<&str>| case.iter().all(|r| can.contains(r) || !names.contains(r));
            if !can.contains(name) && cases.iter().any(holds) {
                can.insert(name);
            }
        }
        if can.len() == before {
            return can;
        }
    }
}

/// The verbs in the presence clauses of a body.
pub(super) fn demanded(body: &Body) -> Vec<&ast::Name> {
    let counted = body.presence.iter().filter_map(|p| match &p.node {
        ast::PresenceExpr::Count(count) => Some(&count.alternatives),
        _ => None,
    });
    let verbs = counted.flatten().filter_map(|a| match &a.node {
        AlternativeExpr::Relation(name, _) | AlternativeExpr::RelationFrom(_, name) => Some(name),
        _ => None,
    });
    verbs.collect()
}

/// The relations that a body needs, without the relations of its patterns.
pub(super) fn needed(body: &Body) -> BTreeSet<&str> {
    let conditions = body.conditions.iter().filter_map(|c| match &c.node {
        ConditionExpr::Relation(related) => Some(related.name.node.as_str()),
        _ => None,
    });
    let alternatives = body
        .knowledge
        .iter()
        .flat_map(|every| &every.node.alternatives);
    let verbs = alternatives.filter_map(|a| match &a.node {
        AlternativeExpr::Relation(name, _) | AlternativeExpr::RelationFrom(_, name) => {
            Some(name.node.as_str())
        }
        _ => None,
    });
    conditions.chain(verbs).collect()
}

/// The place of a template condition in a body.
pub fn template(body: &Body) -> Option<&Span> {
    let is_template =
        |c: &&Spanned<ConditionExpr>| matches!(c.node, ConditionExpr::Template { .. });
    (body.conditions.iter().find(is_template)).map(|condition| &condition.span)
}
