//! Rules and rule libraries.

use std::sync::{Arc, OnceLock};

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use qedoku_app::names::no_such_rule;
use qedoku_core::lang::ir::Technique as Core;
use qedoku_core::lang::{
    self, RuleFile, RuleInfo, load, overlay, standard_library, standard_sources,
};
use qedoku_core::trial;

use crate::errors::{ErrorClass, diagnosed, plain};

/// The standard library, loaded once.
pub fn standard(py: Python<'_>) -> PyResult<Arc<lang::Library>> {
    static STANDARD: OnceLock<Arc<lang::Library>> = OnceLock::new();
    if let Some(library) = STANDARD.get() {
        return Ok(Arc::clone(library));
    }
    let library = py.detach(standard_library);
    let library = library.map_err(|error| diagnosed(py, ErrorClass::Rule, &error))?;
    Ok(Arc::clone(STANDARD.get_or_init(|| Arc::new(library))))
}

/// Techniques and the rules that they come from.
///
/// Sources are pairs of a name and the text of a rule file; `qedoku.load` reads files.
///
/// >>> library = Library()
/// >>> library["fish"].techniques[0]
/// <Technique X-Wing, hard>
/// >>> "skyscraper" in library
/// True
#[pyclass(frozen, name = "Library", module = "qedoku")]
pub struct PyLibrary {
    pub inner: Arc<lang::Library>,
    /// The paths of the files added to the standard library.
    pub added: Arc<[String]>,
}

impl PyLibrary {
    /// The standard library.
    pub fn usual(py: Python<'_>) -> PyResult<PyLibrary> {
        Ok(PyLibrary {
            inner: standard(py)?,
            added: Arc::default(),
        })
    }

    /// Whether a rule was added to the standard library.
    pub fn is_added(&self, rule: &RuleInfo) -> bool {
        self.added.iter().any(|path| **path == *rule.path)
    }
}

#[pymethods]
impl PyLibrary {
    #[new]
    #[pyo3(signature = (sources = None, *, standard = true))]
    fn new(
        py: Python<'_>,
        sources: Option<Vec<(String, String)>>,
        standard: bool,
    ) -> PyResult<PyLibrary> {
        let sources = sources.unwrap_or_default();
        if sources.is_empty() && standard {
            return PyLibrary::usual(py);
        }
        let read = |(path, text): &(String, String)| RuleFile::new(path, text.as_bytes());
        let added: Vec<RuleFile> = (sources.iter().map(read).collect::<Result<_, _>>())
            .map_err(|error| diagnosed(py, ErrorClass::Rule, &error))?;
        let paths = added.iter().map(|source| source.path.clone()).collect();
        let loaded = py.detach(|| {
            let base = if standard {
                standard_sources()
            } else {
                Vec::new()
            };
            load(&overlay(base, added))
        });
        Ok(PyLibrary {
            inner: Arc::new(loaded.map_err(|error| diagnosed(py, ErrorClass::Rule, &error))?),
            added: paths,
        })
    }

    /// A library with the rules of a text, added to the standard library unless `standard` is
    /// false.
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "own.rule", standard = true))]
    fn from_text(py: Python<'_>, text: String, name: &str, standard: bool) -> PyResult<PyLibrary> {
        PyLibrary::new(py, Some(vec![(name.to_owned(), text)]), standard)
    }

    /// The rules added to the standard library.
    #[getter]
    fn added(&self) -> Vec<PyRule> {
        let rules = self.rules().filter(|rule| self.is_added(rule.info()));
        rules.collect()
    }

    fn __len__(&self) -> usize {
        self.inner.rules.len()
    }

    fn __iter__(&self) -> PyRules {
        PyRules {
            library: Arc::clone(&self.inner),
            next: 0,
        }
    }

    fn __contains__(&self, name: &str) -> bool {
        self.inner.rule(name).is_some()
    }

    fn __getitem__(&self, name: &str) -> PyResult<PyRule> {
        let found = self.rules().find(|rule| rule.info().name() == name);
        found.ok_or_else(|| {
            let names = self.inner.rules.iter().map(|rule| rule.name());
            let error = no_such_rule(name, names);
            let help = error.help.map(|help| format!("; {help}"));
            PyKeyError::new_err(error.message + &help.unwrap_or_default())
        })
    }

    /// The verdicts on the added rules, or on all rules if none was added.
    #[pyo3(signature = (*, time_limit = None))]
    fn check<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        verdicts(py, &self.inner, time_limit, |technique| {
            let rule = self.inner.rule(&technique.rule);
            self.added.is_empty() || rule.is_some_and(|rule| self.is_added(rule))
        })
    }

    fn __repr__(&self) -> String {
        let (rules, techniques) = (self.inner.rules.len(), self.inner.techniques.len());
        format!("<Library of {rules} rules, {techniques} techniques>")
    }
}

impl PyLibrary {
    fn rules(&self) -> impl Iterator<Item = PyRule> {
        (0..self.inner.rules.len()).map(|index| PyRule {
            library: Arc::clone(&self.inner),
            index,
        })
    }
}

/// An iterator over the rules of a library.
#[pyclass(name = "Rules", module = "qedoku")]
pub struct PyRules {
    library: Arc<lang::Library>,
    next: usize,
}

