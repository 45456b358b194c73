//! Tests of the methods of the study and of their figures, without Z3 and without the program.

mod methods;
mod network;
mod report;
mod sets;
