//! The engine of Qedoku, a proof-producing logic engine for Sudoku.
//!
//! Takes puzzles and rules as text, gives steps, proofs, grades and drawings. Techniques are rule files,
//! every elimination carries a certificate, and a solved puzzle is a proof that anyone can check
//! without trusting the engine. There is no Z3 in it, no terminal, no file and no thread, so that it builds for
//! the web and can be embedded anywhere.
//!
//! # The interface
//!
//! What a user needs stands at the top of the crate: a dozen types and five functions. Load the rules with
//! [`standard_library`] (or one's own [`RuleFile`]s with [`load`]) into a [`Library`], read a [`Puzzle`] from a [`Source`]
//! with [`read_puzzle`], make a [`Solver`] for its [`Board`] with a [`Strategy`]. It gives a path of [`PathStep`]s,
//! each of which has a [`sentence`], removes or places [`Candidate`]s and carries its certificate; all of them together
//! are a [`Proof`]:
//!
//! ```
//! use qedoku_core::{Solver, Source, Strategy, prove, read_puzzle, sentence, standard_library};
//!
//! let library = standard_library()?;
//! let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
//! let puzzle = read_puzzle(&Source::new("example", text))?;
//! let solver = Solver::new(&puzzle.board, &library, Strategy::default());
//!
//! // The path, step by step: each step in words, and with its certificate.
//! let mut path = solver.path(&puzzle);
//! let first = path.next().expect("a step");
//! let words = sentence(&solver, &first);
//! assert!(words.starts_with("Naked Single: "), "{words}");
//! assert!(first.certificate()[0].to_text(&puzzle.board).starts_with("single "));
//! assert_eq!(path.count(), 50);
//!
//! // The same path as a proof, written and checked.
//! let proof = prove(&solver, &puzzle).to_text();
//! let verdict = qedoku_check::check(proof.as_bytes())?;
//! assert!(verdict.to_string().starts_with("accepted: the only solution is 5346789126"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! How hard it is, as a [`Grade`] with its [`Level`]:
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
//! A rule of one's own, found and proved like those of the library:
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
//! # Beneath it
//!
//! The modules are what the interface is made of, and what the other crates of the project stand on: soundness reads the
//! intermediate form of rules, mining looks into positions, the program draws and exports. They are documented, and
//! they change more freely than what stands at the top. In reading order; data flows from the first to the last, and
//! a module uses only modules above it in this list:
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
//! Above the crate stand `qedoku-soundness` (is a rule right?), `qedoku-mine` (new rules) and `qedoku` (the
//! program); beside it stands `qedoku-check`, the checker, which shares nothing with it.
#![forbid(unsafe_code)]

pub mod engine;
pub mod grid;
pub mod lang;
pub mod matcher;
pub mod picture;
pub mod proof;
pub mod propagate;
pub mod report;

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
#[doc = include_str!("../../docs/library.md")]
pub struct LibraryChapter;
