//! A relation ready to be looked for: its cases with their plans, and what carries it on.
//!
//! `chain(g, h)` has a case that stands by itself, `strong(g, h)`, and one that carries on what is
//! known already.

use crate::lang::ir::{Condition, Pattern, Sort, Var};
use crate::matcher::plan::Plan;
use crate::matcher::query::counts::CellCounts;
use crate::matcher::relation::pairs::PairInTruth;
use crate::matcher::relation::twins::TwinCells;

/// A case of a relation, ready to be looked for from its first end.
#[derive(Clone, Debug)]
pub struct CompiledCase {
    /// What is looked for.
    pub pattern: Pattern,
    /// How, once the first end is bound.
    pub from_first: Plan,
    /// How, from everywhere at once.
    pub everywhere: Plan,
    /// The plan from everywhere for boards that are too large for tables.
    pub without_tables: Plan,
    /// The variables between which it holds.
    pub ends: (Var, Var),
    /// Conditions about nothing but the first end.
    pub at_once: Vec<Condition>,
    /// The relation that it is, if it says no more than that this one holds.
    pub alias: Option<usize>,
    /// A relation that must hold from the first end.
    pub begins: Option<usize>,
    /// What must be on the board for it to hold anywhere.
    pub needs: CellCounts,
    /// If it says that two nodes are all that a truth has.
    pub pair: Option<PairInTruth>,
    /// If it says that two nodes are the same digit of two cells with the same two digits.
    pub twins: Option<TwinCells>,
}

/// A step of a relation that goes to something excluded, and on by a fact of another relation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    /// The other relation.
    pub relation: usize,
    /// What the nodes are.
    pub sort: Sort,
    /// Whether what is excluded is of the same digit.
    pub same_digit: bool,
    /// Whether the fact must lead to another node than the excluded one.
    pub distinct: bool,
}

/// A case that is facts of other relations, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathCase {
    /// The relations.
    pub relations: Vec<usize>,
    /// What the nodes are, from the first end to the last.
    pub sorts: Vec<Sort>,
    /// Those that must not be the same, the earlier one first.
    pub apart: Vec<(usize, usize)>,
}

/// A relation with its plans and what is known of its recursion.
#[derive(Clone, Debug)]
pub struct CompiledRelation {
    /// Cases that do not need the relation itself.
    pub base: Vec<CompiledCase>,
    /// What carries it on.
    pub recursion: Recursion,
    /// The relations that need it and that it needs, and itself.
    pub together: Vec<usize>,
    /// Whether it needs no other: then it is found from everywhere at once.
    pub is_plain: bool,
    /// What each step is, if all are an exclusion and a fact of another relation.
    pub hop: Option<Hop>,
    /// Its cases without recursion and its steps, if all of them are facts of other relations.
    pub paths: Option<[Vec<PathCase>; 2]>,
    /// The relation that it is without recursion, if that says no more.
    pub alias: Option<usize>,
    /// The relation whose facts are those that it has without recursion, if that one needs no
    /// other.
    pub base_of: Option<usize>,
    /// Whether it is nothing but hops along facts that are a truth each: then its steps tell how
    /// long it is, and what excludes each other on the way.
    pub is_bare: bool,
    /// What its ends are, if without recursion it holds wherever they exclude each other.
    pub begins_with_exclusion: Option<Sort>,
    /// Whether it may change when a cluster joins.
    pub has_clusters: bool,
    /// The relations by which clusters join, as far as it needs them.
    pub joining: Vec<usize>,
    /// Whether it is what follows when its first end is taken as true, one single after the other.
    pub is_net: bool,
    /// Whether it, or one that it needs, holds its first end.
    pub by_nets: bool,
}

/// What carries a relation on.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// Nothing.
    None,
    /// Steps after it: the first end is passed through.
    After(Vec<CompiledCase>),
    /// Steps before it: the second end is passed through.
    Before(Vec<CompiledCase>),
    /// Cases that use it any number of times, always from the first end: what that one is related
    /// to is worked out by itself.
    FromEnd(Vec<CompiledCase>),
    /// Cases of any kind, of relations that need each other.
    Fixpoint(Vec<CompiledCase>),
}

impl Recursion {
    /// Whether facts are found in iterations, each from the facts of the earlier ones.
    pub fn is_iterated(&self) -> bool {
        matches!(self, Recursion::FromEnd(_) | Recursion::Fixpoint(_))
    }
}
