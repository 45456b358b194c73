//! Qedoku, a proof-producing logic engine for Sudoku.
//!
//! Techniques are rule files, every elimination carries a certificate, and a solved puzzle is
//! a proof that anyone can check without trusting the engine.
//!
//! # Architecture
//!
//! The modules, in reading order; data flows from the first to the last:
//!
//! - [`grid`]: puzzle text, boards, candidates, truths and links;
//! - [`lang`]: the rule language, from text to techniques;
//! - [`proof`]: the steps of a proof, certificates, and the `.qed` file;
//! - [`matcher`]: where a technique applies;
//! - [`engine`]: from a puzzle to a proof;
//! - [`report`]: what people look at;
//! - [`soundness`]: whether a rule is right;
//! - [`cli`]: the program.
//!
//! The checker is a crate of its own, `qedoku-check`, in `src/checker`.
//!
//! # Invariants
//!
//! They are tested in `tests/tidy.rs`.
//!
//! - A module uses only modules above it in this list.
//! - Only [`cli`] reads files, prints, or ends the program.
//! - The checker depends on nothing and shares no code with the rest.
//! - The same input gives the same bytes: nothing depends on hash order or on time.
//! - No file in `src` is longer than 700 lines, and `main.rs` stays below 60.
//!
//! # Example
//!
//! ```
//! use qedoku::engine::search::{Limits, prove};
//! use qedoku::grid::text::{Source, read_puzzle};
//!
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let proof = prove(&puzzle, Limits::default()).to_text();
//! let verdict = qedoku_check::check(proof.as_bytes()).unwrap();
//! assert!(verdict.to_string().starts_with("accepted: the only solution is 5346789126"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod cli;
pub mod engine;
pub mod grid;
pub mod lang;
pub mod matcher;
pub mod proof;
pub mod report;
pub mod soundness;
