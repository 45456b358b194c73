//! Exchanges of givens: from a puzzle to another one that shares most givens with it.
//!
//! After some givens are removed, the puzzle has several solutions. If exactly one solution has 7
//! in r1c1, the puzzle with this given has one solution. So one count of the solutions gives all
//! givens that complete the puzzle, and no puzzle with several solutions is tried.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::plan::GivenPlan;
use super::start::{SOLUTION_LIMITS, SolvedPuzzle, reduce};
use crate::engine::count::count;
use crate::engine::random::Random;
use crate::grid::{Cell, Digit, Puzzle};

/// Maximum number of solutions to choose from. Without three givens, most puzzles have fewer.
const MAX_SOLUTIONS: u64 = 1_000;

/// Numbers of givens that an exchange removes and adds. Small exchanges are frequent.
const EXCHANGES: [(usize, usize); 8] = [
    (1, 1),
    (1, 1),
    (1, 1),
    (2, 2),
    (2, 2),
    (1, 2),
    (2, 1),
    (3, 3),
];

/// Exchanges for puzzles that may have redundant givens.
const SINGLE_CHANGES: [(usize, usize); 2] = [(0, 1), (1, 0)];

/// Exchanges some givens of a puzzle. The result has one solution and meets the plan. `None` if the
/// exchange fails.
pub fn exchange(plan: &GivenPlan, puzzle: &Puzzle, random: &mut Random) -> Option<Puzzle> {
    let kinds = EXCHANGES.len()
        + if plan.minimal {
            0
        } else {
            SINGLE_CHANGES.len()
        };
    let kind = random.below(kinds);
    let &(removed, added) = { EXCHANGES.iter() }.chain(&SINGLE_CHANGES).nth(kind)?;
    let before = puzzle.givens.clone()?;
    let mut givens = before.clone();
    let is_given = |givens: &[Option<Digit>], unit: &[Cell]| {
        unit.iter().all(|cell| givens[cell.index()].is_some())
    };
    let given: Vec<&Vec<Cell>> = { plan.units.iter() }
        .filter(|unit| is_given(&before, unit))
        .collect();
    for index in random.order(given.len()).into_iter().take(removed) {
        given[index].iter().for_each(|c| givens[c.index()] = None);
    }
    let mut solutions = solutions(plan, &givens)?;
    for left in (0..added).rev() {
        let open: Vec<&Vec<Cell>> = { plan.units.iter() }
            .filter(|unit| unit.iter().all(|cell| givens[cell.index()].is_none()))
            .collect();
        let chosen = match (left, solutions.len()) {
            (0, 2..) => completions(&open, &solutions, &before, random)?,
            _ => (random.below(open.len()), random.below(solutions.len())),
        };
        let (unit, solution) = (open.get(chosen.0)?, solutions[chosen.1].clone());
        for cell in unit.iter().map(|cell| cell.index()) {
            givens[cell] = Some(solution[cell]);
        }
        let has_unit = |other: &Vec<Digit>| {
            let mut cells = unit.iter().map(|cell| cell.index());
            cells.all(|cell| other[cell] == solution[cell])
        };
        solutions.retain(has_unit);
    }
    let [solution] = &solutions[..] else {
        return None;
    };
    let mut made = SolvedPuzzle {
        givens,
        solution: solution.clone(),
    };
    if plan.minimal {
        reduce(plan, &mut made, random, *plan.clues.start());
    }
    let fits = plan.clues.contains(&made.clues()) && made.givens != before;
    fits.then(|| made.puzzle(plan))
}

/// All solutions with these givens. `None` if there are too many.
fn solutions(plan: &GivenPlan, givens: &[Option<Digit>]) -> Option<Vec<Vec<Digit>>> {
    let state = Puzzle::from_givens(Arc::clone(&plan.board), givens.to_vec()).state();
    let mut all: Vec<Vec<Digit>> = Vec::new();
    let counted = count(
        &plan.board,
        &state,
        MAX_SOLUTIONS,
        SOLUTION_LIMITS,
        |solution| all.push(solution.to_vec()),
    );
    (counted.complete && !all.is_empty()).then_some(all)
}

/// A unit and a solution. No other solution has the solution's digits in the unit. The unit has no
/// givens of the puzzle before the exchange.
fn completions(
    open: &[&Vec<Cell>],
    solutions: &[Vec<Digit>],
    before: &[Option<Digit>],
    random: &mut Random,
) -> Option<(usize, usize)> {
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, unit) in open.iter().enumerate() {
        // The solutions by the digits of the unit. `None` for digits of several solutions.
        let mut by_digits: BTreeMap<Vec<Digit>, Option<usize>> = BTreeMap::new();
        for (nth, solution) in solutions.iter().enumerate() {
            let digits = unit.iter().map(|cell| solution[cell.index()]).collect();
            let only = by_digits.entry(digits).or_insert(Some(nth));
            if *only != Some(nth) {
                *only = None;
            }
        }
        let is_new = |nth: &usize| {
            let mut cells = unit.iter().map(|cell| cell.index());
            cells.any(|cell| before[cell] != Some(solutions[*nth][cell]))
        };
        let alone = by_digits.into_values().flatten().filter(is_new);
        found.extend(alone.map(|nth| (at, nth)));
    }
    found.get(random.below(found.len())).copied()
}
