//! Operators: special ways to find what a pattern asks for, each worth its speed.

pub mod als_table;
pub mod crossing_links;
pub mod deadly;
pub mod deadly_set;
pub mod forcing;
pub mod given;
pub mod grouped_braid;
pub mod link_cover;
pub mod refutation;
pub mod singles;
pub mod tight_search;
pub mod tight_set;
