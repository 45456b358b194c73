//! The fillings of an item, and the candidates that all of them exclude.
//!
//! A depth-first search over the cells, memoised on the sums so far and the digits left in the
//! later cells. It gives up after a number of nodes.

use std::collections::BTreeMap;

use super::bits::CandidateSet;
use super::model::{Item, Model, value};
use crate::grid::{Board, Candidate, Digit};
use crate::proof::MachineState;

/// Most nodes of one search.
const MAX_FILL_NODES: usize = 20_000;

/// The candidates that every filling excludes.
pub(super) enum Common {
    /// No filling exists.
    NoFilling,
    /// The search was too long.
    TooMany,
    /// The candidates that no filling uses, and the number of nodes of the search.
    Excluded(CandidateSet, usize),
}

pub(super) struct Filling<'m> {
    board: &'m Board,
    model: &'m Model,
    item: &'m Item,
    /// For each row, the least and the largest sum of the cells from each position.
    bounds: Vec<Vec<(i64, i64)>>,
    live: CandidateSet,
    memo: BTreeMap<Vec<i64>, Option<CandidateSet>>,
    nodes: usize,
}

impl<'m> Filling<'m> {
    pub fn new(board: &'m Board, model: &'m Model, item: &'m Item, live: &CandidateSet) -> Self {
        let bounds = item.rows.iter().map(|row| {
            let mut sums = vec![(0_i64, 0_i64)];
            for &cell in item.cells.iter().rev() {
                let members = board.members(board.cell_group(cell)).iter();
                let weights = members
                    .filter(|it| live.contains(**it))
                    .map(|&it| row.weight(it));
                let (low, high) = weights.fold((i64::MAX, i64::MIN), |(low, high), it| {
                    (low.min(it), high.max(it))
                });
                let last = sums[sums.len() - 1];
                sums.push((last.0.saturating_add(low), last.1.saturating_add(high)));
            }
            sums.reverse();
            sums
        });
        Filling {
            bounds: bounds.collect(),
            board,
            model,
            item,
            live: *live,
            memo: BTreeMap::new(),
            nodes: 0,
        }
    }

    pub fn common(mut self) -> Common {
        let live = self.live;
        let sums = vec![0; self.item.rows.len()];
        let found = self.search(0, &sums, MachineState::default(), &live);
        match found {
            _ if self.nodes > MAX_FILL_NODES => Common::TooMany,
            None => Common::NoFilling,
            Some(excluded) => Common::Excluded(excluded.and(&self.live), self.nodes),
        }
    }

    /// Live digits of the cell at a position.
    fn digits(&self, at: usize, live: &CandidateSet) -> impl Iterator<Item = Candidate> + use<> {
        let group = self.board.cell_group(self.item.cells[at]);
        let live = *live;
        let members: Vec<Candidate> = self.board.members(group).to_vec();
        members.into_iter().filter(move |&it| live.contains(it))
    }

    /// The candidates excluded by all fillings of the cells from a position; `None` without any.
    fn search(
        &mut self,
        at: usize,
        sums: &[i64],
        state: MachineState,
        live: &CandidateSet,
    ) -> Option<CandidateSet> {
        let (item, model) = (self.item, self.model);
        for ((row, bounds), sum) in item.rows.iter().zip(&self.bounds).zip(sums) {
            let (low, high) = bounds[at];
            let (low, high) = (sum.saturating_add(low), sum.saturating_add(high));
            if row.lo.is_some_and(|lo| high < lo) || row.hi.is_some_and(|hi| low > hi) {
                return None;
            }
        }
        if at == item.cells.len() {
            let accepted = item.machine.as_ref().is_none_or(|it| it.accepts(state));
            return accepted.then(CandidateSet::default);
        }
        let mut key = vec![at as i64];
        key.extend(sums);
        key.extend([state.0, state.1, state.2]);
        for later in at..item.cells.len() {
            let mask = self
                .digits(later, live)
                .fold(0, |mask, it| mask | 1 << self.board.digit_of(it).index());
            key.push(mask);
        }
        if let Some(known) = self.memo.get(&key) {
            return *known;
        }
        self.nodes += 1;
        let mut common: Option<CandidateSet> = None;
        for candidate in self.digits(at, live) {
            if self.nodes > MAX_FILL_NODES {
                return None;
            }
            let digit = self.board.digit_of(candidate);
            let Some(state) = self.step(state, digit) else {
                continue;
            };
            let weights = item.rows.iter().map(|row| row.weight(candidate));
            let sums: Vec<i64> = sums
                .iter()
                .zip(weights)
                .map(|(sum, weight)| sum + weight)
                .collect();
            let excluded = &model.excluded[candidate.index()];
            let left = live.without(excluded);
            let Some(later) = self.search(at + 1, &sums, state, &left) else {
                continue;
            };
            let by_all = later.or(excluded);
            let both = common.map_or(by_all, |it| it.and(&by_all));
            common = Some(both);
            if both.and(&self.live).is_empty() {
                break;
            }
        }
        self.memo.insert(key, common);
        common
    }

    fn step(&self, state: MachineState, digit: Digit) -> Option<MachineState> {
        match &self.item.machine {
            Some(machine) => machine.step(state, value(digit)),
            None => Some(state),
        }
    }
}
