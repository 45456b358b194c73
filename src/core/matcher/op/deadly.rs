//! Deadly sets: cells whose digits can be exchanged without changing any house.
//!
//! A set is deadly if every filling of its cells can be exchanged for another that gives each house
//! the same digits. A solution that fills the cells in such a way is not the only one.

use crate::grid::{Board, Cell, Digit, HouseInfo, bits};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::position::Position;

/// Cells, each with some digits, that a puzzle with one solution does not fill with these alone.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DeadlyCells {
    /// The cells in order, each with its digits as a mask.
    pub cells: Vec<(Cell, u32)>,
}

impl DeadlyCells {
    /// Makes deadly cells that all have the same digits.
    pub fn of(cells: &CellSet, digits: u32) -> DeadlyCells {
        DeadlyCells {
            cells: cells.iter().map(|cell| (cell, digits)).collect(),
        }
    }

    /// The open cells with their candidates, read as a BUG. After some digits are removed from some
    /// cells, each cell has two candidates, and each digit has two places or none in each house. A
    /// digit that a house need not hold, or holds in a solved cell, has no place there. Returns the
    /// first of several ways to remove digits.
    pub fn of_all_but(position: &Position, digits: u32, cells: &CellSet) -> Option<DeadlyCells> {
        let board = position.board();
        if cells.iter().any(|cell| position.is_solved(cell)) {
            return None;
        }
        let mut open = Vec::new();
        for cell in board.cells().filter(|&cell| !position.is_solved(cell)) {
            let live = position.state().digits(board, cell);
            let is_crowded = live.count_ones() > 2;
            if live.count_ones() < 2 || is_crowded != cells.contains(cell) {
                return None;
            }
            open.push((cell, live));
        }
        DeadlyCells { cells: open }.thinned(board, digits, (0, &closed_digits(position)))
    }

    /// Removes some of the digits from cells with too many candidates, starting at this cell.
    fn thinned(
        mut self,
        board: &Board,
        digits: u32,
        (from, closed): (usize, &[u32]),
    ) -> Option<DeadlyCells> {
        let is_crowded = |(_, mask): &(Cell, u32)| mask.count_ones() > 2;
        let Some(next) = self.cells[from..].iter().position(is_crowded) else {
            return self.is_even(board, closed).then_some(self);
        };
        let at = from + next;
        let all = self.cells[at].1;
        for (low, high) in bits(all).flat_map(|high| bits(all).map(move |low| (low, high))) {
            let two = 1 << low | 1 << high;
            if low < high && all & !two & !digits == 0 {
                self.cells[at].1 = two;
                let thinned = self.clone().thinned(board, digits, (at + 1, closed));
                if thinned.is_some() {
                    return thinned;
                }
            }
        }
        None
    }

    /// True if each digit has two places or none in each house, and none in a house where it is
    /// closed.
    fn is_even(&self, board: &Board, closed: &[u32]) -> bool {
        let mut once = closed.to_vec();
        let mut twice = once.clone();
        for &(cell, mask) in &self.cells {
            for house in board.houses_of(cell).iter().map(|h| h.index()) {
                if twice[house] & mask != 0 {
                    return false;
                }
                twice[house] |= once[house] & mask;
                once[house] |= mask;
            }
        }
        once == twice
    }

    /// True if the digits can fill the cells, each filling can be exchanged for another, and the
    /// cells are connected, so no smaller set is deadly.
    pub fn is_deadly(&self, position: &Position) -> bool {
        let board = position.board();
        if !self.is_connected(board) || self.lonely(board) {
            return false;
        }
        let mut fillings = 0;
        let exchangeable = Filling::new(position, &self.cells, None).each(&mut |digits| {
            fillings += 1;
            self.exchange(position, digits).is_some()
        });
        exchangeable && fillings > 0
    }

    /// Another filling of the same cells that the puzzle allows and that gives every house the same
    /// digits. `None` if there is none.
    pub fn exchange(&self, position: &Position, filled: &[Digit]) -> Option<Vec<Digit>> {
        if let Some(other) = self.other(filled) {
            let fits = Filling::new(position, &self.cells, Some(filled)).takes(&other);
            return fits.then_some(other);
        }
        let mut found = None;
        Filling::new(position, &self.cells, Some(filled)).each(&mut |digits| {
            if digits != filled {
                found = Some(digits.to_vec());
            }
            found.is_none()
        });
        found
    }

