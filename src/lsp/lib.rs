//! A language server for rule files.
//!
//! It exchanges messages of the Language Server Protocol with an editor and reaches files and clock
//! through a [`Host`]. It runs the program's own pipeline on the text in the editor, together with
//! the standard library:
//!
//! ```text
//! editor -> serve (messages) -> Documents -> Project (reads only what changed) -> features
//!                                               '-> Background (verdicts, examples) -'
//! ```
//!
//! In reading order:
//!
//! - [`host`]: files and clock;
//! - [`lines`], [`document`]: texts and places in them;
//! - [`project`]: a document with the files around it;
//! - [`background`]: verdicts and examples, cancelled by the next edit, cached by content;
//! - [`session`]: all open documents;
//! - [`features`]: one file per feature;
//! - [`server`]: the loop;
//! - [`transport`]: messages over two streams.
//!
//! The server prints nothing, and accesses files only through the host.
//!
//! ```
//! use std::path::{Path, PathBuf};
//! use std::time::Instant;
//! use qedoku_lsp::{Connection, Host, serve};
//!
//! struct Nothing;
//! impl Host for Nothing {
//!     fn rule_files(&self, _: &Path) -> Vec<(PathBuf, Vec<u8>)> { Vec::new() }
//!     fn keep(&self, _: &str, _: &str) -> Option<PathBuf> { None }
//!     fn now(&self) -> Instant { Instant::now() }
//! }
//!
//! let (server, client) = Connection::memory();
//! let running = std::thread::spawn(move || serve(&server, std::sync::Arc::new(Nothing)));
//! drop(client);
//! assert!(running.join().expect("no panic").is_err(), "the client did not shut down");
//! ```

pub mod background;
pub mod document;
pub mod features;
pub mod host;
pub mod lines;
pub mod project;
pub mod server;
pub mod session;
pub mod transport;

pub use host::Host;
pub use lsp_server::Connection;
pub use server::serve;
pub use session::ServerError;
