//! The truths and links of a certificate, as they are drawn.

use crate::grid::{Board, Candidate, Group};
use crate::proof::TermSet;

/// A truth, with its live candidates.
#[derive(Clone)]
pub struct DrawnTruth {
    pub group: Group,
    pub times: u32,
    pub candidates: Vec<Candidate>,
}

/// A link or a deadly set, with its relevant candidates.
#[derive(Clone)]
pub struct DrawnLink {
    pub set: TermSet,
    pub times: u32,
    pub candidates: Vec<Candidate>,
}

/// The name of a link: that of its group, or `D1` for a deadly set.
pub fn set_name(board: &Board, set: TermSet) -> String {
    match set {
        TermSet::Group(group) => board.group_name(group),
        TermSet::Deadly(name) => format!("D{name}"),
    }
}
