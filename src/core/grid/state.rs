//! The live candidates of a board, as one bit mask per group.
//!
//! Every candidate belongs to several groups (its cell, its digit in each house), so it is a bit in
//! several masks, which are kept consistent. Reading the domain of a truth is one load, and
//! eliminating a candidate changes only its own groups.

use super::board::{Board, Slot};
use super::ids::{Candidate, Cell, Digit, Group, MAX_SIZE};

/// The set of live candidates.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct State {
    masks: Box<[u32]>,
}

impl State {
    /// The state with all candidates of the board.
    pub fn full(board: &Board) -> State {
        let mask = |group| (1u32 << board.members(group).len()) - 1;
        State {
            masks: board.groups().map(mask).collect(),
        }
    }

    /// The state with the given candidates of each cell, as masks of digits in reading order.
    pub fn from_cells(board: &Board, cells: &[u32]) -> State {
        assert_eq!(cells.len(), board.cell_count());
        let mut masks = vec![0; board.group_count()].into_boxed_slice();
        let all = (1u32 << board.size()) - 1;
        let (of_cells, of_houses) = masks.split_at_mut(board.cell_count());
        for (mask, digits) in of_cells.iter_mut().zip(cells) {
            *mask = digits & all;
        }
        // All digits of a cell need the same work, so several are processed at once.
        match board.size() {
            ..=4 => places::<4>(board, of_cells, of_houses),
            5..=12 => places::<12>(board, of_cells, of_houses),
            13..=16 => places::<16>(board, of_cells, of_houses),
            _ => places::<28>(board, of_cells, of_houses),
        }
        let state = State { masks };
        match board.group_count() > board.own_group_count() {
            true => state.on(board),
            false => state,
        }
    }

    /// This state on the same board with other derived truths.
    pub fn on(&self, board: &Board) -> State {
        let own = board.own_group_count();
        let derived = board.groups().skip(own).map(|group| {
            let members = board.members(group).iter().enumerate();
            let live = members.filter(|&(_, &c)| self.is_live(board, c));
            live.fold(0, |mask, (bit, _)| mask | 1 << bit)
        });
        State {
            masks: { self.masks[..own].iter().copied() }
                .chain(derived)
                .collect(),
        }
    }

    /// Copies another state into this one, without allocating if both have the same board.
    pub fn copy_from(&mut self, other: &State) {
        self.masks.clone_from(&other.masks);
    }

    /// The live candidates of a group: bit i is the i-th of [`Board::members`].
    #[inline]
    pub fn mask(&self, group: Group) -> u32 {
        self.masks[group.index()]
    }

    /// The masks of all groups, by group index.
    pub fn masks(&self) -> &[u32] {
        &self.masks
    }

    /// The live digits of a cell.
    pub fn digits(&self, board: &Board, cell: Cell) -> u32 {
        self.mask(board.cell_group(cell))
    }

    /// Whether the candidate is live.
    #[inline]
    pub fn is_live(&self, board: &Board, candidate: Candidate) -> bool {
        let Slot { group, bit } = board.slots(candidate)[0];
        self.mask(group) & bit != 0
    }

