//! The entries of a scale file.

use super::chains::ChainRates;
use crate::grid::HouseKind;

/// The way in which the steps of a puzzle determine its rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// The hardest step counts.
    Hardest,
    /// The sum of all steps counts, and levels.
    Sum,
}

/// The number of matches of an entry that are taken in a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchPolicy {
    /// The first step alone. The search then starts over with the first entry of the scale.
    One,
    /// All of them.
    All,
}

/// An entry of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderEntry {
    /// The line of the entry in the file, counted from 1.
    pub line: usize,
    /// The rating of a step, in hundredths. If several families share the entry, the smallest of
    /// their ratings.
    pub mark: u32,
    /// The level of a step, as an index of the levels.
    pub level: Option<usize>,
    /// The steps to search for.
    pub action: EntryAction,
}

/// The steps that an entry searches for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryAction {
    /// Steps of a rule that meet some demands: `hidden_single`, `fish=3`.
    Rule {
        /// The rule, optionally with the value of its parameter.
        name: String,
        /// The demands on a match.
        demands: Vec<EntryDemand>,
        /// If present, the step must leave a single place for a digit. The place is in a house of
        /// the kind that the variable is bound to. The step places the digit at once.
        direct: Option<String>,
    },
    /// The chain with the smallest rating, of some families.
    Chains(ChainRates),
    /// Aligned exclusion with this number of cells, two or three.
    Aligned(usize),
    /// Unique rectangles and loops; a step is rated by its type and its size.
    UniqueLoops,
    /// Bivalue universal graves; a step is rated by its type.
    Graves,
}

/// A demand on a match, in addition to its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EntryDemand {
    /// `H is box`: the variable is bound to a house of one of these kinds.
    Kind(String, Vec<HouseKind>),
    /// `|S| = 6`, `|S| >= 10`: the variable has this number of members.
    Size {
        /// The variable.
        name: String,
        /// The number.
        size: usize,
        /// Whether a larger number is allowed.
        or_more: bool,
    },
    /// `S has x y`: each cell has all of these digits as candidates.
    Has(String, Vec<String>),
    /// `3 of S has only x y`: at least this number of cells have only these candidates. If no
    /// digits have enough such cells, the rule is not searched.
    HasOnly {
        /// The minimum number of cells.
        count: usize,
        /// `2 of rectangle S has only x y`: the cells are the corners of a rectangle in two boxes.
        rectangle: bool,
        /// The variable of the cells.
        name: String,
        /// The variables of the digits.
        digits: Vec<String>,
        /// `6 of S has only x y perhaps z`: an additional digit that is allowed.
        perhaps: Option<String>,
    },
}

impl EntryDemand {
    /// The additional digit that cells may have, if there is one.
    pub(super) fn perhaps(&self) -> &[String] {
        match self {
            EntryDemand::HasOnly {
                perhaps: Some(digit),
                ..
            } => std::slice::from_ref(digit),
            _ => &[],
        }
    }
}

/// A rating as text: `7.1`, `4.69`, `160`.
pub fn mark_text(mark: u32) -> String {
    match (mark % 100, mark % 10) {
        (0, _) if mark >= 5000 => format!("{}", mark / 100),
        (_, 0) => format!("{}.{}", mark / 100, mark / 10 % 10),
        _ => format!("{}.{:02}", mark / 100, mark % 100),
    }
}
