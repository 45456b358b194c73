//! Words that the arithmetic of all steps uses.

use std::fmt::Write;

use crate::proof::{Replay, Step};

/// Names with commas between them.
pub(super) fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// Adds the candidates that a step excludes.
pub(super) fn push_removed(text: &mut String, before: &Replay, step: &Step) {
    let board = before.board();
    let removed = before.removed_by(step);
    if removed.is_empty() {
        text.push_str("It excludes nothing that is still live.\n");
    } else {
        let names = list(removed.into_iter().map(|c| board.elimination_name(c)));
        let _ = writeln!(text, "It excludes: {names}.");
    }
}
