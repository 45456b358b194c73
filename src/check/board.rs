//! The board, rebuilt from its size: its candidates and rows, the exclusions, and their names in
//! the proof file. A definition gives a name to a row or to a line of the header.

use crate::machine::Machine;

/// "This digit is in this cell": `cell * n + digit - 1`, cells counted from 0 in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate(u16);

impl Candidate {
    /// The index of the candidate in the list of all candidates of the board.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub(crate) fn at(index: usize) -> Candidate {
        Candidate(u16::try_from(index).expect("25 * 25 * 25 fits in 16 bits"))
    }
}

/// A linear constraint: `lo` <= number of true candidates, each with its weight, <= `hi`.
#[derive(Clone, Debug, Default)]
pub struct Row {
    /// The candidates with a weight other than 0, in ascending order, and their weights.
    pub(crate) weights: Vec<(Candidate, i64)>,
    pub(crate) lo: Option<i64>,
    pub(crate) hi: Option<i64>,
}

impl Row {
    /// The row with these weights, at most one for each candidate.
    pub(crate) fn new(
        weights: impl IntoIterator<Item = (Candidate, i64)>,
        [lo, hi]: [Option<i64>; 2],
    ) -> Row {
        let weights = weights.into_iter().filter(|&(_, weight)| weight != 0);
        let mut weights: Vec<_> = weights.collect();
        weights.sort_unstable();
        Row { weights, lo, hi }
    }

    /// The candidates with a weight other than 0, in ascending order.
    pub fn members(&self) -> impl Iterator<Item = Candidate> {
        self.weights.iter().map(|&(x, _)| x)
    }

    fn has_weights_of_1(&self) -> bool {
        self.weights.iter().all(|&(_, weight)| weight == 1)
    }

    /// Whether at least one member is true.
    pub(crate) fn is_truth(&self) -> bool {
        self.lo == Some(1) && self.has_weights_of_1()
    }

    pub(crate) fn weight(&self, x: Candidate) -> i64 {
        let place = self.weights.binary_search_by_key(&x, |&(member, _)| member);
        place.map_or(0, |at| self.weights[at].1)
    }

    /// The sum of the weights of some candidates.
    pub(crate) fn sum(&self, candidates: &[Candidate]) -> i64 {
        candidates.iter().map(|&x| self.weight(x)).sum()
    }

    pub(crate) fn allows(&self, sum: i64) -> bool {
        self.lo.is_none_or(|lo| lo <= sum) && self.hi.is_none_or(|hi| sum <= hi)
    }
}

/// The meaning of a name.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    pub role: Role,
    /// The row of the name, without weights and bounds if the line has no row.
    pub row: Row,
    /// The cells of a header line, in the order of a `fill`.
    pub cells: Vec<usize>,
    /// The rows that a `fill` of the line has as conditions.
    pub conditions: Vec<Row>,
    pub machine: Option<Machine>,
}

/// The origin of a name, and its use in a `fill`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Role {
    /// A header line: its cells, its conditions and its machine.
    #[default]
    Line,
    /// A cell of the board.
    Cell,
    /// A row of the header, used as a row.
    Row,
    /// A row that a step has defined, used as a row.
    Step,
    /// A deadly set, which a `fill` cannot use.
    Deadly,
}

impl Definition {
    pub fn of_row(row: Row, role: Role) -> Definition {
        let mut definition = Definition::default();
        (definition.row, definition.role) = (row, role);
        definition
    }

    /// Whether the header defines the name, so that each solution obeys it.
    pub fn is_rule(&self) -> bool {
        matches!(self.role, Role::Line | Role::Row)
    }
}

/// A board of n by n cells.
#[derive(Debug)]
pub struct Board {
    n: usize,
    /// The letters of the houses: rows, columns, and boxes where the board has them.
    pub(crate) letters: &'static str,
    /// One row for each cell, then for each digit in each row, column and box.
    rows: Vec<Row>,
    /// The rows of the board that contain each candidate: four, or three without boxes.
    groups: Vec<usize>,
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

