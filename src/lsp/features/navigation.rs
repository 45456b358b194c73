//! Definition, references, highlights and renaming of a name, across files.

use std::collections::HashMap; // order does not matter: the protocol wants it
use std::ops::Range;

use lsp_types::{
    DocumentHighlight, DocumentHighlightParams, GotoDefinitionParams, GotoDefinitionResponse,
    Location, PrepareRenameResponse, ReferenceParams, RenameParams, TextDocumentPositionParams,
    TextEdit, Url, WorkspaceEdit,
};

use crate::lines::LineStarts;
use crate::project::View;
use crate::session::{ServerError, Session};
use qedoku_core::lang::names::{Entity, Occurrence, occurrences};
use qedoku_core::lang::{ReadFiles, RuleFile, is_keyword};

/// The location of a byte range of a file. Files of the library are first written where the editor
/// can open them.
pub fn location(
    session: &Session<'_>,
    source: &RuleFile,
    range: &Range<usize>,
) -> Option<Location> {
    if let Some(document) = session.open_at(&source.path) {
        return Some(Location::new(document.url.clone(), document.range(range)));
    }
    let lines = LineStarts::of(&source.text);
    let place = |at| lines.position(&source.text, at, session.encoding());
    let range = lsp_types::Range::new(place(range.start), place(range.end));
    Some(Location::new(address(session, source)?, range))
}

/// The URL of a file outside of the editor.
fn address(session: &Session<'_>, source: &RuleFile) -> Option<Url> {
    if let Ok(url) = Url::from_file_path(&source.path) {
        return Some(url);
    }
    let path = session
        .host
        .keep(&format!("library/{}", source.path), &source.text)?;
    Url::from_file_path(path).ok()
}

/// Whether a name is visible in all files, not only in its definition.
fn is_global(entity: &Entity) -> bool {
    matches!(
        entity,
        Entity::Rule(_) | Entity::Pattern(_) | Entity::Relation(_)
    )
}

/// Every occurrence of a name, with the number of the file.
fn places(view: &View<'_>, entity: &Entity) -> Vec<(usize, Occurrence)> {
    places_in(&view.read, view.number, entity)
}

fn places_in(read: &ReadFiles, number: usize, entity: &Entity) -> Vec<(usize, Occurrence)> {
    let mut found = Vec::new();
    for (at, file) in read.files.iter().enumerate() {
        if at == number || is_global(entity) {
            let all = occurrences(file, &read.sources[at].text).into_iter();
            found.extend(all.filter(|o| o.entity == *entity).map(|o| (at, o)));
        }
    }
    found
}

/// The definition of the name at a place.
pub fn definition(
    session: &mut Session<'_>,
    params: GotoDefinitionParams,
) -> Option<GotoDefinitionResponse> {
    let at = params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let name = view.name_at(view.document.offset(at.position))?;
    let read = view.read.clone();
    let mut defining = places(&view, &name.entity);
    defining.retain(|(_, o)| o.defines);
    let located = defining
        .iter()
        .filter_map(|(number, o)| location(session, &read.sources[*number], &o.range));
    Some(GotoDefinitionResponse::Array(located.collect()))
}

/// The uses of the name at a place.
pub fn references(session: &mut Session<'_>, params: ReferenceParams) -> Option<Vec<Location>> {
    let at = params.text_document_position;
    let view = session.view(&at.text_document.uri)?;
    let name = view.name_at(view.document.offset(at.position))?;
    let read = view.read.clone();
    let mut found = places(&view, &name.entity);
    found.retain(|(_, o)| params.context.include_declaration || !o.defines);
    let located = found
        .iter()
        .filter_map(|(number, o)| location(session, &read.sources[*number], &o.range));
    Some(located.collect())
}

/// The occurrences of a name in the same document.
pub fn highlights(
    session: &mut Session<'_>,
    params: DocumentHighlightParams,
) -> Option<Vec<DocumentHighlight>> {
    let at = params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let name = view.name_at(view.document.offset(at.position))?;
    let same = view.names().into_iter().filter(|o| o.entity == name.entity);
    let highlight = |o: Occurrence| DocumentHighlight {
        range: view.document.range(&o.range),
        kind: None,
    };
    Some(same.map(highlight).collect())
}

/// Whether the name at a place can be renamed.
pub fn prepare_rename(
    session: &mut Session<'_>,
    params: TextDocumentPositionParams,
) -> Option<PrepareRenameResponse> {
    let view = session.view(&params.text_document.uri)?;
    let name = view.name_at(view.document.offset(params.position))?;
    if matches!(name.entity, Entity::Index | Entity::Level(_)) {
        return None;
    }
    Some(PrepareRenameResponse::Range(
        view.document.range(&name.range),
    ))
}

/// Renames the entity at a place everywhere.
pub fn rename(
    session: &mut Session<'_>,
    params: &RenameParams,
) -> Result<Option<WorkspaceEdit>, ServerError> {
    let at = &params.text_document_position;
    let new = &params.new_name;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if new.is_empty() || !new.chars().all(is_word) || new.starts_with(|c: char| c.is_ascii_digit())
    {
        return Err(format!("`{new}` cannot be a name: a name has letters, digits and `_`").into());
    }
    if is_keyword(new) {
        return Err(format!("`{new}` is a word of the language and cannot be a name").into());
    }
    let Some(view) = session.view(&at.text_document.uri) else {
        return Ok(None);
    };
    let Some(name) = view.name_at(view.document.offset(at.position)) else {
        return Ok(None);
    };
    let other = match &name.entity {
        Entity::Rule(_) => Entity::Rule(new.clone()),
        Entity::Pattern(_) => Entity::Pattern(new.clone()),
        Entity::Relation(_) => Entity::Relation(new.clone()),
        Entity::Variable(at, _) => Entity::Variable(*at, new.clone()),
        Entity::Parameter(at, _) => Entity::Parameter(*at, new.clone()),
        Entity::Index | Entity::Level(_) => {
            return Err("this word of the language cannot be renamed".into());
        }
    };
    if !places(&view, &other).is_empty() {
        return Err(format!("the name `{new}` is already in use here").into());
    }
    let read = view.read.clone();
    let found = places(&view, &name.entity);
    // The files of the standard library are read-only.
    let standard = |number: usize| Url::from_file_path(&read.sources[number].path).is_err();
    let is_document = |number: usize| session.open_at(&read.sources[number].path).is_some();
    if found
        .iter()
        .any(|(number, _)| standard(*number) && !is_document(*number))
    {
        return Err(
            "the standard library uses this name: copy its file and rename it there".into(),
        );
    }
    #[allow(clippy::mutable_key_type)] // an address does not change
    let mut changes: HashMap<Url, Vec<TextEdit>> = HashMap::new(); // order does not matter
    for (number, occurrence) in found {
        if let Some(place) = location(session, &read.sources[number], &occurrence.range) {
            let edits = changes.entry(place.uri).or_default();
            edits.push(TextEdit::new(place.range, new.clone()));
        }
    }
    Ok(Some(WorkspaceEdit {
        changes: Some(changes),
        ..WorkspaceEdit::default()
    }))
}