    /// The exchange of the two digits in each cell, if every cell has two digits.
    fn other(&self, filled: &[Digit]) -> Option<Vec<Digit>> {
        let other = |(&(_, mask), digit): (&(Cell, u32), &Digit)| {
            let other = mask & !(1 << digit.index());
            (mask.count_ones() == 2 && other.is_power_of_two())
                .then(|| Digit::new(other.trailing_zeros() as usize))
        };
        self.cells.iter().zip(filled).map(other).collect()
    }

    /// True if some house has exactly one of the cells. The digit of this cell could not be
    /// exchanged.
    fn lonely(&self, board: &Board) -> bool {
        self.cells.iter().any(|&(cell, _)| {
            board.houses_of(cell).iter().any(|&house| {
                let others = board.house(house).cells.iter().filter(|c| **c != cell);
                !{ others }.any(|other| self.cells.iter().any(|(c, _)| c == other))
            })
        })
    }

    fn is_connected(&self, board: &Board) -> bool {
        let mut left: Vec<Cell> = self.cells.iter().map(|&(cell, _)| cell).collect();
        let mut reached: Vec<Cell> = left.pop().into_iter().collect();
        while let Some(cell) = reached.pop() {
            let (near, far) = left.into_iter().partition(|&c| board.sees(c, cell));
            reached.extend::<Vec<Cell>>(near);
            left = far;
        }
        left.is_empty()
    }
}

/// By house: the digits that must have no place in the open cells of a BUG. These are the solved
/// digits of the house. They are all digits if the house need not hold every digit: of two places,
/// one solution may use both and another solution none.
fn closed_digits(position: &Position) -> Vec<u32> {
    let board = position.board();
    let of = |house: &HouseInfo| {
        let solved = house.cells.iter().filter(|&&cell| position.is_solved(cell));
        let solved = solved.map(|&cell| position.state().digits(board, cell));
        match house.cells.len() == board.size() {
            true => solved.fold(0, |sum, mask| sum | mask),
            false => u32::MAX,
        }
    };
    board.houses().iter().map(of).collect()
}

/// A search for ways to fill cells so that no house has a digit twice.
struct Filling<'a> {
    board: &'a Board,
    /// The cells with the digits that each may have.
    cells: Vec<(Cell, u32)>,
    /// By house: the digits that the house may still take.
    capacity: Vec<u32>,
    chosen: Vec<Digit>,
}

impl<'a> Filling<'a> {
    /// A search for fillings of the cells. With a model, each house gets the digits that the model
    /// gives it.
    fn new(position: &'a Position, cells: &[(Cell, u32)], model: Option<&[Digit]>) -> Filling<'a> {
        let board = &**position.board();
        let mut capacity = vec![if model.is_some() { 0 } else { u32::MAX }; board.houses().len()];
        for (&(cell, _), digit) in cells.iter().zip(model.unwrap_or_default()) {
            for house in board.houses_of(cell) {
                capacity[house.index()] |= 1 << digit.index();
            }
        }
        let allowed = |&(cell, mask): &(Cell, u32)| (cell, mask & position.possible(cell));
        Filling {
            board,
            cells: cells.iter().map(allowed).collect(),
            capacity,
            chosen: Vec::new(),
        }
    }

    /// True if the digits are a filling of the cells.
    fn takes(&mut self, digits: &[Digit]) -> bool {
        for ((_, mask), digit) in self.cells.iter_mut().zip(digits) {
            *mask &= 1 << digit.index();
        }
        !self.each(&mut |_| false)
    }

    /// Calls `visit` with every filling until it returns false. Returns true if all were visited.
    fn each(&mut self, visit: &mut impl FnMut(&[Digit]) -> bool) -> bool {
        let Some(&(cell, mask)) = self.cells.get(self.chosen.len()) else {
            return visit(&self.chosen);
        };
        let houses = self.board.houses_of(cell);
        let free = (houses.iter()).fold(mask, |mask, house| mask & self.capacity[house.index()]);
        for digit in bits(free) {
            for house in houses {
                self.capacity[house.index()] &= !(1 << digit);
            }
            self.chosen.push(Digit::new(digit));
            let go_on = self.each(visit);
            self.chosen.pop();
            for house in houses {
                self.capacity[house.index()] |= 1 << digit;
            }
            if !go_on {
                return false;
            }
        }
        true
    }
}
