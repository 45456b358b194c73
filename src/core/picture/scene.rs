//! What is drawn, and how it is to look.

use super::style::Theme;
use crate::grid::{Board, State};
use crate::proof::{Annotation, Step};

/// Which candidates are written into open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CandidatesShown {
    /// None but those that the step speaks of.
    None,
    /// All that are live.
    #[default]
    Open,
    /// Also those that are gone, faintly.
    All,
}

/// How to draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// Which candidates are written.
    pub candidates: CandidatesShown,
    /// Which colours.
    pub theme: Theme,
    /// For a page that has several pictures: no style of its own, and no ids, of which a page may have each once. The
    /// page has [`css`](super::css).
    pub inline: bool,
}

/// What is drawn: a state, and a step that can be taken there.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The live candidates before the step.
    pub state: &'a State,
    /// Which cells are given, in reading order; none if nothing is known of that.
    pub givens: &'a [bool],
    /// The certificate of the step; empty for a board alone.
    pub certificate: &'a [Step],
    /// The rule, its variables, the sentence.
    pub note: Option<&'a Annotation>,
}
