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

    fn at(index: usize) -> Candidate {
        Candidate(u16::try_from(index).expect("25 * 25 * 25 fits in 16 bits"))
    }
}

/// A set of n candidates, one of which is true in every solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group(usize);

/// The bounds of a row, `lo` and `hi`.
pub(crate) type Bounds = [Option<i64>; 2];

/// A linear constraint: `lo` <= number of true candidates, each with its weight, <= `hi`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// The candidates with a weight other than 0, in ascending order.
    pub members: Vec<Candidate>,
    /// Their weights; empty if all are 1.
    pub weights: Vec<i64>,
    pub lo: Option<i64>,
    pub hi: Option<i64>,
}

impl Row {
    /// The row with these weights, at most one for each candidate.
    pub fn new(weights: impl IntoIterator<Item = (Candidate, i64)>, [lo, hi]: Bounds) -> Row {
        let weights = weights.into_iter().filter(|&(_, weight)| weight != 0);
        let mut weights: Vec<_> = weights.collect();
        weights.sort_unstable();
        let (members, mut weights): (_, Vec<_>) = weights.into_iter().unzip();
        if weights.iter().all(|&weight| weight == 1) {
            weights.clear();
        }
        Row {
            members,
            weights,
            lo,
            hi,
        }
    }

    /// The row of the values of some cells with this sum.
    pub fn of_values(board: &Board, cells: &[usize], sum: i64) -> Row {
        let members = cells.iter().flat_map(|&cell| board.cell_candidates(cell));
        Row::new(members.map(|&x| (x, board.value(x))), [Some(sum); 2])
    }

    /// Whether at least one member is true: all weights are 1.
    pub fn is_truth(&self) -> bool {
        self.lo == Some(1) && self.weights.is_empty()
    }

    pub fn weight(&self, candidate: Candidate) -> i64 {
        let place = self.members.binary_search(&candidate);
        place.map_or(0, |at| self.weights.get(at).copied().unwrap_or(1))
    }

    /// The sum of the weights of some candidates.
    pub fn sum(&self, candidates: &[Candidate]) -> i64 {
        candidates.iter().map(|&x| self.weight(x)).sum()
    }

    pub fn allows(&self, sum: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= sum) && self.hi.is_none_or(|hi| sum <= hi)
    }
}

/// A board of n by n cells.
#[derive(Debug)]
pub struct Board {
    n: usize,
    /// The letters of the houses: rows, columns, and boxes where the board has them.
    pub(crate) letters: &'static str,
    rows: Vec<Row>,
    /// The groups of each candidate: four, or three on a board without boxes.
    groups: Vec<Group>,
    /// For each candidate, the set of candidates that constraint lines exclude beside it. Empty if
    /// the board has none.
    excluded: Vec<u64>,
}

/// The digits, in order.
const DIGITS: &[u8] = b"123456789ABCDEFGHIJKLMNOP";

impl Board {
    /// The board with boxes of `height` rows and `width` columns, if it has 1 to 25 digits.
    pub fn sudoku(height: usize, width: usize) -> Option<Board> {
        Board::new(height, width, "rcb")
    }

    /// The board of n by n cells without boxes, if n is from 1 to 25.
    pub fn latin(n: usize) -> Option<Board> {
        Board::new(1, n, "rc")
    }

