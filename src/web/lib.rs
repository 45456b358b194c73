//! The protocol of Qedoku's page, and the engine's side of it.
//!
//! Takes a question as a line of JSON, gives its answer as another. The same [`Desk`] stands behind the static page,
//! compiled to WebAssembly inside a worker, and behind `qedoku serve`; so a page does not care which it talks to.
//! What needs Z3 is behind the trait [`Powers`]: `qedoku serve` has it, the static page says that it has not.
//!
//! The modules: [`protocol`], the messages; [`board`], boards as the page has them; `desk`, who answers; `ask`, one
//! file for each kind of question; [`powers`].
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
