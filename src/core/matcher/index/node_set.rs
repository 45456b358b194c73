//! Sets of nodes as bits.
//!
//! The nodes that a chain can reach from a candidate are one such set, and the nodes that it could
//! eliminate are another. If the two are disjoint, the search does not follow the chain.

/// Id of a node.
pub type NodeId = u16;

/// A set of nodes, by their ids. The empty set may have no words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeSet(Box<[u64]>);

impl NodeSet {
    /// The empty set, with room for `nodes` nodes.
    pub fn empty(nodes: usize) -> NodeSet {
        NodeSet(vec![0; nodes.div_ceil(64)].into())
    }

    /// Adds a node.
    #[inline]
    pub fn insert(&mut self, node: NodeId) {
        self.0[usize::from(node) / 64] |= 1 << (node % 64);
    }

    /// Removes a node.
    #[inline]
    pub fn remove(&mut self, node: NodeId) {
        if let Some(word) = self.0.get_mut(usize::from(node) / 64) {
            *word &= !(1 << (node % 64));
        }
    }

    /// Removes all nodes.
    #[inline]
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    /// Whether the node is in the set.
    #[inline]
    pub fn contains(&self, node: NodeId) -> bool {
        let word = self.0.get(usize::from(node) / 64);
        word.is_some_and(|word| word & (1 << (node % 64)) != 0)
    }

    /// True if the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The nodes, in order.
    pub fn iter(&self) -> impl Iterator<Item = NodeId> + '_ {
        members(&self.0)
    }

    /// Adds the nodes of a row.
    #[inline]
    pub fn unite(&mut self, row: &[u64]) {
        for (word, more) in self.0.iter_mut().zip(row) {
            *word |= more;
        }
    }

    /// Keeps only the nodes that are also in the row.
    #[inline]
    pub fn intersect(&mut self, row: &[u64]) {
        for (word, more) in self.0.iter_mut().zip(row) {
            *word &= more;
        }
        // A row may have fewer words.
        self.0.iter_mut().skip(row.len()).for_each(|word| *word = 0);
    }

    /// The set as a row.
    #[inline]
    pub fn row(&self) -> &[u64] {
        &self.0
    }

    /// Calls `visit` for each node, in order.
    #[inline]
    pub fn for_each(&self, visit: impl FnMut(NodeId)) {
        for_members(self.0.iter().copied(), visit);
    }

    /// Calls `visit` for each node that is also in the row, in order.
    #[inline]
    pub fn for_common(&self, row: &[u64], visit: impl FnMut(NodeId)) {
        for_members(
            self.0.iter().zip(row).map(|(word, more)| word & more),
            visit,
        );
    }

    /// Removes the nodes that are also in the row, and calls `visit` for each, in order.
    #[inline]
    pub fn take(&mut self, row: &[u64], visit: impl FnMut(NodeId)) {
        let words = self.0.iter_mut().zip(row).map(|(word, more)| {
            let common = *word & more;
            *word &= !more;
            common
        });
        for_members(words, visit);
    }

    /// Keeps the nodes for which `is_kept` returns true.
    pub fn retain(&mut self, mut is_kept: impl FnMut(NodeId) -> bool) {
        for (at, word) in self.0.iter_mut().enumerate() {
            for bit in bits64(*word) {
                if !is_kept((at * 64 + bit) as NodeId) {
                    *word &= !(1 << bit);
                }
            }
        }
    }
}

impl From<&[u64]> for NodeSet {
    fn from(row: &[u64]) -> NodeSet {
        NodeSet(row.into())
    }
}

/// Calls `visit` for each node of a row, in order.
#[inline]
fn for_members(row: impl Iterator<Item = u64>, mut visit: impl FnMut(NodeId)) {
    let mut start = 0;
    for mut word in row {
        while word != 0 {
            visit(start + word.trailing_zeros() as NodeId);
            word &= word - 1;
        }
        start = start.wrapping_add(64);
    }
}

