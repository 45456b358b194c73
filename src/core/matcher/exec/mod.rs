//! Running a plan: variables are bound one after the other, and every complete binding is a match.
//!
//! [`frame`] holds the values of the variables. [`search`] follows the plan. The other files compute the values that a
//! variable can take, one file for each kind of variable, and test whether a table has any row with a partner.

pub mod budget;
pub mod conditions;
pub mod first_cells;
pub mod frame;
pub mod houses;
pub mod linked_sets;
pub mod node_join;
pub mod nodes;
pub mod pair_join;
pub mod related_ends;
pub mod search;
pub mod subset;
