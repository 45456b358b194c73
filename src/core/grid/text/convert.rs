//! Conversion of a puzzle to each text format that can be read.
//!
//! `sdm` is one line with the label behind it, `sdk` has sections, `hodoku` is a line of a
//! technique library, `sudokupad` is a link.
//!
//! The formats `pencilmarks`, `candidates`, `sdk` and `hodoku` preserve all candidates of a state.
//! Lines, grids and links have its digits only.

use super::linked_board::{LinkedBoard, Site};
use super::write::{candidate_list, grid, library_line, line, pencilmarks};
use crate::grid::{Cell, Digit, Expected, Puzzle};

/// A format of puzzle text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// One line of cells.
    Line,
    /// One line of cells, followed by the label.
    Sdm,
    /// A line for each row.
    Grid,
    /// A drawn grid with the candidates of each cell.
    Pencilmarks,
    /// One line with all candidates of all cells.
    Candidates,
    /// SadMan's format with sections.
    Sdk,
    /// A line of HoDoKu's technique libraries.
    Hodoku,
    /// A link of f-puzzles.
    FPuzzles,
    /// A link of SudokuPad.
    SudokuPad,
    /// A link of SudokuWiki.
    SudokuWiki,
}

impl TextFormat {
    /// Every format with its name.
    pub const ALL: [(TextFormat, &'static str); 10] = [
        (TextFormat::Line, "line"),
        (TextFormat::Sdm, "sdm"),
        (TextFormat::Grid, "grid"),
        (TextFormat::Pencilmarks, "pencilmarks"),
        (TextFormat::Candidates, "candidates"),
        (TextFormat::Sdk, "sdk"),
        (TextFormat::Hodoku, "hodoku"),
        (TextFormat::FPuzzles, "fpuzzles"),
        (TextFormat::SudokuPad, "sudokupad"),
        (TextFormat::SudokuWiki, "sudokuwiki"),
    ];

    /// The format with this name.
    pub fn parse(word: &str) -> Option<TextFormat> {
        let mut all = TextFormat::ALL.iter();
        all.find(|(_, name)| *name == word)
            .map(|(format, _)| *format)
    }

    /// The puzzle in this format, with a final line feed. `None` if the format does not support the
    /// board.
    pub fn write(self, puzzle: &Puzzle) -> Option<String> {
        let board = &*puzzle.board;
        let label = puzzle
            .label
            .as_deref()
            .map(|label| label.replace(['\n', '\r'], " "));
        let above = label
            .as_ref()
            .map_or(String::new(), |label| format!("# {label}\n"));
        let link = |site| Some(LinkedBoard::of(puzzle).link(site)? + "\n");
        match self {
            TextFormat::Line => Some(line(puzzle) + "\n"),
            TextFormat::Sdm => Some(match label {
                Some(label) => format!("{} # {label}\n", line(puzzle)),
                None => line(puzzle) + "\n",
            }),
            TextFormat::Grid => {
                let rows = grid(puzzle).or_else(|| grid(&with_digits(puzzle)))?;
                Some(format!("{above}{rows}\n"))
            }
            TextFormat::Pencilmarks => {
                let drawn = pencilmarks(board, &puzzle.state());
                Some(format!("{above}{drawn}\n"))
            }
            TextFormat::Candidates => Some(candidate_list(board, &puzzle.state()) + "\n"),
            TextFormat::Sdk => sdk(puzzle, label.as_deref()),
            TextFormat::Hodoku => Some(library_line(&with_digits(puzzle))? + "\n"),
            TextFormat::FPuzzles => link(Site::FPuzzles),
            TextFormat::SudokuPad => link(Site::SudokuPad),
            TextFormat::SudokuWiki => link(Site::SudokuWiki),
        }
    }
}

/// The sections of SadMan's format: the givens, and the candidates if they differ from the
/// candidates that follow from the givens.
fn sdk(puzzle: &Puzzle, label: Option<&str>) -> Option<String> {
    let title = label.map_or(String::new(), |label| format!("#D{label}\n"));
    let rows = grid(&with_digits(puzzle))?;
    let state = match puzzle.pencilmarks {
        Some(_) => format!("[State]\n{}", pencilmarks(&puzzle.board, &puzzle.state())),
        None => String::new(),
    };
    Some(format!("{title}[Puzzle]\n{rows}{state}\n"))
}

/// The puzzle in the form of a technique library: with givens, all candidates and an expected step,
/// each possibly empty.
fn with_digits(puzzle: &Puzzle) -> Puzzle {
    let (board, state) = (&*puzzle.board, puzzle.state());
    let mut whole = puzzle.clone();
    whole
        .givens
        .get_or_insert_with(|| vec![None; board.cell_count()]);
    let masks = board.cells().map(|cell| state.digits(board, cell));
    whole.pencilmarks = Some(masks.collect());
    whole.expected.get_or_insert_with(|| Expected {
        code: "0000".to_owned(),
        variant: None,
        digits: Vec::new(),
        eliminations: Vec::new(),
        placements: Vec::new(),
        extra: String::new(),
    });
    whole
}

impl LinkedBoard {
    /// The digits of a puzzle: the givens, and those filled in since.
    pub fn of(puzzle: &Puzzle) -> LinkedBoard {
        let (board, state) = (&*puzzle.board, puzzle.state());
        let given = |cell: Cell| puzzle.givens.as_ref().and_then(|g| g[cell.index()]);
        let entry = |cell: Cell| {
            let filled = puzzle.filled.as_ref().is_some_and(|f| f[cell.index()]);
            let mask = state.digits(board, cell);
            let is_entry = filled && given(cell).is_none() && mask.is_power_of_two();
            is_entry.then(|| Digit::new(mask.trailing_zeros() as usize))
        };
        let text = |digit: &dyn Fn(Cell) -> Option<Digit>| -> String {
            let chars = board.cells().map(|c| digit(c).map_or('.', Digit::to_char));
            chars.collect()
        };
        LinkedBoard {
            shape: board.shape(),
            givens: text(&given),
            entries: text(&entry),
        }
    }
}
