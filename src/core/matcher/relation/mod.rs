//! What is known of derived relations in a position: the data that
//! [`derive`](crate::matcher::relation::derive) fills in and that clauses look up.
//!
//! Every fact, such as `chain(g, h)` between two candidates, remembers how it was made: the truths
//! and links of its derivation are those of the certificate, and its nodes are the chain that is
//! shown. Everything is computed on first use and dropped when the position changes.

pub mod candidate_net;
pub mod closure;
pub mod compile;
pub mod compiled;
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
pub use derive::{holds, may_hold, nodes, related};
pub use net::is_by_nets;
use std::cell::{Cell, OnceCell, RefCell, RefMut};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
pub use walk::{links_may_exclude, steps_between};

use crate::lang::ir::Relation;
use crate::matcher::exec::budget::{Budget, CutOff};
use crate::matcher::index::board::Tables;
use crate::matcher::index::node_set::{NodeId, NodeMatrix, NodeSet};
use crate::matcher::index::nodes::Nodes;
use crate::matcher::index::position::Position;
use crate::matcher::index::templates::Templates;
use crate::matcher::index::value::Value;
use crate::propagate::{Refuter, Stop};
pub use candidate_net::{CandidateNet, NetStep};
pub use compiled::{CompiledCase, CompiledRelation, Recursion};
pub use facts::{FactId, FactIndex, FactList, RelatedBy, Successors};
pub use reach::{Reachable, StepTo};
pub use table::{Derivation, FactNumbers, Table};

/// The relations of a library, ready to be looked for.
#[derive(Debug, Default)]
pub struct Relations {
    pub(crate) source: Arc<[Relation]>,
    pub(crate) compiled: Vec<CompiledRelation>,
    /// Of each, whether it is a matter of one digit.
    pub of_one_digit: Vec<bool>,
}

impl Relations {
    /// The relations as they are written.
    pub fn source(&self) -> &[Relation] {
        &self.source
    }

    /// Whether these are the relations that they were made of.
    pub fn are_of(&self, source: &Arc<[Relation]>) -> bool {
        Arc::ptr_eq(&self.source, source)
    }
}

/// What is known of derived relations in a position.
#[derive(Default)]
pub struct PositionCache {
    pub(crate) relations: Arc<Relations>,
    pub(crate) nodes: OnceCell<RefCell<Nodes>>,
    templates: OnceCell<Templates>,
    /// Nodes of another position, whose room can be used again.
    pub(crate) spare: RefCell<Vec<Nodes>>,
    /// Room for the values of a search, to be used again.
    values: RefCell<Vec<Option<Value>>>,
    /// What is cached of each relation.
    pub(crate) known: RefCell<Vec<KnownRelation>>,
    /// Whether groups are among the nodes.
    pub(crate) with_groups: bool,
    /// Nodes and what is known of them, with groups if the others are without: most chains go from
    /// candidate to candidate, and there are twice as many nodes with groups.
    aside: (OnceCell<RefCell<Nodes>>, RefCell<Vec<KnownRelation>>),
    /// The last computed derivation, which is often needed again.
    pub(crate) derived: RefCell<Option<LastDerivation>>,
    /// What finds braids and whips, and whether it has read the position.
    refuter: RefCell<Refuter>,
    is_read: Cell<bool>,
    /// What a look for matches may cost.
    pub(crate) budget: Budget,
}

/// A relation, its two ends, and its derivation between them.
pub type LastDerivation = ((usize, NodeId, NodeId), Rc<Derivation>);

/// What is known of a relation.
#[derive(Default)]
pub struct KnownRelation {
    /// What holds without recursion; all that holds, if it takes rounds.
    pub base: Table,
    /// The steps that carry it on.
    pub steps: Table,
    /// For each node, all it is related to.
    pub reach: Vec<Option<Rc<Reachable>>>,
    /// For each node, the nodes that it is related to without recursion. Computed on first use.
    pub facts: Option<Rc<NodeMatrix>>,
    /// The nodes that its steps can go over, if they are hops. Computed on first use.
    pub middles: Option<Rc<NodeSet>>,
    /// For each node, all nodes that it is related to, without paths. Computed on first use.
    pub closure: Option<Rc<NodeMatrix>>,
    /// Whether the iterations, if it takes any, are over.
    pub settled: Settled,
    /// By start node: the net, if the relation is one.
    pub nets: BTreeMap<NodeId, Rc<CandidateNet>>,
}

/// Progress of the iterations that find the facts of a relation.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub enum Settled {
    /// Not begun.
    #[default]
    No,
    /// Under way: lookups see the facts of earlier iterations.
    Running,
    /// Over: all facts are known.
    Yes,
}

/// Which cases of a relation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Those that stand by themselves.
    Base,
    /// Those that carry on what is known.
    Steps,
}

impl KnownRelation {
    /// The facts of these cases.
    pub fn table(&mut self, which: Which) -> &mut Table {
        match which {
            Which::Base => &mut self.base,
            Which::Steps => &mut self.steps,
        }
    }
}

impl CompiledRelation {
    /// These cases.
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

    /// Why the last look for matches ended before all were found, if it did.
    pub fn cut_off(&self) -> Option<CutOff> {
        self.budget.cut_off()
    }

    /// Makes ready for a technique that uses these relations, if any, and may speak of groups.
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

    /// Takes values back, so that their room can be used again.
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

    /// Forgets what was derived, after the position has changed.
    pub fn forget(&mut self) {
        self.is_read.set(false);
        if self.templates.get().is_some() {
            self.templates = OnceCell::new();
        }
        self.derived.get_mut().take();
        let relations = self.relations.compiled.len();
        let both = [
            (&mut self.nodes, &mut self.known),
            (&mut self.aside.0, &mut self.aside.1),
        ];
        for (nodes, known) in both {
            let known = known.get_mut();
            // Without nodes, nothing is cached.
            if let Some(nodes) = nodes.take() {
                self.spare.get_mut().push(nodes.into_inner());
                known.clear();
            }
            if known.len() != relations {
                known.resize_with(relations, KnownRelation::default);
            }
        }
    }

    /// Forgets what was derived before a cluster joined and could be about it.
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
                // Iterations that run notice by themselves that a cluster joined.
                if known.settled == Settled::Yes {
                    known.settled = Settled::No;
                }
            }
        }
    }

    /// The ways to place digits on the whole board.
    pub fn templates(&self, tables: &Tables, position: &Position) -> &Templates {
        self.templates
            .get_or_init(|| Templates::new(tables, position))
    }
}
