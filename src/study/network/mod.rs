//! A network with one hidden layer that fills the cell it is most certain of, again and again.
//!
//! Takes what [`features`] shows of an empty cell, gives a probability for each digit. It may be wrong, and then goes on
//! with its mistake; [`solve_with_rules`](Network::solve_with_rules) puts rules and search behind it.
//!
//! The network is 4,681 numbers. The crates for networks bring 128 others (`candle-core` with `candle-nn`) or 143
//! (`burn` with its plainest backend) into the build, for what is two nested loops here. So the loops are written out, the derivatives
//! and Adam too ([`train`]), and of these crates only the format is kept: `safetensors` for the weights, so that any
//! other tool can read them. They come with the program, with the command that made them inside.

pub mod features;
mod guide;
pub mod train;
mod weights;

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Cell, Digit, Puzzle};

use crate::outcome::{MethodOutcome, is_valid};
use crate::twins::Twins;
use features::{DIGITS, INPUTS, PartialGrid};

pub use weights::WeightsError;

/// The most hidden units that weights may have.
pub const MOST_HIDDEN: usize = 4096;

/// The weights.
#[derive(Clone, Debug, PartialEq)]
pub struct NeuralNetwork {
    hidden: usize,
    /// For each input the weights to all hidden units, then their biases.
    first: Vec<f32>,
    first_bias: Vec<f32>,
    /// For each hidden unit the weights to all digits, then their biases.
    second: Vec<f32>,
    second_bias: Vec<f32>,
    /// How it was made.
    pub origin: String,
}

impl NeuralNetwork {
    /// Whether it knows boards of this shape: three houses a cell, nine digits.
    pub fn knows(board: &Board) -> bool {
        board.size() == DIGITS && board.houses().len() == 3 * DIGITS
    }

    /// What the hidden units say.
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

    /// The probability of each digit, from the hidden units.
    fn digits(&self, hidden: &[f32]) -> [f32; DIGITS] {
        let mut digits = [0.0; DIGITS];
        digits.copy_from_slice(&self.second_bias);
        for (unit, weights) in hidden.iter().zip(self.second.chunks_exact(DIGITS)) {
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
    pub fn probabilities(&self, inputs: &[f32; INPUTS]) -> [f32; DIGITS] {
        let mut hidden = vec![0.0; self.hidden];
        self.hidden(inputs, &mut hidden);
        self.digits(&hidden)
    }

    /// Fills the grid, the most certain cell first; at a contradiction it stops if that is asked for.
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

    /// Fills the grid by itself; it may be wrong.
    pub fn solve(&self, puzzle: &Puzzle, stop: &Stop) -> MethodOutcome {
        self.fill(puzzle, AtContradiction::GoOn, stop)
    }

    /// Fills the grid, and has it checked: where it contradicts itself or the rules of Sudoku, its digits are dropped
    /// and naked twins take over.
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

/// What to do when the network wants a digit that a house has already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtContradiction {
    GoOn,
    Stop,
}

/// What the network said of a cell when it saw it last.
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
    /// Asks again if the cell looks different.
    fn update(&mut self, network: &NeuralNetwork, inputs: [f32; INPUTS]) {
        if self.inputs == inputs {
            return;
        }
        let digits = network.probabilities(&inputs);
        self.inputs = inputs;
        (self.digit, self.certainty) = best(&digits);
    }
}

/// The likeliest digit and its probability.
fn best(digits: &[f32; DIGITS]) -> (usize, f32) {
    let mut best = (0, digits[0]);
    for (digit, &probability) in digits.iter().enumerate() {
        if probability > best.1 {
            best = (digit, probability);
        }
    }
    best
}
