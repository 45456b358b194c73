//! A relation ready to be looked for: its cases with their plans, and what carries it on.
//!
//! `chain(g, h)` has a case that stands by itself, `strong(g, h)`, and one that carries on what is known already.

use super::super::plan::Plan;
use crate::lang::ir::{Condition, Pattern, Var};

/// A case of a relation, ready to be looked for from its first end.
#[derive(Clone, Debug)]
pub struct Case {
    /// What is looked for.
    pub pattern: Pattern,
    /// How, once the first end is bound.
    pub from_first: Plan,
    /// How, from everywhere at once.
    pub everywhere: Plan,
    /// The same on boards that are too large for tables.
    pub without_tables: Plan,
    /// The variables between which it holds.
    pub ends: (Var, Var),
    /// Conditions about nothing but the first end.
    pub at_once: Vec<Condition>,
}

/// How a relation comes about.
#[derive(Clone, Debug)]
pub struct Compiled {
    /// Cases that do not need the relation itself.
    pub base: Vec<Case>,
    /// What carries it on.
    pub recursion: Recursion,
    /// The relations that need it and that it needs, and itself.
    pub together: Vec<usize>,
    /// Whether it needs no other: then it is found from everywhere at once.
    pub is_plain: bool,
    /// The relation of which each step is an exclusion and a fact, if its steps are like that.
    pub hop: Option<usize>,
    /// Whether it may change when a cluster joins.
    pub has_clusters: bool,
    /// The relations by which clusters join, as far as it needs them.
    pub joining: Vec<usize>,
}

/// What carries a relation on.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// Nothing.
    None,
    /// Steps after it: the first end is passed through.
    After(Vec<Case>),
    /// Steps before it: the second end is passed through.
    Before(Vec<Case>),
    /// Cases of any kind, of relations that need each other.
    Rounds(Vec<Case>),
}
