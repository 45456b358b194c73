//! The protocol of Qedoku's web page, and the engine's side of it.
//!
//! A question is one line of JSON, and so is its answer. One [`Desk`] serves both the static page,
//! compiled to WebAssembly in a worker, and `qedoku serve`, so that the page does not depend on which
//! of them answers. Functions that need Z3 are behind the trait [`Powers`]: `qedoku serve` has them,
//! the static page does not.
//!
//! The modules: [`protocol`], the messages; [`board`], boards as the page represents them; `desk`, the
//! dispatch of questions; `ask`, one file for each kind of question; [`powers`], the functions that
//! need Z3.
//!
//! ```
//! use qedoku_web::{Desk, NoZ3};
//!
//! let mut desk = Desk::new(Box::new(NoZ3));
//! let board = r#"{"height":2,"width":2,"givens":"1234341221434...","entries":"................"}"#;
//! let question = format!(r#"{{"version":1,"id":7,"ask":"hint","board":{board}}}"#);
//! let answer = desk.respond(question.as_bytes(), &mut |_| ());
//! assert!(answer.contains("\"id\":7") && answer.contains("\"technique\":\"Full House\""), "{answer}");
//! ```
#![forbid(unsafe_code)]

mod ask;
pub mod board;
mod desk;
pub mod page;
pub mod powers;
pub mod protocol;
mod trouble;

pub use ask::library::standard_verdict;
pub use desk::{Desk, failed};
pub use powers::{NoZ3, Powers};
pub use protocol::{Trouble, VERSION};
