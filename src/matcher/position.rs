//! Where a puzzle stands: its live candidates, which cells are solved, which were given.

use std::sync::{Arc, OnceLock};

use super::almost::{AlmostSets, MOST_OVER};
use super::cells::{CellSet, HouseSet};
use super::tables::Tables;
use crate::grid::{Board, Candidate, Cell, Digit, Group, House, Puzzle, Slot, State};

/// A state as rules see it.
///
/// A cell is *solved* once its digit has been placed: everything that the digit excludes is gone. Solved
/// cells, and the digits of houses that are solved, take no part in patterns: they have nothing more
/// to say.
#[derive(Clone, Debug)]
pub struct Position {
    board: Arc<Board>,
    state: State,
    solved: CellSet,
    /// Groups that take no part: their candidate has been placed, or they are no truths.
    solved_groups: Box<[bool]>,
    given: CellSet,
    /// The digits that a solution of the puzzle may have in each cell, whatever is live.
    possible: Arc<[u32]>,
    /// The cells in which each digit is live.
    places: Vec<CellSet>,
    /// How many steps were taken, and after how many each group changed last.
    age: u32,
    changed: Box<[u32]>,
    /// The almost locked sets, by the number of digits they have too many, once they are asked for.
    almost: [OnceLock<Arc<AlmostSets>>; MOST_OVER + 1],
    /// What each step changed.
    history: Vec<Changes>,
}

/// What has changed since some step.
#[derive(Clone, Copy, Debug, Default)]
pub struct Changes {
    /// The number of steps before these changes.
    pub since: u32,
    /// The digits of groups that changed.
    pub digits: u32,
    /// The houses in which something changed.
    pub houses: HouseSet,
    /// The cells that changed.
    pub cells: CellSet,
}

