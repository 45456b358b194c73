//! The board, rebuilt from its size: its candidates and rows, the exclusions, and their names in
//! the proof file.

use crate::names::Definition;
use crate::row::{Bounds, Candidate, Row, Set};
use std::collections::BTreeMap;

/// A board of n by n cells.
#[derive(Debug)]
pub struct Board {
    n: usize,
    /// The height and the width of a box.
    sides: [usize; 2],
    /// The letters of the houses: rows, columns, and boxes where the board has them.
    pub(crate) letters: &'static str,
    /// The row of each cell.
    pub(crate) cells: Vec<Row>,
    /// The houses, and all that the file has defined.
    pub(crate) names: BTreeMap<String, Definition>,
    /// The cells of each row, then of each column and box.
    houses: Vec<Vec<usize>>,
    /// For each candidate, the candidates that constraint lines exclude beside it. Empty if no
    /// line does.
    excluded: Vec<Set>,
}

/// The digits, in order.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

impl Board {
    /// The board with boxes of `height` rows and `width` columns, if it has 1 to 25 digits.
    pub fn sudoku(height: usize, width: usize) -> Option<Board> {
        Board::new([height, width], "rcb", true)
    }

    /// The board with these letters of houses; without `b` it has no boxes. In version 1 houses
    /// have no sums.
    pub(crate) fn new(sides: [usize; 2], letters: &'static str, has_sums: bool) -> Option<Board> {
        let n = sides[0].checked_mul(sides[1])?;
        if n == 0 || n > DIGITS.len() {
            return None;
        }
        let mut board = Board {
            n,
            sides,
            letters,
            cells: Vec::with_capacity(n * n),
            names: BTreeMap::new(),
            houses: (0..letters.len() * n)
                .map(|_| Vec::with_capacity(n))
                .collect(),
            excluded: Vec::new(),
        };
        for cell in 0..n * n {
            let members = board.cell_candidates(cell).map(|x| (x, 1));
            board.cells.push(Row::new(members, [Some(1); 2]));
            for &house in &board.houses_of(cell)[..letters.len()] {
                board.houses[house].push(cell);
            }
        }
        for (index, cells) in board.houses.iter().enumerate() {
            let name = format!("{}{}", &letters[index / n..=index / n], index % n + 1);
            board
                .names
                .insert(name, board.house(cells.clone(), has_sums));
        }
        Some(board)
    }

    /// The numbers of the row, the column and the box of a cell.
    fn houses_of(&self, cell: usize) -> [usize; 3] {
        let (n, [height, width]) = (self.n, self.sides);
        let (row, column) = (cell / n, cell % n);
        let number = height * (row / height) + column / width;
        [row, n + column, 2 * n + number]
    }

    /// The meaning of a line `house`: each digit once in n cells.
    pub(crate) fn house(&self, cells: Vec<usize>, has_sum: bool) -> Definition {
        let sum = (self.n * (self.n + 1) / 2) as i64;
        let row = has_sum.then(|| self.row_of_values(&cells, sum));
        Definition {
            kind: "house",
            number: 0,
            row: row.unwrap_or_default(),
            digits: self.rows(&cells, &vec![Some([Some(1); 2]); self.n]),
            cells,
        }
    }

    /// The rows of the digits in some cells, for the digits that have bounds.
    pub(crate) fn rows(&self, cells: &[usize], bounds: &[Option<Bounds>]) -> Vec<Option<Row>> {
        let row = |(digit, bounds): (usize, &Option<Bounds>)| {
            let members = cells.iter().map(|&cell| self.candidate_at(cell, digit));
            Some(Row::new(members.map(|x| (x, 1)), (*bounds)?))
        };
        bounds.iter().enumerate().map(row).collect()
    }

