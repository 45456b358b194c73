//! A board as the page represents it: givens, entries, and optional candidates.
//!
//! Converts JSON such as `{"height": 3, "width": 3, "givens": "8....", "entries": ".1...", "marks":
//! null}` to the engine's [`Puzzle`].

use std::sync::Arc;

use qedoku_core::grid::{Board, Cell, Digit, Puzzle, Shape, State};
use serde::{Deserialize, Serialize};

use qedoku_app::Error as ApiError;

/// A board as the page represents it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct BoardView {
    /// Rows in a box.
    pub height: usize,
    /// Columns in a box.
    pub width: usize,
    /// The given digit of each cell in reading order, `.` for none.
    pub givens: String,
    /// The digits filled in since, in the same form.
    pub entries: String,
    /// The candidates of each cell as a mask, the lowest bit for the digit 1. `None` for the
    /// candidates that follow from the digits.
    #[serde(default)]
    pub marks: Option<Vec<u32>>,
}

impl BoardView {
    /// The board of a puzzle.
    pub fn of(puzzle: &Puzzle) -> BoardView {
        let board = &*puzzle.board;
        let shape = board.shape();
        let given = |cell: Cell| puzzle.givens.as_ref().and_then(|g| g[cell.index()]);
        let state = puzzle.state();
        let digit = |mask: u32| Digit::new(mask.trailing_zeros() as usize);
        // A cell becomes an entry if the text marks it as filled in. Otherwise a cell with one
        // candidate stays a candidate.
        let entry = |cell: Cell| {
            let filled = puzzle.filled.as_ref().is_some_and(|f| f[cell.index()]);
            let mask = state.digits(board, cell);
            let is_entry = filled && given(cell).is_none() && mask.is_power_of_two();
            is_entry.then(|| digit(mask))
        };
        let line = |digit: &dyn Fn(Cell) -> Option<Digit>| -> String {
            let chars = board.cells().map(|c| digit(c).map_or('.', Digit::to_char));
            chars.collect()
        };
        let mut view = BoardView {
            height: shape.height,
            width: shape.width,
            givens: line(&given),
            entries: line(&entry),
            marks: None,
        };
        let follows = view.puzzle().map(|plain| plain.state());
        if follows.map_or(true, |plain| plain.masks() != state.masks()) {
            let masks = board.cells().map(|c| state.digits(board, c));
            view.marks = Some(masks.collect());
        }
        view
    }

    /// The puzzle, or the mistake in it. Equal digits in a house are an error here: the page marks
    /// them, and the engine returns no steps.
    pub fn puzzle(&self) -> Result<Puzzle, ApiError> {
        let board = board_of((self.height, self.width))?;
        let givens = digits(&board, &self.givens)?;
        let entries = digits(&board, &self.entries)?;
        let placed = |cell: Cell| givens[cell.index()].or(entries[cell.index()]);
        clash(&board, &placed)?;
        let plain = self.marks.is_none() && entries.iter().all(Option::is_none);
        if plain {
            return Ok(Puzzle::from_givens(board, givens));
        }
        let mut state = match &self.marks {
            None => State::full(&board),
            Some(marks) => masked(&board, marks, &placed)?,
        };
        for cell in board.cells() {
            if let Some(digit) = placed(cell) {
                state.place(&board, board.candidate(cell, digit));
            }
        }
        let filled = board.cells().map(|c| placed(c).is_some()).collect();
        let masks = board.cells().map(|c| state.digits(&board, c)).collect();
        let has_givens = givens.iter().any(Option::is_some);
        Ok(Puzzle {
            givens: has_givens.then_some(givens),
            pencilmarks: Some(masks),
            filled: Some(filled),
            label: None,
            expected: None,
            board,
        })
    }
}

/// The board with boxes of this shape: rows and columns.
pub fn board_of((height, width): (usize, usize)) -> Result<Arc<Board>, ApiError> {
    let shape = Shape { height, width };
    let unknown = |s: Shape| s.size() == 0 || Shape::of_size(s.size()).is_none();
    if height > 25 || width > 25 || unknown(shape) {
        return Err(ApiError::new(
            "board::shape",
            "boards of this size are not supported",
        ));
    }
    Ok(Board::sudoku(shape))
}

fn digits(board: &Board, text: &str) -> Result<Vec<Option<Digit>>, ApiError> {
    let digit = |c: char| match c {
        '.' => Ok(None),
        c => match board.parse_digit(c) {
            Some(digit) => Ok(Some(digit)),
            None => {
                let message = format!("{c:?} is not a digit of this board");
                Err(ApiError::new("board::digit", message))
            }
        },
    };
    let digits = text.chars().map(digit).collect::<Result<Vec<_>, _>>()?;
    match digits.len() == board.cell_count() {
        true => Ok(digits),
        false => Err(ApiError::new(
            "board::length",
            format!("expected a board of {} cells", board.cell_count()),
        )),
    }
}

/// The state that the marks describe. A filled cell has its digit as a candidate, whatever its
/// marks are.
fn masked(
    board: &Board,
    marks: &[u32],
    placed: &dyn Fn(Cell) -> Option<Digit>,
) -> Result<State, ApiError> {
    if marks.len() != board.cell_count() {
        let message = format!("expected candidates of {} cells", board.cell_count());
        return Err(ApiError::new("board::length", message));
    }
    let all = ((1u64 << board.size()) - 1) as u32;
    let masks = board.cells().zip(marks);
    let masks: Vec<u32> = masks
        .map(|(cell, &mask)| placed(cell).map_or(mask & all, |d| 1 << d.index()))
        .collect();
    Ok(State::from_cells(board, &masks))
}

fn clash(board: &Board, placed: &dyn Fn(Cell) -> Option<Digit>) -> Result<(), ApiError> {
    for (house, info) in board.houses().iter().enumerate() {
        let mut seen: Vec<Option<Cell>> = vec![None; board.size()];
        for &cell in &info.cells {
            let Some(digit) = placed(cell) else { continue };
            if let Some(first) = seen[digit.index()].replace(cell) {
                let name = board.house_name(qedoku_core::grid::House::new(house));
                let (one, other) = (board.cell_name(first), board.cell_name(cell));
                let message = format!("there are two {digit}s in {name}: {one} and {other}");
                return Err(ApiError::new("board::clash", message)
                    .help("a row, a column or a box holds each digit once"));
            }
        }
    }
    Ok(())
}