    fn new(height: usize, width: usize, letters: &'static str) -> Option<Board> {
        let n = height.checked_mul(width)?;
        if n == 0 || n > DIGITS.len() {
            return None;
        }
        let kinds = 1 + letters.len();
        let members = |_| Vec::with_capacity(n);
        let mut members: Vec<_> = (0..kinds * n * n).map(members).collect();
        let mut groups = Vec::with_capacity(kinds * n * n * n);
        for index in 0..n * n * n {
            let (row, column, d) = (index / n / n, index / n % n, index % n);
            let house = height * (row / height) + column / width;
            let numbers = [row * n + column, row * n + d, column * n + d, house * n + d];
            for (kind, number) in numbers.into_iter().enumerate().take(kinds) {
                members[kind * n * n + number].push(Candidate::at(index));
                groups.push(Group(kind * n * n + number));
            }
        }
        let (weights, lo, hi) = (Vec::new(), Some(1), Some(1));
        let row = |members| Row {
            members,
            weights: weights.clone(),
            lo,
            hi,
        };
        let rows = members.into_iter().map(row).collect();
        Some(Board {
            n,
            letters,
            rows,
            groups,
            excluded: Vec::new(),
        })
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

    /// The group as a row: exactly one member is true.
    pub(crate) fn row(&self, group: Group) -> &Row {
        &self.rows[group.0]
    }

    /// The candidates of a group, in ascending order.
    pub fn members(&self, group: Group) -> &[Candidate] {
        &self.rows[group.0].members
    }

    /// All candidates of a cell, in ascending order.
    pub(crate) fn cell_candidates(&self, cell: usize) -> &[Candidate] {
        &self.rows[cell].members
    }

    /// The groups of a candidate: its cell, then its digit in its row, column and box.
    pub fn groups(&self, candidate: Candidate) -> &[Group] {
        let kinds = 1 + self.letters.len();
        &self.groups[kinds * candidate.index()..][..kinds]
    }

    /// The candidate of a cell and a digit, both counted from 0 and on the board.
    pub(crate) fn candidate_at(&self, cell: usize, digit: usize) -> Candidate {
        Candidate::at(cell * self.n + digit)
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
        let by_line = || !self.excluded.is_empty() && has(self.by_lines(x), y.index());
        x != y && (both.any(|(a, b)| a == b) || by_line())
    }

    /// The candidates that `x` excludes by constraint lines.
    fn by_lines(&self, x: Candidate) -> &[u64] {
        let words = self.candidates().div_ceil(64);
        let all = self.excluded.get(words * x.index()..).unwrap_or(&[]);
        &all[..words.min(all.len())]
    }

    /// Whether each two of some candidates exclude each other. Works on sets, as a line may have
    /// thousands of candidates.
    pub(crate) fn is_clique(&self, members: &[Candidate]) -> bool {
        let mut all = vec![0; self.candidates().div_ceil(64)];
        let bit = |x: Candidate| (x.index() / 64, 1 << (x.index() % 64));
        members.iter().for_each(|&x| all[bit(x).0] |= bit(x).1);
        members.iter().all(|&x| {
            let mut rest = all.clone();
            let by_lines = rest.iter_mut().zip(self.by_lines(x));
            by_lines.for_each(|(word, excluded)| *word &= !excluded);
            let of_groups = self.groups(x).iter().flat_map(|&it| self.members(it));
            of_groups.for_each(|&y| rest[bit(y).0] &= !bit(y).1);
            rest.iter().all(|&word: &u64| word == 0)
        })
    }

    /// Calls a function with every excluded candidate. Some occur several times.
    pub(crate) fn each_excluded(&self, x: Candidate, mut call: impl FnMut(Candidate)) {
        for &group in self.groups(x) {
            let members = self.members(group).iter();
            members.filter(|&&y| y != x).for_each(|&y| call(y));
        }
        for (index, &word) in self.by_lines(x).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                call(Candidate::at(64 * index + rest.trailing_zeros() as usize));
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

    /// The digit, counted from 0, as the file writes it.
    pub(crate) fn digit_name(&self, digit: usize) -> char {
        char::from(DIGITS[digit])
    }

    /// The candidate as the proof file writes it: `r3c4=7`.
    pub fn name(&self, candidate: Candidate) -> String {
        let (cell, digit) = (self.cell(candidate), candidate.index() % self.n);
        let (row, column) = (cell / self.n + 1, cell % self.n + 1);
        format!("r{row}c{column}={}", self.digit_name(digit))
    }

    /// Reads a candidate: `r3c4=7` with the relation `=`, `r3c4<>7` with the relation `<>`.
    pub fn candidate(&self, word: &str, relation: &str) -> Result<Candidate, Reason> {
        let read = || {
            let (cell, digit) = word.split_once(relation)?;
            let [digit]: [u8; 1] = digit.as_bytes().try_into().ok()?;
            Some(self.candidate_at(self.cell_named(cell)?, self.digit(digit)?))
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
            return self.cell_named(word).map(Group);
        }
        let (&[digit, letter], _) = word.as_bytes().split_first_chunk()?;
        let kind = 1 + self.letters.bytes().position(|it| it == letter)?;
        let number = position(word.get(2..)?, self.n)?;
        let house = kind * self.n + number;
        Some(Group(house * self.n + self.digit(digit)?))
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

/// Whether a set contains a number.
pub(crate) fn has(set: &[u64], number: usize) -> bool {
    set[number / 64] >> (number % 64) & 1 == 1
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
