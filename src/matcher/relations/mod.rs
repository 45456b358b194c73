//! Derived relations: which hold in a position, and by which derivation.
//!
//! Takes the relations of a library and a position, gives for any candidate or group what it is
//! related to, the shortest derivation first. Every fact remembers how it was made: the truths
//! and links of its derivation are those of the certificate, and its nodes are the chain that is
//! shown. Nothing is worked out before somebody asks.

mod compile;
mod nodes;
mod table;

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use super::almost::MOST_CELLS;
use super::env::{Env, Value};
use super::position::Position;
use super::run::Run;
use super::tables::Tables;
use super::templates::Templates;
use crate::grid::{Cell, Digit, Group};
use crate::lang::ir::{Relation, Var};
pub use compile::used_in;
use compile::{Case, Compiled, Recursion, Steps, compile};
pub use nodes::{Node, NodeId, Nodes};
pub use table::Derivation;
use table::{Reach, Steps as StepsFrom, Table};

/// What is known of derived relations in a position.
#[derive(Default)]
pub struct Facts {
    relations: Option<Arc<[Relation]>>,
    compiled: Vec<Compiled>,
    nodes: OnceCell<RefCell<Nodes>>,
    templates: OnceCell<Templates>,
    /// Of each relation, what holds without recursion; all that holds, if it takes rounds.
    base: RefCell<Vec<Option<Rc<Table>>>>,
    /// Of each relation, the steps that carry it on.
    steps: RefCell<Vec<Option<Rc<Table>>>>,
    /// Of each relation and node, all it is related to.
    reach: RefCell<Vec<Vec<Option<Rc<Reach>>>>>,
}

impl Facts {
    /// Makes ready for a technique of a library with these relations.
    pub fn prepare(&mut self, relations: &Arc<[Relation]>) {
        let same = |known: &Arc<[Relation]>| Arc::ptr_eq(known, relations);
        if relations.is_empty() || self.relations.as_ref().is_some_and(same) {
            return;
        }
        self.relations = Some(Arc::clone(relations));
        self.compiled = compile(relations);
        self.forget();
    }

    /// Forgets what was derived, after the position has changed.
    pub fn forget(&mut self) {
        let count = self.compiled.len();
        self.nodes = OnceCell::new();
        self.templates = OnceCell::new();
        self.base = RefCell::new(vec![None; count]);
        self.steps = RefCell::new(vec![None; count]);
        self.reach = RefCell::new(vec![Vec::new(); count]);
    }

    /// Forgets what was derived before a cluster joined and could be about it.
    fn forget_clusters(&self) {
        let (mut base, mut steps) = (self.base.borrow_mut(), self.steps.borrow_mut());
        let mut reach = self.reach.borrow_mut();
        for (id, _) in (self.compiled.iter().enumerate()).filter(|(_, c)| c.has_clusters) {
            base[id] = None;
            steps[id] = None;
            reach[id].clear();
        }
    }

    /// The ways to place digits on the whole board.
    pub fn templates(&self, tables: &Tables, position: &Position) -> &Templates {
        self.templates
            .get_or_init(|| Templates::new(tables, position))
    }

    fn nodes(&self, env: &Env<'_>) -> &RefCell<Nodes> {
        self.nodes
            .get_or_init(|| RefCell::new(Nodes::of(env.tables, env.position)))
    }

    /// All that the first end of the relation can be related to, the shortest derivation first.
    fn reach(&self, env: &Env<'_>, relation: usize, from: NodeId) -> Rc<Reach> {
        let known = |reach: &Vec<Vec<Option<Rc<Reach>>>>| {
            reach[relation].get(usize::from(from)).cloned().flatten()
        };
        if let Some(known) = known(&self.reach.borrow()) {
            return known;
        }
        let base = self.base(env, relation);
        let table = self.step_table(env, relation);
        // Clusters may have joined by now.
        let count = self.nodes(env).borrow().len();
        let mut excluded = |node| self.nodes(env).borrow_mut().excluded(node);
        let recursion = &self.compiled[relation].recursion;
        let steps = match recursion {
            Recursion::After(Steps::Hop(_)) | Recursion::Before(Steps::Hop(_)) => {
                StepsFrom::hops(&table, &mut excluded, count)
            }
            _ => StepsFrom::of(&table),
        };
        let reach = match recursion {
            Recursion::None | Recursion::Rounds(_) => Reach::plain(&base, from, count),
            Recursion::After(_) => Reach::after(&base, steps, from, count),
            Recursion::Before(_) => Reach::before(&base, steps, from, count),
        };
        let reach = Rc::new(reach);
        let mut all = self.reach.borrow_mut();
        all[relation].resize(count, None);
        all[relation][usize::from(from)] = Some(Rc::clone(&reach));
        reach
    }

    fn base(&self, env: &Env<'_>, relation: usize) -> Rc<Table> {
        if let Some(known) = &self.base.borrow()[relation] {
            return Rc::clone(known);
        }
        let together = &self.compiled[relation].together;
        for &id in together {
            let mut table = Table::new(self.nodes(env).borrow().len());
            for case in &self.compiled[id].base {
                self.collect(env, case, &mut table);
            }
            self.base.borrow_mut()[id] = Some(Rc::new(table));
        }
        while self.round(env, together) {}
        let table = self.base.borrow()[relation].clone();
        table.unwrap_or_default()
    }

