//! Completion: the words that the grammar allows at a place, and the names that fit there.

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, CompletionTextEdit,
    InsertTextFormat, TextEdit,
};

use crate::project::View;
use crate::session::Session;
use qedoku_app::reference::{about, shown};
use qedoku_core::lang::ast::{Item, SortWord};
use qedoku_core::lang::ir::Level;
use qedoku_core::lang::names::Entity;
use qedoku_core::lang::{Allowed, allowed, is_keyword};

/// The completions at a place.
pub fn answer(session: &mut Session<'_>, params: CompletionParams) -> Option<CompletionResponse> {
    let at = params.text_document_position;
    let view = session.view(&at.text_document.uri)?;
    let offset = view.document.offset(at.position);
    let allowed = allowed(view.text(), offset);
    let range = view.document.range(&allowed.typed);
    let mut items = Vec::new();
    let mut add = |label: String, kind, detail: Option<String>, snippet: Option<String>| {
        let format = snippet.as_ref().map(|_| InsertTextFormat::SNIPPET);
        let text = snippet.unwrap_or_else(|| label.clone());
        items.push(CompletionItem {
            label,
            kind: Some(kind),
            detail,
            insert_text_format: format,
            text_edit: Some(CompletionTextEdit::Edit(TextEdit::new(range, text))),
            ..CompletionItem::default()
        });
    };
    if let Some(names) = names(&view, &allowed) {
        for (name, kind, detail) in names {
            add(name, kind, detail, None);
        }
    }
    for word in words(&view, &allowed) {
        let detail = about(word, None).first().map(shown);
        add(word.to_string(), CompletionItemKind::KEYWORD, detail, None);
    }
    if allowed.item.is_none() || allowed.words.contains(&"rule") {
        let name = "new rule".to_string();
        add(
            name,
            CompletionItemKind::SNIPPET,
            None,
            Some(SNIPPET.to_string()),
        );
    }
    items.dedup_by(|a, b| a.label == b.label);
    Some(CompletionResponse::Array(items))
}

/// A template for a new rule.
pub const SNIPPET: &str = "rule ${1:name} {\n  name     \"${2:Name}\"\n  level    ${3:hard}\n  score    ${4:100}\n  \
                           for      ${5:digit d, house H, cell a in H}\n  when     ${6:every d in H is at a}\n  then     \
                           ${7:place d at a}\n  say      \"$8\"\n}\n";

/// The keywords that may stand here.
fn words(view: &View<'_>, allowed: &Allowed) -> Vec<&'static str> {
    // A new name follows a sort. A new name cannot be completed.
    let mut words: Vec<&'static str> = Vec::new();
    for word in &allowed.words {
        if is_keyword(word) {
            words.push(word);
            // Both singular and plural of a sort are valid.
            words.extend(SortWord::parse(word).map(|sort| sort.text(true)));
        }
    }
    let typed = &view.text()[allowed.typed.clone()];
    words.retain(|word| word.starts_with(typed) || typed.is_empty());
    words
}

type NamedItem = (String, CompletionItemKind, Option<String>);

/// The names that may stand here. `None` if there are none to offer.
fn names(view: &View<'_>, allowed: &Allowed) -> Option<Vec<NamedItem>> {
    let before = allowed.before.clone().map(|range| &view.text()[range]);
    let has = |word: &str| allowed.words.contains(&word);
    let mut found: Vec<NamedItem> = Vec::new();
    if has("a name") && before == Some("level") || before == Some(",") && is_level(view, allowed) {
        let levels = Level::ALL.iter().map(|(_, word)| word.to_string());
        return Some(
            levels
                .map(|w| (w, CompletionItemKind::ENUM_MEMBER, None))
                .collect(),
        );
    }
    let new = ["rule", "pattern", "relation", "as"];
    if before.is_some_and(|w| SortWord::parse(w).is_some() || new.contains(&w)) {
        return None;
    }
    // Where a sort may stand, a name refers to a pattern.
    let declares = has("a name") && has("digit");
    if has("a name") && !declares {
        found.extend(variables(view, allowed));
    }
    if declares {
        found.extend(defined(view, "pattern", CompletionItemKind::STRUCT));
    } else if has("a name") || has("a relation") {
        found.extend(defined(view, "relation", CompletionItemKind::FUNCTION));
    }
    if has("a pattern") {
        found.extend(defined(view, "pattern", CompletionItemKind::STRUCT));
    }
    Some(found)
}

/// Whether the list at this place lists levels.
fn is_level(view: &View<'_>, allowed: &Allowed) -> bool {
    let line = view.text()[..allowed.typed.start]
        .rfind('\n')
        .map_or(0, |i| i + 1);
    let line = view.text()[line..allowed.typed.start].trim_start();
    line.starts_with("level ")
}

/// The variables of the surrounding definition.
fn variables(view: &View<'_>, allowed: &Allowed) -> Vec<NamedItem> {
    let Some(item) = allowed.item.clone() else {
        return Vec::new();
    };
    let described = view.read.variables(view.number);
    let declared = view
        .names()
        .into_iter()
        .filter(|o| o.defines && item.contains(&o.range.start));
    let named = |entity: &Entity| match entity {
        Entity::Variable(scope, name) => {
            let own = described
                .iter()
                .find(|d| d.scope == *scope && d.name == *name);
            let what = own.map(|d| d.what.clone());
            Some((name.clone(), CompletionItemKind::VARIABLE, what))
        }
        _ => None,
    };
    declared.filter_map(|o| named(&o.entity)).collect()
}

/// The definitions of a kind in all files.
fn defined(view: &View<'_>, word: &str, kind: CompletionItemKind) -> Vec<NamedItem> {
    let items = view.read.files.iter().flat_map(|file| &file.items);
    let own = items.filter(|item| item.word() == word);
    let named = |item: &Item| {
        let doc = match item {
            Item::Rule(rule) => &rule.doc,
            Item::Pattern(pattern) => &pattern.doc,
            Item::Relation(relation) => &relation.doc,
        };
        (item.name().node.clone(), kind, Some(doc.join(" ")))
    };
    own.map(named).collect()
}
