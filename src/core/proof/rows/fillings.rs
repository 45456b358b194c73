//! The fillings of items: one live candidate for each variable, as in a `fill`.
//!
//! For `cage k1 15 : r1c5 r1c6` the fillings are 6 and 9, 7 and 8, and so on. This search serves
//! explanations and exports. The checker has its own.

use super::{Machine, MachineState, Named, Row, RowNames};
use crate::grid::{Board, Candidate, Cell};

/// A truth, one candidate of which is chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// The candidates of the truth.
    pub members: Vec<Candidate>,
    /// The cell, if the variable is the truth of a cell.
    pub cell: Option<Cell>,
}

/// Variables, and the rows and machines that restrict them.
#[derive(Clone, Debug, Default)]
pub struct FillProblem {
    /// The variables in the order of the items.
    pub variables: Vec<Variable>,
    /// The rows.
    pub rows: Vec<Row>,
    /// The machines, each with its cells in reading order.
    pub machines: Vec<(Machine, Vec<Cell>)>,
}

impl FillProblem {
    /// The fillings of some items as a problem. `None` if an item is unknown.
    pub fn of(names: &RowNames, board: &Board, items: &[String]) -> Option<FillProblem> {
        let mut problem = FillProblem::default();
        for item in items {
            match names.find(board, item)? {
                Named::Cell(cell) => problem.add_cells(board, &[cell]),
                Named::Row(row) if row.is_truth() => {
                    let members = row.weights.iter().map(|&(it, _)| it).collect();
                    let cell = None;
                    problem.variables.push(Variable { members, cell });
                }
                Named::Row(row) => {
                    problem.add_cells(board, &row.cells(board));
                    problem.rows.push(row);
                }
                Named::House(cells, _) => problem.add_cells(board, &cells),
                Named::Rule(rule) => {
                    problem.add_cells(board, &rule.cells);
                    problem.rows.extend(rule.conditions().into_iter().cloned());
                    let machine = rule.machine.clone();
                    (problem.machines).extend(machine.map(|it| (it, rule.cells.clone())));
                }
            }
        }
        Some(problem)
    }

    fn add_cells(&mut self, board: &Board, cells: &[Cell]) {
        for &cell in cells {
            if self.variables.iter().all(|it| it.cell != Some(cell)) {
                self.variables.push(Variable {
                    members: board.members(board.cell_group(cell)).to_vec(),
                    cell: Some(cell),
                });
            }
        }
    }

    /// At most `limit` fillings, each in the order of the variables, from candidates for which
    /// `is_live` holds. `excludes` tells whether two candidates exclude each other.
    pub fn fillings(
        &self,
        board: &Board,
        is_live: &dyn Fn(Candidate) -> bool,
        excludes: &dyn Fn(Candidate, Candidate) -> bool,
        limit: usize,
    ) -> Vec<Vec<Candidate>> {
        let mut search = Search {
            problem: self,
            board,
            is_live,
            excludes,
            limit,
            chosen: Vec::new(),
            found: Vec::new(),
        };
        search.go();
        search.found
    }

    /// True if the rows and machines can still accept the candidates chosen so far.
    fn allows(&self, board: &Board, chosen: &[Candidate], rest: &[Variable]) -> bool {
        let of_cells = || {
            let pairs = chosen.iter().zip(&self.variables);
            pairs.filter(|(_, it)| it.cell.is_some()).map(|(&it, _)| it)
        };
        let row_allows = |row: &Row| {
            let sum: i64 = of_cells().map(|it| row.weight(it)).sum();
            let bounds = rest.iter().filter(|it| it.cell.is_some()).map(|it| {
                let weights = it.members.iter().map(|&it| row.weight(it));
                (
                    weights.clone().min().unwrap_or(0),
                    weights.max().unwrap_or(0),
                )
            });
            let (least, most) =
                bounds.fold((sum, sum), |it, (low, high)| (it.0 + low, it.1 + high));
            row.lo.is_none_or(|lo| lo <= most) && row.hi.is_none_or(|hi| least <= hi)
        };
        let machine_allows = |(machine, cells): &(Machine, Vec<Cell>)| {
            let mut state = MachineState::default();
            for cell in cells {
                let Some(it) = of_cells().find(|&it| board.cell_of(it) == *cell) else {
                    return true;
                };
                match machine.step(state, board.digit_of(it).index() as i64 + 1) {
                    Some(next) => state = next,
                    None => return false,
                }
            }
            machine.accepts(state)
        };
        self.rows.iter().all(row_allows) && self.machines.iter().all(machine_allows)
    }
}

struct Search<'a> {
    problem: &'a FillProblem,
    board: &'a Board,
    is_live: &'a dyn Fn(Candidate) -> bool,
    excludes: &'a dyn Fn(Candidate, Candidate) -> bool,
    limit: usize,
    chosen: Vec<Candidate>,
    found: Vec<Vec<Candidate>>,
}

impl Search<'_> {
    fn go(&mut self) {
        let (problem, at) = (self.problem, self.chosen.len());
        let rest = problem.variables.get(at..).unwrap_or_default();
        if self.found.len() >= self.limit || !problem.allows(self.board, &self.chosen, rest) {
            return;
        }
        let Some(variable) = rest.first() else {
            self.found.push(self.chosen.clone());
            return;
        };
        for &member in &variable.members {
            let clashes = |&it: &Candidate| it != member && (self.excludes)(it, member);
            if (self.is_live)(member) && !self.chosen.iter().any(clashes) {
                self.chosen.push(member);
                self.go();
                self.chosen.pop();
            }
        }
    }
}
