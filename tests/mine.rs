//! Mining: from stuck states to rule files.

#[path = "mine/cores.rs"]
mod cores;
