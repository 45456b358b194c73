//! What must be on the board before a look for a pattern is worth anything.
//!
//! Takes the clauses of a pattern, gives numbers that are compared with counts the position keeps anyway. A naked single
//! needs a cell with one candidate, an XY-wing three cells with two each, a hidden pair a digit with two places in a house,
//! a full house a house with one open cell: where there is none, there is no match, and nothing is tried.

use super::changed::room;
use super::few::MOST_COUNTED;
use super::position::Position;
use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};

/// Conditions that every match of a pattern meets, and that are known of a position at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MatchNeeds {
    /// By the number of candidates: at least so many cells have no more than that.
    cells: [u32; MOST_COUNTED + 1],
    /// A digit has at most so many places in a house.
    places: Option<u32>,
    /// A house has one open cell.
    nearly_full: bool,
}

impl MatchNeeds {
    /// What the clauses of a pattern need.
    pub fn of(pattern: &Pattern) -> MatchNeeds {
        let mut needs = MatchNeeds {
            nearly_full: (pattern.conditions.iter()).any(|c| matches!(c, Condition::OnlyOpen(..))),
            ..MatchNeeds::default()
        };
        let mut small: Vec<(u32, Var)> = Vec::new();
        for every in &pattern.knowledge {
            let Some(room) = room(pattern, every).filter(|&room| room as usize <= MOST_COUNTED)
            else {
                continue;
            };
            match every.subject {
                Subject::Cells(cells) if sort_of(pattern, cells) == Sort::Cell => {
                    small.push((room, cells));
                }
                Subject::Digits(digits, houses)
                    if least(pattern, digits) > 0 && least(pattern, houses) > 0 =>
                {
                    needs.places = Some(needs.places.map_or(room, |known| known.min(room)));
                }
                _ => {}
            }
        }
        small.sort_unstable();
        // Cells of different variables count apart where a condition says that they are not the same.
        let mut apart: Vec<Var> = Vec::new();
        for (room, cells) in small {
            let count = match apart.iter().all(|&other| are_apart(pattern, cells, other)) {
                true => {
                    apart.push(cells);
                    apart.iter().map(|&var| least(pattern, var)).sum()
                }
                false => least(pattern, cells),
            };
            for need in &mut needs.cells[room as usize..] {
                *need = count.max(*need);
            }
        }
        needs
    }

    /// Whether a position has all that is needed.
    pub fn are_met(&self, position: &Position) -> bool {
        let few = position.few();
        let enough = |(most, &need): (usize, &u32)| {
            need == 0 || { few.cells(most) }.is_none_or(|cells| cells.len() >= need as usize)
        };
        if self.nearly_full && position.nearly_full().is_empty() {
            return false;
        }
        self.cells.iter().enumerate().all(enough)
            && self.places.is_none_or(|most| {
                few.any((0, most), |truth| {
                    truth.index() >= position.board().cell_count()
                })
                .unwrap_or(true)
            })
    }
}

fn sort_of(pattern: &Pattern, var: Var) -> Sort {
    pattern.variables[usize::from(var.0)].sort
}

/// How many things a variable stands for at least.
fn least(pattern: &Pattern, var: Var) -> u32 {
    let size = pattern.variables[usize::from(var.0)].size;
    size.map_or(1, |(least, _)| least)
}

/// Whether a condition says that two variables have no cell in common.
fn are_apart(pattern: &Pattern, one: Var, other: Var) -> bool {
    let single = |var: Var| pattern.variables[usize::from(var.0)].size.is_none();
    let says = |condition: &Condition| match *condition {
        Condition::Sees(a, b) | Condition::Disjoint(a, b) | Condition::NotIn(a, b) => {
            (a, b) == (one, other) || (b, a) == (one, other)
        }
        Condition::Distinct(a, b) if single(a) && single(b) => {
            (a, b) == (one, other) || (b, a) == (one, other)
        }
        _ => false,
    };
    pattern.conditions.iter().any(says)
}
