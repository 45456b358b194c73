//! Boards in the form that the page uses, converted in both directions.

use qedoku_core::grid::text::{Source, pencilmarks, read_puzzle};
use qedoku_web::board::BoardView;
use serde_json::json;

use crate::{Asked, EASY, UNFAIR};

fn view(text: &str) -> BoardView {
    BoardView::of(&read_puzzle(&Source::new("test", text)).expect("a puzzle"))
}

#[test]
fn puzzle_has_givens_only() {
    let board = view(UNFAIR);
    assert_eq!(
        (board.givens.as_str(), board.marks.as_ref()),
        (UNFAIR, None)
    );
    assert_eq!(board.entries, ".".repeat(81));
    let puzzle = board.puzzle().expect("a puzzle");
    assert!(puzzle.pencilmarks.is_none());
    assert_eq!(puzzle.line().as_deref(), Some(UNFAIR));
}

#[test]
fn state_keeps_its_candidates() {
    let puzzle = read_puzzle(&Source::new("test", UNFAIR)).expect("a puzzle");
    let mut state = puzzle.state();
    let candidate = puzzle.board.parse_candidate("r1c6=7").expect("a candidate");
    state.eliminate(&puzzle.board, candidate);
    let board = view(&pencilmarks(&puzzle.board, &state));
    let again = board.puzzle().expect("a puzzle").state();
    assert_eq!(again.masks(), state.masks());
}

#[test]
fn entry_excludes_its_digit_from_its_peers() {
    let mut board = view(EASY);
    board.entries.replace_range(2..3, "4");
    let puzzle = board.puzzle().expect("a puzzle");
    let state = puzzle.state();
    let seen = puzzle.board.parse_candidate("r1c4=4").expect("a candidate");
    assert!(!state.is_live(&puzzle.board, seen));
    assert_eq!(BoardView::of(&puzzle), board);
}

#[test]
fn invalid_boards_are_refused_with_a_reason() {
    let mut asked = Asked::default();
    let good = asked.board(EASY);
    let with = |key: &str, value: serde_json::Value| {
        let mut board = good.clone();
        board[key] = value;
        json!({ "board": board })
    };
    for (fields, code) in [
        (with("givens", json!("12")), "board::length"),
        (with("entries", json!("x".repeat(81))), "board::digit"),
        (with("height", json!(0)), "board::shape"),
        (with("height", json!(5)), "board::length"),
        (with("height", json!(9)), "board::shape"),
        (with("width", json!(4_000_000_000u64)), "board::shape"),
        (with("marks", json!([1, 2])), "board::length"),
        (
            with(
                "entries",
                json!(format!("{}5{}", ".".repeat(3), ".".repeat(77))),
            ),
            "board::clash",
        ),
        (with("marks", json!("many")), "question::json"),
    ] {
        assert_eq!(asked.error("hint", fields.clone()), code, "{fields}");
    }
}
