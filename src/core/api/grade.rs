//! The difficulty of a puzzle.

use super::outcome::Outcome;
use crate::lang::ir::Level;

/// The difficulty of a puzzle. It is the same for isomorphic puzzles, unless search is needed.
///
/// ```
/// use qedoku_core::{Level, Puzzle, Rules, Solver};
///
/// let text = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
/// let puzzle: Puzzle = text.parse()?;
/// let grade = Solver::new(&Rules::standard()).grade(&puzzle);
/// assert_eq!(grade.level, Some(Level::Unfair));
/// assert!(!grade.needs_search && grade.steps > 50);
///
/// // With easy techniques alone, it is not solved.
/// let easy = Solver::builder(&Rules::standard()).max_level(Level::Easy).search(false).build()?;
/// assert_eq!(easy.grade(&puzzle).outcome, qedoku_core::Outcome::Open);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Grade {
    /// The outcome that the steps prove.
    pub outcome: Outcome,
    /// The level of the hardest technique in use. `None` if no technique was needed, or if the
    /// puzzle does not have exactly one solution.
    pub level: Option<Level>,
    /// Whether search was needed, beyond all techniques.
    pub needs_search: bool,
    /// The title of the hardest technique, or `Search`.
    pub hardest: Option<String>,
    /// The sum of the scores of all steps.
    pub score: u64,
    /// Number of steps.
    pub steps: u64,
    /// Number of steps of each technique, the simplest first.
    pub techniques: Vec<(String, u64)>,
}
