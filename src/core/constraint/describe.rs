//! Constraints in words.

use std::collections::BTreeSet;

use super::bits::CandidateSet;
use super::model::{Constraints, Item, value};
use crate::grid::{Board, Candidate, Cell, Digit, bits};
use crate::lang::ir::ConstraintKind;
use crate::proof::RowSet;

/// Maximum number of digit sets of a cage in a sentence.
const MAX_LISTED_SETS: usize = 4;
/// Maximum number of fillings examined for a sentence.
const MAX_TRIED_FILLINGS: usize = 5_000;

impl Constraints {
    /// A constraint as a phrase: `the cage of 6 in r1c1,r1c2,r1c3`.
    pub fn phrase(&self, at: usize) -> String {
        let item = &self.items[at];
        let place = cells(&self.board, &item.cells);
        match item.kind {
            ConstraintKind::Cage => format!("the cage of {} in {place}", item.sum()),
            ConstraintKind::Sum => format!("the sum {} in {place}", item.words[0]),
            ConstraintKind::Path => format!("the line {place}"),
            ConstraintKind::Clue => format!("the clue {} for {place}", item.words[0]),
            ConstraintKind::Equation => self.equation(item),
        }
    }

    /// `+r1c1 -r2c1 = 4 by +r1 -k1`
    fn equation(&self, item: &Item) -> String {
        let term = |(multiplier, name): (i64, String)| match multiplier {
            1 => format!("+{name}"),
            -1 => format!("-{name}"),
            more => format!("{more:+}*{name}"),
        };
        let joined = |all: Vec<(i64, String)>| {
            let all: Vec<String> = all.into_iter().map(term).collect();
            all.join(" ")
        };
        let of_cell = |cell: &Cell| {
            let first = self.board.candidate(*cell, Digit::new(0));
            let weight = item.rows.first().map_or(0, |row| row.weight(first));
            (weight, self.board.cell_name(*cell))
        };
        let cells = joined(item.cells.iter().map(of_cell).collect());
        let named = item.terms.iter().filter_map(|term| match &term.set {
            RowSet::Named(name) => Some((term.multiplier, name.clone())),
            RowSet::Link(_) => None,
        });
        format!("{cells} = {} by {}", item.sum(), joined(named.collect()))
    }

    /// The digits of a cage in its fillings: `1, 2, 3 or 1, 2, 4`. In general: `restricted`.
    pub(crate) fn digits_of_fillings(&self, at: usize, live: &CandidateSet) -> String {
        let item = &self.items[at];
        let sets = match item.kind {
            ConstraintKind::Cage => self.digit_sets(live, item),
            _ => None,
        };
        match sets {
            Some(sets) => {
                let sets: Vec<String> = sets.into_iter().map(listed).collect();
                sets.join(" or ")
            }
            None => "restricted".to_owned(),
        }
    }

    /// The sets of digits of a cage; `None` if there are too many.
    fn digit_sets(&self, live: &CandidateSet, item: &Item) -> Option<BTreeSet<u32>> {
        let mut search = DigitSets {
            constraints: self,
            live,
            item,
            left: MAX_TRIED_FILLINGS,
            sets: BTreeSet::new(),
        };
        search.go(0, 0, 0, &mut Vec::new());
        (search.left > 0 && search.sets.len() <= MAX_LISTED_SETS).then_some(search.sets)
    }
}

impl Item {
    fn sum(&self) -> i64 {
        self.rows.first().and_then(|row| row.lo).unwrap_or_default()
    }
}

struct DigitSets<'a> {
    constraints: &'a Constraints,
    live: &'a CandidateSet,
    item: &'a Item,
    left: usize,
    sets: BTreeSet<u32>,
}

impl DigitSets<'_> {
    fn go(&mut self, at: usize, sum: i64, digits: u32, chosen: &mut Vec<Candidate>) {
        let total = self.item.rows[0].hi.unwrap_or(i64::MAX);
        if self.left == 0 || sum > total || self.sets.len() > MAX_LISTED_SETS {
            return;
        }
        let Some(&cell) = self.item.cells.get(at) else {
            self.left -= 1;
            if sum == total {
                self.sets.insert(digits);
            }
            return;
        };
        let (board, excluded) = (&self.constraints.board, &self.constraints.excluded);
        for digit in board.digits() {
            let candidate = board.candidate(cell, digit);
            let is_excluded = |it: &Candidate| excluded[it.index()].contains(candidate);
            if self.live.contains(candidate) && !chosen.iter().any(is_excluded) {
                chosen.push(candidate);
                let digits = digits | 1 << digit.index();
                self.go(at + 1, sum + value(digit), digits, chosen);
                chosen.pop();
            }
        }
    }
}

/// `r1c1,r1c2`
pub(crate) fn cells(board: &Board, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| board.cell_name(cell)).collect();
    names.join(",")
}

/// `1, 2, 3`
pub(crate) fn listed(digits: u32) -> String {
    let digits: Vec<String> = bits(digits).map(|it| Digit::new(it).to_string()).collect();
    digits.join(", ")
}
