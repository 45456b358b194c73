//! The engine of Qedoku, a proof-producing logic engine for Sudoku.
//!
//! Puzzles and rules are text. The engine gives steps, proofs, grades and drawings. Techniques are
//! rule files, every elimination carries a certificate, and a solved puzzle is a proof that anyone
//! can check without trusting the engine. The crate uses no Z3, no terminal, no files and no
//! threads, so it builds for the web and can be embedded anywhere.
//!
//! # The interface
//!
//! The top of the crate has everything that a user needs: a dozen types and five functions. Load
//! the rules with [`standard_library`] (or your own [`RuleFile`]s with [`load`]) into a
//! [`Library`], read a [`Puzzle`] from a [`Source`] with [`read_puzzle`], and make a [`Solver`] for
//! its [`Board`] with a [`Strategy`]. Its path consists of [`PathStep`]s. Each has a [`sentence`],
//! eliminates or places [`Candidate`]s and carries its certificate. All of them together are a
//! [`Proof`]:
//!
//! ```
//! use qedoku_core::{Solver, Source, Strategy, prove, read_puzzle, sentence, standard_library};
//!
//! let library = standard_library()?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let solver = Solver::new(&puzzle.board, &library, Strategy::default());
//!
//! // The path, step by step: each step has a sentence and a certificate.
//! let mut path = solver.path(&puzzle);
//! let first = path.next().expect("a step");
//! let words = sentence(&solver, &first);
//! assert!(words.starts_with("Naked Single: "), "{words}");
//! assert!(first.certificate()[0].to_text(&puzzle.board).starts_with("single "));
//! assert_eq!(path.count(), 50);
//!
//! // The path as a proof, written and checked.
//! let proof = prove(&solver, &puzzle).to_text();
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert!(verdict.to_string().starts_with("accepted: the only solution is 5346789126"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The difficulty, as a [`Grade`] with its [`Level`]:
//!
//! ```
//! use qedoku_core::{Grade, Level, Source, Strategy, read_puzzle, standard_library};
//!
//! let text = ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let grade = Grade::of_puzzle(&puzzle, &standard_library()?, Strategy::default());
//! assert!(grade.solved && grade.clues == 24);
//!
//! // With singles alone, and no search, it is not solved.
//! let singles = Strategy {
//!     max_level: Level::Easy,
//!     search: false,
//!     ..Strategy::default()
//! };
//! let grade = Grade::of_puzzle(&puzzle, &standard_library()?, singles);
//! assert_eq!((grade.level, grade.claim), (Some("easy"), "open"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A custom rule, searched and proved like those of the library:
//!
//! ```
//! use qedoku_core::{RuleFile, Solver, Source, Strategy, load, read_puzzle, sentence};
//!
//! let text = br#"
//! rule only_place {
//!   for  digit d, house H, cell a in H
//!   when every d in H is at a
//!   then place d at a
//!   say  "in {H}, {d} has no other place"
//! }
//! "#;
//! let library = load(&[RuleFile::new("50-own/only_place.rule", text)?])?;
//! let puzzle = read_puzzle(&Source::new("example", "1234 34.. 4321 2143"))?;
//! let solver = Solver::new(&puzzle.board, &library, Strategy::default());
//! let step = solver.path(&puzzle).next().expect("a step");
//! assert!(sentence(&solver, &step).contains("has no other place"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The modules
//!
//! The modules implement the interface, and the other crates of the project use them: the soundness
//! check reads the intermediate form of rules, mining reads positions, the program draws and
//! exports. They are documented, but change more often than the interface. In reading order, where
//! a module uses only modules above it in this list:
//!
//! - [`printable`]: text of strangers, made safe to print;
//! - [`grid`]: puzzle text, boards, candidates, truths and links;
//! - [`lang`]: the rule language, from text to techniques;
//! - [`propagate`]: unit propagation;
//! - [`proof`]: the steps of a proof, certificates, the `.qed` file, and its exports;
//! - [`layout`]: complete placements of digits, and which cells they cannot fill;
//! - [`variant`]: puzzles with further constraints, such as cages and arrows;
//! - [`picture`]: steps drawn as SVG;
//! - [`matcher`]: the search for matches of a technique;
//! - [`engine`]: from a puzzle to a proof;
//! - [`report`]: output for people.
//!
//! `qedoku-soundness` (is a rule right?), `qedoku-mine` (new rules) and `qedoku` (the program)
//! build on this crate. `qedoku-check`, the checker, shares nothing with it.
#![forbid(unsafe_code)]

pub mod engine;
pub mod grid;
pub mod lang;
pub mod layout;
pub mod matcher;
pub mod picture;
pub mod printable;
pub mod proof;
pub mod propagate;
pub mod report;
pub mod variant;

pub use engine::{PathStep, Solver, Strategy};
pub use grid::text::{Source, read_puzzle};
pub use grid::{Board, Candidate, Puzzle};
pub use lang::ir::Level;
pub use lang::{Library, RuleFile, load, standard_library};
pub use proof::Proof;
pub use report::grade::Grade;
pub use report::step::sentence;
pub use report::trace::prove;

/// The chapter about the library. Its examples run as tests of this crate.
#[cfg(doctest)]
#[doc = include_str!("library.txt")]
pub struct LibraryChapter;
