//! Training of the network on generated puzzles.
//!
//! An example is an empty cell of a puzzle with its digit in the solution, after some more cells
//! have been filled. Digits are permuted at random, so one puzzle gives many examples. The loss is
//! the cross entropy, the optimiser Adam. Its rate falls to a tenth along a half cosine.

use std::sync::Arc;

use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::{Board, Cell, Digit, Shape};

use super::Model;
use super::features::{DIGIT_COUNT, INPUTS, PartialGrid};
use crate::puzzles::{Exercise, exercise};

/// Settings of the training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Number of generated puzzles.
    pub puzzles: usize,
    /// Number of examples per step.
    pub batch: usize,
    /// Number of steps.
    pub steps: usize,
    /// Number of hidden units.
    pub hidden: usize,
    /// Initial learning rate.
    pub rate: f32,
    /// Seed of the random choices.
    pub seed: u64,
}

impl Default for Training {
    fn default() -> Self {
        Training {
            puzzles: 2_000,
            batch: 128,
            steps: 6_000,
            hidden: 64,
            rate: 2e-3,
            seed: 1,
        }
    }
}

/// Number of steps per point of the loss curve.
pub const POINT: usize = 200;

/// Trains a network. Calls `made` after each puzzle and `tell` after each step with the step number
/// and, at every [`POINT`], the mean loss since the last one. Either callback cancels the training
/// by returning `false`.
pub fn train(
    settings: &Training,
    mut made: impl FnMut(usize) -> bool,
    mut tell: impl FnMut(usize, f32) -> bool,
) -> Option<(Model, Vec<f32>)> {
    let shape = Shape {
        height: 3,
        width: 3,
    };
    let board = Board::sudoku(shape);
    let mut creator = Creator::new(&board, settings.seed);
    let mut random = Random::new(settings.seed ^ 0x7261_696e);
    let mut exercises = Vec::with_capacity(settings.puzzles);
    for number in 0..settings.puzzles.max(1) {
        // Half of the puzzles are minimal, half have more givens.
        let givens = if number % 2 == 0 { None } else { Some(30..=36) };
        exercises.push(exercise(&mut creator, &mut random, givens));
        if !made(number + 1) {
            return None;
        }
    }
    let mut learner = Learner::new(settings, &mut random);
    let mut curve = Vec::new();
    let mut sum = 0.0;
    for step in 0..settings.steps {
        let examples = (0..settings.batch).map(|_| example(&board, &exercises, &mut random));
        sum += learner.step(examples, rate(settings, step));
        if (step + 1) % POINT == 0 || step + 1 == settings.steps {
            let point = (step % POINT + 1) as f32;
            curve.push(sum / point);
            if !tell(step + 1, sum / point) {
                return None;
            }
            sum = 0.0;
        }
    }
    Some((learner.network, curve))
}

/// The learning rate of a step: a half cosine from the initial rate to a tenth of it.
fn rate(settings: &Training, step: usize) -> f32 {
    let done = step as f32 / settings.steps.max(1) as f32;
    let cosine = 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
    settings.rate * (0.1 + 0.9 * cosine)
}

/// The features of a cell, and its digit.
struct Lesson {
    inputs: [f32; INPUTS],
    digit: usize,
}

fn example(board: &Arc<Board>, exercises: &[Exercise], random: &mut Random) -> Lesson {
    let exercise = &exercises[random.below(exercises.len())];
    let renamed = random.order(DIGIT_COUNT);
    let rename = |digit: Digit| Digit::new(renamed[digit.index()]);
    let mut grid: Vec<Option<Digit>> = (exercise.givens.iter()).map(|g| g.map(rename)).collect();
    let mut empty: Vec<usize> = (0..grid.len())
        .filter(|&cell| grid[cell].is_none())
        .collect();
    let left = 1 + random.below(empty.len());
    while empty.len() > left {
        let cell = empty.swap_remove(random.below(empty.len()));
        grid[cell] = Some(rename(exercise.solution[cell]));
    }
    let cell = empty[random.below(empty.len())];
    let filling = PartialGrid::new(board, &grid);
    Lesson {
        inputs: filling.features(Cell::new(cell), &filling.places()),
        digit: rename(exercise.solution[cell]).index(),
    }
}

/// Adam: running means of each derivative and of its square.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
}

