//! Verdicts on rules: sound, unsound with a counterexample, or unknown.

use std::sync::Arc;
use std::time::Duration;

use pyo3::prelude::*;
use qedoku_app::judge::{RuleReport, judge};
use qedoku_core::grid::Digit;
use qedoku_core::lang::{self, ir};
use qedoku_core::report::explain;
use qedoku_core::report::step::marks;
use qedoku_soundness::{self as soundness, Counterexample, DEFAULT_TIMEOUT};

use crate::errors::report;
use crate::interrupt::aside;
use crate::options::time;
use crate::puzzle::{PyPuzzle, drawn};

/// The verdict on a technique. True if it is sound. `str()` shows the mistake and its place.
#[pyclass(frozen, get_all, name = "Verdict", module = "qedoku")]
pub struct PyVerdict {
    /// The rule.
    rule: String,
    /// The value of its parameter.
    instance: Option<u32>,
    /// The name of the technique.
    name: String,
    /// `sound`, `unsound` or `unknown`.
    verdict: &'static str,
    /// The boards on which it is sound.
    scope: Option<&'static str>,
    /// A remark on a sound rule.
    remark: Option<&'static str>,
    /// The reason for an unknown verdict.
    reason: Option<String>,
    /// A change that would make it sound.
    suggestion: Option<String>,
    /// The verdict on one line.
    line: String,
    /// The responsible clause, as the terminal shows it.
    report: Option<String>,
    /// The error `rule::unsound` if the rule is unsound.
    code: Option<&'static str>,
    /// A counterexample: a board on which it is wrong.
    board: Option<Py<PyPuzzle>>,
    /// The solution of that board.
    solution: Option<String>,
    /// The sentence of the wrong step.
    sentence: Option<String>,
    /// The candidates of the solution that the step eliminates.
    killed: Vec<String>,
    /// The counterexample with the match, drawn as text.
    drawing: Option<String>,
    /// The time of the check in seconds.
    seconds: f64,
}

#[pymethods]
impl PyVerdict {
    fn __bool__(&self) -> bool {
        self.verdict == "sound"
    }

    fn __str__(&self) -> String {
        match (&self.report, &self.drawing) {
            (Some(report), Some(drawing)) => format!("{}\n{report}\n{drawing}", self.line),
            _ => self.line.clone(),
        }
    }

    fn __repr__(&self) -> String {
        format!("<Verdict {}>", self.line)
    }

    fn _repr_svg_(&self) -> PyResult<Option<String>> {
        let board = self.board.as_ref();
        board
            .map(|board| board.get().svg("open", "auto"))
            .transpose()
    }
}

impl PyVerdict {
    fn of(py: Python<'_>, judged: &RuleReport<'_>) -> PyResult<PyVerdict> {
        let (technique, verdict) = (judged.technique, &judged.verdict);
        let mut told = PyVerdict {
            rule: technique.rule.to_string(),
            instance: technique.instance,
            name: technique.title.clone(),
            verdict: verdict.word(),
            scope: None,
            remark: None,
            reason: None,
            suggestion: None,
            line: judged.line(),
            report: judged.diagnostic().map(|error| report(&error)),
            code: None,
            board: None,
            solution: None,
            sentence: None,
            killed: Vec::new(),
            drawing: None,
            seconds: judged.seconds,
        };
        match verdict {
            soundness::Verdict::Sound { scope, remark, .. } => {
                told.scope = Some(scope.words());
                told.remark = remark.map(|remark| remark.words());
            }
            soundness::Verdict::Unknown { reason } => told.reason = Some(reason.clone()),
            soundness::Verdict::Unsound {
                counterexample,
                suggestion,
                ..
            } => {
                told.code = Some("rule::unsound");
                told.suggestion = suggestion.as_ref().map(|s| s.words.clone());
                told.show(py, technique, counterexample)?;
            }
        }
        Ok(told)
    }

    /// Adds the counterexample.
    fn show(
        &mut self,
        py: Python<'_>,
        technique: &ir::Technique,
        found: &Counterexample,
    ) -> PyResult<()> {
        let position = found.position();
        let board = position.board();
        let marks = marks(&position, &found.found);
        let names = found.killed.iter().map(|&c| board.candidate_name(c));
        self.killed = names.collect();
        self.solution = Some(found.grid.iter().map(|d: &Digit| d.to_char()).collect());
        self.sentence = Some(explain::sentence(board, technique, &found.found));
        self.drawing = Some(drawn(board, position.state(), &marks, 80));
        self.board = Some(Py::new(py, PyPuzzle::of(found.puzzle.clone()))?);
        Ok(())
    }
}

/// The verdict on a technique, with its index in the library.
pub struct TechniqueVerdict {
    pub technique: usize,
    pub verdict: soundness::Verdict,
    seconds: f64,
}

/// The verdicts on techniques, each within a time limit. After Ctrl-C the caller stops waiting, but
/// Z3 continues until its limit.
pub fn decide(
    py: Python<'_>,
    library: &Arc<lang::Library>,
    techniques: Vec<usize>,
    limit: Duration,
) -> PyResult<Vec<TechniqueVerdict>> {
    let library = Arc::clone(library);
    aside(py, move |cancelled| {
        let mut decided = Vec::new();
        for index in techniques {
            if cancelled.is_set() {
                break;
            }
            let technique = &library.techniques[index];
            let Some(rule) = library.rule(&technique.rule) else {
                continue;
            };
            let report = judge(&library, rule, technique, limit, &cancelled);
            decided.push(TechniqueVerdict {
                technique: index,
                verdict: report.verdict,
                seconds: report.seconds,
            });
        }
        decided
    })
}

/// The verdicts on the techniques that `wanted` accepts.
pub fn verdicts(
    py: Python<'_>,
    library: &Arc<lang::Library>,
    wanted: impl Fn(&ir::Technique) -> bool,
    limit: Option<f64>,
) -> PyResult<Vec<PyVerdict>> {
    let limit = time(py, limit)?.unwrap_or(DEFAULT_TIMEOUT);
    let numbered = library.techniques.iter().enumerate();
    let techniques = numbered.filter(|(_, t)| wanted(t)).map(|(index, _)| index);
    let decided = decide(py, library, techniques.collect(), limit)?;
    let mut told = Vec::new();
    for one in decided {
        let technique = &library.techniques[one.technique];
        if let Some(rule) = library.rule(&technique.rule) {
            let judged = RuleReport {
                rule,
                technique,
                verdict: one.verdict,
                seconds: one.seconds,
            };
            told.push(PyVerdict::of(py, &judged)?);
        }
    }
    Ok(told)
}
