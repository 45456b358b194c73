//! The intermediate form of rules: variables with sorts and clauses over them, for one value of the
//! parameter and one orientation. It has no names: every variable is bound to one value or to a
//! set.
//!
//! It has three readers: the matcher searches for it, certificates take their truths from it, and
//! the soundness check asks whether it can be wrong. As data (`Serialize`) it is a tree without
//! names and places, for comparing rules.

use std::sync::Arc;

use serde::{Serialize, Serializer};

use super::ast::Span;
pub use super::level::Level;
pub use super::sort::{ConstraintKind, ConstraintKinds, Kinds, Sort};

/// A rule for one value of its parameter.
#[derive(Clone, Debug)]
pub struct Technique {
    /// The rule's name in its file, `fish`.
    pub rule: Arc<str>,
    /// The value of the rule's parameter.
    pub instance: Option<u32>,
    /// Title of the technique, `Swordfish`.
    pub title: String,
    /// Codes of the technique in other schemes: scheme and code.
    pub known_as: Vec<(String, String)>,
    /// Level of the technique.
    pub level: Level,
    /// The score of a step.
    pub score: u32,
    /// The folder of the rule's file, `30-fish`.
    pub family: Arc<str>,
    /// Whether the technique assumes a unique solution.
    pub assumes_unique: bool,
    /// Whether the technique is used only if requested by name. Other techniques find the same
    /// steps, or the search takes too long.
    pub on_request: bool,
    /// Whether the technique is proved sound. Conclusions that no sound rule could draw are then
    /// not searched.
    pub proved: bool,
    /// The patterns: one, or two if it can lie along rows and along columns.
    pub patterns: Vec<Pattern>,
    /// The sentence of a step, in pieces.
    pub say: Vec<SayPiece>,
    /// The derived relations of its library, which conditions and clauses refer to by index.
    pub relations: Arc<[Relation]>,
}

impl Technique {
    /// Name of the technique in the language: `fish=3` for one value of a parameter, otherwise the
    /// rule's name.
    pub fn name(&self) -> String {
        match self.instance {
            Some(n) => format!("{}={n}", self.rule),
            None => self.rule.to_string(),
        }
    }

    /// Whether the technique is about constraints of variant puzzles, such as cages.
    pub fn is_about_constraints(&self) -> bool {
        let mut patterns = self.patterns.iter();
        patterns.any(Pattern::has_constraints)
    }

    /// Whether a word names the technique: `fish` stands for every value of the parameter, `fish=3`
    /// for one.
    pub fn is_named(&self, wanted: &str) -> bool {
        *wanted == *self.rule || wanted == self.name()
    }
}

/// A piece of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SayPiece {
    /// Words.
    Text(String),
    /// The value of a variable.
    Variable(Var),
    /// The values of a family of variables.
    Variables(Vec<Var>),
    /// The derivation of a relation: a chain from its first end to its second.
    Chain(usize),
    /// The guardians.
    Guardians,
    /// The links.
    Links,
    /// The capacities.
    Capacities,
    /// The digits of the fillings of a constraint.
    Filling,
}

/// The index of a variable in its pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(pub u16);

/// As data, a variable is `?3`, to distinguish it from a number.
impl Serialize for Var {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("?{}", self.0))
    }
}

/// The pattern and conclusions of a rule.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Pattern {
    /// The variables.
    pub variables: Vec<Variable>,
    /// Conditions on the location of variables.
    pub conditions: Vec<Condition>,
    /// Knowledge about live candidates.
    pub knowledge: Vec<Every>,
    /// Presence clauses.
    pub presence: Vec<Presence>,
    /// Conclusions.
    pub conclusions: Vec<Conclusion>,
    /// Maximum number of guardians, if clauses allow any: candidates that satisfy no other
    /// alternative.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guardians: Option<u32>,
    /// The shapes of the clauses. They are derived from the rest, so they are not part of the data.
    #[serde(skip)]
    pub shapes: Shapes,
}

