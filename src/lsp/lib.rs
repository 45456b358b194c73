//! A language server for rule files: what the program knows of a rule, in the editor, as it is typed.
//!
//! Takes the messages of an editor (the Language Server Protocol) and a [`World`] with files and a clock; gives diagnostics,
//! hovers, completions and the rest. It uses the pipeline of the program on the text in the editor, with the standard library
//! around it:
//!
//! ```text
//! editor -> serve (messages) -> Documents -> Project (Workshop: what changed is read again) -> features
//!                                               '-> Jury (another thread: verdicts, examples) -'
//! ```
//!
//! In reading order:
//!
//! - [`world`]: what the server needs from outside;
//! - [`lines`], [`document`]: texts and places in them;
//! - [`project`]: a document with the files around it;
//! - [`jury`]: verdicts and examples, found in the background, called off by the next edit, remembered by content;
//! - [`session`]: all that is open;
//! - [`features`]: one file a feature;
//! - [`server`]: the loop.
//!
//! Nothing is printed, and no file is touched but through the world.
//!
//! ```
//! use std::path::{Path, PathBuf};
//! use std::time::Instant;
//! use qedoku_lsp::{Connection, World, serve};
//!
//! struct Nothing;
//! impl World for Nothing {
//!     fn rule_files(&self, _: &Path) -> Vec<(PathBuf, Vec<u8>)> { Vec::new() }
//!     fn keep(&self, _: &str, _: &str) -> Option<PathBuf> { None }
//!     fn now(&self) -> Instant { Instant::now() }
//! }
//!
//! let (server, client) = Connection::memory();
//! let running = std::thread::spawn(move || serve(&server, std::sync::Arc::new(Nothing)));
//! drop(client);
//! assert!(running.join().expect("no panic").is_err(), "nobody said goodbye");
//! ```

pub mod document;
pub mod features;
pub mod jury;
pub mod lines;
pub mod project;
pub mod server;
pub mod session;
pub mod world;

pub use lsp_server::Connection;
pub use server::serve;
pub use session::ServerError;
pub use world::World;
