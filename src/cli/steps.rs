//! `qedoku steps`: every step that the rules find in a state.

use miette::{IntoDiagnostic, miette};

use super::library::LibraryArgs;
use super::puzzle::PuzzleArg;
use super::refused::Refused;
use super::{GOOD, Terminal};
use crate::engine::solve::Engine;
use crate::lang::ir::Technique;
use crate::matcher::Position;
use crate::report::step::StepView;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    puzzle: PuzzleArg,

    #[command(flatten)]
    library: LibraryArgs,

    /// Only steps of this rule, by its name in the rule file
    #[arg(long, value_name = "NAME")]
    rule: Option<String>,

    /// Only steps of the technique that others know by this code, such as 0300
    #[arg(long, value_name = "CODE", conflicts_with = "rule")]
    technique: Option<String>,

    /// Also steps of rules that assume that the puzzle has one solution
    #[arg(long)]
    unique: bool,

    /// Print the steps as JSON
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let puzzle = args.puzzle.read()?;
    let by_name = args.rule.is_some() || args.technique.is_some();
    let techniques: Vec<&Technique> = (library.techniques.iter())
        .filter(|t| args.rule.as_deref().is_none_or(|name| name == &*t.rule))
        .filter(|t| !t.assumes_unique || args.unique || by_name)
        .filter(|t| (args.technique.as_ref()).is_none_or(|c| t.known_as.iter().any(|k| k.1 == *c)))
        .collect();
    if techniques.is_empty() {
        return Err(no_such(args, library.rules.iter().map(|r| r.name())));
    }
    let position = Position::of(&puzzle);
    let engine = Engine::new(&puzzle.board, techniques.iter().copied());
    let mut shown = Vec::new();
    let mut refused = Refused::default();
    for (index, technique) in techniques.iter().enumerate() {
        for step in engine.certified(index, &position) {
            match step {
                Ok(step) => shown.push(StepView::of_rule(&puzzle.board, technique, &step)),
                Err(step) => refused.add(&technique.rule, &step),
            }
        }
    }
    refused.tell();
    if args.json {
        terminal.json(&shown)?;
        return Ok(GOOD);
    }
    for step in &shown {
        writeln!(terminal.out, "{}", step.sentence).into_diagnostic()?;
    }
    if shown.is_empty() {
        writeln!(terminal.out, "No rule fires here.").into_diagnostic()?;
    }
    Ok(GOOD)
}

fn no_such<'a>(args: &Args, names: impl Iterator<Item = &'a str>) -> miette::Report {
    match (&args.rule, &args.technique) {
        (Some(name), _) => super::rules::no_such_rule(name, names),
        (None, Some(code)) => miette!(
            help = "`qedoku rules list` shows the codes",
            "no rule is known by the code `{code}`"
        ),
        (None, None) => miette!("the library has no rules"),
    }
}
