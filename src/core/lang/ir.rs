//! What a rule means: variables with sorts, clauses over them, for one value of the parameter
//! and one orientation. Names are gone; every variable is bound to one thing, or to a set.
//!
//! This one form is read in three ways: the matcher looks for it, the certificate takes its
//! truths from it, and the soundness check asks whether it can be wrong. As data (`Serialize`) it is a tree without
//! names and places in the text, for whoever compares rules.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::ast::Span;
use crate::grid::HouseKind;

/// How hard a technique is, for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Level {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

impl Level {
    /// Every level with its word, the easiest first.
    pub const ALL: [(Level, &'static str); 5] = [
        (Level::Easy, "easy"),
        (Level::Medium, "medium"),
        (Level::Hard, "hard"),
        (Level::Unfair, "unfair"),
        (Level::Extreme, "extreme"),
    ];

    /// The level that a word stands for.
    pub fn parse(word: &str) -> Option<Level> {
        let mut all = Level::ALL.iter();
        all.find(|(_, w)| *w == word).map(|(level, _)| *level)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        Level::ALL[self as usize].1
    }
}

/// A rule for one value of its parameter.
#[derive(Clone, Debug)]
pub struct Technique {
    /// The rule's name in its file, `fish`.
    pub rule: Arc<str>,
    /// The value of its parameter.
    pub instance: Option<u32>,
    /// What people call it, `Swordfish`.
    pub title: String,
    /// What others call it: scheme and code.
    pub known_as: Vec<(String, String)>,
    /// How hard it is.
    pub level: Level,
    /// What it costs.
    pub score: u32,
    /// The folder it came from, `30-fish`.
    pub family: Arc<str>,
    /// Whether it needs that the puzzle has one solution.
    pub assumes_unique: bool,
    /// Whether it is looked for only if it is asked for by its name: what it finds, others find
    /// too, or it takes too long.
    pub on_request: bool,
    /// Whether its soundness is taken for granted: what no sound rule could conclude is then not
    /// looked for.
    pub proved: bool,
    /// The pattern: one, or two where it can lie along rows and along columns.
    pub patterns: Vec<Pattern>,
    /// What the step says, in pieces.
    pub say: Vec<SayPiece>,
    /// The derived relations of its library, which conditions and clauses name by their index.
    pub relations: Arc<[Relation]>,
}

impl Technique {
    /// Its name in the language: `fish=3` for one value of a parameter, else the rule's.
    pub fn name(&self) -> String {
        match self.instance {
            Some(n) => format!("{}={n}", self.rule),
            None => self.rule.to_string(),
        }
    }

    /// Whether it is meant by `fish`, which means every value of the parameter, or by `fish=3`.
    pub fn is_named(&self, wanted: &str) -> bool {
        *wanted == *self.rule || wanted == self.name()
    }
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SayPiece {
    /// Words.
    Text(String),
    /// What a variable stands for.
    Variable(Var),
    /// What a family of variables stands for.
    Variables(Vec<Var>),
    /// The derivation of this relation: a chain from its first end to its second.
    Chain(usize),
    /// The guardians.
    Guardians,
    /// The links.
    Links,
}

/// The index of a variable in its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u16);

/// As data, a variable is `?3`, so that it cannot be taken for a number.
impl Serialize for Var {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("?{}", self.0))
    }
}

/// What a rule looks for and concludes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Pattern {
    /// The variables.
    pub variables: Vec<Variable>,
    /// How they lie on the board.
    pub conditions: Vec<Condition>,
    /// What is known.
    pub knowledge: Vec<Every>,
    /// What the name demands.
    pub presence: Vec<Presence>,
    /// What follows.
    pub conclusions: Vec<Conclusion>,
    /// How many guardians there may be, if clauses speak of them: candidates that are none of the other alternatives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardians: Option<u32>,
    /// What all that is together. It says nothing new, so it is no part of the pattern as data.
    #[serde(skip)]
    pub shapes: Shapes,
}

/// What the clauses of a pattern are together. Lowering reads it off once; the matcher and soundness go by it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// One truth after the other forces a candidate until one has none left: whips, braids.
    pub propagation: Option<PropagationPattern>,
    /// Cells of a house that have a fixed number of digits more than cells: locked sets, almost locked sets.
    pub locked: Vec<LockedSet>,
    /// In a case of a relation, the set of cells between its ends.
    pub between: Option<SetBetween>,
}

