//! Sets of nodes as bits: what a chain can reach from a candidate is one such set, and what it could take away is another;
//! where they have nothing in common, no chain from there is worth following.

/// The number of a node.
pub type NodeId = u16;

/// A set of nodes, by their numbers. An empty set need not have room for any.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet(Box<[u64]>);

impl NodeSet {
    /// No node of so many.
    pub fn empty(nodes: usize) -> NodeSet {
        NodeSet(vec![0; nodes.div_ceil(64)].into())
    }

    /// Adds a node.
    #[inline]
    pub fn insert(&mut self, node: NodeId) {
        self.0[usize::from(node) / 64] |= 1 << (node % 64);
    }

    /// Whether the node is in the set.
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.0.get(usize::from(node) / 64);
        word.is_some_and(|word| word & (1 << (node % 64)) != 0)
    }

    /// Whether there is none in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Adds all nodes of another set.
    #[inline]
    pub fn unite(&mut self, other: &NodeSet) {
        if self.0.len() < other.0.len() {
            let mut larger = other.clone();
            larger.unite(self);
            *self = larger;
            return;
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Keeps the nodes that are in the other set too.
    #[inline]
    pub fn intersect(&mut self, other: &NodeSet) {
        let more = other.0.iter().copied().chain(std::iter::repeat(0));
        for (word, more) in self.0.iter_mut().zip(more) {
            *word &= more;
        }
    }

    /// The nodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        let words = self.0.iter().enumerate();
        words.flat_map(|(at, &word)| {
            let mut left = word;
            std::iter::from_fn(move || {
                let bit = left.trailing_zeros() as usize;
                (left != 0).then(|| {
                    left &= left - 1;
                    (at * 64 + bit) as NodeId
                })
            })
        })
    }
}
