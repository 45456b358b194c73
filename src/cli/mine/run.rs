//! `qedoku mine -o DIR`: reads puzzles, runs a campaign and writes its results.
//!
//! The loop is [`qedoku_mine::campaign`]. This module has its files, its progress bar and its
//! messages.

use std::path::Path;
use std::sync::Arc;

use miette::miette;

use super::args::{MineArgs, WordChoice};
use super::journal::FileJournal;
use super::judge::{Report, judge};
use super::shares::TimeShares;
use super::start::{read_puzzles, say, starting_rules};
use super::writer::RuleWriter;
use crate::exit::GOOD;
use crate::terminal::Terminal;
use crate::{files, interrupt, progress, threads};
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::campaign::catalogue::Catalogue;
use qedoku_mine::campaign::record::MiningOptions;
use qedoku_mine::campaign::settings::MiningSettings;
use qedoku_mine::campaign::{MiningTally, gather, mine_all, split};
use qedoku_mine::equiv::LibraryNames;
use qedoku_mine::publish::Publisher;

/// Mines, publishes and chooses.
pub fn run(args: &MineArgs, folder: &Path, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    threads::start("--jobs", args.jobs.map_or(0, |jobs| jobs.max(1)));
    let library = args.library.load()?;
    let base = starting_rules(args, &library)?;
    let (puzzles, unreadable) = read_puzzles(args)?;
    let board = (puzzles.first())
        .map(|p| Arc::clone(&p.board))
        .ok_or_else(|| {
            miette!("there is no puzzle to mine: {unreadable} pieces of text are not puzzles")
        })?;
    let same_board = |p: &Puzzle| Arc::ptr_eq(&p.board, &board);
    let other_boards = puzzles.iter().filter(|p| !same_board(p)).count();
    let puzzles: Vec<Puzzle> = puzzles.into_iter().filter(same_board).collect();
    std::fs::create_dir_all(folder).map_err(|cause| files::FileError::write(folder, cause))?;
    let (to_mine, to_judge) = split(&puzzles, args.sample, args.judge, args.seed);
    for name in ["found.jsonl", "report.txt", "report.svg", "best.txt"] {
        files::refuse_input(&folder.join(name))?;
    }
    // After the first signal, the run still saves its records.
    interrupt::take_time();
    let shares = TimeShares::of(args);
    let settings = settings(args, &base);
    let options = settings.options();
    let mut journal = FileJournal::open(folder, settings)?;
    // All chosen rules are used, including those on request.
    let solver = Solver::with(&board, base.iter().copied()).requesting(|_| true);
    let stop = shares.mining().stop();
    mine_puzzles(args, &solver, &to_mine, &options, &stop, &mut journal)?;
    // All records are saved and rule files are written atomically, so from here on a signal may end
    // the program at once.
    interrupt::hurry();
    if interrupt::interrupted() {
        return interrupted(terminal);
    }

    let mut catalogue = Catalogue::new(&board, LibraryNames::of(&library));
    let tally = gather(&mut catalogue, &to_mine, &journal);
    say(terminal, &tally_words(&tally, unreadable, other_boards))?;
    if tally.mineable == 0 {
        return Err(miette!("none of the puzzles has exactly one solution"));
    }
    for (reason, count) in &catalogue.unwritten {
        say(terminal, &format!("not written: {count} cores: {reason}"))?;
    }
    let command = command_line(args);
    let mut writer = RuleWriter {
        publisher: Publisher {
            board: &board,
            command: &command,
            cancel: shares.publishing(),
        },
        support: args.support,
        folder,
        catalogue: &catalogue,
        library: &library,
        base: &base,
        asking: shares.asking().stop(),
        rules: Vec::new(),
    };
    writer.write_guarded(terminal)?;
    writer.write_layouts(terminal)?;
    writer.write_families(terminal)?;
    let rules = writer.rules;
    let words = format!(
        "{} rules published in {}",
        rules.len(),
        crate::files::escaped(folder)
    );
    say(terminal, &words)?;
    if interrupt::interrupted() {
        return interrupted(terminal);
    }
    if args.judge > 0 && !rules.is_empty() {
        let report = judge(args, &board, &base, &rules, &to_judge, &shares)?;
        write_choice(folder, &report)?;
        say(terminal, report.shown.trim_end())?;
    }
    Ok(GOOD)
}

/// Writes the chosen rules and their contributions.
fn write_choice(folder: &Path, report: &Report) -> miette::Result<()> {
    files::write(&folder.join("report.txt"), report.file.as_bytes())?;
    if let Some(plot) = &report.plot {
        files::write(&folder.join("report.svg"), plot.as_bytes())?;
    }
    let names = report.names.iter();
    let best: String = names.map(|name| format!("{name}\n")).collect();
    Ok(files::write(&folder.join("best.txt"), best.as_bytes())?)
}

/// Reports an interrupt.
fn interrupted(terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    say(
        terminal,
        "interrupted: the results are saved; run the same command again to continue",
    )?;
    Ok(interrupt::EXIT)
}

/// The settings that the records of a folder depend on.
fn settings(args: &MineArgs, base: &[&Technique]) -> MiningSettings {
    MiningSettings {
        size: args.size,
        hops: args.hops.unwrap_or(args.size + 1),
        cells: matches!(args.vocabulary, WordChoice::Cells),
        states: args.states,
        ..MiningSettings::starting_from(base)
    }
}

/// Mines the puzzles that are not in the journal yet, with a progress bar.
fn mine_puzzles(
    args: &MineArgs,
    solver: &Solver<'_>,
    puzzles: &[&Puzzle],
    options: &MiningOptions,
    stop: &Stop,
    journal: &mut FileJournal,
) -> miette::Result<()> {
    let bar = progress::counted(args.quiet, puzzles.len(), "puzzles");
    mine_all(solver, puzzles, options, stop, journal, &|| bar.inc(1))?;
    bar.finish_and_clear();
    Ok(())
}

/// The counts of mining, as text.
fn tally_words(tally: &MiningTally, unreadable: usize, other_boards: usize) -> String {
    let mut text = format!(
        "{} puzzles: the rules solve {}; {} stuck states, {} questions, {} answered by a core",
        tally.mineable, tally.solved, tally.states, tally.questions, tally.answered
    );
    text += &format!(
        "\n{} cores of different shape; {} were made of smaller ones, {} searches gave up",
        tally.cores, tally.composite, tally.gave_up
    );
    for (reason, count) in &tally.skipped {
        text += &format!("\nskipped {count}: {reason}");
    }
    for (count, reason) in [(unreadable, "no puzzle"), (other_boards, "another board")] {
        if count > 0 {
            text += &format!("\nskipped {count}: {reason}");
        }
    }
    text
}

/// The command that reproduces the rules.
fn command_line(args: &MineArgs) -> String {
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
    for (option, rules) in [
        ("--only", &args.only),
        ("--on", &args.on),
        ("--without", &args.without),
    ] {
        if !rules.is_empty() {
            words.push(format!("{option} {}", rules.join(",")));
        }
    }
    words.push(format!("--size {}", args.size));
    if args.states != 4 {
        words.push(format!("--states {}", args.states));
    }
    if args.support != 3 {
        words.push(format!("--support {}", args.support));
    }
    if let Some(hops) = args.hops {
        words.push(format!("-k {hops}"));
    }
    words.join(" ")
}
