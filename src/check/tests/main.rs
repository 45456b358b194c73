//! The tests of the checker: its proof files, hostile inputs, random steps, its program.

mod board;
mod campaign;
mod cli;
mod common;
mod hostile;
mod proofs;
mod rules_oracle;
mod soundness;
