//! `qedoku canon`: the canonical form of puzzles; `qedoku dedupe`: collections without isomorphic
//! copies.

use std::collections::HashSet; // order does not matter

use miette::IntoDiagnostic;
use serde::Serialize;

use crate::cache::fingerprint;
use crate::collection::{CollectionArgs, labelled};
use crate::exit::{BAD, GOOD};
use crate::terminal::{Terminal, plural};
use qedoku_app::canon::form;
use qedoku_core::grid::Puzzle;

#[derive(clap::Args, Debug)]
#[command(
    after_help = "The canonical form is the smallest line, with an empty cell before 1, among all \
        isomorphic puzzles. Isomorphisms relabel digits, permute bands, stacks, rows in bands \
        and columns in stacks, and transpose boards with square boxes. Two puzzles are \
        isomorphic if their canonical forms are equal."
)]
pub struct CanonArgs {
    #[command(flatten)]
    collection: CollectionArgs,

    /// Print JSON Lines: each puzzle with its canonical form
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args, Debug)]
#[command(
    after_help = "Of isomorphic puzzles, the first one stays unchanged. Each puzzle takes 16 bytes of \
        memory, so collections of many millions fit."
)]
pub struct DedupeArgs {
    #[command(flatten)]
    collection: CollectionArgs,

    /// Print the canonical forms of the remaining puzzles
    #[arg(long)]
    canonical: bool,

    /// Print only the number of puzzles and of distinct puzzles, as JSON
    #[arg(long, conflicts_with = "canonical")]
    json: bool,
}

#[derive(Serialize)]
struct CanonRecord<'a> {
    puzzle: &'a str,
    /// The canonical form. `null` if there is none.
    canon: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<&'a str>,
}

#[derive(Serialize)]
struct DedupeReport {
    puzzles: u64,
    different: u64,
}

/// A puzzle with its canonical form.
struct Formed {
    line: String,
    label: Option<String>,
    form: Option<String>,
}

fn formed(puzzle: &Puzzle) -> Formed {
    Formed {
        line: qedoku_core::grid::text::line(puzzle),
        label: puzzle.label.clone(),
        form: form(puzzle),
    }
}

fn without_form(line: &str) {
    eprintln!(
        "{line}: no canonical form, because this is a state, or a board above 9x9 with too many givens"
    );
}

pub fn run(args: &CanonArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut worst = GOOD;
    let code = args.collection.each(terminal, formed, |formed, out| {
        if formed.form.is_none() {
            without_form(&formed.line);
            worst = BAD;
        }
        let label = formed.label.as_deref();
        match (&formed.form, args.json) {
            (form, true) => {
                let record = CanonRecord {
                    puzzle: &formed.line,
                    canon: form.as_deref(),
                    label,
                };
                let text = serde_json::to_string(&record).into_diagnostic()?;
                out.write(&(text + "\n"))
            }
            (Some(form), false) => out.write(&labelled(form, label)),
            (None, false) => Ok(()),
        }
    })?;
    Ok(code.max(worst))
}

pub fn dedupe(args: &DedupeArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let mut seen: HashSet<u128> = HashSet::new(); // order does not matter
    let mut puzzles = 0;
    let code = args.collection.each(terminal, formed, |formed, out| {
        puzzles += 1;
        // A puzzle without a canonical form equals only puzzles with the same text.
        let form = formed.form.as_deref().unwrap_or(&formed.line);
        if !seen.insert(fingerprint(form.as_bytes())) || args.json {
            return Ok(());
        }
        let line = if args.canonical { form } else { &formed.line };
        out.write(&labelled(line, formed.label.as_deref()))
    })?;
    let different = seen.len() as u64;
    if args.json {
        terminal.json(&DedupeReport { puzzles, different })?;
    } else {
        let different = format!("{different} different");
        eprintln!("{}, {different}", plural(puzzles as usize, "puzzle"));
    }
    Ok(code)
}
