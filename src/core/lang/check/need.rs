//! The kinds of variables that a position in a clause allows, with their descriptions.

use super::super::ast::Use;
use super::scope::{NameBinding, VariableKind};

/// A requirement on a variable: its description, and the allowed kinds and forms.
#[derive(Clone, Copy)]
pub(super) struct Need {
    pub(super) words: &'static str,
    pub(super) kinds: &'static [VariableKind],
    pub(super) form: Needed,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Needed {
    Any,
    One,
    Set,
}

pub(super) const fn need(
    words: &'static str,
    kinds: &'static [VariableKind],
    form: Needed,
) -> Need {
    Need { words, kinds, form }
}

pub(super) const DIGIT: Need = need(
    "a digit or a set of digits",
    &[VariableKind::Digit],
    Needed::Any,
);
pub(super) const ONE_DIGIT: Need = need("a single digit", &[VariableKind::Digit], Needed::One);
pub(super) const CELL: Need = need(
    "a cell or a set of cells",
    &[VariableKind::Cell],
    Needed::Any,
);
pub(super) const ONE_CELL: Need = need("a single cell", &[VariableKind::Cell], Needed::One);
pub(super) const HOUSE: Need = need(
    "a house or a set of houses",
    &[VariableKind::House],
    Needed::Any,
);
pub(super) const ONE_HOUSE: Need = need("a single house", &[VariableKind::House], Needed::One);
pub(super) const HOUSES: Need = need("a set of houses", &[VariableKind::House], Needed::Set);
pub(super) const PLACE: Need = need(
    "a cell, a set of cells or a house",
    &[VariableKind::Cell, VariableKind::House],
    Needed::Any,
);
pub(super) const NODE: Need = need(
    "a candidate, a group or a cluster",
    &[
        VariableKind::Candidate,
        VariableKind::Group,
        VariableKind::Cluster,
    ],
    Needed::Any,
);
pub(super) const ONE_NODE: Need = need(
    "a candidate, a group or a cluster",
    &[
        VariableKind::Candidate,
        VariableKind::Group,
        VariableKind::Cluster,
    ],
    Needed::One,
);
pub(super) const CLUSTER: Need = need("a cluster", &[VariableKind::Cluster], Needed::One);
pub(super) const CANDIDATE: Need = need("a candidate", &[VariableKind::Candidate], Needed::One);
pub(super) const TRUTH: Need = need(
    "a cell, a set of cells or a truth",
    &[VariableKind::Cell, VariableKind::Truth],
    Needed::Any,
);
pub(super) const SET: Need = need(
    "a set",
    &[VariableKind::Digit, VariableKind::Cell, VariableKind::House],
    Needed::Set,
);
pub(super) const CELLS: Need = need("a set of cells", &[VariableKind::Cell], Needed::Set);
pub(super) const CONSTRAINT: Need = need(
    "a constraint, such as a cage",
    &[VariableKind::Constraint],
    Needed::Any,
);
pub(super) const GUARDIANS: Need = need("guardians", &[VariableKind::Guardian], Needed::Set);
pub(super) const ANY: &[VariableKind] = &[
    VariableKind::Digit,
    VariableKind::Cell,
    VariableKind::House,
    VariableKind::Candidate,
    VariableKind::Group,
    VariableKind::Cluster,
    VariableKind::Truth,
];

impl Need {
    pub(super) fn fits(&self, binding: &NameBinding, thing: &Use) -> bool {
        let form = match self.form {
            Needed::Any => true,
            Needed::One => binding.is_one(thing),
            Needed::Set => binding.is_set(thing),
        };
        form && self.kinds.contains(&binding.kind)
    }
}

/// The requirement for a container of variables of this kind.
pub(super) fn container(kind: VariableKind) -> Option<Need> {
    match kind {
        VariableKind::Cell => Some(need(
            "a house or a set of cells",
            &[VariableKind::House, VariableKind::Cell],
            Needed::Any,
        )),
        VariableKind::Digit => Some(need("a set of digits", &[VariableKind::Digit], Needed::Set)),
        VariableKind::Candidate | VariableKind::Group | VariableKind::Cluster => Some(need(
            "a truth, a cell, a house or a digit",
            &[
                VariableKind::Truth,
                VariableKind::Cell,
                VariableKind::House,
                VariableKind::Digit,
            ],
            Needed::Any,
        )),
        VariableKind::House
        | VariableKind::Truth
        | VariableKind::Guardian
        | VariableKind::Link
        | VariableKind::Capacity
        | VariableKind::Constraint => None,
    }
}