/// A pattern in which one truth after the other forces a candidate, until one has none left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropagationPattern {
    /// The variable of what is refuted.
    pub target: Var,
    /// The clauses, in an order in which each knows its excluders.
    pub clauses: Vec<ForcingClause>,
    /// Variables that must be bound to different things.
    pub distinct: Vec<(Var, Var)>,
    /// Whether every clause has the target and all earlier candidates to exclude others, so that
    /// steps that do not depend on each other can be taken in any order.
    pub symmetric: bool,
}

/// A clause: what is left of a truth is one candidate, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcingClause {
    /// The truth: a variable for a truth or a cell, or for a digit and a house.
    pub subject: Subject,
    /// The candidate that is left, and whether it may be a group.
    pub forces: Option<(Var, bool)>,
    /// What excludes the others: 0 for the target, i + 1 for what clause i forces.
    pub excluders: Vec<usize>,
    /// The candidate of the truth that the literal just before it excludes, if there must be one.
    pub thread: Option<Var>,
}

impl PropagationPattern {
    /// Whether each truth goes on from the literal just before it.
    pub fn is_threaded(&self) -> bool {
        self.clauses.iter().any(|c| c.thread.is_some())
    }
}

/// Cells of one house that have no other digits than those of a set, which is so much larger than they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LockedSet {
    /// The cells.
    pub cells: Var,
    /// The digits.
    pub digits: Var,
    /// The house.
    pub house: Var,
    /// Whether it can be any house, and nothing else speaks of it.
    pub house_is_free: bool,
    /// The clause that says that the cells have no other digits.
    pub clause: usize,
    /// The least and the largest number of cells.
    pub size: (u32, u32),
    /// The least and the largest number of digits.
    pub many: (u32, u32),
    /// The least and the largest number of digits more than cells.
    pub spare: (u32, u32),
    /// Whether each of the digits is in the cells.
    pub exact: bool,
}

/// A set of cells between the ends of a relation: each is all places of a digit in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBetween {
    /// The digits of the ends.
    pub ends: (Var, Var),
    /// The cells.
    pub cells: Var,
    /// All their digits.
    pub digits: Var,
    /// The condition that says what the first end is.
    pub condition: usize,
}

impl Pattern {
    /// The clauses that speak of guardians.
    pub fn guarded(&self) -> impl Iterator<Item = usize> {
        let is_guarded = |every: &Every| every.alternatives.contains(&Alternative::Guardian);
        let clauses = self.knowledge.iter().enumerate();
        { clauses }
            .filter(move |(_, every)| is_guarded(every))
            .map(|(clause, _)| clause)
    }

    /// The set of cells between the ends of a case of a relation. As one of the ends is true, so is, in a loop, each
    /// other digit of the set: it is a link with the set alone.
    pub fn set_between(&self) -> Option<SetBetween> {
        self.shapes.between
    }
}

/// A variable.
#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    /// As it is written; a member of a family is `r[2]`.
    #[serde(skip)]
    pub name: String,
    /// What it can be bound to.
    pub sort: Sort,
    /// The least and the largest size, for a set.
    pub size: Option<(u32, u32)>,
    /// Whether all its values belong to the same step.
    pub is_target: bool,
}

/// What a variable stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Sort {
    /// A digit.
    Digit,
    /// A cell that is not solved.
    Cell,
    /// A cell, solved or not.
    Square,
    /// A house of one of these kinds.
    House(Kinds),
    /// A live candidate.
    Candidate,
    /// The live candidates of a digit in one house and perhaps another: at least one.
    Group,
    /// Live candidates of a digit in one house: at least one. Which, a condition says.
    Cluster,
    /// A group of the board that is not solved.
    Truth,
}

/// A set of house kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kinds(u8);

