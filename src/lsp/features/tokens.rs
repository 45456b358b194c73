//! Semantic tokens: the kind of each word.

use lsp_types::{
    SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensLegend,
    SemanticTokensParams, SemanticTokensResult,
};

use crate::lines::CharacterEncoding;
use crate::project::View;
use crate::session::Session;
use qedoku_core::lang::ast::SortWord;
use qedoku_core::lang::is_keyword;
use qedoku_core::lang::names::{Entity, Occurrence};
use qedoku_core::lang::scan::{Token, TokenKind, tokens};

const TYPES: [SemanticTokenType; 9] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::NUMBER,
    SemanticTokenType::ENUM_MEMBER,
];

/// The kinds of tokens.
pub fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: TYPES.to_vec(),
        token_modifiers: vec![SemanticTokenModifier::DECLARATION],
    }
}

/// The tokens of a document.
pub fn answer(
    session: &mut Session<'_>,
    params: SemanticTokensParams,
) -> Option<SemanticTokensResult> {
    let view = session.view(&params.text_document.uri)?;
    let names = view.names();
    let mut data = Vec::new();
    let mut last = (0, 0);
    for token in tokens(view.text()) {
        let Some((kind, defines)) = kind(&view, &token, &names) else {
            continue;
        };
        // A token may not extend over the end of a line.
        for (line, start, length) in pieces(&view, &token) {
            let same = line == last.0;
            data.push(SemanticToken {
                delta_line: line - last.0,
                delta_start: if same { start - last.1 } else { start },
                length,
                token_type: kind,
                token_modifiers_bitset: u32::from(defines),
            });
            last = (line, start);
        }
    }
    Some(SemanticTokensResult::Tokens(SemanticTokens {
        result_id: None,
        data,
    }))
}

fn kind(view: &View<'_>, token: &Token, names: &[Occurrence]) -> Option<(u32, bool)> {
    let number =
        |kind: SemanticTokenType| TYPES.iter().position(|t| *t == kind).unwrap_or(0) as u32;
    let word = &view.text()[token.range.clone()];
    let plain = |kind| Some((number(kind), false));
    match token.kind {
        TokenKind::Comment | TokenKind::Doc => plain(SemanticTokenType::COMMENT),
        TokenKind::Text | TokenKind::UnclosedText => plain(SemanticTokenType::STRING),
        TokenKind::Mark => None,
        TokenKind::Word => {
            let at = names.partition_point(|o| o.range.start < token.range.start);
            if let Some(name) = names.get(at).filter(|o| o.range == token.range) {
                let kind = match name.entity {
                    Entity::Variable(..) => SemanticTokenType::VARIABLE,
                    Entity::Parameter(..) | Entity::Index => SemanticTokenType::PARAMETER,
                    Entity::Level(_) => SemanticTokenType::ENUM_MEMBER,
                    _ => SemanticTokenType::FUNCTION,
                };
                return Some((number(kind), name.defines));
            }
            if SortWord::parse(word).is_some() {
                return plain(SemanticTokenType::TYPE);
            }
            if word.chars().all(|c| c.is_ascii_digit()) {
                return plain(SemanticTokenType::NUMBER);
            }
            is_keyword(word).then(|| (number(SemanticTokenType::KEYWORD), false))
        }
    }
}

/// The parts of a token, one per line: the line, the start in it, and the length.
fn pieces(view: &View<'_>, token: &Token) -> Vec<(u32, u32, u32)> {
    let mut at = token.range.start;
    let mut pieces = Vec::new();
    for line in view.text()[token.range.clone()].split_inclusive('\n') {
        let shown = line.trim_end_matches(['\n', '\r']);
        let length = match view.document.encoding() {
            CharacterEncoding::Utf8 => shown.len(),
            CharacterEncoding::Utf16 => shown.chars().map(char::len_utf16).sum(),
        };
        let start = view.document.position(at);
        if length > 0 {
            pieces.push((start.line, start.character, length as u32));
        }
        at += line.len();
    }
    pieces
}