/// The shapes that the clauses of a pattern form. Lowering computes them once for the matcher and
/// the soundness check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shapes {
    /// A propagation: each truth in turn forces a candidate until one has none left. Whips and
    /// braids are propagations.
    pub propagation: Option<PropagationPattern>,
    /// Cells of a house whose digits outnumber them by a fixed number: locked and almost locked
    /// sets.
    pub locked: Vec<AlsPattern>,
    /// In a case of a relation, the set of cells between its ends.
    pub between: Option<SetBetween>,
}

/// A pattern in which each truth in turn forces a candidate, until one has none left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropagationPattern {
    /// The variable of the refuted candidate.
    pub target: Var,
    /// The clauses, in an order in which the excluders of each are known.
    pub clauses: Vec<ForcingClause>,
    /// Variables that must have different values.
    pub distinct: Vec<(Var, Var)>,
    /// Whether the target and all earlier candidates are excluders of every clause, so that
    /// independent steps can be taken in any order.
    pub symmetric: bool,
}

/// A clause: one candidate of a truth is left, or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcingClause {
    /// The truth: a variable for a truth or a cell, or for a digit and a house.
    pub subject: Subject,
    /// The candidate that is left, and whether it may be a group.
    pub forces: Option<(Var, bool)>,
    /// The excluders of the other candidates: 0 for the target, i + 1 for the candidate of clause
    /// i.
    pub excluders: Vec<usize>,
    /// The candidate of the truth that the literal just before it excludes, if one is required.
    pub thread: Option<Var>,
}

impl PropagationPattern {
    /// Whether each truth continues from the literal just before it.
    pub fn is_threaded(&self) -> bool {
        self.clauses.iter().any(|c| c.thread.is_some())
    }
}

/// Cells of one house, and a set that contains all their digits. The number of digits exceeds the
/// number of cells by a fixed amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlsPattern {
    /// The cells.
    pub cells: Var,
    /// The digits.
    pub digits: Var,
    /// The house.
    pub house: Var,
    /// Whether any house is allowed, and nothing else refers to the house.
    pub house_is_free: bool,
    /// The index of the clause that restricts the digits of the cells.
    pub clause: usize,
    /// The minimum and maximum number of cells.
    pub size: (u32, u32),
    /// The minimum and maximum number of digits.
    pub many: (u32, u32),
    /// The minimum and maximum of the number of digits minus the number of cells.
    pub spare: (u32, u32),
    /// Whether each of the digits is a candidate of some cell.
    pub exact: bool,
}

/// A set of cells between the ends of a relation. Each end is all places of a digit in the set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetBetween {
    /// The digits of the ends.
    pub ends: (Var, Var),
    /// The cells.
    pub cells: Var,
    /// All their digits.
    pub digits: Var,
    /// The index of the condition that defines the first end.
    pub condition: usize,
}

impl Pattern {
    /// Whether it has variables for constraints.
    pub fn has_constraints(&self) -> bool {
        let is_constraint = |v: &Variable| matches!(v.sort, Sort::Constraint(_));
        self.variables.iter().any(is_constraint)
    }

    /// The clauses with guardians.
    pub fn guarded(&self) -> impl Iterator<Item = usize> {
        let is_guarded = |every: &Every| every.alternatives.contains(&Alternative::Guardian);
        let clauses = self.knowledge.iter().enumerate();
        { clauses }
            .filter(move |(_, every)| is_guarded(every))
            .map(|(clause, _)| clause)
    }

    /// The set of cells between the ends of a case of a relation. In a loop one of the ends is
    /// true. Then the set also holds each of its other digits, and the places of such a digit form
    /// a link with the set.
    pub fn set_between(&self) -> Option<SetBetween> {
        self.shapes.between
    }
}

/// A variable.
#[derive(Clone, Debug, Serialize)]
pub struct Variable {
    /// Name of the variable in the text. A member of a family is `r[2]`.
    #[serde(skip)]
    pub name: String,
    /// The sort of the variable's values.
    pub sort: Sort,
    /// The minimum and maximum size, for a set.
    pub size: Option<(u32, u32)>,
    /// Whether all values of the variable belong to the same step.
    pub is_target: bool,
}

