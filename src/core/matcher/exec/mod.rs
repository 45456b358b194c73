//! Execution of a plan: variables are bound one after the other, and every complete binding is a
//! match.
//!
//! [`frame`] holds the values of the variables, [`state`] the state of a search, and [`search`]
//! follows the plan. [`check`] tests constraints. [`digits`], [`cells`], [`houses`] and [`nodes`]
//! compute the values of a variable, [`subset`] and [`deadly_sets`] those of a set.
//! [`linked_pairs`] and [`pair_join`] join two almost locked sets before the first is bound.

pub mod analyse;
pub mod budget;
pub mod cells;
pub mod check;
pub mod clause;
pub mod conditions;
pub mod constraints;
pub mod deadly_sets;
pub mod digits;
pub mod first_cells;
pub mod frame;
pub mod houses;
pub mod linked_pairs;
pub mod nodes;
pub mod pair_join;
pub mod search;
pub mod state;
pub mod subset;
