//! The application layer: answers that the program, Python, the page and the language server share.
//!
//! A shell reads input, calls this crate and shows the answer. The crate prints nothing, reads no
//! files and handles no signals. Without the feature `soundness` it builds for WebAssembly.
//!
//! - [`canon`]: canonical forms of puzzles.
//! - [`cancel`]: one signal that ends work early, with an optional deadline.
//! - [`create`]: requirements on new puzzles, and attempts to meet them, on all threads with the
//!   feature `batch`.
//! - [`error`]: one error with a code, a message, a help text and notes.
//! - [`names`]: rules, techniques and levels by name, with similar names as help.
//! - [`options`]: the options of solving, and the engine's strategy for them.
//! - [`hint`]: the next step, or the reason why there is none.
//! - [`steps`]: the techniques whose steps are listed in a state.
//! - [`mod@reference`]: the meanings of the words of the rule language.
//! - [`scales`]: the scales of ratings by name.
//! - [`variant`]: hints and proofs of variant puzzles.
//! - [`prove`]: proofs that the independent checker has accepted.
//! - [`verdict`]: verdicts of the checker as data.
//! - `judge`, `admit`, `fix`: verdicts on rules, the admission of user rules, and repairs.
//!
//! ```
//! use qedoku_app::options::SolveOptions;
//! use qedoku_core::lang::standard_library;
//!
//! let library = standard_library()?;
//! let options = SolveOptions { off: vec!["fsh".into()], ..SolveOptions::default() };
//! let error = options.strategy(&library).expect_err("a misspelt name");
//! assert_eq!(error.code, "rule::unknown");
//! assert_eq!(error.help.as_deref(), Some("did you mean `fish`?"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod admit;
pub mod cancel;
pub mod canon;
pub mod create;
pub mod error;
#[cfg(feature = "soundness")]
pub mod fix;
pub mod hint;
#[cfg(feature = "soundness")]
pub mod judge;
pub mod names;
pub mod options;
pub mod prove;
pub mod reference;
pub mod scales;
pub mod steps;
pub mod variant;
pub mod verdict;

pub use admit::ProvedBoards;
pub use cancel::Cancel;
pub use error::Error;
pub use options::SolveOptions;
pub use scales::NamedScales;
