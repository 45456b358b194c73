//! `qedoku mine --unfillable DIGITS --cells N -o DIR`: rules for the sets of cells that a number of
//! digits cannot fill.
//!
//! The search is [`qedoku_mine::unfillable`]. This module has its files, its table and its
//! messages. With puzzles, it also counts those that contain such a set with few guardians.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use miette::miette;
use rayon::prelude::*;

use super::args::MineArgs;
use super::start::{read_puzzles, say, starting_rules};
use crate::exit::GOOD;
use crate::terminal::Terminal;
use crate::{files, interrupt, progress};
use qedoku_app::Cancel;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::line;
use qedoku_core::grid::{Board, Shape};
use qedoku_core::matcher::Position;
use qedoku_mine::publish::{PublishedRule, Publisher};
use qedoku_mine::state::occurrence::Occurrence;
use qedoku_mine::state::stuck_state::stuck;
use qedoku_mine::unfillable::census::{CensusPuzzle, census};
use qedoku_mine::unfillable::enumerate::{PatternLimits, UnfillableSets, unfillable_sets};
use qedoku_mine::unfillable::family::{NamedPattern, family_rule, file_name, name_patterns};

/// The occurrences of each pattern.
type PatternOccurrences = BTreeMap<usize, Vec<Occurrence>>;

/// Finds the patterns, counts them, searches for them in puzzles and writes their rules.
pub fn run(args: &MineArgs, digits: usize, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let limits = PatternLimits {
        digits,
        cells: args.cells,
        boxes: args.boxes,
    };
    interrupt::take_time();
    let stop = interrupt::stop_after(args.time.map(Duration::from_secs));
    let bar = progress::endless(args.quiet, "{spinner} {msg}");
    let found = unfillable_sets(limits, &stop, &|boxes, sets| {
        bar.set_message(format!("{boxes} boxes, from {sets} sets"));
        bar.tick();
    });
    bar.finish_and_clear();
    say(terminal, table(&found, limits).trim_end())?;
    let named = name_patterns(&found.patterns, digits);
    let seen = match args.puzzles.is_empty() {
        true => PatternOccurrences::new(),
        false => count_in_puzzles(args, &named, digits, &stop, terminal)?,
    };
    if let Some(folder) = &args.output {
        write_family(args, folder, &named, digits, &seen, terminal)?;
    }
    Ok(GOOD)
}

/// The number of patterns, by boxes and cells.
fn table(found: &UnfillableSets, limits: PatternLimits) -> String {
    let mut text = format!(
        "{} patterns of at most {} cells that {} digits cannot fill, in at most {} boxes\n",
        found.patterns.len(),
        limits.cells,
        limits.digits,
        found.complete
    );
    if found.complete < limits.boxes {
        text += &format!("more than {} boxes: incomplete\n", found.complete);
    }
    text += "boxes  cells  patterns\n";
    for ((boxes, cells), count) in found.counts() {
        text += &format!("{boxes:5} {cells:6} {count:9}\n");
    }
    text
}

