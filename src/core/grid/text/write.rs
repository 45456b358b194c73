//! Writing of puzzles as text that reads back as the same puzzle.

use std::fmt::Write;

use crate::grid::{Board, Candidate, Cell, Digit, Puzzle, State, bits};

/// One line: the givens with `.` for an empty cell, or the list of candidates if only pencilmarks
/// are known.
pub fn line(puzzle: &Puzzle) -> String {
    puzzle
        .line()
        .unwrap_or_else(|| candidate_list(&puzzle.board, &puzzle.state()))
}

/// One line of n³ characters: for each cell every digit in turn, or `.` if it is not live.
pub fn candidate_list(board: &Board, state: &State) -> String {
    let of_cell = |cell| {
        let mask = state.digits(board, cell);
        let mark = move |d: Digit| {
            if mask & (1 << d.index()) != 0 {
                d.to_char()
            } else {
                '.'
            }
        };
        board.digits().map(mark)
    };
    board.cells().flat_map(of_cell).collect()
}

/// A grid of n lines, the givens in rows.
pub fn grid(puzzle: &Puzzle) -> Option<String> {
    let line = puzzle.line()?;
    let rows = line.as_bytes().chunks(puzzle.board.size());
    Some(rows.fold(String::new(), |text, row| {
        text + &String::from_utf8_lossy(row) + "\n"
    }))
}

/// A drawn grid with the candidates of each cell, `-` for a cell without any.
///
/// On boards with more than 9 digits, groups such as `12` could also be numbers. They are read as
/// groups if the grid contains a letter, which every solvable state does.
pub fn pencilmarks(board: &Board, state: &State) -> String {
    let shape = board.frame();
    let groups = all_groups(board, state);
    let n = board.size();
    let width = |column: usize| {
        groups
            .iter()
            .skip(column)
            .step_by(n)
            .map(String::len)
            .max()
            .unwrap_or(1)
    };
    let widths: Vec<usize> = (0..n).map(width).collect();
    let boxes = || widths.chunks(shape.width);
    let border = boxes().fold("+".to_owned(), |text, widths| {
        text + &"-".repeat(widths.iter().sum::<usize>() + widths.len() + 1) + "+"
    });
    let mut text = String::new();
    for (row, cells) in groups.chunks(n).enumerate() {
        if row % shape.height == 0 {
            text += &border;
            text.push('\n');
        }
        for (column, (cell, width)) in cells.iter().zip(&widths).enumerate() {
            text += if column == 0 {
                "| "
            } else if column % shape.width == 0 {
                " | "
            } else {
                " "
            };
            let _ = write!(text, "{cell:width$}");
        }
        text += " |\n";
    }
    text + &border + "\n"
}

/// One line of groups separated by spaces, `-` for a cell without candidates.
pub fn groups(board: &Board, state: &State) -> String {
    all_groups(board, state).join(" ")
}

/// The candidates of each cell. Among single digits a dash would be an empty cell, so a cell
/// without candidates is written `{}` there.
fn all_groups(board: &Board, state: &State) -> Vec<String> {
    let masks: Vec<u32> = board
        .cells()
        .map(|cell| state.digits(board, cell))
        .collect();
    let none = match masks.iter().all(|mask| mask.count_ones() <= 1) {
        true => "{}",
        false => "-",
    };
    let group = |&mask: &u32| match mask {
        0 => none.to_owned(),
        _ => bits(mask).map(|i| Digit::new(i).to_char()).collect(),
    };
    masks.iter().map(group).collect()
}

/// A line of a technique library, if the puzzle came from one.
pub fn library_line(puzzle: &Puzzle) -> Option<String> {
    let board = &*puzzle.board;
    let (expected, givens, marks) = (
        puzzle.expected.as_ref()?,
        puzzle.givens.as_ref()?,
        puzzle.pencilmarks.as_ref()?,
    );
    let mut text = format!(":{}", expected.code);
    if let Some(variant) = &expected.variant {
        let _ = write!(text, "-{variant}");
    }
    text.push(':');
    text.extend(expected.digits.iter().map(|d| d.to_char()));
    text.push(':');
    let mut explained = State::full(board);
    for (cell, given) in board.cells().zip(givens) {
        let placed = placed_digit(board, marks, cell);
        match (given, placed) {
            (Some(digit), _) => text.push(digit.to_char()),
            (None, Some(digit)) => text.extend(['+', digit.to_char()]),
            (None, None) => text.push('.'),
        }
        if let Some(digit) = given.or(placed) {
            explained.place(board, board.candidate(cell, digit));
        }
    }
    let gone =
        |&c: &Candidate| marks[board.cell_of(c).index()] & (1 << board.digit_of(c).index()) == 0;
    let deleted: Vec<Candidate> = explained.candidates(board).filter(gone).collect();
    for list in [&deleted, &expected.eliminations, &expected.placements] {
        text.push(':');
        text += &list
            .iter()
            .map(|&c| triple(board, c))
            .collect::<Vec<_>>()
            .join(" ");
    }
    Some(text + ":" + &expected.extra)
}

/// The digit of a cell with one candidate, unless another cell of its houses still has it. Then the
/// digit is not placed yet.
fn placed_digit(board: &Board, marks: &[u32], cell: Cell) -> Option<Digit> {
    let mask = marks[cell.index()];
    let open = |other: &Cell| *other != cell && marks[other.index()] & mask != 0;
    let mut houses = board.houses_of(cell).iter();
    let placed = mask.is_power_of_two() && !houses.any(|&h| board.house(h).cells.iter().any(open));
    placed.then(|| Digit::new(mask.trailing_zeros() as usize))
}

/// A triple such as `436` for the 4 in r3c6.
fn triple(board: &Board, candidate: Candidate) -> String {
    let cell = board.cell_of(candidate);
    let number = |index| Digit::new(index).to_char();
    let digit = board.digit_of(candidate).to_char();
    [digit, number(board.row(cell)), number(board.column(cell))]
        .into_iter()
        .collect()
}
