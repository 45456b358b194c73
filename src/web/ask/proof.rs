//! `proof` and `show`: the steps of any proof file, and some of its lines as a picture and in
//! arithmetic.

use qedoku_core::grid::{Board, Candidate};
use qedoku_core::picture::{self, Layer, Look, Scene, Theme};
use qedoku_core::proof::{Annotation, Proof, Replay, RowStep, Step};
use qedoku_core::report::arithmetic::explain_some;
use qedoku_core::report::grade::claim_word;
use serde::Serialize;
use serde_json::Value;

use super::path::{StepOnPath, cells, changes};
use super::step::Shown;
use crate::board::BoardView;
use crate::protocol::{ApiError, LayerName, ThemeName};
use crate::service::value;

/// Maximum number of lines explained per step.
const MAX_EXPLAINED: u64 = 40;

#[derive(Serialize)]
struct ProofSteps {
    board: BoardView,
    claim: &'static str,
    solutions: Vec<String>,
    state: Vec<u32>,
    steps: Vec<StepOnPath>,
}

#[derive(Serialize)]
struct Picture {
    svg: String,
    rule: String,
    sentence: String,
    bindings: Vec<(String, String)>,
    /// The lines of the proof.
    lines: Vec<String>,
    /// The lines in arithmetic, up to a limit.
    arithmetic: Vec<String>,
    /// The live candidates of each cell before the lines.
    state: Vec<u32>,
}

/// Reads a proof.
pub fn read(proof: &str) -> Result<Proof, ApiError> {
    Proof::read(proof.as_bytes()).map_err(|error| {
        ApiError::new("proof::read", format!("the proof cannot be read: {error}"))
            .help("check it to see which line is wrong")
    })
}

fn apply(replay: &mut Replay, step: &Step) -> Result<(), ApiError> {
    let nothing = |_| ApiError::new("proof::read", "a `refuted` without a `suppose`");
    replay.apply(step).map_err(nothing)
}

/// The steps of a proof, with the changes that each makes.
pub fn steps(proof: &str) -> Result<Value, ApiError> {
    let proof = read(proof)?;
    let mut replay = Replay::start(&proof.header);
    let board = &*proof.header.board;
    let first = cells(board, replay.state());
    let mut state = first.clone();
    let mut steps: Vec<StepOnPath> = Vec::new();
    for lines in proof.passages() {
        let (note, begin) = &proof.steps[lines.start];
        let mut shown = listed(board, note.as_ref(), begin, lines.start);
        shown.count = lines.len();
        for (_, step) in &proof.steps[lines] {
            add_effects(board, &mut shown, step, replay.depth() == 0);
            apply(&mut replay, step)?;
        }
        let now = cells(board, replay.state());
        steps.push(StepOnPath {
            step: shown,
            changes: changes(&state, &now),
        });
        state = now;
    }
    value(&ProofSteps {
        board: BoardView::of(&proof.header.puzzle()),
        claim: claim_word(&proof.claim),
        solutions: proof.claim.solutions(),
        state: first,
        steps,
    })
}

fn listed(board: &Board, note: Option<&Annotation>, step: &Step, from: usize) -> Shown {
    let rule = note.map(|note| note.rule.clone());
    let words = note.map(|note| note.sentence.clone());
    let sentence = words.filter(|words| !words.is_empty());
    let sentence = sentence.unwrap_or_else(|| step.to_text(board));
    let is_search = matches!(step, Step::Suppose(_));
    let name = match (sentence.split_once(": "), is_search) {
        (Some((name, _)), _) if note.is_some() => name.to_owned(),
        (_, true) => "Search".to_owned(),
        _ => rule.clone().unwrap_or_else(|| "a line".to_owned()),
    };
    Shown {
        rule,
        name,
        level: if is_search { "search" } else { "" },
        score: 0,
        sentence,
        place: Vec::new(),
        eliminate: Vec::new(),
        from,
        count: 1,
        proof: None,
    }
}

/// Adds the effect of a line outside suppositions.
fn add_effects(board: &Board, shown: &mut Shown, step: &Step, outermost: bool) {
    let names = |list: &[Candidate]| -> Vec<String> {
        list.iter().map(|&c| board.elimination_name(c)).collect()
    };
    match step {
        Step::Count(count) if outermost => shown.eliminate.extend(names(&count.targets)),
        Step::Single { candidate, .. } if outermost => {
            shown.place.push(board.candidate_name(*candidate));
        }
        Step::Suppose(candidate) if outermost => shown.eliminate.extend(names(&[*candidate])),
        Step::Row(RowStep::Count { targets, .. } | RowStep::Fill { targets, .. }) if outermost => {
            shown.eliminate.extend(names(targets));
        }
        Step::Row(RowStep::Single { candidate, .. }) if outermost => {
            shown.place.push(board.candidate_name(*candidate));
        }
        _ => {}
    }
}

/// Some lines of a proof, drawn on the state before them.
pub fn show(
    proof: &str,
    from: u64,
    count: u64,
    theme: ThemeName,
    layer: LayerName,
) -> Result<Value, ApiError> {
    let Proof {
        header,
        steps: lines,
        ..
    } = read(proof)?;
    let none = || ApiError::new("proof::no_step", "the proof has no such step");
    let first = usize::try_from(from).map_err(|_| none())?;
    let count = usize::try_from(count.max(1)).map_err(|_| none())?;
    let last = first.saturating_add(count).min(lines.len());
    let shown = lines.get(first..last).filter(|l| !l.is_empty());
    let shown = shown.ok_or_else(none)?;
    let mut replay = Replay::start(&header);
    for (_, step) in &lines[..first] {
        apply(&mut replay, step)?;
    }
    let board = &*header.board;
    let certificate: Vec<Step> = shown.iter().map(|(_, step)| step.clone()).collect();
    let note = shown[0].0.as_ref();
    let scene = Scene {
        board,
        state: replay.state(),
        givens: &header.given_cells(),
        certificate: &certificate,
        note,
    };
    let theme = match theme {
        ThemeName::Auto => Theme::Auto,
        ThemeName::Light => Theme::Light,
        ThemeName::Dark => Theme::Dark,
    };
    let look = Look {
        theme,
        layer: match layer {
            LayerName::Teaching => Layer::Teaching,
            LayerName::Proof => Layer::Proof,
        },
        ..Look::default()
    };
    let most = (shown.len() as u64).min(MAX_EXPLAINED);
    let range = from + 1..from + 1 + most;
    let arithmetic = explain_some(proof.as_bytes(), range)
        .map_err(|error| ApiError::new("proof::read", error.to_string()))?;
    value(&Picture {
        svg: match &header.rules {
            Some(rules) => picture::draw_variant(&scene, &look, rules),
            None => picture::draw(&scene, &look),
        },
        rule: note.map(|n| n.rule.clone()).unwrap_or_default(),
        sentence: note.map(|n| n.sentence.clone()).unwrap_or_default(),
        bindings: note.map(|n| n.bindings.clone()).unwrap_or_default(),
        lines: certificate.iter().map(|step| step.to_text(board)).collect(),
        arithmetic,
        state: cells(board, replay.state()),
    })
}
