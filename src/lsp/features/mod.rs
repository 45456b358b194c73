//! The features of the server, one file each.

pub mod actions;
pub mod commands;
pub mod completion;
pub mod diagnostics;
pub mod folding;
pub mod formatting;
pub mod hints;
pub mod hover;
pub mod lenses;
pub mod navigation;
pub mod signature;
pub mod symbols;
pub mod tokens;

use lsp_types::request::{self as ask, Request};
use lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, ExecuteCommandOptions,
    FoldingRangeProviderCapability, HoverProviderCapability, OneOf, PositionEncodingKind,
    RenameOptions, SemanticTokensFullOptions, SemanticTokensOptions, ServerCapabilities,
    SignatureHelpOptions, TextDocumentSyncCapability, TextDocumentSyncKind,
    TextDocumentSyncOptions, TextDocumentSyncSaveOptions,
};
use serde_json::Value;

use super::lines::CharacterEncoding;
use super::session::{ServerError, Session, parse};

/// The capabilities that the server announces.
pub fn capabilities(encoding: CharacterEncoding) -> ServerCapabilities {
    ServerCapabilities {
        position_encoding: Some(match encoding {
            CharacterEncoding::Utf8 => PositionEncodingKind::UTF8,
            CharacterEncoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(TextDocumentSyncCapability::Options(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::INCREMENTAL),
                save: Some(TextDocumentSyncSaveOptions::Supported(true)),
                ..TextDocumentSyncOptions::default()
            },
        )),
        hover_provider: Some(HoverProviderCapability::Simple(true)),
        completion_provider: Some(CompletionOptions {
            trigger_characters: Some(vec![" ".into(), "(".into(), "{".into()]),
            ..CompletionOptions::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: Some(vec!["(".into(), ",".into()]),
            ..SignatureHelpOptions::default()
        }),
        definition_provider: Some(OneOf::Left(true)),
        references_provider: Some(OneOf::Left(true)),
        document_highlight_provider: Some(OneOf::Left(true)),
        document_symbol_provider: Some(OneOf::Left(true)),
        workspace_symbol_provider: Some(OneOf::Left(true)),
        document_formatting_provider: Some(OneOf::Left(true)),
        document_range_formatting_provider: Some(OneOf::Left(true)),
        rename_provider: Some(OneOf::Right(RenameOptions {
            prepare_provider: Some(true),
            work_done_progress_options: Default::default(),
        })),
        folding_range_provider: Some(FoldingRangeProviderCapability::Simple(true)),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: tokens::legend(),
                full: Some(SemanticTokensFullOptions::Bool(true)),
                ..SemanticTokensOptions::default()
            }
            .into(),
        ),
        inlay_hint_provider: Some(OneOf::Left(true)),
        code_lens_provider: Some(CodeLensOptions {
            resolve_provider: Some(false),
        }),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![CodeActionKind::QUICKFIX]),
                ..CodeActionOptions::default()
            }
            .into(),
        ),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: commands::COMMANDS.map(str::to_owned).to_vec(),
            ..ExecuteCommandOptions::default()
        }),
        ..ServerCapabilities::default()
    }
}

/// The answer to a request. `None` if the method is unknown.
pub fn answer(
    session: &mut Session<'_>,
    method: &str,
    params: Value,
) -> Option<Result<Value, ServerError>> {
    /// Parses the parameters, calls `answer` and serialises the result.
    fn with<R: Request>(
        session: &mut Session<'_>,
        params: Value,
        answer: impl FnOnce(&mut Session<'_>, R::Params) -> R::Result,
    ) -> Result<Value, ServerError> {
        let result = answer(session, parse(params)?);
        Ok(serde_json::to_value(result)?)
    }
    Some(match method {
        ask::HoverRequest::METHOD => with::<ask::HoverRequest>(session, params, hover::answer),
        ask::Completion::METHOD => with::<ask::Completion>(session, params, completion::answer),
        ask::SignatureHelpRequest::METHOD => {
            with::<ask::SignatureHelpRequest>(session, params, signature::answer)
        }
        ask::GotoDefinition::METHOD => {
            with::<ask::GotoDefinition>(session, params, navigation::definition)
        }
        ask::References::METHOD => with::<ask::References>(session, params, navigation::references),
        ask::DocumentHighlightRequest::METHOD => {
            with::<ask::DocumentHighlightRequest>(session, params, navigation::highlights)
        }
        ask::PrepareRenameRequest::METHOD => {
            with::<ask::PrepareRenameRequest>(session, params, navigation::prepare_rename)
        }
        ask::Rename::METHOD => {
            let params = match parse(params) {
                Ok(params) => params,
                Err(error) => return Some(Err(error)),
            };
            let edit = navigation::rename(session, &params);
            edit.and_then(|edit| Ok(serde_json::to_value(edit)?))
        }
        ask::DocumentSymbolRequest::METHOD => {
            with::<ask::DocumentSymbolRequest>(session, params, symbols::of_document)
        }
        ask::WorkspaceSymbolRequest::METHOD => {
            with::<ask::WorkspaceSymbolRequest>(session, params, symbols::of_workspace)
        }
        ask::Formatting::METHOD => with::<ask::Formatting>(session, params, formatting::whole),
        ask::RangeFormatting::METHOD => {
            with::<ask::RangeFormatting>(session, params, formatting::range)
        }
        ask::FoldingRangeRequest::METHOD => {
            with::<ask::FoldingRangeRequest>(session, params, folding::answer)
        }
        ask::SemanticTokensFullRequest::METHOD => {
            with::<ask::SemanticTokensFullRequest>(session, params, tokens::answer)
        }
        ask::InlayHintRequest::METHOD => {
            with::<ask::InlayHintRequest>(session, params, hints::answer)
        }
        ask::CodeLensRequest::METHOD => {
            with::<ask::CodeLensRequest>(session, params, lenses::answer)
        }
        ask::CodeActionRequest::METHOD => {
            with::<ask::CodeActionRequest>(session, params, actions::answer)
        }
        ask::ExecuteCommand::METHOD => match parse(params) {
            Ok(params) => commands::answer(session, params),
            Err(error) => Err(error),
        },
        _ => return None,
    })
}