/// A condition on the location of variables. A set stands for each of its members.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Condition {
    /// Two cells see each other.
    Sees(Var, Var),
    /// Each candidate of one node excludes each candidate of the other.
    Excludes(Var, Var),
    /// Cells are in a house, in one of several houses, or in a set of cells; digits in a set of
    /// digits; candidates or groups in a truth, in a cell, in houses or of a digit.
    In(Var, Var),
    /// The negation of `In`, for each member.
    NotIn(Var, Var),
    /// The two values have no member in common.
    Disjoint(Var, Var),
    /// The two values are not the same.
    Distinct(Var, Var),
    /// The cells are not givens of the puzzle.
    NotGiven(Var),
    /// The sizes on the left equal the sizes on the right plus a number, or are larger by up to
    /// `more`.
    Sizes {
        /// The sets on the left.
        left: Vec<Var>,
        /// The sets on the right.
        right: Vec<Var>,
        /// The number added on the right.
        plus: i32,
        /// The maximum excess of the left side.
        more: u32,
    },
    /// Every cell of the first set with the candidate sees every such cell of the second.
    AllSee {
        /// The digit.
        digit: Var,
        /// A cell, a set of cells or a house.
        one: Var,
        /// A cell, a set of cells or a house.
        other: Var,
    },
    /// Every candidate of the digit in the cells excludes the candidate, or every candidate of the
    /// group.
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
    /// The set is all open cells (for squares, all cells) that lie in a house of each list and in
    /// none of `outside`.
    EveryCell {
        /// The set.
        set: Var,
        /// The lists of houses.
        inside: Vec<Vec<Var>>,
        /// The excluded houses.
        outside: Vec<Var>,
    },
    /// The minimum number of links that contain all live candidates of the cells equals the sum of
    /// the sizes and a number. A link is a digit in a house.
    FewestLinks {
        /// The cells.
        cells: Vec<Var>,
        /// The sets.
        sizes: Vec<Var>,
        /// The number added.
        plus: i32,
    },
    /// The capacities of the digits in some cells add up to a number.
    Capacities(CapacityCount),
    /// The candidate is in every template of its digit, or in none. A template has the digit once
    /// in each house. It avoids cells that another digit has in all its templates.
    Template(Var, bool),
    /// The cell is the only open one in the house. From a presence clause.
    OnlyOpen(Var, Var),
    /// At least one house of the list is of a kind that stands beside it. From a presence clause.
    SomeOfKind(Vec<(Var, Kinds)>),
    /// Each of the digits is live in one of the cells. From a presence clause.
    Present(Var, Var),
    /// A derived relation holds.
    Relation(usize, Var, Var),
    /// If the digits alone filled the cells, they could be exchanged for others.
    Deadly {
        /// The digits.
        digits: Vec<Var>,
        /// The cells.
        cells: Vec<Var>,
    },
    /// Without some of these digits in each of these cells, every open cell would have two
    /// candidates, and every open digit two places in its houses. All digits could then be
    /// exchanged.
    DeadlyBut {
        /// The digits.
        digits: Vec<Var>,
        /// The cells: all that have more than two candidates.
        cells: Vec<Var>,
    },
}

impl Condition {
    /// Whether the condition depends only on the location of variables, not on live candidates.
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

/// Some cells whose digits have capacities. The capacity of a digit is the most of the cells that
/// any layout of the digit takes. The capacities add up to the sizes of some sets plus a number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CapacityCount {
    /// The cells.
    pub cells: Vec<Var>,
    /// The sets.
    pub sizes: Vec<Var>,
    /// The number added.
    pub plus: i32,
    /// The largest capacity that a digit may have, if it is limited.
    pub most: Option<u32>,
}

/// A clause: every candidate of the truths satisfies one of the alternatives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Every {
    /// The truths.
    pub subject: Subject,
    /// The alternatives. An empty list is possible for [`Subject::Overlap`]: then the subject has
    /// no candidates.
    pub alternatives: Vec<Alternative>,
    /// Place of the clause in the text.
    #[serde(skip)]
    pub span: Span,
}

