//! The cache of derived relations in a position: the data that
//! [`derive`](crate::matcher::relation::derive) fills in and that clauses look up.
//!
//! Every fact, such as `chain(g, h)` between two candidates, keeps its derivation. The truths and
//! links of the derivation go into the certificate, and its nodes are the chain that is shown.
//! Everything is computed on first use and dropped when the position changes.

pub mod closure;
pub mod compile;
pub mod derivation;
pub mod derive;
pub mod facts;
pub mod net;
pub mod pairs;
pub mod path;
pub mod reach;
pub mod table;
pub mod twins;
pub mod walk;

pub use closure::closure;
pub use derivation::derivation;
pub use derive::{can_hold, holds, nodes, related};
pub use net::{CandidateNet, is_by_nets};
use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
pub use walk::{links_may_exclude, steps_between};

use crate::lang::ir::Relation;
use crate::layout::CapacityIndex;
use crate::matcher::exec::budget::{Budget, CutOff};
use crate::matcher::index::board::Tables;
use crate::matcher::index::fillings::FillingCache;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::index::nodes::Nodes;
use crate::matcher::index::position::Position;
use crate::matcher::index::templates::Templates;
use crate::matcher::index::value::Value;
use crate::propagate::{Refuter, Stop};
pub use compile::{CompiledCase, CompiledRelation, Recursion};
pub use facts::{FactId, FactIndex, FactList, RelatedBy, Successors};
pub use reach::{Reachable, StepTo};
pub use table::{Derivation, FactNumbers, Table};

/// The compiled relations of a library.
#[derive(Debug, Default)]
pub struct Relations {
    pub(crate) source: Arc<[Relation]>,
    pub(crate) compiled: Vec<CompiledRelation>,
    /// By relation: whether it is about one digit.
    pub of_one_digit: Vec<bool>,
}

impl Relations {
    /// The relations before compilation.
    pub fn source(&self) -> &[Relation] {
        &self.source
    }

    /// True if the relations were compiled from `source`.
    pub fn are_of(&self, source: &Arc<[Relation]>) -> bool {
        Arc::ptr_eq(&self.source, source)
    }
}

/// The facts of derived relations in a position.
#[derive(Default)]
pub struct PositionCache {
    pub(crate) relations: Arc<Relations>,
    pub(crate) nodes: OnceCell<RefCell<Nodes>>,
    templates: OnceCell<Templates>,
    capacities: OnceCell<Option<CapacityIndex>>,
    /// The fillings of constraints.
    pub(crate) fillings: RefCell<FillingCache>,
    /// Nodes of another position, whose memory is reused.
    pub(crate) spare: RefCell<Vec<Nodes>>,
    /// Memory for the values of a search, reused.
    values: RefCell<Vec<Option<Value>>>,
    /// The cached data of each relation.
    pub(crate) known: RefCell<Vec<KnownRelation>>,
    /// True if groups are among the nodes.
    pub(crate) with_groups: bool,
    /// A second set of nodes with its facts. Exactly one of the two sets has groups. Most chains
    /// use single candidates, and groups double the number of nodes.
    aside: (OnceCell<RefCell<Nodes>>, RefCell<Vec<KnownRelation>>),
    /// The last computed derivation, which is often needed again.
    pub(crate) derived: RefCell<Option<LastDerivation>>,
    /// The refuter that finds braids and whips, and whether it has read the position.
    refuter: RefCell<Refuter>,
    is_read: Cell<bool>,
    /// Limits of a search for matches.
    pub(crate) budget: Budget,
}

/// A relation, its two ends, and its derivation between them.
pub type LastDerivation = ((usize, NodeId, NodeId), Rc<Derivation>);

/// The cached facts of a relation.
#[derive(Default)]
pub struct KnownRelation {
    /// The base facts; for relations with iterations, all facts.
    pub base: Table,
    /// The facts of the recursive steps.
    pub steps: Table,
    /// For each node, all its successors.
    pub reach: Vec<Option<Rc<Reachable>>>,
    /// For each node, the nodes that it is related to without recursion. Computed on first use.
    pub facts: Option<Rc<NodeMatrix>>,
    /// The middle nodes of its steps, if these are hops. Computed on first use.
    pub middles: Option<Rc<NodeSet>>,
    /// For each node, all nodes that it is related to; the paths are not stored. Computed on first
    /// use.
    pub closure: Option<Rc<NodeMatrix>>,
    /// Progress of the iterations, if the relation needs any.
    pub settled: Settled,
    /// By start node: the net, if the relation is a net.
    pub nets: BTreeMap<NodeId, Rc<CandidateNet>>,
}

