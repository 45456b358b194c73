//! Index of the open truths with few candidates, updated at each elimination.
//!
//! The index has the truths with at most one, two, three and four candidates. Naked and hidden
//! singles need truths with one candidate, chains those with two. A search that finds no such truth
//! in the index is over at once.

use crate::grid::{Cell, Group};
use crate::matcher::index::bitset::CellSet;

/// Largest number of candidates of a truth in the index.
pub const MAX_TRACKED: usize = 4;

/// The open truths by number of candidates, up to [`MAX_TRACKED`].
#[derive(Clone, Debug, Default)]
pub struct SmallTruths {
    /// One bit for each group, in words; for each word one mask per number of candidates.
    groups: Box<[[u64; MAX_TRACKED + 1]]>,
    /// The truths that are cells.
    cells: [CellSet; MAX_TRACKED + 1],
    cell_count: usize,
}

impl SmallTruths {
    /// The index of the open groups, from the number of candidates of each. The first groups are
    /// those of the cells.
    pub fn of(cell_count: usize, group_count: usize, counts: impl Iterator<Item = u32>) -> Self {
        let mut few = SmallTruths {
            groups: vec![[0; MAX_TRACKED + 1]; group_count.div_ceil(64)].into(),
            cells: [CellSet::EMPTY; MAX_TRACKED + 1],
            cell_count,
        };
        for (at, count) in counts.enumerate() {
            few.lower(Group::new(at), count);
        }
        // A truth with at most two candidates also counts as one with at most three.
        for most in 1..=MAX_TRACKED {
            for word in &mut few.groups {
                word[most] |= word[most - 1];
            }
            let fewer = few.cells[most - 1];
            few.cells[most] |= fewer;
        }
        few
    }

    /// Records that an open truth has lost a candidate and has `count` left.
    #[inline]
    pub fn lower(&mut self, group: Group, count: u32) {
        let (at, count) = (group.index(), count as usize);
        if count > MAX_TRACKED {
            return;
        }
        self.groups[at / 64][count] |= 1 << (at % 64);
        if at < self.cell_count {
            self.cells[count].insert(Cell::new(at));
        }
    }

    /// Removes a truth that is solved.
    #[inline]
    pub fn remove(&mut self, group: Group) {
        let at = group.index();
        let others = !(1 << (at % 64));
        self.groups[at / 64]
            .iter_mut()
            .for_each(|word| *word &= others);
        if at < self.cell_count {
            let cell = Cell::new(at);
            self.cells.iter_mut().for_each(|cells| cells.remove(cell));
        }
    }

    /// Whether a truth has no candidate left.
    pub fn any_empty(&self) -> bool {
        self.groups.iter().any(|word| word[0] != 0)
    }

    /// The cells with at most `most` candidates; `None` above [`MAX_TRACKED`].
    #[inline]
    pub fn cells(&self, most: usize) -> Option<&CellSet> {
        self.cells.get(most)
    }

    /// The truths with at most `most` candidates, in order; `None` above [`MAX_TRACKED`].
    pub fn truths(&self, most: usize) -> Option<impl Iterator<Item = Group>> {
        (most <= MAX_TRACKED).then(|| {
            (self.groups.iter().enumerate()).flat_map(move |(at, word)| {
                let mut left = word[most];
                std::iter::from_fn(move || {
                    let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                    left &= left - 1;
                    Some(Group::new(at * 64 + bit))
                })
            })
        })
    }

    /// True if an open truth has at most `most` candidates, or [`MAX_TRACKED`] if that is less.
    #[inline]
    pub fn contains(&self, group: Group, most: usize) -> bool {
        let at = group.index();
        self.groups[at / 64][most.min(MAX_TRACKED)] & (1 << (at % 64)) != 0
    }

    /// The truths with at most `most` candidates, or [`MAX_TRACKED`] if that is less, among up to
    /// 32 consecutive groups.
    #[inline]
    pub fn among(&self, first: Group, count: usize, most: usize) -> u32 {
        let (at, most) = (first.index(), most.min(MAX_TRACKED));
        let low = self.groups[at / 64][most] >> (at % 64);
        let high = match self.groups.get(at / 64 + 1) {
            Some(word) if at % 64 > 0 => word[most] << (64 - at % 64),
            _ => 0,
        };
        (low | high) as u32 & ((1 << count) - 1)
    }

    /// True if `is_asked` holds for some open cell with at most `in_cells` candidates, or for some
    /// other open truth with at most `in_others`. `None` above [`MAX_TRACKED`].
    pub fn any(
        &self,
        (in_cells, in_others): (u32, u32),
        is_asked: impl Fn(Group) -> bool,
    ) -> Option<bool> {
        let (in_cells, in_others) = (in_cells as usize, in_others as usize);
        if in_cells.max(in_others) > MAX_TRACKED {
            return None;
        }
        let boundary = self.cell_count;
        let found = self.groups.iter().enumerate().any(|(at, word)| {
            // The bits of this word that are cells.
            let of_cells = match boundary.saturating_sub(at * 64) {
                0 => 0,
                more if more >= 64 => u64::MAX,
                some => (1 << some) - 1,
            };
            let mut left = (word[in_cells] & of_cells) | (word[in_others] & !of_cells);
            while left != 0 {
                let bit = left.trailing_zeros() as usize;
                if is_asked(Group::new(at * 64 + bit)) {
                    return true;
                }
                left &= left - 1;
            }
            false
        });
        Some(found)
    }
}
