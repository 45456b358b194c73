//! Hover: the meaning of a word, the sort of a variable, the text of a definition, the drawing of
//! an example.

use std::ops::Range;

use lsp_types::{Hover, HoverContents, HoverParams, MarkupContent, MarkupKind};

use crate::project::View;
use crate::session::Session;
use qedoku_app::reference::{at, shown};
use qedoku_core::engine::Solver;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::RuleInfo;
use qedoku_core::lang::ast::{Example, Item};
use qedoku_core::lang::names::{Entity, Occurrence};
use qedoku_core::matcher::{Match, Position};
use qedoku_core::report::draw::{DrawOptions, draw};
use qedoku_core::report::{explain, step};
use qedoku_core::trial;

/// The hover text at a place.
pub fn answer(session: &mut Session<'_>, params: HoverParams) -> Option<Hover> {
    let at = params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let offset = view.document.offset(at.position);
    let (text, range) = name(&view, offset)
        .or_else(|| board(&view, offset))
        .or_else(|| word(&view, offset))?;
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(view.document.range(&range)),
    })
}

fn name(view: &View<'_>, at: usize) -> Option<(String, Range<usize>)> {
    let found = view.name_at(at)?;
    let text = match &found.entity {
        Entity::Rule(name) => definition(view, "rule", name)?,
        Entity::Pattern(name) => definition(view, "pattern", name)?,
        Entity::Relation(name) => definition(view, "relation", name)?,
        Entity::Variable(scope, name) => variable(view, *scope, name, &found),
        Entity::Parameter(_, name) => parameter(view, at, name),
        Entity::Index => "`i`: the clause holds for each index `i` of the indexed variables".into(),
        Entity::Level(_) => "a level: `easy`, `medium`, `hard`, `unfair` or `extreme`".into(),
    };
    Some((text, found.range))
}

/// The sort and size of a variable.
fn variable(view: &View<'_>, scope: usize, name: &str, found: &Occurrence) -> String {
    let all = view.read.variables(view.number);
    let own = all.iter().find(|d| d.scope == scope && d.name == name);
    match own {
        Some(described) => {
            let size = match &described.size {
                Some(size) => format!(" of size `{}`", size.trim_matches(['[', ']'])),
                None => String::new(),
            };
            format!("`{name}`: {}{size}", described.what)
        }
        None if found.defines => format!("`{name}`: a variable"),
        None => format!("`{name}`: a variable of this definition, which has mistakes"),
    }
}

fn parameter(view: &View<'_>, at: usize, name: &str) -> String {
    let range = view.item_at(at).and_then(|item| match item {
        Item::Rule(rule) => rule.parameter.as_ref(),
        Item::Pattern(pattern) => pattern.parameter.as_ref(),
        Item::Relation(_) => None,
    });
    match range {
        Some(p) => format!(
            "`{name}`: the parameter, from {} to {}",
            p.first.node, p.last.node
        ),
        None => format!("`{name}`: a parameter"),
    }
}

/// The text of a definition, with its doc comment.
fn definition(view: &View<'_>, kind: &str, name: &str) -> Option<String> {
    for (file, source) in view.read.files.iter().zip(&view.read.sources) {
        let is_it = |item: &&Item| item.word() == kind && item.name().node == name;
        let Some(item) = file.items.iter().find(is_it) else {
            continue;
        };
        let doc = match item {
            Item::Rule(rule) => &rule.doc,
            Item::Pattern(pattern) => &pattern.doc,
            Item::Relation(relation) => &relation.doc,
        };
        let text = &source.text[item.span().0.clone()];
        let is_code = |line: &&str| !line.trim_start().starts_with("///");
        let body: Vec<&str> = text.lines().filter(is_code).collect();
        let doc = doc.join(" ");
        let shown = format!("{doc}\n\n```qedoku-rule\n{}\n```", body.join("\n"));
        return Some(shown.trim_start().to_string());
    }
    None
}

/// The drawing of an example with its step.
fn board(view: &View<'_>, at: usize) -> Option<(String, Range<usize>)> {
    let Some(Item::Rule(rule)) = view.item_at(at) else {
        return None;
    };
    let on = |e: &&Example| e.board.span.0.start <= at && at < e.board.span.0.end;
    let example = rule.examples.iter().find(on)?;
    let info = view.read.library.rule(&rule.name.node);
    let drawing = drawing(view, info, example)?;
    Some((
        format!("```text\n{drawing}```"),
        example.board.span.0.clone(),
    ))
}

/// The board of an example as text, with the first step that the rule finds there.
fn drawing(view: &View<'_>, rule: Option<&RuleInfo>, example: &Example) -> Option<String> {
    let puzzle = read_puzzle(&Source::new("example", &example.board.node)).ok()?;
    let position = Position::of(&puzzle);
    let plain = |marks: &[_]| {
        let options = DrawOptions {
            marks,
            ..DrawOptions::default()
        };
        draw(&puzzle.board, position.state(), &options).to_string()
    };
    let Some(rule) = rule else {
        return Some(plain(&[]));
    };
    let techniques = trial::techniques(&view.read.library, rule, example);
    let solver = Solver::with(&puzzle.board, techniques.iter().copied());
    let matches = |id| {
        solver
            .matches(id, &position)
            .into_iter()
            .map(move |m| (id, m))
    };
    let found: Vec<_> = solver.ids().flat_map(matches).collect();
    let is_shown = |found: &Match| {
        let wanted = example.expected.iter().flatten();
        let effects = explain::effects(&puzzle.board, found);
        wanted
            .map(|name| &name.node)
            .all(|name| effects.split(", ").any(|e| e == name))
    };
    let shown = found.iter().find(|(_, m)| is_shown(m)).or(found.first());
    Some(match shown {
        Some((id, found)) => {
            let words = explain::sentence(&puzzle.board, solver.technique(*id), found);
            format!("{}{words}\n", plain(&step::marks(&position, found)))
        }
        None => plain(&[]),
    })
}

/// The reference entries of a keyword.
fn word(view: &View<'_>, offset: usize) -> Option<(String, Range<usize>)> {
    let (rows, range) = at(view.text(), offset)?;
    let shown: Vec<String> = rows.iter().map(shown).collect();
    Some((shown.join("\n\n"), range))
}
