//! The command line: one file a subcommand.
//!
//! This is the only part of the program that reads files, prints or chooses exit codes.

mod admit;
mod bench;
mod cache;
mod canon;
mod check;
mod collection;
mod convert;
mod count;
mod create;
mod draw;
mod exit;
mod export;
mod features;
mod files;
mod generate;
mod grade;
mod hint;
mod interrupt;
mod library;
#[cfg(feature = "lsp")]
mod lsp;
#[cfg(feature = "mine")]
mod mine;
mod minimal;
mod picture_error;
mod pictures;
mod progress;
mod prove;
mod prove_all;
mod puzzle;
#[cfg_attr(not(feature = "pictures"), path = "no_raster.rs")]
mod raster;
mod report;
mod rules;
mod scales;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod solve;
mod stats;
mod steps;
mod strategy;
#[cfg(feature = "study")]
mod study;
mod terminal;
mod threads;
mod variant;
mod variant_input;
mod verdicts;
mod warnings;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use miette::IntoDiagnostic;
use qedoku_core::printable_text::{escaped, escaped_but_colours, is_unprintable};

use exit::{BAD, GOOD, UNUSABLE};
use terminal::{Output, Terminal};

/// A proof-producing logic engine for Sudoku.
///
/// Every elimination carries a certificate, and a solved puzzle is a proof file that an
/// independent checker accepts.
#[derive(Parser, Debug)]
#[command(name = "qedoku", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 success, 1 bad input or rejected proof, 2 declined proof, 3 wrong usage \
        or unreadable file, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colours. A non-empty NO_COLOR also turns them off
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorChoice {
    /// Colour output to a terminal
    Auto,
    /// Colour all output, including pipes and files
    Always,
    /// Use no colours
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Print a puzzle with its candidates
    Show(show::ShowArgs),
    /// Draw a board or a step as SVG, PNG or GIF
    Draw(draw::DrawArgs),
    /// Solve a puzzle step by step and rate its difficulty
    Solve(solve::SolveArgs),
    /// Show the next step of a puzzle, or only where to look
    Hint(hint::HintArgs),
    /// Solve a puzzle and write a proof file
    Prove(prove::ProveArgs),
    /// Write an HTML page with the grade, every step and the proof of a puzzle
    Report(report::ReportArgs),
    /// Rate the difficulty of puzzles
    Grade(grade::GradeArgs),
    /// Measure solving speed and the cost of each rule
    Bench(bench::BenchArgs),
    /// List all steps that the rules find in a state
    Steps(steps::StepsArgs),
    /// List, show, write, test and check rules
    Rules(rules::RulesArgs),
    /// List, show and compare rating scales
    Scales(scales::ScalesArgs),
    /// Run the language server for rule files
    #[cfg(feature = "lsp")]
    Lsp(lsp::LspArgs),
    /// Find new rules in puzzles that the known rules cannot solve
    #[cfg(feature = "mine")]
    Mine(mine::MineArgs),
    /// Compare solving methods on a set of puzzles
    #[cfg(feature = "study")]
    Study(study::StudyArgs),
    /// Create puzzles
    Create(create::CreateArgs),
    /// Count the solutions of a puzzle
    Count(count::CountArgs),
    /// Find the redundant givens of a puzzle
    Minimal(minimal::MinimalArgs),
    /// Remove redundant givens from puzzles
    Minimise(convert::MinimiseArgs),
    /// Convert puzzles to another format
    Convert(convert::ConvertArgs),
    /// Print the canonical form of puzzles
    Canon(canon::CanonArgs),
    /// Remove isomorphic copies from a collection
    Dedupe(canon::DedupeArgs),
    /// Summarise the grades of a collection in tables and plots
    Stats(stats::StatsArgs),
    /// Check proof files
    Check(check::CheckArgs),
    /// Convert a proof for other checkers, for programs or for print
    Export(export::ExportArgs),
    /// Serve the web page on this machine
    #[cfg(feature = "serve")]
    Serve(serve::ServeArgs),
    /// Print a completion script for a shell
    Completions(generate::Completions),
    /// Print the manual page
    Man(generate::ManArgs),
}

