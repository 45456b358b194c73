//! Solvers: rules prepared once, for any number of puzzles and threads.

use std::sync::Arc;
use std::time::Duration;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use qedoku_app::hint::{Hint, mistaken, next_step};
use qedoku_app::options::unconditional;
use qedoku_app::prove::prove;
use qedoku_app::steps::StepFilter;
use qedoku_app::variant;
use qedoku_app::{Error, NamedScales, ProvedBoards, SolveOptions};
use qedoku_batch::{GradeFailure, Grader, Solvers};
use qedoku_core::engine::Strategy;
use qedoku_core::grid::Board;
use qedoku_core::lang;
use qedoku_core::report::grade::puzzle_text;
use qedoku_core::variant::{ReadyVariant, Variant, VariantSolver};

use crate::admit;
use crate::errors::{ErrorClass, raised};
use crate::grade::PyGrade;
use crate::hint::PyHint;
use crate::interrupt::{released, stop};
use crate::library::PyLibrary;
use crate::options::time;
use crate::proof::PyProof;
use crate::puzzle::puzzle_of;
use crate::solution::PySolved;
use crate::steps::{PyPath, PyStep, PySteps, walk, walk_variant};
use crate::variant::variant_of;

/// Rules and options, prepared once for any number of puzzles and threads.
///
/// `rules` is a `Library`, or paths of rule files to add to the standard one. These are proved
/// sound before use, unless `trust` is set. The options are those of the program: `max_level`,
/// `off` and `on` choose techniques, `quick` leaves out techniques on request and layouts of
/// digits, `search` enables the search when no technique fires,
/// `assume_unique` allows techniques that assume a unique solution, `max_steps`, `max_supposes`
/// and `max_time` (in seconds per puzzle) are limits, and `scales` adds ratings to grades: `B`,
/// `W`, `gB`, `gW`, `L`, `SE`, `SE-noU`, `hodoku`.
///
/// >>> solver = Solver(off=["AIC"], scales=["B"])
/// >>> givens = (
/// ...     ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4..."
/// ... )
/// >>> solver.grade(givens).scales
/// {'B': 5}
#[pyclass(frozen, name = "Solver", module = "qedoku")]
pub struct PySolver {
    pub library: Arc<lang::Library>,
    pub limits: ProvedBoards,
    pub max_time: Option<Duration>,
    /// Solvers for step-by-step paths.
    paths: Solvers,
    /// Solvers for proofs, in which steps that assume a unique solution are proved without the
    /// assumption.
    proofs: Solvers,
    /// Solvers for grades, which work in rounds.
    pub grader: Grader,
}

