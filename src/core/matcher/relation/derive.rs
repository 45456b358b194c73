//! Derived relations: the facts that hold in a position, and their derivations.
//!
//! For a relation and a node the result is all successors, the shortest derivation first: for
//! `chain(g, h)` of an X-chain, all ends of chains from `g`. A relation holds where one of its
//! cases matches, so cases run like rules, and the facts of other relations are looked up in the
//! same [`PositionCache`].

use std::cell::RefCell;
use std::rc::Rc;

use crate::matcher::exec::frame::Bindings;
use crate::matcher::exec::search::run;
use crate::matcher::exec::state::Execution;
use crate::matcher::index::als::MAX_U128_CELLS;
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::nodes::Nodes;
use crate::matcher::relation::closure::closure;
use crate::matcher::relation::net::related_by_net;
use crate::matcher::relation::walk::MAX_MATRIX_NODES;
use crate::matcher::relation::walk::{base_facts, hop_walk, next_edges};
use crate::matcher::relation::{
    CompiledCase, FactId, FactList, FactNumbers, KnownRelation, Reachable, Recursion, Settled,
    StepTo, Successors, Which,
};

pub fn nodes<'a>(bindings: &Bindings<'a>) -> &'a RefCell<Nodes> {
    bindings.cache.nodes.get_or_init(|| {
        let mut nodes = bindings.cache.spare.borrow_mut().pop().unwrap_or_default();
        nodes.fill(
            bindings.tables,
            bindings.position,
            bindings.cache.with_groups,
        );
        RefCell::new(nodes)
    })
}

/// All successors of a node, the shortest derivation first.
pub fn related(bindings: &Bindings<'_>, relation: usize, from: NodeId) -> Rc<Reachable> {
    let at = usize::from(from);
    let known = |all: &Vec<KnownRelation>| all[relation].reach.get(at).cloned().flatten();
    if let Some(known) = known(&bindings.cache.known.borrow()) {
        return known;
    }
    let compiled = &bindings.cache.relations.compiled[relation];
    // The facts about clusters are complete once all clusters have been added.
    for &joining in &compiled.joining {
        seconds(bindings, joining, Which::Base, 0);
    }
    if matches!(compiled.recursion, Recursion::FromEnd(_)) {
        return related_by_net(bindings, relation, from);
    }
    // If the search adds a related cluster, the search is repeated.
    loop {
        let count = nodes(bindings).borrow().len();
        let reach = reach(bindings, relation, from);
        if nodes(bindings).borrow().len() == count {
            return keep_reach(bindings, relation, from, (reach, count));
        }
    }
}

/// All successors of a node among the nodes known so far.
fn reach(bindings: &Bindings<'_>, relation: usize, from: NodeId) -> Reachable {
    let compiled = &bindings.cache.relations.compiled[relation];
    let base_of = compiled.base_of.unwrap_or(relation);
    let base = |node: NodeId| seconds(bindings, base_of, Which::Base, node);
    let mut walk = compiled.hop.map(|hop| hop_walk(bindings, relation, hop));
    let steps = |node: NodeId, found: &mut Vec<StepTo>| match &mut walk {
        None => {
            let seconds = seconds(bindings, relation, Which::Steps, node);
            found.extend(seconds.iter().map(|&(to, fact)| (to, fact, None)));
        }
        Some(walk) => next_edges(bindings, walk, node, found),
    };
    if matches!(compiled.recursion, Recursion::Fixpoint(_)) {
        settle(bindings, relation);
    }
    let first = match compiled.recursion {
        Recursion::Before(_) => Successors::default(),
        _ => base(from),
    };
    let count = nodes(bindings).borrow().len();
    match &compiled.recursion {
        Recursion::After(_) => Reachable::after(&first, steps, count),
        Recursion::Before(_) => Reachable::before(base, steps, from, count),
        _ => Reachable::plain(&first, count),
    }
}

