//! Tables of what is related, and what follows from them one step after the other.

use std::collections::VecDeque;
use std::rc::Rc;

use super::nodes::NodeId;
use crate::grid::Group;

/// How a fact comes about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The truths it uses, as often as it uses them.
    pub truths: Vec<Group>,
    /// The nodes that exclude each other on the way.
    pub links: Vec<(NodeId, NodeId)>,
    /// The nodes between its ends, in order.
    pub path: Vec<NodeId>,
}

impl Derivation {
    /// What an exclusion adds, and the node that it leads to.
    fn exclude(&mut self, one: NodeId, other: NodeId) {
        self.links.push((one, other));
        self.path.push(other);
    }

    /// Goes on with another that begins where this one ends, at `middle`.
    pub fn extend(&mut self, middle: Option<NodeId>, next: &Derivation) {
        self.truths.extend(&next.truths);
        self.links.extend(&next.links);
        self.path.extend(middle);
        self.path.extend(&next.path);
    }
}

/// Facts by their first end.
#[derive(Clone, Debug, Default)]
pub struct Table {
    by_first: Vec<Vec<(NodeId, u32)>>,
    derivations: Vec<Derivation>,
}

impl Table {
    /// No facts yet, about so many nodes.
    pub fn new(nodes: usize) -> Table {
        Table {
            by_first: vec![Vec::new(); nodes],
            derivations: Vec::new(),
        }
    }

    /// How many facts there are.
    pub fn len(&self) -> usize {
        self.derivations.len()
    }

    fn from(&self, first: NodeId) -> &[(NodeId, u32)] {
        self.by_first.get(usize::from(first)).map_or(&[], |all| all)
    }

    /// The nodes of which something is known.
    pub fn firsts(&self) -> impl Iterator<Item = NodeId> + '_ {
        let all = self.by_first.iter().enumerate();
        all.filter(|(_, facts)| !facts.is_empty())
            .map(|(node, _)| node as NodeId)
    }

    /// Whether nothing is known of these two.
    pub fn is_news(&self, from: NodeId, to: NodeId) -> bool {
        self.from(from).iter().all(|(second, _)| *second != to)
    }

    /// Adds a fact.
    pub fn add(&mut self, from: NodeId, to: NodeId, derivation: Derivation) {
        let number = self.derivations.len() as u32;
        let first = usize::from(from);
        if first >= self.by_first.len() {
            self.by_first.resize(first + 1, Vec::new());
        }
        self.by_first[first].push((to, number));
        self.derivations.push(derivation);
    }

    /// Takes a derivation with fewer truths for one that is known.
    pub fn shorten(&mut self, from: NodeId, to: NodeId, derivation: Derivation) {
        let known = self.from(from).iter().find(|(second, _)| *second == to);
        if let Some(&(_, number)) = known {
            let known = &mut self.derivations[number as usize];
            if derivation.truths.len() < known.truths.len() {
                *known = derivation;
            }
        }
    }
}

/// A node that was reached: by a fact of the base or by a step, and from where. If the step
/// began with an exclusion, `over` is the node that it led to.
#[derive(Clone, Copy, Debug)]
struct Reached {
    node: NodeId,
    fact: u32,
    before: Option<u32>,
    over: Option<NodeId>,
}

/// What each node excludes.
type Excluded<'a> = &'a mut dyn FnMut(NodeId) -> Rc<[NodeId]>;

/// The steps from each node: those of a table, or an exclusion and then a fact of the table.
pub struct Steps<'a> {
    table: &'a Table,
    excluded: Option<Excluded<'a>>,
    /// The nodes to which an exclusion has led: what comes after them is known.
    over: Vec<bool>,
}

impl<'a> Steps<'a> {
    /// The facts of a table are steps.
    pub fn of(table: &'a Table) -> Steps<'a> {
        Steps {
            table,
            excluded: None,
            over: Vec::new(),
        }
    }

    /// A step is an exclusion, then a fact of the table.
    pub fn hops(table: &'a Table, excluded: Excluded<'a>, nodes: usize) -> Steps<'a> {
        Steps {
            table,
            excluded: Some(excluded),
            over: vec![false; nodes],
        }
    }

