//! Grading of tables on all cores. Data enters and leaves through Arrow's C interface without
//! copies.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_schema_pycapsule, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use qedoku_batch::columns::{BatchLayout, GradeColumn};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{ErrorClass, plain};
use crate::interrupt::{begin, elsewhere};
use crate::solver::PySolver;

/// A table of grades. Any library that supports Arrow's C interface can use it without a copy.
///
/// `pyarrow.table`, `polars.DataFrame` and `pandas.DataFrame.from_arrow` take it, and DuckDB reads
/// it by its name.
#[pyclass(frozen, name = "Table", module = "qedoku")]
pub struct PyTable {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl PyTable {
    /// The names of its columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        Ok(to_schema_pycapsule(py, self.schema.as_ref())?)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let field = arrow_schema::Field::new_struct("", self.schema.fields().clone(), false);
        let field = Arc::new(field.with_metadata(self.schema.metadata().clone()));
        let array = |batch: RecordBatch| -> Result<arrow_array::ArrayRef, ArrowError> {
            Ok(Arc::new(arrow_array::StructArray::from(batch)))
        };
        let arrays = self.batches.clone().into_iter().map(array);
        let reader = Box::new(ArrayIterator::new(arrays, field));
        Ok(to_stream_pycapsule(py, reader, requested_schema)?)
    }

    /// Converts to a pyarrow table. Requires pyarrow.
    fn to_pyarrow<'py>(own: Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let pyarrow = own.py().import("pyarrow")?;
        pyarrow.getattr("table")?.call1((own,))
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.__len__(), self.schema.fields().len());
        format!("<Table of {rows} rows, {columns} columns>")
    }
}

/// Grades tables, batch by batch.
#[pyclass(frozen, name = "Grades", module = "qedoku")]
pub struct PyGrades {
    solver: Py<PySolver>,
    layout: BatchLayout,
    threads: usize,
    schema: SchemaRef,
    reader: Mutex<Box<dyn RecordBatchReader + Send>>,
}

#[pymethods]
impl PyGrades {
    #[new]
    fn new(
        py: Python<'_>,
        solver: Py<PySolver>,
        table: AnyRecordBatch,
        puzzles: String,
        columns: Option<Vec<String>>,
        keep: Vec<String>,
        threads: usize,
    ) -> PyResult<PyGrades> {
        let scales = solver.get().grader.scales();
        let column = |name: &String| {
            GradeColumn::named(name, scales).ok_or_else(|| {
                let all = GradeColumn::all(scales).into_iter().map(GradeColumn::name);
                let help = format!("columns are {}", all.collect::<Vec<_>>().join(", "));
                let message = format!("there is no column `{name}` of grades");
                plain(py, ErrorClass::Option, &message, None, &help)
            })
        };
        let columns = match &columns {
            None => GradeColumn::all(scales),
            Some(names) => names.iter().map(column).collect::<PyResult<_>>()?,
        };
        let layout = BatchLayout {
            puzzles,
            columns,
            keep,
        };
        let reader = table.into_reader()?;
        let schema = layout.schema(&reader.schema());
        let schema =
            schema.map_err(|error| plain(py, ErrorClass::Option, &words(&error), None, ""))?;
        Ok(PyGrades {
            solver,
            layout,
            threads,
            schema,
            reader: Mutex::new(reader),
        })
    }

    fn __iter__(own: PyRef<'_, Self>) -> PyRef<'_, Self> {
        own
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<PyTable>> {
        let Some(batch) = self.graded(py)? else {
            return Ok(None);
        };
        Ok(Some(PyTable {
            schema: Arc::clone(&self.schema),
            batches: vec![batch],
        }))
    }

    /// All remaining batches, as one table.
    fn table(&self, py: Python<'_>) -> PyResult<PyTable> {
        let mut batches = Vec::new();
        while let Some(batch) = self.graded(py)? {
            batches.push(batch);
        }
        Ok(PyTable {
            schema: Arc::clone(&self.schema),
            batches,
        })
    }
}

impl PyGrades {
    fn graded(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        let solver = self.solver.get();
        let pool = pool(self.threads)?;
        let result = elsewhere(py, |cancelled| {
            let mut reader = self.reader.lock().unwrap_or_else(PoisonError::into_inner);
            let batch = match reader.next()? {
                Ok(batch) => batch,
                Err(error) => return Some(Err(error)),
            };
            let goes_on = || !cancelled.load(Ordering::Relaxed);
            let begin = || {
                begin(&cancelled, solver.max_time);
                goes_on()
            };
            let graded = pool.install(|| self.layout.grade(&solver.grader, &batch, &begin));
            // A batch that Ctrl-C interrupts is incomplete.
            graded.transpose().filter(|_| goes_on())
        })?;
        let result = result.transpose();
        result.map_err(|error| plain(py, ErrorClass::Option, &words(&error), None, ""))
    }
}

/// The message of an Arrow error, without its category.
fn words(error: &ArrowError) -> String {
    match error {
        ArrowError::SchemaError(words) => words.clone(),
        other => other.to_string(),
    }
}

/// A pool of `threads` threads, or of one per processor for 0. Pools are cached per process,
/// because a forked child has none of the threads.
pub fn pool(threads: usize) -> PyResult<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<(u32, usize), Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 {
        processors
    } else {
        threads.min(4 * processors)
    };
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (std::process::id(), threads);
    if let Some(pool) = pools.get(&key) {
        return Ok(Arc::clone(pool));
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = Arc::new(pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?);
    pools.insert(key, Arc::clone(&pool));
    Ok(pool)
}