/// As data, kinds are their words: `row`, `column`, `box`, `extra`.
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

    /// Every set of kinds, in the order of their indices.
    pub fn every() -> impl Iterator<Item = Kinds> {
        (0..=Kinds::ALL.0).map(Kinds)
    }

    /// The index of this set among all sets of kinds.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Just this kind.
    pub const fn only(kind: HouseKind) -> Kinds {
        Kinds(1 << kind as u8)
    }

    /// These kinds and the others.
    pub const fn or(self, others: Kinds) -> Kinds {
        Kinds(self.0 | others.0)
    }

    /// Whether it is just one kind: houses that do not meet.
    pub const fn is_one(self) -> bool {
        self.0.is_power_of_two()
    }

    /// Whether some kind is among both.
    pub const fn meets(self, others: Kinds) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether the kind is one of these.
    pub const fn contains(self, kind: HouseKind) -> bool {
        self.0 & (1 << kind as u8) != 0
    }
}

/// How variables lie on the board. A set stands for each of its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Condition {
    /// Two cells see each other.
    Sees(Var, Var),
    /// Two candidates or groups are linked: each candidate of one excludes each of the other.
    Excludes(Var, Var),
    /// Cells are in a house, in one of several houses, or in a set of cells; digits in a set of
    /// digits; candidates or groups in a truth, in a cell, in houses or of a digit.
    In(Var, Var),
    /// The opposite, for each member.
    NotIn(Var, Var),
    /// They have no member in common.
    Disjoint(Var, Var),
    /// They are not the same.
    Distinct(Var, Var),
    /// Its cells are not given digits of the puzzle.
    NotGiven(Var),
    /// The sizes on the left add up to those on the right and a number, or to a few more.
    Sizes {
        /// The sets on the left.
        left: Vec<Var>,
        /// The sets on the right.
        right: Vec<Var>,
        /// What is added on the right.
        plus: i32,
        /// By how much more the left may exceed that.
        more: u32,
    },
    /// Every cell of the first set that can be the digit sees every such cell of the second.
    AllSee {
        /// The digit.
        digit: Var,
        /// A cell, a set of cells or a house.
        one: Var,
        /// A cell, a set of cells or a house.
        other: Var,
    },
    /// Every candidate of the digit in the cells is linked with this candidate, or with every
    /// candidate of this group.
    AllExclude {
        /// The digit.
        digit: Var,
        /// A cell, a set of cells or a house.
        cells: Var,
        /// A candidate or a group.
        other: Var,
    },
    /// The cluster is all live candidates of the digit in the cells: at least one, and all in one
    /// house.
    Whole {
        /// The cluster.
        node: Var,
        /// The digit.
        digit: Var,
        /// A cell, a set of cells or a house.
        cells: Var,
    },
    /// The set is all open cells, or for squares all cells, that lie in one house of each list and in none of the others.
    EveryCell {
        /// The set.
        set: Var,
        /// The lists of houses.
        inside: Vec<Vec<Var>>,
        /// The others.
        outside: Vec<Var>,
    },
    /// The fewest links, each a digit in a house, that have all live candidates of the cells are as many as these sets have
    /// members, and so many more.
    FewestLinks {
        /// The cells.
        cells: Vec<Var>,
        /// The sets.
        sizes: Vec<Var>,
        /// What is added.
        plus: i32,
    },
    /// The candidate is in every template of its digit, or in none. A template is a way to place the
    /// digit in all houses, in no cell that another digit has in all its templates.
    Template(Var, bool),
    /// The cell is the only one in the house that is not solved. Demanded by a name.
    OnlyOpen(Var, Var),
    /// At least one of these houses is of one of the kinds beside it. Demanded by a name.
    SomeOfKind(Vec<(Var, Kinds)>),
    /// Each of the digits is live in one of the cells. Demanded by a name.
    Present(Var, Var),
    /// A derived relation holds.
    Relation(usize, Var, Var),
    /// The digits cannot fill the cells alone, or they could be exchanged.
    Deadly {
        /// The digits.
        digits: Vec<Var>,
        /// The cells.
        cells: Vec<Var>,
    },
    /// But for some of these digits in each of these cells, every open cell would have two
    /// candidates and every open digit two places in its houses: all could be exchanged.
    DeadlyBut {
        /// The digits.
        digits: Vec<Var>,
        /// The cells, all that have more than two candidates.
        cells: Vec<Var>,
    },
}

