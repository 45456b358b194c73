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
//! - [`proof`]: the steps of a proof, certificates, the `.qed` file, and exports of it;
//! - [`matcher`]: where a technique applies;
//! - [`engine`]: from a puzzle to a proof;
//! - [`report`]: what people look at;
//! - [`soundness`]: whether a rule is right;
//! - [`equiv`]: when two chains are the same technique;
//! - [`mine`]: new rules, from puzzles on which the rules are stuck;
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
//! # From a puzzle to a proof
//!
//! Load the rules, read a puzzle, make a [solver](engine::Solver) for its board:
//!
//! ```
//! use qedoku::engine::{Solver, Strategy};
//! use qedoku::grid::text::{Source, read_puzzle};
//! use qedoku::lang::standard_library;
//!
//! let library = standard_library()?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let solver = Solver::new(&puzzle.board, &library, Strategy::default());
//!
//! // The path, step by step: each step in words, and with its certificate.
//! let mut path = solver.path(&puzzle);
//! let first = path.next().expect("a step");
//! let words = qedoku::report::step::sentence(&solver, &first);
//! assert!(words.starts_with("Naked Single: "), "{words}");
//! assert!(first.certificate()[0].to_text(&puzzle.board).starts_with("single "));
//! assert_eq!(path.count(), 50);
//!
//! // The same path as a proof, written and checked.
//! let proof = qedoku::report::trace::prove(&solver, &puzzle).to_text();
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert!(verdict.to_string().starts_with("accepted: the only solution is 5346789126"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How hard it is:
//!
//! ```
//! use qedoku::engine::Strategy;
//! use qedoku::grid::text::{Source, read_puzzle};
//! use qedoku::lang::standard_library;
//! use qedoku::report::grade::Grade;
//!
//! let text = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let grade = Grade::of_puzzle(&puzzle, &standard_library()?, Strategy::default());
//! assert!(grade.solved && grade.clues == 24);
//!
//! // With singles alone, and no search, it is not solved.
//! let singles = Strategy {
//!     max_level: qedoku::lang::ir::Level::Easy,
//!     search: false,
//!     ..Strategy::default()
//! };
//! let grade = Grade::of_puzzle(&puzzle, &standard_library()?, singles);
//! assert_eq!((grade.level, grade.claim), (Some("easy"), "open"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules of one's own are loaded with [`lang::load`], and found faster if they are known to be
//! [proved](lang::Library::proved); the options of a [`engine::Strategy`] say
//! which rules are used, whether to search, and when to stop.
#![forbid(unsafe_code)]

pub mod cli;
pub mod engine;
pub mod equiv;
pub mod grid;
pub mod lang;
pub mod matcher;
pub mod mine;
pub mod proof;
pub mod report;
pub mod soundness;