/// Caches the nodes that a node is related to; `count` is the number of all nodes.
pub(crate) fn keep_reach(
    bindings: &Bindings<'_>,
    relation: usize,
    from: NodeId,
    (reach, count): (Reachable, usize),
) -> Rc<Reachable> {
    let reach = Rc::new(reach);
    let reaches = &mut bindings.cache.known.borrow_mut()[relation].reach;
    reaches.resize(count, None);
    reaches[usize::from(from)] = Some(Rc::clone(&reach));
    reach
}

/// The successors of a node in one of a relation's tables.
pub(crate) fn seconds(
    bindings: &Bindings<'_>,
    relation: usize,
    which: Which,
    from: NodeId,
) -> Successors {
    let known = bindings.cache.known.borrow_mut()[relation]
        .table(which)
        .get(from);
    known.unwrap_or_else(|| {
        if which == Which::Base && bindings.cache.relations.compiled[relation].is_plain {
            return find_all(bindings, relation, from);
        }
        let mut found = Vec::new();
        collect(bindings, relation, (which, 0), from, &mut found);
        let found: Successors = found.into();
        let known = &mut bindings.cache.known.borrow_mut()[relation];
        known.table(which).set(from, found.clone());
        found
    })
}

/// Finds all facts of a relation that needs no other, and returns those of a node.
fn find_all(bindings: &Bindings<'_>, relation: usize, from: NodeId) -> Successors {
    let mut all = FactList::new(nodes(bindings).borrow().len());
    let small = bindings.position.board().cell_count() <= MAX_U128_CELLS;
    for (number, case) in bindings.cache.relations.compiled[relation]
        .base
        .iter()
        .enumerate()
    {
        let inner = bindings.of_case(&case.pattern);
        let plan = match small {
            true => &case.everywhere,
            false => &case.without_tables,
        };
        let mut note = |(first, second): (NodeId, NodeId), binding: &FactNumbers| {
            let table = &mut bindings.cache.known.borrow_mut()[relation].base;
            match all.get(first, second) {
                // Of several sets with the same effect, only the smallest is reported.
                Some(fact) => table.shorten(fact, number, binding),
                None => all.push(first, second, table.note((number, 0), binding)),
            }
        };
        if case.all_facts(bindings, &mut note) {
            continue;
        }
        let mut exec = Execution::new(inner, &case.pattern, None, None);
        run(&mut exec, plan, &mut |bindings| {
            if let Some(ends) = bindings.node(case.ends.0).zip(bindings.node(case.ends.1)) {
                note(ends, &FactNumbers::of(bindings));
            }
        });
    }
    let (all, facts) = all.in_order(nodes(bindings).borrow().len());
    let known = &mut bindings.cache.known.borrow_mut()[relation];
    known.facts = facts.map(Rc::new);
    known.base.set_all(all);
    known.base.get(from).unwrap_or_default()
}

/// Applies the recursive cases of mutually recursive relations until an iteration adds no fact.
///
/// Facts of one iteration become visible after it, so a fact rests on facts of earlier iterations
/// only. A new cluster changes the base facts, so the iterations start again.
fn settle(bindings: &Bindings<'_>, relation: usize) {
    let together = &bindings.cache.relations.compiled[relation].together;
    if bindings.cache.known.borrow()[relation].settled != Settled::No {
        return;
    }
    mark(bindings, together, Settled::Running);
    let mut iteration = 1;
    loop {
        let before = nodes(bindings).borrow().len();
        let added = iterate(bindings, together, iteration);
        let has_joined = nodes(bindings).borrow().len() != before;
        if added.is_empty() && !has_joined {
            break;
        }
        let known = &mut bindings.cache.known.borrow_mut();
        for &id in together {
            known[id].reach.clear();
            if has_joined {
                known[id].base.forget();
            }
        }
        iteration += 1;
        match has_joined {
            true => iteration = 1,
            false => {
                { added.into_iter() }.for_each(|(id, from, all)| known[id].base.set(from, all))
            }
        }
    }
    mark(bindings, together, Settled::Yes);
}