    /// The board with these letters of houses; without `b` it has no boxes.
    pub(crate) fn new(height: usize, width: usize, letters: &'static str) -> Option<Board> {
        let n = height.checked_mul(width)?;
        if n == 0 || n > DIGITS.len() {
            return None;
        }
        let kinds = 1 + letters.len();
        let row = |_| Row::new(Vec::with_capacity(n), [Some(1); 2]);
        let mut rows: Vec<_> = (0..kinds * n * n).map(row).collect();
        let mut groups = Vec::with_capacity(kinds * n * n * n);
        for index in 0..n * n * n {
            let (row, column, d) = (index / n / n, index / n % n, index % n);
            let house = height * (row / height) + column / width;
            let numbers = [row * n + column, row * n + d, column * n + d, house * n + d];
            for (kind, number) in numbers.into_iter().enumerate().take(kinds) {
                let group = kind * n * n + number;
                rows[group].weights.push((Candidate::at(index), 1));
                groups.push(group);
            }
        }
        let excluded = Vec::new();
        Some(Board {
            n,
            letters,
            rows,
            groups,
            excluded,
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

    /// The sum of the values of all digits.
    pub(crate) fn house_sum(&self) -> i64 {
        (self.n * (self.n + 1) / 2) as i64
    }

    /// The rows of the board that contain a candidate, by their numbers: its cell, then its digit
    /// in its houses.
    fn groups(&self, x: Candidate) -> &[usize] {
        let kinds = 1 + self.letters.len();
        &self.groups[kinds * x.index()..][..kinds]
    }

    /// The rows of the board that contain a candidate.
    pub(crate) fn rows_of(&self, x: Candidate) -> impl Iterator<Item = &Row> {
        self.groups(x).iter().map(|&group| &self.rows[group])
    }

    /// Whether two candidates cannot both be true.
    pub(crate) fn excludes(&self, x: Candidate, y: Candidate) -> bool {
        let mut both = self.groups(x).iter().zip(self.groups(y));
        x != y && (both.any(|(a, b)| a == b) || has(self.by_lines(x), y.index()))
    }

    /// Calls a function with every candidate that cannot be true together with `x`. Some occur
    /// several times.
    pub(crate) fn each_excluded(&self, x: Candidate, mut call: impl FnMut(Candidate)) {
        let members = self.rows_of(x).flat_map(Row::members);
        members.filter(|&y| y != x).for_each(&mut call);
        for (index, &word) in self.by_lines(x).iter().enumerate() {
            let mut rest = word;
            while rest != 0 {
                call(Candidate::at(64 * index + rest.trailing_zeros() as usize));
                rest &= rest - 1;
            }
        }
    }

    /// The set of candidates that `x` excludes by constraint lines.
    fn by_lines(&self, x: Candidate) -> &[u64] {
        let words = self.excluded.len() / self.candidates();
        &self.excluded[words * x.index()..][..words]
    }

    /// Whether each two of some candidates exclude each other. Works on sets, as a line may have
    /// thousands of candidates.
    pub(crate) fn is_clique(&self, members: &[Candidate]) -> bool {
        let all = set_of(self.candidates(), members.iter().map(|x| x.index()));
        members.iter().all(|&x| {
            let mut rest = all.clone();
            rest[x.index() / 64] &= !(1 << (x.index() % 64));
            self.each_excluded(x, |y| rest[y.index() / 64] &= !(1 << (y.index() % 64)));
            rest.iter().all(|&word| word == 0)
        })
    }

    /// Makes each of the first candidates exclude each of the second ones, except itself.
    pub(crate) fn exclude(&mut self, first: &[Candidate], second: &[Candidate]) {
        let mask = set_of(self.candidates(), second.iter().map(|y| y.index()));
        self.excluded.resize(mask.len() * self.candidates(), 0);
        for x in first.iter().map(|x| x.index()) {
            let excluded = &mut self.excluded[mask.len() * x..][..mask.len()];
            (excluded.iter_mut().zip(&mask)).for_each(|(word, more)| *word |= more);
            excluded[x / 64] &= !(1 << (x % 64));
        }
    }

    /// Makes the members of a row exclude each other if it is a link.
    pub(crate) fn exclude_in(&mut self, row: &Row) {
        if row.hi == Some(1) && row.has_weights_of_1() {
            let members: Vec<_> = row.members().collect();
            self.exclude(&members, &members);
        }
    }

    /// The digit, counted from 0, as the file writes it.
    pub(crate) fn digit_name(&self, digit: usize) -> char {
        char::from(DIGITS[digit])
    }

    /// The candidate as the proof file writes it: `r3c4=7`.
    pub fn name(&self, x: Candidate) -> String {
        let (cell, digit) = (self.cell(x), x.index() % self.n);
        let (row, column) = (cell / self.n + 1, cell % self.n + 1);
        format!("r{row}c{column}={}", self.digit_name(digit))
    }

    /// Reads a candidate: `r3c4=7` with the relation `=`, `r3c4<>7` with the relation `<>`.
    pub fn candidate(&self, word: &str, relation: &str) -> Option<Candidate> {
        let (cell, digit) = word.split_once(relation)?;
        let [digit]: [u8; 1] = digit.as_bytes().try_into().ok()?;
        Some(self.candidate_at(self.cell_named(cell)?, self.digit(digit)?))
    }

    /// Reads the name of a row of the board: `r3c4`, `7r3`, `7c4` or `7b2`.
    pub fn row(&self, word: &str) -> Option<&Row> {
        if word.starts_with('r') {
            return Some(&self.rows[self.cell_named(word)?]);
        }
        let (&[digit, letter], _) = word.as_bytes().split_first_chunk()?;
        let kind = 1 + self.letters.bytes().position(|it| it == letter)?;
        let house = kind * self.n + position(word.get(2..)?, self.n)?;
        Some(&self.rows[house * self.n + self.digit(digit)?])
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
    let word = set.get(number / 64);
    word.is_some_and(|word| word >> (number % 64) & 1 == 1)
}

/// The set of some numbers below a limit.
pub(crate) fn set_of(limit: usize, numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut set = vec![0; limit.div_ceil(64)];
    numbers.for_each(|number| set[number / 64] |= 1 << (number % 64));
    set
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
