//! Fuzz tests: for any input, the readers, the checker, its explanations and the exporters end
//! without a panic, a hang or unbounded memory.
//!
//! The harness is bounded and needs only stable Rust. Seeds are changed at random, reproducibly; an
//! input for which a target gives a new answer is changed further. `tests/whole/fuzz` has seeds in
//! addition to the project's own puzzles, rules and proofs. Inputs that once caused a failure are
//! in `tests/whole/fuzz/crashes` and are tried first. By default each target runs for a second;
//! an hour is set with
//!
//! `QEDOKU_DOSE=3600 cargo test --release --test whole fuzz:: -- --nocapture`
//!
//! `QEDOKU_FUZZ_SEED=2` gives other inputs.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use miette::Diagnostic;
use qedoku_check::Verdict;
use qedoku_core::grid::text;
use qedoku_core::lang;
use qedoku_core::proof::ProofReader;
use qedoku_core::proof::export::{Format, export};
use qedoku_core::report::arithmetic::explain;
use qedoku_tests::dose::{dosed, dosed_size};
use qedoku_tests::random::Random;
use qedoku_tests::root;

/// Maximum length of an input in bytes.
const LONGEST: usize = 1 << 15;
/// Processor time after which an input counts as a hang, even in an unoptimised build. If the
/// system does not report it, wall-clock time is used.
const HANGS_AFTER: Duration = Duration::from_secs(60);
/// Processor time after which the slowest input is kept, for work on speed.
const IS_SLOW: Duration = Duration::from_millis(500);
/// Maximum memory of the whole harness, in kilobytes.
const MAX_MEMORY: u64 = 512 << 10;

/// Maximum number of inputs that are kept to be changed further.
const MAX_KEPT: usize = 2000;
/// Number of seed files of a target. They are spread evenly over its folders.
const MAX_SEEDS: usize = 150;

/// A function that reads bytes and describes its result.
struct Target {
    name: &'static str,
    /// Folders and extensions of the seed files.
    seeds: &'static [(&'static str, &'static str)],
    /// Words that have a meaning for this target.
    words: &'static [&'static str],
    /// Returns the result, without details that differ from input to input.
    run: fn(&[u8]) -> String,
}

