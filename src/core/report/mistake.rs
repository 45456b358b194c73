//! Mistakes in the entries of a grid, as sentences and as data.
//!
//! Example: "The entry r1c3=5 cannot be right."

use serde::Serialize;

use crate::engine::entries::Mistake;
use crate::grid::{Board, Candidate};

/// A mistake for programs.
#[derive(Clone, Debug, Serialize)]
pub struct ShownMistake {
    /// `wrong`, `one_of`, `removed` or `several`.
    pub kind: &'static str,
    /// The entries, or the missing candidates.
    pub candidates: Vec<String>,
    /// The mistake as a sentence.
    pub sentence: String,
}

impl ShownMistake {
    /// A mistake on a board.
    pub fn of(board: &Board, mistake: &Mistake) -> ShownMistake {
        let (kind, candidates): (_, &[Candidate]) = match mistake {
            Mistake::Wrong(list) => ("wrong", list),
            Mistake::OneOf(list) => ("one_of", list),
            Mistake::Removed(list) => ("removed", list),
            Mistake::Several => ("several", &[]),
        };
        ShownMistake {
            kind,
            candidates: names(board, candidates),
            sentence: in_words(board, mistake),
        }
    }
}

fn names(board: &Board, list: &[Candidate]) -> Vec<String> {
    list.iter().map(|&c| board.candidate_name(c)).collect()
}

/// A mistake as a sentence.
pub fn in_words(board: &Board, mistake: &Mistake) -> String {
    match mistake {
        Mistake::Wrong(list) => match &names(board, list)[..] {
            [one] => format!("The entry {one} cannot be right."),
            list => format!("These entries cannot be right: {}.", list.join(", ")),
        },
        Mistake::OneOf(list) => format!(
            "One of these entries is wrong, for without it there is a solution: {}.",
            names(board, list).join(", ")
        ),
        Mistake::Removed(list) => format!(
            "The entries are right, but these candidates are missing: {}.",
            names(board, list).join(", ")
        ),
        Mistake::Several => {
            "The entries do not fit together, and no one of them is to blame.".into()
        }
    }
}
