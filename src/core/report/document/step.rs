//! The steps of a report: sentence, picture, and folded arithmetic.

use std::ops::Range;

use maud::{Markup, html};

use super::boards::inline;
use crate::picture::Scene;
use crate::proof::{Annotation, Proof, Step};
use crate::report::arithmetic::Explainer;

/// Maximum number of lines explained per step. A search can have thousands.
const MAX_EXPLAINED_LINES: usize = 40;

/// Maximum number of singles in one picture.
const MAX_GROUP: usize = 9;

/// All steps, in order. Consecutive singles share a picture.
pub fn steps(proof: &Proof) -> Markup {
    let mut explainer = Explainer::start(&proof.header);
    let givens = proof.header.given_cells();
    let mut groups: Vec<Vec<Range<usize>>> = Vec::new();
    for lines in proof.passages() {
        match groups.last_mut() {
            Some(group)
                if is_single(proof, &lines)
                    && group.len() < MAX_GROUP
                    && group.iter().all(|known| is_single(proof, known)) =>
            {
                group.push(lines);
            }
            _ => groups.push(vec![lines]),
        }
    }
    let mut number = 1;
    html! {
        @for group in groups {
            (drawn(proof, &mut explainer, &givens, number, &group))
            ({ number += group.len(); "" })
        }
    }
}

/// Whether a step is one placement.
fn is_single(proof: &Proof, lines: &Range<usize>) -> bool {
    matches!(proof.steps[lines.clone()], [(_, Step::Single { .. })])
}

/// Steps that share a picture. `number` is the number of the first step.
fn drawn(
    proof: &Proof,
    explainer: &mut Explainer,
    givens: &[bool],
    number: usize,
    group: &[Range<usize>],
) -> Markup {
    let lines = group.iter().flat_map(|lines| &proof.steps[lines.clone()]);
    let certificate: Vec<Step> = lines.map(|(_, step)| step.clone()).collect();
    let scene = Scene {
        board: &proof.header.board,
        state: explainer.replay().state(),
        givens,
        certificate: &certificate,
        note: match group {
            [only] => proof.steps[only.start].0.as_ref(),
            _ => None,
        },
    };
    let picture = inline(&scene, proof.header.rules.as_deref());
    html! {
        section.step {
            figure { (picture) }
            @for (at, lines) in group.iter().enumerate() {
                (step(proof, explainer, number + at, lines.clone()))
            }
        }
    }
}

fn step(proof: &Proof, explainer: &mut Explainer, number: usize, lines: Range<usize>) -> Markup {
    let lines = &proof.steps[lines];
    let (name, sentence) = words(
        lines[0].0.as_ref(),
        &lines[0].1.to_text(&proof.header.board),
    );
    let mut arithmetic = Vec::new();
    for (_, step) in lines {
        if arithmetic.len() < MAX_EXPLAINED_LINES {
            // The sentence is above.
            arithmetic.push(explainer.explain(None, step));
        }
        explainer.take(step);
    }
    let left_out = lines.len() - arithmetic.len();
    html! {
        div.one id={ "step-" (number) } {
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
