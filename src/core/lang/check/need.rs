//! What can be needed somewhere in a clause, with the words for it.

use super::super::ast::Use;
use super::scope::{Binding, Kind};

/// What is needed somewhere: the words for it, and the kinds and forms that will do.
#[derive(Clone, Copy)]
pub(super) struct Need {
    pub(super) words: &'static str,
    pub(super) kinds: &'static [Kind],
    pub(super) form: Needed,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Needed {
    Any,
    One,
    Set,
}

pub(super) const fn need(words: &'static str, kinds: &'static [Kind], form: Needed) -> Need {
    Need { words, kinds, form }
}

pub(super) const DIGIT: Need = need("a digit or a set of digits", &[Kind::Digit], Needed::Any);
pub(super) const ONE_DIGIT: Need = need("a single digit", &[Kind::Digit], Needed::One);
pub(super) const CELL: Need = need("a cell or a set of cells", &[Kind::Cell], Needed::Any);
pub(super) const ONE_CELL: Need = need("a single cell", &[Kind::Cell], Needed::One);
pub(super) const HOUSE: Need = need("a house or a set of houses", &[Kind::House], Needed::Any);
pub(super) const ONE_HOUSE: Need = need("a single house", &[Kind::House], Needed::One);
pub(super) const HOUSES: Need = need("a set of houses", &[Kind::House], Needed::Set);
pub(super) const PLACE: Need = need(
    "a cell, a set of cells or a house",
    &[Kind::Cell, Kind::House],
    Needed::Any,
);
pub(super) const NODE: Need = need(
    "a candidate, a group or a cluster",
    &[Kind::Candidate, Kind::Group, Kind::Cluster],
    Needed::Any,
);
pub(super) const ONE_NODE: Need = need(
    "a candidate, a group or a cluster",
    &[Kind::Candidate, Kind::Group, Kind::Cluster],
    Needed::One,
);
pub(super) const CLUSTER: Need = need("a cluster", &[Kind::Cluster], Needed::One);
pub(super) const CANDIDATE: Need = need("a candidate", &[Kind::Candidate], Needed::One);
pub(super) const TRUTH: Need = need(
    "a cell, a set of cells or a truth",
    &[Kind::Cell, Kind::Truth],
    Needed::Any,
);
pub(super) const SET: Need = need(
    "a set",
    &[Kind::Digit, Kind::Cell, Kind::House],
    Needed::Set,
);
pub(super) const ANY: &[Kind] = &[
    Kind::Digit,
    Kind::Cell,
    Kind::House,
    Kind::Candidate,
    Kind::Group,
    Kind::Cluster,
    Kind::Truth,
];

impl Need {
    pub(super) fn fits(&self, binding: &Binding, thing: &Use) -> bool {
        let form = match self.form {
            Needed::Any => true,
            Needed::One => binding.is_one(thing),
            Needed::Set => binding.is_set(thing),
        };
        form && self.kinds.contains(&binding.kind)
    }
}

/// What something of this kind can be in.
pub(super) fn container(kind: Kind) -> Option<Need> {
    match kind {
        Kind::Cell => Some(need(
            "a house or a set of cells",
            &[Kind::House, Kind::Cell],
            Needed::Any,
        )),
        Kind::Digit => Some(need("a set of digits", &[Kind::Digit], Needed::Set)),
        Kind::Candidate | Kind::Group | Kind::Cluster => Some(need(
            "a truth, a cell, a house or a digit",
            &[Kind::Truth, Kind::Cell, Kind::House, Kind::Digit],
            Needed::Any,
        )),
        Kind::House | Kind::Truth => None,
    }
}
