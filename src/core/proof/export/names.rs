//! The names of variables and constraints in exported files, made once per board.

use crate::grid::{Board, Candidate, Group};

/// Recognisable names: for groups as in proof files, `r3c4` and `7b2`; for candidates `r3c4=7`, or
/// `r3c4d7` if a name may have letters and digits only.
#[derive(Default)]
pub struct Names {
    candidates: Vec<String>,
    groups: Vec<String>,
}

impl Names {
    /// All names of a board. `between` separates cell and digit.
    pub fn of(board: &Board, between: &str) -> Names {
        let candidate = |candidate| {
            let mut name = String::new();
            board.push_candidate(&mut name, candidate, between);
            name
        };
        let candidates = (0..board.candidate_count()).map(Candidate::new);
        Names {
            candidates: candidates.map(candidate).collect(),
            groups: board.groups().map(|g| board.group_name(g)).collect(),
        }
    }

    /// The name of a candidate, `r3c4=7` or `r3c4d7`.
    pub fn candidate(&self, candidate: Candidate) -> &str {
        &self.candidates[candidate.index()]
    }

    /// The name of a group, `r3c4` or `7b2`.
    pub fn group(&self, group: Group) -> &str {
        &self.groups[group.index()]
    }
}
