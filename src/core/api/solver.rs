//! The solver, and its builder.

use std::sync::Arc;

use thiserror::Error;

use super::cancel::Cancel;
use super::grade::Grade;
use super::outcome::{NoStep, Outcome, Solution};
use super::proof::Proof;
use super::puzzle::Puzzle;
use super::rules::Rules;
use super::step::Step;
use crate::engine::{Path, PathStep, ReadySolver, Solvers, Strategy};
use crate::lang::ir::Level;
use crate::matcher::{Position, PositionCache};
use crate::proof::Claim;
use crate::report::grade;
use crate::report::trace::Trace;

/// Solves puzzles of every size by rules, and by search where no rule applies. It can be shared
/// between threads.
///
/// ```
/// use qedoku_core::{Outcome, Puzzle, Rules, Solver};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let puzzle: Puzzle = text.parse()?;
/// let solver = Solver::new(&Rules::standard());
///
/// // A hint: the simplest step.
/// let step = solver.next_step(&puzzle)?;
/// assert!(step.to_string().starts_with("Naked Single: "), "{step}");
///
/// // All steps of this state, also those of harder techniques.
/// assert!(solver.steps(&puzzle).len() > 10);
///
/// // The whole path.
/// let solution = solver.solve(&puzzle);
/// assert_eq!(solution.steps().len(), 51);
/// assert!(matches!(solution.outcome(), Outcome::Unique(grid) if grid.digit(1, 3) == Some('4')));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    solvers: Solvers,
    /// Solvers that work in rounds, for grades.
    graders: Solvers,
}

impl Solver {
    /// A solver with these rules: every technique that is not on request, then search.
    pub fn new(rules: &Rules) -> Solver {
        Solver::with(rules, Strategy::default())
    }

    /// Options for a solver with these rules.
    pub fn builder(rules: &Rules) -> SolverBuilder {
        SolverBuilder {
            rules: rules.clone(),
            strategy: Strategy::default(),
        }
    }

    fn with(rules: &Rules, strategy: Strategy) -> Solver {
        let graders = Solvers::new(Arc::clone(&rules.0), strategy.clone().by_rounds());
        Solver {
            solvers: Solvers::new(Arc::clone(&rules.0), strategy),
            graders,
        }
    }

    /// The simplest step, or the reason why there is none.
    pub fn next_step(&self, puzzle: &Puzzle) -> Result<Step, NoStep> {
        let solver = self.solvers.get(&puzzle.0.board);
        let mut path = solver.solver().path(&puzzle.0);
        let before = Path::position(&path).clone();
        match path.next() {
            Some(step) => Ok(Stepper::of(&solver, puzzle).step(before, step)),
            None if path.was_stopped() => Err(NoStep::Cancelled),
            None => Err(match path.claim() {
                Claim::Unique(_) => NoStep::Solved,
                Claim::Many(..) => NoStep::Many,
                Claim::None(_) | Claim::NoFilling(_) => NoStep::NoSolution,
                Claim::Open => NoStep::Stuck,
            }),
        }
    }

    /// All steps of the techniques in use in this state, the simplest technique first. Without
    /// steps by search.
    pub fn steps(&self, puzzle: &Puzzle) -> Vec<Step> {
        let solver = self.solvers.get(&puzzle.0.board);
        let position = Position::of(&puzzle.0);
        let stepper = Stepper::of(&solver, puzzle);
        let engine = solver.solver();
        let mut cache = PositionCache::until(engine.strategy().stop.clone());
        let mut steps = Vec::new();
        for id in engine.ids() {
            let found = engine.certified_with(id, &position, &mut cache);
            let found = found.filter_map(Result::ok).map(PathStep::Rule);
            steps.extend(found.map(|step| stepper.step(position.clone(), step)));
        }
        steps
    }

    /// Solves a puzzle.
    pub fn solve(&self, puzzle: &Puzzle) -> Solution {
        let solver = self.solvers.get(&puzzle.0.board);
        let stepper = Stepper::of(&solver, puzzle);
        let mut path = solver.solver().path(&puzzle.0);
        let mut trace = Trace::of(&puzzle.0);
        let mut steps = Vec::new();
        loop {
            let before = Path::position(&path).clone();
            let Some(step) = path.next() else {
                break;
            };
            trace.add(solver.solver(), step.clone());
            steps.push(stepper.step(before, step));
        }
        Solution {
            outcome: Outcome::of(&puzzle.0.board, path.claim()),
            steps,
            proof: Proof(trace.finish(path.claim())),
        }
    }

