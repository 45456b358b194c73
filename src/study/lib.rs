//! Comparison of methods to solve Sudoku.
//!
//! For each puzzle and method, a study records whether the puzzle was solved, whether the solution
//! is right, and the effort. From these records it makes tables, plots and a report. Rule sets
//! written in the rule language are compared as inference inside a search. The other methods are
//! plain backtracking, a neural network, relaxation labelling, and Qedoku's own solver.
//!
//! - [`sets`]: inference sets, lists of rule names;
//! - [`outcome`]: the result of a method;
//! - [`inference`], [`backtracking`], [`twins`], [`network`], [`relaxation`], [`own_solver`]: the
//!   methods;
//! - [`method`]: the methods by name, prepared for a board;
//! - [`puzzles`]: generated puzzles for studies and training;
//! - [`record`]: the stored results;
//! - [`stats`], [`plot`], [`page`]: figures, plots and the report.
#![forbid(unsafe_code)]

pub mod backtracking;
pub mod inference;
pub mod method;
pub mod network;
pub mod outcome;
pub mod own_solver;
pub mod page;
pub mod plot;
pub mod puzzles;
pub mod record;
pub mod relaxation;
pub mod sets;
pub mod stats;
pub mod twins;
