//! The board, rebuilt from its size: its candidates and groups, the exclusions, and their names in
//! the proof file.

use crate::sentences::{Reason, quote};

/// "This digit is in this cell": `cell * n + digit - 1`, cells counted from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate(u16);

impl Candidate {
    /// The index of the candidate in the list of all candidates of the board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of n candidates, one of which is true in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(pub(crate) usize);

/// A linear constraint: `lo` <= number of true candidates, each with its weight, <= `hi`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The candidates with a weight other than 0, in ascending order.
    pub(crate) members: Vec<Candidate>,
    /// Their weights; empty if all are 1.
    pub(crate) weights: Vec<i64>,
    pub(crate) lo: Option<i64>,
    pub(crate) hi: Option<i64>,
}

impl Row {
    /// The row with these weights, at most one for each candidate, and the bounds `lo` and `hi`.
    pub(crate) fn new(mut weights: Vec<(Candidate, i64)>, [lo, hi]: [Option<i64>; 2]) -> Row {
        weights.retain(|&(_, weight)| weight != 0);
        weights.sort_unstable();
        let (members, mut weights): (_, Vec<_>) = weights.into_iter().unzip();
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        Row { members, weights, lo, hi }
    }

    /// The row of the values of some cells with this sum.
    pub(crate) fn of_values(board: &Board, cells: &[usize], sum: i64) -> Row {
        let members = cells.iter().flat_map(|&cell| board.cell_candidates(cell));
        let weights = members.map(|&x| (x, board.value(x)));
        Row::new(weights.collect(), [Some(sum); 2])
    }

    /// Whether at least one member is true: all weights are 1.
    pub(crate) fn is_truth(&self) -> bool {
        self.lo == Some(1) && self.weights.is_empty()
    }

    pub(crate) fn weight(&self, candidate: Candidate) -> i64 {
        let place = self.members.binary_search(&candidate);
        place.map_or(0, |at| self.weights.get(at).copied().unwrap_or(1))
    }

    /// The sum of the weights of some candidates.
    pub(crate) fn sum(&self, candidates: &[Candidate]) -> i64 {
        candidates.iter().map(|&x| self.weight(x)).sum()
    }

    pub(crate) fn allows(&self, sum: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= sum) && self.hi.is_none_or(|hi| sum <= hi)
    }
}

/// A board of n by n cells.
#[derive(Debug)]
pub struct Board {
    n: usize,
    rows: Vec<Row>,
    /// The groups of each candidate: four, or three on a board without boxes.
    groups: Vec<Group>,
    kinds: usize,
    /// For each candidate, the set of excluded candidates besides the members of its groups. Empty
    /// if the board has none.
    excluded: Vec<u64>,
}

/// The digits, in order.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

impl Board {
    /// The board with boxes of `height` rows and `width` columns, if it has 1 to 25 digits.
    pub fn sudoku(height: usize, width: usize) -> Option<Board> {
        Board::new(height.checked_mul(width)?, Some((height, width)))
    }

    /// The board of n by n cells without boxes, if n is from 1 to 25.
    pub fn latin(n: usize) -> Option<Board> {
        Board::new(n, None)
    }

    fn new(n: usize, boxes: Option<(usize, usize)>) -> Option<Board> {
        if n == 0 || n > DIGITS.len() {
            return None;
        }
        let kinds = if boxes.is_some() { 4 } else { 3 };
        let row = |_| Row { members: Vec::with_capacity(n), ..Row::new(Vec::new(), [Some(1); 2]) };
        let rows = (0..kinds * n * n).map(row).collect();
        let groups = Vec::with_capacity(kinds * n * n * n);
        let mut board = Board { n, rows, groups, kinds, excluded: Vec::new() };
        let (height, width) = boxes.unwrap_or((1, n));
        for index in 0..n * n * n {
            let (row, column, digit) = (index / n / n, index / n % n, index % n);
            let house = height * (row / height) + column / width;
            let numbers = [(row, column), (row, digit), (column, digit), (house, digit)];
            let candidate = board.candidate_at(index / n, digit);
            for (kind, &number) in numbers.iter().enumerate().take(kinds) {
                let group = board.group_at(kind, number);
                board.rows[group.0].members.push(candidate);
                board.groups.push(group);
            }
        }
        Some(board)
    }

    /// The number of digits, and of rows, columns and boxes.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The number of candidates.
    pub fn candidates(&self) -> usize {
        self.n * self.n * self.n
    }

    /// The sum of the values of all digits.
    pub(crate) fn house_sum(&self) -> i64 {
        (self.n * (self.n + 1) / 2) as i64
    }

    /// The digit, counted from 0, as the file writes it.
    pub(crate) fn digit_name(&self, digit: usize) -> String {
        char::from(DIGITS[digit]).to_string()
    }

