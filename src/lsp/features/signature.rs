//! Signature help: the arguments of a relation or pattern.

use lsp_types::{
    Documentation, ParameterInformation, ParameterLabel, SignatureHelp, SignatureHelpParams,
    SignatureInformation,
};

use crate::project::View;
use crate::session::Session;
use qedoku_core::lang::Described;
use qedoku_core::lang::ast::{Item, Name, PatternDef, RelationDef};
use qedoku_core::lang::scan::{Token, TokenKind, tokens};

/// The signature of the call at a place.
pub fn answer(session: &mut Session<'_>, params: SignatureHelpParams) -> Option<SignatureHelp> {
    let at = params.text_document_position_params;
    let view = session.view(&at.text_document.uri)?;
    let (name, argument) = call(view.text(), view.document.offset(at.position))?;
    let (doc, arguments) = taken(&view, name)?;
    let label = format!("{name}({})", arguments.join(", "));
    let parameters = arguments.into_iter().map(|a| ParameterInformation {
        label: ParameterLabel::Simple(a),
        documentation: None,
    });
    Some(SignatureHelp {
        signatures: vec![SignatureInformation {
            label,
            documentation: (!doc.is_empty()).then_some(Documentation::String(doc)),
            parameters: Some(parameters.collect()),
            active_parameter: Some(argument),
        }],
        active_signature: Some(0),
        active_parameter: Some(argument),
    })
}

/// The name before the enclosing bracket, and the number of commas up to the place.
fn call(text: &str, at: usize) -> Option<(&str, u32)> {
    let before: Vec<Token> = tokens(&text[..at])
        .filter(|t| matches!(t.kind, TokenKind::Word | TokenKind::Mark))
        .collect();
    let mut commas = 0;
    for (index, token) in before.iter().enumerate().rev() {
        match &text[token.range.clone()] {
            "," => commas += 1,
            "(" => {
                let name = before.get(index.checked_sub(1)?)?;
                return (name.kind == TokenKind::Word).then(|| (&text[name.range.clone()], commas));
            }
            ")" | "{" | "}" => return None,
            _ => {}
        }
    }
    None
}

/// The doc comment and the arguments of a definition.
fn taken(view: &View<'_>, name: &str) -> Option<(String, Vec<String>)> {
    for (number, file) in view.read.files.iter().enumerate() {
        for item in file.items.iter().filter(|item| item.name().node == name) {
            match item {
                Item::Relation(relation) => {
                    return Some((relation.doc.join(" "), ends(relation)));
                }
                Item::Pattern(pattern) => {
                    let described = view.read.variables(number);
                    return Some((pattern.doc.join(" "), arguments(pattern, &described)));
                }
                Item::Rule(_) => {}
            }
        }
    }
    None
}

/// The arguments of a relation, such as `group g`.
fn ends(relation: &RelationDef) -> Vec<String> {
    let mut ends = Vec::new();
    for (sort, name) in &relation.arguments {
        let words: Vec<&str> = sort.iter().map(|word| word.node.text(false)).collect();
        ends.push(format!("{} {}", words.join(" or "), name.node));
    }
    ends
}

/// The arguments of a pattern, such as `S: a set of cells`.
fn arguments(pattern: &PatternDef, described: &[Described]) -> Vec<String> {
    let scope = pattern.span.0.start;
    let one = |argument: &Name| {
        let own = |d: &&Described| d.scope == scope && d.name == argument.node;
        match described.iter().find(own) {
            Some(d) => format!("{}: {}", argument.node, d.what),
            None => argument.node.clone(),
        }
    };
    pattern.arguments.iter().map(one).collect()
}