#[pymethods]
impl PyRules {
    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&mut self) -> Option<PyRule> {
        let index = self.next;
        self.next += 1;
        (index < self.library.rules.len()).then(|| PyRule {
            library: Arc::clone(&self.library),
            index,
        })
    }
}

/// A rule with its library.
#[pyclass(frozen, name = "Rule", module = "qedoku")]
pub struct PyRule {
    pub library: Arc<lang::Library>,
    pub index: usize,
}

impl PyRule {
    /// The rule as written in its file.
    pub fn info(&self) -> &RuleInfo {
        &self.library.rules[self.index]
    }

    /// Techniques of the rule, one for each value of its parameter.
    pub fn own(&self) -> impl Iterator<Item = &Core> {
        let name = self.info().name();
        (self.library.techniques.iter()).filter(move |technique| *technique.rule == *name)
    }
}

#[pymethods]
impl PyRule {
    /// Parses a text with exactly one rule, which may use the patterns and relations of the
    /// standard library.
    ///
    /// >>> text = "for digit d, houses A, B when every d in A is in B then eliminate d from B"
    /// >>> Rule.from_text("rule x { " + text + " }").name
    /// 'x'
    #[staticmethod]
    #[pyo3(signature = (text, *, name = "own.rule"))]
    fn from_text(py: Python<'_>, text: String, name: &str) -> PyResult<PyRule> {
        let library = PyLibrary::from_text(py, text, name, true)?;
        let mut added = library.added().into_iter();
        match (added.next(), added.next()) {
            (Some(rule), None) => Ok(rule),
            _ => {
                let message = "the text must contain exactly one rule";
                let help = "Library.from_text accepts any number of rules";
                Err(plain(py, ErrorClass::Rule, message, None, help))
            }
        }
    }

    /// Name of the rule in the language.
    #[getter]
    fn name(&self) -> &str {
        self.info().name()
    }

    /// Text of the rule, with the doc comment.
    #[getter]
    fn text(&self) -> &str {
        &self.info().text
    }

    /// Family of the rule: the folder of its file.
    #[getter]
    fn family(&self) -> &str {
        &self.info().family
    }

    /// The path of its file.
    #[getter]
    fn path(&self) -> &str {
        &self.info().path
    }

    /// Techniques of the rule, one for each value of its parameter.
    #[getter]
    fn techniques(&self) -> Vec<PyTechnique> {
        let technique = |t: &Core| PyTechnique {
            name: t.title.clone(),
            instance: t.instance,
            level: t.level.word(),
            score: t.score,
            assumes_unique: t.assumes_unique,
            on_request: t.on_request,
        };
        self.own().map(technique).collect()
    }

    /// The verdicts on its techniques: sound, unsound with a counterexample, or unknown.
    ///
    /// >>> Library()["skyscraper"].check()
    /// [<Verdict skyscraper: sound on every board>]
    #[pyo3(signature = (*, time_limit = None))]
    fn check<'py>(&self, py: Python<'py>, time_limit: Option<f64>) -> PyResult<Bound<'py, PyAny>> {
        let name = self.info().name();
        verdicts(py, &self.library, time_limit, |t| *t.rule == *name)
    }

    /// The failures of the examples in its text. Empty if all pass.
    fn test(&self, py: Python<'_>) -> Vec<String> {
        let trials = py.detach(|| trial::run(&self.library, self.info()));
        let failure = |trial: trial::ExampleResult| {
            let number = trial.number;
            trial.failure.map(|why| format!("example {number}: {why}"))
        };
        trials.into_iter().filter_map(failure).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Rule {}>", self.info().name())
    }
}

/// The verdicts on techniques, each within `time_limit` seconds.
#[cfg(feature = "z3")]
fn verdicts<'py>(
    py: Python<'py>,
    library: &Arc<lang::Library>,
    limit: Option<f64>,
    wanted: impl Fn(&Core) -> bool,
) -> PyResult<Bound<'py, PyAny>> {
    let verdicts = crate::verdicts::verdicts(py, library, wanted, limit)?;
    Ok(verdicts.into_pyobject(py)?.into_any())
}

/// Without Z3 there are no verdicts.
#[cfg(not(feature = "z3"))]
fn verdicts<'py>(
    py: Python<'py>,
    _: &Arc<lang::Library>,
    _: Option<f64>,
    _: impl Fn(&Core) -> bool,
) -> PyResult<Bound<'py, PyAny>> {
    let message = "this package was built without Z3 and cannot check rules";
    Err(plain(
        py,
        ErrorClass::Z3Missing,
        message,
        None,
        "build it with the feature z3",
    ))
}

/// A rule with one value of its parameter.
#[pyclass(frozen, get_all, name = "Technique", module = "qedoku")]
pub struct PyTechnique {
    /// Title of the technique.
    name: String,
    /// The value of the rule's parameter.
    instance: Option<u32>,
    /// Level of the technique, from `easy` to `extreme`.
    level: &'static str,
    /// The score of one step.
    score: u32,
    /// Whether the technique assumes a unique solution.
    assumes_unique: bool,
    /// Whether the technique is used only if named in `on`.
    on_request: bool,
}

#[pymethods]
impl PyTechnique {
    fn __repr__(&self) -> String {
        format!("<Technique {}, {}>", self.name, self.level)
    }
}
