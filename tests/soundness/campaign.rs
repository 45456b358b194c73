//! The campaign: thousands of rules that nobody wrote, each with its verdict held against what the rule means.
//!
//! `QEDOKU_CAMPAIGN=20000 cargo test --profile quick -p qedoku-soundness --test soundness_tests -- --nocapture
//! campaign` is the long one; `QEDOKU_SEED` chooses other rules, `QEDOKU_LIMIT` gives each so many milliseconds of a processor, and after
//! `QEDOKU_MOST` wrong verdicts it stops. For every rule that is called sound, each match that generate and test finds
//! in the states must be true; for every rule that is called wrong, the board must be confirmed; a rule that can never
//! fire must not. Which constructs and which pairs of them were used is printed.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::boards::{Dealt, states};
use crate::generate;
use crate::hold::{Fate, fate};
use crate::mutate::{Originals, sources};
use crate::tally::{Constructs, Tally, constructs};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{load, parse};
use qedoku_tests::random::Random;

/// So many rules are tried where nobody asks for more.
const RULES: usize = 500;
/// So long a rule may take, in milliseconds of a processor, where nobody gives more.
const LIMIT: u64 = 200;
/// Of so many rules one gets its verdict in full: if it is not proved, a board on which it is wrong is looked for.
const IN_FULL: usize = 8;
/// Of so many texts the smallest is taken, or the one with the most new pairs of constructs, or any.
const CHOICE: usize = 2;
/// So many rules are made, then tried.
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

/// A text that is a rule: anything, a technique with a word or two changed, or a rule of the library so.
fn entry(seed: u64, originals: &Originals) -> Option<Entry> {
    let mut random = Random::new(seed);
    let (prelude, text) = match random.below(8) {
        0 | 1 => originals.mutant(&mut random),
        2..=4 => (String::new(), generate::near::rule(&mut random)),
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

/// Rules, made while they are tried, and chosen so that constructs meet which did not meet before.
struct Rules {
    originals: Originals,
    seed: u64,
    /// How many texts were made.
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

    /// The next of several texts that are rules.
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

    /// So many more.
    fn next(&mut self, count: usize) -> Vec<Entry> {
        let one = |_| {
            let mut some = self.choice().into_iter();
            // Small rules match more often; large ones bring constructs together; most are just what comes.
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

/// The part of the clock's time that this process gets of the processors it could use, where that can be known: on a busy machine
/// a rule gets as much work done as on a quiet one.
fn share(start: Instant) -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name of the program: the times in the program and in the kernel, in hundredths of a second.
    let behind = text.rsplit(')').next().unwrap_or_default();
    let fields = behind.split_whitespace().skip(11).take(2);
    let used: f64 = fields.filter_map(|field| field.parse::<f64>().ok()).sum();
    let could = start.elapsed().as_secs_f64() * rayon::current_num_threads() as f64;
    match used > 0.0 {
        true => (used / 100.0 / could).clamp(0.02, 1.0),
        false => 1.0,
    }
}

/// A rule's fate in the states of its batch; rules of a batch share them.
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
        // Boards on which rules are wrong take longest; some rules get the time for it.
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
fn verdicts_of_random_rules_agree_with_what_the_rules_mean() {
    let count = number("QEDOKU_CAMPAIGN", RULES as u64) as usize;
    let seed = number("QEDOKU_SEED", 1);
    let limit = Duration::from_millis(number("QEDOKU_LIMIT", LIMIT));
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
