//! Pictures of steps, as SVG.
//!
//! A picture needs only a state, the certificate of a step and the values of the rule's variables,
//! so every new rule is drawn as well as an X-wing. Its truths are the terms with a plus, its links
//! those with a minus.
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
mod write;

use board::draw_board;
use evidence::Evidence;
use layout::Layout;
use lines::{draw_links, draw_truths};
use write::Svg;

use crate::proof::Rules;

pub use bindings::{Binding, named};
pub use scene::{CandidatesShown, Look, Scene};
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
    let variables = scene.note.map_or(&[][..], |note| &note.bindings);
    let legend = legend::Legend::of(scene, &evidence, variables, &layout);
    let height = layout.height() + legend.height();
    let mut svg = Svg::new(layout.width(), height, look);
    describe(&mut svg, scene);
    if let Some(rules) = rules {
        svg.style(CONSTRAINT_STYLE);
        constraints::draw_constraints(&mut svg, scene.board, &layout, rules);
    }
    draw_board(&mut svg, scene, look, &layout, &evidence);
    draw_links(&mut svg, scene, &layout, &evidence);
    draw_truths(&mut svg, scene, &layout, &evidence);
    board::draw_effects(&mut svg, scene, &layout, &evidence);
    legend.draw(&mut svg, layout.height());
    svg.finish()
}

/// Adds the title for screen readers.
fn describe(svg: &mut Svg, scene: &Scene<'_>) {
    match scene.note {
        Some(note) if !note.sentence.is_empty() => svg.title(&note.sentence),
        _ => svg.title("A Sudoku board with its candidates"),
    }
}