impl Condition {
    /// Whether it is a matter of where things lie, whatever is live there.
    pub fn is_geometric(&self) -> bool {
        matches!(
            self,
            Condition::Sees(..)
                | Condition::Excludes(..)
                | Condition::In(..)
                | Condition::NotIn(..)
                | Condition::Disjoint(..)
                | Condition::Distinct(..)
                | Condition::Sizes { .. }
        )
    }
}

/// "Every candidate of these truths is one of these."
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Every {
    /// The truths.
    pub subject: Subject,
    /// What their candidates may be; none for [`Subject::Overlap`] alone: there are no such
    /// candidates.
    pub alternatives: Vec<Alternative>,
    /// Where it is written.
    #[serde(skip)]
    pub span: Span,
}

/// Which truths a clause speaks of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Subject {
    /// The cell, or each cell of the set.
    Cells(Var),
    /// The truth.
    Truth(Var),
    /// The digit, or each digit of the set, in the house, or in each house of the set.
    Digits(Var, Var),
    /// No truth: the candidates of the digit that lie in two or more houses of the set. The
    /// clause is knowledge about them, and brings no truth to a count.
    Overlap(Var, Var),
}

/// What a candidate may be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Alternative {
    /// Of this digit, or of one of these digits.
    Digit(Var),
    /// In this cell, or in one of these cells.
    Cell(Var),
    /// In this house, or in one of these houses.
    House(Var),
    /// This candidate, or in this group.
    Candidate(Var),
    /// Its cell sees this cell, or all of these cells.
    Sees(Var),
    /// It is linked with this candidate, or with every candidate of this group.
    Excludes(Var),
    /// A derived relation holds from it to this.
    Relation(usize, Var),
    /// A derived relation holds from this to it.
    RelationFrom(usize, Var),
    /// All of these.
    All(Vec<Alternative>),
    /// Anything: then it is a guardian, one of those of which at least one is true.
    Guardian,
}

/// What a name demands of the live candidates. Says nothing of the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Presence {
    /// Whether it must not hold.
    pub negated: bool,
    /// The least number of candidates.
    pub least: u32,
    /// The largest number of candidates.
    pub most: u32,
    /// Whether every truth of the subject is counted by itself.
    pub each: bool,
    /// The truths whose live candidates are counted.
    pub subject: Subject,
    /// Which of them are counted; all, if this is empty.
    pub alternatives: Vec<Alternative>,
    /// Whether those that are none of these are counted instead.
    pub others: bool,
}

/// What follows from a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Conclusion {
    /// These digits go from these cells.
    Eliminate {
        /// The digits, or sets of digits.
        digits: Vec<Var>,
        /// Of these, the digits that do not go.
        without: Vec<Var>,
        /// Whether all other digits are meant.
        all_but: bool,
        /// The cells.
        cells: Cells,
    },
    /// The candidate, or group, goes.
    EliminateCandidate(Var),
    /// Whatever all of these exclude goes.
    EliminateExcluded(Vec<Var>),
    /// The relation holds between these, and they are linked: whatever a link of this loop
    /// excludes goes.
    EliminateLinks(usize, Var, Var),
    /// The fewest links have all live candidates of these cells: whatever is in more links than cells goes.
    EliminateCovered(Vec<Var>),
    /// The digit goes into the cell.
    Place(Var, Var),
    /// The candidate is true.
    PlaceCandidate(Var),
    /// One of the guardians is true.
    OneOfGuardians,
}

/// A set of cells on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cells {
    /// In one of these (cells, sets of cells, houses, sets of houses); anywhere, if empty.
    pub within: Vec<Var>,
    /// Seeing all of this.
    pub seeing: Vec<Seen>,
    /// In each of these.
    pub inside: Vec<Var>,
    /// In none of these.
    pub except: Vec<Var>,
}

/// What cells must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Seen {
    /// All cells of it.
    All(Var),
    /// Those of its cells that can be the digit; if several digits go, each is meant by itself.
    Every {
        /// The digit.
        digit: Var,
        /// A cell, a set of cells or a house.
        cells: Var,
    },
}

/// A derived relation: between two candidates, groups or clusters.
#[derive(Clone, Debug)]
pub struct Relation {
    /// Its name.
    pub name: Arc<str>,
    /// The ways in which it can hold. Variables 0 and 1 are its ends.
    pub cases: Vec<Pattern>,
}
