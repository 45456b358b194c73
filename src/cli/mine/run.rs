//! The loop of mining: puzzles, records, rules, and the best of them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use miette::{IntoDiagnostic, miette};
use rayon::prelude::*;

use super::Args;
use super::journal::{Journal, Settings};
use super::judge::judge;
use crate::cli::puzzle::PuzzleArg;
use crate::cli::{GOOD, Terminal, files, interrupt};
use crate::engine::Stop;
use crate::engine::solve::Engine;
use crate::grid::Puzzle;
use crate::grid::text::{Reader, line};
use crate::lang::Library;
use crate::lang::ir::Technique;
use crate::mine::catalogue::Catalogue;
use crate::mine::publish::{Origin, publish};
use crate::mine::record::{Options, Record, mine};
use crate::mine::sample::sample;
use crate::mine::smallest::Limits;
use crate::mine::stuck::{Mineable, Skipped};

/// Records are saved after so many puzzles.
const BATCH: usize = 24;

/// Mines, publishes and chooses.
pub fn run(args: &Args, folder: &Path, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    let library = args.library.load()?;
    let base = starting_rules(args, &library)?;
    let (puzzles, unreadable) = read_puzzles(args)?;
    let board = (puzzles.first())
        .map(|p| Arc::clone(&p.board))
        .ok_or_else(|| {
            miette!("there is no puzzle to mine: {unreadable} pieces of text are none")
        })?;
    let same_board = |p: &Puzzle| Arc::ptr_eq(&p.board, &board);
    let other_boards = puzzles.iter().filter(|p| !same_board(p)).count();
    let puzzles: Vec<Puzzle> = puzzles.into_iter().filter(same_board).collect();
    std::fs::create_dir_all(folder).map_err(|cause| files::FileError::write(folder, cause))?;
    let settings = Settings {
        mine: 1,
        rules: base.iter().map(|t| technique_name(t)).collect(),
        size: args.size,
        hops: args.hops.unwrap_or(args.size + 1),
        cells: matches!(args.vocabulary, super::Words::Cells),
        states: args.states,
    };
    let wanted = args
        .sample
        .unwrap_or(puzzles.len().saturating_sub(args.judge));
    let order = sample(puzzles.len(), wanted + args.judge, args.seed);
    let (to_mine, to_judge) = order.split_at(wanted.min(order.len()));
    let stop = interrupt::stop_after(args.time.map(Duration::from_secs));
    if let Some(jobs) = args.jobs {
        // A pool that is there already was made by an earlier call.
        let _ = rayon::ThreadPoolBuilder::new()
            .num_threads(jobs.max(1))
            .build_global();
    }
    let mut journal = Journal::open(folder, settings.clone())?;
    let engine = Engine::new(&board, base.iter().copied());
    let options = Options {
        limits: Limits {
            size: args.size,
            ..Limits::default()
        },
        hops: settings.hops,
        vocabulary: args.vocabulary.vocabulary(),
        states: args.states,
    };
    let mined: Vec<&Puzzle> = to_mine.iter().map(|&i| &puzzles[i]).collect();
    mine_all(args, &engine, &mined, &options, &stop, &mut journal)?;

    let mut catalogue = Catalogue::new(&board);
    let mut tally = Tally::default();
    for (number, puzzle) in mined.iter().enumerate() {
        if let Some(record) = journal.records.get(&line(puzzle)) {
            tally.add(record);
            catalogue.add(number, record);
        }
    }
    say(terminal, &tally.words(unreadable, other_boards))?;
    if tally.mineable == 0 {
        return Err(miette!("none of the puzzles has exactly one solution"));
    }
    let (rules, unpublished) = {
        let origin = Origin {
            command: &command_line(args),
            now: &Instant::now,
        };
        publish(&catalogue, args.support, &origin)
    };
    for rule in &rules {
        files::write(
            &folder.join(format!("{}.rule", rule.rule)),
            rule.text.as_bytes(),
        )?;
    }
    for bad in &unpublished {
        say(
            terminal,
            &format!("not published: {}: {}", bad.rule, bad.reason),
        )?;
    }
    say(
        terminal,
        &format!("{} rules published in {}", rules.len(), folder.display()),
    )?;
    for rule in &rules {
        say(
            terminal,
            &format!(
                "  {:32} {:4} puzzles  {}",
                rule.rule, rule.support, rule.title
            ),
        )?;
    }
    if args.judge > 0 && !rules.is_empty() {
        let judges: Vec<&Puzzle> = to_judge.iter().map(|&i| &puzzles[i]).collect();
        let report = judge(args, &board, &base, &rules, &judges)?;
        files::write(&folder.join("report.txt"), report.file.as_bytes())?;
        files::write(&folder.join("report.svg"), report.plot.as_bytes())?;
        let best: String = report
            .names
            .iter()
            .map(|name| format!("{name}\n"))
            .collect();
        files::write(&folder.join("best.txt"), best.as_bytes())?;
        say(terminal, report.shown.trim_end())?;
    }
    Ok(GOOD)
}

