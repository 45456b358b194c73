//! Derived relations: which hold in a position, and by which derivation.
//!
//! Takes the relations of a library and a position, gives for any candidate or group what it is
//! related to, the shortest derivation first. Every fact remembers how it was made: the truths
//! and links of its derivation are those of the certificate, and its nodes are the chain that is
//! shown. Nothing is worked out before somebody asks.

mod compile;
mod digits;
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
use compile::{Case, Compiled, Recursion, compile};
use digits::of_one_digit;
pub use digits::{eliminates_only, speaks_of_one_digit};
pub use nodes::{Node, NodeId, Nodes};
pub use table::{Derivation, Reach};
use table::{FactId, Seconds, Step, Table};

/// The relations of a library, ready to be looked for.
#[derive(Debug, Default)]
pub struct Relations {
    source: Arc<[Relation]>,
    compiled: Vec<Compiled>,
    /// Of each, whether it is a matter of one digit.
    pub of_one_digit: Vec<bool>,
}

impl Relations {
    /// Makes plans for relations.
    pub fn new(source: &Arc<[Relation]>) -> Relations {
        Relations {
            source: Arc::clone(source),
            compiled: compile(source),
            of_one_digit: of_one_digit(source),
        }
    }

    /// Whether these are the relations that they were made of.
    pub fn are_of(&self, source: &Arc<[Relation]>) -> bool {
        Arc::ptr_eq(&self.source, source)
    }
}

/// What is known of derived relations in a position.
#[derive(Default)]
pub struct Facts {
    relations: Arc<Relations>,
    nodes: OnceCell<RefCell<Nodes>>,
    templates: OnceCell<Templates>,
    /// Of each relation, as far as somebody asked.
    known: RefCell<Vec<Known>>,
}

/// What is known of a relation.
#[derive(Default)]
struct Known {
    /// What holds without recursion; all that holds, if it takes rounds.
    base: Table,
    /// The steps that carry it on.
    steps: Table,
    /// For each node, all it is related to.
    reach: Vec<Option<Rc<Reach>>>,
    /// Whether the rounds, if it takes any, are over.
    settled: bool,
}

/// Which cases of a relation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Base,
    Steps,
}

impl Known {
    fn table(&mut self, which: Which) -> &mut Table {
        match which {
            Which::Base => &mut self.base,
            Which::Steps => &mut self.steps,
        }
    }
}

impl Compiled {
    fn cases(&self, which: Which) -> &[Case] {
        match (which, &self.recursion) {
            (Which::Base, _) => &self.base,
            (Which::Steps, Recursion::None) => &[],
            (
                Which::Steps,
                Recursion::After(cases) | Recursion::Before(cases) | Recursion::Rounds(cases),
            ) => cases,
        }
    }
}

impl Facts {
    /// Makes ready for a technique that uses these relations.
    pub fn prepare(&mut self, relations: &Arc<Relations>) {
        if !Arc::ptr_eq(&self.relations, relations) {
            self.relations = Arc::clone(relations);
            self.forget();
        }
    }

    /// Forgets what was derived, after the position has changed.
    pub fn forget(&mut self) {
        self.templates = OnceCell::new();
        // Without nodes, nobody asked.
        if self.nodes.take().is_some() {
            self.known.get_mut().clear();
        }
        let known = self.known.get_mut();
        known.resize_with(self.relations.compiled.len(), Known::default);
    }

