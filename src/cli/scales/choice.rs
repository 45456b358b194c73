//! The scales named on the command line.

use std::path::Path;
use std::sync::Arc;

use miette::Diagnostic;
use thiserror::Error;

use crate::files;
use qedoku_app::NamedScales;
use qedoku_batch::ReadyRaters;
use qedoku_core::engine::rate::{Ladder, LadderError, STANDARD_LADDERS, standard_ladder};
use qedoku_core::engine::scale::Scale;
use qedoku_core::lang::Library;
use qedoku_soundness::question::usual_board;

/// Maximum size of a scale file in bytes.
const MAX_SCALE_BYTES: u64 = 1 << 20;

/// Finds scales by name, reads scale files, and checks that the library has their rules.
pub fn chosen(names: &[String], library: &Arc<Library>) -> miette::Result<NamedScales> {
    NamedScales::find(names, |name| {
        let ladder = match standard_ladder(name) {
            Some(ladder) => ladder,
            None => read_file(name)?,
        };
        let one = std::slice::from_ref(&ladder);
        ReadyRaters::make(&usual_board(), library, one).map_err(|errors| wrong(name, &errors))?;
        Ok(ladder)
    })
}

fn read_file(name: &str) -> miette::Result<Ladder> {
    let path = Path::new(name);
    if !path.exists() {
        let lengths = Scale::ALL.into_iter().map(Scale::letter);
        let known: Vec<&str> = lengths
            .chain(STANDARD_LADDERS.map(|(name, _)| name))
            .collect();
        return Err(UnusableScale::Unknown {
            name: name.to_owned(),
            help: format!("the scales are {}, and files", known.join(", ")),
        }
        .into());
    }
    let bytes = files::read(path, MAX_SCALE_BYTES)?;
    let text = String::from_utf8_lossy(&bytes);
    Ladder::parse(&text).map_err(|errors| wrong(name, &errors))
}

/// Error for a scale that cannot be used.
#[derive(Debug, Error, Diagnostic)]
pub enum UnusableScale {
    /// No scale or file has this name.
    #[error("there is no scale `{name}`, and no file of this name")]
    #[diagnostic(code(scale::unknown_scale), help("{help}"))]
    Unknown {
        /// The requested name.
        name: String,
        /// The known scales.
        help: String,
    },
    /// Its file has mistakes.
    #[error("{name}: {}", .lines.join("\n"))]
    #[diagnostic(
        code(scale::wrong),
        help("`qedoku scales show SE` prints a scale file; docs/scales.md describes the format")
    )]
    Wrong {
        /// The file.
        name: String,
        /// Each mistake with its line and code.
        lines: Vec<String>,
    },
}

/// The error for all mistakes of a scale file.
fn wrong(name: &str, errors: &[LadderError]) -> miette::Report {
    let line = |error: &LadderError| format!("{error} ({})", error.problem.code());
    let wrong = UnusableScale::Wrong {
        name: name.to_owned(),
        lines: errors.iter().map(line).collect(),
    };
    wrong.into()
}
