//! Mining: from stuck states to rule files.

mod common;

#[path = "mine/commands.rs"]
mod commands;
#[path = "mine/cores.rs"]
mod cores;
#[path = "mine/names.rs"]
mod names;
#[path = "mine/overlap.rs"]
mod overlap;
#[path = "mine/patterns.rs"]
mod patterns;
#[path = "mine/rules.rs"]
mod rules;