    /// Solves a puzzle and returns the proof alone, with less memory.
    pub fn prove(&self, puzzle: &Puzzle) -> Proof {
        let solver = self.solvers.get(&puzzle.0.board);
        Proof(crate::report::trace::prove(solver.solver(), &puzzle.0))
    }

    /// Grades a puzzle.
    pub fn grade(&self, puzzle: &Puzzle) -> Grade {
        let solver = self.graders.get(&puzzle.0.board);
        let (grade, claim) = grade::Grade::with_claim(solver.solver(), &puzzle.0);
        let used = grade.techniques.iter().filter_map(|(title, _)| {
            let mut techniques = solver.solver().techniques();
            techniques.find(|it| it.title == *title)
        });
        let level = used.map(|technique| technique.level).max();
        Grade {
            outcome: Outcome::of(&puzzle.0.board, &claim),
            level: level.filter(|_| grade.level.is_some()),
            needs_search: grade.search.refuted > 0,
            hardest: grade.hardest,
            score: grade.score,
            steps: grade.steps,
            techniques: grade.techniques,
        }
    }
}

/// The parts that all steps of a puzzle share.
struct Stepper<'s> {
    solver: &'s Arc<ReadySolver>,
    givens: Arc<[bool]>,
}

impl<'s> Stepper<'s> {
    fn of(solver: &'s Arc<ReadySolver>, puzzle: &Puzzle) -> Stepper<'s> {
        Stepper {
            solver,
            givens: puzzle.0.given_cells().into(),
        }
    }

    fn step(&self, before: Position, step: PathStep) -> Step {
        Step {
            solver: Arc::clone(self.solver),
            before,
            givens: Arc::clone(&self.givens),
            step,
        }
    }
}

/// Options of a solver.
///
/// ```
/// use qedoku_core::{Level, Rules, Solver};
///
/// let solver = Solver::builder(&Rules::standard())
///     .max_level(Level::Hard)
///     .off("x_chain")
///     .on("tridagon")
///     .search(false)
///     .build()?;
/// let unknown = Solver::builder(&Rules::standard()).off("tridagn").build();
/// let error = unknown.err().expect("no rule has this name").to_string();
/// assert!(error.contains("did you mean `Tridagon`?"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct SolverBuilder {
    rules: Rules,
    strategy: Strategy,
}

impl SolverBuilder {
    /// Sets the highest level of techniques. The default is [`Level::Extreme`].
    pub fn max_level(mut self, level: Level) -> SolverBuilder {
        self.strategy.max_level = level;
        self
    }

    /// Leaves out a rule or technique.
    pub fn off(mut self, name: impl Into<String>) -> SolverBuilder {
        self.strategy.off.insert(name.into());
        self
    }

    /// Uses a rule or technique that is on request or above the level.
    pub fn on(mut self, name: impl Into<String>) -> SolverBuilder {
        self.strategy.on.insert(name.into());
        self
    }

    /// Sets whether to search where no technique applies. The default is true.
    pub fn search(mut self, is_used: bool) -> SolverBuilder {
        self.strategy.search = is_used;
        self
    }

    /// Sets the signal that ends the work.
    pub fn cancel(mut self, cancel: Cancel) -> SolverBuilder {
        self.strategy.stop = cancel.stop();
        self
    }

    /// Makes the solver. Fails for a name without a rule or technique.
    pub fn build(self) -> Result<Solver, UnknownName> {
        let library = &self.rules.0;
        for name in self.strategy.off.iter().chain(&self.strategy.on) {
            library.knows(name).map_err(|similar| UnknownName {
                name: name.clone(),
                help: similar.map_or(String::new(), |it| format!("; did you mean `{it}`?")),
            })?;
        }
        Ok(Solver::with(&self.rules, self.strategy))
    }
}

/// The error for a name without a rule or technique.
///
/// ```
/// use qedoku_core::{Rules, Solver};
///
/// let error = Solver::builder(&Rules::standard()).on("fsh").build().err().expect("an error");
/// assert!(error.to_string().starts_with("there is no rule or technique `fsh`"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no rule or technique `{name}`{help}")]
pub struct UnknownName {
    name: String,
    help: String,
}
