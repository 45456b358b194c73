//! Verdicts and examples, computed in the background.
//!
//! For each rule without mistakes the result is a [`RuleResults`]: the verdicts, the results of its
//! examples, and the cost of a search. The work starts after a pause in typing, and the next edit
//! cancels it (Z3 is interrupted). Results are cached by content: a rule that was moved or restored
//! is not checked again.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_types::Url;

use super::host::Host;
use qedoku_app::Cancel;
use qedoku_app::judge::{judge, key, own};
use qedoku_core::engine::Solver;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, ReadFiles, RuleInfo};
use qedoku_core::matcher::Position;
use qedoku_core::report::grade::puzzle_text;
use qedoku_core::trial::{self, ExampleResult};
use qedoku_soundness::report::{self, RuleReport};
use qedoku_soundness::{DEFAULT_TIMEOUT, Suggestion, Switch, Verdict};

/// Pause in typing before the work begins.
const TYPING_PAUSE: Duration = Duration::from_millis(200);
/// Maximum number of cached results.
const MAX_CACHED: usize = 500;

/// The results for a rule.
#[derive(Clone, Debug)]
pub struct RuleResults {
    /// One report per value of the parameter.
    pub verdicts: Vec<Report>,
    /// The results of the rule's examples.
    pub trials: Vec<ExampleResult>,
    /// Mean time of a search on the boards of its examples, in milliseconds. `None` if there are
    /// none.
    pub search_time: Option<f64>,
}

/// A verdict as text.
#[derive(Clone, Debug)]
pub struct Report {
    /// The rule's name, with the value of its parameter.
    pub name: String,
    /// `sound`, `unsound` or `unknown`.
    pub word: &'static str,
    /// The verdict in one line, without the name.
    pub line: String,
    /// Whether a sound rule has a remark.
    pub is_odd: bool,
    /// Labels for places, as byte ranges from the beginning of the rule.
    pub labels: Vec<(String, Range<usize>)>,
    /// The counterexample: its drawing, and the board as a puzzle.
    pub board: Option<(String, String)>,
    /// A change that would make the rule sound.
    pub suggestion: Option<Suggestion>,
}

/// A rule to check, with the files that it needs.
struct RuleCase {
    key: String,
    rule: RuleInfo,
    library: Arc<ReadFiles>,
}

/// A new result.
pub struct FinishedCheck {
    key: String,
    checked: RuleResults,
}

/// The work in progress.
struct Running {
    url: Url,
    switch: Arc<Switch>,
    keys: Vec<String>,
}

/// The background worker with its queue and cache.
pub struct Background {
    host: Arc<dyn Host>,
    known: BTreeMap<String, Arc<RuleResults>>,
    waiting: BTreeMap<Url, (Instant, Vec<RuleCase>)>,
    running: Option<Running>,
    /// Rules whose check failed. The worker does not try them again.
    failed: BTreeSet<String>,
    results: (
        Sender<Option<FinishedCheck>>,
        Receiver<Option<FinishedCheck>>,
    ),
}

impl Background {
    /// A worker without any work.
    pub fn new(host: Arc<dyn Host>) -> Background {
        Background {
            host,
            known: BTreeMap::new(),
            waiting: BTreeMap::new(),
            running: None,
            failed: BTreeSet::new(),
            results: unbounded(),
        }
    }

    /// The result for a rule, if it is cached.
    pub fn checked(&self, library: &Library, rule: &RuleInfo) -> Option<Arc<RuleResults>> {
        self.known.get(&key(library, rule)).cloned()
    }

    /// Queues the rules of a document without a cached result. Work in progress for it continues.
    pub fn ask(&mut self, url: &Url, read: &Arc<ReadFiles>, path: &str) {
        let is_on = |running: &Running| running.url == *url && !running.switch.is_off();
        if self.running.as_ref().is_some_and(is_on) {
            return;
        }
        let rules = read.library.rules.iter().filter(|r| *r.path == *path);
        let case = |rule: &RuleInfo| RuleCase {
            key: key(&read.library, rule),
            rule: rule.clone(),
            library: Arc::clone(read),
        };
        let mut cases: Vec<RuleCase> = rules.map(case).collect();
        cases
            .retain(|case| !self.known.contains_key(&case.key) && !self.failed.contains(&case.key));
        if !cases.is_empty() && !self.waiting.contains_key(url) {
            let start = self.host.now() + TYPING_PAUSE;
            self.waiting.insert(url.clone(), (start, cases));
        }
    }

    /// Cancels the work for a document that was closed or changed.
    pub fn forget(&mut self, url: &Url) {
        self.waiting.remove(url);
        if let Some(running) = self.running.as_ref().filter(|r| r.url == *url) {
            running.switch.off();
        }
    }

    /// Cancels all work and waits until the worker has ended.
    pub fn close(&mut self) {
        self.waiting.clear();
        if let Some(running) = &self.running {
            running.switch.off();
            while let Ok(Some(_)) = self.results.1.recv() {}
            self.running = None;
        }
    }

    /// The channel for results.
    pub fn results(&self) -> Receiver<Option<FinishedCheck>> {
        self.results.1.clone()
    }

