//! Errors as Python exceptions, with code, places and help text.
//!
//! A diagnostic becomes an exception of `qedoku.errors`. Its `report` is the text that the terminal
//! shows.

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, SourceCode};
use pyo3::prelude::*;
use pyo3::types::PyList;

/// The width of a report in columns, wide enough for puzzle lines.
const WIDTH: usize = 100;

/// A class of `qedoku.errors`.
#[derive(Clone, Copy, Debug)]
pub enum ErrorClass {
    /// Text that is not a puzzle.
    Puzzle,
    /// Mistakes in rules.
    Rule,
    /// A proof that is not accepted, or cannot be read or exported.
    Proof,
    /// An invalid option.
    Option,
    /// Rules that are not proved sound.
    NotProved,
    /// A function that requires Z3.
    #[cfg_attr(feature = "z3", allow(dead_code))] // Unused in packages with Z3.
    Z3Missing,
}

impl ErrorClass {
    fn class(self) -> &'static str {
        match self {
            ErrorClass::Puzzle => "PuzzleError",
            ErrorClass::Rule => "RuleError",
            ErrorClass::Proof => "ProofError",
            ErrorClass::Option => "OptionError",
            ErrorClass::NotProved => "NotProvedError",
            ErrorClass::Z3Missing => "Z3MissingError",
        }
    }
}

/// An error without a place.
pub fn plain(
    py: Python<'_>,
    kind: ErrorClass,
    message: &str,
    code: Option<&str>,
    help: &str,
) -> PyErr {
    let help = (!help.is_empty()).then_some(help);
    let report = match help {
        Some(help) => format!("{message}\nhelp: {help}"),
        None => message.to_owned(),
    };
    let made = class(py, kind.class()).and_then(|class| {
        class.call1((
            message,
            code,
            help,
            PyList::empty(py),
            report,
            PyList::empty(py),
        ))
    });
    made.map_or_else(|error| error, PyErr::from_value)
}

/// An error of the application layer.
pub fn raised(py: Python<'_>, kind: ErrorClass, error: &qedoku_app::Error) -> PyErr {
    let help = error.help.as_deref().unwrap_or_default();
    plain(py, kind, &error.message, Some(&error.code), help)
}

/// An error with its places. Related problems, such as those of a rule file, are listed.
pub fn diagnosed(py: Python<'_>, kind: ErrorClass, error: &dyn Diagnostic) -> PyErr {
    exception(py, kind, error).map_or_else(|error| error, PyErr::from_value)
}

fn exception<'py>(
    py: Python<'py>,
    kind: ErrorClass,
    error: &dyn Diagnostic,
) -> PyResult<Bound<'py, PyAny>> {
    let problems = PyList::empty(py);
    for one in error.related().into_iter().flatten() {
        problems.append(exception(py, kind, one)?)?;
    }
    // Several problems share the code of the first.
    let code = (error.code().map(|code| code.to_string()))
        .or_else(|| Some(error.related()?.next()?.code()?.to_string()));
    let help = error.help().map(|help| help.to_string());
    let mut places = places(py, error)?;
    if places.is_empty()
        && let Some(first) = error.related().and_then(|mut all| all.next())
    {
        places = self::places(py, first)?;
    }
    class(py, kind.class())?.call1((
        error.to_string(),
        code,
        help,
        PyList::new(py, places)?,
        report(error),
        problems,
    ))
}

/// The text that a terminal shows, without colours.
pub fn report(error: &dyn Diagnostic) -> String {
    let theme = GraphicalTheme::unicode_nocolor();
    let handler = GraphicalReportHandler::new_themed(theme).with_width(WIDTH);
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = handler.render_report(&mut text, error);
    text
}

/// The places of an error, the primary one first. Lines and columns count from 1.
fn places<'py>(py: Python<'py>, error: &dyn Diagnostic) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let (Some(text), Some(labels)) = (error.source_code(), error.labels()) else {
        return Ok(Vec::new());
    };
    let mut labels: Vec<_> = labels.collect();
    labels.sort_by_key(|label| !label.primary());
    let class = class(py, "Place")?;
    let place = |label: &miette::LabeledSpan| -> Option<_> {
        let at = SourceCode::read_span(text, label.inner(), 0, 0).ok()?;
        let name = at.name().unwrap_or_default().to_owned();
        let label_text = label.label().unwrap_or_default().to_owned();
        Some((
            name,
            at.line() + 1,
            at.column() + 1,
            label.len(),
            label_text,
        ))
    };
    let known = labels.iter().filter_map(place);
    known.map(|place| class.call1(place)).collect()
}

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    py.import("qedoku.errors")?.getattr(name)
}
