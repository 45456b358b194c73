//! The position: live candidates, solved cells and givens, with indexes and ages.
//!
//! A position is made from a puzzle and updated by each step. It holds what techniques read: the
//! places of each digit, the small cells, the almost locked sets. It also knows what has changed
//! since an age, so that a repeated search can be limited to new matches. A naked pair in box 1
//! brings no new X-wing of 7s if no 7 was eliminated.

use std::sync::{Arc, OnceLock};

use crate::constraint::Constraints;
use crate::grid::{Board, Candidate, Cell, Digit, Group, House, Puzzle, Slot, State, bits};
use crate::matcher::explain::matches::DerivedTruth;
use crate::matcher::index::als::{AlmostLockedSets, MAX_SPARE};
use crate::matcher::index::bitset::{CellSet, HouseSet};
use crate::matcher::index::board::Tables;
use crate::matcher::index::delta::Changes;
use crate::matcher::index::placements::placeable;
use crate::matcher::index::truths::SmallTruths;

/// A state with its indexes and ages.
///
/// A cell is *solved* once its digit has been placed and all candidates that it excludes are
/// eliminated. Solved cells, and the digits of houses that are solved, take no part in patterns.
#[derive(Clone, Debug)]
pub struct Position {
    board: Arc<Board>,
    state: State,
    solved: CellSet,
    /// Number of open cells of each house, and the houses with one open cell.
    open_cells: Box<[u16]>,
    nearly_full: HouseSet,
    /// Groups that take no part in patterns: groups that are not truths, and groups whose candidate
    /// has been placed.
    solved_groups: Box<[bool]>,
    given: CellSet,
    /// The digits that a solution of the puzzle may have in each cell. Steps do not change them.
    possible: Arc<[u32]>,
    /// The cells in which each digit is live.
    places: Vec<CellSet>,
    /// Number of steps taken, and the step at which each group changed last.
    age: u32,
    changed: Box<[u32]>,
    /// True if a truth may have lost its last candidate.
    emptied: bool,
    /// The open truths with few candidates.
    small_truths: SmallTruths,
    /// The almost locked sets, by the number of spare digits, computed on first use.
    locked: [OnceLock<Arc<AlmostLockedSets>>; MAX_SPARE + 1],
    /// For each digit, its places that lie in no complete placement, computed on first use.
    removable: Vec<OnceLock<CellSet>>,
    /// The constraints of a variant puzzle.
    constraints: Option<Arc<Constraints>>,
}

