//! Printing: the text of a rule file in the house style.
//!
//! Parsing the output gives the same tree. Comments are not in the tree: they are taken from the
//! text and inserted line by line.

mod comment;
mod words;

use super::ast::{
    Body, Declaration, Example, File, Instance, Item, Parameter, PatternDef, RelationDef, Rule,
    Spanned,
};
use comment::{INDENT, PrintedLine};
pub(super) use words::size;
use words::{join, names, quote};

/// The indentation of clauses.
const CLAUSES: usize = 11;
/// The column at which lists are wrapped.
const WIDTH: usize = 100;

/// The text of a tree, without comments.
pub fn print(file: &File) -> String {
    comment::weave(lines(file), Vec::new())
}

/// The text of a tree, with the comments of its original text.
pub fn format(file: &File, text: &str) -> String {
    comment::weave(lines(file), comment::comments(text))
}

/// The items that can be parsed, each with its place and its text in the house style. A comment
/// before an item is not part of it.
pub fn format_items(file: &File, text: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let one = |item: &Item| {
        let range = item.span().0.clone();
        let alone = File {
            items: vec![item.clone()],
            ..File::default()
        };
        let mut comments = comment::comments(text);
        comments.retain(|comment| range.contains(&comment.at));
        let printed = comment::weave(lines(&alone), comments);
        (range, printed.trim_end().to_string())
    };
    file.items.iter().map(one).collect()
}

fn lines(file: &File) -> Vec<PrintedLine> {
    let mut page = Page::default();
    for (at, item) in file.items.iter().enumerate() {
        if at > 0 {
            page.line(0, String::new(), item.span().0.start);
        }
        match item {
            Item::Rule(rule) => page.rule(rule),
            Item::Pattern(pattern) => page.pattern(pattern),
            Item::Relation(relation) => page.relation(relation),
        }
    }
    page.lines
}

#[derive(Default)]
struct Page {
    lines: Vec<PrintedLine>,
}

impl Page {
    fn line(&mut self, indent: usize, text: String, at: usize) {
        self.lines.push(PrintedLine { indent, text, at });
    }

    /// A section with one part per line.
    fn section(&mut self, label: &str, parts: impl IntoIterator<Item = (String, usize)>) {
        let width = CLAUSES - INDENT;
        for (i, (part, at)) in parts.into_iter().enumerate() {
            match i {
                0 => self.line(INDENT, format!("{label:<width$}{part}"), at),
                _ => self.line(CLAUSES, part, at),
            }
        }
    }

    /// A section with a wrapped list.
    fn list(&mut self, label: &str, parts: impl IntoIterator<Item = (String, usize)>) {
        let mut rows: Vec<(String, usize)> = Vec::new();
        for (part, at) in parts {
            match rows.last_mut() {
                Some((row, _)) => {
                    row.push(',');
                    if CLAUSES + row.len() + 1 + part.len() < WIDTH {
                        *row += &format!(" {part}");
                    } else {
                        rows.push((part, at));
                    }
                }
                None => rows.push((part, at)),
            }
        }
        self.section(label, rows);
    }

    fn strings(&mut self, label: &str, strings: &[Spanned<String>]) {
        self.list(
            label,
            strings.iter().map(|s| (quote(&s.node), s.span.0.start)),
        );
    }

    fn docs(&mut self, doc: &[String], at: usize) {
        for line in doc {
            let text = format!("/// {line}").trim_end().to_string();
            self.line(0, text, at);
        }
    }