impl Adam {
    fn new(length: usize) -> Adam {
        Adam {
            mean: vec![0.0; length],
            square: vec![0.0; length],
        }
    }

    fn update(&mut self, weights: &mut [f32], derivatives: &[f32], rate: f32) {
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((weight, &d), (mean, square)) in weights.iter_mut().zip(derivatives).zip(moments) {
            *mean += 0.1 * (d - *mean);
            *square += 0.001 * (d * d - *square);
            *weight -= rate * *mean / (square.sqrt() + 1e-8);
        }
    }
}

/// The four groups of weights, in the same order everywhere.
struct Learner {
    network: Model,
    adam: [Adam; 4],
    derivatives: [Vec<f32>; 4],
    taken: i32,
}

impl Learner {
    fn new(settings: &Training, random: &mut Random) -> Learner {
        let hidden = settings.hidden.max(1);
        // Initial weights keep the variance of signals between layers.
        let mut start = |from: usize, to: usize| -> Vec<f32> {
            let width = (6.0 / (from + to) as f32).sqrt();
            let mut one = || random.below(1 << 24) as f32 / (1 << 23) as f32 - 1.0;
            (0..from * to).map(|_| one() * width).collect()
        };
        let network = Model {
            hidden,
            first: start(INPUTS, hidden),
            first_bias: vec![0.0; hidden],
            second: start(hidden, DIGIT_COUNT),
            second_bias: vec![0.0; DIGIT_COUNT],
            origin: String::new(),
        };
        let lengths = [INPUTS * hidden, hidden, hidden * DIGIT_COUNT, DIGIT_COUNT];
        Learner {
            network,
            adam: lengths.map(Adam::new),
            derivatives: lengths.map(|length| vec![0.0; length]),
            taken: 0,
        }
    }

    /// Takes one step. Returns the mean loss before the step.
    fn step(&mut self, examples: impl ExactSizeIterator<Item = Lesson>, rate: f32) -> f32 {
        self.derivatives.iter_mut().for_each(|d| d.fill(0.0));
        let count = examples.len().max(1) as f32;
        let mut loss = 0.0;
        let mut hidden = vec![0.0; self.network.hidden];
        for example in examples {
            loss += self.learn(&example, &mut hidden, 1.0 / count);
        }
        self.taken += 1;
        // Corrects the bias of both means, which start at zero.
        let bias = (1.0 - 0.999f32.powi(self.taken)).sqrt() / (1.0 - 0.9f32.powi(self.taken));
        let Model {
            first,
            first_bias,
            second,
            second_bias,
            ..
        } = &mut self.network;
        let groups = [first, first_bias, second, second_bias];
        for ((weights, adam), derivatives) in { groups.into_iter() }
            .zip(&mut self.adam)
            .zip(&self.derivatives)
        {
            adam.update(weights, derivatives, rate * bias);
        }
        loss / count
    }

    /// Adds the derivatives of the loss of one example. Returns the loss.
    fn learn(&mut self, example: &Lesson, hidden: &mut [f32], share: f32) -> f32 {
        let network = &self.network;
        network.hidden(&example.inputs, hidden);
        let digits = network.digits(hidden);
        let mut errors = digits.map(|p| p * share);
        errors[example.digit] -= share;
        let [first, first_bias, second, second_bias] = &mut self.derivatives;
        let mut back = vec![0.0; hidden.len()];
        let layers = second
            .chunks_exact_mut(DIGIT_COUNT)
            .zip(network.second.chunks_exact(DIGIT_COUNT));
        for ((unit, back), (derivatives, weights)) in hidden.iter().zip(&mut back).zip(layers) {
            if *unit > 0.0 {
                for digit in 0..DIGIT_COUNT {
                    derivatives[digit] += unit * errors[digit];
                    *back += weights[digit] * errors[digit];
                }
            }
        }
        for (input, derivatives) in example
            .inputs
            .iter()
            .zip(first.chunks_exact_mut(hidden.len()))
        {
            if *input != 0.0 {
                for (derivative, back) in derivatives.iter_mut().zip(&back) {
                    *derivative += input * back;
                }
            }
        }
        first_bias
            .iter_mut()
            .zip(&back)
            .for_each(|(d, back)| *d += back);
        second_bias
            .iter_mut()
            .zip(errors)
            .for_each(|(d, e)| *d += e);
        -digits[example.digit].max(f32::MIN_POSITIVE).ln()
    }
}
