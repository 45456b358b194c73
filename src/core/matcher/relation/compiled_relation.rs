//! A compiled relation: its cases with their plans, and its recursion.
//!
//! `chain(g, h)` has the base case `strong(g, h)` and a recursive case that extends known chains.

use crate::lang::ir::{Condition, Pattern, Sort, Var};
use crate::matcher::exec::frame::Bindings;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::plan::Plan;
use crate::matcher::relation::pairs::PairInTruth;
use crate::matcher::relation::path::{Hop, PathCase};
use crate::matcher::relation::table::FactNumbers;
use crate::matcher::relation::twins::TwinCells;

/// A case of a relation, compiled for searches from its first end.
#[derive(Clone, Debug)]
pub struct CompiledCase {
    /// The pattern of the case.
    pub pattern: Pattern,
    /// The plan when the first end is bound.
    pub from_first: Plan,
    /// The plan when no end is bound.
    pub everywhere: Plan,
    /// The plan without bound ends for boards that are too large for tables.
    pub without_tables: Plan,
    /// The variables of the two ends.
    pub ends: (Var, Var),
    /// Conditions on the first end alone.
    pub at_once: Vec<Condition>,
    /// The case as a path, if it has no other constraints.
    pub path: Option<PathCase>,
    /// A relation that must hold from the first end.
    pub begins: Option<usize>,
    /// Set if the case says that two nodes are all candidates of a truth.
    pub pair: Option<PairInTruth>,
    /// Set if the case says that two nodes are one digit of two cells with the same two digits.
    pub twins: Option<TwinCells>,
}

/// A relation with its plans and the kind of its recursion.
#[derive(Clone, Debug)]
pub struct CompiledRelation {
    /// Cases that do not need the relation itself.
    pub base: Vec<CompiledCase>,
    /// The kind of recursion.
    pub recursion: Recursion,
    /// This relation and all relations that are mutually recursive with it.
    pub together: Vec<usize>,
    /// True if the relation needs no other. Then all its facts are found at once.
    pub is_plain: bool,
    /// The parts of each step, if all steps are an exclusion followed by a fact of another
    /// relation.
    pub hop: Option<Hop>,
    /// True if its base cases and its steps are paths of facts.
    pub is_paths: bool,
    /// `Some(r)` if the base case of this relation is exactly `r(p, q)` and `r` uses no other
    /// relation. Its facts are then those of `r`.
    pub base_of: Option<usize>,
    /// True if the relation consists of hops along facts of one truth each. Then the steps give the
    /// length of a chain and the exclusions along it.
    pub is_bare: bool,
    /// True if the facts may change when a cluster is added.
    pub has_clusters: bool,
    /// The relations that add clusters and that this relation needs.
    pub joining: Vec<usize>,
    /// True if the relation is a net: the consequences of its first end by singles.
    pub is_net: bool,
    /// True if this relation, or a relation that it needs, keeps its first end fixed in every
    /// recursion.
    pub by_nets: bool,
}

impl CompiledCase {
    /// The relation that the case renames.
    pub fn alias(&self) -> Option<usize> {
        self.path.as_ref()?.alias()
    }

    /// Reads all facts and their bindings from the position. Returns `false` if only the plan can
    /// find them.
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
    /// The path of the relation, if it has one base case and that is a path.
    fn only_path(&self) -> Option<&PathCase> {
        match self.base.as_slice() {
            [case] => case.path.as_ref(),
            _ => None,
        }
    }

    /// The relation that this relation renames, if recursion is ignored.
    pub fn alias(&self) -> Option<usize> {
        self.only_path()?.alias()
    }

    /// The sort of the ends, if the base case holds between any two nodes that exclude each other.
    pub fn exclusion(&self) -> Option<Sort> {
        self.only_path()?.exclusion()
    }
}

/// The recursion of a relation.
#[derive(Clone, Debug)]
pub enum Recursion {
    /// No recursion.
    None,
    /// Steps at the end: the first end is passed through.
    After(Vec<CompiledCase>),
    /// Steps at the beginning: the second end is passed through.
    Before(Vec<CompiledCase>),
    /// Cases that use the relation any number of times, always from the first end. The facts of
    /// each first end are computed on their own.
    FromEnd(Vec<CompiledCase>),
    /// Cases of any kind, of mutually recursive relations.
    Fixpoint(Vec<CompiledCase>),
}

impl Recursion {
    /// True if facts are found in iterations, each from the facts of earlier ones.
    pub fn is_iterated(&self) -> bool {
        matches!(self, Recursion::FromEnd(_) | Recursion::Fixpoint(_))
    }
}
