//! The steps of a report: sentence, picture, and folded arithmetic.

use std::ops::Range;

use maud::{Markup, html};

use super::boards::inline;
use crate::picture::Scene;
use crate::proof::{Annotation, Proof, Step};
use crate::report::arithmetic::Explainer;

/// Maximum number of lines explained per step. A search can have thousands.
const MAX_EXPLAINED_LINES: usize = 40;

/// All steps, in order.
pub fn steps(proof: &Proof) -> Markup {
    let mut explainer = Explainer::start(&proof.header);
    let givens = proof.header.given_cells();
    html! {
        @for (at, lines) in proof.passages().into_iter().enumerate() {
            (step(proof, &mut explainer, &givens, at + 1, lines))
        }
    }
}

fn step(
    proof: &Proof,
    explainer: &mut Explainer,
    givens: &[bool],
    number: usize,
    lines: Range<usize>,
) -> Markup {
    let board = &*proof.header.board;
    let lines = &proof.steps[lines];
    let note = lines[0].0.as_ref();
    let certificate: Vec<Step> = lines.iter().map(|(_, step)| step.clone()).collect();
    let scene = Scene {
        board,
        state: explainer.replay().state(),
        givens,
        certificate: &certificate,
        note,
    };
    let picture = inline(&scene, proof.header.rules.as_deref());
    let (name, sentence) = words(note, &certificate[0].to_text(board));
    let mut arithmetic = Vec::new();
    for (note, step) in lines {
        if arithmetic.len() < MAX_EXPLAINED_LINES {
            arithmetic.push(explainer.explain(note.as_ref(), step));
        }
        explainer.take(step);
    }
    let left_out = lines.len() - arithmetic.len();
    html! {
        section.step id={ "step-" (number) } {
            figure { (picture) }
            div {
                h3 { (number) ". " (name) }
                p { (sentence) }
                details {
                    summary { "The arithmetic" }
                    @for text in &arithmetic { pre { (text) } }
                    @if left_out > 0 { p { "The other " (left_out) " lines of this step are in the proof." } }
                }
            }
        }
    }
}

/// The title and the sentence of a step.
fn words(note: Option<&Annotation>, line: &str) -> (String, String) {
    match note.filter(|note| !note.sentence.is_empty()) {
        None => ("A step without words".to_owned(), line.to_owned()),
        Some(note) => match note.sentence.split_once(": ") {
            Some((name, rest)) => (name.to_owned(), rest.to_owned()),
            None => (note.rule.clone(), note.sentence.clone()),
        },
    }
}
