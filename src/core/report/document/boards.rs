//! Boards and steps drawn within a page.

use maud::{Markup, PreEscaped};

use crate::grid::State;
use crate::picture::{self, Look, Scene};
use crate::proof::{Proof, Rules};

/// A board alone.
pub fn board_picture(proof: &Proof, state: &State) -> Markup {
    let scene = Scene {
        board: &proof.header.board,
        state,
        givens: &proof.header.given_cells(),
        certificate: &[],
        note: None,
    };
    inline(&scene, proof.header.rules.as_deref())
}

/// A picture within the page, which has the style of all pictures.
pub fn inline(scene: &Scene<'_>, rules: Option<&Rules>) -> Markup {
    let look = Look {
        inline: true,
        ..Look::default()
    };
    // The drawing is already escaped.
    PreEscaped(match rules {
        Some(rules) => picture::draw_variant(scene, &look, rules),
        None => picture::draw(scene, &look),
    })
}
