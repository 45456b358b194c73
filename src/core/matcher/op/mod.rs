//! Operators: parts of patterns that have a faster way to be found.
//!
//! | operator | binds | falls back to |
//! |---|---|---|
//! | [`SinglesOperator`](singles::SinglesOperator) | digit, cell and house of a truth with one candidate | the next plan, if a truth is empty |
//! | [`TightSetsOperator`](tight_set::TightSetsOperator) | n truths and their n links, with the houses around | the next plan, if a truth is empty |
//! | [`CrossingLinksOperator`](crossing_links::CrossingLinksOperator) | rows, columns and the cells where they cross | set by set on boards above 9x9 |
//! | [`BraidsOperator`](braids::BraidsOperator) | all variables of a braid or whip | forcing, for whips where singles are left |
//! | [`ForcingOperator`](refutation::ForcingOperator) | all variables of a pattern in which truths force candidates | none |
//! | [`AlsTableOperator`](als_table::AlsTableOperator) | cells, house and digits of an almost locked set | one variable after the other above 128 cells |
//!
//! To add an operator, write a file with a type that implements [`Operator`] and add one line to
//! [`OPERATORS`].

pub mod als_filter;
pub mod als_table;
pub mod braids;
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
    &braids::BraidsOperator,
    &refutation::ForcingOperator,
    &als_table::AlsTableOperator,
];
