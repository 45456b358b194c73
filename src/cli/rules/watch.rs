//! `qedoku rules watch`: checks, proves, tests and shows the rules of a folder whenever one is
//! saved.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use miette::{IntoDiagnostic, miette};
use notify::{Event, RecursiveMode, Watcher, recommended_watcher};

use super::check::seconds;
use super::show::show_example;
use crate::exit::GOOD;
use crate::interrupt;
use crate::library::NamedRules;
use crate::terminal::{Terminal, plural};
use crate::verdicts::{explain, judge_all, techniques};

use qedoku_app::judge::key;
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleInfo};
use qedoku_core::trial;
use qedoku_soundness::DEFAULT_TIMEOUT;

#[derive(clap::Args, Debug)]
#[command(after_help = "Ctrl-C stops it. Only changed rules are checked again.")]
pub struct WatchArgs {
    /// Rule file or folder to watch
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Time limit for each value of a rule's parameter. The verdict is then `unknown`
    #[arg(long, value_name = "SECONDS", default_value_t = DEFAULT_TIMEOUT.as_secs_f64(), value_parser = seconds)]
    time_limit: f64,
}

/// Pause after the last save, because editors write a file in several steps.
const SAVE_PAUSE: Duration = Duration::from_millis(100);
/// Interval at which interrupts are checked.
const INTERRUPT_TICK: Duration = Duration::from_millis(200);

pub fn run(args: &WatchArgs, terminal: &mut Terminal<'_>) -> miette::Result<u8> {
    interrupt::catch();
    let (sender, events) = channel();
    let on_event = move |event: notify::Result<Event>| {
        // The receiver may be gone.
        let _ = sender.send(event.is_ok_and(|event| is_about_rules(&event)));
    };
    let failed = |error: notify::Error| {
        miette!(
            "{} cannot be watched: {error}",
            crate::files::escaped(&args.folder)
        )
    };
    let mut watcher = recommended_watcher(on_event).map_err(failed)?;
    // The folder is watched, because editors replace files.
    let watched = match args.folder.is_file() {
        true => args.folder.parent().filter(|p| !p.as_os_str().is_empty()),
        false => Some(args.folder.as_path()),
    };
    let watched = watched.unwrap_or(Path::new("."));
    watcher
        .watch(watched, RecursiveMode::Recursive)
        .map_err(failed)?;
    let mut known = BTreeSet::new();
    loop {
        check_changes(args, &mut known, terminal)?;
        terminal.out.flush().into_diagnostic()?;
        if !wait(&events) {
            return Ok(GOOD);
        }
    }
}

/// Whether a rule file may have been written. Reading one does not count.
fn is_about_rules(event: &Event) -> bool {
    let is_rule = |path: &PathBuf| path.extension().is_none_or(|e| e == "rule");
    !event.kind.is_access() && event.paths.iter().any(is_rule)
}

/// Waits until a file is saved. Returns false after an interrupt.
fn wait(events: &Receiver<bool>) -> bool {
    let mut saved = false;
    loop {
        let pause = if saved { SAVE_PAUSE } else { INTERRUPT_TICK };
        match events.recv_timeout(pause) {
            Ok(is_rule) => saved |= is_rule,
            Err(RecvTimeoutError::Timeout) if saved => return true,
            Err(RecvTimeoutError::Timeout) if interrupt::interrupted() => return false,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return false,
        }
    }
}

/// Checks all new or changed rules of the folder.
fn check_changes(
    args: &WatchArgs,
    known: &mut BTreeSet<String>,
    terminal: &mut Terminal<'_>,
) -> miette::Result<()> {
    let named = match NamedRules::load(std::slice::from_ref(&args.folder)) {
        Ok(named) => named,
        // The error is printed, and the next save may fix it.
        Err(report) => {
            known.clear();
            writeln!(terminal.out, "{report:?}\nwaiting for a change").into_diagnostic()?;
            return Ok(());
        }
    };
    let library = &named.library;
    let own = || library.rules.iter().filter(|rule| named.has(rule));
    let changed: Vec<&RuleInfo> = own()
        .filter(|rule| !known.contains(&key(library, rule)))
        .collect();
    *known = own().map(|rule| key(library, rule)).collect();
    let is_changed = |rule: &RuleInfo| changed.iter().any(|c| c.name() == rule.name());
    let limit = Duration::from_secs_f64(args.time_limit);
    let judged = judge_all(library, techniques(library, is_changed), limit);
    for one in &judged {
        writeln!(terminal.out, "{}", one.line()).into_diagnostic()?;
        explain(one, terminal)?;
    }
    for rule in &changed {
        test(library, rule, terminal)?;
    }
    let (count, files) = (
        plural(known.len(), "rule"),
        plural(named.paths.len(), "file"),
    );
    let checked = changed.len();
    writeln!(
        terminal.out,
        "{files}, {count}, {checked} checked; waiting for a change"
    )
    .into_diagnostic()
}

/// Runs the examples of a rule, and shows the first.
fn test(library: &Library, rule: &RuleInfo, terminal: &mut Terminal<'_>) -> miette::Result<()> {
    let trials = trial::run(library, rule);
    let failed = trials.iter().filter(|t| t.failure.is_some()).count();
    for trial in &trials {
        if let Some(failure) = &trial.failure {
            writeln!(
                terminal.out,
                "{} example {}: {failure}",
                trial.rule, trial.number
            )
            .into_diagnostic()?;
        }
    }
    let (passed, name) = (trials.len() - failed, rule.name());
    writeln!(
        terminal.out,
        "{name}: {passed} of {} pass",
        plural(trials.len(), "example")
    )
    .into_diagnostic()?;
    let own: Vec<&Technique> = { library.techniques.iter() }
        .filter(|t| *t.rule == *rule.name())
        .collect();
    show_example(rule, &own, terminal)
}
