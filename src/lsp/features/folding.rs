//! Folding: items, runs of comments, and boards over several lines.

use lsp_types::{FoldingRange, FoldingRangeKind, FoldingRangeParams};

use crate::session::Session;
use qedoku_core::lang::scan::{TokenKind, items, tokens};

/// The parts of a document that can be folded.
pub fn answer(session: &mut Session<'_>, params: FoldingRangeParams) -> Option<Vec<FoldingRange>> {
    let view = session.view(&params.text_document.uri)?;
    let text = view.text();
    let line = |at: usize| view.document.position(at).line;
    let mut folds = Vec::new();
    let mut add = |start: u32, end: u32, kind: Option<FoldingRangeKind>| {
        if end > start {
            folds.push(FoldingRange {
                start_line: start,
                end_line: end,
                kind,
                ..FoldingRange::default()
            });
        }
    };
    for item in items(text, true) {
        let own = &text[item.range.clone()];
        let head = tokens(own).find(|t| t.kind == TokenKind::Word);
        let head = head.map_or(0, |t| t.range.start);
        let end = item.range.start + own.trim_end().len();
        add(line(item.range.start + head), line(end), None);
    }
    let mut comment: Option<(u32, u32)> = None;
    for token in tokens(text) {
        let (start, end) = (line(token.range.start), line(token.range.end));
        match token.kind {
            TokenKind::Comment | TokenKind::Doc => match &mut comment {
                Some((_, last)) if *last + 1 == start => *last = end,
                _ => {
                    if let Some((from, to)) = comment.replace((start, end)) {
                        add(from, to, Some(FoldingRangeKind::Comment));
                    }
                }
            },
            TokenKind::Text => add(start, end, None),
            _ => {}
        }
    }
    if let Some((from, to)) = comment {
        add(from, to, Some(FoldingRangeKind::Comment));
    }
    Some(folds)
}