    /// The letters of the houses: rows, columns, and boxes where the board has them.
    pub(crate) fn houses(&self) -> &'static [&'static str] {
        &["r", "c", "b"][..self.kinds - 1]
    }

    /// The group as a row: exactly one member is true.
    pub(crate) fn row(&self, group: Group) -> &Row {
        &self.rows[group.0]
    }

    /// The candidates of a group, in ascending order.
    pub fn members(&self, group: Group) -> &[Candidate] {
        &self.rows[group.0].members
    }

    /// The groups of a candidate: its cell, then its digit in its row, column and box.
    pub fn groups(&self, candidate: Candidate) -> &[Group] {
        &self.groups[self.kinds * candidate.index()..][..self.kinds]
    }

    /// The cell of a candidate, counted from 0.
    pub(crate) fn cell(&self, candidate: Candidate) -> usize {
        candidate.index() / self.n
    }

    /// The value of the digit of a candidate, counted from 1.
    pub(crate) fn value(&self, candidate: Candidate) -> i64 {
        (candidate.index() % self.n) as i64 + 1
    }

    /// Whether two candidates cannot both be true.
    pub(crate) fn excludes(&self, x: Candidate, y: Candidate) -> bool {
        let mut both = self.groups(x).iter().zip(self.groups(y));
        let more = self.more(x).get(y.index() / 64);
        let is_more = more.is_some_and(|set| set >> (y.index() % 64) & 1 == 1);
        x != y && (both.any(|(a, b)| a == b) || is_more)
    }

    /// The set of excluded candidates besides the members of the candidate's groups.
    fn more(&self, x: Candidate) -> &[u64] {
        let words = self.candidates().div_ceil(64);
        let all = self.excluded.get(words * x.index()..).unwrap_or(&[]);
        &all[..words.min(all.len())]
    }

    /// Calls a function with every excluded candidate. Some occur several times.
    pub(crate) fn each_excluded(&self, x: Candidate, mut call: impl FnMut(Candidate)) {
        for &group in self.groups(x) {
            let members = self.members(group).iter();
            members.filter(|&&y| y != x).for_each(|&y| call(y));
        }
        for (index, &word) in self.more(x).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                call(self.candidate_number(64 * index + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// Makes each of the first candidates exclude each of the second ones, except itself.
    pub(crate) fn exclude(&mut self, first: &[Candidate], second: &[Candidate]) {
        let words = self.candidates().div_ceil(64);
        self.excluded.resize(words * self.candidates(), 0);
        let mut mask = vec![0; words];
        for y in second.iter().map(|y| y.index()) {
            mask[y / 64] |= 1 << (y % 64);
        }
        for x in first.iter().map(|x| x.index()) {
            let set = &mut self.excluded[words * x..][..words];
            (set.iter_mut().zip(&mask)).for_each(|(word, more)| *word |= more);
            set[x / 64] &= !(1 << (x % 64));
        }
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
        let group = self.find_group(word);
        group.ok_or_else(|| Reason::BadGroup(quote(word)))
    }

    pub(crate) fn find_group(&self, word: &str) -> Option<Group> {
        if word.starts_with('r') {
            return Some(self.group_at(0, self.row_and_column(word)?));
        }
        let (&[digit, house], _) = word.as_bytes().split_first_chunk()?;
        let kind = 1 + b"rcb"[..self.kinds - 1].iter().position(|&it| it == house)?;
        let number = position(word.get(2..)?, self.n)?;
        Some(self.group_at(kind, (number, self.digit(digit)?)))
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
        let (row, column) = self.row_and_column(word)?;
        Some(row * self.n + column)
    }

    /// Reads digits in ascending order, counted from 0; there is at least one.
    pub(crate) fn digits(&self, word: &str, may_repeat: bool) -> Option<Vec<usize>> {
        let digits: Option<Vec<_>> = word.bytes().map(|byte| self.digit(byte)).collect();
        let sorted = |a: &usize, b: &usize| a < b || may_repeat && a == b;
        digits.filter(|digits| !digits.is_empty() && digits.is_sorted_by(sorted))
    }

    /// Reads `r3c4=789`.
    pub(crate) fn candidates_named(&self, word: &str) -> Option<Vec<Candidate>> {
        let (cell, digits) = word.split_once('=')?;
        let (cell, digits) = (self.cell_named(cell)?, self.digits(digits, false)?);
        let candidate = |digit| self.candidate_at(cell, digit);
        Some(digits.into_iter().map(candidate).collect())
    }

    /// All candidates of a cell, in ascending order.
    pub(crate) fn cell_candidates(&self, cell: usize) -> &[Candidate] {
        &self.rows[cell].members
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

    /// The group of kind 0, a cell, by row and column; or of kind 1, 2, 3, a digit in a row,
    /// column, box, by house and digit. All are counted from 0.
    fn group_at(&self, kind: usize, (first, second): (usize, usize)) -> Group {
        Group((kind * self.n + first) * self.n + second)
    }

    /// The candidate of a cell and a digit, both counted from 0 and on the board.
    pub(crate) fn candidate_at(&self, cell: usize, digit: usize) -> Candidate {
        self.candidate_number(cell * self.n + digit)
    }

    fn candidate_number(&self, index: usize) -> Candidate {
        Candidate(u16::try_from(index).expect("25 * 25 * 25 fits in 16 bits"))
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
