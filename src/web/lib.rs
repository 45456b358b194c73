//! The protocol of Qedoku's web page, and the engine's side of it.
//!
//! A question is one line of JSON, and so is its answer. One [`Service`] serves both the static
//! page, compiled to WebAssembly in a worker, and `qedoku serve`, so that the page does not depend
//! on which of them answers. Functions that need Z3 are behind the trait [`Backend`]: `qedoku
//! serve` has them, the static page does not.
//!
//! The modules: [`protocol`], the messages; [`board`], boards as the page represents them;
//! `service`, the dispatch of questions; `ask`, one file for each kind of question; [`backend`],
//! the functions that need Z3.
//!
//! ```
//! use qedoku_web::{Service, Offline};
//!
//! let mut service = Service::new(Box::new(Offline));
//! let board = r#"{"height":2,"width":2,"givens":"1234341221434...","entries":"................"}"#;
//! let question = format!(r#"{{"version":1,"id":7,"ask":"hint","board":{board}}}"#);
//! let answer = service.respond(question.as_bytes(), &mut |_| ());
//! assert!(answer.contains("\"id\":7") && answer.contains("\"technique\":\"Full House\""), "{answer}");
//! ```
#![forbid(unsafe_code)]

mod ask;
pub mod backend;
pub mod board;
pub mod page;
pub mod protocol;
mod service;

pub use ask::library::standard_verdict;
pub use backend::{Backend, Offline};
pub use protocol::{ApiError, PROTOCOL_VERSION};
pub use service::{Service, failed};
