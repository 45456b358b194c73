//! Steps: along a path, and all steps in one state.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use qedoku_batch::ReadySolver;
use qedoku_core::engine::{self, PathStep, RuleStep, TechniqueId};
use qedoku_core::grid::text::groups;
use qedoku_core::grid::{self, Board, State};
use qedoku_core::lang;
use qedoku_core::lang::ir::Technique;
use qedoku_core::matcher::Position;
use qedoku_core::picture::{self, Scene};
use qedoku_core::proof::{self, Annotation, Claim};
use qedoku_core::report::draw::Mark;
use qedoku_core::report::explain;
use qedoku_core::report::grade::claim_word;
use qedoku_core::report::step::{StepView, annotation, marks, path_marks};
use qedoku_core::variant::{ReadyVariant, VariantStep};

use crate::interrupt::{begin, released, wait};
use crate::puzzle::{drawn, look};

/// A step, with the state in which it is taken. Notebooks draw it.
///
/// >>> givens = (
/// ...     ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4..."
/// ... )
/// >>> step = solve(givens).steps[10]
/// >>> print(step.sentence.partition(": ")[2])
/// 2 in b6 is confined to r4, so it is eliminated from the rest of r4 => r4c5<>2
/// >>> step.certificate
/// ['count r4c5<>2 : +2b6 -2r4']
#[derive(Clone)]
#[pyclass(frozen, name = "Step", module = "qedoku")]
pub struct PyStep {
    view: StepView,
    board: Arc<Board>,
    before: State,
    givens: Vec<bool>,
    marks: Vec<(grid::Candidate, Mark)>,
    certificate: Vec<proof::Step>,
    note: Annotation,
    /// The constraints of a variant puzzle.
    rules: Option<Arc<proof::Rules>>,
}

impl PyStep {
    /// A step of the path of a variant.
    pub fn of_variant(ready: &ReadyVariant<'_>, before: State, step: VariantStep) -> PyStep {
        let header = &ready.puzzle().header;
        let eliminated = step.eliminations.iter().map(|&it| (it, Mark::Eliminated));
        let placed = step.placements.iter().map(|&it| (it, Mark::Placed));
        PyStep {
            view: step.view(ready.board()),
            board: Arc::clone(ready.board()),
            before,
            givens: header.given_cells(),
            marks: eliminated.chain(placed).collect(),
            certificate: match step.evidence.is_empty() {
                true => step.certificate,
                false => step.evidence,
            },
            note: step.annotation,
            rules: Some(header.rules.clone().unwrap_or_default()),
        }
    }

    /// A step of a solver's path.
    pub fn of(
        solver: &engine::Solver<'_>,
        puzzle: &grid::Puzzle,
        before: &Position,
        step: &PathStep,
    ) -> PyStep {
        PyStep {
            view: StepView::of(solver, step),
            board: Arc::clone(&puzzle.board),
            before: before.state().clone(),
            givens: puzzle.given_cells(),
            marks: path_marks(before, step),
            certificate: step.certificate().to_vec(),
            note: annotation(solver, step),
            rules: None,
        }
    }
}

#[pymethods]
impl PyStep {
    /// The name of the rule in its file. `None` for a search.
    #[getter]
    fn rule(&self) -> Option<&str> {
        self.view.rule.as_deref()
    }

    /// The name of the technique.
    #[getter]
    fn name(&self) -> &str {
        &self.view.name
    }

    /// The candidates that it places.
    #[getter]
    fn place(&self) -> Vec<String> {
        self.view.place.clone()
    }

    /// The candidates that it eliminates.
    #[getter]
    fn eliminate(&self) -> Vec<String> {
        self.view.eliminate.clone()
    }

    /// The variables of the rule and their values.
    #[getter]
    fn bindings(&self) -> BTreeMap<String, String> {
        self.note.bindings.iter().cloned().collect()
    }

    /// The lines of a proof that justify it.
    #[getter]
    fn certificate(&self) -> Vec<String> {
        self.view.certificate.clone()
    }

    /// The step as a sentence.
    #[getter]
    fn sentence(&self) -> &str {
        &self.view.sentence
    }

