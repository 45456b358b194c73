//! The sorts of variables: digits, houses of some kinds, constraints of some kinds.

use serde::{Serialize, Serializer};

use crate::grid::HouseKind;

/// The sort of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Sort {
    /// A digit.
    Digit,
    /// An open cell.
    Cell,
    /// Any cell, solved or not.
    Square,
    /// A house of one of the kinds.
    House(Kinds),
    /// A live candidate.
    Candidate,
    /// The live candidates of a digit in one house or in two, at least one.
    Group,
    /// Live candidates of a digit in one house, at least one. A condition defines them.
    Cluster,
    /// An unsolved group of the board.
    Truth,
    /// A constraint of the puzzle, of one of these kinds.
    Constraint(ConstraintKinds),
}

/// A kind of constraint of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConstraintKind {
    /// A cage with a sum.
    Cage,
    /// A sum of cells.
    Sum,
    /// A line with a condition on its cells.
    Path,
    /// A number outside the grid.
    Clue,
    /// The sum of houses minus the sums of cages in them.
    Equation,
}

/// A set of kinds of constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConstraintKinds(u8);

impl ConstraintKinds {
    /// The kinds that a puzzle names.
    pub const NAMED: ConstraintKinds = ConstraintKinds(0b1111);

    /// This kind only.
    pub const fn only(kind: ConstraintKind) -> ConstraintKinds {
        ConstraintKinds(1 << kind as u8)
    }

    /// The union of two sets of kinds.
    pub const fn or(self, others: ConstraintKinds) -> ConstraintKinds {
        ConstraintKinds(self.0 | others.0)
    }

    /// Whether the set contains the kind.
    pub const fn contains(self, kind: ConstraintKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

/// As data, kinds are words: `cage`, `sum`, `path`, `clue`, `equation`.
impl Serialize for ConstraintKinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = [
            (ConstraintKind::Cage, "cage"),
            (ConstraintKind::Sum, "sum"),
            (ConstraintKind::Path, "path"),
            (ConstraintKind::Clue, "clue"),
            (ConstraintKind::Equation, "equation"),
        ];
        let own = words.iter().filter(|(kind, _)| self.contains(*kind));
        serializer.collect_seq(own.map(|(_, word)| word))
    }
}

/// A set of house kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u8);

/// As data, kinds are words: `row`, `column`, `box`, `extra`.
impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let words = [
            (HouseKind::Row, "row"),
            (HouseKind::Column, "column"),
            (HouseKind::Box, "box"),
            (HouseKind::Extra, "extra"),
        ];
        let own = words.iter().filter(|(kind, _)| self.contains(*kind));
        serializer.collect_seq(own.map(|(_, word)| word))
    }
}

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds(0b1111);

    /// Every set of kinds, by index.
    pub fn every() -> impl Iterator<Item = Kinds> {
        (0..=Kinds::ALL.0).map(Kinds)
    }

    /// The index of this set among all sets of kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This kind only.
    pub const fn only(kind: HouseKind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    /// The union of two sets of kinds.
    pub const fn or(self, others: Kinds) -> Kinds {
        Kinds(self.0 | others.0)
    }

    /// Whether the set has a single kind. Houses of one kind do not meet.
    pub const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether the two sets have a kind in common.
    pub const fn meets(self, others: Kinds) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether the set contains the kind.
    pub const fn contains(self, kind: HouseKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}