impl Position {
    /// Where a puzzle starts.
    pub fn of(puzzle: &Puzzle) -> Position {
        let board = &puzzle.board;
        let mut position = match &puzzle.filled {
            None => Position::new(Arc::clone(board), puzzle.state()),
            Some(filled) => {
                let is_filled = |candidate: &Candidate| filled[board.cell_of(*candidate).index()];
                let state = puzzle.state();
                let solved = state.candidates(board).filter(is_filled).collect();
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

    /// A state of which nothing else is known: the cells whose only candidate excludes
    /// no other live one are solved.
    pub fn new(board: Arc<Board>, state: State) -> Position {
        let alone = |slot: &Slot| state.mask(slot.group) == slot.bit;
        let is_solved = |c: &Candidate| board.slots(*c).iter().all(alone);
        let solved = state.candidates(&board).filter(is_solved).collect();
        Position::with_solved(board, state, solved)
    }

    /// A state in which nothing takes part but these groups, and these cells: as if all others were
    /// solved, though what is live in them can still be eliminated.
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
        for cell in position.board.cells().filter(|&cell| !cells.contains(cell)) {
            position.solved.insert(cell);
        }
        position
    }

    fn with_solved(board: Arc<Board>, state: State, solved: Vec<Candidate>) -> Position {
        let mut places = vec![CellSet::EMPTY; board.size()];
        for candidate in state.candidates(&board) {
            places[board.digit_of(candidate).index()].insert(board.cell_of(candidate));
        }
        let state_groups = board.group_count();
        let possible = board.cells().map(|c| state.digits(&board, c)).collect();
        let mut position = Position {
            solved_groups: board.groups().map(|g| !board.is_truth(g)).collect(),
            board,
            state,
            solved: CellSet::EMPTY,
            given: CellSet::EMPTY,
            possible,
            places,
            age: 0,
            changed: vec![0; state_groups].into(),
            almost: Default::default(),
            history: vec![Changes::default()],
        };
        for candidate in solved {
            position.mark_solved(candidate);
        }
        position
    }

    fn mark_solved(&mut self, candidate: Candidate) {
        self.almost = Default::default();
        self.solved.insert(self.board.cell_of(candidate));
        for slot in self.board.slots(candidate) {
            self.solved_groups[slot.group.index()] = true;
        }
        self.note(candidate);
    }

    /// Remembers that the groups of a candidate change now.
    fn note(&mut self, candidate: Candidate) {
        let cell = self.board.cell_of(candidate);
        let now = &mut self.history[self.age as usize];
        now.digits |= 1 << self.board.digit_of(candidate).index();
        now.cells.insert(cell);
        for house in self.board.houses_of(cell) {
            now.houses.0 |= 1 << house.index();
        }
        for slot in self.board.slots(candidate) {
            self.changed[slot.group.index()] = self.age;
        }
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

    /// The solved cells.
    #[inline]
    pub fn solved(&self) -> &CellSet {
        &self.solved
    }

    /// The cells whose digit was given.
    pub fn given(&self) -> &CellSet {
        &self.given
    }

    /// The digits that a solution of the puzzle may have in the cell, whatever is live: the given
    /// one, or all. Of a state that came without givens no more is known than its candidates.
    pub fn possible(&self, cell: Cell) -> u32 {
        self.possible[cell.index()]
    }

    /// The cells in which a digit is live.
    #[inline]
    pub fn places(&self, digit: Digit) -> &CellSet {
        &self.places[digit.index()]
    }

    /// All sets of cells of a house with so many digits more than cells.
    pub(super) fn almost(&self, tables: &Tables, over: usize) -> &AlmostSets {
        self.almost[over].get_or_init(|| Arc::new(AlmostSets::new(tables, self, over)))
    }

    /// Whether the cell is solved.
    #[inline]
    pub fn is_solved(&self, cell: Cell) -> bool {
        self.solved.contains(cell)
    }

    /// Whether the digit has its solved place in the house.
    pub fn has_solved(&self, house: House, digit: Digit) -> bool {
        self.is_solved_group(self.board.house_group(house, digit))
    }

    /// Whether the group has nothing to say: its candidate has been placed, or none need hold.
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
        let board = &self.board;
        (board.groups()).find(|&g| self.state.mask(g) == 0 && board.is_truth(g))
    }

    /// Removes a candidate.
    pub fn eliminate(&mut self, candidate: Candidate) {
        self.almost = Default::default();
        self.state.eliminate(&self.board, candidate);
        let digit = self.board.digit_of(candidate);
        self.places[digit.index()].remove(self.board.cell_of(candidate));
        self.note(candidate);
    }

    /// The number of steps taken so far.
    pub fn age(&self) -> u32 {
        self.age
    }

    /// Begins the next step: changes from now on are newer than all before.
    pub fn next_step(&mut self) {
        self.age += 1;
        self.history.push(Changes::default());
    }

    /// What has changed after that many steps had been taken.
    pub fn changes_since(&self, age: u32) -> Changes {
        let mut changes = Changes {
            since: age,
            ..Changes::default()
        };
        for step in self.history.iter().skip(age as usize + 1) {
            changes.digits |= step.digits;
            changes.houses.0 |= step.houses.0;
            changes.cells |= step.cells;
        }
        changes
    }

    /// Whether a group has changed after that many steps had been taken.
    #[inline]
    pub fn has_changed(&self, group: Group, since: u32) -> bool {
        self.changed[group.index()] > since
    }

    /// Takes a candidate as true: its cell is solved, and what it excludes is gone.
    pub fn place(&mut self, candidate: Candidate) {
        let board = Arc::clone(&self.board);
        for slot in board.slots(candidate) {
            for other in self.state.domain(&board, slot.group) {
                if other != candidate {
                    self.eliminate(other);
                }
            }
        }
        self.mark_solved(candidate);
    }

    /// The digit of a solved cell.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        let group = self.board.cell_group(cell);
        let only = self.state.single(&self.board, group)?;
        self.is_solved(cell).then(|| self.board.digit_of(only))
    }
}
