//! The campaign: thousands of rules that nobody wrote, each with its verdict held against what the rule means.
//!
//! `QEDOKU_CAMPAIGN=20000 cargo test -p qedoku-soundness --test soundness_tests -- --nocapture campaign` is the long
//! one; `QEDOKU_SEED` chooses other rules, `QEDOKU_LIMIT` gives each so many milliseconds, and after
//! `QEDOKU_MOST` wrong verdicts it stops. For every rule that is called sound, each match that generate and test finds
//! in the states must be true; for every rule that is called wrong, the board must be confirmed; a rule that can never
//! fire must not. Which constructs and which pairs of them were used is printed.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::boards::{Dealt, states};
use crate::common::random::Random;
use crate::generate;
use crate::hold::{Fate, fate};
use crate::mutate::{Originals, sources};
use crate::tally::{Constructs, Tally, constructs};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{load, parse};

/// So many rules are tried where nobody asks for more.
const RULES: usize = 500;
/// So long a rule may take, in milliseconds, where nobody gives more.
const LIMIT: u64 = 300;
/// Of so many texts the one with the most new pairs of constructs is taken.
const CHOICE: usize = 2;

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

/// A text that is a rule, generated or changed from one of the library.
fn entry(seed: u64, originals: &Originals) -> Option<Entry> {
    let mut random = Random::new(seed);
    let (prelude, text) = match random.once_in(4) {
        true => originals.mutant(&mut random),
        false => (String::new(), generate::rule(&mut random)),
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

/// So many rules, chosen so that constructs meet which did not meet before.
fn entries(count: usize, seed: u64, tally: &mut Tally) -> Vec<Entry> {
    let originals = Originals::read();
    // About a third of the texts is no rule.
    let seeds: Vec<u64> = (0..(count * CHOICE * 5 / 2) as u64).collect();
    let made: Vec<Entry> = seeds
        .par_iter()
        .filter_map(|at| entry(seed.wrapping_mul(1 << 32) + at, &originals))
        .collect();
    let mut chosen = Vec::new();
    let mut made = made.into_iter();
    while chosen.len() < count {
        let some: Vec<Entry> = made.by_ref().take(CHOICE).collect();
        // Small rules match more often; large ones bring constructs together.
        let best = match chosen.len() % 2 {
            0 => some.into_iter().min_by_key(|entry| entry.text.len()),
            _ => some
                .into_iter()
                .max_by_key(|entry| tally.news(&entry.constructs)),
        };
        let Some(best) = best else { break };
        tally.add(&best.constructs);
        chosen.push(best);
    }
    chosen
}

#[test]
fn verdicts_of_random_rules_agree_with_what_the_rules_mean() {
    let count = number("QEDOKU_CAMPAIGN", RULES as u64) as usize;
    let seed = number("QEDOKU_SEED", 1);
    let limit = Duration::from_millis(number("QEDOKU_LIMIT", LIMIT));
    let start = Instant::now();
    let mut tally = Tally::default();
    let entries = entries(count, seed, &mut tally);
    tally.print();
    println!("made in {:?}", start.elapsed());
    let enough = number("QEDOKU_MOST", 20) as usize;
    let (done, wrong) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let judged = |(at, entry): (usize, &Entry)| {
        if wrong.load(Ordering::Relaxed) >= enough {
            return Ok(Fate::Unknown);
        }
        // Rules of a batch share their states.
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
            let limit = if at % 4 == 0 { 8 * limit } else { limit };
            fate(&entry.technique, states, limit)
        });
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        if done % 500 == 0 {
            println!("{done} rules in {:?}", start.elapsed());
        }
        if let Err(why) = &result {
            wrong.fetch_add(1, Ordering::Relaxed);
            println!("WRONG: {why}\n{}", entry.text);
        }
        result
    };
    let results: Vec<Result<Fate, String>> = entries.par_iter().enumerate().map(judged).collect();
    let mut fates: BTreeMap<Fate, usize> = BTreeMap::new();
    for fate in results.iter().flatten() {
        *fates.entry(*fate).or_default() += 1;
    }
    println!("{fates:?} in {:?}", start.elapsed());
    let wrong: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(
        wrong.is_empty(),
        "{} verdicts are wrong:\n{wrong:#?}",
        wrong.len()
    );
    assert_eq!(results.len(), count, "too few texts were rules");
}