const TARGETS: [Target; 5] = [
    Target {
        name: "puzzles",
        seeds: &[("puzzles", ""), ("tests/whole/fuzz/puzzles", "")],
        words: &[
            "|",
            "-+-",
            "\n",
            ".",
            "0",
            "123456789",
            "[Puzzle]",
            "#",
            "%",
            ":0300:7:",
            ":::",
            "r1c1",
            ",",
            "\u{feff}",
            "*",
            "_",
            "?",
            "\r\n",
            "\t",
            "16",
        ],
        run: |input| {
            let source = text::Source::new("fuzz", input);
            for entry in text::read_puzzles(&source).take(200) {
                if let Ok(puzzle) = entry.puzzle {
                    let _ = puzzle.state();
                    let _ = puzzle.line();
                }
            }
            let read = text::read_puzzle(&source);
            let _ = read.as_ref().map_err(ToString::to_string);
            match read {
                Ok(puzzle) => format!("{:?}", puzzle.board.shape()),
                Err(error) => error.code().map_or(String::new(), |code| code.to_string()),
            }
        },
    },
    Target {
        name: "rules",
        seeds: &[
            ("rules", "rule"),
            ("tests/core/lang", "rule"),
            ("tests/whole/fuzz/rules", ""),
        ],
        words: &[
            "rule",
            "every",
            "candidate",
            "of",
            "is",
            "in",
            "or",
            "sees",
            "{",
            "}",
            "(",
            ")",
            "n: 2..4",
            "for",
            "when",
            "then",
            "eliminate",
            "place",
            "///",
            "//",
            "\"",
            ",",
            "digit",
            "cell",
            "house",
            "[",
            "]",
            "not",
            "define",
            "assuming unique",
            "\n",
        ],
        run: |input| {
            let Ok(source) = lang::RuleFile::new("fuzz/fuzz.rule", input) else {
                return "no text".to_owned();
            };
            let is_formatted = lang::format(&source).is_ok();
            let codes: BTreeSet<String> = match lang::load(&[source]) {
                Ok(library) => [format!("{} techniques", library.techniques.len())].into(),
                Err(problems) => {
                    let _ = problems.render(80);
                    let found = problems.related().into_iter().flatten();
                    found.filter_map(|d| Some(d.code()?.to_string())).collect()
                }
            };
            format!("{is_formatted} {:?} of {}", codes.first(), codes.len())
        },
    },
    Target {
        name: "checker",
        seeds: PROOFS,
        words: PROOF_WORDS,
        run: |input| {
            let verdict = qedoku_check::check(input).expect("reading from memory");
            let _ = verdict.to_string();
            how_far(&verdict)
        },
    },
    Target {
        name: "exporters",
        seeds: PROOFS,
        words: PROOF_WORDS,
        run: |input| {
            let claim = match ProofReader::start(input).and_then(ProofReader::into_claim) {
                Ok(claim) => claim,
                Err(error) => return variants(&error),
            };
            let mut said = String::new();
            for format in [
                Format::Veripb,
                Format::Lrat,
                Format::Drat,
                Format::Json,
                Format::Tex,
            ] {
                let files = vec![std::io::sink(); format.extensions().len()];
                if let Err(error) = export(input, &claim, format, files) {
                    let _ = error.to_string();
                    said.push_str(&variants(&error));
                }
            }
            said
        },
    },
    Target {
        name: "explanations",
        seeds: PROOFS,
        words: PROOF_WORDS,
        run: |input| {
            let verdict = qedoku_check::check(input).expect("reading from memory");
            if let Verdict::Accepted(accepted) = &verdict {
                for step in [1, accepted.steps.div_ceil(2), accepted.steps] {
                    let text = explain(input, step).expect("what is accepted can be read");
                    assert!(text.starts_with(&format!("step {step}: ")), "{text}");
                }
            }
            how_far(&verdict)
        },
    },
];

const PROOFS: &[(&str, &str)] = &[
    ("proofs/accept", "qed"),
    ("proofs/run", "qed"),
    ("proofs/reject", "qed"),
    ("proofs/decline", "qed"),
    ("tests/whole/fuzz/proofs", ""),
];
const PROOF_WORDS: &[&str] = &[
    "count",
    "single",
    "suppose",
    "refuted",
    "deadly",
    "claim",
    "unique",
    "none",
    "many",
    "open",
    "assume",
    "state",
    "givens",
    "board",
    "sudoku",
    "qed",
    ":",
    "+",
    "-",
    "2*",
    "1000000*",
    "r1c1",
    "r1c1=1",
    "r1c1<>1",
    "1r1",
    "2b2",
    "d1",
    "\n",
    " ",
    "#: say ",
    "3x3",
    "2x2",
    "1x1",
    "25x1",
    "cut",
    "fill",
    "derive",
    "cage",
    "sum",
    "path",
    "house",
    "different",
    "has",
    "allow",
    "all",
    "every",
    "row",
    "sandwich",
    "between",
    "k1",
    "-k1",
    "{r1c1=12}",
    "d>=2",
    "knight",
    "qed 2",
];

/// Returns the names of the variants in a value, up to the first string in it.
fn variants(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    let words = text.split('"').next().unwrap_or_default();
    let words = words.split(|c: char| !c.is_ascii_alphabetic());
    let names: Vec<&str> = words
        .filter(|w| w.starts_with(char::is_uppercase))
        .collect();
    names.join(" ")
}

/// Returns the reason why a proof is rejected, and the approximate step.
fn how_far(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Accepted(accepted) => {
            format!("{} {}", accepted.claim.code(), accepted.steps.ilog2())
        }
        Verdict::Rejected(rejection) => {
            let step = rejection.step.and_then(u64::checked_ilog2);
            format!("{} {step:?}", rejection.reason.code())
        }
        Verdict::Declined(reason) => reason.code().to_owned(),
    }
}

