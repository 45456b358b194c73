//! The mining loop: from puzzles to records, from records to a catalogue, and the choice of the
//! most helpful published rules.
//!
//! The input is a solver with the base rules, and puzzles. The output is a [`Journal`] of records
//! and the catalogue that they add up to. A solver with singles and locked candidates, for example,
//! is stuck on most puzzles in front of an X-wing. Each such puzzle gives a record, and a hundred
//! records give one rule. The caller decides where the journal is stored, how progress is shown,
//! and when the loop stops.

pub mod catalogue;
pub mod occurrence_count;
pub mod record;
pub mod select;
pub mod settings;

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::campaign::catalogue::{Catalogue, SharedForm};
use crate::campaign::record::{MiningOptions, Record, mine};
use crate::campaign::select::{Selection, SelectionWatch, select};
use crate::pattern::generalise::{Breadth, Family};
use crate::pattern::subsume::is_instance;
use crate::publish::PublishedRule;
use crate::state::stuck_state::{Mineable, SkipReason};
use qedoku_batch::in_order;
use qedoku_core::engine::random::sample;
use qedoku_core::engine::{Solver, Stop};
use qedoku_core::grid::text::line;
use qedoku_core::grid::{Board, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Diagnostics, Library, RuleFile, load};
use qedoku_core::matcher::Position;

/// Maximum number of new records between two saves. Batches are smaller at the start, so that a
/// killed program loses little.
const RECORDS_PER_SAVE: usize = 24;

/// Maximum number of rules tried on puzzles that were not mined. The best supported rules come
/// first.
const MAX_TRIED_RULES: usize = 30;

/// Storage for the records of a campaign. An interrupted campaign continues from it.
pub trait Journal {
    /// The reason why records cannot be saved.
    type Error;

    /// The record of a puzzle, if there is one. `puzzle` is written on one line.
    fn record(&self, puzzle: &str) -> Option<&Record>;

    /// Adds a new record.
    fn add(&mut self, record: Record);

    /// Saves all records.
    fn save(&mut self) -> Result<(), Self::Error>;
}

/// Samples the puzzles to mine and the puzzles to judge the rules on. The samples are disjoint and
/// depend on the seed alone. If `mined` is `None`, all other puzzles are mined.
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

/// Mines in parallel the puzzles that the journal has no record of. Calls `mined` after each
/// puzzle.
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
    // After the deadline the remaining puzzles end at once, without a record. Records found before
    // it are kept.
    in_order(
        new.into_iter(),
        work,
        || false,
        |record, _| {
            if let Some(record) = record.flatten() {
                journal.add(record);
                unsaved += 1;
            }
            if unsaved >= (saved / 8).clamp(1, RECORDS_PER_SAVE) {
                journal.save()?;
                saved += unsaved;
                unsaved = 0;
            }
            Ok(true)
        },
    )?;
    journal.save()
}

/// The record of a puzzle, or `None` if the deadline passes before it is complete.
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
                    SkipReason::NoSolution => "no solution",
                    SkipReason::SeveralSolutions => "several solutions",
                    SkipReason::TooHard => "too hard to solve",
                }
                .into(),
            ),
            ..Record::default()
        }),
    }
}

/// Adds the records of the puzzles to the catalogue.
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

/// Counts of a mining run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MiningTally {
    /// Puzzles with one solution.
    pub mineable: usize,
    /// Number of mineable puzzles that the base rules solve.
    pub solved: usize,
    /// Number of states in which the rules were stuck.
    pub states: usize,
    /// Number of questions, one per candidate.
    pub questions: usize,
    /// Number of questions for which a core was found.
    pub answered: usize,
    /// Number of cores of different shape, summed over the states.
    pub cores: usize,
    /// Number of cores that are composed of smaller ones.
    pub composite: usize,
    /// Number of searches for a core that gave up.
    pub gave_up: usize,
    /// Number of puzzles that were not mined, by reason.
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

/// The mined rules that are worth a trial, as a library. Leaves out each rule that is an instance
/// of another one, because it finds nothing new.
pub fn pool(rules: &[PublishedRule]) -> Result<Library, Diagnostics> {
    let is_special = |rule: &PublishedRule, family: &Family| {
        let families = rules
            .iter()
            .filter_map(|r| Some((r, &r.family.as_ref()?.1)));
        let mut others = families.filter(|(other, _)| other.rule != rule.rule);
        others.any(|(general, other)| {
            let more = is_instance(family, other);
            let less = is_instance(other, family);
            more && (!less || general.rule < rule.rule)
        })
    };
    let is_tried = |rule: &&PublishedRule| match &rule.family {
        Some((SharedForm::Family(..), family)) => !is_special(rule, family),
        Some((SharedForm::Named(_), _)) | None => false,
    };
    let mut pool: Vec<&PublishedRule> = rules.iter().filter(is_tried).collect();
    pool.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    pool.truncate(MAX_TRIED_RULES);
    let source = |rule: &&PublishedRule| RuleFile {
        path: format!("{}.rule", rule.rule),
        family: "90-mined".into(),
        text: rule.text.clone(),
    };
    load(&pool.iter().map(source).collect::<Vec<_>>())
}

/// The mined rules that a person can see as a pattern, as a library. Leaves out rules with "or is
/// excluded by an earlier one", because these follow a chain of candidates across the board.
pub fn readable_pool(rules: &[PublishedRule]) -> Result<Library, Diagnostics> {
    let is_readable = |rule: &&PublishedRule| match rule.family {
        Some((SharedForm::Named(_) | SharedForm::Family(Breadth::Exact, _), _)) => true,
        Some((SharedForm::Family(Breadth::Full | Breadth::Grouped, _), _)) | None => false,
    };
    let others = rules.iter().filter(|rule| rule.family.is_none());
    let mut readable: Vec<&PublishedRule> = rules.iter().filter(is_readable).collect();
    readable.sort_by_key(|rule| std::cmp::Reverse(rule.support));
    readable.truncate(MAX_TRIED_RULES);
    let texts = readable.into_iter().chain(others).map(|rule| &rule.text);
    let source = |(number, text): (usize, &String)| RuleFile {
        path: format!("readable_{number}.rule"),
        family: "90-mined".into(),
        text: text.clone(),
    };
    load(&texts.enumerate().map(source).collect::<Vec<_>>())
}

/// Chooses the rules of the pool that solve the most puzzles among those that the base rules do not
/// solve.
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

/// The starting positions of the puzzles that have exactly one solution.
pub fn starts(puzzles: &[&Puzzle]) -> Vec<Position> {
    (puzzles.par_iter())
        .filter(|puzzle| Mineable::new(puzzle).is_ok())
        .map(|puzzle| Position::of(puzzle))
        .collect()
}
