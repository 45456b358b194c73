//! Boards and steps drawn within a page.

use maud::{Markup, PreEscaped};

use crate::grid::State;
use crate::picture::{self, Look, Scene};
use crate::proof::Proof;

/// A board alone.
pub fn board_picture(proof: &Proof, state: &State) -> Markup {
    let scene = Scene {
        board: &proof.header.board,
        state,
        givens: &proof.header.given_cells(),
        certificate: &[],
        note: None,
    };
    inline(&scene)
}

/// A picture within the page, which has the style of all pictures.
pub fn inline(scene: &Scene<'_>) -> Markup {
    let look = Look {
        inline: true,
        ..Look::default()
    };
    // The drawing is already escaped.
    PreEscaped(picture::draw(scene, &look))
}