fn mark(bindings: &Bindings<'_>, together: &[usize], settled: Settled) {
    let known = &mut bindings.cache.known.borrow_mut();
    for &id in together {
        known[id].settled = settled;
    }
}

/// Applies the recursive cases of these relations once, from every node. Returns the relation, the
/// node and all its facts, for nodes with new facts.
fn iterate(
    bindings: &Bindings<'_>,
    together: &[usize],
    iteration: u32,
) -> Vec<(usize, NodeId, Successors)> {
    let mut added = Vec::new();
    let count = nodes(bindings).borrow().len() as NodeId;
    for (&id, from) in together
        .iter()
        .flat_map(|id| (0..count).map(move |from| (id, from)))
    {
        let known = seconds(bindings, id, Which::Base, from);
        let mut all = known.to_vec();
        let which = (Which::Steps, iteration);
        collect(bindings, id, which, from, &mut all);
        if all.len() > known.len() {
            added.push((id, from, all.into()));
        }
    }
    added
}

/// Searches for cases from a node and adds the new facts of this iteration.
pub(crate) fn collect(
    bindings: &Bindings<'_>,
    relation: usize,
    (which, iteration): (Which, u32),
    from: NodeId,
    found: &mut Vec<(NodeId, FactId)>,
) {
    let node = bindings.node_at(from);
    let compiled = &bindings.cache.relations.compiled[relation];
    // In iterations, facts of recursive cases go into the same table.
    let (table, shift) = match (which, compiled.recursion.is_iterated()) {
        (Which::Steps, true) => (Which::Base, compiled.base.len()),
        _ => (which, 0),
    };
    for (number, case) in compiled.cases(which).iter().enumerate() {
        let mut inner = bindings.of_case(&case.pattern);
        let (first, second) = case.ends;
        if !node.is_of(inner.sort(first)) {
            continue;
        }
        inner.values[usize::from(first.0)] = Some(node.value());
        if !case.at_once.iter().all(|c| inner.holds(c)) {
            continue;
        }
        let mut exec = Execution::new(inner, &case.pattern, None, None);
        run(&mut exec, &case.from_first, &mut |bindings| {
            let is_new = |to: &NodeId| found.iter().all(|(known, _)| known != to);
            if let Some(to) = bindings.node(second).filter(is_new) {
                let binding = FactNumbers::of(bindings);
                let known = &mut bindings.cache.known.borrow_mut()[relation];
                let fact = (known.table(table)).note((number + shift, iteration), &binding);
                found.push((to, fact));
            }
        });
    }
}

/// False if the relation cannot hold anywhere, because each case begins with a relation that has no
/// facts.
pub fn can_hold(bindings: &Bindings<'_>, relation: usize) -> bool {
    let compiled = &bindings.cache.relations.compiled[relation];
    if compiled.has_clusters || compiled.recursion.is_iterated() {
        return true;
    }
    if compiled.is_plain {
        if nodes(bindings).borrow().len() <= MAX_MATRIX_NODES {
            return !base_facts(bindings, relation).has_none();
        }
        seconds(bindings, relation, Which::Base, 0);
        return bindings.cache.known.borrow()[relation].base.has_facts();
    }
    let may_begin = |case: &CompiledCase| {
        (case.begins).is_none_or(|first| first == relation || can_hold(bindings, first))
    };
    if !compiled.base.iter().any(may_begin) {
        return false;
    }
    let by_paths = compiled.is_paths && compiled.hop.is_none();
    !(by_paths && closure(bindings, relation).is_some_and(|closure| closure.has_none()))
}

/// True if the relation holds between two nodes.
pub fn holds(bindings: &Bindings<'_>, relation: usize, from: NodeId, to: NodeId) -> bool {
    // The closure answers for all nodes at once. A path is searched only if the closure contains
    // its ends.
    match closure(bindings, relation) {
        Some(closure) => closure.holds(from, to),
        None => related(bindings, relation, from).contains(to),
    }
}