/// Returns a number from the environment, or the default.
fn number_of(variable: &str, usual: u64) -> u64 {
    let wanted = std::env::var(variable).ok();
    let wanted = wanted.map(|text| text.parse().expect("the variable is a number"));
    wanted.unwrap_or(usual)
}

fn seconds() -> Duration {
    Duration::from_secs(dosed(1))
}

/// Returns all files below a folder with this extension, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false if path.to_string_lossy().ends_with(ending) => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

impl Target {
    fn seeds(&self) -> Vec<Vec<u8>> {
        let folders = self.seeds.iter();
        let paths = folders.flat_map(|(folder, ending)| files(&root().join(folder), ending));
        let paths: Vec<PathBuf> = paths.collect();
        let step = (paths.len() / dosed_size(MAX_SEEDS)).max(1);
        let paths = paths.iter().step_by(step);
        let mut seeds: Vec<Vec<u8>> = paths.map(|path| fs::read(path).expect("a seed")).collect();
        seeds.iter_mut().for_each(|seed| seed.truncate(LONGEST));
        seeds
    }
}

/// Returns a seed changed in one to eight places.
fn changed(target: &Target, seeds: &[Vec<u8>], random: &mut Random) -> Vec<u8> {
    let mut bytes = random.pick(seeds).expect("a seed").clone();
    for _ in 0..1 + random.below(8) {
        let at = random.below(bytes.len() + 1);
        let end = (at + 1 + random.below(40)).min(bytes.len());
        match random.below(9) {
            0 if at < bytes.len() => bytes[at] = random.bits() as u8,
            1 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            2 => drop(bytes.drain(at..end)),
            3 => {
                let piece = bytes[at..end].to_vec();
                let times = 1 + random.below(20);
                let to = random.below(bytes.len() + 1);
                bytes.splice(to..to, piece.repeat(times));
            }
            4 => {
                let other = random.pick(seeds).expect("a seed");
                let from = random.below(other.len() + 1);
                let until = (from + random.below(200)).min(other.len());
                bytes.splice(at..at, other[from..until].iter().copied());
            }
            5 => {
                // Replaces a number.
                if let Some(i) = bytes[at..].iter().position(u8::is_ascii_digit) {
                    let number = [0, 1, 9, 10, 25, 26, 99, 1 << 31, u64::MAX][random.below(9)];
                    bytes.splice(at + i..=at + i, number.to_string().into_bytes());
                }
            }
            6 => bytes.truncate(at),
            _ => {
                let word = random.pick(target.words).expect("a word");
                let end = if random.once_in(2) { end } else { at };
                bytes.splice(at..end, word.bytes());
            }
        }
    }
    bytes.truncate(LONGEST);
    bytes
}

/// Returns the peak memory of the process in kilobytes, or 0 if the system does not report it.
fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let number = line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse().ok());
    number.unwrap_or(0)
}

/// Returns the processor time of the process, or the time since the start if the system does not
/// report it.
fn worked(start: Instant) -> Duration {
    let told = || {
        let status = fs::read_to_string("/proc/self/stat").ok()?;
        // The program name, in parentheses, may contain any characters.
        let mut numbers = status.rsplit_once(')')?.1.split_whitespace().skip(11);
        let mut ticks = || numbers.next()?.parse::<u64>().ok();
        // The fields are in hundredths of a second.
        Some(Duration::from_millis(10 * (ticks()? + ticks()?)))
    };
    told().unwrap_or_else(|| start.elapsed())
}

/// Runs a target on an input. Saves an input that causes a failure, so that it can become a test.
fn survive(target: &Target, input: &[u8]) -> String {
    let result = catch_unwind(AssertUnwindSafe(|| (target.run)(input)));
    result.unwrap_or_else(|_| {
        panic!(
            "{} breaks on the input kept as {}",
            target.name,
            keep(target, input)
        )
    })
}