    /// The live candidates of a group.
    #[inline]
    pub fn domain<'b>(
        &self,
        board: &'b Board,
        group: Group,
    ) -> impl Iterator<Item = Candidate> + use<'b> {
        let members = board.members(group);
        bits(self.mask(group)).map(|i| members[i])
    }

    /// The only live candidate of a group. `None` if there are none or several.
    #[inline]
    pub fn single(&self, board: &Board, group: Group) -> Option<Candidate> {
        let mask = self.mask(group);
        mask.is_power_of_two()
            .then(|| board.members(group)[mask.trailing_zeros() as usize])
    }

    /// All live candidates, in order.
    pub fn candidates<'b>(&'b self, board: &'b Board) -> impl Iterator<Item = Candidate> + 'b {
        let of_cell = |cell| self.domain(board, board.cell_group(cell));
        board.cells().flat_map(of_cell)
    }

    /// The number of live candidates.
    pub fn count(&self, board: &Board) -> usize {
        let cells = &self.masks[..board.cell_count()];
        cells.iter().map(|mask| mask.count_ones() as usize).sum()
    }

    /// Eliminates a candidate.
    #[inline]
    pub fn eliminate(&mut self, board: &Board, candidate: Candidate) {
        self.eliminate_noting(board, candidate, |_, _| ());
    }

    /// Eliminates a candidate. Calls `note` for each group that lost it, with the remaining mask.
    #[inline]
    pub fn eliminate_noting(
        &mut self,
        board: &Board,
        candidate: Candidate,
        mut note: impl FnMut(Group, u32),
    ) {
        for slot in board.all_slots(candidate) {
            let mask = &mut self.masks[slot.group.index()];
            *mask &= !slot.bit;
            note(slot.group, *mask);
        }
    }

    /// Restores an eliminated candidate.
    pub fn revive(&mut self, board: &Board, candidate: Candidate) {
        for slot in board.all_slots(candidate) {
            self.masks[slot.group.index()] |= slot.bit;
        }
    }

    /// Eliminates all candidates that the candidate excludes.
    pub fn place(&mut self, board: &Board, candidate: Candidate) {
        self.place_noting(board, candidate, |_, _| ());
    }

    /// Eliminates all candidates that the candidate excludes. Calls `note` for each group that lost
    /// one. Returns whether any was eliminated.
    #[inline]
    pub fn place_noting(
        &mut self,
        board: &Board,
        candidate: Candidate,
        mut note: impl FnMut(Group, u32),
    ) -> bool {
        let mut changed = false;
        for slot in board.slots(candidate) {
            let members = board.members(slot.group);
            for i in bits(self.mask(slot.group) & !slot.bit) {
                self.eliminate_noting(board, members[i], &mut note);
                changed = true;
            }
        }
        changed
    }

    /// Like [`State::place_noting`], but skips the candidate's own groups. They keep exactly the
    /// candidate, unless it was already eliminated.
    #[inline]
    pub fn place_noting_others(
        &mut self,
        board: &Board,
        candidate: Candidate,
        mut note: impl FnMut(Group, u32),
    ) -> bool {
        let mut changed = false;
        for own in board.slots(candidate) {
            let mask = &mut self.masks[own.group.index()];
            let others = *mask & !own.bit;
            if others == 0 {
                continue;
            }
            changed = true;
            *mask &= own.bit;
            if *mask == 0 {
                note(own.group, 0);
            }
            let members = board.members(own.group);
            let mut rest = others;
            while rest != 0 {
                let other = members[rest.trailing_zeros() as usize];
                rest &= rest - 1;
                for slot in board.all_slots(other) {
                    if slot.group != own.group {
                        let mask = &mut self.masks[slot.group.index()];
                        *mask &= !slot.bit;
                        note(slot.group, *mask);
                    }
                }
            }
        }
        changed
    }

    /// The lowest digit of each cell. This is a solution if every truth has exactly one candidate
    /// and all exclusions are applied.
    pub fn cell_digits(&self, board: &Board) -> Vec<Digit> {
        let cells = self.masks[..board.cell_count()].iter();
        let lowest = |mask: &u32| Digit::new(mask.trailing_zeros() as usize % MAX_SIZE);
        cells.map(lowest).collect()
    }

    /// The digits of a grid in which each cell has exactly one candidate left. `None` otherwise.
    pub fn solution(&self, board: &Board) -> Option<Vec<Digit>> {
        let solved = (self.masks.iter().enumerate()).all(|(at, mask)| {
            mask.is_power_of_two() || (*mask == 0 && !board.is_truth(Group::new(at)))
        });
        solved.then(|| self.cell_digits(board))
    }
}

/// The places of each digit in each house, computed from the digits of each cell. `LANES` is at
/// least the number of digits.
fn places<const LANES: usize>(board: &Board, of_cells: &[u32], of_houses: &mut [u32]) {
    let n = board.size();
    let bits: [u32; LANES] = std::array::from_fn(|digit| 1 << digit);
    for (house, of_digits) in board.houses().iter().zip(of_houses.chunks_exact_mut(n)) {
        let mut lanes = [0u32; LANES];
        for (place, cell) in house.cells.iter().enumerate() {
            let (digits, place) = (of_cells[cell.index()], 1u32 << place);
            for (lane, bit) in lanes.iter_mut().zip(bits) {
                let is_live = u32::from(digits & bit == bit);
                *lane |= is_live.wrapping_neg() & place;
            }
        }
        of_digits.copy_from_slice(&lanes[..n]);
    }
}

/// The positions of the bits of a mask, lowest first.
#[inline]
pub fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as usize);
        mask &= mask.wrapping_sub(1);
        bit
    })
}
