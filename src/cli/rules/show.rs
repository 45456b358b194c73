//! `qedoku rules show`

use miette::IntoDiagnostic;

use crate::cli::library::SourceArgs;
use crate::cli::{GOOD, Terminal};
use crate::engine::solve::Engine;
use crate::grid::text::{Source, read_puzzle};
use crate::lang::ir::Technique;
use crate::lang::{Library, RuleInfo};
use crate::matcher::{Matcher, Position};
use crate::report::explain;
use crate::report::step::marks;

#[derive(clap::Args, Debug)]
pub struct Args {
    /// The rule's name
    name: String,

    #[command(flatten)]
    library: SourceArgs,
}

pub fn run(args: &Args, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let Some(rule) = library.rule(&args.name) else {
        return Err(super::no_such_rule(
            &args.name,
            library.rules.iter().map(|r| r.name()),
        ));
    };
    writeln!(terminal.out, "{}\n", rule.text.trim_end()).into_diagnostic()?;
    let own: Vec<&Technique> = library
        .techniques
        .iter()
        .filter(|t| *t.rule == *rule.name())
        .collect();
    for technique in &own {
        let (level, score) = (technique.level.word(), technique.score);
        let codes: Vec<String> = technique
            .known_as
            .iter()
            .map(|(scheme, code)| format!("{scheme} {code}"))
            .collect();
        let known = match codes.is_empty() {
            true => String::new(),
            false => format!("; {}", codes.join(", ")),
        };
        writeln!(
            terminal.out,
            "{}: {level}, score {score}{known}",
            technique.title
        )
        .into_diagnostic()?;
    }
    if let Some(technique) = own.first() {
        let order = Matcher::new(technique).order(technique).join(", ");
        writeln!(terminal.out, "Looked for in the order {order}.").into_diagnostic()?;
    }
    show_example(&library, rule, &own, terminal)?;
    Ok(GOOD)
}

/// Draws the rule's first example with the step that it shows.
fn show_example(
    _library: &Library,
    rule: &RuleInfo,
    techniques: &[&Technique],
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    let Some(example) = rule.ast.examples.iter().find(|e| e.expected.is_some()) else {
        return Ok(());
    };
    let puzzle = read_puzzle(&Source::new(rule.name(), &example.board.node))?;
    let position = Position::of(&puzzle);
    let engine = Engine::new(&puzzle.board, techniques.iter().copied());
    let mut wanted: Vec<&str> = example
        .expected
        .iter()
        .flatten()
        .map(|name| name.node.as_str())
        .collect();
    wanted.sort_unstable();
    for (index, technique) in techniques.iter().enumerate() {
        for found in engine.matches(index, &position) {
            let effects = explain::effects(&puzzle.board, &found);
            let mut names: Vec<&str> = effects.split(", ").collect();
            names.sort_unstable();
            if names == wanted {
                let marks = marks(&position, &found);
                writeln!(terminal.out).into_diagnostic()?;
                terminal.draw(&puzzle.board, position.state(), &marks)?;
                let words = explain::sentence(&puzzle.board, technique, &found);
                writeln!(terminal.out, "{words}").into_diagnostic()?;
                return Ok(());
            }
        }
    }
    Ok(())
}
