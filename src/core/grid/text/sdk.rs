//! SadMan's SDK files: headers that begin with a letter, and sections for the puzzle and the state.

use super::error::PuzzleError;
use super::piece::Piece;
use super::scan::Scan;
use crate::grid::{Cell, Puzzle, State};

/// The label from comment lines: the title (`#D`) if they are SadMan's headers, otherwise all of
/// them.
///
/// Without a heading such as `[Puzzle]` at least two headers are required: `#Difficult` alone is a
/// comment.
pub(super) fn title(comments: &[String], heading: bool) -> Option<String> {
    let header = |c: &String| matches!(c.as_bytes(), [b'#', b'A'..=b'D' | b'L' | b'S' | b'U', ..]);
    let headers = (heading || comments.len() > 1) && comments.iter().all(header);
    let label = if headers {
        let described = comments.iter().find_map(|c| c.strip_prefix("#D"));
        described.unwrap_or_default().trim().to_owned()
    } else {
        let plain = comments.iter().map(|c| c.trim_start_matches('#').trim());
        plain
            .filter(|c| !c.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some(label).filter(|label| !label.is_empty())
}

/// The puzzle with the state from its `[State]` section.
pub(super) fn with_state(
    piece: &Piece,
    mut puzzle: Puzzle,
    state: Puzzle,
) -> Result<Puzzle, PuzzleError> {
    let board = &*puzzle.board;
    let place = || Scan::new(&piece.text).place();
    if state.board.size() != board.size() {
        let (n, m) = (board.size(), state.board.size());
        let reason = format!("a puzzle of {n}x{n} and a state of {m}x{m}");
        return Err(piece.state_mismatch(reason, place()));
    }
    if state.givens.is_some() && state.givens == puzzle.givens {
        return Ok(puzzle);
    }
    let reached: State = state.state();
    for (i, given) in puzzle.givens.iter().flatten().enumerate() {
        let Some(digit) = *given else { continue };
        let candidate = board.candidate(Cell::new(i), digit);
        let clash = state
            .givens
            .as_ref()
            .and_then(|s| s[i])
            .is_some_and(|d| d != digit);
        if clash || !reached.is_live(board, candidate) {
            let reason = format!("{} is given", board.candidate_name(candidate));
            return Err(piece.state_mismatch(reason, place()));
        }
    }
    let masks = board
        .cells()
        .map(|cell| reached.digits(board, cell))
        .collect();
    puzzle.pencilmarks = Some(masks);
    puzzle.filled = state.filled;
    puzzle.label = puzzle.label.or(state.label);
    Ok(puzzle)
}
