//! Mining: finds techniques in puzzles on which the known rules are stuck.
//!
//! The input is puzzles and a library, the output is rule files. Each folder is a stage, which can
//! be used alone:
//!
//! - [`state`]: a puzzle and the base rules give a stuck position, as a [`Graph`] of its truths;
//! - [`cores`]: a graph and a [`Question`] give the fewest truths that refute a candidate;
//! - [`pattern`]: a core that propagates gives a [`Family`] of slots and clauses;
//! - [`layout`]: a core that does not gives a [`Layout`] of lines, boxes, cells and digits;
//! - [`unfillable`]: a state gives a [`CellPattern`] that some digits cannot fill;
//! - [`equiv`]: a pattern and the library give its name, by normal forms and egg;
//! - [`publish`]: a [`Draft`] gives a [`PublishedRule`]: proved, with an example and a near miss.
//!
//! [`Graph`]: state::graph::Graph
//! [`Question`]: cores::question::Question
//! [`Family`]: pattern::generalise::Family
//! [`Layout`]: layout::Layout
//! [`CellPattern`]: unfillable::cells::CellPattern
//! [`Draft`]: publish::Draft
//! [`PublishedRule`]: publish::PublishedRule
//!
//! [`campaign`] is the loop around the stages: it keeps a [`Record`](campaign::record::Record) of
//! each puzzle, adds records up to a [`Catalogue`](campaign::catalogue::Catalogue), and chooses the
//! rules that help most on other puzzles. [`explain`] answers one question in full, [`propose`]
//! turns one elimination into a rule, and [`overlap`] finds rules of the library that find the
//! same.

pub mod campaign;
pub mod cores;
pub mod equiv;
pub mod explain;
pub mod layout;
pub mod overlap;
pub mod pattern;
pub mod propose;
pub mod publish;
pub mod state;
pub mod unfillable;
