//! Deadly sets: cells whose digits can be exchanged without changing any house.
//!
//! Takes cells and the digits that might fill them, gives whether every way to fill them can be
//! exchanged for another that gives each house the same digits. A solution that fills the cells in
//! such a way is not the only one.

use crate::grid::{Board, Cell, Digit, HouseInfo, bits};
use crate::matcher::index::bitset::CellSet;
use crate::matcher::index::deadly_cells::DeadlyCells;
use crate::matcher::index::position::Position;

impl DeadlyCells {
    /// All open cells with their candidates, but for some of these digits in each of these cells:
    /// if that can leave two candidates in each cell and each digit two places, or none, in each
    /// house. A house that need not hold the digit, or holds it in a solved cell, has none. Of
    /// several ways, the first.
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

    /// The cells without some of the digits in cells from this one on that have too many.
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

    /// Whether each digit has two places, or none, in each house; none of those that are closed
    /// there.
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

    /// Whether the digits can fill the cells, and each way to do so can be exchanged for another;
    /// and the cells hang together, so that it takes all of them.
    pub fn is_deadly(&self, position: &Position) -> bool {
        let board = position.board();
        if !self.hangs_together(board) || self.lonely(board) {
            return false;
        }
        let mut fillings = 0;
        let exchangeable = Filling::new(position, &self.cells, None).each(&mut |digits| {
            fillings += 1;
            self.exchange(position, digits).is_some()
        });
        exchangeable && fillings > 0
    }

    /// Other digits for the same cells that give every house the same digits, and that the
    /// puzzle does not forbid; `None` if there are none.
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

    /// Where each cell has two digits, the other of the two.
    fn other(&self, filled: &[Digit]) -> Option<Vec<Digit>> {
        let other = |(&(_, mask), digit): (&(Cell, u32), &Digit)| {
            let other = mask & !(1 << digit.index());
            (mask.count_ones() == 2 && other.is_power_of_two())
                .then(|| Digit::new(other.trailing_zeros() as usize))
        };
        self.cells.iter().zip(filled).map(other).collect()
    }

    /// Whether some house has just one of the cells: its digit there could not be exchanged.
    fn lonely(&self, board: &Board) -> bool {
        self.cells.iter().any(|&(cell, _)| {
            board.houses_of(cell).iter().any(|&house| {
                let others = board.house(house).cells.iter().filter(|c| **c != cell);
                !{ others }.any(|other| self.cells.iter().any(|(c, _)| c == other))
            })
        })
    }

    fn hangs_together(&self, board: &Board) -> bool {
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

/// Of each house the digits that may have no place in open cells of a grave: those that are solved
/// there, and in a house that need not hold every digit all, as the solution may have none of two
/// places, and the other grid both.
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
    /// What each cell may be.
    cells: Vec<(Cell, u32)>,
    /// The digits that each house may still take.
    capacity: Vec<u32>,
    chosen: Vec<Digit>,
}

impl<'a> Filling<'a> {
    /// Ways to fill the cells with their digits; with a model, so that each house gets the digits
    /// it has there.
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

    /// Whether these digits are a way.
    fn takes(&mut self, digits: &[Digit]) -> bool {
        for ((_, mask), digit) in self.cells.iter_mut().zip(digits) {
            *mask &= 1 << digit.index();
        }
        !self.each(&mut |_| false)
    }

    /// Tells of every way, until told to stop; says whether it came to the end.
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
