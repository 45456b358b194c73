//! From an entry of the catalogue to a rule file.
//!
//! Takes what was mined, gives the text of one file each, with where it comes from, how much supports
//! it, a board on which it fires and a near miss. A file is given out only if it loads, its
//! examples run and the rule is proved sound.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::catalogue::{Catalogue, Entry, Form};
use super::generalise::Breadth;
use super::phrase::{Heading, rule_text};
use super::prove::{Verdict, prove};
use crate::engine::solve::Engine;
use crate::grid::text::pencilmarks;
use crate::grid::{Board, Candidate, State};
use crate::lang::{self, Library, Source};
use crate::matcher::{Matcher, Position};
use crate::report::examples;
use crate::soundness;

/// The time in which a rule must be proved.
const PROOF_TIME: Duration = Duration::from_secs(20);

/// A rule that was mined.
#[derive(Clone, Debug)]
pub struct Published {
    /// Its name in the language.
    pub rule: String,
    /// What it is called.
    pub title: String,
    /// The file's text.
    pub text: String,
    /// How many puzzles support it.
    pub support: usize,
    /// How many truths it has.
    pub truths: usize,
    /// Where it stands.
    pub form: Form,
}

/// Where rules come from.
pub struct Origin<'o> {
    /// The command that makes them again.
    pub command: &'o str,
    /// The time, for proofs that must end.
    pub now: &'o dyn Fn() -> Instant,
}

/// Why an entry is not published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unpublished {
    /// The name that the rule would have had.
    pub rule: String,
    /// What is wrong.
    pub reason: String,
}

/// Writes the rules of all entries that enough puzzles support, the best supported of each form first.
pub fn publish(
    catalogue: &Catalogue,
    least_support: usize,
    origin: &Origin<'_>,
) -> (Vec<Published>, Vec<Unpublished>) {
    let mut good = Vec::new();
    let mut bad = Vec::new();
    let mut entries: Vec<(&Form, &Entry)> = (catalogue.entries.iter())
        .filter(|(_, entry)| entry.puzzles.len() >= least_support)
        .collect();
    entries.sort_by_key(|(form, entry)| {
        let group = match form {
            Form::Named(_) => 0,
            Form::Family(Breadth::Full, _) => 1,
            Form::Family(Breadth::Grouped, _) => 2,
            Form::Family(Breadth::Exact, _) => 3,
        };
        let truths = entry.family.clauses.len();
        (group, truths, std::cmp::Reverse(entry.puzzles.len()), *form)
    });
    let mut numbers: Vec<(String, usize)> = Vec::new();
    for (form, entry) in entries {
        let stem = stem(form, entry);
        let number = match numbers.iter_mut().find(|(known, _)| *known == stem) {
            Some((_, number)) => {
                *number += 1;
                *number
            }
            None => {
                numbers.push((stem.clone(), 1));
                1
            }
        };
        match file(catalogue.board(), form, entry, &stem, number, origin) {
            Ok(published) => good.push(published),
            Err(unpublished) => bad.push(unpublished),
        }
    }
    (good, bad)
}

/// What a rule is called before it is numbered.
fn stem(form: &Form, entry: &Entry) -> String {
    let count = entry.family.clauses.len();
    match form {
        Form::Named(name) => format!("mined_{}", name.word()),
        Form::Family(_, _) if !entry.family.propagates => format!("mined_knot_{count}"),
        Form::Family(Breadth::Full, _) => format!("mined_net_{count}"),
        Form::Family(Breadth::Grouped, _) => format!("mined_grouped_net_{count}"),
        Form::Family(Breadth::Exact, _) => format!("mined_path_{count}"),
    }
}

fn title(form: &Form, entry: &Entry, number: usize) -> String {
    let count = entry.family.clauses.len();
    let kind = match form {
        Form::Named(name) => return format!("Mined {}", name.title()),
        Form::Family(_, _) if !entry.family.propagates => "Knot",
        Form::Family(Breadth::Full, _) => "Net",
        Form::Family(Breadth::Grouped, _) => "Grouped Net",
        Form::Family(Breadth::Exact, _) => "Path",
    };
    match number {
        1 => format!("Mined {kind} of {count}"),
        _ => format!("Mined {kind} of {count}, No. {number}"),
    }
}

