//! `qedoku mine --explain`: one mining question in full.

use std::time::Duration;

use qedoku_soundness::DEFAULT_TIMEOUT;

use miette::{IntoDiagnostic, miette};

use super::args::MineArgs;
use crate::exit::GOOD;
use crate::puzzle::PuzzleArg;
use crate::terminal::Terminal;
use crate::{files, interrupt};
use qedoku_core::grid::Puzzle;
use qedoku_mine::equiv::LibraryNames;
use qedoku_mine::explain::{ExplainOptions, Explanation};

/// Explains one candidate of a puzzle.
pub fn run(args: &MineArgs, name: &str, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let puzzle = read(args)?;
    for path in args.dot.iter().chain(&args.svg) {
        files::refuse_input(path)?;
    }
    let library = args.library.load()?;
    let names = LibraryNames::of(&library);
    let time = args.time.map_or(DEFAULT_TIMEOUT, Duration::from_secs);
    let options = ExplainOptions {
        size: args.size,
        hops: args.hops,
        vocabulary: args.vocabulary.vocabulary(),
        cancel: interrupt::cancel_after(Some(time)),
        names: &names,
    };
    let explanation = Explanation::new(&puzzle, name, options)?;
    // Each line is flushed at once, because the next one may take long.
    let core = explanation.answer(&mut |line: &str| {
        writeln!(terminal.out, "{line}").into_diagnostic()?;
        terminal.out.flush().into_diagnostic()
    })?;
    if let Some(path) = &args.dot {
        files::write(path, explanation.to_dot(&core).as_bytes())?;
    }
    if let Some(path) = &args.svg {
        files::write(path, explanation.to_svg(&core).as_bytes())?;
    }
    Ok(GOOD)
}

/// The only puzzle that was named.
fn read(args: &MineArgs) -> miette::Result<Puzzle> {
    match args.puzzles.as_slice() {
        [one] => PuzzleArg::of(one.clone()).read(),
        _ => Err(miette!("--explain is about one puzzle")),
    }
}
