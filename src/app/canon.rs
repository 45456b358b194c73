//! Canonical forms of puzzles: isomorphic puzzles have the same form.

use std::cell::RefCell;

use qedoku_core::grid::Puzzle;
use qedoku_core::grid::canon::Canon;

thread_local! {
    /// The working memory of this thread, for the most recent board.
    static CANON: RefCell<Option<Canon>> = const { RefCell::new(None) };
}

/// The canonical form of a puzzle, on one line. `None` for a state with candidates.
pub fn form(puzzle: &Puzzle) -> Option<String> {
    if puzzle.pencilmarks.is_some() {
        return None;
    }
    CANON.with_borrow_mut(|canon| {
        let fits = |canon: &&mut Canon| canon.board().id() == puzzle.board.id();
        let canon = match canon.as_mut().filter(fits) {
            Some(canon) => canon,
            None => canon.insert(Canon::new(&puzzle.board)),
        };
        canon.puzzle(puzzle).and_then(|form| form.line())
    })
}
