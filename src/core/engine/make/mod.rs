//! Puzzles made to order: some rules must solve them, and other rules must not.
//!
//! A [`PuzzleOrder`] makes puzzles with one solution, attempt by attempt. `create --needs
//! Swordfish` requests a puzzle that all rules up to `hard` solve, and that they do not solve
//! without the swordfish.
//!
//! Both conditions are monotonic in the givens: rules that solve a puzzle still solve it with
//! another given, and rules that are stuck may become unstuck. So the rare condition has to be
//! found only once, in any state in which the rules are stuck without the swordfish and get further
//! with it. From there givens are added until the rules solve the puzzle, except givens that let
//! them do so without the swordfish. Then givens are removed while the rules still solve the
//! puzzle. They stay stuck without the swordfish.
//!
//! A puzzle that was found leads to others in the same way, starting with all digits that the rules
//! place before they are stuck. Alternatively, a walk among minimal puzzles exchanges givens,
//! always towards puzzles in which the rules leave no more candidates than before.

mod exchange;
mod plan;
mod start;

pub use exchange::exchange;
pub use plan::{GivenPlan, Symmetry};
pub use start::Start;

use super::minimal::{GivenNeed, Needs};
use super::path_step::PathStep;
use super::random::Random;
use super::search::Search;
use super::solver::{RuleStep, Solver, TechniqueId};
use super::strategy::Pace;
use crate::grid::{Cell, Puzzle};
use crate::matcher::Position;
use start::{SOLUTION_LIMITS, SolvedPuzzle, begin, is_spare};

/// Maximum number of givens tried. If each makes the puzzle too easy, the attempt is given up.
const ADDITIONS: usize = 12;

/// Maximum number of orders in which givens are removed per start.
const REDUCTIONS: usize = 8;

/// Maximum number of exchanges of givens per puzzle.
const MAX_EXCHANGES: usize = 40;

/// The distance of a puzzle in which the technique does not fire. All other distances are smaller.
const LOST: u32 = 10_000;

/// Maximum number of exchanges while the technique does not fire. Another start finds a rare
/// technique sooner.
const PATIENCE_OF_LOST: usize = 4;

/// One walk in this number is long. If a puzzle needs a hidden triple, the other rules leave few
/// candidates, and only long walks lead there.
const LONG_WALKS: usize = 12;

/// The requirements on puzzles.
pub struct PuzzleOrder<'l> {
    /// The cells that may have givens.
    pub plan: GivenPlan,
    /// The solver whose rules must solve the puzzle. `None` if search may be needed.
    pub solves: Option<Solver<'l>>,
    /// The solvers that must not solve the puzzle.
    pub stuck: Vec<Solver<'l>>,
    /// The solver whose single technique must fire where the first solver of `stuck` is stuck.
    pub fires: Option<Solver<'l>>,
}

