//! A relation ready to be looked for: its cases with their plans, and what carries it on.
//!
//! `chain(g, h)` has a case that stands by itself, `strong(g, h)`, and one that carries on what is
//! known already.

use crate::lang::ir::{Condition, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::plan::Plan;
use crate::matcher::query::counts::CellCounts;
use crate::matcher::relation::pairs::PairInTruth;
use crate::matcher::relation::path::{Hop, PathCase};
use crate::matcher::relation::table::FactNumbers;
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
    /// The path that it is, if it says no more.
    pub path: Option<PathCase>,
    /// A relation that must hold from the first end.
    pub begins: Option<usize>,
    /// What must be on the board for it to hold anywhere.
    pub needs: CellCounts,
    /// If it says that two nodes are all that a truth has.
    pub pair: Option<PairInTruth>,
    /// If it says that two nodes are one digit of two cells with the same two digits.
    pub twins: Option<TwinCells>,
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
    /// True if its cases without recursion and its steps are paths of facts.
    pub is_paths: bool,
    /// The relation whose facts are those that it has without recursion, if that one needs no
    /// other.
    pub base_of: Option<usize>,
    /// Whether it is nothing but hops along facts that are a truth each: then its steps tell how
    /// long it is, and what excludes each other on the way.
    pub is_bare: bool,
    /// Whether it may change when a cluster joins.
    pub has_clusters: bool,
    /// The relations by which clusters join, as far as it needs them.
    pub joining: Vec<usize>,
    /// Whether it is what follows when its first end is taken as true, one single after the other.
    pub is_net: bool,
    /// Whether it, or one that it needs, holds its first end.
    pub by_nets: bool,
}

impl CompiledCase {
    /// The relation that the case renames.
    pub fn alias(&self) -> Option<usize> {
        self.path.as_ref()?.alias()
    }

    /// Reads all facts off the position, with their bindings; `false` if the plan has to find them.
    pub fn read_off(
        &self,
        bindings: &Bindings<'_>,
        found: &mut dyn FnMut((NodeId, NodeId), &FactNumbers),
    ) -> bool {
        { self.pair.as_ref() }.is_some_and(|pair| pair.find(bindings, &mut *found)) || {
            self.twins.as_ref()
        }
        .is_some_and(|twins| twins.find(bindings, &mut *found))
    }
}

impl CompiledRelation {
    /// The only path without recursion.
    fn only_path(&self) -> Option<&PathCase> {
        match self.base.as_slice() {
            [case] => case.path.as_ref(),
            _ => None,
        }
    }

    /// The relation that it renames, recursion aside.
    pub fn alias(&self) -> Option<usize> {
        self.only_path()?.alias()
    }

    /// The sort of its ends, if it holds wherever they exclude each other, recursion aside.
    pub fn exclusion(&self) -> Option<Sort> {
        self.only_path()?.exclusion()
    }
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
