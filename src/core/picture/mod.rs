//! Pictures of steps, as SVG.
//!
//! Takes a state, the certificate of a step and what the rule's variables stand for; gives a drawing. Nothing
//! else is asked, so a rule that was written a minute ago is drawn as well as an X-wing: its truths are the
//! terms with a plus, its links those with a minus.
//!
//! - A **truth** has a shape and a colour of its own: a mark at each of its live candidates, and a solid line
//!   through them, or around the cell.
//! - A **link** is a dashed line between the candidates of truths, and the targets, that it holds.
//! - Where truths and links take turns, they are a chain, and the lines are arrows in its order.
//! - What goes is struck out; what is placed is circled.
//! - Each **variable** of the rule is a line of the legend, and a flag at the houses and cells that it stands for.
//!
//! For an X-wing, `count r4c3<>7 : +7r2 +7r8 -7c3 -7c6`, that makes two solid lines along the rows, two dashed
//! ones down the columns, and a 7 in r4c3 that is struck out.
//!
//! Every part is a group with a class, an id and a title (`<g class="truth" id="truth-7r2">`), for pages that light
//! parts up. Shapes and dashes say the same as colours, for print and for those who see colours otherwise.

mod bindings;
mod board;
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

pub use bindings::{Binding, named};
pub use scene::{CandidatesShown, Look, Scene};
pub use style::{Theme, css};

/// Draws a scene as an SVG document.
pub fn draw(scene: &Scene<'_>, look: &Look) -> String {
    let layout = Layout::of(scene.board);
    let evidence = Evidence::of(scene);
    let variables = scene.note.map_or(&[][..], |note| &note.bindings);
    let legend = legend::Legend::of(scene, &evidence, variables, &layout);
    let height = layout.height() + legend.height();
    let mut svg = Svg::new(layout.width(), height, look);
    describe(&mut svg, scene);
    draw_board(&mut svg, scene, look, &layout, &evidence);
    draw_links(&mut svg, scene, &layout, &evidence);
    draw_truths(&mut svg, scene, &layout, &evidence);
    board::draw_effects(&mut svg, scene, &layout, &evidence);
    legend.draw(&mut svg, layout.height());
    svg.finish()
}

/// What those hear who do not see the picture.
fn describe(svg: &mut Svg, scene: &Scene<'_>) {
    match scene.note {
        Some(note) if !note.sentence.is_empty() => svg.title(&note.sentence),
        _ => svg.title("A Sudoku board with its candidates"),
    }
}
