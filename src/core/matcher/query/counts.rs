//! Counts that a position must reach before a search for a pattern can succeed.
//!
//! The counts are read from the clauses of a pattern and compared with counts that the position
//! keeps. A naked single needs a cell with one candidate, an XY-wing three cells with two each, a
//! hidden pair a digit with two places in a house, a full house a house with one open cell. Without
//! these the search ends at once.

use std::fmt;

use crate::grid::Cell;
use crate::lang::ir::{Condition, Pattern, Sort, Subject, Var};
use crate::matcher::index::position::Position;
use crate::matcher::index::truths::MAX_TRACKED;
use crate::matcher::query::clause::{only_digits, room};

/// Necessary conditions for a match that a position answers at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CellCounts {
    /// By number of candidates: how many cells must have at most that number.
    cells: [u32; MAX_TRACKED + 1],
    /// Some digit must have at most this number of places in a house.
    places: Option<u32>,
    /// True if a house must have one open cell.
    nearly_full: bool,
    /// Two cells that see each other must have at most this number of digits together, as in a
    /// remote pair.
    twins: Option<u32>,
}

impl CellCounts {
    /// The counts that the clauses of a pattern need.
    pub fn of(pattern: &Pattern) -> CellCounts {
        let mut needs = CellCounts {
            nearly_full: (pattern.conditions.iter()).any(|c| matches!(c, Condition::OnlyOpen(..))),
            twins: twins(pattern),
            ..CellCounts::default()
        };
        let mut small: Vec<(u32, Var)> = Vec::new();
        for every in &pattern.knowledge {
            let Some(room) = room(pattern, every).filter(|&room| room as usize <= MAX_TRACKED)
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
        // Cells of different variables are counted separately if a condition makes them distinct.
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

    /// True if the position reaches all counts.
    pub fn can_match(&self, position: &Position) -> bool {
        let few = position.small_truths();
        let enough = |(most, &need): (usize, &u32)| {
            need == 0 || { few.cells(most) }.is_none_or(|cells| cells.len() >= need as usize)
        };
        if self.nearly_full && position.nearly_full().is_empty() {
            return false;
        }
        self.cells.iter().enumerate().all(enough)
            && self.twins.is_none_or(|most| has_twins(position, most))
            && self.places.is_none_or(|most| {
                few.any((0, most), |truth| {
                    truth.index() >= position.board().cell_count()
                })
                .unwrap_or(true)
            })
    }
}

/// Number of digits that two cells that see each other have together, if clauses name the same
/// digits for both.
fn twins(pattern: &Pattern) -> Option<u32> {
    let is_one = |var: Var| pattern.variables[usize::from(var.0)].size.is_none();
    let named = pattern.knowledge.iter().filter_map(|every| {
        let Subject::Cells(cell) = every.subject else {
            return None;
        };
        let mut digits = only_digits(every)?;
        digits.sort_unstable();
        let is_cell = is_one(cell) && sort_of(pattern, cell) == Sort::Cell;
        (is_cell && digits.iter().all(|&digit| is_one(digit))).then_some((cell, digits))
    });
    let named: Vec<(Var, Vec<Var>)> = named.collect();
    let pairs = (0..named.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    let same = pairs.filter(|&(i, j)| {
        let (one, other) = (named[i].0, named[j].0);
        let see = |c: &Condition| {
            matches!(c, Condition::Sees(a, b) if [(one, other), (other, one)].contains(&(*a, *b)))
        };
        named[i].1 == named[j].1 && pattern.conditions.iter().any(see)
    });
    let rooms = same.map(|(i, _)| named[i].1.len() as u32);
    rooms.filter(|&room| room as usize <= MAX_TRACKED).min()
}

/// True if two cells that see each other have at most `most` digits together.
fn has_twins(position: &Position, most: u32) -> bool {
    let Some(small) = position.small(most as usize) else {
        return true;
    };
    let (board, state) = (position.board(), position.state());
    let cells: Vec<(Cell, u32)> = { small.iter() }
        .map(|cell| (cell, state.mask(board.cell_group(cell))))
        .collect();
    let see = |one: Cell, other: Cell| {
        let others = board.houses_of(other);
        board
            .houses_of(one)
            .iter()
            .any(|house| others.contains(house))
    };
    cells.iter().enumerate().any(|(i, (one, digits))| {
        let before = cells[..i].iter();
        { before }.any(|(other, more)| (digits | more).count_ones() <= most && see(*one, *other))
    })
}

fn sort_of(pattern: &Pattern, var: Var) -> Sort {
    pattern.variables[usize::from(var.0)].sort
}

/// Least number of members of a variable.
fn least(pattern: &Pattern, var: Var) -> u32 {
    let size = pattern.variables[usize::from(var.0)].size;
    size.map_or(1, |(least, _)| least)
}

/// True if a condition says that two variables have no cell in common.
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

impl fmt::Display for CellCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        let mut known = 0;
        for (most, &need) in self.cells.iter().enumerate().filter(|(_, need)| **need > 0) {
            if need > known {
                parts.push(format!("{need} cells have at most {most} candidates"));
                known = need;
            }
        }
        if let Some(most) = self.places {
            parts.push(format!("a digit has at most {most} places in a house"));
        }
        if self.nearly_full {
            parts.push("a house has one open cell".to_owned());
        }
        if let Some(most) = self.twins {
            parts.push(format!(
                "two cells that see each other have {most} digits together"
            ));
        }
        f.write_str(&parts.join(", "))
    }
}
