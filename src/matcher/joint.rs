//! Clauses that share digits: what they leave over together must fit into the digits that
//! they name together.
//!
//! If every candidate of p is x or y, of a is x or z and of b is y or z, then p, a and b have
//! three digits between them, whatever these are. That is known long before the digits are.

use super::cells::CellSet;
use super::env::Env;
use super::plan::Bind;
use super::run::Run;
use crate::grid::{Digit, bits};
use crate::lang::ir::{Alternative, Every, Pattern, Subject, Var};

/// Cells are counted in advance where there is room for so many digits at most.
const MAX_ROOM: usize = 6;

/// Clauses about cells, each a digit among others that are not bound yet.
#[derive(Clone, Debug)]
pub struct Joint {
    /// The variables of the cells.
    cells: Vec<Var>,
    /// The digits that are bound already.
    bound: Vec<Var>,
    /// How many digits the variables that are not bound stand for.
    room: u32,
}

/// The digits that a clause speaks of, if it speaks of nothing else.
pub fn only_digits(every: &Every) -> Option<Vec<Var>> {
    let digit = |a: &Alternative| match a {
        Alternative::Digit(var) => Some(*var),
        _ => None,
    };
    every.alternatives.iter().map(digit).collect()
}

/// For each step of a plan, the clauses that must fit together once it is done. Only where a
/// step binds cells that such a clause speaks of, and there are others already.
pub fn joints(pattern: &Pattern, steps: &[Bind]) -> Vec<Option<Joint>> {
    let bound_after = |i: usize| {
        steps[..=i]
            .iter()
            .map(|bind| bind.var)
            .collect::<Vec<Var>>()
    };
    let joint = |i: usize| Joint::new(pattern, &bound_after(i), steps[i].var);
    (0..steps.len()).map(joint).collect()
}

impl Joint {
    fn new(pattern: &Pattern, bound: &[Var], newest: Var) -> Option<Joint> {
        let mut joint = Joint {
            cells: Vec::new(),
            bound: Vec::new(),
            room: 0,
        };
        let mut free: Vec<Var> = Vec::new();
        for every in &pattern.knowledge {
            let Subject::Cells(cells) = every.subject else {
                continue;
            };
            let Some(digits) = only_digits(every).filter(|_| bound.contains(&cells)) else {
                continue;
            };
            joint.cells.push(cells);
            let (known, open): (Vec<Var>, Vec<Var>) =
                digits.into_iter().partition(|d| bound.contains(d));
            joint.bound.extend(known);
            free.extend(open);
        }
        free.sort_unstable();
        free.dedup();
        for var in &free {
            let variable = &pattern.variables[usize::from(var.0)];
            joint.room += variable.size.map_or(1, |(_, most)| most);
        }
        let useful = joint.cells.len() > 1 && joint.cells.contains(&newest) && !free.is_empty();
        useful.then_some(joint)
    }

    /// The digits that the cells have, and those that are bound.
    fn digits(&self, env: &Env<'_>, except: Option<Var>) -> (u32, u32) {
        let bound = self.bound.iter().fold(0, |mask, &v| mask | env.digits(v));
        let mut live = 0;
        for &var in self.cells.iter().filter(|v| Some(**v) != except) {
            for cell in env.cells(var).iter() {
                live |= env.mask(env.position.board().cell_group(cell));
            }
        }
        (live, bound)
    }

    /// Whether what is left over fits.
    pub fn fits(&self, env: &Env<'_>) -> bool {
        let (live, bound) = self.digits(env, None);
        (live & !bound).count_ones() <= self.room
    }
}

impl<'a, F: FnMut(&Env<'a>)> Run<'a, F> {
    /// Keeps the cells that fit with those that are bound already.
    pub(super) fn keep_joining(&self, joint: &Joint, var: Var, domain: &mut CellSet) {
        let (live, bound) = joint.digits(&self.env, Some(var));
        let Some(room) = joint.room.checked_sub((live & !bound).count_ones()) else {
            *domain = CellSet::EMPTY;
            return;
        };
        self.keep_within(live | bound, room as usize, domain);
    }

    /// Keeps the cells that have no more than so many digits other than these.
    pub(super) fn keep_within(&self, digits: u32, room: usize, domain: &mut CellSet) {
        let mut exceeding = [CellSet::EMPTY; MAX_ROOM + 1];
        let Some(levels) = exceeding.get_mut(..=room) else {
            return;
        };
        for digit in bits(self.env.tables.all_digits() & !digits) {
            let places = *self.env.position.places(Digit::new(digit));
            for level in (1..=room).rev() {
                levels[level] |= levels[level - 1] & places;
            }
            levels[0] |= places;
        }
        *domain = domain.without(&levels[room]);
    }
}
