//! `qedoku rules book`: the library as linked pages with a searchable index.
//!
//! All pages are made before the first is written, and the index is written last, so that it never
//! has a dead link.

mod entry;
mod pages;

use std::collections::BTreeSet;
use std::path::PathBuf;

use miette::IntoDiagnostic;

use self::entry::{BookRule, BookTechnique, StepPicture};
use super::overlap::SampleArgs;
use crate::exit::GOOD;
use crate::files;
use crate::library::SourceArgs;
use crate::terminal::Terminal;
use crate::verdicts::{judge_all, techniques};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo, standard_library};
use qedoku_core::matcher::Position;
use qedoku_core::picture::Look;
use qedoku_core::report::explain;
use qedoku_core::trial;
use qedoku_mine::overlap::report::{labels, rows};
use qedoku_soundness::{DEFAULT_TIMEOUT, canonical, shipped_verdicts};

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The folder gets index.html and one page per rule in rules/. Rules outside the standard \
        library are proved first, with a limit of one minute each. The neighbours of a rule \
        come from `qedoku rules overlap` with the given options."
)]
pub struct BookArgs {
    /// Folder to write to. It is created if needed
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    #[command(flatten)]
    sample: SampleArgs,

    #[command(flatten)]
    library: SourceArgs,
}

pub fn run(args: &BookArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let verdicts = verdicts(&library)?;
    let overlaps = rows(library.clone(), &[], args.sample.size(), false);
    let names = labels(&library.techniques);
    let rules: Vec<BookRule<'_>> = (library.rules.iter())
        .map(|rule| book_rule(&library, rule, &names, &verdicts))
        .collect();
    let pages: Vec<(String, String)> = (rules.iter())
        .map(|rule| {
            let file = format!("{}.html", rule.info.name());
            (file, pages::rule(rule, &rules, &overlaps))
        })
        .collect();
    let index = pages::index(&rules);
    let folder = args.output.join("rules");
    files::make_folder(&folder)?;
    for (file, html) in &pages {
        files::write(&folder.join(file), html.as_bytes())?;
    }
    let path = args.output.join("index.html");
    files::write(&path, index.as_bytes())?;
    let (count, path) = (library.techniques.len(), files::escaped(&path));
    writeln!(
        terminal.out,
        "{} rules with {count} techniques. Read {path}",
        rules.len()
    )
    .into_diagnostic()?;
    Ok(GOOD)
}

/// The verdict on each technique, in the order of the library.
fn verdicts(library: &Library) -> miette::Result<Vec<String>> {
    let standard = standard_library()?;
    let known = (standard.techniques.iter()).map(|t| canonical(t, &standard.relations));
    let known: BTreeSet<String> = known.collect();
    let is_known = |t: &Technique| {
        known.contains(&canonical(t, &library.relations))
            && shipped_verdicts::scope(&t.rule).is_some()
    };
    let mut pending = techniques(library, |_| true);
    pending.retain(|(_, t)| !is_known(t));
    let judged = judge_all(library, pending, DEFAULT_TIMEOUT);
    let verdict = |t: &Technique| {
        let own = (judged.iter())
            .find(|j| j.technique.rule == t.rule && j.technique.instance == t.instance);
        match own {
            Some(judged) => {
                let line = judged.line();
                let words = line.split_once(": ").map(|(_, words)| words.to_owned());
                words.unwrap_or(line)
            }
            None => match shipped_verdicts::scope(&t.rule) {
                Some(scope) => format!("sound {}", scope.words()),
                None => "unknown".to_owned(),
            },
        }
    };
    Ok(library.techniques.iter().map(verdict).collect())
}

fn book_rule<'l>(
    library: &'l Library,
    rule: &'l RuleInfo,
    names: &[String],
    verdicts: &[String],
) -> BookRule<'l> {
    let own = |(_, technique): &(usize, &Technique)| *technique.rule == *rule.name();
    let techniques = (library.techniques.iter().enumerate()).filter(own);
    BookRule {
        info: rule,
        techniques: techniques
            .map(|(at, technique)| BookTechnique {
                technique,
                label: names[at].clone(),
                place: at,
                verdict: verdicts[at].clone(),
                example: example(rule, technique),
            })
            .collect(),
    }
}

/// A step of an example, drawn for a page that has the style of all pictures.
fn example(rule: &RuleInfo, technique: &Technique) -> Option<StepPicture> {
    let (puzzle, step) = trial::shown(rule, technique)?;
    let position = Position::of(&puzzle);
    let look = Look {
        inline: true,
        ..Look::default()
    };
    Some(StepPicture {
        svg: crate::pictures::step_of_rule(&puzzle, &position, technique, &step, &look),
        sentence: explain::sentence(&puzzle.board, technique, &step.found),
        certificate: (step.certificate.iter())
            .map(|line| line.to_text(&puzzle.board))
            .collect(),
    })
}