/// Progress of the iterations that find the facts of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Settled {
    /// Not begun.
    #[default]
    No,
    /// In progress: lookups see only the facts of earlier iterations.
    Running,
    /// Finished: all facts are known.
    Yes,
}

/// Selects the cases of a relation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// The base cases.
    Base,
    /// The recursive cases.
    Steps,
}

impl KnownRelation {
    /// The facts of the selected cases.
    pub fn table(&mut self, which: Which) -> &mut Table {
        match which {
            Which::Base => &mut self.base,
            Which::Steps => &mut self.steps,
        }
    }
}

impl CompiledRelation {
    /// The selected cases.
    pub fn cases(&self, which: Which) -> &[CompiledCase] {
        match (which, &self.recursion) {
            (Which::Base, _) => &self.base,
            (Which::Steps, Recursion::None) => &[],
            (
                Which::Steps,
                Recursion::After(cases)
                | Recursion::Before(cases)
                | Recursion::FromEnd(cases)
                | Recursion::Fixpoint(cases),
            ) => cases,
        }
    }
}

impl PositionCache {
    /// A cache for searches that can be cancelled.
    pub fn until(stop: Stop) -> PositionCache {
        let mut cache = PositionCache::default();
        cache.refuter.get_mut().stop_when(stop.clone());
        cache.budget = Budget::until(stop);
        cache
    }

    /// The reason why the last search was cut off, if it was.
    pub fn cut_off(&self) -> Option<CutOff> {
        self.budget.cut_off()
    }

    /// Prepares the cache for a technique that uses these relations, if any, and perhaps groups.
    pub fn prepare(&mut self, relations: Option<&Arc<Relations>>, with_groups: bool) {
        if let Some(relations) = relations
            && !Arc::ptr_eq(&self.relations, relations)
        {
            self.relations = Arc::clone(relations);
            self.forget();
        }
        if self.with_groups != with_groups {
            self.with_groups = with_groups;
            self.derived = RefCell::default();
            std::mem::swap(&mut self.nodes, &mut self.aside.0);
            std::mem::swap(&mut self.known, &mut self.aside.1);
        }
    }

    /// Unbound values for `count` variables.
    pub(crate) fn take_values(&self, count: usize) -> Vec<Option<Value>> {
        let mut values = self.values.take();
        values.clear();
        values.resize(count, None);
        values
    }

    /// Takes values back for reuse.
    pub(crate) fn give_back(&self, values: Vec<Option<Value>>) {
        self.values.replace(values);
    }

    /// The refuter for braids and whips, which has read the position.
    pub(crate) fn refuter(&self, position: &Position) -> RefMut<'_, Refuter> {
        let mut refuter = self.refuter.borrow_mut();
        if !self.is_read.replace(true) {
            let (board, state) = (position.board(), position.state());
            let (truths, targets) = (position.open_truths(), position.open_candidates());
            refuter.read_part(board, state, truths, targets);
        }
        refuter
    }

    /// Drops all facts, after the position has changed.
    pub fn forget(&mut self) {
        self.is_read.set(false);
        if self.templates.get().is_some() {
            self.templates = OnceCell::new();
        }
        self.capacities.take();
        *self.fillings.get_mut() = FillingCache::default();
        self.derived.get_mut().take();
        let relations = self.relations.compiled.len();
        let both = [
            (&mut self.nodes, &mut self.known),
            (&mut self.aside.0, &mut self.aside.1),
        ];
        for (nodes, known) in both {
            let known = known.get_mut();
            // Facts exist only if there are nodes.
            if let Some(nodes) = nodes.take() {
                self.spare.get_mut().push(nodes.into_inner());
                known.clear();
            }
            if known.len() != relations {
                known.resize_with(relations, KnownRelation::default);
            }
        }
    }

    /// Drops the facts that a new cluster may change.
    pub fn forget_clusters(&self) {
        self.derived.take();
        let mut known = self.known.borrow_mut();
        for (known, compiled) in known.iter_mut().zip(&self.relations.compiled) {
            if compiled.has_clusters {
                known.base.forget();
                known.steps.forget();
                known.reach.clear();
                known.facts = None;
                known.middles = None;
                known.closure = None;
                // Running iterations notice new clusters themselves.
                if known.settled == Settled::Yes {
                    known.settled = Settled::No;
                }
            }
        }
    }

    /// The layouts of the position and the cells that they take; `None` if a digit has none or too
    /// many.
    pub fn capacities(&self, position: &Position) -> Option<&CapacityIndex> {
        let of = || CapacityIndex::of(position.board(), position.state());
        self.capacities.get_or_init(of).as_ref()
    }

    /// The templates of the position.
    pub fn templates(&self, tables: &Tables, position: &Position) -> &Templates {
        self.templates
            .get_or_init(|| Templates::new(tables, position))
    }
}
