//! Work on many puzzles at once: solvers shared by threads, and grades as table columns.
//!
//! Each text gives a [`GradedRow`] with its grade, or the reason why it has none. Rows keep the
//! order of the texts, whatever the number of threads. With the feature `arrow`, input and output
//! are Arrow columns, for data frames, Parquet files and clusters. [`in_order`] does any other work
//! on many items. [`RecordFormat`] writes grades as lines, [`GradeStatistics`] counts them by
//! field, and [`archive`] packs many proofs into one file.
//!
//! ```
//! use qedoku_batch::{Grader, Solvers};
//! use qedoku_core::engine::Strategy;
//! use qedoku_core::lang::standard_library;
//! use std::sync::Arc;
//!
//! let library = Arc::new(standard_library()?);
//! let grader = Grader::new(Solvers::new(library, Strategy::default().by_rounds()), Vec::new());
//! let hard = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
//! let rows = grader.rows(&[Some(hard), Some("12"), None], &|| true).expect("not stopped");
//! assert_eq!(rows[0].grade.as_ref().expect("a grade").level, Some("unfair"));
//! let refused = rows[1].grade.as_ref().expect_err("not a puzzle");
//! assert_eq!(refused.code.as_deref(), Some("puzzle::wrong_length"));
//! assert!(rows[2].grade.is_err());
//! assert!(grader.rows(&[Some(hard)], &|| false).is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod archive;
#[cfg(feature = "arrow")]
pub mod columns;
mod grade;
mod in_order;
mod raters;
mod record;
mod stats;

pub use grade::{GradeFailure, GradedRow, Grader};
pub use in_order::{Results, in_order};
pub use qedoku_core::engine::{ReadySolver, Solvers};
pub use raters::ReadyRaters;
pub use record::{GradeRecord, NotARecord, RecordFormat};
pub use stats::{GradeStatistics, StatsReport};