fn file(
    board: &Arc<Board>,
    form: &Form,
    entry: &Entry,
    stem: &str,
    number: usize,
    origin: &Origin<'_>,
) -> Result<Published, Unpublished> {
    let rule = match number {
        1 => stem.to_owned(),
        _ => format!("{stem}_{number}"),
    };
    let unpublished = |reason: String| Unpublished {
        rule: rule.clone(),
        reason,
    };
    match prove(&entry.family) {
        Verdict::Sound => {}
        Verdict::Unsound => return Err(unpublished("its clauses do not refute the target".into())),
        Verdict::Undecided => {
            return Err(unpublished("Z3 does not know whether it is sound".into()));
        }
    }
    let count = entry.family.clauses.len();
    let mut heading = Heading {
        rule: rule.clone(),
        title: title(form, entry, number),
        score: 200 + 100 * count as u32 + number as u32,
        ..Heading::default()
    };
    let seen = &entry.example;
    let target = board.elimination_name(seen.target);
    heading
        .examples
        .push((pencilmarks(board, &seen.state), target.clone()));
    let bare = bare_state(board, seen.truths.iter().copied(), &seen.state);
    let draft = load(&rule, &rule_text(&entry.family, &heading)).map_err(&unpublished)?;
    let found_fast = (draft.techniques.iter()).all(|t| Matcher::new(t).is_one_for_each_target());
    if !found_fast {
        return Err(unpublished("no plan finds it fast".into()));
    }
    let mut verdict = "";
    for technique in &draft.techniques {
        let deadline = soundness::Deadline::new((origin.now)(), PROOF_TIME);
        match soundness::judge(technique, &draft.relations, deadline) {
            soundness::Verdict::Sound { scope, .. } => verdict = scope.words(),
            other => return Err(unpublished(format!("the verdict is {}", other.word()))),
        }
    }
    heading.provenance = provenance(board, form, entry, origin.command, verdict);
    let silent = near_miss(board, &draft, &bare, seen.target, entry)
        .ok_or_else(|| unpublished("no near miss keeps it silent".into()))?;
    heading.silent.push(silent);
    let source = Source {
        path: format!("{rule}.rule"),
        family: String::new(),
        text: rule_text(&entry.family, &heading),
    };
    let text = lang::format(&source).map_err(|d| unpublished(d.render(100)))?;
    let library = load(&rule, &text).map_err(&unpublished)?;
    for info in &library.rules {
        for trial in examples::run(&library, info) {
            if let Some(failure) = trial.failure {
                return Err(unpublished(format!("example {}: {failure}", trial.number)));
            }
        }
    }
    Ok(Published {
        rule,
        title: heading.title,
        text,
        support: entry.puzzles.len(),
        truths: count,
        form: form.clone(),
    })
}

fn load(rule: &str, text: &str) -> Result<Library, String> {
    let source = Source {
        path: format!("90-mined/{rule}.rule"),
        family: "90-mined".into(),
        text: text.to_owned(),
    };
    lang::load(&[source]).map_err(|diagnostics| diagnostics.render(100))
}

fn provenance(
    board: &Board,
    form: &Form,
    entry: &Entry,
    command: &str,
    verdict: &str,
) -> Vec<String> {
    let seen = &entry.example;
    let truths: Vec<String> = seen.truths.iter().map(|&g| board.group_name(g)).collect();
    let mut lines = vec![
        format!("Mined by: {command}"),
        format!("From the puzzle {}", seen.puzzle),
        format!(
            "in the state of the first example: {} cannot hold with {}.",
            board.candidate_name(seen.target),
            truths.join(", ")
        ),
        format!(
            "Support: {} puzzles, {} candidates. Verdict: sound, {verdict}.",
            entry.puzzles.len(),
            entry.uses
        ),
    ];
    if !entry.names.is_empty() {
        let names: Vec<String> = (entry.names.iter())
            .map(|(name, uses)| format!("{} ({uses})", name.title()))
            .collect();
        lines.push(format!("Among what it finds: {}.", names.join(", ")));
    }
    let evidence = match form {
        Form::Named(_) => entry.evidence.as_slice(),
        Form::Family(..) => &[],
    };
    for (i, line) in evidence.iter().enumerate() {
        let begin = if i == 0 { "As a chain: " } else { "  = " };
        lines.push(format!("{begin}{line}"));
    }
    lines
}

/// The board with all candidates but those that the truths of a core do not have.
fn bare_state(
    board: &Board,
    truths: impl Iterator<Item = crate::grid::Group>,
    state: &State,
) -> State {
    let mut bare = State::full(board);
    for truth in truths {
        for &candidate in board.members(truth) {
            if !state.is_live(board, candidate) {
                bare.eliminate(board, candidate);
            }
        }
    }
    bare
}

/// A board on which the rule would fire but for one candidate.
fn near_miss(
    board: &Arc<Board>,
    library: &Library,
    bare: &State,
    target: Candidate,
    entry: &Entry,
) -> Option<(String, String)> {
    let engine = Engine::new(board, &library.techniques);
    let fires = |state: &State| {
        let position = Position::new(Arc::clone(board), state.clone());
        (0..library.techniques.len()).any(|t| !engine.matches(t, &position).is_empty())
    };
    if !fires(bare) {
        return None;
    }
    let truths = entry.example.truths.iter();
    let gone = truths.flat_map(|&truth| board.members(truth));
    let back = gone.filter(|&&c| !bare.is_live(board, c) && c != target);
    for &candidate in back {
        let mut cells: Vec<u32> = board.cells().map(|c| bare.digits(board, c)).collect();
        let cell = board.cell_of(candidate);
        cells[cell.index()] |= 1 << board.digit_of(candidate).index();
        let state = State::from_cells(board, &cells);
        if !fires(&state) {
            let reason = format!("With {} there is room.", board.candidate_name(candidate));
            return Some((pencilmarks(board, &state), reason));
        }
    }
    // One candidate may be excluded like others; then nothing is known of a whole truth.
    for &left_out in &entry.example.truths {
        let others = entry.example.truths.iter().filter(|&&t| t != left_out);
        let state = bare_state(board, others.copied(), &entry.example.state);
        if !fires(&state) {
            let reason = format!("Nothing is known of {}.", board.group_name(left_out));
            return Some((pencilmarks(board, &state), reason));
        }
    }
    None
}
