//! Naked twins: a search with singles and naked pairs, written out for speed.
//!
//! The search takes the cell with the fewest candidates, tries its digits in order, and applies
//! naked singles, hidden singles and naked pairs to a fixpoint after each assignment. Candidates
//! are bit masks. The inference set of the same name does this with the engine's certified rules,
//! and tests compare both.

use std::collections::BTreeMap;

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Digit, Puzzle};

use crate::outcome::MethodOutcome;

/// The names of the rules of the set.
const RULE_NAMES: [&str; 3] = ["naked singles", "hidden singles", "naked pairs"];
const NAKED: usize = 0;
const HIDDEN: usize = 1;
const PAIR: usize = 2;

/// The houses and peers of a board.
pub struct Twins {
    digits: Vec<Digit>,
    /// The cells of each house.
    houses: Vec<Vec<usize>>,
    /// For each cell, the other cells that share a house with it.
    peers: Vec<Vec<usize>>,
    /// Maximum number of assignments.
    limit: u64,
}

/// A cell has no candidate left, or a digit has no place in a house.
struct DeadEnd;

/// A search in progress.
struct TwinSearch<'t> {
    twins: &'t Twins,
    stop: &'t Stop,
    steps: u64,
    backtracks: u64,
    applied: [u64; 3],
}

/// The candidates of all cells, and the cells with one candidate that is not yet propagated.
#[derive(Clone)]
struct Domains {
    masks: Vec<u32>,
    fresh: Vec<usize>,
}

impl Twins {
    /// Prepares a board. Each search gives up after `limit` assignments.
    pub fn new(board: &Board, limit: u64) -> Twins {
        let indices = |cells: &[qedoku_core::grid::Cell]| cells.iter().map(|c| c.index()).collect();
        let peers = |cell| {
            let others = board.cells().filter(move |&other| board.sees(cell, other));
            others.map(|other| other.index()).collect()
        };
        Twins {
            digits: board.digits().collect(),
            houses: board.houses().iter().map(|h| indices(&h.cells)).collect(),
            peers: board.cells().map(peers).collect(),
            limit,
        }
    }

    /// Solves a puzzle, or gives up at the limit.
    pub fn solve(&self, puzzle: &Puzzle, stop: &Stop) -> MethodOutcome {
        let mut search = TwinSearch {
            twins: self,
            stop,
            steps: 0,
            backtracks: 0,
            applied: [0; 3],
        };
        let masks = self.start(puzzle);
        let is_single = |&cell: &usize| masks[cell].is_power_of_two();
        let fresh = (0..masks.len()).filter(is_single).collect();
        let mut domains = Domains { masks, fresh };
        let found = match search.settle(&mut domains) {
            Ok(()) => search.search(domains),
            Err(DeadEnd) => Some(None),
        };
        let mut outcome = MethodOutcome::of_givens(puzzle);
        if let Some(Some(masks)) = found {
            let digit = |mask: &u32| self.digits.get(mask.trailing_zeros() as usize).copied();
            outcome.solved = true;
            outcome.grid = masks.iter().map(digit).collect();
        }
        outcome.steps = search.steps;
        outcome.backtracks = search.backtracks;
        outcome.used = search.used();
        outcome
    }
}

impl Twins {
    /// The mask of all digits.
    fn all(&self) -> u32 {
        u32::MAX >> (u32::BITS as usize - self.digits.len())
    }

    /// The candidates of each cell according to the givens and pencilmarks, before any rule.
    fn start(&self, puzzle: &Puzzle) -> Vec<u32> {
        let mut masks = match &puzzle.pencilmarks {
            Some(marks) => marks.clone(),
            None => vec![self.all(); self.peers.len()],
        };
        let givens = puzzle.givens.iter().flatten();
        for (mask, given) in masks.iter_mut().zip(givens) {
            *mask &= given.map_or(u32::MAX, |digit| 1 << digit.index());
        }
        masks
    }
}

