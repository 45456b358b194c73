//! The cells that may have givens, and the number of givens.
//!
//! Cells are grouped into units that are given together or not at all: with rotational symmetry,
//! r1c2 comes with r9c8.

use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::grid::{Board, Cell};

/// The symmetry of the givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Symmetry {
    /// None.
    #[default]
    Free,
    /// Half-turn rotation.
    Rotational,
    /// Quarter-turn rotation.
    Quarter,
    /// Mirrored left to right.
    Vertical,
    /// Mirrored top to bottom.
    Horizontal,
    /// Mirrored at the diagonal from the first cell to the last.
    Diagonal,
    /// Mirrored at the other diagonal.
    Antidiagonal,
    /// Mirrored left to right and top to bottom.
    Both,
    /// All mirrors and rotations.
    Full,
}

impl Symmetry {
    /// Every symmetry with its name.
    pub const ALL: [(Symmetry, &'static str); 9] = [
        (Symmetry::Free, "none"),
        (Symmetry::Rotational, "rotational"),
        (Symmetry::Quarter, "quarter"),
        (Symmetry::Vertical, "vertical"),
        (Symmetry::Horizontal, "horizontal"),
        (Symmetry::Diagonal, "diagonal"),
        (Symmetry::Antidiagonal, "antidiagonal"),
        (Symmetry::Both, "both"),
        (Symmetry::Full, "full"),
    ];

    /// The images of a cell under the symmetry. Rows and columns are counted from 0 to `last`.
    fn images(self, last: usize, (r, c): (usize, usize)) -> Vec<(usize, usize)> {
        let (half, turned) = ((last - r, last - c), (c, last - r));
        let mirrors = [(r, last - c), (last - r, c)];
        let diagonals = [(c, r), (last - c, last - r)];
        match self {
            Symmetry::Free => Vec::new(),
            Symmetry::Rotational => vec![half],
            Symmetry::Quarter => vec![half, turned, (last - c, r)],
            Symmetry::Vertical => vec![mirrors[0]],
            Symmetry::Horizontal => vec![mirrors[1]],
            Symmetry::Diagonal => vec![diagonals[0]],
            Symmetry::Antidiagonal => vec![diagonals[1]],
            Symmetry::Both => vec![mirrors[0], mirrors[1], half],
            Symmetry::Full => [&mirrors[..], &diagonals, &[half, turned, (last - c, r)]].concat(),
        }
    }
}

/// The cells that may have givens.
#[derive(Clone, Debug)]
pub struct GivenPlan {
    /// The board.
    pub board: Arc<Board>,
    /// The cells that are given together.
    pub units: Vec<Vec<Cell>>,
    /// The allowed number of givens.
    pub clues: RangeInclusive<usize>,
    /// Whether every single given must be needed.
    pub minimal: bool,
}

impl GivenPlan {
    /// All cells of a board, with every given needed.
    pub fn free(board: &Arc<Board>) -> GivenPlan {
        GivenPlan::new(board, Symmetry::Free, &|_| true)
    }

    /// The cells that may be given, with a symmetry. A cell may be given if all its images may.
    pub fn new(
        board: &Arc<Board>,
        symmetry: Symmetry,
        may_be_given: &dyn Fn(Cell) -> bool,
    ) -> GivenPlan {
        let last = board.size() - 1;
        let unit = |cell: Cell| {
            let images = symmetry.images(last, (board.row(cell), board.column(cell)));
            let mut unit: Vec<Cell> = images.iter().map(|&(r, c)| board.cell(r, c)).collect();
            unit.push(cell);
            unit.sort_unstable();
            unit.dedup();
            unit
        };
        let units = board.cells().map(unit);
        let units = units.filter(|unit| unit.iter().all(|&cell| may_be_given(cell)));
        let mut units: Vec<Vec<Cell>> = units.collect();
        units.sort_unstable();
        units.dedup();
        GivenPlan {
            board: Arc::clone(board),
            units,
            clues: 0..=board.cell_count(),
            minimal: true,
        }
    }

    /// The number of cells that may be given.
    pub fn room(&self) -> usize {
        self.units.iter().map(Vec::len).sum()
    }
}
