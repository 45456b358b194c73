//! Tables of facts, indexed by their first end.
//!
//! A fact keeps the binding by which it was found, in a few numbers. Its derivation is computed
//! only if the fact is reported.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::grid::{Cell, Group, House};
use crate::lang::ir::{Sort, Var, Variable};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::node_set::NodeId;
use crate::matcher::index::nodes::Nodes;
use crate::matcher::index::value::Value;
use crate::matcher::relation::facts::{FactId, FactIndex, Successors};

/// Maximum length of a path that passes a node more than once.
const MAX_PATH: usize = 1024;

/// The derivation of a fact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Derivation {
    /// The truths. Each is listed once per use.
    pub truths: Vec<Group>,
    /// The nodes that exclude each other along the chain.
    pub links: Vec<(NodeId, NodeId)>,
    /// The nodes between the ends, in order.
    pub path: Vec<NodeId>,
}

impl Derivation {
    /// Adds an exclusion between two nodes and goes on to the second one.
    pub fn exclude(&mut self, one: NodeId, other: NodeId) {
        self.links.push((one, other));
        self.path.push(other);
    }

    /// Keeps each truth and each link once.
    pub fn without_repetition(&mut self) {
        self.truths.sort_unstable();
        self.truths.dedup();
        self.links.sort_unstable();
        self.links.dedup();
        if self.path.len() > MAX_PATH {
            let mut passed = BTreeSet::new();
            self.path.retain(|node| passed.insert(*node));
        }
    }

    /// Number of truths, links and nodes.
    pub fn size(&self) -> usize {
        self.truths.len() + self.links.len() + self.path.len()
    }

    /// Appends a derivation that begins where this derivation ends, at `middle`.
    pub fn extend(&mut self, middle: Option<NodeId>, next: &Derivation) {
        self.truths.extend(&next.truths);
        self.links.extend(&next.links);
        self.path.extend(middle);
        self.path.extend(&next.path);
    }
}

/// A fact: its case, and the place of its binding.
#[derive(Clone, Copy, Debug)]
struct Fact {
    case: u32,
    binding: u32,
    /// Number of cells in the sets of the binding.
    size: u32,
    /// The iteration that found the fact; 0 without recursion.
    iteration: u32,
}

/// Facts by their first end, computed on first use.
#[derive(Debug, Default)]
pub struct Table {
    by_first: Vec<Option<Successors>>,
    /// The facts of all nodes, if one search found them all.
    all: Option<FactIndex>,
    facts: Vec<Fact>,
    stored: StoredBindings,
    /// The derivations of facts, computed on first use.
    derivations: Vec<Option<Rc<Derivation>>>,
}

impl Table {
    /// The successors of a first end, if they were computed.
    pub fn get(&self, first: NodeId) -> Option<Successors> {
        match &self.all {
            Some(all) => Some(all.of(first)),
            None => self.by_first.get(usize::from(first)).cloned().flatten(),
        }
    }

    /// The successors of all first ends, if one search found them all.
    pub fn all(&self) -> Option<FactIndex> {
        self.all.clone()
    }

    /// Stores the successors of a first end.
    pub fn set(&mut self, first: NodeId, seconds: Successors) {
        let at = usize::from(first);
        if self.by_first.len() <= at {
            self.by_first.resize(at + 1, None);
        }
        self.by_first[at] = Some(seconds);
    }

    /// Stores the successors of all first ends.
    pub fn set_all(&mut self, all: FactIndex) {
        self.all = Some(all);
    }

    /// Stores a fact with the binding, the case and the iteration that gave it.
    pub fn note(
        &mut self,
        (case, iteration): (usize, u32),
        values: &[Option<Value>],
        node: impl Fn(&Value) -> Option<NodeId>,
    ) -> FactId {
        self.facts.push(Fact {
            case: case as u32,
            binding: self.stored.keep(values, node),
            size: size_of_sets(values),
            iteration,
        });
        self.facts.len() as FactId - 1
    }

    /// Stores a fact whose binding is given in numbers.
    pub fn note_numbers(&mut self, case: usize, binding: &FactNumbers) -> FactId {
        let start = self.stored.numbers.len() as u32;
        self.stored.numbers.extend(&binding.numbers);
        self.facts.push(Fact {
            case: case as u32,
            binding: start,
            size: binding.size,
            iteration: 0,
        });
        self.facts.len() as FactId - 1
    }

    /// Replaces the binding of a fact by an equivalent one with smaller sets.
    pub fn shorten(
        &mut self,
        fact: FactId,
        case: usize,
        values: &[Option<Value>],
        node: impl Fn(&Value) -> Option<NodeId>,
    ) {
        let size = size_of_sets(values);
        if size < self.facts[fact as usize].size {
            self.derivations.clear();
            self.facts[fact as usize] = Fact {
                case: case as u32,
                binding: self.stored.keep(values, node),
                size,
                iteration: 0,
            };
        }
    }

