//! The candidates from which a single chain or cycle can lead back.
//!
//! Most candidates of a state start no chain or cycle with a conclusion. The transitive closure of
//! "true makes true", as bit sets, finds these for all candidates at once, before any path is
//! built. If r1c1=5 makes r4c4=5 true and these two exclude each other, 5 is eliminated from r1c1.

use super::links::ChainLinks;

/// For each candidate, whether a chain or cycle may exist, and where it may pass.
pub(super) struct ChainReach {
    /// Whether the true candidate leads to itself as true.
    pub(super) cycle: Vec<bool>,
    /// Whether the true candidate leads to itself as false.
    pub(super) refutes: Vec<bool>,
    /// Whether the false candidate leads to itself as true.
    pub(super) proves: Vec<bool>,
    /// The row of each candidate.
    ranks: Vec<u16>,
    /// For each open candidate, the candidates that become true because of it, as a set of rows.
    rows: Vec<u64>,
    /// Number of words per row.
    words: usize,
}

/// The true nodes from which a walk may still come to its end.
pub(super) struct ReturnPaths<'a> {
    reach: &'a ChainReach,
    /// The last true nodes of a walk, as a set of rows.
    last: &'a [u64],
}

impl ReturnPaths<'_> {
    /// Whether a true candidate is a last node or leads to one.
    #[inline]
    pub(super) fn has(&self, candidate: u16) -> bool {
        let (rank, words) = (self.reach.rank(candidate), self.reach.words);
        let row = &self.reach.rows[rank * words..(rank + 1) * words];
        let is_last = self.last[rank / 64] >> (rank % 64) & 1 == 1;
        is_last
            || row
                .iter()
                .zip(self.last)
                .any(|(word, last)| word & last != 0)
    }
}

impl ChainReach {
    pub(super) fn of(links: &ChainLinks) -> ChainReach {
        let count = links.open.len();
        let words = count.div_ceil(64);
        let mut ranks: Vec<u16> = vec![0; links.is_live.len()];
        for (rank, &candidate) in links.open.iter().enumerate() {
            ranks[usize::from(candidate)] = rank as u16;
        }
        let rank = |candidate: u16| usize::from(ranks[usize::from(candidate)]);
        let mut rows = vec![0u64; count * words];
        for (at, &source) in links.open.iter().enumerate() {
            let row = &mut rows[at * words..(at + 1) * words];
            for &other in links.weak(source, true) {
                for &next in links.strong(other, true, true) {
                    row[rank(next) / 64] |= 1 << (rank(next) % 64);
                }
            }
        }
        close(&mut rows, words);
        let has = |from: usize, to: usize| rows[from * words + to / 64] >> (to % 64) & 1 == 1;
        let mut found = ChainReach {
            cycle: vec![false; links.is_live.len()],
            refutes: vec![false; links.is_live.len()],
            proves: vec![false; links.is_live.len()],
            ranks: Vec::new(),
            rows: Vec::new(),
            words,
        };
        for (at, &source) in links.open.iter().enumerate() {
            let mut weak = links.weak(source, true).iter();
            let mut strong = links.strong(source, true, true).iter();
            let place = usize::from(source);
            found.cycle[place] = has(at, at);
            found.refutes[place] = weak.any(|&other| has(at, rank(other)));
            found.proves[place] = strong.any(|&other| has(rank(other), at));
        }
        (found.ranks, found.rows) = (ranks, rows);
        found
    }

    #[inline]
    fn rank(&self, candidate: u16) -> usize {
        usize::from(self.ranks[usize::from(candidate)])
    }

    /// The true nodes that lead to one of the given candidates as true. `last` is a buffer.
    pub(super) fn back_to<'a>(
        &'a self,
        candidates: impl Iterator<Item = u16>,
        last: &'a mut Vec<u64>,
    ) -> ReturnPaths<'a> {
        last.clear();
        last.resize(self.words, 0);
        for rank in candidates.map(|candidate| self.rank(candidate)) {
            last[rank / 64] |= 1 << (rank % 64);
        }
        ReturnPaths { reach: self, last }
    }
}

/// Replaces rows of successors by rows of all reachable nodes.
fn close(rows: &mut [u64], words: usize) {
    let count = rows.len().checked_div(words).unwrap_or(0);
    let mut middle = vec![0u64; words];
    for via in 0..count {
        middle.copy_from_slice(&rows[via * words..(via + 1) * words]);
        if middle.iter().all(|word| *word == 0) {
            continue;
        }
        for row in rows.chunks_exact_mut(words) {
            if row[via / 64] >> (via % 64) & 1 == 1 {
                for (word, own) in row.iter_mut().zip(&middle) {
                    *word |= own;
                }
            }
        }
    }
}