impl PuzzleOrder<'_> {
    /// Tries to make a puzzle. Most attempts fail if the requirement is rare.
    pub fn attempt(&self, start: Start<'_>, random: &mut Random) -> Option<Puzzle> {
        let begun = match start {
            Start::Inside(puzzle) => self.opened(puzzle)?,
            _ => begin(&self.plan, start, random)?,
        };
        let is_minimal = matches!(start, Start::Fresh | Start::Near(_));
        if self.solves.is_some() && self.plan.minimal && is_minimal && random.below(4) > 0 {
            return self.climb(begun, random);
        }
        let grown = self.grow(begun, random)?;
        (0..REDUCTIONS).find_map(|_| self.reduce(&grown, random))
    }

    /// The puzzle with all digits that the rules place before they are stuck. The technique fires
    /// there.
    fn opened(&self, puzzle: &Puzzle) -> Option<SolvedPuzzle> {
        let start = Position::of(puzzle);
        let ends = self.stuck_at(&vec![start; self.stuck.len()], &[])?;
        let mut opened = SolvedPuzzle::of(&self.plan, puzzle)?;
        let is_placed = |cell: &Cell| ends.iter().all(|end| end.is_solved(*cell));
        for unit in &self.plan.units {
            if unit.iter().all(is_placed) {
                opened.set(unit, true);
            }
        }
        Some(opened)
    }

    /// Walks through minimal puzzles by exchanging givens, towards one that the rules solve.
    fn climb(&self, start: SolvedPuzzle, random: &mut Random) -> Option<Puzzle> {
        let mut here = start.puzzle(&self.plan);
        let mut away = self.away(&here)?;
        let patience = match random.below(LONG_WALKS) {
            0 => MAX_EXCHANGES,
            _ => PATIENCE_OF_LOST,
        };
        for exchange in 0..MAX_EXCHANGES {
            let fits = self.plan.clues.contains(&here.clues());
            if away == 0 && fits {
                break;
            }
            if away >= LOST && exchange >= patience {
                return None;
            }
            let Some(near) = begin(&self.plan, Start::Near(&here), random) else {
                continue;
            };
            let next = near.puzzle(&self.plan);
            if let Some(further) = self.away(&next).filter(|&further| further <= away) {
                (here, away) = (next, further);
            }
        }
        let fits = self.plan.clues.contains(&here.clues());
        (away == 0 && fits && self.needs_all(&here)).then_some(here)
    }

    /// The distance of a puzzle from the requirement: the number of candidates that the rules
    /// leave, plus `LOST` if the technique does not fire. 0 if they solve it, `None` if it is too
    /// easy.
    fn away(&self, puzzle: &Puzzle) -> Option<u32> {
        let start = Position::of(puzzle);
        let stuck = self.stuck_at(&vec![start.clone(); self.stuck.len()], &[])?;
        let mut reached = stuck.first().cloned().unwrap_or(start);
        if let Some(solver) = &self.solves {
            settle(solver, &mut reached);
        }
        if is_solved(&reached) {
            return Some(0);
        }
        let lost = match are_apart(&stuck, &reached) {
            true => 0,
            false => LOST,
        };
        Some(left(&reached) + lost)
    }

    /// Whether every given is needed for the solution.
    fn needs_all(&self, puzzle: &Puzzle) -> bool {
        let mut needs = Needs::new(&self.plan.board, SOLUTION_LIMITS);
        let given = puzzle.given_cells();
        let mut cells = self.plan.board.cells().filter(|cell| given[cell.index()]);
        cells.all(|cell| needs.of(puzzle, cell) == GivenNeed::Needed)
    }

    /// Adds givens until the rules of `solves` solve the puzzle, while those of `stuck` do not.
    fn grow(&self, mut puzzle: SolvedPuzzle, random: &mut Random) -> Option<SolvedPuzzle> {
        let start = Position::of(&puzzle.puzzle(&self.plan));
        let mut stuck = self.stuck_at(&vec![start.clone(); self.stuck.len()], &[])?;
        let Some(solver) = &self.solves else {
            return (self.fires(&stuck)).then_some(puzzle);
        };
        let mut reached = stuck.first().cloned().unwrap_or(start);
        settle(solver, &mut reached);
        // A single technique either separates the solvers by chance or does not. Several techniques
        // come one after another.
        if stuck.len() == 1 && !are_apart(&stuck, &reached) {
            return None;
        }
        while !is_solved(&reached) {
            let next = self.addition(&puzzle, solver, &stuck, &reached, random)?;
            puzzle.set(&self.plan.units[next.unit], true);
            (stuck, reached) = (next.stuck, next.reached);
        }
        Some(puzzle)
    }

    /// A unit of givens to add. Units that keep the solvers separated where the technique fires are
    /// required, if they are separated already. Otherwise units that separate them are preferred.
    fn addition(
        &self,
        puzzle: &SolvedPuzzle,
        solver: &Solver<'_>,
        stuck: &[Position],
        reached: &Position,
        random: &mut Random,
    ) -> Option<Addition> {
        let units = &self.plan.units;
        let is_open = |unit: &[Cell]| unit.iter().any(|&cell| !reached.is_solved(cell));
        let most = *self.plan.clues.end();
        let order = random.order(units.len()).into_iter();
        let open = order
            .filter(|&unit| is_open(&units[unit]) && puzzle.clues() + units[unit].len() <= most);
        let are_apart = are_apart(stuck, reached);
        let mut other = None;
        for unit in open.take(ADDITIONS) {
            let placed = self.candidates(puzzle, &units[unit]);
            let Some(stuck) = self.stuck_at(stuck, &placed) else {
                continue;
            };
            let mut reached = reached.clone();
            placed.iter().for_each(|&c| place(&mut reached, c));
            settle(solver, &mut reached);
            let addition = Addition {
                unit,
                stuck,
                reached,
            };
            if self::are_apart(&addition.stuck, &addition.reached) {
                return Some(addition);
            }
            if !are_apart && other.is_none() {
                other = Some(addition);
            }
        }
        other
    }

    /// The positions in which the solvers that must not solve the puzzle are stuck, continuing from
    /// earlier ones with these candidates placed. `None` if one of them solves it.
    fn stuck_at(
        &self,
        before: &[Position],
        placed: &[crate::grid::Candidate],
    ) -> Option<Vec<Position>> {
        let ends = before.iter().zip(&self.stuck);
        ends.map(|(position, solver)| {
            let mut position = position.clone();
            placed.iter().for_each(|&c| place(&mut position, c));
            settle(solver, &mut position);
            (!is_solved(&position)).then_some(position)
        })
        .collect()
    }

    fn candidates(&self, puzzle: &SolvedPuzzle, unit: &[Cell]) -> Vec<crate::grid::Candidate> {
        let board = &*self.plan.board;
        let candidate = |&cell: &Cell| board.candidate(cell, puzzle.solution[cell.index()]);
        unit.iter().map(candidate).collect()
    }

    /// Removes givens in random order while the rules still solve the puzzle. `None` if the rest
    /// does not fit the plan.
    fn reduce(&self, puzzle: &SolvedPuzzle, random: &mut Random) -> Option<Puzzle> {
        let plan = &self.plan;
        let mut needs = Needs::new(&plan.board, SOLUTION_LIMITS);
        let mut search = Search::new(&plan.board, SOLUTION_LIMITS);
        let mut puzzle = puzzle.clone();
        let fewest = *plan.clues.start();
        for index in random.order(plan.units.len()) {
            let unit = &plan.units[index];
            let given = puzzle.is_given(unit) && puzzle.clues() >= fewest + unit.len();
            if given && is_spare(plan, &puzzle, unit, &mut needs, &mut search) {
                puzzle.set(unit, false);
                if !self.is_still_right(&puzzle) {
                    puzzle.set(unit, true);
                }
            }
        }
        let is_needed = |cell: Cell| {
            let is_given = puzzle.is_given(&[cell]);
            !is_given || !is_spare(plan, &puzzle, &[cell], &mut needs, &mut search)
        };
        let fits = plan.clues.contains(&puzzle.clues())
            && (!plan.minimal || plan.board.cells().all(is_needed));
        fits.then(|| puzzle.puzzle(plan))
    }

    /// Whether a puzzle still meets the requirements, which it met with more givens.
    fn is_still_right(&self, puzzle: &SolvedPuzzle) -> bool {
        let position = || Position::of(&puzzle.puzzle(&self.plan));
        let is_solved = self.solves.as_ref().is_none_or(|solver| {
            let mut position = position();
            settle(solver, &mut position);
            is_solved(&position)
        });
        let ends = |_: &Solver<'_>| self.stuck_at(&vec![position(); self.stuck.len()], &[]);
        is_solved && (self.fires.as_ref()).is_none_or(|t| ends(t).is_some_and(|e| self.fires(&e)))
    }

    /// Whether the required technique fires where the rules are stuck.
    fn fires(&self, ends: &[Position]) -> bool {
        let (Some(technique), Some(end)) = (&self.fires, ends.first()) else {
            return self.fires.is_none();
        };
        let mut steps = technique.certified(TechniqueId::FIRST, end);
        steps.any(|step| step.is_ok())
    }
}

