//! Inlay hints: the order in which the plan binds the variables, and the cost of a search.

use lsp_types::{InlayHint, InlayHintKind, InlayHintLabel, InlayHintParams, InlayHintTooltip};

use super::diagnostics::own_rules;
use crate::session::Session;
use qedoku_core::lang::names::{Entity, Occurrence};
use qedoku_core::matcher::Matcher;

/// The hints in a range.
pub fn answer(session: &mut Session<'_>, params: InlayHintParams) -> Option<Vec<InlayHint>> {
    let costs = costs(session, &params.text_document.uri);
    let view = session.view(&params.text_document.uri)?;
    let start = view.document.offset(params.range.start);
    let end = view.document.offset(params.range.end);
    let names = view.names();
    let mut hints = Vec::new();
    for rule in own_rules(&view) {
        let span = &rule.ast.span.0;
        let library = &view.read.library;
        let technique = library.techniques.iter().find(|t| *t.rule == *rule.name());
        let Some(technique) = technique.filter(|_| span.start <= end && start <= span.end) else {
            continue;
        };
        let order = Matcher::new(technique).order(technique);
        let base = |name: &str| name.split('[').next().unwrap_or(name).to_string();
        let mut bound: Vec<String> = Vec::new();
        for name in order.iter().map(|name| base(name)) {
            if !bound.contains(&name) {
                bound.push(name);
            }
        }
        let hint = |at: usize, text: String, tip: &str| InlayHint {
            position: view.document.position(at),
            label: InlayHintLabel::String(text),
            kind: Some(InlayHintKind::TYPE),
            text_edits: None,
            tooltip: Some(InlayHintTooltip::String(tip.into())),
            padding_left: Some(true),
            padding_right: None,
            data: None,
        };
        let declared = |o: &&Occurrence| o.defines && span.contains(&o.range.start);
        for occurrence in names.iter().filter(declared) {
            let Entity::Variable(_, name) = &occurrence.entity else {
                continue;
            };
            if let Some(place) = bound.iter().position(|b| b == name) {
                let tip = "the index of this variable in the plan's binding order";
                hints.push(hint(occurrence.range.end, format!("#{}", place + 1), tip));
            }
        }
        if let Some((_, time)) = costs.iter().find(|(name, _)| name == rule.name()) {
            let text = format!("{time} per search");
            let tip = "the mean time of a search for this rule on the boards of its examples";
            hints.push(hint(rule.ast.name.span.0.end, text, tip));
        }
    }
    hints.retain(|h| h.position >= params.range.start && h.position <= params.range.end);
    Some(hints)
}

/// The cost of a search, for the rules for which it is known.
fn costs(session: &Session<'_>, url: &lsp_types::Url) -> Vec<(String, String)> {
    let Some(view) = session.view(url) else {
        return Vec::new();
    };
    let read = view.read.clone();
    let names: Vec<String> = own_rules(&view).map(|r| r.name().to_string()).collect();
    let cost = |name: String| {
        let checked = session
            .background
            .checked(&read.library, read.library.rule(&name)?)?;
        Some((name, super::lenses::time(checked.search_time?)))
    };
    names.into_iter().filter_map(cost).collect()
}
