//! Puzzles on paper: an HTML page to print, with one or more boards per page and the answers at the
//! end.
//!
//! The file needs no script, no network and no other file. A practice position, such as the state
//! right before a swordfish, is drawn with its candidates, and its answer is the step.

use std::fmt::Write;

use maud::{Markup, PreEscaped, html};

use super::document::{Scripts, frame};
use crate::grid::{Cell, Digit, Puzzle, bits};

/// A board on a sheet.
pub struct SheetBoard {
    /// The puzzle, or a state with its candidates.
    pub puzzle: Puzzle,
    /// The note beside the number of the puzzle, such as `hard`.
    pub note: String,
    /// The step to be found, for a practice position.
    pub answer: Option<String>,
    /// The solution.
    pub solution: Option<Puzzle>,
}

/// The page: `per_page` boards per sheet of paper, then the answers.
pub fn sheet(title: &str, boards: &[SheetBoard], per_page: usize) -> String {
    let per_page = per_page.max(1);
    let columns = match per_page {
        1 | 2 => 1,
        3..=6 => 2,
        _ => 3,
    };
    let number = |index: usize, note: &str| match note {
        "" => format!("{}", index + 1),
        note => format!("{} · {note}", index + 1),
    };
    let body = html! {
        @for (page, part) in boards.chunks(per_page).enumerate() {
            section.page data-columns=(columns) {
                @for (index, board) in part.iter().enumerate() {
                    figure {
                        (drawn(&board.puzzle))
                        figcaption { (number(page * per_page + index, &board.note)) }
                    }
                }
            }
        }
        section.page.answers {
            h2 { "Answers" }
            div.small {
                @for (index, board) in boards.iter().enumerate() {
                    @if let Some(answer) = &board.answer {
                        p { (number(index, "")) ": " (answer) }
                    } @else {
                        figure {
                            @if let Some(solution) = &board.solution { (drawn(solution)) }
                            figcaption { (number(index, "")) }
                        }
                    }
                }
            }
        }
    };
    frame(title, SHEET_STYLE, Scripts::None, &body)
}

const SHEET_STYLE: &str = "\
.page { display: grid; gap: 1.2rem; justify-items: center; align-content: space-evenly; }
.page[data-columns=\"2\"] { grid-template-columns: repeat(2, minmax(0, 1fr)); }
.page[data-columns=\"3\"] { grid-template-columns: repeat(3, minmax(0, 1fr)); }
.page figure { margin: 0; width: 100%; max-width: 30rem; break-inside: avoid; }
.page figcaption { text-align: center; color: var(--quiet); margin-top: .3rem; }
.sheet { display: block; width: 100%; height: auto; color: var(--ink); }
.sheet text { fill: currentColor; text-anchor: middle; font-family: sans-serif; }
.sheet path { stroke: currentColor; fill: none; }
.answers h2 { justify-self: start; }
.small { display: grid; width: 100%; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); }
@media print {
  @page { size: A4; margin: 14mm; }
  body { margin: 0; max-width: none; }
  .page { break-after: page; height: 265mm; }
  .answers { break-after: auto; height: auto; align-content: start; }
  .page[data-columns=\"1\"] figure { max-width: 118mm; }
}
";

/// The size of a cell in the picture.
const CELL_SIDE: usize = 40;

/// A board as lines and digits in black, for paper. Candidates are small.
fn drawn(puzzle: &Puzzle) -> Markup {
    let board = &*puzzle.board;
    let (n, frame, marks) = (board.size(), board.frame(), board.marks());
    let side = n * CELL_SIDE;
    let mut svg = format!(
        "<svg class=\"sheet\" viewBox=\"-4 -4 {0} {0}\" role=\"img\" aria-label=\"{1}\">",
        side + 8,
        puzzle.line().unwrap_or_default()
    );
    let mut thin = String::new();
    let mut thick = String::new();
    for line in 0..=n {
        let at = line * CELL_SIDE;
        let (rows, columns) = (line % frame.height == 0, line % frame.width == 0);
        let _ = write!(if rows { &mut thick } else { &mut thin }, "M0 {at}H{side}");
        let _ = write!(
            if columns { &mut thick } else { &mut thin },
            "M{at} 0V{side}"
        );
    }
    // Box borders must be visible at a glance, even on large boards.
    let bold = 2 + n / 4;
    let _ = write!(
        svg,
        "<path stroke-width=\"1\" stroke-opacity=\".5\" d=\"{thin}\"/><path stroke-width=\"{bold}\" stroke-linecap=\"square\" d=\"{thick}\"/>"
    );
    let state = puzzle.pencilmarks.as_ref().map(|_| puzzle.state());
    for cell in board.cells() {
        let (x, y) = (board.column(cell) * CELL_SIDE, board.row(cell) * CELL_SIDE);
        let mask = state.as_ref().map(|state| state.digits(board, cell));
        match (digit(puzzle, cell, mask), mask) {
            (Some((digit, given)), _) => {
                let weight = if given { "bold" } else { "normal" };
                let (x, y) = (x + CELL_SIDE / 2, y + CELL_SIDE * 7 / 10);
                let _ = write!(
                    svg,
                    "<text x=\"{x}\" y=\"{y}\" font-size=\"24\" font-weight=\"{weight}\">{digit}</text>"
                );
            }
            (None, Some(mask)) => candidates(&mut svg, (x, y), mask, marks.width.max(marks.height)),
            (None, None) => {}
        }
    }
    PreEscaped(svg + "</svg>")
}

/// The digit of a cell, and whether it is given.
fn digit(puzzle: &Puzzle, cell: Cell, mask: Option<u32>) -> Option<(Digit, bool)> {
    let given = (puzzle.givens.as_ref()).and_then(|givens| givens[cell.index()]);
    if let Some(digit) = given {
        return Some((digit, true));
    }
    let filled = (puzzle.filled.as_ref()).is_some_and(|filled| filled[cell.index()]);
    let mask = mask.filter(|mask| filled && mask.is_power_of_two())?;
    Some((Digit::new(mask.trailing_zeros() as usize), false))
}

fn candidates(svg: &mut String, (x, y): (usize, usize), mask: u32, across: usize) {
    let step = CELL_SIDE / across;
    for index in bits(mask) {
        let (cx, cy) = (
            x + index % across * step + step / 2,
            y + index / across * step + step * 4 / 5,
        );
        let digit = Digit::new(index);
        let size = step * 4 / 5;
        let _ = write!(
            svg,
            "<text x=\"{cx}\" y=\"{cy}\" font-size=\"{size}\">{digit}</text>"
        );
    }
}
