//! The engine of Qedoku, a proof-producing logic engine for Sudoku.
//!
//! Puzzles and rules are text. The engine gives steps, proofs, grades and drawings. Techniques are
//! rule files, every elimination carries a certificate, and a solved puzzle is a proof that anyone
//! can check without trusting the engine. The crate uses no Z3, no terminal, no files and no
//! threads, so it builds for the web and can be embedded anywhere.
//!
//! # The interface
//!
//! Read a [`Puzzle`], take the standard [`Rules`] (or load your own [`RuleFile`]s), and make a
//! [`Solver`]. It gives hints, all steps of a state, whole solutions, grades and proofs:
//!
//! ```
//! use qedoku_core::{Level, Outcome, Puzzle, Rules, Solver};
//!
//! let text = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
//! let puzzle: Puzzle = text.parse()?;
//! let solver = Solver::new(&Rules::standard());
//!
//! println!("{}", solver.next_step(&puzzle)?);
//! assert_eq!(solver.grade(&puzzle).level, Some(Level::Unfair));
//!
//! let solution = solver.solve(&puzzle);
//! assert!(matches!(solution.outcome(), Outcome::Unique(_)));
//!
//! // The checker is another crate. It trusts nothing and shares nothing with this one.
//! let proof = solution.proof().to_string();
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert!(verdict.to_string().starts_with("accepted: the only solution is "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`SolverBuilder`] has the options. A [`Step`] is a sentence, its [`Candidate`]s, a certificate
//! and a picture; [`NoStep`] says why there is none. A [`Solution`] has an [`Outcome`] with its
//! [`Grid`], the steps and the [`Proof`], which can be exported in any [`Format`]. A [`Grade`] has
//! a [`Level`]. A [`Cancel`] ends long work. The errors are [`PuzzleError`], [`Diagnostics`] for
//! rules, [`UnknownName`] and [`ProofError`]. None of these types has a lifetime, and none of
//! their functions panics.
//!
//! # The modules
//!
//! The modules implement the interface, and the other crates of the project use them: the soundness
//! check reads the intermediate form of rules, mining reads positions, the program draws and
//! exports. They are hidden here, because they change without notice. The sources document them.
//! In reading order, where a module uses only modules above it in this list:
//!
//! - `printable_text`: foreign text, made safe to print;
//! - `grid`: puzzle text, boards, candidates, truths and links;
//! - `lang`: the rule language, from text to techniques;
//! - `propagate`: unit propagation;
//! - `proof`: the steps of a proof, certificates, the `.qed` file, and its exports;
//! - `layout`: complete placements of digits, and which cells they cannot fill;
//! - `constraint`: the constraints of variant puzzles, such as cages, and their fillings;
//! - `picture`: steps drawn as SVG;
//! - `matcher`: the search for matches of a technique;
//! - `engine`: from a puzzle to a proof;
//! - `report`: output for people;
//! - `variant`: puzzles with further constraints, such as cages and arrows;
//! - `trial`: the examples of rules, run on their boards;
//! - `api`: the interface.
//!
//! `qedoku-soundness` (is a rule right?), `qedoku-mine` (new rules) and `qedoku` (the program)
//! build on this crate. `qedoku-check`, the checker, shares nothing with it.
#![forbid(unsafe_code)]

mod api;
#[doc(hidden)]
pub mod constraint;
#[doc(hidden)]
pub mod engine;
#[doc(hidden)]
pub mod grid;
#[doc(hidden)]
pub mod lang;
#[doc(hidden)]
pub mod layout;
#[doc(hidden)]
pub mod matcher;
#[doc(hidden)]
pub mod picture;
#[doc(hidden)]
pub mod printable_text;
#[doc(hidden)]
pub mod proof;
#[doc(hidden)]
pub mod propagate;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod trial;
#[doc(hidden)]
pub mod variant;

pub use api::{Cancel, Candidate, Grade, Grid, NoStep, Outcome, Proof, ProofError, Puzzle};
pub use api::{Rules, Solution, Solver, SolverBuilder, Step, UnknownName};
pub use grid::text::PuzzleError;
pub use lang::ir::Level;
pub use lang::{Diagnostics, RuleFile};
pub use proof::export::Format;

/// The chapter about the library. Its examples run as tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("library.txt")]
pub struct LibraryChapter;
