//! What the checker accepts and rejects: its proof files, hostile inputs, random steps, its program.

mod board;
mod cli;
mod common;
mod hostile;
mod proofs;
mod soundness;
