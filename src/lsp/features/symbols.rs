//! Symbols: the definitions of a document with their variables, and those of all files.

use lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, SymbolInformation, SymbolKind,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};

use crate::session::Session;
use qedoku_core::lang::ast::{File, Item};
use qedoku_core::lang::names::{Entity, Occurrence};

use super::navigation::location;

fn kind(item: &Item) -> SymbolKind {
    match item {
        Item::Rule(_) => SymbolKind::CLASS,
        Item::Pattern(_) => SymbolKind::STRUCT,
        Item::Relation(_) => SymbolKind::FUNCTION,
    }
}

/// The definitions of a document.
#[allow(deprecated)] // The type demands a field that is deprecated.
pub fn of_document(
    session: &mut Session<'_>,
    params: DocumentSymbolParams,
) -> Option<DocumentSymbolResponse> {
    let view = session.view(&params.text_document.uri)?;
    let names = view.names();
    let symbol = |name: String, kind, range, own, children| DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range: own,
        children,
    };
    let variables = |item: &Item| {
        let span = &item.span().0;
        let declared = |o: &&Occurrence| {
            o.defines && matches!(o.entity, Entity::Variable(..)) && span.contains(&o.range.start)
        };
        let one = |o: &Occurrence| {
            let range = view.document.range(&o.range);
            let name = view.text()[o.range.clone()].to_string();
            symbol(name, SymbolKind::VARIABLE, range, range, None)
        };
        names.iter().filter(declared).map(one).collect()
    };
    let items = view.file().items.iter().map(|item| {
        let name = item.name();
        let range = view.document.range(&item.span().0);
        let own = view.document.range(&name.span.0);
        symbol(
            name.node.clone(),
            kind(item),
            range,
            own,
            Some(variables(item)),
        )
    });
    // Definitions with mistakes are listed as well.
    let unread = view.file().unread.iter().filter_map(|unread| {
        let name = unread.name.as_ref()?;
        let range = view.document.range(&unread.span.0);
        let own = view.document.range(&name.span.0);
        Some(symbol(
            name.node.clone(),
            SymbolKind::CLASS,
            range,
            own,
            None,
        ))
    });
    let mut all: Vec<DocumentSymbol> = items.chain(unread).collect();
    all.sort_by_key(|s| (s.range.start.line, s.range.start.character));
    Some(DocumentSymbolResponse::Nested(all))
}

/// The definitions in all files whose names contain the letters of the query in order.
#[allow(deprecated)] // The type demands a field that is deprecated.
pub fn of_workspace(
    session: &mut Session<'_>,
    params: WorkspaceSymbolParams,
) -> Option<WorkspaceSymbolResponse> {
    let wanted = params.query.to_lowercase();
    let fits = |name: &str| {
        let mut letters = name.chars().flat_map(char::to_lowercase);
        wanted.chars().all(|c| letters.any(|l| l == c))
    };
    let mut all: Vec<SymbolInformation> = Vec::new();
    for url in session.open() {
        let Some(view) = session.view(&url) else {
            continue;
        };
        let read = view.read;
        let numbered = read.files.iter().enumerate();
        let items = |(number, file): (usize, &std::sync::Arc<File>)| {
            let own = |item: &Item| (number, item.clone());
            file.items.iter().map(own).collect::<Vec<_>>()
        };
        for (number, item) in numbered.flat_map(items) {
            let name = item.name();
            if !fits(&name.node) {
                continue;
            }
            let source = &read.sources[number];
            if let Some(location) = location(session, source, &name.span.0) {
                all.push(SymbolInformation {
                    name: name.node.clone(),
                    kind: kind(&item),
                    tags: None,
                    deprecated: None,
                    location,
                    container_name: Some(source.family.clone()),
                });
            }
        }
    }
    all.sort_by(|a, b| (&a.name, &a.location.uri).cmp(&(&b.name, &b.location.uri)));
    all.dedup();
    Some(WorkspaceSymbolResponse::Flat(all))
}
