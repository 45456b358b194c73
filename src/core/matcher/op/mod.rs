//! Operators: fast searches for parts of patterns.
//!
//! - [`SinglesOperator`](singles::SinglesOperator) binds digit, cell and house of a truth with one
//!   candidate. It falls back to the next plan if a truth is empty.
//! - [`TightSetsOperator`](tight_set::TightSetsOperator) binds n truths and their n links, with the
//!   houses around. It falls back to the next plan if a truth is empty.
//! - [`CrossingLinksOperator`](crossing_links::CrossingLinksOperator) binds rows, columns and the
//!   cells where they cross. On boards above 9x9 the plan binds set by set.
//! - [`RemoteSubsetsOperator`](capacities::RemoteSubsetsOperator) binds cells of which no digit
//!   takes two, with as many digits. Without layouts there are no matches.
//! - [`BraidsOperator`](braids::BraidsOperator) binds all variables of a braid or whip. It falls
//!   back to forcing for whips in states with singles.
//! - [`ForcingOperator`](refutation::ForcingOperator) binds all variables of a pattern in which
//!   truths force candidates.
//! - [`AlsTableOperator`](als_table::AlsTableOperator) binds cells, house and digits of an almost
//!   locked set. Above 128 cells the plan binds one variable after the other.
//!
//! To add an operator, write a file with a type that implements [`Operator`], declare it here, and
//! add one line to [`OPERATORS`].

pub mod als_filter;
pub mod als_table;
pub mod braids;
pub mod capacities;
pub mod crossing_links;
pub mod deadly;
pub mod forcing;
pub mod grouped_braid;
pub mod link_cover;
pub mod refutation;
pub mod singles;
pub mod source;
pub mod tight_search;
pub mod tight_set;

use source::Operator;

/// All operators. Of two that can begin a plan, the earlier one is tried first.
pub static OPERATORS: &[&dyn Operator] = &[
    &singles::SinglesOperator,
    &tight_set::TightSetsOperator,
    &crossing_links::CrossingLinksOperator,
    &capacities::RemoteSubsetsOperator,
    &braids::BraidsOperator,
    &refutation::ForcingOperator,
    &als_table::AlsTableOperator,
];
