//! The input of a picture, and the options for drawing.

use super::style::Theme;
use crate::grid::{Board, State};
use crate::proof::{Annotation, Step};

/// The candidates to draw in open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CandidatesShown {
    /// Only the candidates of the step.
    None,
    /// All live candidates.
    #[default]
    Open,
    /// Also eliminated candidates, faintly.
    All,
}

/// The parts of a step to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Layer {
    /// The roles of houses, cells and candidates.
    #[default]
    Teaching,
    /// The truths and links of the certificate.
    Proof,
}

/// The options of a picture.
#[derive(Clone, Copy, Debug, Default)]
pub struct Look {
    /// The candidates to write.
    pub candidates: CandidatesShown,
    /// The parts of the step.
    pub layer: Layer,
    /// The colour theme.
    pub theme: Theme,
    /// For a page with several pictures: without a style, and without ids, which must be unique on
    /// a page. The page has [`css`](super::css).
    pub inline: bool,
}

/// A state, and a step in it.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The board.
    pub board: &'a Board,
    /// The live candidates before the step.
    pub state: &'a State,
    /// For each cell in reading order, whether it is given. Empty if unknown.
    pub givens: &'a [bool],
    /// The certificate of the step. Empty for a board alone.
    pub certificate: &'a [Step],
    /// The rule, its variables, the sentence.
    pub note: Option<&'a Annotation>,
}