    fn rule(&mut self, rule: &Rule) {
        self.docs(&rule.doc, rule.span.0.start);
        let parameter = rule.parameter.as_ref().map(parameter).unwrap_or_default();
        let head = format!("rule {}{parameter} {{", rule.name.node);
        self.line(0, head, rule.name.span.0.start);
        self.strings("name", &rule.titles);
        for (scheme, codes) in &rule.known_as {
            let first = codes.first().map_or(0, |c| c.span.0.start);
            let codes = join(codes, ", ", |c| quote(&c.node));
            self.section("known as", [(format!("{} {codes}", scheme.node), first)]);
        }
        self.list(
            "level",
            rule.levels.iter().map(|l| (l.node.clone(), l.span.0.start)),
        );
        self.list(
            "score",
            rule.scores
                .iter()
                .map(|s| (s.node.to_string(), s.span.0.start)),
        );
        if let Some(span) = &rule.assuming_unique {
            self.line(INDENT, "assuming unique".to_string(), span.0.start);
        }
        if let Some(Spanned { node, span }) = rule.on_request.as_deref() {
            let instances = join(node, ",", |i| format!(" {}", instance(i)));
            self.line(INDENT, format!("on request{instances}"), span.0.start);
        }
        if let Some(span) = &rule.by_template {
            self.line(INDENT, "by template".to_string(), span.0.start);
        }
        self.body(&rule.body);
        let conclusions = rule.conclusions.iter();
        self.section(
            "then",
            conclusions.map(|c| (words::conclusion(&c.node), c.span.0.start)),
        );
        self.strings("say", rule.say.as_slice());
        for example in &rule.examples {
            self.example(example);
        }
        self.line(0, "}".to_string(), rule.span.0.end.saturating_sub(1));
    }

    fn example(&mut self, example: &Example) {
        let instance = example.instance.as_ref();
        let instance = instance.map(|i| format!("{} ", self::instance(i)));
        let board = format!(
            "{}{}",
            instance.unwrap_or_default(),
            quote(&example.board.node)
        );
        let at = example.span.0.start;
        match &example.expected {
            None => self.section("silent", [(board, at)]),
            Some(steps) => {
                let steps = join(steps, ", ", |s| s.node.clone());
                let derives = if example.derives { "one of " } else { "" };
                self.section("example", [(format!("{board} => {derives}{steps}"), at)]);
            }
        }
    }

    fn pattern(&mut self, pattern: &PatternDef) {
        self.docs(&pattern.doc, pattern.span.0.start);
        let parameter = pattern
            .parameter
            .as_ref()
            .map(parameter)
            .unwrap_or_default();
        let arguments = names(&pattern.arguments);
        let head = format!("pattern {}{parameter}({arguments}) {{", pattern.name.node);
        self.line(0, head, pattern.name.span.0.start);
        self.body(&pattern.body);
        self.line(0, "}".to_string(), pattern.span.0.end.saturating_sub(1));
    }

    fn relation(&mut self, relation: &RelationDef) {
        self.docs(&relation.doc, relation.span.0.start);
        let arguments = join(&relation.arguments, ", ", |(sort, name)| {
            format!("{} {}", words::sort(sort, false), name.node)
        });
        let head = format!("relation {}({arguments}) {{", relation.name.node);
        self.line(0, head, relation.name.span.0.start);
        for (i, case) in relation.cases.iter().enumerate() {
            if i > 0 {
                self.line(0, "} or {".to_string(), case.span.0.start);
            }
            self.body(case);
        }
        self.line(0, "}".to_string(), relation.span.0.end.saturating_sub(1));
    }

    fn body(&mut self, body: &Body) {
        self.declarations("for", &body.declarations);
        let conditions = body.conditions.iter();
        self.list(
            "with",
            conditions.map(|c| (words::condition(&c.node), c.span.0.start)),
        );
        for deadly in &body.deadly {
            self.section(
                "deadly",
                [(words::deadly(&deadly.node), deadly.span.0.start)],
            );
        }
        let knowledge = body.knowledge.iter();
        self.section(
            "when",
            knowledge.map(|e| (words::every(&e.node), e.span.0.start)),
        );
        let presence = body.presence.iter();
        self.section(
            "where",
            presence.map(|p| (words::presence(&p.node), p.span.0.start)),
        );
        self.declarations("target", &body.targets);
    }

    fn declarations(&mut self, label: &str, declarations: &[Declaration]) {
        let parts = declarations
            .iter()
            .map(|d| (words::declaration(d), words::start(d)));
        self.list(label, parts);
    }
}

fn parameter(parameter: &Parameter) -> String {
    let (first, last) = (parameter.first.node, parameter.last.node);
    format!("({}: {first}..{last})", parameter.name.node)
}

fn instance((name, value): &Instance) -> String {
    format!("{}={}", name.node, value.node)
}
