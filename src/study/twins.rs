//! Naked twins: singles and naked pairs inside search, written out for speed.
//!
//! Takes a puzzle, gives the first solution that the search comes to: the cell with the fewest candidates first, its
//! digits in order, and after each assignment naked singles, hidden singles and naked pairs until none is left. The
//! candidates of a cell are the bits of a number. The inference set of the same name says the same with rules, which the
//! engine's matchers find and certify; the tests hold one against the other.

use std::collections::BTreeMap;

use qedoku_core::engine::Stop;
use qedoku_core::grid::{Board, Digit, Puzzle};

use crate::outcome::MethodOutcome;

/// What it does beside assignments, in words.
const RULES: [&str; 3] = ["naked singles", "hidden singles", "naked pairs"];
const NAKED: usize = 0;
const HIDDEN: usize = 1;
const PAIR: usize = 2;

/// A board's houses and peers, made ready once.
pub struct Twins {
    digits: Vec<Digit>,
    /// The cells of each house.
    houses: Vec<Vec<usize>>,
    /// For each cell the others that share a house with it.
    peers: Vec<Vec<usize>>,
    /// The number of assignments after which it gives up.
    limit: u64,
}

/// The candidates of a cell have run out, or the places of a digit in a house.
struct DeadEnd;

/// A search under way.
struct TwinSearch<'t> {
    twins: &'t Twins,
    stop: &'t Stop,
    steps: u64,
    backtracks: u64,
    applied: [u64; 3],
}

/// The candidates of all cells, and the cells with one candidate of which the others have not heard.
#[derive(Clone)]
struct Domains {
    masks: Vec<u32>,
    fresh: Vec<usize>,
}

impl Twins {
    /// For puzzles on a board, giving up after so many assignments.
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
    /// All digits of the board.
    fn all(&self) -> u32 {
        u32::MAX >> (u32::BITS as usize - self.digits.len())
    }

    /// What a puzzle says of each cell; what follows from that is found by the rules.
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
        let counts = RULES.iter().zip(self.applied);
        let used = counts.filter(|&(_, count)| count > 0);
        used.map(|(rule, count)| ((*rule).to_owned(), count))
            .collect()
    }

    /// Tries the digits of the cell that has the fewest: the solution's masks, `Some(None)` if there is none below, and
    /// `None` if it gives up.
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

    /// Applies all three rules until none is left to apply, the simplest first.
    fn settle(&mut self, domains: &mut Domains) -> Result<(), DeadEnd> {
        loop {
            self.naked_singles(domains)?;
            self.hidden_singles(domains)?;
            if domains.fresh.is_empty() && !self.naked_pairs(domains)? {
                return Ok(());
            }
        }
    }

    /// The digit of a cell that has one candidate goes from all that it sees.
    fn naked_singles(&mut self, domains: &mut Domains) -> Result<(), DeadEnd> {
        while let Some(cell) = domains.fresh.pop() {
            let mask = domains.masks[cell];
            for &peer in &self.twins.peers[cell] {
                self.applied[NAKED] += u64::from(domains.remove(peer, mask)? == Some(1));
            }
        }
        Ok(())
    }

    /// A digit with one place in a house stands there.
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
                    // Two digits that have no other place.
                    return Err(DeadEnd);
                }
                domains.masks[cell] = digit;
                domains.fresh.push(cell);
                self.applied[HIDDEN] += 1;
            }
        }
        Ok(())
    }

    /// Two cells of a house that have the same two candidates keep them for themselves. Says whether anything went.
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
    /// Takes digits from a cell: how many it has left, or nothing if it had none of them.
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
