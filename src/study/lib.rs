//! Ways to solve Sudoku, side by side.
//!
//! Takes puzzles and the names of methods, gives for every puzzle whether each method solved it, whether it was right, and what it
//! took; and from many of these, tables, plots and a report. Rule sets written in the rule language are compared as
//! inference engines inside a search; beside them stand plain backtracking, a network, relaxation labelling,
//! and Qedoku's own way.
//!
//! - [`sets`]: inference sets, lists of the names of rules;
//! - [`outcome`]: what a method comes to;
//! - [`inference`], [`plain`], [`twins`], [`network`], [`relaxation`], [`own`]: the methods;
//! - [`method`]: the methods by their names, ready to run;
//! - [`puzzles`]: puzzles made for studies and for training;
//! - [`record`]: what is kept;
//! - [`stats`], [`plot`], [`page`]: what comes of it: figures, pictures, and the report.
#![forbid(unsafe_code)]

pub mod inference;
pub mod method;
pub mod network;
pub mod outcome;
pub mod own;
pub mod page;
pub mod plain;
pub mod plot;
pub mod puzzles;
pub mod record;
pub mod relaxation;
pub mod sets;
pub mod stats;
pub mod twins;
