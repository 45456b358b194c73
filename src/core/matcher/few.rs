//! The open truths with few candidates, kept up to date while candidates go.
//!
//! Takes how many candidates each truth has left, gives the truths with at most so many: those with one are what a naked
//! or a hidden single needs, those with two what chains are made of. Whether there are any at all is known before a
//! technique is looked for, and where there are none the look is over.

use super::cells::CellSet;
use crate::grid::{Cell, Group};

/// Truths with more candidates are not counted apart.
pub const MOST_COUNTED: usize = 4;

/// The open truths with at most so many candidates.
#[derive(Clone, Debug, Default)]
pub struct FewTruths {
    /// By the number of candidates, one bit for each group.
    groups: [Box<[u64]>; MOST_COUNTED + 1],
    /// The cells among them.
    cells: [CellSet; MOST_COUNTED + 1],
    cell_count: usize,
}

impl FewTruths {
    /// Of so many groups, these truths with so many candidates; the first groups are those of the cells.
    pub fn of(
        cell_count: usize,
        group_count: usize,
        open: impl Iterator<Item = (Group, u32)>,
    ) -> FewTruths {
        let none = || vec![0; group_count.div_ceil(64)].into();
        let mut few = FewTruths {
            groups: std::array::from_fn(|_| none()),
            cells: [CellSet::EMPTY; MOST_COUNTED + 1],
            cell_count,
        };
        for (group, count) in open {
            if count as usize <= MOST_COUNTED {
                few.insert(group, count as usize);
            }
        }
        // What has at most two candidates has at most three.
        for most in 1..=MOST_COUNTED {
            let (fewer, these) = few.groups.split_at_mut(most);
            for (word, more) in these[0].iter_mut().zip(&fewer[most - 1]) {
                *word |= more;
            }
            let fewer = few.cells[most - 1];
            few.cells[most] |= fewer;
        }
        few
    }

    #[inline]
    fn insert(&mut self, group: Group, most: usize) {
        let at = group.index();
        self.groups[most][at / 64] |= 1 << (at % 64);
        if at < self.cell_count {
            self.cells[most].insert(Cell::new(at));
        }
    }

    /// An open truth has one candidate less: so many.
    #[inline]
    pub fn lower(&mut self, group: Group, count: u32) {
        if count as usize <= MOST_COUNTED {
            self.insert(group, count as usize);
        }
    }

    /// A truth is solved.
    #[inline]
    pub fn remove(&mut self, group: Group) {
        let at = group.index();
        for most in 0..=MOST_COUNTED {
            self.groups[most][at / 64] &= !(1 << (at % 64));
            if at < self.cell_count {
                self.cells[most].remove(Cell::new(at));
            }
        }
    }

    /// The cells with so many candidates at most; `None` if they are not counted apart.
    #[inline]
    pub fn cells(&self, most: usize) -> Option<&CellSet> {
        self.cells.get(most)
    }

    /// The truths with so many candidates at most, in order; `None` if they are not counted apart.
    pub fn truths(&self, most: usize) -> Option<Vec<Group>> {
        let mut members = Vec::new();
        for (at, &word) in self.groups.get(most)?.iter().enumerate() {
            let mut left = word;
            while left != 0 {
                members.push(Group::new(at * 64 + left.trailing_zeros() as usize));
                left &= left - 1;
            }
        }
        Some(members)
    }

    /// Whether one of the cells has at most so many candidates, or one of the other truths at most as many as they may have, and
    /// what is asked of it; `None` if they are not counted apart.
    pub fn any(
        &self,
        (in_cells, in_others): (u32, u32),
        is_asked: impl Fn(Group) -> bool,
    ) -> Option<bool> {
        let cells = self.groups.get(in_cells as usize)?;
        let others = self.groups.get(in_others as usize)?;
        let boundary = self.cell_count;
        let found = (cells.iter().zip(others).enumerate()).any(|(word, (&cells, &others))| {
            // The bits of this word that are cells.
            let of_cells = match boundary.saturating_sub(word * 64) {
                0 => 0,
                more if more >= 64 => u64::MAX,
                some => (1 << some) - 1,
            };
            let mut left = (cells & of_cells) | (others & !of_cells);
            while left != 0 {
                let at = word * 64 + left.trailing_zeros() as usize;
                if is_asked(Group::new(at)) {
                    return true;
                }
                left &= left - 1;
            }
            false
        });
        Some(found)
    }
}
