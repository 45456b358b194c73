//! `qedoku rules list`

use miette::IntoDiagnostic;
use serde::Serialize;

use crate::exit::GOOD;
use crate::library::SourceArgs;
use crate::terminal::Terminal;
use qedoku_core::lang::ir::Technique;

#[derive(clap::Args, Debug)]
pub struct ListArgs {
    #[command(flatten)]
    library: SourceArgs,

    /// Print the list as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct ListRow<'a> {
    rule: &'a str,
    name: &'a str,
    family: &'a str,
    level: &'a str,
    score: u32,
    codes: Vec<&'a str>,
    on_request: bool,
}

pub fn run(args: &ListArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let rows: Vec<ListRow<'_>> = library.techniques.iter().map(row).collect();
    if args.json {
        terminal.json(&rows)?;
        return Ok(GOOD);
    }
    let heading = ["name", "rule", "family", "level", "score", "code"].map(str::to_owned);
    let lines = rows.iter().map(|r| {
        [
            &if r.on_request {
                format!("{} *", r.name)
            } else {
                r.name.to_owned()
            },
            r.rule,
            r.family,
            r.level,
            &r.score.to_string(),
            &r.codes.join(" "),
        ]
        .map(str::to_owned)
    });
    let table: Vec<[String; 6]> = std::iter::once(heading).chain(lines).collect();
    terminal.table(&table).into_diagnostic()?;
    if rows.iter().any(|r| r.on_request) {
        writeln!(terminal.out, "* only on request").into_diagnostic()?;
    }
    Ok(GOOD)
}

fn row(technique: &Technique) -> ListRow<'_> {
    let codes = technique.known_as.iter();
    ListRow {
        rule: &technique.rule,
        name: &technique.title,
        family: &technique.family,
        level: technique.level.word(),
        score: technique.score,
        codes: codes.map(|(_, code)| code.as_str()).collect(),
        on_request: technique.on_request,
    }
}
