//! The loop of mining: from puzzles to records, from records to a catalogue, and which of the rules
//! published from it help most.
//!
//! Takes a solver with the rules that the mined ones are to go beyond, and puzzles; gives records to a
//! [`Journal`], of which it asks only to keep them, and then what they add up to. An
//! solver with singles and locked candidates, say, is stuck on most puzzles in front of an X-wing: each
//! such puzzle gives a record, a hundred records give one rule. Where a journal is kept, what is
//! shown while the loop runs and when it stops is decided by whoever runs it.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::catalogue::{Catalogue, SharedForm};
use super::generalise::Breadth;
use super::publish::Published;
use super::record::{MiningOptions, Record, mine};
use super::select::{Selection, SelectionWatch, select};
use super::stuck::{Mineable, Skipped};
use super::subsume::is_instance;
use qedoku_batch::in_order;
use qedoku_core::engine::random::sample;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::line;
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Diagnostics, Library, RuleFile, load};
use qedoku_core::matcher::Position;

/// At most so many new records are saved at once, fewer while there are few: a program that is killed has lost little.
const BATCH: usize = 24;

/// So many rules, the best supported, are tried on puzzles that were not mined.
const POOL: usize = 30;

/// Where the records of a campaign are kept, so that one that is interrupted goes on where it ended.
pub trait Journal {
    /// Why records cannot be saved.
    type Error;

    /// The record of a puzzle, given on one line, if there is one.
    fn record(&self, puzzle: &str) -> Option<&Record>;

    /// Takes a new record.
    fn add(&mut self, record: Record);

    /// Saves all records.
    fn save(&mut self) -> Result<(), Self::Error>;
}

/// The puzzles to mine and those to judge the rules on: two samples with none in common, in an order that
/// depends on the seed alone. Without a number, all are mined but those that judge.
pub fn split(
    puzzles: &[Puzzle],
    mined: Option<usize>,
    judges: usize,
    seed: u64,
) -> (Vec<&Puzzle>, Vec<&Puzzle>) {
    let mined = mined.unwrap_or(puzzles.len().saturating_sub(judges));
    let order = sample(puzzles.len(), mined + judges, seed);
    let (to_mine, to_judge) = order.split_at(mined.min(order.len()));
    let chosen = |numbers: &[usize]| numbers.iter().map(|&i| &puzzles[i]).collect();
    (chosen(to_mine), chosen(to_judge))
}

/// Mines the puzzles that have no record in the journal yet, several at a time. `mined` is called after each.
pub fn mine_all<J: Journal>(
    solver: &Solver<'_>,
    puzzles: &[&Puzzle],
    options: &MiningOptions,
    stop: &Stop,
    journal: &mut J,
    mined: &(dyn Fn() + Sync),
) -> Result<(), J::Error> {
    let is_new = |puzzle: &&Puzzle| journal.record(&line(puzzle)).is_none();
    let (new, known): (Vec<&Puzzle>, Vec<&Puzzle>) = puzzles.iter().copied().partition(is_new);
    known.iter().for_each(|_| mined());
    let work = |puzzle: &Puzzle| {
        let record = mine_one(solver, puzzle, options, stop);
        mined();
        record
    };
    let (mut unsaved, mut saved) = (0, 0);
    // When the time is over, each puzzle that is left is done at once, without a record, and no record that there is gets lost.
    in_order(
        new.into_iter(),
        work,
        || false,
        |record, _| {
            if let Some(record) = record.flatten() {
                journal.add(record);
                unsaved += 1;
            }
            if unsaved >= (saved / 8).clamp(1, BATCH) {
                journal.save()?;
                saved += unsaved;
                unsaved = 0;
            }
            Ok(true)
        },
    )?;
    journal.save()
}