    /// The board before the step, drawn as text with the step's candidates marked.
    #[pyo3(signature = (*, width = 80))]
    fn show(&self, width: usize) -> String {
        drawn(&self.board, &self.before, &self.marks, width)
    }

    /// A picture of the step as SVG. The layer `teaching` has roles, such as the fins of a fish,
    /// and `proof` has truths, links, and the variables of the rule.
    #[pyo3(signature = (*, candidates = "open", theme = "auto", layer = "teaching"))]
    fn svg(&self, candidates: &str, theme: &str, layer: &str) -> PyResult<String> {
        let scene = Scene {
            board: &self.board,
            state: &self.before,
            givens: &self.givens,
            certificate: &self.certificate,
            note: Some(&self.note),
        };
        let look = look(candidates, theme, layer)?;
        Ok(match &self.rules {
            Some(rules) => picture::draw_variant(&scene, &look, rules),
            None => picture::draw(&scene, &look),
        })
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("open", "auto", "teaching")
    }

    fn __str__(&self) -> &str {
        &self.view.sentence
    }

    fn __repr__(&self) -> String {
        format!("<Step {}>", self.view.sentence)
    }
}

/// The end of a path.
#[derive(Clone)]
pub struct PathEnd {
    pub claim: Claim,
    pub state: String,
}

impl PathEnd {
    fn of(path: &engine::Path<'_, '_>) -> PathEnd {
        let position = path.position();
        PathEnd {
            claim: path.claim().clone(),
            state: groups(position.board(), position.state()),
        }
    }
}

/// Follows a path to its end.
pub fn walk(ready: &ReadySolver, puzzle: &grid::Puzzle) -> (Vec<PyStep>, PathEnd) {
    let mut path = ready.solver().path(puzzle);
    let mut steps = Vec::new();
    loop {
        let before = path.position().clone();
        let Some(step) = path.next() else { break };
        steps.push(PyStep::of(ready.solver(), puzzle, &before, &step));
    }
    (steps, PathEnd::of(&path))
}

/// Follows the path of a variant to its end.
pub fn walk_variant(ready: &ReadyVariant<'_>, may_search: bool) -> (Vec<PyStep>, PathEnd) {
    let board = ready.board();
    let mut path = ready.path(may_search);
    let mut steps = Vec::new();
    loop {
        let before = State::from_cells(board, &path.cells());
        let Some(step) = path.next() else { break };
        steps.push(PyStep::of_variant(ready, before, step));
    }
    let end = PathEnd {
        claim: path.claim().clone(),
        state: groups(board, &State::from_cells(board, &path.cells())),
    };
    (steps, end)
}

/// An iterator over the steps to the solution. Each step is computed on demand.
///
/// >>> givens = (
/// ...     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
/// ... )
/// >>> path = Solver().path(givens)
/// >>> next(path).sentence
/// 'Naked Single: 3 is the only candidate of r8c8 => r8c8=3'
/// >>> path.claim
/// 'open'
/// >>> len(list(path)), path.claim
/// (50, 'unique')
#[pyclass(frozen, name = "Path", module = "qedoku")]
pub struct PyPath {
    walker: Mutex<Option<Walker>>,
    here: Mutex<PathEnd>,
}

/// A worker that follows a path on its own thread, because the state of a path cannot change
/// threads. It computes one step per request.
struct Walker {
    ask: Sender<()>,
    answers: Receiver<(Option<PyStep>, PathEnd)>,
    cancelled: Arc<AtomicBool>,
}