fn bits64(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

/// A set of nodes for each node, in one vector. Examples are the nodes that it excludes, and the
/// ends of chains from it.
#[derive(Clone, Debug, Default)]
pub struct NodeMatrix {
    /// Number of words in a row.
    words: usize,
    bits: Vec<u64>,
}

impl NodeMatrix {
    /// Empty sets for `nodes` nodes.
    pub fn empty(nodes: usize) -> NodeMatrix {
        let words = nodes.div_ceil(64);
        NodeMatrix {
            words,
            bits: vec![0; nodes * words],
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.bits.len().checked_div(self.words).unwrap_or(0)
    }

    /// The set of a node.
    #[inline]
    pub fn row(&self, node: usize) -> &[u64] {
        &self.bits[node * self.words..][..self.words]
    }

    /// Adds to the set of a node.
    #[inline]
    pub fn insert(&mut self, node: usize, member: NodeId) {
        self.bits[node * self.words + usize::from(member) / 64] |= 1 << (member % 64);
    }

    /// Whether the set of a node has a member.
    #[inline]
    pub fn contains(&self, node: usize, member: usize) -> bool {
        self.bits[node * self.words + member / 64] & (1 << (member % 64)) != 0
    }

    /// Whether the set of a node has a member; false for nodes that were added after the matrix was
    /// made.
    pub fn holds(&self, node: NodeId, member: NodeId) -> bool {
        let (node, member) = (usize::from(node), usize::from(member));
        node.max(member) < self.len() && self.contains(node, member)
    }

    /// Whether the set of a node is empty.
    #[inline]
    pub fn is_empty(&self, node: usize) -> bool {
        self.row(node).iter().all(|&word| word == 0)
    }

    /// Adds a row of another matrix to the set of a node.
    #[inline]
    pub fn unite(&mut self, node: usize, row: &[u64]) {
        let own = &mut self.bits[node * self.words..][..self.words];
        for (word, more) in own.iter_mut().zip(row) {
            *word |= more;
        }
    }

    /// Adds the intersection of two rows to the set of a node.
    #[inline]
    pub fn unite_common(&mut self, node: usize, one: &[u64], other: &[u64]) {
        let own = &mut self.bits[node * self.words..][..self.words];
        for (word, (one, other)) in own.iter_mut().zip(one.iter().zip(other)) {
            *word |= one & other;
        }
    }

    /// Computes the transitive closure.
    pub fn close(&mut self) {
        let words = self.words;
        let (mut left, mut all) = (vec![0; words], vec![0; words]);
        let mut is_closed = NodeSet::empty(self.len());
        for node in 0..self.len() {
            if self.is_empty(node) {
                continue;
            }
            all.copy_from_slice(self.row(node));
            left.copy_from_slice(self.row(node));
            let mut at = 0;
            while at < words {
                if left[at] == 0 {
                    at += 1;
                    continue;
                }
                let next = at * 64 + left[at].trailing_zeros() as usize;
                left[at] &= left[at] - 1;
                // If a successor's set is closed, its successors are already in the set.
                let is_done = is_closed.contains(next as NodeId);
                let more = &self.bits[next * words..][..words];
                for (place, more) in more.iter().enumerate() {
                    let new = more & !all[place];
                    all[place] |= more;
                    match is_done {
                        true => left[place] &= !more,
                        false => {
                            left[place] |= new;
                            // A new member may lie before the current word.
                            at = if new != 0 { at.min(place) } else { at };
                        }
                    }
                }
            }
            self.bits[node * words..][..words].copy_from_slice(&all);
            is_closed.insert(node as NodeId);
        }
    }

    /// The nodes whose sets are not empty.
    pub fn sources(&self) -> NodeSet {
        let mut sources = NodeSet::empty(self.len());
        for (node, row) in self.bits.chunks_exact(self.words.max(1)).enumerate() {
            if row.iter().any(|&word| word != 0) {
                sources.insert(node as NodeId);
            }
        }
        sources
    }

    /// True if all sets are empty.
    pub fn has_none(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }

    /// Calls `visit` for each member of the set of a node, in order.
    #[inline]
    pub fn for_each(&self, node: usize, visit: impl FnMut(NodeId)) {
        for_members(self.row(node).iter().copied(), visit);
    }

    /// The members of the set of a node, in order.
    pub fn members(&self, node: usize) -> impl Iterator<Item = NodeId> + '_ {
        members(self.row(node))
    }
}

/// The nodes of a row, in order.
fn members(row: &[u64]) -> impl Iterator<Item = NodeId> + '_ {
    let words = row.iter().enumerate();
    words.flat_map(|(at, &word)| bits64(word).map(move |bit| (at * 64 + bit) as NodeId))
}

/// Whether two rows have a node in common.
#[inline]
pub fn have_common(one: &[u64], other: &[u64]) -> bool {
    one.iter().zip(other).any(|(a, b)| a & b != 0)
}
