//! Pictures of steps, as SVG.
//!
//! A picture needs only a state, the certificate of a step and the values of the rule's variables,
//! so every new rule is drawn as well as an X-wing. It has one of two layers.
//!
//! The **teaching layer** draws roles, such as base, cover and fin of a fish. Each role has a
//! colour and a shape. Eliminated candidates are white on red squares, placed ones white on green
//! discs. The numbers of a chain or net are its order.
//!
//! The **proof layer** draws the certificate. Its truths are the terms with a plus, its links those
//! with a minus.
//!
//! - A **truth** has its own shape and colour: a mark at each of its live candidates, and a solid
//!   line through them, or around the cell.
//! - A **link** is a dashed line between its candidates in truths and targets.
//! - Where truths and links alternate, they form a chain, and the lines are arrows in its order.
//! - Eliminated candidates are struck out, placed ones circled.
//! - Each **variable** of the rule has a line in the legend, and a flag at its houses and cells.
//!
//! For an X-wing, `count r4c3<>7 : +7r2 +7r8 -7c3 -7c6`, these are two solid lines along the rows,
//! two dashed ones down the columns, and a struck-out 7 in r4c3.
//!
//! Every part is a group with a class, an id and a title (`<g class="truth" id="truth-7r2">`), for
//! pages that highlight parts. Shapes and dashes carry the same information as colours, for print
//! and for colour-blind readers.

mod bindings;
mod board;
mod constraints;
mod evidence;
mod flags;
mod layout;
mod legend;
mod lines;
mod order;
mod parts;
mod scene;
mod shapes;
mod style;
mod teach;
mod write;

use board::draw_board;
use evidence::Evidence;
use layout::Layout;
use lines::{draw_links, draw_truths};
use teach::{Teacher, TeachingLayer, TeachingLegend};
use write::Svg;

use crate::proof::Rules;

pub use bindings::{Binding, named};
pub use scene::{CandidatesShown, Layer, Look, Scene};
pub use style::{CONSTRAINT_STYLE, Theme, css};

/// Draws a scene as an SVG document.
pub fn draw(scene: &Scene<'_>, look: &Look) -> String {
    drawn(scene, look, None)
}

/// Draws a scene with the constraints of a variant as an SVG document.
pub fn draw_variant(scene: &Scene<'_>, look: &Look, rules: &Rules) -> String {
    drawn(scene, look, Some(rules))
}

fn drawn(scene: &Scene<'_>, look: &Look, rules: Option<&Rules>) -> String {
    let far = rules.is_some_and(|it| constraints::has_far_clue(scene.board, it));
    let layout = Layout::of(scene.board).with_far_clues(far);
    let evidence = Evidence::of(scene);
    match look.layer {
        Layer::Teaching => teach(scene, look, rules, &layout, &evidence),
        Layer::Proof => prove(scene, look, rules, &layout, &evidence),
    }
}

/// Draws the teaching layer.
fn teach(
    scene: &Scene<'_>,
    look: &Look,
    rules: Option<&Rules>,
    layout: &Layout,
    evidence: &Evidence,
) -> String {
    let teaching = TeachingLayer::of(scene, evidence);
    let legend = TeachingLegend::of(&teaching, evidence, layout);
    let mut svg = begin(scene, look, rules, layout, legend.height());
    let mut teacher = Teacher::new(scene, layout, evidence, &teaching);
    teacher.draw_below(&mut svg);
    draw_board(&mut svg, scene, look, layout, evidence);
    let large = board::large_digit;
    let large: Vec<_> = (scene.board.cells())
        .filter(|&cell| large(scene, evidence, cell).is_some())
        .collect();
    let small = board::small_digits(scene, look, evidence);
    teacher.draw_above(&mut svg, &large, &small);
    legend.draw(&mut svg, layout.height());
    svg.finish()
}

/// Draws the proof layer.
fn prove(
    scene: &Scene<'_>,
    look: &Look,
    rules: Option<&Rules>,
    layout: &Layout,
    evidence: &Evidence,
) -> String {
    let variables = scene.note.map_or(&[][..], |note| &note.bindings);
    let legend = legend::Legend::of(scene, evidence, variables, layout);
    let mut svg = begin(scene, look, rules, layout, legend.height());
    draw_board(&mut svg, scene, look, layout, evidence);
    draw_links(&mut svg, scene, layout, evidence);
    draw_truths(&mut svg, scene, layout, evidence);
    board::draw_effects(&mut svg, scene, layout, evidence);
    legend.draw(&mut svg, layout.height());
    svg.finish()
}

/// The beginning of a picture: its size, its title, and the constraints of a variant.
fn begin(
    scene: &Scene<'_>,
    look: &Look,
    rules: Option<&Rules>,
    layout: &Layout,
    legend: f64,
) -> Svg {
    let mut svg = Svg::new(layout.width(), layout.height() + legend, look);
    describe(&mut svg, scene);
    if let Some(rules) = rules {
        svg.style(CONSTRAINT_STYLE);
        constraints::draw_constraints(&mut svg, scene.board, layout, rules);
    }
    svg
}

/// Adds the title for screen readers.
fn describe(svg: &mut Svg, scene: &Scene<'_>) {
    match scene.note {
        Some(note) if !note.sentence.is_empty() => svg.title(&note.sentence),
        _ => svg.title("A Sudoku board with its candidates"),
    }
}
