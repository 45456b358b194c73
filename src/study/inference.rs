//! Backtracking with inference: chooses a cell, tries a digit, and applies rules to a fixpoint
//! after each assignment.
//!
//! Each assignment eliminates the candidates that it excludes (forward checking). Then the first
//! rule of the list that fires is applied, until none fires. A cell without candidates is a dead
//! end. Without rules this is plain forward checking. With singles, easy puzzles need no assignment
//! at all.
//!
//! The rules are those of the library. The engine's matchers search only what changed since the
//! parent's fixpoint, and a match that cannot be certified is not applied.

use std::collections::BTreeMap;

use qedoku_core::engine::certify::certify;
use qedoku_core::engine::{Solver, Stop, TechniqueId, apply, remaining_effect};
use qedoku_core::grid::{Candidate, Cell, Puzzle};
use qedoku_core::matcher::{Position, PositionCache};

use crate::outcome::MethodOutcome;

/// The order in which cells are assigned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// Row by row: the fixed baseline.
    Fixed,
    /// The cell with the fewest candidates: most constrained variable.
    Constrained,
}

/// A search with inference, for puzzles of one board.
pub struct Inference<'l> {
    rules: Solver<'l>,
    order: Order,
    /// Maximum number of assignments.
    limit: u64,
}

/// Counters of a search.
struct SearchEffort {
    steps: u64,
    backtracks: u64,
    /// Number of applications of each technique.
    applied: Vec<u64>,
    refused: u64,
    cache: PositionCache,
}

/// The result of the search of a subtree.
enum End {
    Solved(Box<Position>),
    /// The subtree has no solution.
    Dead,
    /// The limit is reached, or the search was cancelled.
    GaveUp,
}

impl<'l> Inference<'l> {
    /// A search that uses the techniques of a solver in the solver's order.
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

    /// Tries the digits of the next cell in order. The position is at its fixpoint.
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

    /// Applies the rules until none fires. Returns `false` if a cell has no candidate left. Every
    /// rule was last searched at `age`.
    fn settle(&self, position: &mut Position, age: Option<u32>, effort: &mut SearchEffort) -> bool {
        let mut searched = vec![age; effort.applied.len()];
        loop {
            if is_dead(position) {
                return false;
            }
            let mut rules = self.rules.ids();
            if !rules.any(|rule| self.apply(rule, position, &mut searched[rule.index()], effort)) {
                return true;
            }
        }
    }

    /// Applies all matches of one rule. Returns whether there were any.
    fn apply(
        &self,
        rule: TechniqueId,
        position: &mut Position,
        searched: &mut Option<u32>,
        effort: &mut SearchEffort,
    ) -> bool {
        let age = position.age();
        let since = searched.replace(age);
        if since == Some(age) {
            return false;
        }
        let found = (self.rules).find_since(rule, position, since, &mut effort.cache);
        if effort.cache.cut_off().is_some() {
            // The search was incomplete, so the next one starts over.
            *searched = None;
        }
        let mut applied = false;
        for found in found {
            let Some(found) = remaining_effect(position, found) else {
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

/// Whether a cell has no candidate left. Every set of rules uses this test.
fn is_dead(position: &Position) -> bool {
    let (board, state) = (position.board(), position.state());
    state.masks()[..board.cell_count()].contains(&0)
}