#[pymethods]
impl PySolver {
    #[new]
    #[pyo3(signature = (rules = None, *, max_level = None, off = Vec::new(), on = Vec::new(), quick = false, search = true,
        assume_unique = false, max_steps = None, max_supposes = None, max_time = None, scales = Vec::new(),
        trust = false))]
    #[allow(clippy::too_many_arguments)] // The options of Python's call, by name.
    fn new(
        py: Python<'_>,
        rules: Option<&Bound<'_, PyAny>>,
        max_level: Option<&str>,
        off: Vec<String>,
        on: Vec<String>,
        quick: bool,
        search: bool,
        assume_unique: bool,
        max_steps: Option<u64>,
        max_supposes: Option<u64>,
        max_time: Option<f64>,
        scales: Vec<String>,
        trust: bool,
    ) -> PyResult<PySolver> {
        let (library, limits) = match rules {
            None => (crate::library::standard(py)?, ProvedBoards::default()),
            Some(rules) => admit::admit(py, library_of(rules)?.get(), trust)?,
        };
        let options = SolveOptions {
            max_level: max_level.map(str::to_owned),
            off,
            on,
            quick,
            search,
            assume_unique,
            max_steps,
            max_supposes,
        };
        let strategy = options.strategy(&library);
        let strategy = Strategy {
            stop: stop(),
            ..strategy.map_err(|error| invalid(py, error))?
        };
        let scales = NamedScales::read(&scales).map_err(|error| invalid(py, error))?;
        let rounds = Solvers::new(Arc::clone(&library), strategy.clone().by_rounds());
        let gate = limits.clone();
        let grader = Grader::new(rounds, scales.lengths).with_ladders(scales.ladders);
        let discharged = unconditional(strategy.clone());
        Ok(PySolver {
            paths: Solvers::new(Arc::clone(&library), strategy),
            proofs: Solvers::new(Arc::clone(&library), discharged),
            grader: grader.behind(move |board| {
                qedoku_app::admit::check(&gate, board).map_err(|error| GradeFailure {
                    code: Some(error.code),
                    message: error.message,
                })
            }),
            library,
            limits,
            max_time: time(py, max_time)?,
        })
    }

    /// Solves a puzzle. The result has the whole path and the proved claim.
    fn solve(&self, py: Python<'_>, puzzle: &Bound<'_, PyAny>) -> PyResult<PySolved> {
        if let Some(variant) = variant_of(puzzle)? {
            let search = self.paths.strategy().search;
            let (steps, end) =
                self.with_ready(py, &variant, |ready| walk_variant(ready, search))?;
            return PySolved::new(py, variant.line(), steps, end);
        }
        let puzzle = puzzle_of(puzzle)?;
        self.admit(py, &puzzle.board)?;
        let ready = self.paths.get(&puzzle.board);
        let (steps, end) = released(py, self.max_time, || walk(&ready, &puzzle))?;
        PySolved::new(py, puzzle_text(&puzzle), steps, end)
    }

    /// The path to the solution, one step at a time.
    fn path(&self, py: Python<'_>, puzzle: &Bound<'_, PyAny>) -> PyResult<PyPath> {
        let puzzle = puzzle_of(puzzle)?;
        self.admit(py, &puzzle.board)?;
        let ready = self.paths.get(&puzzle.board);
        Ok(PyPath::new(ready, puzzle, self.max_time))
    }

    /// Finds every step of the rules in a state, the simplest techniques first, one at a time.
    ///
    /// `rule` restricts them to a rule or technique, `level` to a level. Techniques that assume a
    /// unique solution need `unique=True`.
    #[pyo3(signature = (state, *, rule = None, level = None, unique = false))]
    fn steps(
        &self,
        py: Python<'_>,
        state: &Bound<'_, PyAny>,
        rule: Option<&str>,
        level: Option<&str>,
        unique: bool,
    ) -> PyResult<PySteps> {
        let puzzle = puzzle_of(state)?;
        self.admit(py, &puzzle.board)?;
        let filter = StepFilter {
            rule,
            code: None,
            level,
            unique,
        };
        let chosen = filter.techniques(&self.library, &puzzle.board, self.paths.strategy());
        let chosen = chosen.map_err(|error| invalid(py, error))?;
        let wanted = |t: &lang::ir::Technique| chosen.iter().any(|own| std::ptr::eq(*own, t));
        Ok(PySteps::new(&self.library, &puzzle, wanted, self.max_time))
    }

    /// The next step, or the entry that cannot be right.
    fn hint(&self, py: Python<'_>, puzzle: &Bound<'_, PyAny>) -> PyResult<PyHint> {
        if let Some(variant) = variant_of(puzzle)? {
            let search = self.paths.strategy().search;
            return self.with_ready(py, &variant, |ready| {
                let view = |before, step| PyStep::of_variant(ready, before, step);
                PyHint(variant::hint(ready, search, view))
            });
        }
        let puzzle = puzzle_of(puzzle)?;
        let board = Arc::clone(&puzzle.board);
        self.admit(py, &board)?;
        let ready = self.paths.get(&board);
        released(py, self.max_time, || {
            let solver = ready.solver();
            let next = mistaken(&puzzle).map_or_else(|| next_step(&mut solver.path(&puzzle)), Err);
            PyHint(Hint::of(solver, &next, |next| {
                PyStep::of(solver, &puzzle, &next.before, &next.step)
            }))
        })
    }

    /// Rates the difficulty of a puzzle.
    fn grade(&self, py: Python<'_>, puzzle: &Bound<'_, PyAny>) -> PyResult<PyGrade> {
        if let Some(variant) = variant_of(puzzle)? {
            let search = self.paths.strategy().search;
            let inner = self.with_ready(py, &variant, |ready| ready.grade(search))?;
            return Ok(PyGrade { inner });
        }
        let puzzle = puzzle_of(puzzle)?;
        let grade = released(py, self.max_time, || self.grader.grade(&puzzle))?;
        match grade {
            Ok(inner) => Ok(PyGrade { inner }),
            Err(refused) => {
                let code = refused.code.unwrap_or_default();
                Err(admit::refusal(py, Error::new(&code, refused.message)))
            }
        }
    }

    /// The path as a proof, accepted by the independent checker.
    ///
    /// Steps that assume a unique solution are proved without the assumption, unless `conditional`
    /// is set.
    #[pyo3(signature = (puzzle, *, conditional = false))]
    fn prove(
        &self,
        py: Python<'_>,
        puzzle: &Bound<'_, PyAny>,
        conditional: bool,
    ) -> PyResult<PyProof> {
        if let Some(variant) = variant_of(puzzle)? {
            let search = self.paths.strategy().search;
            let prove = |ready: &ReadyVariant<'_>| variant::prove(ready, search);
            let proved = self.with_ready(py, &variant, prove)?;
            let proved = proved.map_err(|error| raised(py, ErrorClass::Proof, &error))?;
            return Ok(PyProof::of(proved.text));
        }
        let puzzle = puzzle_of(puzzle)?;
        self.admit(py, &puzzle.board)?;
        let solvers = if conditional {
            &self.paths
        } else {
            &self.proofs
        };
        let ready = solvers.get(&puzzle.board);
        let proved = released(py, self.max_time, || {
            let solver = ready.solver();
            prove(solver, &puzzle, &mut solver.path(&puzzle)).map(|proved| proved.text)
        })?;
        match proved {
            Ok(text) => Ok(PyProof::of(text)),
            Err(error) => Err(raised(py, ErrorClass::Proof, &error)),
        }
    }
}