impl Position {
    /// The initial position of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Position {
        let board = &puzzle.board;
        let mut position = match &puzzle.filled {
            None => Position::new(Arc::clone(board), puzzle.state()),
            Some(filled) => {
                let state = puzzle.state();
                let cells = board.cells().zip(filled).filter(|(_, filled)| **filled);
                let solved = { cells }
                    .flat_map(|(cell, _)| state.domain(board, board.cell_group(cell)))
                    .collect();
                Position::with_solved(Arc::clone(board), state, solved)
            }
        };
        for (given, cell) in puzzle.givens.iter().flatten().zip(puzzle.board.cells()) {
            if given.is_some() {
                position.given.insert(cell);
            }
        }
        if let Some(givens) = &puzzle.givens {
            let all = (1 << board.size()) - 1;
            let possible = |given: &Option<Digit>| given.map_or(all, |d| 1 << d.index());
            position.possible = givens.iter().map(possible).collect();
        }
        position
    }

    /// The position of a state without history. A cell is solved if its only candidate excludes no
    /// other live candidate.
    pub fn new(board: Arc<Board>, state: State) -> Position {
        let alone = |slot: &Slot| state.mask(slot.group) == slot.bit;
        let is_solved = |c: &Candidate| board.slots(*c).iter().all(alone);
        let solved = state.candidates(&board).filter(is_solved).collect();
        Position::with_solved(board, state, solved)
    }

    /// This position with the constraints of its puzzle, which were made for the same board.
    pub fn with_constraints(self, constraints: Arc<Constraints>) -> Position {
        Position {
            constraints: Some(constraints),
            ..self
        }
    }

    /// The constraints of a variant puzzle, such as cages.
    pub(crate) fn constraints(&self) -> Option<&Constraints> {
        self.constraints.as_deref()
    }

    /// A position in which only the given groups and cells are open. All others count as solved,
    /// but their live candidates can still be eliminated.
    pub fn resting_on(
        board: Arc<Board>,
        state: State,
        groups: &[Group],
        cells: &CellSet,
    ) -> Position {
        let mut position = Position::with_solved(board, state, Vec::new());
        for group in position.board.groups() {
            position.solved_groups[group.index()] |= !groups.contains(&group);
        }
        let all = Arc::clone(&position.board);
        for cell in all.cells().filter(|&cell| !cells.contains(cell)) {
            position.close(cell);
        }
        position.count_candidates();
        position
    }

    /// This position with derived truths beside those of the board.
    pub fn deriving(&self, truths: &[DerivedTruth]) -> Position {
        let candidates = truths.iter().map(|truth| truth.candidates.as_slice());
        let board = self.board.deriving(candidates);
        let solved = |group: Group| match board.is_derived(group) {
            true => (board.members(group).iter())
                .any(|&c| self.state.is_live(&board, c) && self.is_solved(board.cell_of(c))),
            false => self.solved_groups[group.index()],
        };
        let age = self.age;
        let changed = |group: Group| self.changed.get(group.index()).copied().unwrap_or(age);
        let mut extended = Position {
            state: self.state.on(&board),
            solved_groups: board.groups().map(solved).collect(),
            changed: board.groups().map(changed).collect(),
            board: Arc::new(board),
            ..self.clone()
        };
        extended.count_candidates();
        extended
    }

    fn with_solved(board: Arc<Board>, state: State, solved: Vec<Candidate>) -> Position {
        let of_houses = board.houses().iter().map(|h| h.cells.len() as u16);
        let mut position = Position {
            places: places(&board, &state),
            solved_groups: board.groups().map(|g| !board.is_truth(g)).collect(),
            solved: CellSet::EMPTY,
            nearly_full: HouseSet::default(),
            open_cells: of_houses.collect(),
            given: CellSet::EMPTY,
            possible: state.masks()[..board.cell_count()].into(),
            age: 0,
            changed: vec![0; board.group_count()].into(),
            emptied: false,
            small_truths: SmallTruths::default(),
            locked: Default::default(),
            removable: vec![OnceLock::new(); board.size()],
            constraints: None,
            board,
            state,
        };
        for candidate in solved {
            position.close(position.board.cell_of(candidate));
            for slot in position.board.all_slots(candidate) {
                position.solved_groups[slot.group.index()] = true;
            }
        }
        position.count_candidates();
        position.emptied = position.small_truths.any_empty();
        position
    }

    /// Recounts the candidates of all truths.
    fn count_candidates(&mut self) {
        let masks = self.state.masks().iter().zip(&self.solved_groups);
        let counts = masks.map(|(mask, is_solved)| match is_solved {
            true => u32::MAX,
            false => mask.count_ones(),
        });
        self.small_truths =
            SmallTruths::of(self.board.cell_count(), self.board.group_count(), counts);
    }

    fn mark_solved(&mut self, candidate: Candidate) {
        self.close(self.board.cell_of(candidate));
        forget(&mut self.removable[self.board.digit_of(candidate).index()]);
        for slot in self.board.all_slots(candidate) {
            self.solved_groups[slot.group.index()] = true;
            self.changed[slot.group.index()] = self.age;
            self.small_truths.remove(slot.group);
        }
    }

    fn close(&mut self, cell: Cell) {
        if self.is_solved(cell) {
            return;
        }
        self.solved.insert(cell);
        for house in self.board.houses_of(cell) {
            let open = &mut self.open_cells[house.index()];
            *open -= 1;
            match *open {
                1 => self.nearly_full.0 |= 1 << house.index(),
                _ => self.nearly_full.0 &= !(1 << house.index()),
            }
        }
    }

    /// Drops the cached almost locked sets.
    #[inline]
    fn forget(&mut self) {
        self.locked.iter_mut().for_each(forget);
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The live candidates.
    #[inline]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The unsolved truths.
    pub fn open_truths(&self) -> impl Iterator<Item = Group> {
        let groups = self.board.groups();
        groups.filter(|&g| !self.is_solved_group(g))
    }

    /// The live candidates of unsolved cells.
    pub fn open_candidates(&self) -> impl Iterator<Item = Candidate> {
        let live = self.state.candidates(&self.board);
        live.filter(|&c| !self.is_solved(self.board.cell_of(c)))
    }

    /// The solved cells.
    #[inline]
    pub fn solved(&self) -> &CellSet {
        &self.solved
    }

    /// The houses with one open cell.
    pub fn nearly_full(&self) -> HouseSet {
        self.nearly_full
    }

    /// The cells whose digit was given.
    pub fn given(&self) -> &CellSet {
        &self.given
    }

    /// The digits that a solution of the puzzle may have in the cell: the given digit, or all
    /// digits. For a state without givens these are its candidates.
    pub fn possible(&self, cell: Cell) -> u32 {
        self.possible[cell.index()]
    }

    /// The cells in which a digit is live.
    #[inline]
    pub fn places(&self, digit: Digit) -> &CellSet {
        &self.places[digit.index()]
    }

    /// All sets of cells of a house with `over` spare digits.
    pub(crate) fn locked(&self, tables: &Tables, over: usize) -> &AlmostLockedSets {
        self.locked[over].get_or_init(|| {
            Arc::new(AlmostLockedSets::new(
                tables,
                &self.board,
                (&self.state, &self.solved),
                &self.places,
                over,
            ))
        })
    }

    /// The open truths with few candidates.
    #[inline]
    pub(crate) fn small_truths(&self) -> &SmallTruths {
        &self.small_truths
    }

    /// The open cells with at most `most` candidates; `None` above
    /// [`MAX_TRACKED`](super::truths::MAX_TRACKED).
    pub(crate) fn small(&self, most: usize) -> Option<CellSet> {
        let small = self.small_truths.cells(most)?;
        Some(small.without(&self.solved))
    }

    /// The places of a digit that lie in no complete placement of it. A sound rule about 7s alone,
    /// such as a fish or an X-chain, can remove only these 7s.
    ///
    /// All places, if the digit has no complete placement, if one of its houses has a single place
    /// (then candidates of other digits can be removed), or if the board is too large for this
    /// search.
    pub(crate) fn removable(&self, tables: &Tables, digit: Digit) -> &CellSet {
        self.removable[digit.index()].get_or_init(|| {
            let places = self.places(digit);
            let open = places.without(&self.solved);
            let truth = |house: House| self.board.house_group(house, digit);
            let houses = (0..self.board.houses().len()).map(House::new);
            let houses: HouseSet = { houses }
                .filter(|&house| !self.is_solved_group(truth(house)))
                .collect();
            let has_choice = |house: House| self.state.mask(truth(house)).count_ones() > 1;
            // On large boards the search costs more than it saves.
            let is_large = self.board.cell_count() > 128;
            if is_large || !houses.iter().all(has_choice) {
                return *places;
            }
            let possible = placeable(tables, houses, open);
            match possible.is_empty() && !houses.is_empty() {
                true => *places,
                false => open.without(&possible),
            }
        })
    }

    /// Whether the cell is solved.
    #[inline]
    pub fn is_solved(&self, cell: Cell) -> bool {
        self.solved.contains(cell)
    }

    /// True if the group takes no part: its candidate has been placed, or it is not a truth.
    #[inline]
    pub fn is_solved_group(&self, group: Group) -> bool {
        self.solved_groups[group.index()]
    }

    /// Whether every cell is solved.
    pub fn is_complete(&self) -> bool {
        self.solved.len() == self.board.cell_count()
    }

    /// A truth with no live candidate, if there is one.
    pub fn contradiction(&self) -> Option<Group> {
        if !self.emptied {
            return None;
        }
        let board = &self.board;
        (board.groups()).find(|&g| self.state.mask(g) == 0 && board.is_truth(g))
    }

    /// Removes a candidate.
    pub fn eliminate(&mut self, candidate: Candidate) {
        self.forget();
        self.remove(candidate);
    }

    #[inline]
    fn remove(&mut self, candidate: Candidate) {
        let digit = self.board.digit_of(candidate).index();
        forget(&mut self.removable[digit]);
        self.places[digit].remove(self.board.cell_of(candidate));
        let (age, changed) = (self.age, &mut self.changed);
        (self.state).eliminate_noting(&self.board, candidate, |group, left| {
            changed[group.index()] = age;
            self.emptied |= left == 0;
            if !self.solved_groups[group.index()] {
                self.small_truths.lower(group, left.count_ones());
            }
        });
    }

    /// The number of steps taken so far.
    pub fn age(&self) -> u32 {
        self.age
    }

    /// Begins the next step, so that later changes have a new age.
    pub fn next_step(&mut self) {
        self.age += 1;
    }

    /// The changes since the given age.
    pub fn changes_since(&self, age: u32) -> Changes {
        let mut changes = Changes {
            since: age,
            ..Changes::default()
        };
        let own = &self.changed[..self.board.own_group_count()];
        let (of_cells, of_houses) = own.split_at(self.board.cell_count());
        for (cell, _) in of_cells.iter().enumerate().filter(|(_, at)| **at > age) {
            changes.cells.insert(Cell::new(cell));
        }
        for (house, of_digits) in of_houses.chunks_exact(self.board.size()).enumerate() {
            let house = HouseSet::only(House::new(house));
            for (digit, _) in of_digits.iter().enumerate().filter(|(_, at)| **at > age) {
                changes.digits |= 1 << digit;
                changes.houses.0 |= house.0;
            }
        }
        changes
    }

    /// True if a group has changed since the given age.
    #[inline]
    pub fn has_changed(&self, group: Group, since: u32) -> bool {
        self.changed[group.index()] > since
    }

    /// Places a candidate: its cell is solved, and the candidates that it excludes are eliminated.
    pub fn place(&mut self, candidate: Candidate) {
        self.forget();
        // The cell is marked first, so that its own groups are not counted while they lose
        // candidates.
        self.mark_solved(candidate);
        let board = Arc::clone(&self.board);
        for slot in board.slots(candidate) {
            let members = board.members(slot.group);
            for other in bits(self.state.mask(slot.group) & !slot.bit) {
                self.remove(members[other]);
            }
        }
    }

    /// The digit of a solved cell.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        let group = self.board.cell_group(cell);
        let only = self.state.single(&self.board, group)?;
        self.is_solved(cell).then(|| self.board.digit_of(only))
    }
}

/// Clears a cached value, if there is one.
#[inline]
fn forget<T>(known: &mut OnceLock<T>) {
    if known.get().is_some() {
        *known = OnceLock::new();
    }
}

/// The cells in which each digit is live.
fn places(board: &Board, state: &State) -> Vec<CellSet> {
    let n = board.size();
    if board.cell_count() > 128 {
        let mut places = vec![CellSet::EMPTY; n];
        for (cell, &digits) in board.cells().zip(state.masks()) {
            bits(digits).for_each(|digit| places[digit].insert(cell));
        }
        return places;
    }
    // The rows are the first houses, and the cells of a row have consecutive indexes.
    let in_row = |row: usize, digit| {
        let places = state.mask(board.house_group(House::new(row), digit));
        u128::from(places) << (row * n)
    };
    let low = |digit| (0..n).fold(0, |low, row| low | in_row(row, digit));
    { board.digits() }
        .map(|digit| CellSet::from_u128(low(digit)))
        .collect()
}