    /// Applies the cases that need what is known of these relations, once; whether anything is
    /// new.
    fn round(&self, env: &Env<'_>, together: &[usize]) -> bool {
        let mut grown = false;
        for &id in together {
            let Recursion::Rounds(cases) = &self.compiled[id].recursion else {
                continue;
            };
            let known = self.base.borrow()[id].clone().unwrap_or_default();
            let mut table = Table::clone(&known);
            for case in cases {
                self.collect(env, case, &mut table);
            }
            if table.len() > known.len() {
                grown = true;
                self.base.borrow_mut()[id] = Some(Rc::new(table));
                self.reach.borrow_mut()[id].clear();
            }
        }
        grown
    }

    /// What its steps are made of: all of them, or the facts that follow an exclusion.
    fn step_table(&self, env: &Env<'_>, relation: usize) -> Rc<Table> {
        match &self.compiled[relation].recursion {
            Recursion::None | Recursion::Rounds(_) => Rc::default(),
            Recursion::After(Steps::Hop(over)) | Recursion::Before(Steps::Hop(over)) => {
                self.base(env, *over)
            }
            Recursion::After(Steps::Cases(cases)) | Recursion::Before(Steps::Cases(cases)) => {
                self.steps(env, relation, cases)
            }
        }
    }

    fn steps(&self, env: &Env<'_>, relation: usize, cases: &[Case]) -> Rc<Table> {
        if let Some(known) = &self.steps.borrow()[relation] {
            return Rc::clone(known);
        }
        let mut table = Table::new(self.nodes(env).borrow().len());
        for case in cases {
            self.collect(env, case, &mut table);
        }
        let table = Rc::new(table);
        self.steps.borrow_mut()[relation] = Some(Rc::clone(&table));
        table
    }

    /// Looks for a case everywhere, and adds what it finds to the table.
    fn collect(&self, env: &Env<'_>, case: &Case, table: &mut Table) {
        let mut inner = Env::new(env.tables, env.position, &case.pattern.variables, self);
        inner.values = vec![None; case.pattern.variables.len()];
        let plan = match env.position.board().cell_count() <= MOST_CELLS {
            true => &case.plan,
            false => &case.without_tables,
        };
        // Of sets that come to the same, the smallest is the one to tell of.
        let has_sets = plan.steps.iter().any(|step| step.almost.is_some());
        Run::all(inner, &case.pattern, plan, None, |env| {
            let (Some(from), Some(to)) = (env.node(case.ends.0), env.node(case.ends.1)) else {
                return;
            };
            if table.is_news(from, to) {
                table.add(from, to, env.derivation(&case.pattern, case.ends));
            } else if has_sets {
                table.shorten(from, to, env.derivation(&case.pattern, case.ends));
            }
        });
    }

    /// What a value is related to, the shortest derivation first.
    pub fn related(&self, env: &Env<'_>, relation: usize, from: NodeId) -> Rc<Reach> {
        self.reach(env, relation, from)
    }

    /// The nodes from which a relation holds, if that is known without asking each.
    pub fn firsts(&self, env: &Env<'_>, relation: usize) -> Option<Vec<NodeId>> {
        let base = self.base(env, relation);
        match self.compiled[relation].recursion {
            // Steps before the relation can begin anywhere.
            Recursion::Before(_) => None,
            _ => Some(base.firsts().collect()),
        }
    }

    /// Whether the relation holds.
    pub fn holds(&self, env: &Env<'_>, relation: usize, from: NodeId, to: NodeId) -> bool {
        self.reach(env, relation, from).contains(to)
    }

    /// How the relation comes about between two nodes.
    pub fn derivation(
        &self,
        env: &Env<'_>,
        relation: usize,
        from: NodeId,
        to: NodeId,
    ) -> Option<Derivation> {
        let reach = self.reach(env, relation, from);
        let base = self.base(env, relation);
        let steps = self.step_table(env, relation);
        reach.derivation((from, to), &base, &steps)
    }
}

impl<'a> Env<'a> {
    /// The number of the node that a variable is bound to.
    pub fn node(&self, var: Var) -> Option<NodeId> {
        self.node_of(self.get(var)?)
    }

    /// The number of a value.
    pub fn node_of(&self, value: &Value) -> Option<NodeId> {
        let nodes = self.facts.nodes(self);
        let known = nodes.borrow().number(value);
        known.or_else(|| {
            let joined = nodes.borrow_mut().join(self.tables, value)?;
            self.facts.forget_clusters();
            Some(joined)
        })
    }

    /// A node by its number.
    pub fn node_at(&self, id: NodeId) -> Node {
        *self.facts.nodes(self).borrow().get(id)
    }

    /// The node of a single candidate.
    pub fn candidate_node(&self, cell: Cell, digit: Digit) -> Option<NodeId> {
        self.facts.nodes(self).borrow().candidate(cell, digit)
    }

    /// Passes what nodes there are to a function.
    pub fn with_nodes<T>(&self, look: impl FnOnce(&mut Nodes) -> T) -> T {
        look(&mut self.facts.nodes(self).borrow_mut())
    }

    /// The link between two nodes that exclude each other, if one holds all of both.
    pub fn link_of(&self, (one, other): (NodeId, NodeId)) -> Option<Group> {
        let (one, other) = (self.node_at(one), self.node_at(other));
        one.link(&other, self.position.board(), self.tables)
    }
}
