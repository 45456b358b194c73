//! Every name in a rule file: its meaning, its definition and its uses.
//!
//! In `for digit d, rows R[n] when every d in R is in S`, `d` occurs twice and is declared at its
//! first occurrence. An item that cannot be parsed is scanned word by word, so that its names are
//! known too.

use std::ops::Range;

use super::ast::{
    AlternativeExpr, Body, BrokenItem, ConclusionExpr, ConditionExpr, Declaration, File, Instance,
    Item, Name, Parameter, PresenceExpr, Rule, Size, SizeExpr, SortWord, Spanned,
};
use super::lower::{INDEX, SentencePiece, cut, placeholder};
use super::parse::scan::{self, TokenKind};
use super::parse::words::is_keyword;
use super::walk::{self, Mention};

/// The meaning of a name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Entity {
    /// A rule, visible in all files.
    Rule(String),
    /// A pattern, visible in all files.
    Pattern(String),
    /// A relation, visible in all files.
    Relation(String),
    /// A variable of the definition at this offset.
    Variable(usize, String),
    /// The parameter of the definition at this offset.
    Parameter(usize, String),
    /// The index `i` of a clause.
    Index,
    /// A level.
    Level(String),
}

/// An occurrence of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Meaning of the name.
    pub entity: Entity,
    /// Place of the occurrence.
    pub range: Range<usize>,
    /// Whether the occurrence is a declaration or definition.
    pub defines: bool,
}

/// All names of a file, in the order of the text.
pub fn occurrences(file: &File, text: &str) -> Vec<Occurrence> {
    let mut index = Index::default();
    for item in &file.items {
        index.item(item);
    }
    for unread in &file.unread {
        index.unread(unread, text);
    }
    index.found.sort_by_key(|o| (o.range.start, !o.defines));
    index.found.dedup_by_key(|o| o.range.clone());
    index.found
}

#[derive(Default)]
struct Index {
    found: Vec<Occurrence>,
    /// The offsets of the current definition and of the current case of a relation.
    scope: usize,
    case: usize,
    /// The ends of a relation, visible in all its cases.
    ends: Vec<String>,
    parameter: Option<String>,
}

impl Index {
    fn add(&mut self, entity: Entity, range: Range<usize>, defines: bool) {
        self.found.push(Occurrence {
            entity,
            range,
            defines,
        });
    }

    fn variable(&mut self, name: &Name, defines: bool) {
        let is_end = self.ends.contains(&name.node);
        let scope = if is_end { self.scope } else { self.case };
        let entity = Entity::Variable(scope, name.node.clone());
        self.add(entity, name.span.0.clone(), defines);
    }

    fn item(&mut self, item: &Item) {
        *self = Index {
            found: std::mem::take(&mut self.found),
            scope: item.span().0.start,
            case: item.span().0.start,
            ..Index::default()
        };
        let name = item.name();
        let text = name.node.clone();
        let entity = match item {
            Item::Rule(_) => Entity::Rule(text),
            Item::Pattern(_) => Entity::Pattern(text),
            Item::Relation(_) => Entity::Relation(text),
        };
        self.add(entity, name.span.0.clone(), true);
        match item {
            Item::Rule(rule) => self.rule(rule),
            Item::Pattern(pattern) => {
                self.parameter(pattern.parameter.as_ref());
                self.body(&pattern.body);
                for argument in &pattern.arguments {
                    self.variable(argument, false);
                }
            }
            Item::Relation(relation) => {
                self.ends = relation
                    .arguments
                    .iter()
                    .map(|(_, name)| name.node.clone())
                    .collect();
                for (_, name) in &relation.arguments {
                    self.variable(name, true);
                }
                for case in &relation.cases {
                    self.case = case.span.0.start;
                    self.body(case);
                }
            }
        }
    }

    fn rule(&mut self, rule: &Rule) {
        self.parameter(rule.parameter.as_ref());
        for level in &rule.levels {
            self.add(
                Entity::Level(level.node.clone()),
                level.span.0.clone(),
                false,
            );
        }
        for instance in rule.on_request.iter().flat_map(|r| &r.node) {
            self.instance(instance);
        }
        self.body(&rule.body);
        for conclusion in &rule.conclusions {
            for mention in walk::mentions_in(&conclusion.node) {
                self.mention(&mention);
            }
            if let ConclusionExpr::EliminateLinks(related) = &conclusion.node {
                self.relation(&related.name);
            }
        }
        if let Some(say) = &rule.say {
            self.sentence(rule, say);
        }
        for example in &rule.examples {
            example.instance.iter().for_each(|i| self.instance(i));
        }
    }

    fn parameter(&mut self, parameter: Option<&Parameter>) {
        if let Some(Parameter { name, .. }) = parameter {
            self.parameter = Some(name.node.clone());
            let entity = Entity::Parameter(self.scope, name.node.clone());
            self.add(entity, name.span.0.clone(), true);
        }
    }

    fn instance(&mut self, (name, _): &Instance) {
        self.size_name(name);
    }

    /// The parameter, or the index of a clause.
    fn size_name(&mut self, name: &Name) {
        let entity = match self.parameter.as_ref() == Some(&name.node) {
            false if name.node == INDEX => Entity::Index,
            _ => Entity::Parameter(self.scope, name.node.clone()),
        };
        self.add(entity, name.span.0.clone(), false);
    }

