//! The questions, one file per kind.

pub mod complete;
pub mod count;
pub mod create;
pub mod definitions;
pub mod edit;
pub mod grade;
pub mod hello;
pub mod hint;
pub mod language;
pub mod library;
pub mod links;
pub mod path;
pub mod proof;
pub mod read;
pub mod report;
pub mod step;
pub mod steps;
pub mod variant;