pub(super) fn say(terminal: &mut Terminal<'_>, line: &str) -> miette::Result<()> {
    writeln!(terminal.out, "{line}").into_diagnostic()
}

/// The rules that the mined ones are to go beyond.
pub(super) fn starting_rules<'l>(
    args: &Args,
    library: &'l Library,
) -> miette::Result<Vec<&'l Technique>> {
    for wanted in &args.only {
        if !library.techniques.iter().any(|t| is_named(t, wanted)) {
            return Err(miette!("there is no rule `{wanted}`"));
        }
    }
    let base: Vec<&Technique> = (library.techniques.iter())
        .filter(|t| args.only.is_empty() || args.only.iter().any(|wanted| is_named(t, wanted)))
        .filter(|t| args.max_level.is_none_or(|most| t.level <= most))
        .filter(|t| !t.assumes_unique)
        .filter(|t| !t.on_request || !args.only.is_empty())
        .collect();
    match base.is_empty() {
        true => Err(miette!("no rule is left to start from")),
        false => Ok(base),
    }
}

/// `fish`, or `fish=2` for one value of its parameter.
fn is_named(technique: &Technique, wanted: &str) -> bool {
    *wanted == *technique.rule || wanted == technique_name(technique)
}

fn technique_name(technique: &Technique) -> String {
    match technique.instance {
        Some(n) => format!("{}={n}", technique.rule),
        None => technique.rule.to_string(),
    }
}

/// All puzzles of the files, and how many pieces of text are none.
pub(super) fn read_puzzles(args: &Args) -> miette::Result<(Vec<Puzzle>, usize)> {
    let mut puzzles = Vec::new();
    let mut unreadable = 0;
    for name in &args.puzzles {
        let path = Path::new(name);
        if !files::is_stdin(path) && !path.exists() {
            puzzles.push(PuzzleArg::of(name.clone()).read()?);
            continue;
        }
        for entry in Reader::new(&files::display_name(path), files::open(path)?) {
            match entry.puzzle {
                Ok(puzzle) => puzzles.push(puzzle),
                Err(_) => unreadable += 1,
            }
        }
    }
    let first = args.from.saturating_sub(1).min(puzzles.len());
    let last = args.to.unwrap_or(puzzles.len()).clamp(first, puzzles.len());
    puzzles.truncate(last);
    puzzles.drain(..first);
    Ok((puzzles, unreadable))
}

