//! The geometry of a picture: positions of cells, candidates and labels.

use crate::grid::{Board, Candidate, Cell, Digit, Shape};

/// The side of a candidate's place in its cell.
const PLACE_SIDE: f64 = 21.0;
/// The margin for the numbers of rows and columns, and for flags.
const MARGIN: f64 = 34.0;
/// The margin at the other sides.
const EDGE: f64 = 8.0;

/// The geometry of a board.
pub struct Layout {
    size: usize,
    /// The places of the digits in a cell.
    shape: Shape,
    /// The margin at the right and below.
    edge: f64,
    /// The side of a cell.
    pub side: f64,
}

impl Layout {
    /// The layout of a board: every digit has its place in a cell.
    pub fn of(board: &Board) -> Layout {
        let size = board.size();
        let most = (1..=size).find(|side| side * side >= size).unwrap_or(1);
        let square = Shape {
            height: most,
            width: most,
        };
        let shape = match board.has_boxes() {
            true => board.shape(),
            false => Shape::of_size(size).unwrap_or(square),
        };
        Layout {
            size,
            shape,
            edge: EDGE,
            side: PLACE_SIDE * shape.width.max(shape.height).max(2) as f64,
        }
    }

    /// This layout with room for clues at the right and below, if there are some.
    pub fn with_far_clues(mut self, are_there: bool) -> Layout {
        if are_there {
            self.edge = MARGIN;
        }
        self
    }

    /// The width of the picture.
    pub fn width(&self) -> f64 {
        MARGIN + self.side * self.size as f64 + self.edge
    }

    /// The height of the board with its labels.
    pub fn height(&self) -> f64 {
        self.width()
    }

    /// The coordinate of the upper left corner of the board.
    pub fn origin(&self) -> f64 {
        MARGIN
    }

    /// The upper left corner of a row and a column.
    pub fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        let at = |i: usize| MARGIN + self.side * i as f64;
        (at(column), at(row))
    }

    /// The upper left corner of a cell.
    pub fn cell(&self, board: &Board, cell: Cell) -> (f64, f64) {
        self.corner(board.row(cell), board.column(cell))
    }

    /// The middle of a cell.
    pub fn middle(&self, board: &Board, cell: Cell) -> (f64, f64) {
        let (x, y) = self.cell(board, cell);
        (x + self.side / 2.0, y + self.side / 2.0)
    }

    /// The middle of the place of a candidate.
    pub fn candidate(&self, board: &Board, candidate: Candidate) -> (f64, f64) {
        let (x, y) = self.cell(board, board.cell_of(candidate));
        let (dx, dy) = self.digit(board.digit_of(candidate));
        (x + dx, y + dy)
    }

    /// The middle of a digit's place inside a cell.
    fn digit(&self, digit: Digit) -> (f64, f64) {
        let (i, j) = (
            digit.index() % self.shape.width,
            digit.index() / self.shape.width,
        );
        let at = |i: usize, of: usize| self.side * (i as f64 + 0.5) / of as f64;
        (at(i, self.shape.width), at(j, self.shape.height))
    }

    /// The number of places across a cell and down.
    pub fn places(&self) -> (usize, usize) {
        (self.shape.width, self.shape.height)
    }

    /// The width of a digit's place in a cell.
    pub fn place(&self) -> f64 {
        self.side / self.shape.width as f64
    }

    /// The maximum radius of a mark around a candidate.
    pub fn radius(&self) -> f64 {
        PLACE_SIDE * 0.44
    }
}
