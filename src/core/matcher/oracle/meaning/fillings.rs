//! Fillings: the meaning of `eliminate candidates excluded by every filling of K and L`.
//!
//! A *filling* gives each cell of the constraints one of its live candidates, so that no two of
//! these exclude each other, the weights of every row lie within its bounds, and a machine accepts
//! the digits. It *excludes* a candidate if one of its candidates does. Constraints without a
//! filling exclude nothing, and so do two constraints whose candidates do not exclude each other.
//!
//! The matcher gives up if there are too many fillings, so it may find fewer candidates.

use super::Reading;
use crate::constraint::{Constraints, Item, value};
use crate::grid::{Candidate, Cell};
use crate::lang::ir::Var;
use crate::matcher::index::value::Value;
use crate::proof::MachineState;

impl Reading<'_> {
    /// The live candidates that every filling of the constraints excludes.
    pub(super) fn unfilled(&self, vars: &[Var]) -> Vec<Candidate> {
        let Some(constraints) = self.known.position.constraints() else {
            return Vec::new();
        };
        let chosen = vars.iter().filter_map(|&var| match self.value(var) {
            Value::Constraint(at) => constraints.items.get(at as usize),
            _ => None,
        });
        let chosen: Vec<&Item> = chosen.collect();
        if let [one, other] = chosen[..]
            && !self.do_meet(constraints, one, other)
        {
            return Vec::new();
        }
        let mut cells: Vec<Cell> = chosen.iter().flat_map(|it| it.cells.clone()).collect();
        cells.sort_unstable();
        cells.dedup();
        let state = self.known.position.state();
        let mut left: Option<Vec<Candidate>> = None;
        self.each_filling(
            constraints,
            &chosen,
            &cells,
            &mut Vec::new(),
            &mut |filling| {
                let is_excluded = |c: &Candidate| {
                    let mut all = filling.iter();
                    all.any(|by| constraints.excluded[by.index()].contains(*c))
                };
                match &mut left {
                    Some(left) => left.retain(is_excluded),
                    None => {
                        left = Some(state.candidates(self.board()).filter(is_excluded).collect())
                    }
                }
            },
        );
        left.unwrap_or_default()
    }

    /// Whether some live candidate of one constraint excludes a live candidate of the other.
    fn do_meet(&self, constraints: &Constraints, one: &Item, other: &Item) -> bool {
        let board = self.board();
        let candidates = |item: &Item| -> Vec<Candidate> {
            let of = |&cell: &Cell| {
                board
                    .digits()
                    .map(move |digit| board.candidate(cell, digit))
            };
            item.cells
                .iter()
                .flat_map(of)
                .filter(|&c| self.is_live(c))
                .collect()
        };
        let others = candidates(other);
        let meets = |c: &Candidate| {
            others
                .iter()
                .any(|&it| constraints.excluded[c.index()].contains(it))
        };
        candidates(one).iter().any(meets)
    }

    fn each_filling(
        &self,
        constraints: &Constraints,
        chosen: &[&Item],
        cells: &[Cell],
        filling: &mut Vec<Candidate>,
        visit: &mut dyn FnMut(&[Candidate]),
    ) {
        let Some((&cell, later)) = cells.split_first() else {
            if chosen.iter().all(|item| self.is_filled(item, filling)) {
                visit(filling);
            }
            return;
        };
        for digit in self.board().digits() {
            let candidate = self.board().candidate(cell, digit);
            let clashes = |by: &Candidate| constraints.excluded[by.index()].contains(candidate);
            if self.is_live(candidate) && !filling.iter().any(clashes) {
                filling.push(candidate);
                self.each_filling(constraints, chosen, later, filling, visit);
                filling.pop();
            }
        }
    }

    /// Whether the rows and the machine of a constraint accept the filling of its cells.
    fn is_filled(&self, item: &Item, filling: &[Candidate]) -> bool {
        let board = self.board();
        let rows_hold = item.rows.iter().all(|row| {
            let sum: i64 = filling.iter().map(|&c| row.weight(c)).sum();
            row.lo.is_none_or(|lo| sum >= lo) && row.hi.is_none_or(|hi| sum <= hi)
        });
        let is_accepted = item.tables.machine.as_ref().is_none_or(|machine| {
            let digit = |cell: &Cell| {
                let at = filling.iter().find(|&&c| board.cell_of(c) == *cell)?;
                Some(value(board.digit_of(*at)))
            };
            let digits = item.cells.iter().filter_map(digit);
            let end = { digits }.try_fold(MachineState::default(), |state, digit| {
                machine.step(state, digit)
            });
            end.is_some_and(|end| machine.accepts(end))
        });
        rows_hold && is_accepted
    }
}
