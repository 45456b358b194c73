//! Steps of variant puzzles in words.

use std::collections::BTreeSet;

use super::bits::CandidateSet;
use super::model::{Item, Model, value};
use super::search::Reason;
use crate::grid::{Board, Candidate, Cell, Digit, bits};
use crate::lang::ir::Level;
use crate::proof::RowSet;

/// The name of steps by derived equations.
pub(super) const DERIVED_SUM: &str = "Innies and Outies";
/// The name of steps by two constraints together.
const TWO_CONSTRAINTS: &str = "Two Constraints";
/// The name of steps by the exclusions of one truth.
const EXCLUSION: &str = "Exclusion";
/// Maximum number of digit sets of a cage in a sentence.
const MAX_LISTED_SETS: usize = 4;
/// Maximum number of fillings examined for a sentence.
const MAX_TRIED_FILLINGS: usize = 5_000;

/// The score of a step without a rule file. It lies between the scores of the rules of its level.
pub(super) fn score(level: Level) -> u32 {
    match level {
        Level::Easy => 15,
        Level::Medium => 60,
        Level::Hard => 150,
        _ => 300,
    }
}

/// `r1c1<>4, r2c1<>4`
pub(super) fn eliminations(board: &Board, gone: &CandidateSet) -> String {
    let names: Vec<String> = gone.iter().map(|it| board.elimination_name(it)).collect();
    names.join(", ")
}

/// The name and the level of a technique, and the reason for its conclusion.
pub(super) fn tell(
    board: &Board,
    model: &Model,
    live: &CandidateSet,
    reason: &Reason,
) -> (String, Level, String) {
    match reason {
        Reason::Single(at, candidate) => {
            let name = &model.truths[*at].name;
            let candidate = board.candidate_name(*candidate);
            let why = format!("{candidate} is the last candidate of {name}");
            (EXCLUSION.to_owned(), Level::Easy, why)
        }
        Reason::Truth(at) => {
            let truth = &model.truths[*at];
            let members: Vec<String> = truth
                .members
                .and(live)
                .iter()
                .map(|it| board.candidate_name(it))
                .collect();
            let why = format!("one of {} is true", members.join(", "));
            (EXCLUSION.to_owned(), Level::Easy, why)
        }
        // Only searches by suppositions look for subsets, and their steps have no sentence of their
        // own.
        Reason::Subset(subset) => {
            let (cells, digits) = (cells(board, &subset.cells), listed(subset.digits));
            let why = format!("{cells} share {digits}");
            (EXCLUSION.to_owned(), Level::Medium, why)
        }
        Reason::Items(chosen, _) => match **chosen {
            [at] => by_item(board, model, live, &model.items[at]),
            _ => {
                let names = super::pairs::words(&model.items, chosen).join(", ");
                let why = format!("every filling of {names} together excludes them");
                (TWO_CONSTRAINTS.to_owned(), Level::Unfair, why)
            }
        },
    }
}

fn by_item(
    board: &Board,
    model: &Model,
    live: &CandidateSet,
    item: &Item,
) -> (String, Level, String) {
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
                Level::Medium,
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
                DERIVED_SUM.to_owned(),
                Level::Hard,
                format!("{} gives {} = {sum}", terms.join(" "), signed.join(" ")),
            )
        }
        "sum" => (
            "Sum".to_owned(),
            Level::Medium,
            format!(
                "the sum {} allows no other digits in {place}",
                item.words[0]
            ),
        ),
        "path" | "every" => (
            "Line".to_owned(),
            Level::Medium,
            format!("every filling of the line {place} excludes them"),
        ),
        kind => (
            format!("Fillings of {kind}"),
            Level::Medium,
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
