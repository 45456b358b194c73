//! `qedoku report`: a puzzle or a proof as one page to read and to print.

use std::path::PathBuf;

use miette::{Diagnostic, IntoDiagnostic};
use qedoku_check::Verdict;
use thiserror::Error;

use super::library::LibraryArgs;
use super::puzzle::{PuzzleArg, PuzzleOrProof};
use super::strategy::StrategyArgs;
use super::{files, variant, warnings};
use crate::exit::{DECLINED, GOOD};
use crate::terminal::Terminal;
use qedoku_app::options::unconditional;
use qedoku_app::prove::{checked, prove};
use qedoku_core::engine::Solver;
use qedoku_core::proof::{Proof, ReadError};
use qedoku_core::report::document::report;
use qedoku_core::report::grade::Grade;
use qedoku_core::variant::Variant;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "PUZZLE may also be a proof (.qed). The page has the puzzle, its grade, every step with \
        sentence, picture and arithmetic, and the proof. The independent checker accepts the \
        proof before the page is written. The page is one file without scripts or network \
        access."
)]
pub struct ReportArgs {
    #[command(flatten)]
    puzzle: PuzzleArg,

    /// HTML file to write, or `-` for standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    output: PathBuf,

    /// Title of the page [default: the name of the puzzle or the file]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    #[command(flatten)]
    library: LibraryArgs,

    #[command(flatten)]
    strategy: StrategyArgs,
}

/// A picture at the top of a sheet, on its background colour.
#[derive(Debug, Error, Diagnostic)]
enum NoReport {
    #[error("{name}: {verdict}")]
    #[diagnostic(
        code(report::not_accepted),
        help("a report needs a proof that the checker accepts")
    )]
    NotAccepted { name: String, verdict: Verdict },
    #[error("{name}: {cause}")]
    #[diagnostic(code(report::unreadable_proof))]
    Unreadable { name: String, cause: ReadError },
}

pub fn run(args: &ReportArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    if let Some(puzzle) = args.puzzle.read_variant()? {
        return report_variant(args, &puzzle, terminal);
    }
    let input = args.puzzle.read_either()?;
    let to_stdout = files::is_stdin(&args.output);
    if !to_stdout {
        files::refuse_input(&args.output)?;
    }
    let (name, puzzle, given) = match input {
        PuzzleOrProof::Puzzle(puzzle) => (puzzle.label.clone(), puzzle, None),
        PuzzleOrProof::Proof(name, bytes) => {
            match qedoku_check::check(&bytes[..]).into_diagnostic()? {
                Verdict::Accepted(_) => {}
                verdict @ Verdict::Rejected(_) => {
                    return Err(NoReport::NotAccepted { name, verdict }.into());
                }
                verdict @ Verdict::Declined(_) => {
                    eprintln!("{name}: {verdict}; no report was written");
                    return Ok(DECLINED);
                }
            }
            let proof = Proof::read(&bytes[..]).map_err(|cause| {
                let name = name.clone();
                NoReport::Unreadable { name, cause }
            })?;
            (Some(name), proof.header.puzzle(), Some(proof))
        }
    };
    let library = args.library.load_for(&puzzle.board)?;
    let strategy = args.strategy.strategy(&library, &puzzle.board)?;
    let proof = match given {
        Some(proof) => proof,
        None => {
            let solver = Solver::new(&puzzle.board, &library, unconditional(strategy.clone()));
            let mut path = solver.path(&puzzle);
            let proved = prove(&solver, &puzzle, &mut path);
            warnings::warn_refused(&solver, path.refused());
            proved?.proof
        }
    };
    let grade = Grade::of_puzzle(&puzzle, &library, strategy);
    let title = args.title.clone().or(name);
    let title = title.as_deref().unwrap_or("A Sudoku, step by step");
    let html = report(title, &proof, Some(&grade));
    write_page(args, &html, terminal)
}

fn write_page(args: &ReportArgs, html: &str, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    match files::is_stdin(&args.output) {
        true => terminal.out.write_all(html.as_bytes()).into_diagnostic()?,
        false => files::write(&args.output, html.as_bytes())?,
    }
    Ok(GOOD)
}

/// Writes the page of a variant puzzle.
fn report_variant(
    args: &ReportArgs,
    puzzle: &Variant,
    terminal: &mut Terminal<'_>,
) -> miette::Result<u8> {
    if !files::is_stdin(&args.output) {
        files::refuse_input(&args.output)?;
    }
    variant::with_ready(puzzle, &args.library, &args.strategy, |ready, strategy| {
        let proof = checked(ready.prove(strategy.search))?.proof;
        let title = args
            .title
            .as_deref()
            .unwrap_or("A Sudoku variant, step by step");
        let html = report(title, &proof, Some(&ready.grade(strategy.search)));
        write_page(args, &html, terminal)
    })
}
