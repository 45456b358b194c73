//! The capacity argument: every layout of a digit fills only a limited number of some cells, and
//! the limits of all digits add up to fewer cells than there are.
//!
//! In te2's puzzle 48, if r2c5 were 3, the cells r2c1, r2c7, r2c9, r3c2 and r3c3 would hold only 1,
//! 4, 8 and 9, and no layout of these digits takes two of the cells: four digits for five cells. So
//! r2c5 is not 3.
//!
//! Linear programs propose the candidates and the weights; exact integers decide.

use super::layouts::Layouts;
use super::simplex::{Dictionary, Ended};
use crate::grid::{Board, Cell, Digit, State};

/// Cells with weights that the digits cannot fill, if a candidate is true.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CapacitySet {
    /// The weights, positive, in reading order.
    pub weights: Vec<(Cell, i64)>,
    /// For each digit, the largest weight that a layout collects. Their sum is less than that of
    /// the weights. A digit without a layout has -1, and then there are no weights.
    pub capacities: Vec<i64>,
}

impl CapacitySet {
    /// The sum of the weights, which measures the size of the argument.
    pub fn weight(&self) -> i64 {
        self.weights.iter().map(|(_, weight)| weight).sum()
    }

    /// The set with its capacities in the layouts. `None` if the digits can fill the cells.
    pub fn of(weights: Vec<(Cell, i64)>, layouts: &Layouts) -> Option<CapacitySet> {
        let digits = (0..layouts.digits()).map(Digit::new);
        let capacities: Option<Vec<i64>> = digits
            .map(|digit| layouts.capacity(digit, &weights))
            .collect();
        let set = CapacitySet {
            weights,
            capacities: capacities?,
        };
        (set.capacities.iter().sum::<i64>() < set.weight()).then_some(set)
    }

    /// The first digit without a layout, which refutes the candidate by itself.
    pub fn without_layout(layouts: &Layouts) -> Option<CapacitySet> {
        let is_missing = |&digit: &usize| layouts.of_digit(Digit::new(digit)).is_empty();
        let missing = (0..layouts.digits()).find(is_missing)?;
        let mut capacities = vec![0; layouts.digits()];
        capacities[missing] = -1;
        Some(CapacitySet {
            weights: Vec::new(),
            capacities,
        })
    }

    /// The digit without a layout, if the set has one.
    pub fn missing(&self) -> Option<Digit> {
        let missing = self.capacities.iter().position(|&most| most < 0)?;
        Some(Digit::new(missing))
    }
}

/// The set of least weight that refutes a candidate, given the layouts that are left if it is true.
/// `None` if there is none.
pub fn least_set(board: &Board, state: &State, left: &Layouts) -> Option<CapacitySet> {
    let is_open = |cell: &Cell| state.digits(board, *cell).count_ones() > 1;
    let open: Vec<Cell> = board.cells().filter(is_open).collect();
    if let Some(missing) = CapacitySet::without_layout(left) {
        return Some(missing);
    }
    // Maximise the gap between weights and capacities, with all weights summing to 1. Dividing the
    // result by its gap gives the set of least weight with a gap of 1.
    let mut column = vec![usize::MAX; board.cell_count()];
    for (at, cell) in open.iter().enumerate() {
        column[cell.index()] = at;
    }
    let total = ((0..open.len()).map(|at| (at, 1.0)).collect(), 1.0);
    let fits = left.iter().map(|(digit, places)| {
        let taken = places.iter().map(|cell| column[cell.index()]);
        let taken = taken.filter(|&at| at != usize::MAX).map(|at| (at, 1.0));
        (
            taken.chain([(open.len() + digit.index(), -1.0)]).collect(),
            0.0,
        )
    });
    let variables = open.len() + left.digits();
    let mut program = Dictionary::new(variables, [total].into_iter().chain(fits));
    let mut objective = program.objective(|at| match at {
        _ if at < open.len() => 1.0,
        _ if at < variables => -1.0,
        _ => 0.0,
    });
    let Ended::Optimal(gap) = program.maximise(&mut objective, f64::INFINITY) else {
        return None;
    };
    if gap < 1e-6 {
        return None;
    }
    let mut shares = vec![0.0; open.len()];
    for (at, value) in program.solution() {
        if let Some(share) = shares.get_mut(at) {
            *share = value / gap;
        }
    }
    let scaled = |scale: i64| {
        let weights = open.iter().zip(&shares);
        let weights = weights.map(|(&cell, share)| (cell, rounded(share * scale as f64)));
        let weights: Option<Vec<(Cell, i64)>> = weights
            .map(|(cell, weight)| Some((cell, weight?)))
            .collect();
        let weights = weights?.into_iter().filter(|(_, weight)| *weight > 0);
        CapacitySet::of(weights.collect(), left)
    };
    (1..=MAX_SCALE).find_map(scaled)
}

/// Largest factor that turns fractions into whole numbers.
pub const MAX_SCALE: i64 = 60;

/// The nearest whole number, if the value is close enough.
pub fn rounded(value: f64) -> Option<i64> {
    let nearest = value.round();
    ((value - nearest).abs() < 1e-4).then_some(nearest as i64)
}
