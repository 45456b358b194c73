//! The engine of Qedoku, a proof-producing logic engine for Sudoku.
//!
//! Takes puzzles and rules as text, gives steps, proofs, grades and drawings. Techniques are rule files,
//! every elimination carries a certificate, and a solved puzzle is a proof that anyone can check
//! without trusting the engine. There is no Z3 in it, no terminal, no file and no thread, so that it builds for
//! the web and can be embedded anywhere.
//!
//! # Architecture
//!
//! The modules, in reading order; data flows from the first to the last, and a module uses only modules above
//! it in this list:
//!
//! - [`grid`]: puzzle text, boards, candidates, truths and links;
//! - [`lang`]: the rule language, from text to techniques;
//! - [`propagate`]: what follows when a candidate is taken as true;
//! - [`proof`]: the steps of a proof, certificates, the `.qed` file, and exports of it;
//! - [`picture`]: steps drawn as SVG;
//! - [`matcher`]: where a technique applies;
//! - [`engine`]: from a puzzle to a proof;
//! - [`report`]: what people look at.
//!
//! Above it stand `qedoku-soundness` (is a rule right?), `qedoku-mine` (new rules) and `qedoku` (the
//! program); beside it stands `qedoku-check`, the checker, which shares nothing with it.
//!
//! # From a puzzle to a proof
//!
//! Load the rules, read a puzzle, make a [solver](engine::Solver) for its board:
//!
//! ```
//! use qedoku_core::engine::{Solver, Strategy};
//! use qedoku_core::grid::text::{Source, read_puzzle};
//! use qedoku_core::lang::standard_library;
//!
//! let library = standard_library()?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let solver = Solver::new(&puzzle.board, &library, Strategy::default());
//!
//! // The path, step by step: each step in words, and with its certificate.
//! let mut path = solver.path(&puzzle);
//! let first = path.next().expect("a step");
//! let words = qedoku_core::report::step::sentence(&solver, &first);
//! assert!(words.starts_with("Naked Single: "), "{words}");
//! assert!(first.certificate()[0].to_text(&puzzle.board).starts_with("single "));
//! assert_eq!(path.count(), 50);
//!
//! // The same path as a proof, written and checked.
//! let proof = qedoku_core::report::trace::prove(&solver, &puzzle).to_text();
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert!(verdict.to_string().starts_with("accepted: the only solution is 5346789126"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How hard it is:
//!
//! ```
//! use qedoku_core::engine::Strategy;
//! use qedoku_core::grid::text::{Source, read_puzzle};
//! use qedoku_core::lang::standard_library;
//! use qedoku_core::report::grade::Grade;
//!
//! let text = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let grade = Grade::of_puzzle(&puzzle, &standard_library()?, Strategy::default());
//! assert!(grade.solved && grade.clues == 24);
//!
//! // With singles alone, and no search, it is not solved.
//! let singles = Strategy {
//!     max_level: qedoku_core::lang::ir::Level::Easy,
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

pub mod engine;
pub mod grid;
pub mod lang;
pub mod matcher;
pub mod picture;
pub mod proof;
pub mod propagate;
pub mod report;

/// The README, whose example of the library is run with those above.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
