//! Rules that are said never to fire, tried on boards.
//!
//! Takes a technique, gives whether it does something in one of a few states, by the definition of
//! [meaning](qedoku_core::matcher::meaning). A rule whose question cannot be satisfied at all is sound for a reason
//! that its author did not have in mind; or the question is not the rule's. A board tells the two apart.

use std::sync::Arc;

use qedoku_core::grid::{Board, Cell, Digit, Puzzle, Shape};
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::{Position, naive};

/// So many bindings are looked at in each state.
const BINDINGS: u64 = 20_000;
/// So many states of each board are tried.
const STATES: u64 = 8;

/// Whether the technique fires in one of the states.
pub fn fires_somewhere(technique: &Technique) -> bool {
    let shapes = [(2, 2), (2, 3)].map(|(height, width)| Shape { height, width });
    let mut tries = shapes
        .into_iter()
        .flat_map(|shape| (0..STATES).map(move |seed| (shape, seed)));
    tries.any(|(shape, seed)| {
        let position = Position::of(&state(&Board::sudoku(shape), seed));
        let found = naive::find(technique, &position, BINDINGS);
        found.is_some_and(|matches| !matches.is_empty())
    })
}

/// A state that keeps the candidates of a grid: some cells filled in, some of the other candidates gone.
fn state(board: &Arc<Board>, seed: u64) -> Puzzle {
    let (n, shape) = (board.size(), board.shape());
    let digit = |cell: Cell| {
        let (row, column) = (board.row(cell), board.column(cell));
        let shift = shape.width * (row % shape.height) + row / shape.height;
        Digit::new((shift + column) % n)
    };
    let is_given = |cell: &Cell| mix(seed, cell.index() as u64) % 8 < seed % 4;
    let mask = |cell: Cell| {
        let own = 1 << digit(cell).index();
        let kept = board.digits().filter(|d| {
            let at = (cell.index() * n + d.index()) as u64;
            mix(seed + 100, at) % 8 < 1 + seed % 6
        });
        match is_given(&cell) {
            true => own,
            false => kept.fold(own, |mask, d| mask | 1 << d.index()),
        }
    };
    Puzzle {
        board: Arc::clone(board),
        givens: Some(
            board
                .cells()
                .map(|c| is_given(&c).then(|| digit(c)))
                .collect(),
        ),
        pencilmarks: Some(board.cells().map(mask).collect()),
        filled: Some(board.cells().map(|c| is_given(&c)).collect()),
        label: None,
        expected: None,
    }
}

/// A number that looks like any other.
fn mix(seed: u64, at: u64) -> u64 {
    let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at.wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 32)) >> 7
}