    fn sum(&mut self, sum: &SizeExpr) {
        sum.name.iter().for_each(|name| self.size_name(name));
    }

    fn size(&mut self, size: &Size) {
        self.sum(&size.least);
        size.most.iter().for_each(|most| self.sum(most));
    }

    fn relation(&mut self, name: &Name) {
        let entity = Entity::Relation(name.node.clone());
        self.add(entity, name.span.0.clone(), false);
    }

    fn mention(&mut self, mention: &Mention<'_>) {
        self.variable(mention.name, false);
        mention.index.into_iter().for_each(|index| self.sum(index));
    }

    fn body(&mut self, body: &Body) {
        for declaration in body.declarations.iter().chain(&body.targets) {
            match declaration {
                Declaration::Variables { names, .. } => {
                    for (name, size) in names {
                        self.variable(name, true);
                        size.iter().for_each(|size| self.size(size));
                    }
                }
                Declaration::Pattern {
                    name,
                    arguments,
                    count,
                } => {
                    let entity = Entity::Pattern(name.node.clone());
                    self.add(entity, name.span.0.clone(), false);
                    arguments.iter().for_each(|a| self.variable(a, true));
                    count.iter().for_each(|count| self.size(count));
                }
            }
        }
        for mention in walk::mentions(body) {
            self.mention(&mention);
        }
        for condition in &body.conditions {
            match &condition.node {
                ConditionExpr::Relation(related) => self.relation(&related.name),
                ConditionExpr::Sizes(left, right) => {
                    let names = left.names.iter().chain(&right.names);
                    names.for_each(|(_, name)| self.size_name(name));
                }
                _ => {}
            }
        }
        let counted = body.presence.iter().filter_map(|p| match &p.node {
            PresenceExpr::Count(count) => Some(&count.alternatives),
            _ => None,
        });
        let known = body.knowledge.iter().map(|every| &every.node.alternatives);
        for alternative in known.chain(counted).flatten() {
            if let AlternativeExpr::Relation(name, _) | AlternativeExpr::RelationFrom(_, name) =
                &alternative.node
            {
                self.relation(name);
            }
        }
    }

    /// The placeholders of a sentence: `{R}`, `{R[1]}`, `{chain}`.
    fn sentence(&mut self, rule: &Rule, say: &Spanned<String>) {
        let declared = |name: &str| {
            let own = |o: &Occurrence| matches!(&o.entity, Entity::Variable(at, n) if *at == rule.span.0.start && n == name);
            self.found.iter().any(own)
        };
        let mut found = Vec::new();
        for piece in cut(&say.node) {
            let SentencePiece::Placeholder(text, at) = piece else {
                continue;
            };
            let Some((name, _)) = placeholder(text) else {
                continue;
            };
            let escapes = say.node[..at].matches(['"', '\\']).count();
            let start = say.span.0.start + 2 + at + escapes;
            let entity = match declared(name) {
                true => Entity::Variable(rule.span.0.start, name.to_string()),
                false => Entity::Relation(name.to_string()),
            };
            found.push((entity, start..start + name.len()));
        }
        for (entity, range) in found {
            self.add(entity, range, false);
        }
    }

    /// The names of an item that cannot be parsed. Words after a sort are declarations. All other
    /// occurrences are uses.
    fn unread(&mut self, unread: &BrokenItem, text: &str) {
        let Range { start, end } = unread.span.0;
        let words: Vec<Range<usize>> = scan::tokens(&text[start..end])
            .filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Mark))
            .map(|t| start + t.range.start..start + t.range.end)
            .collect();
        let word = |range: &Range<usize>| &text[range.clone()];
        let kind = words.iter().map(word).find(|w| ITEM_WORDS.contains(w));
        if let Some(name) = &unread.name {
            let node = name.node.clone();
            let entity = match kind {
                Some("pattern") => Entity::Pattern(node),
                Some("relation") => Entity::Relation(node),
                _ => Entity::Rule(node),
            };
            self.add(entity, name.span.0.clone(), true);
        }
        let declared = declared(&words, text);
        let is_name = |range: &&Range<usize>| {
            let text = word(range);
            !is_keyword(text) && text.starts_with(|c: char| c.is_ascii_alphabetic())
        };
        for range in words.iter().filter(is_name) {
            let known = declared.iter().any(|at| word(at) == word(range));
            if known {
                let entity = Entity::Variable(start, word(range).to_string());
                self.add(entity, range.clone(), declared.contains(range));
            }
        }
    }
}

const ITEM_WORDS: [&str; 3] = ["rule", "pattern", "relation"];

/// The words that declare a variable: those after a sort, and after the following commas.
fn declared(words: &[Range<usize>], text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut expects = false;
    let mut listing = false;
    for range in words {
        let word = &text[range.clone()];
        let is_name = word.starts_with(|c: char| c.is_ascii_alphabetic()) && !is_keyword(word);
        if SortWord::parse(word).is_some() {
            (expects, listing) = (true, true);
        } else if is_name && expects {
            found.push(range.clone());
            expects = false;
        } else if word == "," {
            expects = listing;
        } else if is_keyword(word) && word != "or" {
            (expects, listing) = (false, false);
        }
    }
    found
}
