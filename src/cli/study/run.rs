//! Runs the methods on all puzzles, on all threads.

use std::path::Path;

use cpu_time::ThreadTime;
use miette::{Report, miette};

use super::args::StudyArgs;
use super::input::{self, StudyInput};
use super::journal::{StudyJournal, StudySettings};
use super::write;
use crate::cache::fingerprint;
use crate::exit::GOOD;
use crate::terminal::{Terminal, plural};
use crate::{files, interrupt, progress, threads};
use qedoku_batch::in_order;
use qedoku_core::engine::search::{Limits, Search};
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::Library;
use qedoku_core::proof::Claim;
use qedoku_core::report::grade::{claim_word, puzzle_text};
use qedoku_study::method::{Laboratory, Setup, method_names};
use qedoku_study::network::Model;
use qedoku_study::page::{Study, curves};
use qedoku_study::record::{Studied, label_of};

/// Maximum number of puzzles between two writes of the journal.
const MAX_UNSAVED_PUZZLES: usize = 50;

/// Runs the study and writes its results.
pub fn run(args: &StudyArgs, setup: &Setup, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    threads::start("--threads", args.threads);
    let methods = method_names(setup).map_err(|error| miette!("{error}"))?;
    let ratings = input::ratings(&args.ratings)?;
    let input = StudyInput::new(args)?;
    let library = args.library.load_for(&input.board)?;
    let stop = interrupt::stop_each();
    let laboratory = Laboratory::new(&input.board, &library, setup, stop)
        .map_err(|error| Report::msg(error.to_string()))?;
    let (mut journal, done) = match &args.output {
        None => (StudyJournal::none(), Vec::new()),
        Some(folder) => {
            prepare(folder)?;
            StudyJournal::open(folder, &settings(args, setup, &methods, &library)?)?
        }
    };
    is_of(&done, &input)?;
    let puzzles = study(args, &laboratory, &input, done, &mut journal)?;
    let study = Study {
        facts: write::facts(args, &methods, &input),
        collections: input.collections.clone(),
        may_be_wrong: { laboratory.methods.iter() }
            .filter(|method| method.may_be_wrong())
            .map(|method| method.name.clone())
            .collect(),
        consistency: curves(&methods, &puzzles, &input.puzzles),
        methods,
        puzzles,
        ratings,
    };
    write::print(args, &study, terminal)?;
    report_skipped(&study, &input);
    if let Some(folder) = &args.output {
        write::folder(folder, &study)?;
        eprintln!("written to {}", files::escaped(folder));
    }
    Ok(GOOD)
}

fn prepare(folder: &Path) -> miette::Result<()> {
    std::fs::create_dir_all(folder).map_err(|cause| files::FileError::write(folder, cause))?;
    for name in write::FILES {
        files::refuse_input(&folder.join(name))?;
    }
    Ok(())
}

/// The settings that the records of a folder depend on.
fn settings(
    args: &StudyArgs,
    setup: &Setup,
    methods: &[String],
    library: &Library,
) -> miette::Result<StudySettings> {
    let rules: Vec<&str> = library.rules.iter().map(|rule| &*rule.text).collect();
    let network = match &setup.network {
        Some(network) => network.to_bytes(),
        None => Model::standard().and_then(|network| network.to_bytes()),
    };
    let network = network.map_err(|error| miette!("{error}"))?;
    let bytes = [rules.concat().as_bytes(), &network].concat();
    let set = |set: &qedoku_study::sets::RuleSet| format!("{}={}", set.name, set.rules.join(","));
    Ok(StudySettings {
        study: 1,
        qedoku: env!("CARGO_PKG_VERSION").to_owned(),
        methods: methods.to_vec(),
        sets: setup.sets.iter().map(set).collect(),
        limit: setup.limit,
        rules: format!("{:032x}", fingerprint(&bytes)),
        times: !args.no_times,
    })
}

/// Checks that the records belong to the first puzzles, in order.
fn is_of(done: &[Studied], input: &StudyInput) -> miette::Result<()> {
    let same = |(record, (collection, puzzle)): &(&Studied, &(usize, Puzzle))| {
        record.collection == *collection && record.puzzle == puzzle_text(puzzle)
    };
    let all = done.len() <= input.puzzles.len();
    match all && done.iter().zip(&input.puzzles).all(|pair| same(&pair)) {
        true => Ok(()),
        false => Err(miette!(
            help = "use the same files, seed and sample as before, or name another folder; nothing was changed",
            "the folder has records of other puzzles"
        )),
    }
}

/// The records of all puzzles, the existing ones first.
fn study(
    args: &StudyArgs,
    laboratory: &Laboratory<'_>,
    input: &StudyInput,
    mut studied: Vec<Studied>,
    journal: &mut StudyJournal,
) -> miette::Result<Vec<Studied>> {
    let bar = progress::counted(args.quiet, input.puzzles.len(), "puzzles");
    bar.set_position(studied.len() as u64);
    let items = input.puzzles[studied.len()..].iter();
    let work = |(collection, puzzle): &(usize, Puzzle)| {
        interrupt::begin_each(None);
        one(laboratory, *collection, puzzle, !args.no_times)
    };
    in_order(
        items,
        work,
        interrupt::interrupted,
        |record, _| match record {
            // Ctrl-C leaves the current puzzle without a record.
            Some(record) if !interrupt::interrupted() => {
                journal.add(&record)?;
                studied.push(record);
                bar.set_position(studied.len() as u64);
                if studied.len().is_multiple_of(MAX_UNSAVED_PUZZLES) {
                    journal.flush()?;
                }
                Ok::<bool, Report>(true)
            }
            _ => {
                journal.flush()?;
                interrupt::end()
            }
        },
    )?;
    bar.finish_and_clear();
    journal.flush()?;
    Ok(studied)
}

/// Runs all methods on a puzzle, if it has one solution.
fn one(laboratory: &Laboratory<'_>, collection: usize, puzzle: &Puzzle, times: bool) -> Studied {
    let mut search = Search::new(&puzzle.board, Limits::default());
    let claim = search.solve(&puzzle.state()).claim();
    let mut studied = Studied {
        collection,
        puzzle: puzzle_text(puzzle),
        claim: claim_word(&claim).to_owned(),
        clues: puzzle.clues(),
        label: label_of(puzzle),
        grade: None,
        runs: Vec::new(),
    };
    let Claim::Unique(solution) = claim else {
        return studied;
    };
    for (index, method) in laboratory.methods.iter().enumerate() {
        let start = times.then(ThreadTime::try_now).and_then(Result::ok);
        let outcome = laboratory.run(index, puzzle);
        let taken = start.and_then(|start| start.try_elapsed().ok());
        let cpu_us = taken.map(|time| time.as_micros() as u64);
        studied.add(&method.name, puzzle, outcome, &solution, cpu_us);
    }
    studied
}

/// Reports the skipped puzzles on standard error.
fn report_skipped(study: &Study, input: &StudyInput) {
    let count = |claim: &str| study.puzzles.iter().filter(|p| p.claim == claim).count();
    let skipped = [
        (input.unreadable, "no puzzle"),
        (input.other_boards, "another board than the first"),
        (input.states, "a state with candidates, not givens alone"),
        (count("none"), "no solution"),
        (count("many"), "several solutions"),
        (count("open"), "not known whether it has one solution"),
    ];
    for (count, reason) in skipped.into_iter().filter(|(count, _)| *count > 0) {
        eprintln!("left out {}: {reason}", plural(count, "puzzle"));
    }
}