/// The record of a puzzle; `None` if the time is over before it is whole.
pub fn mine_one(
    solver: &Solver<'_>,
    puzzle: &Puzzle,
    options: &MiningOptions,
    stop: &Stop,
) -> Option<Record> {
    if stop.now() {
        return None;
    }
    match Mineable::new(puzzle) {
        Ok(mineable) => mine(solver, line(puzzle), &mineable, options, stop),
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

/// What the records of these puzzles add up to.
pub fn gather<J: Journal>(
    catalogue: &mut Catalogue,
    puzzles: &[&Puzzle],
    journal: &J,
) -> MiningTally {
    let mut tally = MiningTally::default();
    for (number, puzzle) in puzzles.iter().enumerate() {
        if let Some(record) = journal.record(&line(puzzle)) {
            tally.add(record);
            catalogue.add(number, record);
        }
    }
    tally
}

/// How mining went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MiningTally {
    /// Puzzles with one solution.
    pub mineable: usize,
    /// Of these, how many the rules solve.
    pub solved: usize,
    /// In how many states the rules were stuck.
    pub states: usize,
    /// How many candidates were asked about.
    pub questions: usize,
    /// For how many of them there was a core.
    pub answered: usize,
    /// How many cores there are, of different shape in each state.
    pub cores: usize,
    /// How many were made of smaller ones.
    pub composite: usize,
    /// How many searches for a core gave up.
    pub gave_up: usize,
    /// How many puzzles were not mined, by the reason.
    pub skipped: BTreeMap<String, usize>,
}

impl MiningTally {
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
}

/// The mined rules that are worth a trial, as a library. An instance of another rule finds nothing that
/// the other does not find, and one that has a name is an instance of one that has none.
pub fn pool(rules: &[Published]) -> Result<Library, Diagnostics> {
    let is_special = |rule: &Published| {
        (rules.iter()).any(|general| {
            let other = general.rule != rule.rule;
            let more = is_instance(&rule.family, &general.family);
            let less = is_instance(&general.family, &rule.family);
            other && more && (!less || general.rule < rule.rule)
        })
    };
    let mut pool: Vec<&Published> = (rules.iter())
        .filter(|rule| matches!(rule.form, SharedForm::Family(..)) && !is_special(rule))
        .collect();
    pool.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    pool.truncate(POOL);
    let source = |rule: &&Published| RuleFile {
        path: format!("{}.rule", rule.rule),
        family: "90-mined".into(),
        text: rule.text.clone(),
    };
    load(&pool.iter().map(source).collect::<Vec<_>>())
}

/// The mined rules that a person can see as a pattern, as a library: no "or is excluded by an earlier one", which follows one candidate after the
/// other through the board. `others` are the texts of rules that were written in another way, such as knots.
pub fn readable_pool(rules: &[Published], others: &[String]) -> Result<Library, Diagnostics> {
    let is_readable = |rule: &&Published| match rule.form {
        SharedForm::Named(_) | SharedForm::Family(Breadth::Exact, _) => true,
        SharedForm::Family(Breadth::Full | Breadth::Grouped, _) => false,
    };
    let mut readable: Vec<&Published> = rules.iter().filter(is_readable).collect();
    readable.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    readable.truncate(POOL);
    let texts = readable.iter().map(|rule| &rule.text).chain(others);
    let source = |(number, text): (usize, &String)| RuleFile {
        path: format!("readable_{number}.rule"),
        family: "90-mined".into(),
        text: text.clone(),
    };
    load(&texts.enumerate().map(source).collect::<Vec<_>>())
}

/// Chooses, of the rules worth a trial, those that solve most of the puzzles that the base does not.
pub fn judge(
    board: &Arc<Board>,
    base: &[&Technique],
    pool: &[&Technique],
    puzzles: &[&Puzzle],
    best: usize,
    watch: &SelectionWatch<'_>,
) -> Selection {
    select(board, base, pool, starts(puzzles), best, watch)
}

/// Where the puzzles with one solution begin.
pub fn starts(puzzles: &[&Puzzle]) -> Vec<Position> {
    (puzzles.par_iter())
        .filter(|puzzle| Mineable::new(puzzle).is_ok())
        .map(|puzzle| Position::of(puzzle))
        .collect()
}
