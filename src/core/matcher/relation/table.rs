//! Tables of facts, indexed by their first end.
//!
//! A fact keeps the binding by which it was found, in a few numbers. Its derivation is computed
//! only if the fact is reported.

use std::collections::BTreeSet;
use std::rc::Rc;

use crate::grid::{Cell, Group, House};
use crate::lang::ir::{Sort, Var, Variable};
use crate::matcher::exec::frame::Bindings;
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
    /// The bindings of the facts, with one number for each variable.
    numbers: Vec<u32>,
    /// Sets of cells and of houses in these bindings, which have no number.
    sets: Vec<Value>,
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
    pub fn note(&mut self, (case, iteration): (usize, u32), binding: &FactNumbers) -> FactId {
        self.facts.push(Fact {
            case: case as u32,
            binding: self.numbers.len() as u32,
            size: binding.size,
            iteration,
        });
        let sets = self.sets.len() as u32;
        let shift = |&number: &u32| match number {
            UNBOUND => UNBOUND,
            set if set & SET_BIT != 0 => set + sets,
            single => single,
        };
        self.numbers.extend(binding.numbers.iter().map(shift));
        self.sets.extend(&binding.sets);
        self.facts.len() as FactId - 1
    }

    /// Replaces the binding of a fact by an equivalent one with smaller sets.
    pub fn shorten(&mut self, fact: FactId, case: usize, binding: &FactNumbers) {
        if binding.size < self.facts[fact as usize].size {
            let shorter = self.note((case, 0), binding);
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
                Sort::Constraint(_) => Value::Constraint(number),
            })
        };
        of.iter().zip(numbers).map(recall).collect()
    }
}

/// The binding of a fact in numbers: the bit of a digit, the index of a cell, house or truth, the
/// id of a candidate's node.
#[derive(Debug)]
pub struct FactNumbers {
    /// A number for each variable.
    numbers: Vec<u32>,
    /// The sets of cells and of houses, which have no number.
    sets: Vec<Value>,
    /// Number of cells in the sets of the binding.
    size: u32,
}

impl FactNumbers {
    /// A binding in which no variable has a value.
    pub fn unbound(variables: usize, size: u32) -> FactNumbers {
        FactNumbers {
            numbers: vec![UNBOUND; variables],
            sets: Vec::new(),
            size,
        }
    }

    /// The bound values in numbers.
    pub fn of(bindings: &Bindings<'_>) -> FactNumbers {
        let mut binding = FactNumbers::unbound(bindings.values.len(), 0);
        for (number, value) in binding.numbers.iter_mut().zip(&bindings.values) {
            let Some(value) = value else { continue };
            let single = match value {
                Value::Digits(mask) => Some(*mask as usize),
                Value::Truth(group) => Some(group.index()),
                Value::Cells(cells) if cells.len() == 1 => cells.first().map(Cell::index),
                Value::Houses(houses) if houses.len() == 1 => {
                    houses.iter().next().map(House::index)
                }
                Value::Candidates(..) => bindings.node_of(value).map(usize::from),
                _ => None,
            };
            if let Value::Cells(cells) = value {
                binding.size += cells.len() as u32;
            }
            *number = single.map_or(SET_BIT | binding.sets.len() as u32, |index| index as u32);
            if single.is_none() {
                binding.sets.push(*value);
            }
        }
        binding
    }

    /// Binds a variable.
    pub fn bind(&mut self, var: Var, number: usize) {
        self.numbers[usize::from(var.0)] = number as u32;
    }
}

/// The number of an unbound variable.
const UNBOUND: u32 = u32::MAX;
/// Marks the number of a set.
const SET_BIT: u32 = 1 << 31;
