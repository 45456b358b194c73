//! Boards and steps drawn inside of a page.

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

/// A picture inside of the page, which has the style for all of them.
pub fn inline(scene: &Scene<'_>) -> Markup {
    let look = Look {
        inline: true,
        ..Look::default()
    };
    // The writer of pictures escapes what it is given.
    PreEscaped(picture::draw(scene, &look))
}