impl TwinSearch<'_> {
    fn used(&self) -> BTreeMap<String, u64> {
        let counts = RULE_NAMES.iter().zip(self.applied);
        let used = counts.filter(|&(_, count)| count > 0);
        used.map(|(rule, count)| ((*rule).to_owned(), count))
            .collect()
    }

    /// Tries the digits of the cell with the fewest candidates. Returns the masks of the solution,
    /// `Some(None)` if there is none, or `None` at the limit.
    fn search(&mut self, domains: Domains) -> Option<Option<Vec<u32>>> {
        let open = domains.masks.iter().enumerate();
        let open = open.filter(|(_, mask)| !mask.is_power_of_two());
        let Some((cell, &mask)) = open.min_by_key(|(_, mask)| mask.count_ones()) else {
            return Some(Some(domains.masks));
        };
        let mut left = mask;
        while left != 0 {
            if self.steps >= self.twins.limit || self.stop.now() {
                return None;
            }
            self.steps += 1;
            let mut child = domains.clone();
            child.masks[cell] = left & left.wrapping_neg();
            child.fresh.push(cell);
            left &= left - 1;
            if self.settle(&mut child).is_ok()
                && let Some(solution) = self.search(child)?
            {
                return Some(Some(solution));
            }
            self.backtracks += 1;
        }
        Some(None)
    }

    /// Applies all three rules until none applies, the simplest first.
    fn settle(&mut self, domains: &mut Domains) -> Result<(), DeadEnd> {
        loop {
            self.naked_singles(domains)?;
            self.hidden_singles(domains)?;
            if domains.fresh.is_empty() && !self.naked_pairs(domains)? {
                return Ok(());
            }
        }
    }

    /// Eliminates the digit of a cell with one candidate from its peers.
    fn naked_singles(&mut self, domains: &mut Domains) -> Result<(), DeadEnd> {
        while let Some(cell) = domains.fresh.pop() {
            let mask = domains.masks[cell];
            for &peer in &self.twins.peers[cell] {
                self.applied[NAKED] += u64::from(domains.remove(peer, mask)? == Some(1));
            }
        }
        Ok(())
    }

    /// Places a digit that has only one cell in a house.
    fn hidden_singles(&mut self, domains: &mut Domains) -> Result<(), DeadEnd> {
        let all = self.twins.all();
        let full = |house: &&Vec<usize>| house.len() == self.twins.digits.len();
        for house in self.twins.houses.iter().filter(full) {
            let (mut once, mut twice) = (0, 0);
            for &cell in house {
                twice |= once & domains.masks[cell];
                once |= domains.masks[cell];
            }
            if once != all {
                return Err(DeadEnd);
            }
            let alone = once & !twice;
            let hides = |cell: &&usize| {
                let mask = domains.masks[**cell];
                mask & alone != 0 && !mask.is_power_of_two()
            };
            let places: Vec<usize> = house.iter().filter(hides).copied().collect();
            for cell in places {
                let digit = domains.masks[cell] & alone;
                if !digit.is_power_of_two() {
                    // Two digits have the cell as their only place.
                    return Err(DeadEnd);
                }
                domains.masks[cell] = digit;
                domains.fresh.push(cell);
                self.applied[HIDDEN] += 1;
            }
        }
        Ok(())
    }

    /// Eliminates two digits from a house in which two cells have exactly these candidates. Returns
    /// whether a candidate was eliminated.
    fn naked_pairs(&mut self, domains: &mut Domains) -> Result<bool, DeadEnd> {
        let mut went = false;
        for house in &self.twins.houses {
            for (at, &first) in house.iter().enumerate() {
                let pair = domains.masks[first];
                if pair.count_ones() != 2 {
                    continue;
                }
                let mut later = house[at + 1..].iter();
                let Some(&second) = later.find(|&&other| domains.masks[other] == pair) else {
                    continue;
                };
                let mut applied = false;
                let others = house.iter().filter(|&&c| c != first && c != second);
                for &cell in others {
                    applied |= domains.remove(cell, pair)?.is_some();
                }
                self.applied[PAIR] += u64::from(applied);
                went |= applied;
            }
        }
        Ok(went)
    }
}

impl Domains {
    /// Removes digits from a cell. Returns the number of candidates left, or `None` if the cell had
    /// none of the digits.
    fn remove(&mut self, cell: usize, digits: u32) -> Result<Option<u32>, DeadEnd> {
        let mask = self.masks[cell];
        if mask & digits == 0 {
            return Ok(None);
        }
        let left = mask & !digits;
        self.masks[cell] = left;
        match left.count_ones() {
            0 => Err(DeadEnd),
            1 => {
                self.fresh.push(cell);
                Ok(Some(1))
            }
            count => Ok(Some(count)),
        }
    }
}