    /// The steps from a node that was reached; those that somebody took before may be left out.
    fn from(&mut self, here: NodeId, before: Option<u32>) -> Vec<Reached> {
        let step = |over: Option<NodeId>| {
            move |&(node, fact): &(NodeId, u32)| Reached {
                node,
                fact,
                before,
                over,
            }
        };
        let Some(excluded) = &mut self.excluded else {
            return self.table.from(here).iter().map(step(None)).collect();
        };
        let mut steps = Vec::new();
        for &over in excluded(here).iter() {
            if !std::mem::replace(&mut self.over[usize::from(over)], true) {
                steps.extend(self.table.from(over).iter().map(step(Some(over))));
            }
        }
        steps
    }
}

/// All that one node is related to.
#[derive(Clone, Debug, Default)]
pub struct Reach {
    /// In the order of derivation, the shortest first.
    reached: Vec<Reached>,
    /// The nodes on the way, for relations whose steps come first.
    trail: Vec<Reached>,
    members: Vec<u64>,
    steps_first: bool,
}

impl Reach {
    fn empty(nodes: usize) -> Reach {
        Reach {
            members: vec![0; nodes.div_ceil(64)],
            ..Reach::default()
        }
    }

    fn insert(&mut self, reached: Reached) -> bool {
        let (word, bit) = (usize::from(reached.node) / 64, 1 << (reached.node % 64));
        let is_news = self.members[word] & bit == 0;
        if is_news {
            self.members[word] |= bit;
            self.reached.push(reached);
        }
        is_news
    }

    /// Just the facts of a table.
    pub fn plain(base: &Table, start: NodeId, nodes: usize) -> Reach {
        let mut reach = Reach::empty(nodes);
        for &(node, fact) in base.from(start) {
            reach.insert(Reached {
                node,
                fact,
                before: None,
                over: None,
            });
        }
        reach
    }

    /// The facts of a table, and where steps lead from there.
    pub fn after(base: &Table, mut steps: Steps<'_>, start: NodeId, nodes: usize) -> Reach {
        let mut reach = Reach::plain(base, start, nodes);
        let mut at = 0;
        while let Some(&here) = reach.reached.get(at) {
            for step in steps.from(here.node, Some(at as u32)) {
                reach.insert(step);
            }
            at += 1;
        }
        reach
    }

    /// Where steps lead from the start, and the facts of a table from there.
    pub fn before(base: &Table, mut steps: Steps<'_>, start: NodeId, nodes: usize) -> Reach {
        let mut reach = Reach::empty(nodes);
        reach.steps_first = true;
        let mut seen = vec![false; nodes];
        seen[usize::from(start)] = true;
        let mut queue = VecDeque::from([(start, None)]);
        while let Some((here, before)) = queue.pop_front() {
            for &(node, fact) in base.from(here) {
                let over = None;
                reach.insert(Reached {
                    node,
                    fact,
                    before,
                    over,
                });
            }
            for step in steps.from(here, before) {
                if !std::mem::replace(&mut seen[usize::from(step.node)], true) {
                    queue.push_back((step.node, Some(reach.trail.len() as u32)));
                    reach.trail.push(step);
                }
            }
        }
        reach
    }

    /// Whether the node is among them.
    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.members.get(usize::from(node) / 64);
        word.is_some_and(|word| word & (1 << (node % 64)) != 0)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.reached.iter().map(|reached| reached.node)
    }

    /// How the relation to a node comes about.
    pub fn derivation(
        &self,
        (start, to): (NodeId, NodeId),
        base: &Table,
        steps: &Table,
    ) -> Option<Derivation> {
        let last = self.reached.iter().find(|reached| reached.node == to)?;
        let trail = if self.steps_first {
            &self.trail
        } else {
            &self.reached
        };
        let mut way = vec![*last];
        while let Some(before) = way[way.len() - 1].before {
            way.push(trail[before as usize]);
        }
        way.reverse();
        let base_at = if self.steps_first { way.len() - 1 } else { 0 };
        let mut derivation = Derivation::default();
        let mut middle = None;
        for (at, reached) in way.iter().enumerate() {
            let table = if at == base_at { base } else { steps };
            let next = &table.derivations[reached.fact as usize];
            match reached.over {
                Some(over) => {
                    derivation.path.extend(middle);
                    derivation.exclude(middle.unwrap_or(start), over);
                    derivation.extend(None, next);
                }
                None => derivation.extend(middle, next),
            }
            middle = Some(reached.node);
        }
        Some(derivation)
    }
}
