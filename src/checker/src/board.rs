//! The board, rebuilt from its two numbers: which candidates exist and which groups hold them.

/// "This digit is in this cell": `cell * n + digit - 1`, cells counted from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate(u16);

impl Candidate {
    /// The position of the candidate in a list of all candidates of the board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of n candidates, one of which is true in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(pub(crate) usize);

/// A Sudoku board of n by n cells.
#[derive(Debug)]
pub struct Board {
    n: usize,
    members: Vec<Vec<Candidate>>,
    groups: Vec<[Group; 4]>,
}

/// The digits, in order.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

impl Board {
    /// The board with boxes of `height` rows and `width` columns, if it has 1 to 25 digits.
    pub fn sudoku(height: usize, width: usize) -> Option<Board> {
        let n = height.checked_mul(width)?;
        if n == 0 || n > DIGITS.len() {
            return None;
        }
        let (members, groups) = (vec![Vec::new(); 4 * n * n], Vec::new());
        let mut board = Board { n, members, groups };
        for index in 0..n * n * n {
            let (row, column, digit) = (index / n / n, index / n % n, index % n);
            let house = height * (row / height) + column / width;
            let numbers = [(row, column), (row, digit), (column, digit), (house, digit)];
            let groups = [0, 1, 2, 3].map(|kind| board.group_at(kind, numbers[kind]));
            let candidate = board.candidate_at(index / n, digit);
            for group in groups {
                board.members[group.0].push(candidate);
            }
            board.groups.push(groups);
        }
        Some(board)
    }

    /// The number of digits, and of rows, columns and boxes.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.groups.len()
    }

    /// The candidates of a group, in ascending order.
    pub fn members(&self, group: Group) -> &[Candidate] {
        &self.members[group.0]
    }

    /// The four groups of a candidate: its cell, then its digit in its row, column and box.
    pub fn groups(&self, candidate: Candidate) -> [Group; 4] {
        self.groups[candidate.index()]
    }

    /// The candidate as the proof file writes it: `r3c4=7`.
    pub fn name(&self, candidate: Candidate) -> String {
        let (cell, digit) = (candidate.index() / self.n, candidate.index() % self.n);
        let (row, column) = (cell / self.n + 1, cell % self.n + 1);
        format!("r{row}c{column}={}", char::from(DIGITS[digit]))
    }

    /// The group of kind 0, a cell, by row and column; or of kind 1, 2, 3, a digit in a row, column,
    /// box, by house and digit. All are counted from 0.
    pub(crate) fn group_at(&self, kind: usize, (first, second): (usize, usize)) -> Group {
        Group((kind * self.n + first) * self.n + second)
    }

    /// The candidate of a cell and a digit, both counted from 0 and on the board.
    pub(crate) fn candidate_at(&self, cell: usize, digit: usize) -> Candidate {
        let index = u16::try_from(cell * self.n + digit);
        Candidate(index.expect("25 * 25 * 25 fits in 16 bits"))
    }

    /// The digit that a character stands for, counted from 0, if the board has it.
    pub(crate) fn digit(&self, character: u8) -> Option<usize> {
        DIGITS[..self.n]
            .iter()
            .position(|&digit| digit == character)
    }
}
