//! A neural network with one hidden layer that repeatedly fills the cell it is most certain of.
//!
//! For each empty cell it computes from the [`features`] a probability of each digit. It may be
//! wrong without noticing. [`solve_with_rules`](Model::solve_with_rules) adds checks and a search.
//!
//! The network has 4,681 parameters. Rejected alternative: a crate for neural networks.
//! `candle-core` with `candle-nn` brings 128 other crates, `burn` with its simplest backend 143,
//! for two nested loops. So inference, derivatives and Adam ([`train`]) are written out. The
//! weights are stored as `safetensors`, which other tools can read, together with the command that
//! made them.

pub mod features;
mod target_order;
pub mod train;
mod weights;

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Cell, Digit, Puzzle};

use crate::outcome::{MethodOutcome, is_valid};
use crate::twins::Twins;
use features::{DIGIT_COUNT, INPUTS, PartialGrid};

pub use weights::WeightsError;

/// Maximum number of hidden units.
pub const MAX_HIDDEN: usize = 4096;

/// The weights of the network.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    hidden: usize,
    /// For each input, the weights to all hidden units.
    first: Vec<f32>,
    first_bias: Vec<f32>,
    /// For each hidden unit, the weights to all digits.
    second: Vec<f32>,
    second_bias: Vec<f32>,
    /// The command that trained the network.
    pub origin: String,
}

impl Model {
    /// Whether the model supports the board: nine digits, and three houses per cell.
    pub fn knows(board: &Board) -> bool {
        board.size() == DIGIT_COUNT && board.houses().len() == 3 * DIGIT_COUNT
    }

    /// Computes the activations of the hidden units.
    fn hidden(&self, inputs: &[f32; INPUTS], hidden: &mut [f32]) {
        hidden.copy_from_slice(&self.first_bias);
        for (input, weights) in inputs.iter().zip(self.first.chunks_exact(self.hidden)) {
            if *input != 0.0 {
                for (sum, weight) in hidden.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
        }
        hidden.iter_mut().for_each(|sum| *sum = sum.max(0.0));
    }

    /// The probability of each digit, given the hidden units.
    fn digits(&self, hidden: &[f32]) -> [f32; DIGIT_COUNT] {
        let mut digits = [0.0; DIGIT_COUNT];
        digits.copy_from_slice(&self.second_bias);
        for (unit, weights) in hidden.iter().zip(self.second.chunks_exact(DIGIT_COUNT)) {
            for (sum, weight) in digits.iter_mut().zip(weights) {
                *sum += unit * weight;
            }
        }
        let largest = digits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        digits
            .iter_mut()
            .for_each(|sum| *sum = (*sum - largest).exp());
        let total: f32 = digits.iter().sum();
        digits.map(|weight| weight / total)
    }

    /// The probability of each digit in a cell.
    pub fn probabilities(&self, inputs: &[f32; INPUTS]) -> [f32; DIGIT_COUNT] {
        let mut hidden = vec![0.0; self.hidden];
        self.hidden(inputs, &mut hidden);
        self.digits(&hidden)
    }

    /// Fills the grid, the most certain cell first.
    fn fill(
        &self,
        puzzle: &Puzzle,
        at_contradiction: AtContradiction,
        stop: &Stop,
    ) -> MethodOutcome {
        let board = &*puzzle.board;
        let mut outcome = MethodOutcome::of_givens(puzzle);
        let mut filling = PartialGrid::new(board, &outcome.grid);
        let mut known: Vec<SeenCell> = vec![SeenCell::default(); board.cell_count()];
        while !stop.now() {
            let places = filling.places();
            let mut best: Option<(f32, Cell, Digit)> = None;
            for cell in filling.empty() {
                let known = &mut known[cell.index()];
                known.update(self, filling.features(cell, &places));
                if best.is_none_or(|(certainty, ..)| known.certainty > certainty) {
                    best = Some((known.certainty, cell, Digit::new(known.digit)));
                }
            }
            let Some((_, cell, digit)) = best else {
                break;
            };
            let fits = filling.live(cell) >> digit.index() & 1 == 1;
            if !fits && at_contradiction == AtContradiction::Stop {
                break;
            }
            filling.fill(cell, digit);
            outcome.steps += 1;
        }
        outcome.grid = filling.grid().to_vec();
        outcome.solved = outcome.grid.iter().all(Option::is_some);
        outcome
    }

    /// Fills the grid without checks. The result may be wrong.
    pub fn solve(&self, puzzle: &Puzzle, stop: &Stop) -> MethodOutcome {
        self.fill(puzzle, AtContradiction::GoOn, stop)
    }

    /// Fills the grid and checks it. At a contradiction its digits are dropped and naked twins
    /// solve the puzzle.
    pub fn solve_with_rules(&self, puzzle: &Puzzle, twins: &Twins, stop: &Stop) -> MethodOutcome {
        let mut filled = self.fill(puzzle, AtContradiction::Stop, stop);
        filled.used.insert("network".to_owned(), filled.steps);
        if filled.solved && is_valid(&puzzle.board, &filled.grid) {
            return filled;
        }
        let mut solved = twins.solve(puzzle, stop);
        solved.steps += filled.steps;
        solved.used.append(&mut filled.used);
        solved.used.insert("taken over".to_owned(), 1);
        solved
    }
}

/// Reaction to a predicted digit that a house already has.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtContradiction {
    GoOn,
    Stop,
}

/// The last prediction for a cell.
#[derive(Clone)]
struct SeenCell {
    inputs: [f32; INPUTS],
    certainty: f32,
    digit: usize,
}

impl Default for SeenCell {
    fn default() -> SeenCell {
        SeenCell {
            inputs: [f32::NAN; INPUTS],
            certainty: 0.0,
            digit: 0,
        }
    }
}

impl SeenCell {
    /// Predicts again if the features of the cell changed.
    fn update(&mut self, network: &Model, inputs: [f32; INPUTS]) {
        if self.inputs == inputs {
            return;
        }
        let digits = network.probabilities(&inputs);
        self.inputs = inputs;
        (self.digit, self.certainty) = best(&digits);
    }
}

/// The likeliest digit and its probability.
fn best(digits: &[f32; DIGIT_COUNT]) -> (usize, f32) {
    let mut best = (0, digits[0]);
    for (digit, &probability) in digits.iter().enumerate() {
        if probability > best.1 {
            best = (digit, probability);
        }
    }
    best
}
