//! Queries: the constraints of a pattern, computed before any position is known.
//!
//! [`constraint`] is the one type for everything that a plan tests. The other files derive
//! constraints from a pattern: how many candidates fit into clauses ([`cover`], [`star`],
//! [`set_pair`]), what must be left to eliminate ([`goal`], [`linked_pair`], [`one_digit`]), what
//! must have changed ([`delta`]), which variables can be exchanged ([`symmetry`]). [`project`]
//! collects the constraints that hold for the variables bound so far.

pub mod constraint;
pub mod cover;
pub mod delta;
pub mod goal;
pub mod linked_pair;
pub mod one_digit;
pub mod project;
pub mod set_pair;
pub mod star;
pub mod symmetry;
pub mod var_set;