    /// Forgets what was derived before a cluster joined and could be about it.
    fn forget_clusters(&self) {
        let mut known = self.known.borrow_mut();
        for (known, compiled) in known.iter_mut().zip(&self.relations.compiled) {
            if compiled.has_clusters {
                known.base.forget();
                known.steps.forget();
                known.reach.clear();
            }
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
    pub fn related(&self, env: &Env<'_>, relation: usize, from: NodeId) -> Rc<Reach> {
        let at = usize::from(from);
        let known = |all: &Vec<Known>| all[relation].reach.get(at).cloned().flatten();
        if let Some(known) = known(&self.known.borrow()) {
            return known;
        }
        let compiled = &self.relations.compiled[relation];
        // What is related to a cluster is known once all of them have joined.
        for &joining in &compiled.joining {
            self.seconds(env, joining, Which::Base, 0);
        }
        let count = self.nodes(env).borrow().len();
        let base = |node: NodeId| self.seconds(env, relation, Which::Base, node);
        let mut passed = vec![false; compiled.hop.map_or(0, |_| count)];
        let steps = |node: NodeId, found: &mut Vec<Step>| match compiled.hop {
            None => {
                let seconds = self.seconds(env, relation, Which::Steps, node);
                found.extend(seconds.iter().map(|&(to, fact)| (to, fact, None)));
            }
            Some(fact) => {
                let excluded = self.nodes(env).borrow_mut().excluded(node);
                for &over in excluded.iter() {
                    // What comes after it is known.
                    if !std::mem::replace(&mut passed[usize::from(over)], true) {
                        let seconds = self.seconds(env, fact, Which::Base, over);
                        found.extend(seconds.iter().map(|&(to, fact)| (to, fact, Some(over))));
                    }
                }
            }
        };
        let reach = match &compiled.recursion {
            Recursion::None => Reach::plain(&base(from), count),
            Recursion::After(_) => Reach::after(&base(from), steps, count),
            Recursion::Before(_) => Reach::before(base, steps, from, count),
            Recursion::Rounds(_) => {
                self.settle(env, relation);
                Reach::plain(&base(from), count)
            }
        };
        let reach = Rc::new(reach);
        let reaches = &mut self.known.borrow_mut()[relation].reach;
        reaches.resize(count, None);
        reaches[at] = Some(Rc::clone(&reach));
        reach
    }

    /// The second ends of a node in one of a relation's tables.
    fn seconds(&self, env: &Env<'_>, relation: usize, which: Which, from: NodeId) -> Seconds {
        let known = self.known.borrow_mut()[relation].table(which).get(from);
        known.unwrap_or_else(|| {
            if which == Which::Base && self.relations.compiled[relation].is_plain {
                return self.find_all(env, relation, from);
            }
            let mut found = Vec::new();
            self.collect(env, relation, which, from, &mut found);
            let found: Seconds = found.into();
            let known = &mut self.known.borrow_mut()[relation];
            known.table(which).set(from, found.clone());
            found
        })
    }

    /// Finds all facts of a relation that needs no other, and gives those of a node.
    fn find_all(&self, env: &Env<'_>, relation: usize, from: NodeId) -> Seconds {
        let mut all: Vec<Vec<(NodeId, FactId)>> = Vec::new();
        let small = env.position.board().cell_count() <= MOST_CELLS;
        for (number, case) in self.relations.compiled[relation].base.iter().enumerate() {
            let inner = Env::new(env.tables, env.position, &case.pattern.variables, self);
            let plan = match small {
                true => &case.everywhere,
                false => &case.without_tables,
            };
            Run::all(inner, &case.pattern, plan, None, false, |env| {
                let ends = env.node(case.ends.0).zip(env.node(case.ends.1));
                let Some((first, second)) = ends else { return };
                let first = usize::from(first);
                if all.len() <= first {
                    all.resize(first + 1, Vec::new());
                }
                let table = &mut self.known.borrow_mut()[relation].base;
                match all[first].iter().find(|(known, _)| *known == second) {
                    // Of sets that come to the same, the smallest is the one to tell of.
                    Some(&(_, fact)) => table.shorten(fact, number, env),
                    None => all[first].push((second, table.note(number, env))),
                }
            });
        }
        all.resize(self.nodes(env).borrow().len(), Vec::new());
        let known = &mut self.known.borrow_mut()[relation];
        for (first, seconds) in all.into_iter().enumerate() {
            known.base.set(first as NodeId, seconds.into());
        }
        known.base.get(from).unwrap_or_default()
    }

    /// Applies the cases of relations that need each other until nothing is new.
    fn settle(&self, env: &Env<'_>, relation: usize) {
        let together = &self.relations.compiled[relation].together;
        let is_new = |&id: &usize| {
            let known = &mut self.known.borrow_mut()[id];
            !std::mem::replace(&mut known.settled, true)
        };
        let together: Vec<usize> = together.iter().copied().filter(is_new).collect();
        let mut grown = !together.is_empty();
        while std::mem::take(&mut grown) {
            for &id in &together {
                grown |= self.round(env, id);
            }
        }
    }

    /// Applies the recursive cases of a relation once, from everywhere; whether anything is new.
    fn round(&self, env: &Env<'_>, relation: usize) -> bool {
        let mut grown = false;
        let count = self.nodes(env).borrow().len();
        for from in 0..count as NodeId {
            let known = self.seconds(env, relation, Which::Base, from);
            let mut all = known.to_vec();
            self.collect(env, relation, Which::Steps, from, &mut all);
            if all.len() > known.len() {
                grown = true;
                let known = &mut self.known.borrow_mut()[relation];
                known.base.set(from, all.into());
            }
        }
        if grown {
            self.known.borrow_mut()[relation].reach.clear();
        }
        grown
    }

    /// Looks for cases from a node, and adds what is new.
    fn collect(
        &self,
        env: &Env<'_>,
        relation: usize,
        which: Which,
        from: NodeId,
        found: &mut Vec<(NodeId, FactId)>,
    ) {
        let node = env.node_at(from);
        let compiled = &self.relations.compiled[relation];
        let by_rounds = matches!(compiled.recursion, Recursion::Rounds(_));
        // In rounds, what recursive cases give is a fact like any other.
        let (table, shift) = match (which, by_rounds) {
            (Which::Steps, true) => (Which::Base, compiled.base.len()),
            _ => (which, 0),
        };
        for (number, case) in compiled.cases(which).iter().enumerate() {
            let mut inner = Env::new(env.tables, env.position, &case.pattern.variables, self);
            let (first, second) = case.ends;
            if !node.is_of(inner.sort(first)) {
                continue;
            }
            inner.values[usize::from(first.0)] = Some(node.value());
            if !case.at_once.iter().all(|c| inner.holds(c)) {
                continue;
            }
            Run::all(inner, &case.pattern, &case.from_first, None, false, |env| {
                let is_news = |to: &NodeId| found.iter().all(|(known, _)| known != to);
                if let Some(to) = env.node(second).filter(is_news) {
                    let known = &mut self.known.borrow_mut()[relation];
                    found.push((to, known.table(table).note(number + shift, env)));
                }
            });
        }
    }

    /// Whether the relation holds.
    pub fn holds(&self, env: &Env<'_>, relation: usize, from: NodeId, to: NodeId) -> bool {
        self.related(env, relation, from).contains(to)
    }

    /// How the relation comes about between two nodes.
    pub fn derivation(
        &self,
        env: &Env<'_>,
        relation: usize,
        from: NodeId,
        to: NodeId,
    ) -> Option<Derivation> {
        let (way, base_at) = self.related(env, relation, from).way(to)?;
        let mut derivation = Derivation::default();
        let mut middle = None;
        for (at, reached) in way.iter().enumerate() {
            let which = match at == base_at {
                true => Which::Base,
                false => Which::Steps,
            };
            match reached.over.zip(self.relations.compiled[relation].hop) {
                Some((over, hop)) => {
                    let next = self.derivation_of_fact(env, hop, Which::Base, reached.fact);
                    derivation.path.extend(middle);
                    derivation.exclude(middle.unwrap_or(from), over);
                    derivation.extend(None, &next);
                }
                None => {
                    let next = self.derivation_of_fact(env, relation, which, reached.fact);
                    derivation.extend(middle, &next);
                }
            }
            middle = Some(reached.node);
        }
        Some(derivation)
    }

    fn derivation_of_fact(
        &self,
        env: &Env<'_>,
        relation: usize,
        which: Which,
        fact: FactId,
    ) -> Derivation {
        let compiled = &self.relations.compiled[relation];
        let number = self.known.borrow_mut()[relation].table(which).case(fact);
        let own = compiled.cases(which);
        let case = match number.checked_sub(own.len()) {
            None => &own[number],
            Some(recursive) => &compiled.cases(Which::Steps)[recursive],
        };
        let variables = &case.pattern.variables;
        let values = {
            let nodes = self.nodes(env).borrow();
            let known = &mut self.known.borrow_mut()[relation];
            known.table(which).binding(fact, variables, &nodes)
        };
        let mut inner = Env::new(env.tables, env.position, variables, self);
        inner.values = values;
        inner.derivation(&case.pattern, case.ends)
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
