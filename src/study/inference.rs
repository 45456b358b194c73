//! Backtracking with inference: a cell, a digit, and after each assignment rules to a fixed point.
//!
//! Takes a position, a set of techniques and an order of cells, gives a grid. After an assignment, what it excludes is
//! gone (forward checking), and the rules of the set are applied, the first of the list that fires first, until none
//! does; a cell without candidates is a dead end. With no rules this is plain forward checking; with singles, easy
//! puzzles need no assignment at all.
//!
//! The rules are the real ones: the engine's matchers find them, looking only at what has changed since the parent's
//! fixed point, and no match is applied that cannot be certified.

use std::collections::BTreeMap;

use qedoku_core::engine::certify::certify;
use qedoku_core::engine::{Solver, Stop, TechniqueId, apply, still_to_do};
use qedoku_core::grid::{Candidate, Cell, Puzzle};
use qedoku_core::matcher::{Position, PositionCache};

use crate::outcome::MethodOutcome;

/// Which cell is assigned next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Across, then down: fixed baseline.
    Fixed,
    /// The one with the fewest candidates: most constrained variable.
    Constrained,
}

/// A search with rules in it, for puzzles of one board.
pub struct Inference<'l> {
    rules: Solver<'l>,
    order: Order,
    /// The number of assignments after which it gives up.
    limit: u64,
}

/// What a search has done so far.
struct SearchEffort {
    steps: u64,
    backtracks: u64,
    /// How often each technique was applied.
    applied: Vec<u64>,
    refused: u64,
    cache: PositionCache,
}

/// How a part of the tree ended.
enum End {
    Solved(Box<Position>),
    /// There is no solution below.
    Dead,
    /// The limit is reached, or it was told to stop.
    GaveUp,
}

impl<'l> Inference<'l> {
    /// A search with the techniques of a solver, in their order.
    pub fn new(rules: Solver<'l>, order: Order, limit: u64) -> Inference<'l> {
        Inference {
            rules,
            order,
            limit,
        }
    }

    /// Solves a puzzle, or gives up at the limit.
    pub fn solve(&self, puzzle: &Puzzle, stop: &Stop) -> MethodOutcome {
        let mut effort = SearchEffort {
            cache: PositionCache::until(stop.clone()),
            steps: 0,
            backtracks: 0,
            applied: vec![0; self.rules.techniques().count()],
            refused: 0,
        };
        let mut position = Position::of(puzzle);
        let end = match self.settle(&mut position, None, &mut effort) {
            true => self.search(position, &mut effort, stop),
            false => End::Dead,
        };
        let mut outcome = MethodOutcome::of_givens(puzzle);
        if let End::Solved(position) = end {
            let board = position.board();
            outcome.solved = true;
            outcome.grid = board.cells().map(|cell| position.digit(cell)).collect();
        }
        outcome.steps = effort.steps;
        outcome.backtracks = effort.backtracks;
        outcome.used = self.used(&effort);
        outcome
    }

    fn used(&self, effort: &SearchEffort) -> BTreeMap<String, u64> {
        let names = self.rules.techniques().map(|t| t.name());
        let mut used: BTreeMap<String, u64> = (names.zip(effort.applied.iter().copied()))
            .filter(|&(_, count)| count > 0)
            .collect();
        if effort.refused > 0 {
            used.insert("refused".to_owned(), effort.refused);
        }
        used
    }

    /// Tries the digits of the next cell, one after the other; the position is at its fixed point.
    fn search(&self, position: Position, effort: &mut SearchEffort, stop: &Stop) -> End {
        let Some(cell) = self.next_cell(&position) else {
            return End::Solved(Box::new(position));
        };
        let board = position.board();
        let digits: Vec<Candidate> = position
            .state()
            .domain(board, board.cell_group(cell))
            .collect();
        for candidate in digits {
            if effort.steps >= self.limit || stop.now() {
                return End::GaveUp;
            }
            effort.steps += 1;
            let mut child = position.clone();
            let age = child.age();
            child.next_step();
            effort.cache.forget();
            child.place(candidate);
            if self.settle(&mut child, Some(age), effort) {
                match self.search(child, effort, stop) {
                    End::Dead => {}
                    end => return end,
                }
            }
            effort.backtracks += 1;
        }
        End::Dead
    }

    fn next_cell(&self, position: &Position) -> Option<Cell> {
        let board = position.board();
        let mut open = board.cells().filter(|&cell| !position.is_solved(cell));
        let size = |cell: &Cell| position.state().digits(board, *cell).count_ones();
        match self.order {
            Order::Fixed => open.next(),
            Order::Constrained => open.min_by_key(size),
        }
    }

    /// Applies the rules until none fires; `false` if a cell has no candidate left. All of them have looked at the
    /// position as it was at this age.
    fn settle(&self, position: &mut Position, age: Option<u32>, effort: &mut SearchEffort) -> bool {
        let mut looked = vec![age; effort.applied.len()];
        loop {
            if is_dead(position) {
                return false;
            }
            let mut rules = self.rules.ids();
            if !rules.any(|rule| self.apply(rule, position, &mut looked[rule.index()], effort)) {
                return true;
            }
        }
    }

    /// Applies all that one rule finds; says whether that was anything.
    fn apply(
        &self,
        rule: TechniqueId,
        position: &mut Position,
        looked: &mut Option<u32>,
        effort: &mut SearchEffort,
    ) -> bool {
        let age = position.age();
        let since = looked.replace(age);
        if since == Some(age) {
            return false;
        }
        let found = (self.rules).matches_since(rule, position, since, &mut effort.cache);
        if effort.cache.cut_off().is_some() {
            // Not all was found, so the next time all is looked at again.
            *looked = None;
        }
        let mut applied = false;
        for found in found {
            let Some(found) = still_to_do(position, found) else {
                continue;
            };
            if certify(position, &found).is_err() {
                effort.refused += 1;
                continue;
            }
            if !applied {
                position.next_step();
                effort.cache.forget();
            }
            apply(position, &found.placements, &found.eliminations);
            effort.applied[rule.index()] += 1;
            applied = true;
            if is_dead(position) {
                break;
            }
        }
        applied
    }
}

/// Whether a cell has no candidate left: what forward checking sees, and the same test for every set of rules.
fn is_dead(position: &Position) -> bool {
    let (board, state) = (position.board(), position.state());
    state.masks()[..board.cell_count()].contains(&0)
}
