//! A plain solver, for tests to compare with. It shares nothing with the engine or the checker:
//! cells hold masks of digits, rows, columns and boxes are worked out from their numbers.

/// Solves grids with boxes of `height` rows by `width` columns.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub height: usize,
    pub width: usize,
}

impl Plain {
    /// The number of digits.
    pub fn n(self) -> usize {
        self.height * self.width
    }

    /// The mask of all digits.
    pub fn all(self) -> u32 {
        (1 << self.n()) - 1
    }

    /// The row, column and box of a cell, as three numbers of one list of houses.
    fn houses(self, cell: usize) -> [usize; 3] {
        let n = self.n();
        let (row, column) = (cell / n, cell % n);
        let of_box = self.height * (row / self.height) + column / self.width;
        [row, n + column, 2 * n + of_box]
    }

    /// The masks of cells for a line of givens; what is not a digit is an empty cell.
    pub fn cells(self, line: &str) -> Vec<u32> {
        let digit = |c: char| "123456789ABCDEFGHIJKLMNOP".find(c);
        let mask = |c| digit(c).map_or(self.all(), |d| 1 << d);
        line.chars().map(mask).collect()
    }

    /// Solutions, as digits from 0, that use only what the cells allow; at most `most` of them.
    pub fn solutions(self, cells: &[u32], most: usize) -> Vec<Vec<u8>> {
        let n = self.n();
        assert_eq!(cells.len(), n * n);
        let mut found = Vec::new();
        if most > 0 {
            let houses: Vec<[usize; 3]> = (0..n * n).map(|c| self.houses(c)).collect();
            self.search(
                &houses,
                cells.to_vec(),
                vec![false; n * n],
                most,
                &mut found,
            );
        }
        found
    }

    /// Whether there is a solution in which the cells have these digits.
    pub fn is_possible(self, cells: &[u32], fixed: &[(usize, u8)]) -> bool {
        let mut cells = cells.to_vec();
        for &(cell, digit) in fixed {
            cells[cell] &= 1 << digit;
        }
        !self.solutions(&cells, 1).is_empty()
    }

    /// Whether the digits, from 0, fill every row, column and box.
    pub fn is_solution(self, grid: &[u8]) -> bool {
        let mut seen = vec![0u32; 3 * self.n()];
        for (cell, &digit) in grid.iter().enumerate() {
            for house in self.houses(cell) {
                seen[house] |= 1 << digit;
            }
        }
        grid.len() == self.n() * self.n() && seen.iter().all(|&mask| mask == self.all())
    }

    fn search(
        self,
        houses: &[[usize; 3]],
        mut cells: Vec<u32>,
        mut done: Vec<bool>,
        most: usize,
        found: &mut Vec<Vec<u8>>,
    ) {
        let n = self.n();
        loop {
            // What each house has once, and what it has twice or more.
            let (mut once, mut twice) = (vec![0u32; 3 * n], vec![0u32; 3 * n]);
            let mut forced = None;
            let mut fewest = (u32::MAX, 0);
            for (cell, &mask) in cells.iter().enumerate() {
                for house in houses[cell] {
                    twice[house] |= once[house] & mask;
                    once[house] |= mask;
                }
                if !done[cell] {
                    match mask.count_ones() {
                        0 => return,
                        1 => forced = Some((cell, mask)),
                        count => fewest = fewest.min((count, cell)),
                    }
                }
            }
            if once.iter().any(|&mask| mask != self.all()) {
                return;
            }
            let only_here = |cell: usize| {
                let hidden = |house: usize| once[house] & !twice[house] & cells[cell];
                let mask = houses[cell].into_iter().map(hidden).find(|&m| m != 0)?;
                Some((cell, mask & mask.wrapping_neg()))
            };
            let open = || (0..n * n).filter(|&cell| !done[cell]);
            let forced = forced.or_else(|| open().find_map(only_here));
            let Some((cell, mask)) = forced else {
                if fewest.0 == u32::MAX {
                    found.push(cells.iter().map(|m| m.trailing_zeros() as u8).collect());
                    return;
                }
                for digit in (0..n).filter(|d| cells[fewest.1] >> d & 1 == 1) {
                    let mut cells = cells.clone();
                    cells[fewest.1] = 1 << digit;
                    self.search(houses, cells, done.clone(), most, found);
                    if found.len() >= most {
                        return;
                    }
                }
                return;
            };
            cells[cell] = mask;
            done[cell] = true;
            for other in 0..n * n {
                let shared = houses[other].iter().any(|h| houses[cell].contains(h));
                if other != cell && shared {
                    cells[other] &= !mask;
                }
            }
        }
    }
}
