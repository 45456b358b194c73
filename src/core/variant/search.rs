//! Inferences in a state of a variant puzzle, the simplest first, and search by suppositions.

use super::subsets::{Subset, find_subset};
use crate::constraint::bits::CandidateSet;
use crate::constraint::{Common, Constraints, Filling};
use crate::grid::{Board, Candidate, Cell, Digit};

/// The live candidates, and the constraints already examined.
#[derive(Clone)]
pub(super) struct VariantState {
    pub live: CandidateSet,
    /// For each truth and item, the candidates that were live when it was last examined.
    asked: Vec<CandidateSet>,
}

/// The reason why candidates are false.
#[derive(Clone)]
pub(super) enum Reason {
    /// The truth has one candidate left.
    Single(usize, Candidate),
    /// All candidates of the truth exclude the given candidates.
    Truth(usize),
    /// All fillings of one item exclude them. The number of nodes says how long the search was.
    Items(usize, usize),
    /// A naked or hidden subset.
    Subset(Subset),
}

/// The result of an inference.
pub(super) enum Inference {
    /// The given candidates are false.
    Gone(Reason, CandidateSet),
    /// The truth is empty.
    EmptyTruth(usize),
    /// The item has no filling.
    NoFilling(usize),
    /// Nothing was found.
    Nothing,
}

impl VariantState {
    pub fn new(model: &Constraints) -> VariantState {
        let count = model.truths.len() + model.items.len();
        // A marker that no truth or item has: the candidates of the whole board.
        let all = (0..model.excluded.len()).map(Candidate::new).collect();
        VariantState {
            live: model.start,
            asked: vec![all; count],
        }
    }

    /// Whether every cell has one candidate.
    pub fn is_solved(&self, board: &Board) -> bool {
        self.live.len() == board.cell_count()
    }

    /// The lowest live digit of each cell.
    pub fn grid(&self, board: &Board) -> Vec<Digit> {
        let mut grid = vec![Digit::new(0); board.cell_count()];
        for candidate in self.live.iter() {
            grid[board.cell_of(candidate).index()] = board.digit_of(candidate);
        }
        grid
    }

    /// Assumes a candidate.
    pub fn suppose(&mut self, model: &Constraints, candidate: Candidate) {
        self.live = self.live.without(&model.excluded[candidate.index()]);
    }

    /// The open cell with the fewest candidates.
    pub fn smallest_cell(&self, board: &Board) -> Option<Vec<Candidate>> {
        let cells = board.cells().map(|cell| self.candidates(board, cell));
        cells.filter(|it| it.len() > 1).min_by_key(Vec::len)
    }

    /// The live candidates of a cell.
    pub fn candidates(&self, board: &Board, cell: Cell) -> Vec<Candidate> {
        let members = board.members(board.cell_group(cell)).iter();
        members
            .copied()
            .filter(|&it| self.live.contains(it))
            .collect()
    }

    /// The simplest inference. Its eliminations are not applied.
    pub fn infer(&mut self, board: &Board, model: &Constraints) -> Inference {
        if let Some(found) = self.by_truths(model) {
            return found;
        }
        if let Some(found) = self.by_items(board, model, false) {
            return found;
        }
        if let Some((subset, gone)) = find_subset(board, model, &self.live) {
            return Inference::Gone(Reason::Subset(subset), gone);
        }
        self.by_items(board, model, true)
            .unwrap_or(Inference::Nothing)
    }

    /// An inference from one truth.
    pub fn by_truths(&mut self, model: &Constraints) -> Option<Inference> {
        for (at, truth) in model.truths.iter().enumerate() {
            let live = truth.members.and(&self.live);
            if live == self.asked[at] {
                continue;
            }
            self.asked[at] = live;
            let mut members = live.iter();
            let Some(first) = members.next() else {
                return Some(Inference::EmptyTruth(at));
            };
            let excluded = |it: Candidate| &model.excluded[it.index()];
            let common = members.fold(*excluded(first), |all, it| all.and(excluded(it)));
            let gone = common.and(&self.live);
            if !gone.is_empty() {
                let reason = match live.len() {
                    1 => Reason::Single(at, first),
                    _ => Reason::Truth(at),
                };
                return Some(Inference::Gone(reason, gone));
            }
        }
        None
    }

    /// An inference from the fillings of one item.
    pub fn by_items(
        &mut self,
        board: &Board,
        model: &Constraints,
        derived: bool,
    ) -> Option<Inference> {
        for (at, item) in model.items.iter().enumerate() {
            if item.terms.is_empty() == derived {
                continue;
            }
            let live = item.scope.and(&self.live);
            let asked = &mut self.asked[model.truths.len() + at];
            if live == *asked {
                continue;
            }
            *asked = live;
            match Filling::common(board, model, &item.tables, &self.live) {
                Common::TooMany => {}
                Common::NoFilling => return Some(Inference::NoFilling(at)),
                Common::Excluded(gone, _) if gone.is_empty() => {}
                Common::Excluded(gone, nodes) => {
                    return Some(Inference::Gone(Reason::Items(at, nodes), gone));
                }
            }
        }
        None
    }

    /// An item without a filling.
    pub fn unfillable(&self, board: &Board, model: &Constraints) -> Option<usize> {
        let has_none = |at: &usize| {
            let tables = &model.items[*at].tables;
            let found = Filling::common(board, model, tables, &self.live);
            matches!(found, Common::NoFilling)
        };
        (0..model.items.len()).find(has_none)
    }

    /// Infers until nothing new follows. Returns whether there is a contradiction.
    pub fn settle(&mut self, board: &Board, model: &Constraints) -> bool {
        loop {
            match self.infer(board, model) {
                Inference::Gone(_, gone) => self.live = self.live.without(&gone),
                Inference::EmptyTruth(_) | Inference::NoFilling(_) => return true,
                Inference::Nothing => return false,
            }
        }
    }
}

/// Finds at most `limit` solutions with at most `left` suppositions. Returns whether all solutions
/// of this state were visited.
pub(super) fn solutions(
    board: &Board,
    model: &Constraints,
    state: &mut VariantState,
    limit: usize,
    left: &mut u64,
    found: &mut Vec<Vec<Digit>>,
) -> bool {
    if state.settle(board, model) {
        return true;
    }
    let Some(cell) = state.smallest_cell(board) else {
        found.push(state.grid(board));
        return true;
    };
    for candidate in cell {
        if found.len() >= limit || *left == 0 {
            return false;
        }
        *left -= 1;
        let mut below = state.clone();
        below.suppose(model, candidate);
        if !solutions(board, model, &mut below, limit, left, found) {
            return false;
        }
    }
    true
}
