//! Mining: one question in full, records of slices of puzzles, and the rules published from all
//! records.
//!
//! A record depends only on its puzzle and the settings. Slices can be mined on any machine, in any
//! order, and the rules published from all of them are the same, byte by byte.

use std::convert::Infallible;
use std::sync::Arc;

use pyo3::prelude::*;
use qedoku_core::engine::Solver;
use qedoku_core::grid;
use qedoku_core::grid::text::line;
use qedoku_core::lang;
use qedoku_core::lang::ir::Technique;
use qedoku_mine::campaign::catalogue::Catalogue;
use qedoku_mine::campaign::record::Record;
use qedoku_mine::campaign::settings::{MiningSettings, StartingChoice, starting_rules};
use qedoku_mine::campaign::{mine_one, split};
use qedoku_mine::equiv::LibraryNames;
use qedoku_mine::explain::{ExplainOptions, Explanation};
use qedoku_mine::publish::Publisher;
use qedoku_mine::publish::family::publish;
use qedoku_mine::state::graph::Vocabulary;
use qedoku_soundness::DEFAULT_TIMEOUT;

use crate::batch::pool;
use crate::errors::{ErrorClass, diagnosed, plain};
use crate::interrupt::{aside, begin, elsewhere, stop};
use crate::library::{PyLibrary, standard};
use crate::options::{level, time};
use crate::puzzle::puzzle_of;

/// Adds the classes and functions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<PyMiner>()?;
    module.add_class::<PyMined>()?;
    module.add_function(wrap_pyfunction!(explain, module)?)
}

/// Explains line by line why a candidate is impossible or true.
#[pyfunction]
#[pyo3(signature = (puzzle, candidate, *, size, hops, cells, max_time))]
fn explain(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    candidate: String,
    size: usize,
    hops: Option<usize>,
    cells: bool,
    max_time: Option<f64>,
) -> PyResult<(Vec<String>, String)> {
    let puzzle = puzzle_of(puzzle)?;
    let limit = time(py, max_time)?.unwrap_or(DEFAULT_TIMEOUT);
    let library = standard(py)?;
    let told = aside(py, move |cancelled| {
        let names = LibraryNames::of(&library);
        let options = ExplainOptions {
            size,
            hops,
            vocabulary: vocabulary(cells),
            cancel: cancelled.within(Some(limit)),
            names: &names,
        };
        let explanation = Explanation::new(&puzzle, &candidate, options)?;
        let mut lines = Vec::new();
        let told = explanation.answer(&mut |line: &str| {
            lines.extend(line.lines().map(str::to_owned));
            Ok::<(), Infallible>(())
        });
        let core = told.unwrap_or_default();
        Ok((lines, explanation.to_dot(&core)))
    })?;
    told.map_err(|error: qedoku_mine::explain::QuestionError| {
        diagnosed(py, ErrorClass::Option, &error)
    })
}

fn vocabulary(cells: bool) -> Vocabulary {
    if cells {
        Vocabulary::Cells
    } else {
        Vocabulary::All
    }
}

/// Mines puzzles, starting from a set of rules: all rules up to a level, or the named ones.
///
/// >>> miner = Miner(only=["naked_single", "hidden_single"], size=2)
/// >>> '"size":2,"hops":3' in miner.heading
/// True
#[pyclass(frozen, name = "Miner", module = "qedoku")]
pub struct PyMiner {
    library: Arc<lang::Library>,
    settings: MiningSettings,
}

/// A mined rule: its `name`, its `title`, the `text` of its file, and the number of puzzles that
/// `support` it.
#[pyclass(frozen, get_all, name = "Mined", module = "qedoku")]
pub struct PyMined {
    /// Name of the rule in the language.
    name: String,
    /// Title of the rule.
    title: String,
    /// The text of its file.
    text: String,
    /// The number of puzzles that support it.
    support: usize,
}

#[pymethods]
impl PyMined {
    fn __repr__(&self) -> String {
        format!("<Mined {}, {} puzzles>", self.name, self.support)
    }
}

