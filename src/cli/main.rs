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
mod files;
mod film;
mod generate;
mod grade;
mod hint;
mod interrupt;
mod library;
mod lsp;
mod mine;
mod minimal;
mod pictures;
mod prove;
mod prove_all;
mod puzzle;
mod qedz;
mod report;
mod rules;
mod scales;
mod serve;
mod show;
mod skipped;
mod solve;
mod stats;
mod steps;
mod strategy;
mod study;
mod terminal;
mod threads;
mod verdicts;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand, ValueEnum};
use miette::IntoDiagnostic;

use exit::{BAD, GOOD, UNUSABLE};
use terminal::{Output, Terminal};

/// A proof-producing logic engine for Sudoku.
///
/// Every elimination carries a certificate, and a solved puzzle is a proof file that an
/// independent checker accepts.
#[derive(Parser, Debug)]
#[command(name = "qedoku", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 good, 1 bad input or rejected proof, 2 declined proof, \
                        3 wrong usage or unreadable file, 130 interrupted."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,

    /// When to use colour; NO_COLOR in the environment turns it off too
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: ColorChoice,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ColorChoice {
    /// On a terminal
    Auto,
    /// Also into pipes and files
    Always,
    /// Not at all
    Never,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Draw a puzzle with its candidates
    Show(show::ShowArgs),
    /// Draw a board, or a step on it, as a picture
    Draw(draw::DrawArgs),
    /// Solve a puzzle step by step, and say how hard it is
    Solve(solve::SolveArgs),
    /// Show the next step of a puzzle, or just where to look
    Hint(hint::HintArgs),
    /// Solve a puzzle and write the proof
    Prove(prove::ProveArgs),
    /// Write a page to read and to print: a puzzle, its grade, every step with its picture, the proof
    Report(report::ReportArgs),
    /// Say how hard puzzles are, for batches of any size
    Grade(grade::GradeArgs),
    /// Measure puzzles a second, and what each rule costs
    Bench(bench::BenchArgs),
    /// List every step that the rules find in a state
    Steps(steps::StepsArgs),
    /// The rule library: list, show, test, format, check
    Rules(rules::RulesArgs),
    /// The scales that puzzles are rated by: list, show, compare with published ratings, translate
    Scales(scales::ScalesArgs),
    /// Serve editors: rules checked as they are typed (the Language Server Protocol)
    Lsp(lsp::LspArgs),
    /// Find new rules in puzzles on which the rules are stuck
    Mine(mine::MineArgs),
    /// Run methods side by side on puzzles: tables, plots, a report
    Study(study::StudyArgs),
    /// Make new puzzles
    Create(create::CreateArgs),
    /// Count the solutions of a puzzle
    Count(count::CountArgs),
    /// Say which givens of a puzzle are not needed
    Minimal(minimal::MinimalArgs),
    /// Leave out the givens of puzzles that are not needed, for collections of any size
    Minimise(convert::MinimiseArgs),
    /// Write puzzles in another form: lines, grids, pencilmarks, SDK, libraries, links
    Convert(convert::ConvertArgs),
    /// Print the canonical form of puzzles: the same for all isomorphic ones
    Canon(canon::CanonArgs),
    /// Leave out isomorphic copies of puzzles, for collections of any size
    Dedupe(canon::DedupeArgs),
    /// Show what the grades of a collection come to, as tables and plots
    Stats(stats::StatsArgs),
    /// Check proof files
    Check(check::CheckArgs),
    /// Export a proof for other checkers, for programs or for print
    Export(export::ExportArgs),
    /// Open a page to explore puzzles, proofs and rules
    Serve(serve::ServeArgs),
    /// Print a completion script for a shell
    Completions(generate::Completions),
    /// Print the manual page
    Man(generate::Man),
}

/// Runs the program on its command line.
pub fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, not errors. A closed pipe is ignored.
            let _ = error.print();
            return ExitCode::from(match error.use_stderr() || names_proofs() {
                true => UNUSABLE,
                false => GOOD,
            });
        }
    };
    // The server uses standard output alone.
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
        // Handled above.
        Command::Lsp(_) => Ok(GOOD),
        Command::Mine(args) => mine::run(&args, &mut terminal),
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

/// Whether the command line names proofs to check, apart from help and version. These were not
/// checked, and the exit code must not say that they are accepted.
fn names_proofs() -> bool {
    let answers = ["-h", "--help", "-V", "--version"];
    let others = std::env::args_os().filter(|word| answers.iter().all(|answer| word != answer));
    let asked = Cli::try_parse_from(others).map(|cli| cli.command);
    matches!(asked, Ok(Command::Check(_)))
}

fn complain(report: &miette::Report, otherwise: u8) -> ExitCode {
    let unusable =
        puzzle::is_unusable(report) || report.downcast_ref::<generate::NoSuchCommand>().is_some();
    let _ = writeln!(io::stderr(), "{report:?}");
    ExitCode::from(if unusable { UNUSABLE } else { otherwise })
}

/// Applies `--color` to errors. By default miette looks at the terminal and NO_COLOR.
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
