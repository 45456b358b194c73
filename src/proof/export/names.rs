//! The names of variables and constraints in exported files, made once for a board.

use crate::grid::{Board, Candidate, Group};

/// Names that a person recognises: `r3c4d7` for the candidate `r3c4=7`, and for groups as in
/// proof files, `r3c4` and `7b2`.
#[derive(Default)]
pub struct Names {
    candidates: Vec<String>,
    groups: Vec<String>,
}

impl Names {
    /// All names of a board.
    pub fn of(board: &Board) -> Names {
        let candidate = |c| board.candidate_name(c).replace('=', "d");
        let candidates = (0..board.candidate_count()).map(Candidate::new);
        Names {
            candidates: candidates.map(candidate).collect(),
            groups: board.groups().map(|g| board.group_name(g)).collect(),
        }
    }

    /// `r3c4d7`
    pub fn candidate(&self, candidate: Candidate) -> &str {
        &self.candidates[candidate.index()]
    }

    /// `r3c4` or `7b2`
    pub fn group(&self, group: Group) -> &str {
        &self.groups[group.index()]
    }
}

/// Appends a number; going through `fmt` for each of them would dominate the time of an export.
pub fn push_number(text: &mut String, number: u64) {
    if number >= 10 {
        push_number(text, number / 10);
    }
    text.push(char::from(b'0' + (number % 10) as u8));
}