    /// The number of digits, and of rows, columns and boxes.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.n * self.n * self.n
    }

    /// The set of some candidates.
    pub(crate) fn set(&self, members: impl IntoIterator<Item = Candidate>) -> Set {
        Set::of(self.candidates(), members)
    }

    /// All candidates of a cell, in ascending order.
    pub(crate) fn cell_candidates(&self, cell: usize) -> impl Iterator<Item = Candidate> + use<> {
        (cell * self.n..(cell + 1) * self.n).map(Candidate::at)
    }

    /// The candidate of a cell and a digit, both counted from 0 and on the board.
    pub(crate) fn candidate_at(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::at(cell * self.n + digit)
    }

    /// The cell of a candidate, counted from 0.
    pub(crate) fn cell(&self, x: Candidate) -> usize {
        x.index() / self.n
    }

    /// The value of the digit of a candidate, counted from 1.
    pub(crate) fn value(&self, x: Candidate) -> i64 {
        (x.index() % self.n) as i64 + 1
    }

    /// The row of the values of some cells with this sum.
    pub(crate) fn row_of_values(&self, cells: &[usize], sum: i64) -> Row {
        let members = cells.iter().flat_map(|&cell| self.cell_candidates(cell));
        Row::new(members.map(|x| (x, self.value(x))), [Some(sum); 2])
    }

    /// Calls a function with every candidate that cannot be true together with `x`. Some occur
    /// several times.
    pub(crate) fn each_excluded(&self, x: Candidate, mut call: impl FnMut(Candidate)) {
        let (own, digit) = (self.cell(x), x.index() % self.n);
        self.cell_candidates(own)
            .filter(|&y| y != x)
            .for_each(&mut call);
        for &house in &self.houses_of(own)[..self.letters.len()] {
            let others = self.houses[house].iter().filter(|&&cell| cell != own);
            others.for_each(|&cell| call(self.candidate_at(cell, digit)));
        }
        let by_lines = self.excluded.get(x.index()).into_iter();
        by_lines.flat_map(Set::iter).for_each(call);
    }

    /// The candidates that cannot be true together with `x`.
    pub(crate) fn excluded(&self, x: Candidate) -> Set {
        let mut set = self.set([]);
        self.each_excluded(x, |y| set.insert(y));
        set
    }

    /// Whether each two of some candidates exclude each other.
    pub(crate) fn is_clique(&self, members: &[Candidate]) -> bool {
        let all = self.set(members.iter().copied());
        let others = |x| all.minus(&self.excluded(x));
        members.iter().all(|&x| others(x).iter().all(|y| y == x))
    }

    /// Makes each two different candidates of a row exclude each other if at most one is true.
    pub(crate) fn exclude_in(&mut self, row: &Row) {
        if row.is_link() {
            let members = self.set(row.members());
            row.members().for_each(|x| self.exclude(x, &members));
        }
    }

    /// Makes a candidate exclude the members of a set, except itself.
    pub(crate) fn exclude(&mut self, x: Candidate, members: &Set) {
        let size = self.candidates();
        self.excluded.resize_with(size, || Set::of(size, []));
        self.excluded[x.index()].add(members);
        self.excluded[x.index()].remove(x);
    }

    /// The candidate as the proof file writes it: `r3c4=7`.
    pub fn name(&self, x: Candidate) -> String {
        let (cell, digit) = (self.cell(x), char::from(DIGITS[x.index() % self.n]));
        format!("r{}c{}={digit}", cell / self.n + 1, cell % self.n + 1)
    }

    /// Reads a candidate: `r3c4=7` with the relation `=`, `r3c4<>7` with the relation `<>`.
    pub fn candidate(&self, word: &str, relation: &str) -> Option<Candidate> {
        let (rest, digit) = word.split_at_checked(word.len().checked_sub(1)?)?;
        let cell = self.cell_named(rest.strip_suffix(relation)?)?;
        Some(self.candidate_at(cell, self.digit(digit.as_bytes()[0])?))
    }

    /// Reads the name of a row: `r3c4`, `7r3`, or a name with a row, such as that of a cage.
    pub fn row(&self, word: &str) -> Option<&Row> {
        self.named(word).map(|(_, row)| row)
    }

    /// The row of a word, and the kind of the line that defines it; `cell` for the row of a cell,
    /// `digit` for that of a digit in a line.
    pub(crate) fn named(&self, word: &str) -> Option<(&'static str, &Row)> {
        if let Some(cell) = self.cell_named(word) {
            return Some(("cell", &self.cells[cell]));
        }
        let Some(digit) = self.digit(*word.as_bytes().first()?) else {
            return self.names.get(word).map(|it| (it.kind, &it.row));
        };
        let rows = &self.names.get(&word[1..])?.digits;
        Some(("digit", rows.get(digit)?.as_ref()?))
    }

    /// Reads one character for each cell: a digit, or `.` for an empty cell. Returns the cells with
    /// a digit.
    pub(crate) fn grid(&self, text: &str) -> Option<Vec<Candidate>> {
        let cells = text.bytes().enumerate().filter(|&(_, byte)| byte != b'.');
        let read = |(cell, byte)| Some(self.candidate_at(cell, self.digit(byte)?));
        // The length is checked first, so every character belongs to a cell.
        let complete = text.len() == self.n * self.n;
        complete.then(|| cells.map(read).collect())?
    }

    /// Reads a cell `r3c4`, counted from 0 in reading order.
    pub(crate) fn cell_named(&self, word: &str) -> Option<usize> {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        Some(position(row, self.n)? * self.n + position(column, self.n)?)
    }

    /// Reads digits in ascending order, counted from 0; there is at least one.
    pub(crate) fn digits(&self, word: &str, may_repeat: bool) -> Option<Vec<usize>> {
        let digits: Option<Vec<_>> = word.bytes().map(|byte| self.digit(byte)).collect();
        let sorted = |a: &usize, b: &usize| a < b || may_repeat && a == b;
        digits.filter(|it| !it.is_empty() && it.is_sorted_by(sorted))
    }

    /// Reads `r3c4=789`.
    pub(crate) fn candidates_named(&self, word: &str) -> Option<Vec<Candidate>> {
        let (cell, digits) = word.split_once('=')?;
        let (cell, digits) = (self.cell_named(cell)?, self.digits(digits, false)?);
        let all = digits.into_iter();
        Some(all.map(|digit| self.candidate_at(cell, digit)).collect())
    }

    /// The digit that a character stands for, counted from 0, if the board has it.
    fn digit(&self, character: u8) -> Option<usize> {
        DIGITS[..self.n].iter().position(|&x| x == character)
    }
}

/// Reads a decimal number without sign and leading zeros. A number that is too large for the
/// machine gives the largest one, which is beyond every limit of the format.
pub(crate) fn number(word: &str) -> Option<usize> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (word == "0" || !word.starts_with('0'));
    plain.then(|| word.parse().unwrap_or(usize::MAX))
}

/// Reads a number from 1 to n and returns it counted from 0.
pub(crate) fn position(word: &str, n: usize) -> Option<usize> {
    let index = number(word)?.checked_sub(1)?;
    (index < n).then_some(index)
}
