//! The input of mining and judging: the puzzles and the base rules.

use std::path::Path;

use miette::IntoDiagnostic;

use super::args::MineArgs;
use crate::files;
use crate::puzzle::PuzzleArg;
use crate::terminal::Terminal;
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::Reader;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::campaign::settings;

/// Prints a line and flushes it, because the next one may take long and a signal may end the
/// program.
pub(super) fn say(terminal: &mut Terminal<'_>, line: &str) -> miette::Result<()> {
    writeln!(terminal.out, "{line}").into_diagnostic()?;
    terminal.out.flush().into_diagnostic()
}

/// The base rules. Mined rules must find eliminations that these do not find.
pub(super) fn starting_rules<'l>(
    args: &MineArgs,
    library: &'l Library,
) -> miette::Result<Vec<&'l Technique>> {
    let choice = settings::StartingChoice {
        only: &args.only,
        on: &args.on,
        without: &args.without,
        max_level: args.max_level,
    };
    Ok(settings::starting_rules(library, &choice)?)
}

/// All puzzles of the files, and the number of texts that are not puzzles.
pub(super) fn read_puzzles(args: &MineArgs) -> miette::Result<(Vec<Puzzle>, usize)> {
    let mut puzzles = Vec::new();
    let mut unreadable = 0;
    for name in &args.puzzles {
        let path = Path::new(name);
        if !files::is_stdin(path) && !path.exists() {
            puzzles.push(PuzzleArg::of(name.clone()).read()?);
            continue;
        }
        for entry in Reader::new(&files::display_name(path), files::open(path)?) {
            match entry.puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(_) => unreadable += 1,
            }
        }
    }
    let first = args.from.saturating_sub(1).min(puzzles.len());
    let last = args.to.unwrap_or(puzzles.len()).clamp(first, puzzles.len());
    puzzles.truncate(last);
    puzzles.drain(..first);
    Ok((puzzles, unreadable))
}