    /// Replaces the binding of a fact by an equivalent one with smaller sets, given as numbers.
    pub fn shorten_to_numbers(&mut self, fact: FactId, case: usize, binding: &FactNumbers) {
        if binding.size < self.facts[fact as usize].size {
            let shorter = self.note_numbers(case, binding);
            self.derivations.clear();
            self.facts.swap_remove(fact as usize);
            debug_assert_eq!(shorter as usize, self.facts.len());
        }
    }

    /// The derivation of a fact, if it has been computed.
    pub fn derivation(&self, fact: FactId) -> Option<Rc<Derivation>> {
        self.derivations.get(fact as usize).cloned().flatten()
    }

    /// Caches the derivation of a fact.
    pub fn keep_derivation(&mut self, fact: FactId, derivation: &Rc<Derivation>) {
        self.derivations.resize(self.facts.len(), None);
        self.derivations[fact as usize] = Some(Rc::clone(derivation));
    }

    /// Whether there are any facts.
    pub fn has_facts(&self) -> bool {
        !self.facts.is_empty()
    }

    /// Drops the successors of first ends. The facts remain, because other tables may refer to
    /// them.
    pub fn forget(&mut self) {
        self.by_first.clear();
        self.all = None;
        self.derivations.clear();
    }

    /// The iteration that found a fact; 0 without recursion.
    pub fn iteration(&self, fact: FactId) -> u32 {
        self.facts[fact as usize].iteration
    }

    /// The case that gave a fact.
    pub fn case(&self, fact: FactId) -> usize {
        self.facts[fact as usize].case as usize
    }

    /// The binding of a fact.
    pub fn binding(&self, fact: FactId, of: &[Variable], nodes: &Nodes) -> Vec<Option<Value>> {
        let start = self.facts[fact as usize].binding;
        self.stored.recall(start, of, nodes)
    }
}

/// The binding of a fact in numbers: the bit of a digit, the index of a cell, house or truth, the
/// id of a candidate's node.
#[derive(Debug)]
pub struct FactNumbers {
    /// A number for each variable.
    pub numbers: Vec<u32>,
    /// Number of cells in the sets of the binding.
    pub size: u32,
}

impl FactNumbers {
    /// A binding in which no variable has a value.
    pub fn unbound(variables: usize, size: u32) -> FactNumbers {
        FactNumbers {
            numbers: vec![UNBOUND; variables],
            size,
        }
    }

    /// Binds a variable.
    pub fn bind(&mut self, var: Var, number: usize) {
        self.numbers[usize::from(var.0)] = number as u32;
    }
}

fn size_of_sets(values: &[Option<Value>]) -> u32 {
    let sizes = values.iter().map(|value| match value {
        Some(Value::Cells(cells)) => cells.len() as u32,
        _ => 0,
    });
    sizes.sum()
}

/// Bindings, with one number for each variable.
#[derive(Debug, Default)]
struct StoredBindings {
    numbers: Vec<u32>,
    /// Sets of cells and of houses, which have no number.
    sets: Vec<Value>,
}

/// The number of an unbound variable.
const UNBOUND: u32 = u32::MAX;
/// Marks the number of a set.
const SET_BIT: u32 = 1 << 31;

impl StoredBindings {
    fn keep(&mut self, values: &[Option<Value>], node: impl Fn(&Value) -> Option<NodeId>) -> u32 {
        let start = self.numbers.len() as u32;
        for value in values {
            let number = match value {
                None => UNBOUND,
                Some(Value::Digits(mask)) => *mask,
                Some(Value::Truth(group)) => group.index() as u32,
                Some(value) => {
                    let single = match value {
                        Value::Cells(cells) if cells.len() == 1 => cells.first().map(Cell::index),
                        Value::Houses(houses) if houses.len() == 1 => {
                            houses.iter().next().map(House::index)
                        }
                        Value::Candidates(..) => node(value).map(usize::from),
                        _ => None,
                    };
                    single.map_or_else(|| self.keep_set(value), |index| index as u32)
                }
            };
            self.numbers.push(number);
        }
        start
    }

    fn keep_set(&mut self, value: &Value) -> u32 {
        self.sets.push(*value);
        SET_BIT | (self.sets.len() as u32 - 1)
    }

    fn recall(&self, start: u32, of: &[Variable], nodes: &Nodes) -> Vec<Option<Value>> {
        let numbers = self.numbers[start as usize..].iter();
        let recall = |(variable, &number): (&Variable, &u32)| {
            if number == UNBOUND {
                return None;
            }
            if number & SET_BIT != 0 {
                return Some(self.sets[(number & !SET_BIT) as usize]);
            }
            let index = number as usize;
            Some(match variable.sort {
                Sort::Digit => Value::Digits(number),
                Sort::House(_) => Value::Houses(HouseSet::only(House::new(index))),
                Sort::Cell | Sort::Square => Value::Cells(CellSet::only(Cell::new(index))),
                Sort::Candidate | Sort::Group | Sort::Cluster => {
                    nodes.get(number as NodeId).value()
                }
                Sort::Truth => Value::Truth(Group::new(index)),
            })
        };
        of.iter().zip(numbers).map(recall).collect()
    }
}
