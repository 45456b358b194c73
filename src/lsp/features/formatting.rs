//! Formatting of a whole document or of the items in a range. In a document with mistakes, only the
//! items without mistakes are formatted.

use std::ops::Range;

use lsp_types::{DocumentFormattingParams, DocumentRangeFormattingParams, TextEdit};

use crate::project::View;
use crate::session::Session;
use qedoku_core::lang::{format, format_items};

/// Formats the whole document.
pub fn whole(session: &mut Session<'_>, params: DocumentFormattingParams) -> Option<Vec<TextEdit>> {
    let view = session.view(&params.text_document.uri)?;
    let text = view.text();
    match format(&view.document.source()) {
        Ok(styled) => Some(edit(&view, 0..text.len(), styled).into_iter().collect()),
        Err(_) => Some(items(&view, 0..text.len())),
    }
}

/// Formats the items that a range touches.
pub fn range(
    session: &mut Session<'_>,
    params: DocumentRangeFormattingParams,
) -> Option<Vec<TextEdit>> {
    let view = session.view(&params.text_document.uri)?;
    let start = view.document.offset(params.range.start);
    let end = view.document.offset(params.range.end);
    Some(items(&view, start..end))
}

fn items(view: &View<'_>, touched: Range<usize>) -> Vec<TextEdit> {
    let all = format_items(view.file(), view.text()).into_iter();
    all.filter(|(range, _)| range.start <= touched.end && touched.start <= range.end)
        .filter_map(|(range, styled)| edit(view, range, styled))
        .collect()
}

fn edit(view: &View<'_>, range: Range<usize>, styled: String) -> Option<TextEdit> {
    let changes = view.text()[range.clone()] != styled;
    changes.then(|| TextEdit::new(view.document.range(&range), styled))
}
