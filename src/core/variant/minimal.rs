//! Redundant constraints and givens of a variant puzzle.

use std::sync::Arc;

use super::path::count;
use super::text::Variant;
use crate::proof::Rules;

/// Maximum number of suppositions per test for a unique solution.
const MAX_TEST_SUPPOSES: u64 = 20_000;

/// The redundant clues of a puzzle.
#[derive(Clone, Debug)]
pub struct SpareClues {
    /// The clues that are redundant by themselves: givens such as `r1c1=4`, and constraint lines.
    pub spare: Vec<String>,
    /// The puzzle after the redundant clues were removed one by one, from the last to the first.
    pub reduced: Variant,
    /// Whether every clue was decided.
    pub is_complete: bool,
}

/// One clue of a puzzle.
#[derive(Clone, Copy)]
enum Clue {
    Given(usize),
    Line(usize),
}

impl Variant {
    /// The puzzle without the constraint line at this index.
    fn without_line(&self, left_out: usize) -> Option<Variant> {
        let rules = self.header.rules.as_deref()?;
        let mut kept = Rules::default();
        for (at, line) in rules.lines.iter().enumerate() {
            if at != left_out {
                let words: Vec<&str> = line.split(' ').collect();
                kept.add(&self.header.board, &words)?;
            }
        }
        let mut variant = self.clone();
        variant.header.rules = Some(Arc::new(kept));
        Some(variant)
    }

    fn without(&self, clue: Clue) -> Option<Variant> {
        match clue {
            Clue::Line(at) => self.without_line(at),
            Clue::Given(cell) => {
                let mut variant = self.clone();
                variant.header.givens.as_mut()?[cell] = None;
                Some(variant)
            }
        }
    }
}

/// Whether a puzzle has one solution. `None` if the search took too long.
fn is_unique(puzzle: &Variant) -> Option<bool> {
    let (found, is_complete) = count(puzzle, 2, MAX_TEST_SUPPOSES);
    match found.len() {
        1 if !is_complete => None,
        0 if !is_complete => None,
        solutions => Some(solutions == 1),
    }
}

/// The redundant clues of a puzzle with one solution. `None` if it does not have one solution, or
/// if the search took too long. Houses are kept, because they belong to the board.
pub fn spare_clues(puzzle: &Variant) -> Option<SpareClues> {
    if is_unique(puzzle) != Some(true) {
        return None;
    }
    let givens = puzzle.header.givens.iter().flatten().enumerate();
    let givens = givens.filter(|(_, it)| it.is_some());
    let lines = puzzle.header.rules.iter().flat_map(|it| &it.lines);
    let is_clue = |line: &String| !line.starts_with("house ") && !line.starts_with("all ");
    let lines: Vec<usize> = { lines.enumerate() }
        .filter(|(_, line)| is_clue(line))
        .map(|(at, _)| at)
        .collect();
    let mut clues: Vec<Clue> = givens.map(|(cell, _)| Clue::Given(cell)).collect();
    clues.extend(lines.into_iter().map(Clue::Line));
    let mut found = SpareClues {
        spare: Vec::new(),
        reduced: puzzle.clone(),
        is_complete: true,
    };
    for &clue in &clues {
        match puzzle.without(clue).as_ref().map(is_unique) {
            Some(Some(true)) => found.spare.push(name(puzzle, clue)),
            Some(Some(false)) => {}
            _ => found.is_complete = false,
        }
    }
    for &clue in clues.iter().rev() {
        let smaller = found.reduced.without(clue);
        if let Some(smaller) = smaller.filter(|it| is_unique(it) == Some(true)) {
            found.reduced = smaller;
        }
    }
    Some(found)
}

fn name(puzzle: &Variant, clue: Clue) -> String {
    let board = &puzzle.header.board;
    let lines = puzzle.header.rules.iter().flat_map(|it| &it.lines);
    match clue {
        Clue::Line(at) => lines.clone().nth(at).cloned().unwrap_or_default(),
        Clue::Given(cell) => {
            let given = puzzle.header.givens.iter().flatten().nth(cell);
            let cell = crate::grid::Cell::new(cell);
            let name = given.and_then(|it| Some(board.candidate(cell, (*it)?)));
            name.map_or(String::new(), |it| board.candidate_name(it))
        }
    }
}
