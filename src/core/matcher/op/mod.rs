//! Operators: fast searches for parts of patterns.
//!
//! - [`SINGLES`] binds digit, cell and house of a truth with one candidate. It falls back to the
//!   next plan if a truth is empty.
//! - [`TIGHT_SETS`] binds n truths and their n links, with the houses around. It falls back to the
//!   next plan if a truth is empty.
//! - [`CROSSING_LINKS`] binds rows, columns and the cells where they cross. On boards above 9x9 the
//!   plan binds set by set.
//! - [`REMOTE_SUBSETS`] binds cells of which no digit takes two, with as many digits. Without
//!   layouts there are no matches.
//! - [`BRAIDS`] binds all variables of a braid or whip. It falls back to forcing for whips in
//!   states with singles.
//! - [`FORCING`] binds all variables of a pattern in which truths force candidates.
//! - [`ALS_TABLE`] binds cells, house and digits of an almost locked set. Above 128 cells the plan
//!   binds one variable after the other.
//!
//! To add an operator, write a file with a constant of type [`Operator`], declare the file here,
//! and add one line to [`OPERATORS`].

pub mod als_filter;
pub mod als_table;
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

use als_table::ALS_TABLE;
use capacities::REMOTE_SUBSETS;
use crossing_links::CROSSING_LINKS;
use refutation::{BRAIDS, FORCING};
use singles::SINGLES;
use source::Operator;
use tight_set::TIGHT_SETS;

/// All operators. Of two that can begin a plan, the earlier one is tried first.
pub static OPERATORS: &[Operator] = &[
    SINGLES,
    TIGHT_SETS,
    CROSSING_LINKS,
    REMOTE_SUBSETS,
    BRAIDS,
    FORCING,
    ALS_TABLE,
];
