//! Steps of variant puzzles in words.

use std::collections::BTreeSet;

use super::bits::CandidateSet;
use super::model::{Item, Model, value};
use super::search::Reason;
use crate::grid::{Board, Candidate, Cell, Digit, bits};
use crate::proof::RowSet;

/// Most sets of digits of a cage that a sentence lists.
const MAX_LISTED_SETS: usize = 4;
/// Maximum number of fillings examined for a sentence.
const MAX_TRIED_FILLINGS: usize = 5_000;

/// `r1c1<>4, r2c1<>4`
pub(super) fn eliminations(board: &Board, gone: &CandidateSet) -> String {
    let names: Vec<String> = gone.iter().map(|it| board.elimination_name(it)).collect();
    names.join(", ")
}

/// The name of a technique, and why its conclusion holds.
pub(super) fn tell(
    board: &Board,
    model: &Model,
    live: &CandidateSet,
    reason: &Reason,
) -> (String, String) {
    match reason {
        Reason::Single(at, candidate) => {
            let truth = &model.truths[*at];
            let (cell, digit) = (board.cell_of(*candidate), board.digit_of(*candidate));
            match truth.cell {
                Some(_) => (
                    "Last Digit".to_owned(),
                    format!("{} can only be {digit}", board.cell_name(cell)),
                ),
                None => (
                    "Last Place".to_owned(),
                    format!(
                        "{digit} fits only in {} of {}",
                        board.cell_name(cell),
                        &truth.name[1..]
                    ),
                ),
            }
        }
        Reason::Truth(at) => {
            let truth = &model.truths[*at];
            let members: Vec<String> = truth
                .members
                .and(live)
                .iter()
                .map(|it| board.candidate_name(it))
                .collect();
            (
                "Locked Candidates".to_owned(),
                format!("one of {} is true", members.join(", ")),
            )
        }
        Reason::Subset(subset) => {
            let set = &model.sets[subset.set].name;
            let size = ["Pair", "Triple", "Quad"][subset.cells.len().clamp(2, 4) - 2];
            let (cells, digits) = (cells(board, &subset.cells), listed(subset.digits));
            match subset.is_hidden {
                false => (
                    format!("Naked {size}"),
                    format!("{cells} of {set} hold only {digits}"),
                ),
                true => (
                    format!("Hidden {size}"),
                    format!("{digits} of {set} fit only in {cells}"),
                ),
            }
        }
        Reason::Item(at, _) => by_item(board, model, live, &model.items[*at]),
    }
}

fn by_item(board: &Board, model: &Model, live: &CandidateSet, item: &Item) -> (String, String) {
    let place = cells(board, &item.cells);
    let sum = item.rows.first().and_then(|row| row.lo).unwrap_or_default();
    match item.kind.as_str() {
        "cage" => {
            let is = match digit_sets(board, model, live, item) {
                Some(sets) => sets
                    .iter()
                    .map(|&it| listed(it))
                    .collect::<Vec<_>>()
                    .join(" or "),
                None => "restricted by its sum".to_owned(),
            };
            (
                "Cage Combinations".to_owned(),
                format!("the cage of {sum} in {place} is {is}"),
            )
        }
        "derive" => {
            let name = |set: &RowSet| match set {
                RowSet::Named(name) => name.clone(),
                RowSet::Link(_) => String::new(),
            };
            let terms: Vec<String> = item
                .terms
                .iter()
                .map(|it| {
                    format!(
                        "{}{}",
                        if it.multiplier < 0 { "-" } else { "+" },
                        name(&it.set)
                    )
                })
                .collect();
            let weight = |cell: &Cell| item.rows[0].weight(board.candidate(*cell, Digit::new(0)));
            let signed: Vec<String> = item
                .cells
                .iter()
                .map(|cell| match weight(cell) {
                    1 => format!("+{}", board.cell_name(*cell)),
                    -1 => format!("-{}", board.cell_name(*cell)),
                    more => format!("{more:+}*{}", board.cell_name(*cell)),
                })
                .collect();
            (
                "Innies and Outies".to_owned(),
                format!("{} gives {} = {sum}", terms.join(" "), signed.join(" ")),
            )
        }
        "sum" => (
            "Sum".to_owned(),
            format!(
                "the sum {} allows no other digits in {place}",
                item.words[0]
            ),
        ),
        "path" | "every" => (
            "Line".to_owned(),
            format!("every filling of the line {place} excludes them"),
        ),
        kind => (
            format!("Fillings of {kind}"),
            format!("every filling of {} excludes them", item.words[0]),
        ),
    }
}

/// The sets of digits of a cage; `None` if there are too many.
fn digit_sets(
    board: &Board,
    model: &Model,
    live: &CandidateSet,
    item: &Item,
) -> Option<BTreeSet<u32>> {
    let mut search = DigitSets {
        board,
        model,
        live,
        item,
        left: MAX_TRIED_FILLINGS,
        sets: BTreeSet::new(),
    };
    search.go(0, 0, 0, &mut Vec::new());
    (search.left > 0 && search.sets.len() <= MAX_LISTED_SETS).then_some(search.sets)
}

struct DigitSets<'a> {
    board: &'a Board,
    model: &'a Model,
    live: &'a CandidateSet,
    item: &'a Item,
    left: usize,
    sets: BTreeSet<u32>,
}

impl DigitSets<'_> {
    fn go(&mut self, at: usize, sum: i64, digits: u32, chosen: &mut Vec<Candidate>) {
        let total = self.item.rows[0].hi.unwrap_or(i64::MAX);
        if self.left == 0 || sum > total {
            return;
        }
        let Some(&cell) = self.item.cells.get(at) else {
            self.left -= 1;
            if sum == total {
                self.sets.insert(digits);
            }
            return;
        };
        for digit in self.board.digits() {
            let candidate = self.board.candidate(cell, digit);
            let excluded = |it: &Candidate| self.model.excluded[it.index()].contains(candidate);
            if self.live.contains(candidate) && !chosen.iter().any(excluded) {
                chosen.push(candidate);
                self.go(
                    at + 1,
                    sum + value(digit),
                    digits | 1 << digit.index(),
                    chosen,
                );
                chosen.pop();
            }
        }
    }
}

fn cells(board: &Board, cells: &[Cell]) -> String {
    let names: Vec<String> = cells.iter().map(|&cell| board.cell_name(cell)).collect();
    names.join(",")
}

/// `1, 2, 3`
fn listed(digits: u32) -> String {
    let digits: Vec<String> = bits(digits).map(|it| Digit::new(it).to_string()).collect();
    digits.join(", ")
}