/// Runs the program on its command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return unparsed(&error),
    };
    // Only the server may write to standard output.
    #[cfg(feature = "lsp")]
    if let Command::Lsp(args) = &cli.command {
        return lsp::run(args);
    }
    let stdout = io::stdout().lock();
    let color = match cli.color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            stdout.is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
        }
    };
    set_error_style(cli.color);
    let mut out = Output::new(BufWriter::new(stdout));
    let mut terminal = Terminal {
        out: &mut out,
        color,
        width: terminal_width(),
    };
    let result = match cli.command {
        Command::Show(args) => show::run(&args, &mut terminal),
        Command::Draw(args) => draw::run(&args, &mut terminal),
        Command::Solve(args) => solve::run(&args, &mut terminal),
        Command::Hint(args) => hint::run(&args, &mut terminal),
        Command::Prove(args) => prove::run(&args, &mut terminal),
        Command::Report(args) => report::run(&args, &mut terminal),
        Command::Grade(args) => grade::run(&args, &mut terminal),
        Command::Bench(args) => bench::run(&args, &mut terminal),
        Command::Steps(args) => steps::run(&args, &mut terminal),
        Command::Rules(args) => rules::run(&args, &mut terminal),
        Command::Scales(args) => scales::run(&args, &mut terminal),
        // `main` has handled this command.
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => Ok(GOOD),
        #[cfg(feature = "mine")]
        Command::Mine(args) => mine::run(&args, &mut terminal),
        #[cfg(feature = "study")]
        Command::Study(args) => study::run(&args, &mut terminal),
        Command::Create(args) => create::run(&args, &mut terminal),
        Command::Count(args) => count::run(&args, &mut terminal),
        Command::Minimal(args) => minimal::run(&args, &mut terminal),
        Command::Minimise(args) => convert::minimise(&args, &mut terminal),
        Command::Convert(args) => convert::run(&args, &mut terminal),
        Command::Canon(args) => canon::run(&args, &mut terminal),
        Command::Dedupe(args) => canon::dedupe(&args, &mut terminal),
        Command::Stats(args) => stats::run(&args, &mut terminal),
        Command::Check(args) => check::run(&args, &mut terminal),
        Command::Export(args) => export::run(&args, &mut terminal),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, &mut terminal),
        Command::Completions(args) => generate::completions(&args, command(), &mut terminal),
        Command::Man(args) => generate::man(&args, command(), &mut terminal),
    };
    let result = result.and_then(|code| out.flush().into_diagnostic().map(|()| code));
    match (result, out.failure()) {
        // The results may be incomplete.
        (Ok(_), _) if interrupt::interrupted() => ExitCode::from(interrupt::EXIT),
        (Ok(code), _) => ExitCode::from(code),
        // The reader of the output has closed it.
        (Err(_), Some(io::ErrorKind::BrokenPipe)) => ExitCode::from(GOOD),
        (Err(report), Some(_)) => complain(&report, UNUSABLE),
        (Err(report), None) => complain(&report, BAD),
    }
}

/// Prints help, the version or an error of the command line.
fn unparsed(error: &clap::Error) -> ExitCode {
    if let Some(report) = features::absent_command(error) {
        return complain(&report, UNUSABLE);
    }
    // Help and version are answers, not errors. A closed pipe is ignored.
    let text = error.render().to_string();
    let _ = match error.use_stderr() && text.contains(is_unprintable) {
        true => io::stderr().write_all(escaped(&text).as_bytes()),
        false => error.print(),
    };
    ExitCode::from(match error.use_stderr() || names_proofs() {
        true => UNUSABLE,
        false => GOOD,
    })
}

/// Whether the command line names proofs to check, apart from help and version. Such proofs were
/// not checked, so the exit code must not say that they are accepted.
fn names_proofs() -> bool {
    let answers = ["-h", "--help", "-V", "--version"];
    let others = std::env::args_os().filter(|word| answers.iter().all(|answer| word != answer));
    let parsed = Cli::try_parse_from(others).map(|cli| cli.command);
    matches!(parsed, Ok(Command::Check(_)))
}

fn complain(report: &miette::Report, otherwise: u8) -> ExitCode {
    let unusable =
        puzzle::is_unusable(report) || report.downcast_ref::<generate::NoSuchCommand>().is_some();
    // Arguments may contain any bytes; `qedoku rules show *` is enough to pass them.
    let text = escaped_but_colours(&format!("{report:?}"));
    let _ = writeln!(io::stderr(), "{text}");
    ExitCode::from(if unusable { UNUSABLE } else { otherwise })
}

/// Applies `--color` to errors. By default miette uses the terminal and NO_COLOR.
fn set_error_style(choice: ColorChoice) {
    let _ = miette::set_hook(Box::new(move |_| {
        let options = miette::MietteHandlerOpts::new().width(terminal_width());
        Box::new(match choice {
            ColorChoice::Auto => options.build(),
            ColorChoice::Always => options.color(true).build(),
            ColorChoice::Never => options.color(false).build(),
        })
    }));
}

/// The width to draw for: `COLUMNS`, or 80.
fn terminal_width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    columns.filter(|&c| c >= 20).unwrap_or(80)
}

/// The command line as clap sees it, for completions and the manual page.
fn command() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}
