//! `qedoku rules show`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use miette::{IntoDiagnostic, miette};
use serde::Serialize;

use crate::exit::GOOD;
use crate::library::{SourceArgs, is_called, known};
use crate::pictures::{self, PictureArgs, step_of_rule};
use crate::terminal::Terminal;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::matcher::{Matcher, Position};
use qedoku_core::report::explain;
use qedoku_core::report::step::marks;
use qedoku_core::trial;

#[derive(clap::Args, Debug)]
pub struct RulesShowArgs {
    /// Name of the rule or of one of its techniques, such as `fish` or `X-Wing`
    name: String,

    /// Print the rule as JSON
    #[arg(long, conflicts_with = "output")]
    json: bool,

    /// Draw the example to this .svg or .png file instead. `-` writes SVG to standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    #[command(flatten)]
    look: PictureArgs,

    #[command(flatten)]
    library: SourceArgs,
}

/// A rule for programs.
#[derive(Serialize)]
struct ShownRule<'a> {
    rule: &'a str,
    family: &'a str,
    /// Doc comment of the rule.
    doc: String,
    /// Text of the rule in the file.
    text: &'a str,
    techniques: Vec<ShownTechnique<'a>>,
}

#[derive(Serialize)]
struct ShownTechnique<'a> {
    name: &'a str,
    level: &'a str,
    score: u32,
    /// Codes of the technique in other schemes.
    known_as: BTreeMap<&'a str, &'a str>,
    assumes_unique: bool,
    on_request: bool,
}

fn shown<'a>(library: &'a Library, rule: &'a RuleInfo) -> ShownRule<'a> {
    let own = library
        .techniques
        .iter()
        .filter(|t| *t.rule == *rule.name());
    let technique = |t: &'a Technique| ShownTechnique {
        name: &t.title,
        level: t.level.word(),
        score: t.score,
        known_as: (t.known_as.iter())
            .map(|(scheme, code)| (scheme.as_str(), code.as_str()))
            .collect(),
        assumes_unique: t.assumes_unique,
        on_request: t.on_request,
    };
    ShownRule {
        rule: rule.name(),
        family: own.clone().next().map_or("", |t| &*t.family),
        doc: rule.ast.doc.join("\n"),
        text: rule.text.trim_end(),
        techniques: own.map(technique).collect(),
    }
}

pub fn run(args: &RulesShowArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let of_technique = || {
        let called = library
            .techniques
            .iter()
            .find(|t| is_called(t, &args.name))?;
        library.rule(&called.rule)
    };
    let Some(rule) = library.rule(&args.name).or_else(of_technique) else {
        known(&library, &args.name)?;
        return Ok(GOOD);
    };
    if args.json {
        terminal.json(&shown(&library, rule))?;
        return Ok(GOOD);
    }
    let own: Vec<&Technique> = library
        .techniques
        .iter()
        .filter(|t| *t.rule == *rule.name())
        .collect();
    if let Some(path) = &args.output {
        draw_example(args, path, rule, &own, terminal)?;
        return Ok(GOOD);
    }
    writeln!(terminal.out, "{}\n", rule.text.trim_end()).into_diagnostic()?;
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
        writeln!(terminal.out, "Searched in the order {order}.").into_diagnostic()?;
        let shapes = technique.patterns.first().map(|p| p.shapes.words(p));
        for shape in shapes.into_iter().flatten() {
            writeln!(terminal.out, "Read as {shape}.").into_diagnostic()?;
        }
    }
    show_example(rule, &own, terminal)?;
    Ok(GOOD)
}

/// Draws the rule's first example with its step.
pub fn show_example(
    rule: &RuleInfo,
    techniques: &[&Technique],
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    let shown = |technique: &&&Technique| trial::shown(rule, technique);
    let mut all = techniques.iter();
    let Some((technique, (puzzle, step))) = all.find_map(|t| Some((*t, shown(&t)?))) else {
        return Ok(());
    };
    let position = Position::of(&puzzle);
    let marks = marks(&position, &step.found);
    writeln!(terminal.out).into_diagnostic()?;
    terminal.draw(&puzzle.board, position.state(), &marks)?;
    let words = explain::sentence(&puzzle.board, technique, &step.found);
    writeln!(terminal.out, "{words}").into_diagnostic()
}

/// Draws the first example of a rule, or of the named technique.
fn draw_example(
    args: &RulesShowArgs,
    path: &Path,
    rule: &RuleInfo,
    own: &[&Technique],
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    pictures::refuse(path)?;
    let named = own.iter().filter(|t| is_called(t, &args.name));
    let shown = named
        .copied()
        .find_map(|t| Some((t, trial::shown(rule, t)?)));
    let Some((technique, (puzzle, step))) = shown else {
        return Err(miette!(
            help = "add an `example` to the rule's file to get a picture",
            "{} has no example with a step",
            args.name
        ));
    };
    let position = Position::of(&puzzle);
    let look = args.look.look();
    let svg = step_of_rule(&puzzle, &position, technique, &step, &look);
    pictures::write(path, &svg, terminal)
}
