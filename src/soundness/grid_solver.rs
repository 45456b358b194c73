//! Completed grids: the constraints of the whole board, solved with the digits of some cells given.
//!
//! Given digits of some cells, the result is a completed grid with them, or a subset of them that
//! no completed grid has. The solver is built once and used incrementally.

use std::collections::BTreeMap;

use z3::Solver;
use z3::ast::Bool;

use super::smt::{Answer, Deadline, check};
use super::solver;
use qedoku_core::grid::{Board, Candidate, Cell, Digit};

/// A solver with the constraints of a board.
pub struct GridSolver<'b> {
    board: &'b Board,
    solver: Solver,
    candidates: Vec<Bool>,
}

/// Result of completing a grid.
pub enum Completion {
    /// The grid, by cell.
    Grid(Vec<Digit>),
    /// Cells that cannot all have their digits.
    Clash(Vec<Cell>),
    /// The time ran out.
    Unknown,
}

impl<'b> GridSolver<'b> {
    /// Asserts the constraints of a board: exactly one candidate of each group holds.
    pub fn new(board: &'b Board) -> GridSolver<'b> {
        let solver = solver::equality_logic();
        let candidates: Vec<Bool> = (0..board.candidate_count())
            .map(|c| Bool::new_const(board.candidate_name(Candidate::new(c))))
            .collect();
        for group in board.groups() {
            let members: Vec<&Bool> = (board.members(group).iter())
                .map(|c| &candidates[c.index()])
                .collect();
            if board.is_truth(group) {
                solver.assert(Bool::or(&members));
            }
            for (at, a) in members.iter().enumerate() {
                for b in &members[..at] {
                    solver.assert(Bool::or(&[&a.not(), &b.not()]));
                }
            }
        }
        GridSolver {
            board,
            solver,
            candidates,
        }
    }

    fn literal(&self, cell: Cell, digit: Digit) -> &Bool {
        &self.candidates[self.board.candidate(cell, digit).index()]
    }

    /// Completes a grid in which some cells have digits.
    pub fn complete(&self, values: &BTreeMap<Cell, Digit>, deadline: Deadline) -> Completion {
        let assumed: Vec<Bool> = (values.iter())
            .map(|(&cell, &digit)| self.literal(cell, digit).clone())
            .collect();
        match check(&self.solver, &assumed, deadline) {
            Answer::Unknown => Completion::Unknown,
            Answer::Unsat => {
                let core = self.solver.get_unsat_core();
                let blamed = (values.iter()).filter(|(c, d)| core.contains(self.literal(**c, **d)));
                Completion::Clash(blamed.map(|(&cell, _)| cell).collect())
            }
            Answer::Sat => match self.grid() {
                Some(grid) => Completion::Grid(grid),
                None => Completion::Unknown,
            },
        }
    }

    fn grid(&self) -> Option<Vec<Digit>> {
        let model = self.solver.get_model()?;
        let holds = |cell: Cell, digit: Digit| {
            let value = model.eval(self.literal(cell, digit), true);
            value.and_then(|v| v.as_bool()) == Some(true)
        };
        let digit = |cell: Cell| self.board.digits().find(|&d| holds(cell, d));
        self.board.cells().map(digit).collect()
    }
}
