//! The board, rebuilt from its two numbers: which candidates exist, which groups hold them, and how the
//! proof file writes them.

use crate::sentences::{Reason, quote};

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

    /// Reads a candidate: `r3c4=7` with the relation `=`, `r3c4<>7` with the relation `<>`.
    pub fn candidate(&self, word: &str, relation: &str) -> Result<Candidate, Reason> {
        let read = || {
            let (cell, digit) = word.split_once(relation)?;
            let (row, column) = self.row_and_column(cell)?;
            let [digit]: [u8; 1] = digit.as_bytes().try_into().ok()?;
            Some(self.candidate_at(row * self.n + column, self.digit(digit)?))
        };
        read().ok_or_else(|| Reason::BadCandidate(quote(word), format!("`r3c4{relation}7`")))
    }

    /// Reads the name of a group: `r3c4`, `7r3`, `7c4` or `7b2`.
    pub fn group(&self, word: &str) -> Result<Group, Reason> {
        let read = || {
            if word.starts_with('r') {
                return Some(self.group_at(0, self.row_and_column(word)?));
            }
            let (&[digit, house], _) = word.as_bytes().split_first_chunk()?;
            let kind = 1 + b"rcb".iter().position(|&kind| kind == house)?;
            let number = position(word.get(2..)?, self.n)?;
            Some(self.group_at(kind, (number, self.digit(digit)?)))
        };
        read().ok_or_else(|| Reason::BadGroup(quote(word)))
    }

    /// Reads one character for each cell: a digit, or `.` for an empty cell. Gives the cells with a digit.
    pub(crate) fn grid(&self, text: &str) -> Option<Vec<Candidate>> {
        let cells = text.bytes().enumerate().filter(|&(_, byte)| byte != b'.');
        let read = |(cell, byte)| Some(self.candidate_at(cell, self.digit(byte)?));
        // The length is checked first: there are no candidates beyond the last cell.
        let complete = text.len() == self.n * self.n;
        complete.then(|| cells.map(read).collect())?
    }

    /// Reads `r3c4`, both counted from 0.
    fn row_and_column(&self, cell: &str) -> Option<(usize, usize)> {
        let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
        position(row, self.n).zip(position(column, self.n))
    }

    /// The digit that a character stands for, counted from 0, if the board has it.
    pub(crate) fn digit(&self, character: u8) -> Option<usize> {
        DIGITS[..self.n].iter().position(|&x| x == character)
    }

    /// The group of kind 0, a cell, by row and column; or of kind 1, 2, 3, a digit in a row, column,
    /// box, by house and digit. All are counted from 0.
    fn group_at(&self, kind: usize, (first, second): (usize, usize)) -> Group {
        Group((kind * self.n + first) * self.n + second)
    }

    /// The candidate of a cell and a digit, both counted from 0 and on the board.
    pub(crate) fn candidate_at(&self, cell: usize, digit: usize) -> Candidate {
        let index = u16::try_from(cell * self.n + digit);
        Candidate(index.expect("25 * 25 * 25 fits in 16 bits"))
    }
}

/// Reads a decimal number without sign and leading zeros. One that is too large for the machine reads as
/// the largest, which is beyond every limit of the format as well.
pub(crate) fn number(word: &str) -> Option<usize> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (word == "0" || !word.starts_with('0'));
    plain.then(|| word.parse().unwrap_or(usize::MAX))
}

/// Reads a number from 1 to n, given back counted from 0.
pub(crate) fn position(word: &str, n: usize) -> Option<usize> {
    let index = number(word)?.checked_sub(1)?;
    (index < n).then_some(index)
}
