//! Tests of the language server, with messages in memory.

mod actions;
mod background;
mod client;
mod diagnostics;
#[path = "../common/dose.rs"]
mod dose;
mod editing;
mod features;
mod navigation;
#[allow(dead_code, reason = "no test needs all of it")]
#[path = "../common/random.rs"]
mod random;
mod session;
mod transport;