/// Reports the number of puzzles that contain a pattern with few guardians. Returns the occurrences
/// that eliminate a candidate.
fn count_in_puzzles(
    args: &MineArgs,
    patterns: &[NamedPattern],
    digits: usize,
    stop: &Stop,
    terminal: &mut Terminal<'_>,
) -> miette::Result<PatternOccurrences> {
    let library = args.library.load()?;
    let base = starting_rules(args, &library)?;
    let (puzzles, _) = read_puzzles(args)?;
    let board = Board::sudoku(Shape::of_size(9).ok_or_else(|| miette!("there is a 9x9 board"))?);
    let solver = Solver::with(&board, base.iter().copied()).requesting(|_| true);
    let open: Vec<CensusPuzzle> = (puzzles.par_iter())
        .filter(|puzzle| puzzle.board.cell_count() == 81 && !stop.now())
        .filter_map(|puzzle| {
            Some(CensusPuzzle {
                puzzle: line(puzzle),
                position: stuck(&solver, Position::of(puzzle), stop)?,
            })
        })
        .collect();
    let cells: Vec<_> = patterns.iter().map(|pattern| pattern.cells).collect();
    let entries = census(&cells, digits, args.guardians, &open, stop);
    let looked_at = entries.iter().flatten().count();
    let with: Vec<usize> = (entries.iter().flatten())
        .filter_map(|entry| entry.fewest())
        .collect();
    say(
        terminal,
        &format!(
            "{} puzzles: the rules solve {}; of {looked_at} others, {} have one with at most {} guardians",
            puzzles.len(),
            puzzles.len() - open.len(),
            with.len(),
            args.guardians
        ),
    )?;
    for guardians in 0..=args.guardians {
        let count = with.iter().filter(|&&fewest| fewest == guardians).count();
        if count > 0 {
            say(terminal, &format!("  {guardians} guardians: {count}"))?;
        }
    }
    let mut puzzles_of: BTreeMap<usize, usize> = BTreeMap::new();
    let mut seen = PatternOccurrences::new();
    for entry in entries.into_iter().flatten() {
        let mut own: Vec<usize> = entry.guarded.iter().map(|g| g.pattern).collect();
        own.sort_unstable();
        own.dedup();
        own.into_iter()
            .for_each(|pattern| *puzzles_of.entry(pattern).or_default() += 1);
        for (pattern, occurrence) in entry.occurrences {
            seen.entry(pattern).or_default().push(occurrence);
        }
    }
    for (pattern, count) in &puzzles_of {
        let NamedPattern { rule, title, .. } = &patterns[*pattern];
        say(terminal, &format!("  {rule:32} {count:4} puzzles  {title}"))?;
    }
    Ok(seen)
}

/// Writes the rules, one file per number of boxes, and reports those that are not proved.
fn write_family(
    args: &MineArgs,
    folder: &Path,
    patterns: &[NamedPattern],
    digits: usize,
    seen: &PatternOccurrences,
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    std::fs::create_dir_all(folder).map_err(|cause| files::FileError::write(folder, cause))?;
    let board = Board::sudoku(Shape::of_size(9).ok_or_else(|| miette!("there is a 9x9 board"))?);
    let bar = progress::endless(args.quiet, "{pos} rules proved");
    let publisher = Publisher {
        board: &board,
        command: "",
        // The proofs that have begun are completed after Ctrl-C.
        cancel: Cancel::default(),
    };
    let rule = |(number, pattern): (usize, &NamedPattern)| {
        if interrupt::interrupted() {
            return None;
        }
        let occurrences = seen.get(&number).map_or(&[][..], Vec::as_slice);
        let rule = family_rule(&publisher, pattern, digits, occurrences, &[], 0);
        bar.inc(1);
        Some(rule)
    };
    let rules = patterns.par_iter().enumerate().map(rule);
    let rules: Vec<Option<Result<PublishedRule, String>>> = rules.collect();
    bar.finish_and_clear();
    let left_out = rules.iter().filter(|rule| rule.is_none()).count();
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    let (mut proved, mut shown) = (0, 0);
    for (pattern, rule) in patterns.iter().zip(rules) {
        let rule = match rule {
            None => continue,
            Some(Ok(rule)) => rule,
            Some(Err(reason)) => {
                let name = &pattern.rule;
                say(terminal, &format!("not published: {name}: {reason}"))?;
                continue;
            }
        };
        proved += 1;
        shown += usize::from(rule.has_example);
        let file = texts.entry(file_name(pattern.cells, digits)).or_default();
        if !file.is_empty() {
            file.push('\n');
        }
        file.push_str(&rule.text);
    }
    let files = texts.len();
    for (name, text) in texts {
        files::write(&folder.join(name), text.as_bytes())?;
    }
    if left_out > 0 {
        say(
            terminal,
            &format!("interrupted: {left_out} patterns were not proved"),
        )?;
    }
    say(
        terminal,
        &format!(
            "{proved} rules proved sound, {shown} with an example, in {files} files in {}",
            crate::files::escaped(folder)
        ),
    )
}
