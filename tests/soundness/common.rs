//! What these tests share with those of the engine.
#![allow(dead_code, reason = "not all of it is needed here")]

#[path = "../common/plain.rs"]
pub mod plain;
#[path = "../common/random.rs"]
pub mod random;