impl PySolver {
    /// Prepares a variant and passes it to `act`, without Python's lock.
    fn with_ready<T: Send>(
        &self,
        py: Python<'_>,
        variant: &Variant,
        act: impl FnOnce(&ReadyVariant<'_>) -> T + Send,
    ) -> PyResult<T> {
        self.admit(py, &variant.whole_board())?;
        released(py, self.max_time, || {
            let solver = VariantSolver::new(&self.library, self.paths.strategy().clone());
            act(&solver.prepare(variant))
        })
    }

    fn admit(&self, py: Python<'_>, board: &Board) -> PyResult<()> {
        let admitted = qedoku_app::admit::check(&self.limits, board);
        admitted.map_err(|refused| admit::refusal(py, refused))
    }
}

/// The exception for an invalid option.
fn invalid(py: Python<'_>, error: Error) -> PyErr {
    let help = "iterate over a `Library` to list all rules";
    raised(py, ErrorClass::Option, &error.or_help(help))
}

/// The library of an argument: a `Library`, or paths of rule files.
fn library_of<'py>(rules: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyLibrary>> {
    if let Ok(library) = rules.cast::<PyLibrary>() {
        return Ok(library.clone());
    }
    let load = rules.py().import("qedoku")?.getattr("load")?;
    let loaded = load.call1((rules,))?;
    let library = loaded.cast_into::<PyLibrary>();
    library.map_err(|_| PyTypeError::new_err("expected a Library or paths of rule files"))
}
