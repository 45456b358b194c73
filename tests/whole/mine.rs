//! Mining, from stuck states to rule files.

mod commands;
mod cores;
mod discoveries;
#[cfg(unix)]
mod interrupts;
mod judging;
mod layouts;
mod names;
mod overlap;
mod patterns;
mod proofs;
mod rewrites;
mod rules;
mod sameness;
mod unfillable;
