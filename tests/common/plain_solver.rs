//! A plain solver with which the tests compare. It shares no code with the engine or the checker:
//! cells hold masks of digits, and houses are computed from cell numbers.

/// A solver for grids with boxes of `height` rows by `width` columns.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    pub height: usize,
    pub width: usize,
}

impl Plain {
    /// Returns the number of digits.
    pub fn n(self) -> usize {
        self.height * self.width
    }

    /// Returns the mask of all digits.
    pub fn all(self) -> u32 {
        (1 << self.n()) - 1
    }

    /// Returns the row, column and box of a cell, as three indices into one list of houses.
    fn houses(self, cell: usize) -> [usize; 3] {
        let n = self.n();
        let (row, column) = (cell / n, cell % n);
        let of_box = self.height * (row / self.height) + column / self.width;
        [row, n + column, 2 * n + of_box]
    }

    /// Returns the masks of the cells for a line of givens. A character that is not a digit is an
    /// empty cell.
    pub fn cells(self, line: &str) -> Vec<u32> {
        let digit = |c: char| "123456789ABCDEFGHIJKLMNOP".find(c);
        let mask = |c| digit(c).map_or(self.all(), |d| 1 << d);
        line.chars().map(mask).collect()
    }

    /// Returns up to `most` solutions that the cells allow, as digits from 0.
    pub fn solutions(self, cells: &[u32], most: usize) -> Vec<Vec<u8>> {
        let found = self.solutions_within(cells, most, u64::MAX);
        found.expect("without a limit there is an answer")
    }

    /// Returns up to `most` solutions, or `None` if the search takes more than `guesses` guesses.
    pub fn solutions_within(
        self,
        cells: &[u32],
        most: usize,
        guesses: u64,
    ) -> Option<Vec<Vec<u8>>> {
        let n = self.n();
        assert_eq!(cells.len(), n * n);
        let mut run = Run {
            plain: self,
            houses: (0..n * n).map(|c| self.houses(c)).collect(),
            found: Vec::new(),
            most,
            guesses,
        };
        run.search(cells.to_vec(), vec![false; n * n])?;
        run.found.truncate(most);
        Some(run.found)
    }

    /// Returns whether the digits, from 0, fill every row, column and box.
    pub fn is_solution(self, grid: &[u8]) -> bool {
        let mut seen = vec![0u32; 3 * self.n()];
        for (cell, &digit) in grid.iter().enumerate() {
            for house in self.houses(cell) {
                seen[house] |= 1 << digit;
            }
        }
        grid.len() == self.n() * self.n() && seen.iter().all(|&mask| mask == self.all())
    }
}

struct Run {
    plain: Plain,
    houses: Vec<[usize; 3]>,
    found: Vec<Vec<u8>>,
    most: usize,
    guesses: u64,
}

impl Run {
    /// Places forced digits, then guesses. Returns `None` if no guesses are left.
    fn search(&mut self, mut cells: Vec<u32>, mut done: Vec<bool>) -> Option<()> {
        let (n, all) = (self.plain.n(), self.plain.all());
        loop {
            // Digits with one place in a house, and digits with two or more.
            let (mut once, mut twice) = (vec![0u32; 3 * n], vec![0u32; 3 * n]);
            for (cell, &mask) in cells.iter().enumerate() {
                for house in self.houses[cell] {
                    twice[house] |= once[house] & mask;
                    once[house] |= mask;
                }
            }
            if cells.contains(&0) || once.iter().any(|&mask| mask != all) {
                return Some(());
            }
            let forced = |cell: &usize| -> Option<(usize, u32)> {
                let hidden = |house: usize| once[house] & !twice[house] & cells[*cell];
                let mut hidden = self.houses[*cell].into_iter().map(hidden);
                let only = Some(cells[*cell]).filter(|mask| mask.is_power_of_two());
                let mask = only.or_else(|| hidden.find(|&mask| mask != 0))?;
                Some((*cell, mask & mask.wrapping_neg()))
            };
            let open = (0..n * n).filter(|&cell| !done[cell]);
            let Some((cell, mask)) = open.clone().find_map(|cell| forced(&cell)) else {
                return self.guess(&cells, &done);
            };
            cells[cell] = mask;
            done[cell] = true;
            for (other, left) in cells.iter_mut().enumerate() {
                let shared = |h| self.houses[cell].contains(h);
                if other != cell && self.houses[other].iter().any(shared) {
                    *left &= !mask;
                }
            }
        }
    }

    /// Tries all digits of a cell, or all cells for a digit in a house: the choice with the fewest
    /// options.
    fn guess(&mut self, cells: &[u32], done: &[bool]) -> Option<()> {
        let n = self.plain.n();
        let open: Vec<usize> = (0..n * n).filter(|&cell| !done[cell]).collect();
        let Some(&cell) = open.iter().min_by_key(|&&cell| cells[cell].count_ones()) else {
            let digits = cells.iter().map(|mask| mask.trailing_zeros() as u8);
            self.found.push(digits.collect());
            return Some(());
        };
        let digits = (0..n).filter(|digit| cells[cell] >> digit & 1 == 1);
        let mut choices: Vec<(usize, usize)> = digits.map(|digit| (cell, digit)).collect();
        let mut places = vec![Vec::new(); 3 * n * n];
        for &cell in &open {
            for digit in (0..n).filter(|digit| cells[cell] >> digit & 1 == 1) {
                for house in self.houses[cell] {
                    places[house * n + digit].push((cell, digit));
                }
            }
        }
        for list in places {
            if !list.is_empty() && list.len() < choices.len() {
                choices = list;
            }
        }
        for (cell, digit) in choices {
            if self.found.len() >= self.most {
                break;
            }
            self.guesses = self.guesses.checked_sub(1)?;
            let mut cells = cells.to_vec();
            cells[cell] = 1 << digit;
            self.search(cells, done.to_vec())?;
        }
        Some(())
    }
}
