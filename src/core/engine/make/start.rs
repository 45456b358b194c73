//! Starting puzzles: random ones, ones around a state in which a rule fires, or near another
//! puzzle.
//!
//! A jellyfish occurs by chance in one of many thousand puzzles. The example of its rule has one,
//! so a puzzle made from its digits is likely to have it too.

use std::sync::Arc;

use super::plan::GivenPlan;
use crate::engine::count::count;
use crate::engine::create::Creator;
use crate::engine::minimal::Needs;
use crate::engine::random::Random;
use crate::engine::search::{Limits, Outcome, Search};
use crate::grid::{Cell, Digit, Puzzle, State};

/// Maximum number of suppositions per search for solutions.
pub(super) const SOLUTION_LIMITS: Limits = Limits { supposes: 20_000 };

/// Maximum number of solutions to choose from.
const SOLUTIONS: u64 = 40;

/// The starting point of a puzzle.
#[derive(Clone, Copy, Debug)]
pub enum Start<'p> {
    /// A random full grid.
    Fresh,
    /// The digits of a state in which a technique fires.
    Around(&'p Puzzle),
    /// A puzzle some of whose givens are exchanged.
    Near(&'p Puzzle),
    /// A puzzle and the digits that rules place first. A puzzle made from both passes through the
    /// same state.
    Inside(&'p Puzzle),
}

/// A puzzle with its only solution.
#[derive(Clone, Debug)]
pub(super) struct SolvedPuzzle {
    pub givens: Vec<Option<Digit>>,
    pub solution: Vec<Digit>,
}

impl SolvedPuzzle {
    /// Solves a puzzle. `None` if it does not have exactly one solution.
    pub fn of(plan: &GivenPlan, puzzle: &Puzzle) -> Option<SolvedPuzzle> {
        let mut search = Search::new(&plan.board, SOLUTION_LIMITS);
        let Outcome::Unique(solution) = search.solve(&puzzle.state()) else {
            return None;
        };
        let givens = puzzle.givens.clone()?;
        Some(SolvedPuzzle { givens, solution })
    }

    pub fn puzzle(&self, plan: &GivenPlan) -> Puzzle {
        Puzzle::from_givens(Arc::clone(&plan.board), self.givens.clone())
    }

    /// Sets or removes the givens of the cells.
    pub fn set(&mut self, unit: &[Cell], given: bool) {
        for cell in unit {
            self.givens[cell.index()] = given.then(|| self.solution[cell.index()]);
        }
    }

    pub fn is_given(&self, unit: &[Cell]) -> bool {
        unit.iter().all(|cell| self.givens[cell.index()].is_some())
    }

    pub fn clues(&self) -> usize {
        self.givens.iter().flatten().count()
    }
}

/// The starting puzzle. `None` if the attempt fails.
pub(super) fn begin(
    plan: &GivenPlan,
    start: Start<'_>,
    random: &mut Random,
) -> Option<SolvedPuzzle> {
    let count = plan.board.cell_count();
    match start {
        Start::Fresh => {
            let grid = Creator::with(&plan.board, random).full_grid()?;
            let solution: Vec<Digit> = grid.givens?.into_iter().flatten().collect();
            let mut puzzle = SolvedPuzzle {
                givens: vec![None; count],
                solution,
            };
            // Sometimes a whole house stays empty: some techniques need nine open cells.
            let houses = plan.board.houses();
            let spared = &houses[random.below(houses.len())].cells;
            let spares = random.below(4) == 0;
            let is_spared = |unit: &[Cell]| spares && unit.iter().any(|c| spared.contains(c));
            for unit in plan.units.iter().filter(|unit| !is_spared(unit)) {
                puzzle.set(unit, true);
            }
            if puzzle.clues() < count && !one_solution(plan, &mut puzzle, random) {
                return None;
            }
            let least = *plan.clues.start();
            reduce(plan, &mut puzzle, random, least);
            Some(puzzle)
        }
        Start::Around(example) => {
            let state = example.state();
            let solution = some_solution(plan, &state, random)?;
            let board = &*plan.board;
            let mut puzzle = SolvedPuzzle {
                givens: vec![None; count],
                solution,
            };
            for unit in &plan.units {
                let known = |cell: &Cell| state.digits(board, *cell).is_power_of_two();
                puzzle.set(unit, unit.iter().all(known));
            }
            add_until_unique(plan, &mut puzzle, random)?;
            // Often some of the digits are removed, so that other techniques do not fire there.
            if random.below(4) > 0 {
                let clues = puzzle.clues();
                let least = clues - random.below(clues / 2);
                reduce(plan, &mut puzzle, random, least);
            }
            Some(puzzle)
        }
        Start::Inside(puzzle) => SolvedPuzzle::of(plan, puzzle),
        Start::Near(puzzle) => {
            let mut givens = puzzle.givens.clone()?;
            let given: Vec<&Vec<Cell>> = { plan.units.iter() }
                .filter(|unit| unit.iter().all(|cell| givens[cell.index()].is_some()))
                .collect();
            let leave_out = 1 + random.below(3);
            for index in random.order(given.len()).into_iter().take(leave_out) {
                (given[index].iter()).for_each(|cell| givens[cell.index()] = None);
            }
            let part = Puzzle::from_givens(Arc::clone(&plan.board), givens.clone());
            let solution = some_solution(plan, &part.state(), random)?;
            let mut puzzle = SolvedPuzzle { givens, solution };
            add_until_unique(plan, &mut puzzle, random)?;
            reduce(plan, &mut puzzle, random, *plan.clues.start());
            Some(puzzle)
        }
    }
}

/// A random solution of a state.
fn some_solution(plan: &GivenPlan, state: &State, random: &mut Random) -> Option<Vec<Digit>> {
    let mut all: Vec<Vec<Digit>> = Vec::new();
    count(&plan.board, state, SOLUTIONS, SOLUTION_LIMITS, |solution| {
        all.push(solution.to_vec());
    });
    let choice = random.below(all.len());
    (!all.is_empty()).then(|| all.swap_remove(choice))
}

/// Adds givens until there is one solution, each in a cell where another solution differs.
fn add_until_unique(
    plan: &GivenPlan,
    puzzle: &mut SolvedPuzzle,
    random: &mut Random,
) -> Option<()> {
    let mut search = Search::new(&plan.board, SOLUTION_LIMITS);
    loop {
        let (one, other) = match search.solve(&puzzle.puzzle(plan).state()) {
            Outcome::Unique(_) => return Some(()),
            Outcome::Many(one, other) => (one, other),
            Outcome::None(_) | Outcome::GaveUp => return None,
        };
        let differs = |cell: &Cell| {
            let cell = cell.index();
            puzzle.solution[cell] != one[cell] || puzzle.solution[cell] != other[cell]
        };
        let useful: Vec<&Vec<Cell>> = { plan.units.iter() }
            .filter(|unit| !puzzle.is_given(unit) && unit.iter().any(differs))
            .collect();
        let unit = *useful.get(random.below(useful.len()))?;
        puzzle.set(unit, true);
    }
}

/// Changes the solution until the givens in the cells determine it. An exchange takes the digit of
/// another solution in a given cell, if the number of solutions does not grow.
fn one_solution(plan: &GivenPlan, puzzle: &mut SolvedPuzzle, random: &mut Random) -> bool {
    const MAX_SOLUTION_CHANGES: usize = 300;
    let solutions = |puzzle: &SolvedPuzzle| {
        let state = puzzle.puzzle(plan).state();
        count(&plan.board, &state, 400, SOLUTION_LIMITS, |_| ()).solutions
    };
    let mut number = solutions(puzzle);
    for _ in 0..MAX_SOLUTION_CHANGES {
        if number == 1 {
            return true;
        }
        let mut other = puzzle.clone();
        // A few units are removed and filled from another solution.
        for _ in 0..1 + random.below(3) {
            other.set(&plan.units[random.below(plan.units.len())], false);
        }
        let state = other.puzzle(plan).state();
        let Some(solution) = some_solution(plan, &state, random) else {
            continue;
        };
        other.solution = solution;
        plan.units.iter().for_each(|unit| other.set(unit, true));
        let left = solutions(&other);
        if left > 0 && left <= number {
            (*puzzle, number) = (other, left);
        }
    }
    false
}

/// Removes givens in random order while the solution stays unique, down to `least`.
pub(super) fn reduce(
    plan: &GivenPlan,
    puzzle: &mut SolvedPuzzle,
    random: &mut Random,
    least: usize,
) {
    let mut needs = Needs::new(&plan.board, SOLUTION_LIMITS);
    let mut search = Search::new(&plan.board, SOLUTION_LIMITS);
    for index in random.order(plan.units.len()) {
        let unit = &plan.units[index];
        if !puzzle.is_given(unit) || puzzle.clues() < least + unit.len() {
            continue;
        }
        if is_spare(plan, puzzle, unit, &mut needs, &mut search) {
            puzzle.set(unit, false);
        }
    }
}

/// Whether the solution stays unique when the givens are removed.
pub(super) fn is_spare(
    plan: &GivenPlan,
    puzzle: &SolvedPuzzle,
    unit: &[Cell],
    needs: &mut Needs<'_>,
    search: &mut Search<'_>,
) -> bool {
    if let [cell] = unit {
        let digit = puzzle.solution[cell.index()];
        let mut less = puzzle.clone();
        less.set(unit, false);
        return needs.is_forced(&less.puzzle(plan), *cell, digit);
    }
    let mut less = puzzle.clone();
    less.set(unit, false);
    matches!(search.solve(&less.puzzle(plan).state()), Outcome::Unique(_))
}
