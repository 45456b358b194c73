//! Tests of the methods and of what comes of them: no Z3, no program.

#[path = "../common/mod.rs"]
mod common;
mod methods;
mod network;
mod report;
mod sets;