    /// The time at which to begin, if work is waiting.
    pub fn next(&self) -> Option<Instant> {
        match self.running {
            Some(_) => None,
            None => self.waiting.values().map(|(start, _)| *start).min(),
        }
    }

    /// Begins with work whose pause is over, unless other work is in progress.
    pub fn begin(&mut self) {
        let now = self.host.now();
        let due = |(_, (start, _)): &(&Url, &(Instant, Vec<RuleCase>))| *start <= now;
        if self.running.is_some() {
            return;
        }
        let Some(url) = self.waiting.iter().find(due).map(|(url, _)| url.clone()) else {
            return;
        };
        let Some((_, cases)) = self.waiting.remove(&url) else {
            return;
        };
        let switch = Arc::new(Switch::default());
        self.running = Some(Running {
            url,
            switch: Arc::clone(&switch),
            keys: cases.iter().map(|case| case.key.clone()).collect(),
        });
        let (host, sender) = (Arc::clone(&self.host), self.results.0.clone());
        // Each run has its own thread and Z3 context, because an interrupted context is not reused.
        thread::spawn(move || {
            let _end = DoneGuard(sender.clone());
            switch.run(|stop| {
                let cancel = Cancel::with(Arc::clone(stop));
                for case in cases {
                    let checked = check_case(&case, &*host, &cancel);
                    // The result of cancelled work is invalid.
                    if switch.is_off()
                        || sender
                            .send(Some(FinishedCheck {
                                key: case.key,
                                checked,
                            }))
                            .is_err()
                    {
                        return;
                    }
                }
            });
        });
    }

    /// Stores a result. Returns the document with the rule.
    pub fn take(&mut self, result: Option<FinishedCheck>) -> Option<Url> {
        match result {
            Some(FinishedCheck { key, checked }) => {
                if self.known.len() >= MAX_CACHED {
                    self.known.clear();
                }
                self.known.insert(key, Arc::new(checked));
                self.running.as_ref().map(|running| running.url.clone())
            }
            None => {
                let Running { url, switch, keys } = self.running.take()?;
                if !switch.is_off() {
                    let known = &self.known;
                    let lost = keys.into_iter().filter(|key| !known.contains_key(key));
                    self.failed.extend(lost);
                }
                Some(url)
            }
        }
    }
}

/// Reports the end of the thread when dropped, also after a panic.
struct DoneGuard(Sender<Option<FinishedCheck>>);

impl Drop for DoneGuard {
    fn drop(&mut self) {
        let _ = self.0.send(None);
    }
}

fn check_case(case: &RuleCase, host: &dyn Host, cancel: &Cancel) -> RuleResults {
    let (library, rule) = (&case.library.library, &case.rule);
    // Examples run first: they are fast and illustrate the verdicts.
    let trials = trial::run(library, rule);
    let search_time = search_time(library, rule, host);
    let tell =
        |technique: &Technique| report(&judge(library, rule, technique, DEFAULT_TIMEOUT, cancel));
    RuleResults {
        verdicts: own(library, rule).map(tell).collect(),
        trials,
        search_time,
    }
}

fn report(judged: &RuleReport<'_>) -> Report {
    let start = judged.rule.ast.span.0.start;
    let near = |(text, range): (String, Range<usize>)| {
        let from = |at: usize| at.saturating_sub(start);
        (text, from(range.start)..from(range.end))
    };
    let name = report::name(judged.technique);
    let line = judged.line();
    let mut found = Report {
        word: judged.verdict.word(),
        line: line.trim_start_matches(&format!("{name}: ")).to_string(),
        is_odd: false,
        labels: Vec::new(),
        board: None,
        suggestion: None,
        name,
    };
    match &judged.verdict {
        Verdict::Sound { remark, .. } => found.is_odd = remark.is_some(),
        Verdict::Unsound {
            counterexample,
            suggestion,
            ..
        } => {
            let labels = judged.labels(counterexample, suggestion.as_ref());
            found.labels = labels.into_iter().map(near).collect();
            found.board = Some((
                report::drawing(judged.technique, counterexample),
                puzzle_text(&counterexample.puzzle),
            ));
            found.suggestion = suggestion.clone();
        }
        Verdict::Unknown { .. } => {}
    }
    found
}

/// The mean time of a search on the boards of the examples, in milliseconds.
fn search_time(library: &Library, rule: &RuleInfo, host: &dyn Host) -> Option<f64> {
    let mut times = Vec::new();
    for example in &rule.ast.examples {
        let source = Source::new(rule.name(), &example.board.node);
        let Ok(puzzle) = read_puzzle(&source) else {
            continue;
        };
        let techniques = trial::techniques(library, rule, example);
        let solver = Solver::with(&puzzle.board, techniques.iter().copied());
        let position = Position::of(&puzzle);
        for id in solver.ids() {
            let start = host.now();
            solver.matches(id, &position);
            times.push(host.now().duration_since(start).as_secs_f64());
        }
    }
    let count = times.len() as f64;
    (!times.is_empty()).then(|| 1000.0 * times.iter().sum::<f64>() / count)
}
