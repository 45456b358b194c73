//! The network as a target order for the proof-producing search.
//!
//! For a state in which no rule fires, it gives the order in which candidates are to be refuted.
//! The cell with the most certain digit comes first, and in it the least likely digit. The digits
//! that the network predicts come last.

use std::sync::Arc;

use qedoku_core::engine::TargetOrder;
use qedoku_core::grid::{Board, Candidate, Cell, Digit, State, bits};

use super::Model;
use super::features::{DIGIT_COUNT, PartialGrid};

impl Model {
    /// A target order computed by this network. Empty for unsupported boards.
    pub fn target_order(self: &Arc<Model>) -> TargetOrder {
        let network = Arc::clone(self);
        TargetOrder::by(move |board, state| network.order(board, state))
    }

    fn order(&self, board: &Board, state: &State) -> Vec<Candidate> {
        if !Model::knows(board) {
            return Vec::new();
        }
        let only = |cell: Cell| state.single(board, board.cell_group(cell));
        let grid: Vec<Option<Digit>> = (board.cells())
            .map(|cell| only(cell).map(|c| board.digit_of(c)))
            .collect();
        let filling = PartialGrid::new(board, &grid);
        let places = filling.places();
        // The most certain cell first, and in it the least likely digit first. Ties keep the order
        // of the board.
        let mut ranked: Vec<(f32, f32, Candidate)> = Vec::new();
        let mut believed = Vec::new();
        for cell in filling.empty() {
            let said = self.probabilities(&filling.features(cell, &places));
            let live = state.digits(board, cell);
            let total: f32 = bits(live)
                .map(|d| said[d])
                .sum::<f32>()
                .max(f32::MIN_POSITIVE);
            let share: [f32; DIGIT_COUNT] = std::array::from_fn(|d| said[d] / total);
            let Some(best) = bits(live).max_by(|&a, &b| share[a].total_cmp(&share[b])) else {
                continue;
            };
            for digit in bits(live) {
                let candidate = board.candidate(cell, Digit::new(digit));
                match digit == best {
                    true => believed.push(candidate),
                    false => ranked.push((-share[best], share[digit], candidate)),
                }
            }
        }
        ranked.sort_by(|a, b| {
            a.0.total_cmp(&b.0)
                .then(a.1.total_cmp(&b.1))
                .then(a.2.cmp(&b.2))
        });
        let order = ranked.into_iter().map(|(.., candidate)| candidate);
        order.chain(believed).collect()
    }
}
