//! Qedoku, a proof-producing logic engine for Sudoku.
#![forbid(unsafe_code)]

pub mod cli;
pub mod engine;
pub mod grid;
pub mod proof;
pub mod report;
