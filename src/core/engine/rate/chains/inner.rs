//! Chains inside a chain: the premises of their conclusions, and the comparison of inner chains.

use std::collections::HashMap; // order does not matter
use std::rc::Rc;

use super::links::ChainNode;
use crate::grid::{Board, Group, State, bits};

/// A conclusion of an inner chain, for use in the outer chain.
pub(super) struct InnerHint {
    /// The eliminated candidates, in order.
    pub(super) gone: Vec<u16>,
    /// The eliminations of the outer chain that the conclusion depends on.
    pub(super) parents: Vec<u16>,
    /// The number of nodes of the chain, including those of the chains inside the chain.
    pub(super) nodes: usize,
    /// The nodes from each end backwards. Equal chains have equal shapes.
    pub(super) shape: Vec<ChainNode>,
}

/// Separates the parts of a shape.
pub(super) const SHAPE_END: ChainNode = ChainNode::MAX;

/// The candidates that the outer chain eliminated from truths that an inner chain uses, without
/// repetition.
pub(super) struct OuterParents<'a> {
    board: &'a Board,
    before: &'a State,
    now: &'a State,
    pub(super) found: Vec<u16>,
}

impl<'a> OuterParents<'a> {
    pub(super) fn new(board: &'a Board, before: &'a State, now: &'a State) -> OuterParents<'a> {
        OuterParents {
            board,
            before,
            now,
            found: Vec::new(),
        }
    }

    /// Adds the eliminated candidates of a truth.
    pub(super) fn add(&mut self, group: Group) {
        let gone = self.before.mask(group) & !self.now.mask(group);
        for bit in bits(gone) {
            let candidate = self.board.members(group)[bit].index() as u16;
            if !self.found.contains(&candidate) {
                self.found.push(candidate);
            }
        }
    }
}

/// The inner chains that nodes of a search depend on.
#[derive(Default)]
pub(super) struct InnerChains {
    by_shape: HashMap<Vec<ChainNode>, u32>, // order does not matter
    nodes: Vec<usize>,
}

impl InnerChains {
    pub(super) fn clear(&mut self) {
        self.by_shape.clear();
        self.nodes.clear();
    }

    /// The number of a chain. Equal chains share a number.
    pub(super) fn number(&mut self, hint: &InnerHint) -> u32 {
        if let Some(&known) = self.by_shape.get(&hint.shape) {
            return known;
        }
        let number = self.nodes.len() as u32;
        self.by_shape.insert(hint.shape.clone(), number);
        self.nodes.push(hint.nodes);
        number
    }

    pub(super) fn nodes(&self, number: u32) -> usize {
        self.nodes[number as usize]
    }
}

/// A family of inner chains.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum InnerFamily {
    /// Single chains and cycles.
    Single,
    /// Chains from all candidates of a truth.
    Multiple,
    /// Multiple chains that use their own earlier eliminations.
    Dynamic,
    /// Dynamic chains with patterns and single chains inside.
    Nested,
}

/// Hints, each with the number of its chain.
pub(super) type NumberedHints = Rc<[(InnerHint, u32)]>;

/// Hints by family and state.
#[derive(Default)]
pub(super) struct InnerCache {
    known: HashMap<(InnerFamily, Box<[u32]>), NumberedHints>, // order does not matter
}

impl InnerCache {
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }

    fn key(board: &Board, family: InnerFamily, state: &State) -> (InnerFamily, Box<[u32]>) {
        (family, state.masks()[..board.cell_count()].into())
    }

    pub(super) fn get(
        &self,
        board: &Board,
        family: InnerFamily,
        state: &State,
    ) -> Option<NumberedHints> {
        let key = InnerCache::key(board, family, state);
        self.known.get(&key).map(Rc::clone)
    }

    pub(super) fn put(
        &mut self,
        board: &Board,
        family: InnerFamily,
        state: &State,
        hints: &NumberedHints,
    ) {
        let key = InnerCache::key(board, family, state);
        self.known.insert(key, Rc::clone(hints));
    }
}

/// Inner hints in order, each without the effects of earlier ones.
#[derive(Default)]
pub(super) struct HintQueue {
    gone: Vec<u16>,
    /// Effects of hints without premises. Later hints with the same effect are skipped.
    idle: Vec<Vec<u16>>,
    hints: Vec<InnerHint>,
}

impl HintQueue {
    /// Whether a hint with this effect is of use.
    pub(super) fn wants(&self, gone: &[u16]) -> bool {
        gone.iter().any(|c| !self.gone.contains(c)) && !self.idle.iter().any(|idle| idle == gone)
    }

    pub(super) fn push(&mut self, hint: InnerHint) {
        match hint.parents.is_empty() {
            true => self.idle.push(hint.gone),
            false => {
                self.gone.extend(&hint.gone);
                self.hints.push(hint);
            }
        }
    }

    pub(super) fn finish(self) -> Vec<InnerHint> {
        self.hints
    }
}