/// The truths of a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Subject {
    /// The cell, or each cell of the set.
    Cells(Var),
    /// The truth.
    Truth(Var),
    /// The digit, or each digit of the set, in the house, or in each house of the set.
    Digits(Var, Var),
    /// The candidates of the digit in two or more houses of the set. This is not a truth, and adds
    /// none to a count.
    Overlap(Var, Var),
}

/// An alternative for a candidate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Alternative {
    /// The candidate has this digit, or a digit of this set.
    Digit(Var),
    /// The candidate is in this cell, or in a cell of this set.
    Cell(Var),
    /// The candidate is in this house, or in a house of this set.
    House(Var),
    /// The candidate equals this candidate, or is in this group.
    Candidate(Var),
    /// The candidate's cell sees the variable's cell, or all of its cells.
    Sees(Var),
    /// The candidate excludes this candidate, or every candidate of this group.
    Excludes(Var),
    /// A derived relation holds from the candidate to the variable's node.
    Relation(usize, Var),
    /// A derived relation holds from the variable's node to the candidate.
    RelationFrom(usize, Var),
    /// The candidate satisfies all of the listed alternatives.
    All(Vec<Alternative>),
    /// Any candidate. It is then a guardian, and at least one guardian is true.
    Guardian,
}

/// A presence clause about live candidates. It implies nothing about the solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Presence {
    /// Whether the clause must not hold.
    pub negated: bool,
    /// The minimum number of candidates.
    pub least: u32,
    /// The maximum number of candidates.
    pub most: u32,
    /// Whether every truth of the subject is counted separately.
    pub each: bool,
    /// The truths whose live candidates are counted.
    pub subject: Subject,
    /// The alternatives that are counted. All if empty.
    pub alternatives: Vec<Alternative>,
    /// If true, the clause counts the candidates that satisfy none of the alternatives.
    pub others: bool,
}

/// A conclusion of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Conclusion {
    /// Eliminates the digits from the cells.
    Eliminate {
        /// The digits, or sets of digits.
        digits: Vec<Var>,
        /// The digits that are not eliminated.
        without: Vec<Var>,
        /// Whether all other digits are meant.
        all_but: bool,
        /// The cells.
        cells: Cells,
    },
    /// Eliminates the candidate or group.
    EliminateCandidate(Var),
    /// Eliminates the candidates that each of the variables excludes.
    EliminateExcluded(Vec<Var>),
    /// Eliminates the candidates that every filling of these constraints excludes.
    EliminateUnfilled(Vec<Var>),
    /// The relation holds between these nodes, and they exclude each other: eliminates the
    /// candidates that a link of this loop excludes.
    EliminateLinks(usize, Var, Var),
    /// The fewest links contain all live candidates of these cells: eliminates candidates in more
    /// links than cells.
    EliminateCovered(Vec<Var>),
    /// Eliminates by the capacities of the digits in the cells, which add up to the number of
    /// cells: a candidate is eliminated if some digit cannot take its capacity beside it.
    EliminateUnfit(Vec<Var>),
    /// Places the digit in the cell.
    Place(Var, Var),
    /// Places the candidate.
    PlaceCandidate(Var),
    /// One of the guardians is true.
    OneOfGuardians,
}

/// A set of cells on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Cells {
    /// In one of these (cells, sets of cells, houses, sets of houses). Anywhere if empty.
    pub within: Vec<Var>,
    /// The cells see all of the listed cells.
    pub seeing: Vec<Seen>,
    /// The cells are in each of the listed houses.
    pub inside: Vec<Var>,
    /// The cells are in none of the listed houses.
    pub except: Vec<Var>,
}

/// A set that cells must see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Seen {
    /// All its cells.
    All(Var),
    /// The cells of the set with the candidate. If several digits are eliminated, this holds for
    /// each digit separately.
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
    /// Name of the relation.
    pub name: Arc<str>,
    /// Cases of the relation. Variables 0 and 1 are the ends of the relation.
    pub cases: Vec<Pattern>,
}
