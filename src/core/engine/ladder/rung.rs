//! What stands on a line of a scale file.

use super::chains::ChainRates;
use crate::grid::HouseKind;

/// How a puzzle is rated by its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// By the hardest.
    Hardest,
    /// By all of them together, and by levels.
    Sum,
}

/// What is taken of what a rung finds in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taking {
    /// The first step; then everything is looked for again, from the lowest rung.
    One,
    /// All of it.
    All,
}

/// A rung of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rung {
    /// The line of the file that it stands on, from 1.
    pub line: usize,
    /// What a step is rated, in hundredths; the smallest of them where several families share the rung.
    pub mark: u32,
    /// The level of a step, by its place in the list of levels.
    pub level: Option<usize>,
    /// What is looked for.
    pub action: RungAction,
}

/// What a rung looks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RungAction {
    /// Steps of a rule that meet some demands: `hidden_single`, `fish=3`.
    Rule {
        /// The rule, perhaps with the value of its parameter.
        name: String,
        /// What must hold of a match.
        demands: Vec<RungDemand>,
        /// Where this is given, the step must leave a digit a single place in a house of the same kind as this variable is
        /// bound to, and places it at once.
        direct: Option<String>,
    },
    /// The chain with the smallest rating, of some families.
    Chains(ChainRates),
    /// So many cells, two or three, of whose combinations of candidates few are possible.
    Aligned(usize),
}

/// What a rung demands of a match, besides what its rule says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RungDemand {
    /// `H is box`: the variable is bound to a house of one of these kinds.
    Kind(String, Vec<HouseKind>),
    /// `|S| = 6`, `|S| >= 10`: the variable is bound to so many things.
    Size {
        /// The variable.
        name: String,
        /// The number.
        size: usize,
        /// Whether more will do.
        or_more: bool,
    },
    /// `S has x y`: each cell has all of these digits as candidates.
    Has(String, Vec<String>),
    /// `3 of S has only x y`: so many cells, at least, have these candidates and no others. Where no digits have so many
    /// such cells, the rule is not even looked for.
    HasOnly {
        /// How many.
        count: usize,
        /// `2 of rectangle S has only x y`: all cells are the corners of a rectangle in two boxes.
        rectangle: bool,
        /// The variable of the cells.
        name: String,
        /// Those of the digits.
        digits: Vec<String>,
        /// `6 of S has only x y perhaps z`: this one besides will do.
        perhaps: Option<String>,
    },
}

impl RungDemand {
    /// The digit that cells may have besides, if there is one.
    pub(super) fn perhaps(&self) -> &[String] {
        match self {
            RungDemand::HasOnly {
                perhaps: Some(digit),
                ..
            } => std::slice::from_ref(digit),
            _ => &[],
        }
    }
}

/// A rating as it is written: `7.1`, `4.69`, `160`.
pub fn mark_text(mark: u32) -> String {
    match (mark % 100, mark % 10) {
        (0, _) if mark >= 5000 => format!("{}", mark / 100),
        (_, 0) => format!("{}.{}", mark / 100, mark / 10 % 10),
        _ => format!("{}.{:02}", mark / 100, mark % 100),
    }
}