/// An added unit, and the resulting positions.
struct Addition {
    unit: usize,
    stuck: Vec<Position>,
    reached: Position,
}

/// Number of remaining candidates.
fn left(position: &Position) -> u32 {
    let cells = position.board().cells();
    let digits = cells.map(|cell| position.state().digits(position.board(), cell));
    digits.map(u32::count_ones).sum()
}

/// Whether the solver of `solves` gets further than each solver of `stuck`.
fn are_apart(stuck: &[Position], reached: &Position) -> bool {
    let least = left(reached);
    stuck.iter().all(|position| left(position) > least)
}

/// Applies rules to the fixpoint.
fn settle(solver: &Solver<'_>, position: &mut Position) {
    solver.run_at(Pace::Round, position, |_| ());
}

fn place(position: &mut Position, candidate: crate::grid::Candidate) {
    if !position.is_solved(position.board().cell_of(candidate)) {
        position.next_step();
        position.place(candidate);
    }
}

fn is_solved(position: &Position) -> bool {
    let open = position.board().cells();
    open.into_iter().all(|cell| position.is_solved(cell))
}

/// A state in which a technique is the simplest that fires, with its step.
pub struct PracticePosition {
    /// The puzzle from which the position is reached.
    pub puzzle: Puzzle,
    /// The state.
    pub position: Position,
    /// The step to be found.
    pub step: RuleStep,
}

/// The position in which a solver first uses a technique on a puzzle. Earlier steps use the other
/// techniques of the solver. `None` if the technique is not used.
pub fn practice_position(
    solver: &Solver<'_>,
    technique: TechniqueId,
    puzzle: &Puzzle,
) -> Option<PracticePosition> {
    let mut path = solver.path(puzzle);
    loop {
        let position = path.position().clone();
        match path.next()? {
            PathStep::Rule(step) if step.technique == technique => {
                return Some(PracticePosition {
                    puzzle: puzzle.clone(),
                    position,
                    step,
                });
            }
            PathStep::Rule(_) => {}
            PathStep::Layouts(_) | PathStep::Search(_) => return None,
        }
    }
}

/// Walks from a random puzzle by exchanging givens, never increasing the distance, until `distance`
/// is 0. `None` after `exchanges` exchanges. Puzzles without a distance are skipped.
pub fn walk(
    plan: &GivenPlan,
    random: &mut Random,
    exchanges: usize,
    distance: impl Fn(&Puzzle) -> Option<f64>,
) -> Option<Puzzle> {
    let order = PuzzleOrder {
        plan: plan.clone(),
        solves: None,
        stuck: Vec::new(),
        fires: None,
    };
    let mut here = order.attempt(Start::Fresh, random)?;
    let mut away = distance(&here)?;
    for _ in 0..exchanges {
        if away == 0.0 {
            return Some(here);
        }
        let Some(next) = order.attempt(Start::Near(&here), random) else {
            continue;
        };
        if let Some(further) = distance(&next).filter(|&further| further <= away) {
            (here, away) = (next, further);
        }
    }
    (away == 0.0).then_some(here)
}