fn keep(target: &Target, input: &[u8]) -> String {
    let sum = input.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let folder = root().join("target/fuzz");
    let path = folder.join(format!("{}-{sum:016x}", target.name));
    let kept = fs::create_dir_all(folder).and_then(|()| fs::write(&path, input));
    kept.map_or_else(|error| error.to_string(), |()| path.display().to_string())
}

fn fuzz(target: &'static Target) {
    let mut seeds = target.seeds();
    let most = seeds.len() + MAX_KEPT;
    assert!(seeds.len() >= 3, "{} has few seeds", target.name);
    let mut said: BTreeSet<String> = seeds.iter().map(|seed| survive(target, seed)).collect();
    // A hang cannot be interrupted, but it can be reported.
    let (count, input) = (
        Arc::new(AtomicU64::new(0)),
        Arc::new(Mutex::new(Vec::new())),
    );
    let watched = (Arc::clone(&count), Arc::clone(&input));
    std::thread::spawn(move || {
        let start = Instant::now();
        let mut seen = (0, worked(start));
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = watched.0.load(Ordering::Relaxed);
            if now == u64::MAX {
                return;
            }
            if now != seen.0 {
                seen = (now, worked(start));
            } else if worked(start) > seen.1 + HANGS_AFTER {
                let input = watched.1.lock().expect("an input").clone();
                eprintln!(
                    "{} hangs on the input kept as {}",
                    target.name,
                    keep(target, &input)
                );
                std::process::abort();
            }
        }
    });
    let mut random = Random::new(number_of("QEDOKU_FUZZ_SEED", 0x5eed));
    let (start, before) = (Instant::now(), memory());
    let (mut tried, mut slowest) = (0, (Duration::ZERO, Vec::new()));
    while start.elapsed() < seconds() {
        let bytes = changed(target, &seeds, &mut random);
        input.lock().expect("an input").clone_from(&bytes);
        count.store(tried + 1, Ordering::Relaxed);
        let began = worked(start);
        let answer = survive(target, &bytes);
        let took = worked(start).saturating_sub(began);
        if took > slowest.0 {
            slowest = (took, bytes.clone());
        }
        if seeds.len() < most && said.insert(answer) {
            seeds.push(bytes);
        }
        tried += 1;
    }
    count.store(u64::MAX, Ordering::Relaxed);
    let after = memory();
    let (time, slowest) = slowest;
    if time > IS_SLOW {
        println!("slowest input kept as {}", keep(target, &slowest));
    }
    println!(
        "{}: {tried} inputs, {} different answers, the slowest took {time:?} of processor time, \
         memory {before} to {after} kB",
        target.name,
        said.len()
    );
    assert!(after < MAX_MEMORY, "{} needs {after} kB", target.name);
    assert!(tried > 0);
}

#[test]
fn fuzz_puzzle_reader() {
    fuzz(&TARGETS[0]);
}

#[test]
fn fuzz_rule_parser() {
    fuzz(&TARGETS[1]);
}

#[test]
fn fuzz_checker() {
    fuzz(&TARGETS[2]);
}

#[test]
fn fuzz_exporters() {
    fuzz(&TARGETS[3]);
}

#[test]
fn fuzz_explains_accepted_proofs() {
    fuzz(&TARGETS[4]);
}

/// The name of a file starts with the target that failed.
#[test]
fn fuzz_regressions_stay_fixed() {
    let crashes = files(&root().join("tests/whole/fuzz/crashes"), "");
    assert!(!crashes.is_empty(), "the inputs are there");
    for path in crashes {
        let name = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let target = TARGETS.iter().find(|target| name.starts_with(target.name));
        let target = target.unwrap_or_else(|| panic!("{name} names no target"));
        survive(target, &fs::read(&path).expect("a file"));
    }
}