impl PyPath {
    /// The path of a puzzle. The time limit counts from now.
    pub fn new(
        ready: Arc<ReadySolver>,
        puzzle: Arc<grid::Puzzle>,
        limit: Option<Duration>,
    ) -> PyPath {
        let here = PathEnd {
            claim: Claim::Open,
            state: groups(&puzzle.board, &puzzle.state()),
        };
        let (ask, asked) = mpsc::channel();
        let (answer, answers) = mpsc::channel();
        let cancelled = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&cancelled);
        std::thread::spawn(move || {
            begin(&flag, limit);
            let mut path = ready.solver().path(&puzzle);
            while asked.recv().is_ok() {
                let before = path.position().clone();
                let step = path.next();
                let step = step.map(|step| PyStep::of(ready.solver(), &puzzle, &before, &step));
                if answer.send((step, PathEnd::of(&path))).is_err() {
                    break;
                }
            }
        });
        PyPath {
            walker: Mutex::new(Some(Walker {
                ask,
                answers,
                cancelled,
            })),
            here: Mutex::new(here),
        }
    }

    fn step(&self) -> PyResult<Option<PyStep>> {
        let mut walker = self.walker.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(own) = &*walker else {
            return Ok(None);
        };
        // A worker that panicked sends no answer, which `wait` reports.
        let _ = own.ask.send(());
        match wait(&own.answers, &own.cancelled) {
            Ok((step, here)) => {
                *self.here.lock().unwrap_or_else(PoisonError::into_inner) = here;
                Ok(step)
            }
            Err(raised) => {
                *walker = None;
                Err(raised)
            }
        }
    }

    fn here(&self) -> PathEnd {
        let here = self.here.lock().unwrap_or_else(PoisonError::into_inner);
        here.clone()
    }
}

#[pymethods]
impl PyPath {
    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyStep>> {
        py.detach(|| self.step())
    }

    /// The claim that the steps so far prove.
    #[getter]
    fn claim(&self) -> &'static str {
        claim_word(&self.here().claim)
    }

    /// The current candidates of each cell.
    #[getter]
    fn state(&self) -> String {
        self.here().state
    }
}

/// An iterator over the steps of all rules in one state, technique by technique.
#[pyclass(frozen, name = "Steps", module = "qedoku")]
pub struct PySteps {
    library: Arc<lang::Library>,
    puzzle: Arc<grid::Puzzle>,
    left: Mutex<Left>,
    limit: Option<Duration>,
}

/// The techniques still to search, and the steps found but not yet returned.
struct Left {
    techniques: std::vec::IntoIter<usize>,
    found: std::vec::IntoIter<PyStep>,
}

impl PySteps {
    /// An iterator over the steps of the techniques that `wanted` accepts.
    pub fn new(
        library: &Arc<lang::Library>,
        puzzle: &Arc<grid::Puzzle>,
        wanted: impl Fn(&Technique) -> bool,
        limit: Option<Duration>,
    ) -> PySteps {
        let numbered = library.techniques.iter().enumerate();
        let techniques: Vec<usize> = (numbered.filter(|(_, technique)| wanted(technique)))
            .map(|(index, _)| index)
            .collect();
        PySteps {
            library: Arc::clone(library),
            puzzle: Arc::clone(puzzle),
            left: Mutex::new(Left {
                techniques: techniques.into_iter(),
                found: Vec::new().into_iter(),
            }),
            limit,
        }
    }

    fn step(&self) -> Option<PyStep> {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(step) = left.found.next() {
                return Some(step);
            }
            let index = left.techniques.next()?;
            left.found = self.found_by(&self.library.techniques[index]).into_iter();
        }
    }

    fn found_by(&self, technique: &Technique) -> Vec<PyStep> {
        let puzzle = &*self.puzzle;
        let position = Position::of(puzzle);
        let solver = engine::Solver::with(&puzzle.board, [technique]);
        let step = |step: RuleStep| PyStep {
            view: StepView::of_rule(&puzzle.board, technique, &step),
            board: Arc::clone(&puzzle.board),
            before: position.state().clone(),
            givens: puzzle.given_cells(),
            marks: marks(&position, &step.found),
            note: explain::annotation(&puzzle.board, technique, &step.found),
            certificate: step.certificate,
            rules: None,
        };
        // A match without a certificate is not a step.
        let certified = solver.certified(TechniqueId::FIRST, &position);
        certified.flatten().map(step).collect()
    }
}

#[pymethods]
impl PySteps {
    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyStep>> {
        let step = released(py, self.limit, || self.step())?;
        py.check_signals()?;
        Ok(step)
    }
}
