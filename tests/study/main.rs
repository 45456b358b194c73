//! Tests of the methods and of what comes of them: no Z3, no program.

mod methods;
mod network;
mod report;
mod sets;
