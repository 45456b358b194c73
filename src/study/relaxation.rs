//! Relaxation labelling: every cell has a weight for every digit, and all weights change at once in
//! small steps.
//!
//! The resulting grid may be wrong. The objects are cells, the labels digits. Two labels are
//! compatible (1) unless they belong to the same cell (0) or are equal in one house (0), so the
//! support of digit `d` in cell `i` is
//!
//! ```text
//! q(i, d) = sum over cells j and digits e of r(i, d, j, e) p(j, e)
//!         = (cells - 1) - sum of p(j, d) over the cells j that see i
//! ```
//!
//! because the weights of a cell sum to 1. This sparse form needs 20 additions per candidate of a
//! 9x9 board, not 729. The standard update multiplies each weight by its support and normalises the
//! cell to 1. The average local consistency, the mean over cells of `sum p q`, never falls. When it
//! stops rising, or after `iterations`, the largest weight of each cell is read. If some cell has
//! no weight above one half, the puzzle counts as unsolved.

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Digit, Puzzle, State, bits};
use qedoku_core::propagate::Singles;

use crate::outcome::MethodOutcome;

/// When a relaxation ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RelaxationSettings {
    /// Maximum number of iterations.
    pub iterations: u64,
    /// Minimum rise of the average local consistency per iteration.
    pub change: f64,
    /// Whether singles are placed first.
    pub after_singles: bool,
}

impl Default for RelaxationSettings {
    fn default() -> Self {
        RelaxationSettings {
            iterations: 1_000,
            change: 1e-5,
            after_singles: false,
        }
    }
}

/// Number of labels processed at once. Labels beyond the digits of the board have weight 0.
const LANES: usize = 4;

/// The weights of `LANES` labels.
type Lanes = [f32; LANES];

/// The weights of all labels of all cells.
struct Labelling {
    size: usize,
    /// Number of [`Lanes`] per cell.
    width: usize,
    /// The cells that see each cell.
    seen: Vec<Vec<usize>>,
    weights: Vec<Lanes>,
    support: Vec<Lanes>,
}

impl Labelling {
    /// Equal weights for the live candidates of each cell.
    fn new(board: &Board, state: &State) -> Labelling {
        let size = board.size();
        let width = size.div_ceil(LANES);
        let mut weights = vec![[0.0; LANES]; board.cell_count() * width];
        for cell in board.cells() {
            let live = state.digits(board, cell);
            for digit in bits(live) {
                weights[cell.index() * width + digit / LANES][digit % LANES] =
                    1.0 / live.count_ones() as f32;
            }
        }
        let sees = |a| board.cells().filter(move |&b| board.sees(a, b));
        let seen = board.cells().map(|a| sees(a).map(|b| b.index()).collect());
        Labelling {
            size,
            width,
            seen: seen.collect(),
            support: vec![[0.0; LANES]; weights.len()],
            weights,
        }
    }

    /// Runs one iteration. Returns the average local consistency before the iteration.
    fn iterate(&mut self) -> f64 {
        let width = self.width;
        let others = (self.seen.len() - 1) as f32;
        for (cell, support) in self.support.chunks_exact_mut(width).enumerate() {
            support.fill([others; LANES]);
            for &peer in &self.seen[cell] {
                let weights = &self.weights[peer * width..(peer + 1) * width];
                for (q, p) in support.iter_mut().zip(weights) {
                    for lane in 0..LANES {
                        q[lane] -= p[lane];
                    }
                }
            }
        }
        let mut consistency = 0.0;
        let cells = self.weights.chunks_exact_mut(width);
        for (weights, support) in cells.zip(self.support.chunks_exact(width)) {
            let mut sums = [0.0; LANES];
            for (p, q) in weights.iter_mut().zip(support) {
                for lane in 0..LANES {
                    p[lane] *= q[lane];
                    sums[lane] += p[lane];
                }
            }
            let total: f32 = sums.iter().sum();
            consistency += f64::from(total);
            if total > 0.0 {
                let scale = 1.0 / total;
                weights
                    .as_flattened_mut()
                    .iter_mut()
                    .for_each(|p| *p *= scale);
            }
        }
        consistency / self.seen.len() as f64
    }

    /// For each cell, the digit with more than half of the weight.
    fn read(&self) -> Vec<Option<Digit>> {
        let clear = |weights: &[Lanes]| {
            let digits = &weights.as_flattened()[..self.size];
            digits.iter().position(|&p| p > 0.5).map(Digit::new)
        };
        self.weights.chunks_exact(self.width).map(clear).collect()
    }
}

/// Labels the cells of a puzzle. Calls `tell` with the average local consistency before each
/// iteration.
pub fn solve(
    puzzle: &Puzzle,
    settings: RelaxationSettings,
    stop: &Stop,
    mut tell: impl FnMut(f64),
) -> MethodOutcome {
    let board = &*puzzle.board;
    let mut state = puzzle.state();
    let mut outcome = MethodOutcome::of_givens(puzzle);
    if settings.after_singles {
        let mut singles = Singles::default();
        singles.expect_all(&state);
        let mut placed = 0;
        // An empty truth leaves a labelling without a solution, which the relaxation will report.
        let _ = singles.settle(board, &mut state, |_, _| placed += 1);
        outcome.used.insert("singles".to_owned(), placed);
    }
    let mut labelling = Labelling::new(board, &state);
    let mut before = f64::NEG_INFINITY;
    while outcome.steps < settings.iterations && !stop.now() {
        let consistency = labelling.iterate();
        outcome.steps += 1;
        tell(consistency);
        if consistency - before < settings.change {
            break;
        }
        before = consistency;
    }
    outcome.grid = labelling.read();
    outcome.solved = outcome.grid.iter().all(Option::is_some);
    outcome
}