/// Mines the puzzles that are not in the journal yet.
fn mine_all(
    args: &Args,
    engine: &Engine<'_>,
    puzzles: &[&Puzzle],
    options: &Options,
    stop: &Stop,
    journal: &mut Journal,
) -> miette::Result<()> {
    let bar = match args.quiet {
        true => ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()),
        false => ProgressBar::new(puzzles.len() as u64),
    };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} puzzles, {eta} left");
    bar.set_style(style.into_diagnostic()?);
    let new: Vec<&Puzzle> = (puzzles.iter().copied())
        .filter(|p| !journal.records.contains_key(&line(p)))
        .collect();
    bar.set_position((puzzles.len() - new.len()) as u64);
    for batch in new.chunks(BATCH) {
        let records: Vec<Option<Record>> = (batch.par_iter())
            .map(|puzzle| {
                let record = mine_one(engine, puzzle, options, stop);
                bar.inc(1);
                record
            })
            .collect();
        for record in records.into_iter().flatten() {
            journal.records.insert(record.puzzle.clone(), record);
        }
        journal.save()?;
        if stop.now() {
            break;
        }
    }
    bar.finish_and_clear();
    Ok(())
}

fn mine_one(
    engine: &Engine<'_>,
    puzzle: &Puzzle,
    options: &Options,
    stop: &Stop,
) -> Option<Record> {
    let go_on = || !stop.now();
    if !go_on() {
        return None;
    }
    match Mineable::new(puzzle) {
        Ok(mineable) => mine(engine, line(puzzle), &mineable, options, &go_on),
        Err(skipped) => Some(Record {
            puzzle: line(puzzle),
            skipped: Some(
                match skipped {
                    Skipped::NoSolution => "no solution",
                    Skipped::SeveralSolutions => "several solutions",
                    Skipped::TooHard => "too hard to solve",
                }
                .into(),
            ),
            ..Record::default()
        }),
    }
}

/// How mining went.
#[derive(Default)]
struct Tally {
    mineable: usize,
    solved: usize,
    states: usize,
    questions: usize,
    answered: usize,
    cores: usize,
    composite: usize,
    gave_up: usize,
    skipped: BTreeMap<String, usize>,
}

impl Tally {
    fn add(&mut self, record: &Record) {
        if let Some(reason) = &record.skipped {
            *self.skipped.entry(reason.clone()).or_default() += 1;
            return;
        }
        self.mineable += 1;
        self.solved += usize::from(record.states.is_empty());
        self.states += record.states.len();
        self.questions += record.questions;
        self.answered += record.answered;
        self.cores += record.states.iter().map(|s| s.cores.len()).sum::<usize>();
        self.composite += record.composite;
        self.gave_up += record.gave_up;
    }

    fn words(&self, unreadable: usize, other_boards: usize) -> String {
        let mut text = format!(
            "{} puzzles: the rules solve {}; {} stuck states, {} questions, {} answered by a core",
            self.mineable, self.solved, self.states, self.questions, self.answered
        );
        text += &format!(
            "\n{} cores of different shape; {} were made of smaller ones, {} searches gave up",
            self.cores, self.composite, self.gave_up
        );
        for (reason, count) in &self.skipped {
            text += &format!("\nskipped {count}: {reason}");
        }
        for (count, reason) in [(unreadable, "no puzzle"), (other_boards, "another board")] {
            if count > 0 {
                text += &format!("\nskipped {count}: {reason}");
            }
        }
        text
    }
}

/// The command that makes the same rules again.
fn command_line(args: &Args) -> String {
    let mut words = vec!["qedoku mine".to_owned()];
    let names = args.puzzles.iter().map(|p| {
        let path = Path::new(p);
        path.file_name()
            .map_or(p.clone(), |name| name.to_string_lossy().into_owned())
    });
    words.extend(names);
    if args.from != 1 {
        words.push(format!("--from {}", args.from));
    }
    if let Some(to) = args.to {
        words.push(format!("--to {to}"));
    }
    if let Some(sample) = args.sample {
        words.push(format!("--sample {sample} --seed {}", args.seed));
    }
    if let Some(level) = args.max_level {
        words.push(format!("--max-level {}", level.word()));
    }
    if !args.only.is_empty() {
        words.push(format!("--only {}", args.only.join(",")));
    }
    words.push(format!("--size {}", args.size));
    if let Some(hops) = args.hops {
        words.push(format!("-k {hops}"));
    }
    words.join(" ")
}
