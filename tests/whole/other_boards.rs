//! Boards with other houses than rows, columns and rectangular boxes are never taken for classic
//! ones: not by a cache, a fast path, the scope of a proof or a canonical form.

use std::sync::Arc;

use qedoku_app::canon::form;
use qedoku_core::engine::{Solvers, Strategy};
use qedoku_core::grid::{Board, Cell, Puzzle};
use qedoku_core::lang::standard_library;
use qedoku_core::propagate::SlicedLevels;
use qedoku_soundness::Scope;
use qedoku_tests::NINE;

/// Returns a jigsaw with 27 houses of 9 cells, like the classic board. Its boxes are the
/// diagonals that leave the board on one side and come back on the other.
fn jigsaw() -> Arc<Board> {
    let diagonal = |from: usize| {
        let cells = (0..9).map(|row| Cell::new(9 * row + (from + row) % 9));
        (format!("b{}", from + 1), cells.collect())
    };
    Board::latin(9).with_houses((0..9).map(diagonal).collect())
}

/// Returns the classic board with two diagonals.
fn diagonals() -> Arc<Board> {
    let houses = [10, 8].map(|step: usize| {
        let first = if step == 8 { 8 } else { 0 };
        (0..9).map(|i| Cell::new(first + step * i)).collect()
    });
    Board::with_extra_houses(NINE, houses.to_vec())
}

#[test]
fn other_boards_have_solvers_of_their_own() {
    let library = Arc::new(standard_library().expect("the standard library"));
    let solvers = Solvers::new(library, Strategy::default());
    let classic = Board::sudoku(NINE);
    for board in [jigsaw(), diagonals(), Board::latin(9)] {
        for board in [&classic, &board, &classic] {
            let ready = solvers.get(board);
            assert_eq!(ready.solver().board().id(), board.id());
        }
    }
}

#[test]
fn other_boards_are_not_searched_in_slices() {
    assert!(SlicedLevels::new(&Board::sudoku(NINE)).is_some());
    let jigsaw = jigsaw();
    assert_eq!(jigsaw.houses().len(), Board::sudoku(NINE).houses().len());
    for board in [jigsaw, diagonals(), Board::latin(9)] {
        assert!(SlicedLevels::new(&board).is_none());
    }
}

#[test]
fn other_boards_need_proofs_for_every_board() {
    let classic = Board::sudoku(NINE);
    for scope in Scope::ALL {
        assert!(scope.covers(&classic));
        for board in [jigsaw(), diagonals(), Board::latin(9)] {
            assert_eq!(scope.covers(&board), scope == Scope::EveryBoard);
        }
    }
}

#[test]
fn other_boards_have_no_canonical_form() {
    let empty = |board: Arc<Board>| {
        let mut givens = vec![None; 81];
        givens[0] = board.digits().next();
        Puzzle::from_givens(board, givens)
    };
    // The boards take turns, as the working memory of the last one is kept.
    for board in [jigsaw(), diagonals(), Board::latin(9)] {
        assert!(form(&empty(Board::sudoku(NINE))).is_some());
        assert_eq!(form(&empty(board)), None);
    }
}
