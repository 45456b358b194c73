//! Features that a build may lack: errors that name the feature and the way to get it.
//!
//! `qedoku serve` in a build without the feature `serve` fails with "this build has no command
//! `serve`" and the command that installs a build with it.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use miette::miette;

/// Commands that need a feature, and whether this build has it.
const FEATURE_COMMANDS: [(&str, &str, bool); 7] = [
    ("book", "mine", cfg!(feature = "mine")),
    ("lsp", "lsp", cfg!(feature = "lsp")),
    ("mine", "mine", cfg!(feature = "mine")),
    ("overlap", "mine", cfg!(feature = "mine")),
    ("prove", "z3", cfg!(feature = "z3")),
    ("serve", "serve", cfg!(feature = "serve")),
    ("study", "study", cfg!(feature = "study")),
];

/// The error for a command that only other builds have. `None` for all other errors.
pub fn absent_command(error: &clap::Error) -> Option<miette::Report> {
    let ErrorKind::InvalidSubcommand = error.kind() else {
        return None;
    };
    let Some(ContextValue::String(name)) = error.get(ContextKind::InvalidSubcommand) else {
        return None;
    };
    let is_it = |(known, _, has): &&(&str, &str, bool)| known == name && !has;
    let (name, feature, _) = FEATURE_COMMANDS.iter().find(is_it)?;
    Some(needs(feature, &format!("command `{name}`")))
}

/// The error for a command or option whose feature this build lacks.
pub fn needs(feature: &str, what: &str) -> miette::Report {
    miette!(
        code = "build::feature",
        help = how_to_get(feature),
        "this build has no {what}"
    )
}

/// The command that installs a build with a feature.
pub fn how_to_get(feature: &str) -> String {
    format!("`cargo install --path . --features {feature}` builds a program with it")
}