#[pymethods]
impl PyMiner {
    #[new]
    #[pyo3(signature = (rules = None, *, only = Vec::new(), max_level = None, size = 4, hops = None,
        cells = false, states = 4))]
    #[allow(clippy::too_many_arguments)] // The options of Python's call, by name.
    fn new(
        py: Python<'_>,
        rules: Option<&PyLibrary>,
        only: Vec<String>,
        max_level: Option<&str>,
        size: usize,
        hops: Option<usize>,
        cells: bool,
        states: usize,
    ) -> PyResult<PyMiner> {
        if !(1..=6).contains(&size) {
            let message = "the size of a core must be between 1 and 6 truths";
            return Err(plain(py, ErrorClass::Option, message, None, ""));
        }
        let library = rules.map_or_else(|| standard(py), |own| Ok(Arc::clone(&own.inner)))?;
        let most = max_level.map(|word| level(py, Some(word))).transpose()?;
        let choice = StartingChoice {
            only: &only,
            max_level: most,
            ..StartingChoice::default()
        };
        let base = starting_rules(&library, &choice);
        let base = base.map_err(|error| diagnosed(py, ErrorClass::Option, &error))?;
        let settings = MiningSettings {
            size,
            hops: hops.unwrap_or(size + 1),
            cells,
            states,
            ..MiningSettings::starting_from(&base)
        };
        Ok(PyMiner { library, settings })
    }

    /// The settings as JSON: the first line of `found.jsonl`.
    #[getter]
    fn heading(&self) -> String {
        serde_json::to_string(&self.settings).unwrap_or_default()
    }

    /// The records of puzzles, one line of JSON each, in the order of the puzzles.
    #[pyo3(signature = (puzzles, *, threads = 0))]
    fn records(
        &self,
        py: Python<'_>,
        puzzles: &Bound<'_, PyAny>,
        threads: usize,
    ) -> PyResult<Vec<String>> {
        use rayon::prelude::*;

        let puzzles = same_board(py, puzzles)?;
        let Some(first) = puzzles.first() else {
            return Ok(Vec::new());
        };
        let pool = pool(threads)?;
        let options = self.settings.options();
        let base = self.base();
        let solver = Solver::with(&first.board, base);
        let stop = stop();
        elsewhere(py, |cancelled| {
            let mine = |puzzle: &Arc<grid::Puzzle>| {
                begin(&cancelled, None);
                let record = mine_one(&solver, puzzle, &options, &stop);
                // A record is missing only after Ctrl-C, and then all records are discarded.
                record.and_then(|record| serde_json::to_string(&record).ok())
            };
            pool.install(|| puzzles.par_iter().filter_map(mine).collect())
        })
    }

    /// The rules that follow from the records of puzzles, as `qedoku mine` publishes them.
    ///
    /// The options are those of the command: `support` is the minimum number of puzzles per rule;
    /// `sample`, `judge` and `seed` choose the mined puzzles; the files name `command` as their
    /// origin.
    #[pyo3(signature = (puzzles, records, *, support = 3, sample = None, judge = 0, seed = 1, command = ""))]
    #[allow(clippy::too_many_arguments)] // The options of Python's call, by name.
    fn publish(
        &self,
        py: Python<'_>,
        puzzles: &Bound<'_, PyAny>,
        records: &Bound<'_, PyAny>,
        support: usize,
        sample: Option<usize>,
        judge: usize,
        seed: u64,
        command: &str,
    ) -> PyResult<Vec<PyMined>> {
        let puzzles = same_board(py, puzzles)?;
        let Some(first) = puzzles.first() else {
            return Ok(Vec::new());
        };
        let known = read_records(py, records)?;
        let library = Arc::clone(&self.library);
        let (board, command) = (Arc::clone(&first.board), command.to_owned());
        let owned: Vec<grid::Puzzle> = puzzles.iter().map(|p| grid::Puzzle::clone(p)).collect();
        let published = aside(py, move |cancel| {
            let (mined, _) = split(&owned, sample, judge, seed);
            let mut catalogue = Catalogue::new(&board, LibraryNames::of(&library));
            for (number, puzzle) in mined.iter().enumerate() {
                if let Some(record) = known.get(&line(puzzle)) {
                    catalogue.add(number, record);
                }
            }
            let publisher = Publisher {
                board: &board,
                command: &command,
                cancel,
            };
            let mut rules = Vec::new();
            let Ok(()) = publish(&catalogue, support, &publisher, |rule| {
                rules.extend(rule.ok());
                Ok::<(), Infallible>(())
            });
            rules
        })?;
        let mined = published.into_iter().map(|rule| PyMined {
            name: rule.rule,
            title: rule.title,
            text: rule.text,
            support: rule.support,
        });
        Ok(mined.collect())
    }
}

impl PyMiner {
    /// The base rules.
    fn base(&self) -> Vec<&Technique> {
        let named = |t: &&Technique| self.settings.rules.contains(&t.name());
        self.library.techniques.iter().filter(named).collect()
    }
}

/// Reads puzzles and checks that they are all on one board.
fn same_board(py: Python<'_>, puzzles: &Bound<'_, PyAny>) -> PyResult<Vec<Arc<grid::Puzzle>>> {
    let mut all: Vec<Arc<grid::Puzzle>> = Vec::new();
    for puzzle in puzzles.try_iter()? {
        let puzzle = puzzle_of(&puzzle?)?;
        if all
            .first()
            .is_some_and(|first| !Arc::ptr_eq(&first.board, &puzzle.board))
        {
            let message = "puzzles that are mined together must be on one board";
            return Err(plain(py, ErrorClass::Option, message, None, ""));
        }
        all.push(puzzle);
    }
    Ok(all)
}

/// Reads records, keyed by their puzzles.
fn read_records(
    py: Python<'_>,
    records: &Bound<'_, PyAny>,
) -> PyResult<std::collections::BTreeMap<String, Record>> {
    let mut known = std::collections::BTreeMap::new();
    for (number, text) in records.try_iter()?.enumerate() {
        let text: String = text?.extract()?;
        let record: Record = serde_json::from_str(&text).map_err(|error| {
            let message = format!("record {} is damaged: {error}", number + 1);
            plain(py, ErrorClass::Option, &message, Some("mine::damaged"), "")
        })?;
        known.insert(record.puzzle.clone(), record);
    }
    Ok(known)
}
