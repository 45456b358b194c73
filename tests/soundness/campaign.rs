//! Campaign with thousands of random rules: each verdict is compared with the meaning of the rule.
//!
//! `QEDOKU_DOSE=100 cargo test --profile quick -p qedoku-soundness --test soundness_tests --
//! --nocapture campaign` runs the long campaign. `QEDOKU_SEED` selects other rules, `QEDOKU_LIMIT`
//! sets the processor time per rule in milliseconds, and `QEDOKU_MOST` is the number of wrong
//! verdicts after which the campaign stops. If the verdict is sound, each match of the brute-force
//! oracle in the states must be true. If it is unsound, the board must be confirmed. A rule that
//! never fires by its verdict must not fire. The campaign prints the constructs that were used, and
//! the pairs of them.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::boards::{Dealt, states};
use crate::comparison::{Fate, fate};
use crate::generate;
use crate::mutate::{Originals, sources};
use crate::tally::{Constructs, Tally, constructs};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{load, parse};
use qedoku_tests::dose::dosed_size;
use qedoku_tests::random::Random;

/// Default number of rules.
const USUAL_RULES: usize = 200;
/// Default processor time per rule, in milliseconds.
const DEFAULT_MILLISECONDS: u64 = 200;
/// One rule of this number gets a full verdict: if it is not proved, a counterexample is searched.
const IN_FULL: usize = 8;
/// Number of texts from which one is chosen: the smallest, the one with the most new pairs of
/// constructs, or any.
const CHOICE: usize = 2;
/// Number of rules that are made before they are tested.
const CHUNK: usize = 32;

fn number(variable: &str, otherwise: u64) -> u64 {
    let set = std::env::var(variable).ok();
    set.map_or(otherwise, |text| text.parse().expect("a number"))
}

/// A rule of the campaign.
struct Entry {
    text: String,
    constructs: Constructs,
    technique: Technique,
}

/// Returns a valid rule: a random one, a known technique with a few changed words, or a rule of the
/// library with a few changed words.
fn entry(seed: u64, originals: &Originals) -> Option<Entry> {
    let mut random = Random::new(seed);
    let (prelude, text) = match random.below(8) {
        0 | 1 => originals.mutant(&mut random),
        2..=4 => (String::new(), generate::near_rules::rule(&mut random)),
        _ => (String::new(), generate::rule(&mut random)),
    };
    let sources = sources(&prelude, &text);
    let file = parse(sources.last()?).ok()?;
    let library = load(&sources).ok()?;
    let technique = random.pick(&library.techniques)?.clone();
    Some(Entry {
        constructs: constructs(&file),
        text: format!("{text}// n = {:?}\n", technique.instance),
        technique,
    })
}

/// Generator of rules. It prefers rules that combine constructs which were not combined before.
struct Rules {
    originals: Originals,
    seed: u64,
    /// Number of texts made.
    texts: u64,
    made: VecDeque<Entry>,
    chosen: usize,
    tally: Tally,
}

impl Rules {
    fn new(seed: u64) -> Rules {
        Rules {
            originals: Originals::read(),
            seed: seed.wrapping_mul(1 << 32),
            texts: 0,
            made: VecDeque::new(),
            chosen: 0,
            tally: Tally::default(),
        }
    }

    /// Returns the next valid texts, from which one is chosen.
    fn choice(&mut self) -> Vec<Entry> {
        while self.made.len() < CHOICE {
            let seeds: Vec<u64> = (self.texts..self.texts + CHUNK as u64).collect();
            self.texts += CHUNK as u64;
            let made: Vec<Entry> = seeds
                .par_iter()
                .filter_map(|at| entry(self.seed + at, &self.originals))
                .collect();
            assert!(!made.is_empty(), "no text is a rule");
            self.made.extend(made);
        }
        self.made.drain(..CHOICE).collect()
    }

    /// Returns the next `count` rules.
    fn next(&mut self, count: usize) -> Vec<Entry> {
        let one = |_| {
            let mut some = self.choice().into_iter();
            // Small rules match more often, large ones combine constructs; most are chosen without
            // preference.
            let best = match self.chosen % 4 {
                0 => some.min_by_key(|entry| entry.text.len()),
                1 => some.max_by_key(|entry| self.tally.news(&entry.constructs)),
                _ => some.next(),
            };
            let best = best.expect("several");
            self.chosen += 1;
            self.tally.add(&best.constructs);
            best
        };
        (0..count).map(one).collect()
    }
}

/// Returns the share of the available processor time that this process gets, or 1 if it is unknown.
/// The limit in wall-clock time is scaled by it, so that a rule gets the same work done on a busy
/// machine.
fn share(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the program name: the user time and the system time, in hundredths of a second.
    let behind = text.rsplit(')').next().unwrap_or_default();
    let fields = behind.split_whitespace().skip(11).take(2);
    let used: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
    let could = start.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
    match used > 0.0 {
        true => (used / 100.0 / could).clamp(0.02, 1.0),
        false => 1.0,
    }
}

/// Tests a rule in the states of its batch, which its rules share.
fn judged(at: usize, entry: &Entry, seed: u64, limit: Duration) -> Result<Fate, String> {
    thread_local! {
        static STATES: std::cell::RefCell<Option<(u64, Vec<Dealt>)>> = const { std::cell::RefCell::new(None) };
    }
    let batch = seed.wrapping_mul(1_000) + (at / 8) as u64;
    let result = STATES.with_borrow_mut(|kept| {
        if kept.as_ref().is_none_or(|(own, _)| *own != batch) {
            *kept = Some((batch, states(batch)));
        }
        let (_, states) = kept.as_ref().expect("states");
        // Counterexamples take longest to find, so only some rules get enough time for one.
        let is_in_full = at.is_multiple_of(IN_FULL);
        let limit = if is_in_full { 2 * limit } else { limit };
        fate(&entry.technique, states, limit, is_in_full)
    });
    if let Err(why) = &result {
        println!("WRONG: {why}\n{}", entry.text);
    }
    result
}

#[test]
fn verdicts_of_random_rules_match_their_meaning() {
    let count = dosed_size(USUAL_RULES);
    let seed = number("QEDOKU_SEED", 1);
    let limit = Duration::from_millis(number("QEDOKU_LIMIT", DEFAULT_MILLISECONDS));
    let enough = number("QEDOKU_MOST", 20) as usize;
    let start = Instant::now();
    let mut rules = Rules::new(seed);
    let mut fates: BTreeMap<Fate, usize> = BTreeMap::new();
    let mut wrong: Vec<String> = Vec::new();
    let mut done = 0;
    while done < count && wrong.len() < enough {
        let entries = rules.next(CHUNK.min(count - done));
        let limit = limit.div_f64(share(start));
        let results: Vec<Result<Fate, String>> = (entries.par_iter().enumerate())
            .map(|(at, entry)| judged(done + at, entry, seed, limit))
            .collect();
        done += entries.len();
        for result in results {
            match result {
                Ok(fate) => *fates.entry(fate).or_default() += 1,
                Err(why) => wrong.push(why),
            }
        }
        if done % (10 * CHUNK) == 0 {
            println!("{done} rules in {:?}: {fates:?}", start.elapsed());
        }
    }
    rules.tally.print();
    println!("{fates:?} in {:?}", start.elapsed());
    assert!(
        wrong.is_empty(),
        "{} verdicts are wrong:\n{wrong:#?}",
        wrong.len()
    );
}
