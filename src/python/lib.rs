//! Python bindings: the engine behind the package `qedoku`.
//!
//! The Python part of the package, its type hints and its examples are in `qedoku/`.

mod admit;
mod batch;
mod create;
mod errors;
mod grade;
mod hint;
mod interrupt;
mod library;
#[cfg(feature = "z3")]
mod mine;
mod options;
mod proof;
mod puzzle;
mod solution;
mod solver;
mod steps;
mod variant;
#[cfg(feature = "z3")]
mod verdicts;

use pyo3::prelude::*;

/// The module `qedoku._qedoku`.
#[pymodule]
fn _qedoku(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("has_z3", cfg!(feature = "z3"))?;
    module.add_class::<batch::PyGrades>()?;
    module.add_class::<batch::PyTable>()?;
    module.add_class::<create::PyCreator>()?;
    module.add_class::<grade::PyGrade>()?;
    module.add_class::<hint::PyHint>()?;
    module.add_class::<library::PyLibrary>()?;
    module.add_class::<library::PyRule>()?;
    module.add_class::<library::PyTechnique>()?;
    module.add_class::<proof::PyChecked>()?;
    module.add_class::<proof::PyProof>()?;
    module.add_class::<puzzle::PyPuzzle>()?;
    module.add_class::<puzzle::PyPuzzles>()?;
    module.add_class::<solution::PySolved>()?;
    module.add_class::<solver::PySolver>()?;
    module.add_class::<steps::PyPath>()?;
    module.add_class::<steps::PyStep>()?;
    module.add_class::<steps::PySteps>()?;
    module.add_class::<variant::PyVariant>()?;
    #[cfg(feature = "z3")]
    {
        module.add_class::<verdicts::PyVerdict>()?;
        mine::add_to(module)?;
    }
    Ok(())
}
