//! The constraint lines of a header, such as `cage k1 15 : r1c5 r1c6`, and the rows and exclusions
//! that they define.

use std::collections::{BTreeMap, BTreeSet};

use super::Row;
use super::machine::Machine;
use super::relation::{Relation, read_number};
use crate::grid::{Board, Candidate, Cell, Digit, HouseKind};

/// The largest multiplier in a constraint line.
const MAX_MULTIPLIER: i64 = 1_000;
/// The largest number in a name.
const MAX_NAME_NUMBER: i64 = 9_999;

/// One constraint line.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The line of the file, with single spaces.
    pub line: String,
    /// Cells of the rule, in the order in which a `fill` takes them.
    pub cells: Vec<Cell>,
    /// The row of the name.
    pub row: Option<Row>,
    /// The rows of single digits, which have a digit before the name.
    pub digits: Vec<(Digit, Row)>,
    /// Machine of the rule.
    pub machine: Option<Machine>,
    /// True if a `fill` uses the rows of the item, not only its cells.
    pub fills_rows: bool,
    /// True if the rule only defines a row.
    pub is_plain_row: bool,
}

impl Rule {
    /// The first word of the line: `cage`.
    pub fn kind(&self) -> &str {
        self.line.split(' ').next().unwrap_or_default()
    }

    /// The rows that restrict a `fill` of this line.
    pub fn conditions(&self) -> Vec<&Row> {
        match (&self.row, self.fills_rows) {
            (_, false) => Vec::new(),
            (Some(row), true) => vec![row],
            (None, true) => self.digits.iter().map(|(_, row)| row).collect(),
        }
    }

    /// All its rows with their names.
    pub fn rows(&self, name: &str) -> Vec<(String, &Row)> {
        let digit = |(digit, _): &(Digit, Row)| format!("{}{name}", digit.to_char());
        let digits = self.digits.iter().map(|it| (digit(it), &it.1));
        let own = self.row.iter().map(|row| (name.to_owned(), row));
        digits.chain(own).collect()
    }

    /// Reads the terms and bounds of a `sum` or `row`.
    fn read_terms(&mut self, board: &Board, arguments: &[&str], list: &[&str]) -> Option<()> {
        let is_row = self.is_plain_row;
        let mut weights = Vec::new();
        for term in list {
            let (cell, members, times) = read_term(board, term)?;
            if self.cells.contains(&cell) || term.contains('=') != is_row {
                return None;
            }
            self.cells.push(cell);
            let value = |it| match is_row {
                true => 1,
                false => board.digit_of(it).index() as i64 + 1,
            };
            weights.extend(members.into_iter().map(|it| (it, times * value(it))));
        }
        let bound = |at: usize| match *arguments.get(at)? {
            "-" if is_row => Some(None),
            word => read_number(word).map(Some),
        };
        let (lo, hi) = (bound(0)?, bound(usize::from(is_row))?);
        lo.or(hi)?;
        self.row = Some(Row::new(weights, lo, hi));
        Some(())
    }

    /// Adds the rows of digits in the cells of a `house`, `different`, `cage` or `has`, and the sum
    /// of the cells if they have one.
    fn read_digit_rows(&mut self, board: &Board, arguments: &[&str]) -> Option<()> {
        let (wanted, sum) = match self.kind() {
            "has" => (Some(read_digits(board, arguments.first()?, true)?), None),
            "cage" => (None, Some(read_unsigned(arguments.first()?)?)),
            "house" => (None, Some(whole_sum(board))),
            _ => (None, None),
        };
        let at_least_one = (self.kind() == "house").then_some(1);
        for digit in board.digits() {
            let (lo, hi) = match &wanted {
                Some(wanted) => match wanted.iter().filter(|&&it| it == digit).count() {
                    0 => continue,
                    times => (Some(times as i64), None),
                },
                None => (at_least_one, Some(1)),
            };
            let candidate = |&cell: &Cell| (board.candidate(cell, digit), 1);
            let weights = self.cells.iter().map(candidate).collect();
            self.digits.push((digit, Row::new(weights, lo, hi)));
        }
        self.row = sum.map(|sum| values(board, &self.cells, sum));
        Some(())
    }
}

/// All constraint lines of a header.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// The lines in order.
    pub lines: Vec<String>,
    named: BTreeMap<String, Rule>,
    /// The pairs of candidates that exclude each other but share no group, in both orders.
    excluded: BTreeMap<Candidate, BTreeSet<Candidate>>,
    /// The candidates that `allow` lines exclude.
    pub gone: BTreeSet<Candidate>,
}

/// The sum of a whole house.
pub(super) fn whole_sum(board: &Board) -> i64 {
    (board.size() * (board.size() + 1) / 2) as i64
}

/// The row of the values of some cells.
pub(super) fn values(board: &Board, cells: &[Cell], sum: i64) -> Row {
    let weights = cells.iter().flat_map(|&cell| {
        let value = move |digit: Digit| (board.candidate(cell, digit), digit.index() as i64 + 1);
        board.digits().map(value)
    });
    Row::new(weights.collect(), Some(sum), Some(sum))
}

/// Whether a line with this first word is a constraint line.
pub(super) fn is_rule(word: &str) -> bool {
    let plain = [
        "house",
        "different",
        "cage",
        "sum",
        "row",
        "has",
        "allow",
        "path",
        "every",
        "all",
    ];
    plain.contains(&word) || Machine::has_number(word).is_some()
}

impl Rules {
    /// Whether a line with this first word is a constraint line.
    pub fn is_line(word: &str) -> bool {
        is_rule(word)
    }

    /// The number of pairs of digits in a relation such as `d>=5`. `None` if it is no relation.
    pub fn pairs_in(relation: &str, size: usize) -> Option<usize> {
        let relation = Relation::read(relation, size)?;
        let digits = 1..=size as i64;
        let of_first = |a: i64| digits.clone().filter(|&b| relation.holds(a, b)).count();
        Some(digits.clone().map(of_first).sum())
    }

    /// The line with this name.
    pub fn named(&self, name: &str) -> Option<&Rule> {
        self.named.get(name)
    }

    /// All lines with a name, by name.
    pub fn all(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.named.iter().map(|(name, rule)| (name.as_str(), rule))
    }

    /// The candidates that a candidate excludes without sharing a group.
    pub fn excluded(&self, candidate: Candidate) -> impl Iterator<Item = Candidate> + '_ {
        self.excluded.get(&candidate).into_iter().flatten().copied()
    }

    /// Adds a line; `None` if it cannot be read.
    pub fn add(&mut self, board: &Board, words: &[&str]) -> Option<()> {
        self.lines.push(words.join(" "));
        match *words {
            ["allow", cell, digits] => {
                let cell = board.parse_cell(cell)?;
                let kept = read_digits(board, digits, false)?;
                let gone = board.digits().filter(|digit| !kept.contains(digit));
                self.gone
                    .extend(gone.map(|digit| board.candidate(cell, digit)));
                return Some(());
            }
            ["all", way, relation] => return self.add_all(board, way, relation),
            _ => {}
        }
        let colon = words.iter().position(|&word| word == ":")?;
        let (head, list) = (&words[..colon], words.get(colon + 1..)?);
        let [kind, name, arguments @ ..] = head else {
            return None;
        };
        let has_form = arguments.len() == argument_count(kind)? && !list.is_empty();
        if !has_form || !is_name(board, name) {
            return None;
        }
        let rule = self.rule(board, kind, arguments, list)?;
        for (_, row) in rule.rows(name) {
            if row.is_link() {
                for (at, &(a, _)) in row.weights.iter().enumerate() {
                    let later = row.weights[at + 1..].iter();
                    later.for_each(|&(b, _)| self.exclude(board, a, b));
                }
            }
        }
        self.named.insert((*name).to_owned(), rule);
        Some(())
    }

    fn rule(
        &mut self,
        board: &Board,
        kind: &str,
        arguments: &[&str],
        list: &[&str],
    ) -> Option<Rule> {
        let mut rule = Rule {
            line: self.lines.last()?.clone(),
            cells: Vec::new(),
            row: None,
            digits: Vec::new(),
            machine: None,
            fills_rows: matches!(kind, "cage" | "sum" | "has"),
            is_plain_row: kind == "row",
        };
        let cells = || read_cells(board, list);
        match kind {
            "sum" | "row" => rule.read_terms(board, arguments, list)?,
            "path" | "every" => {
                rule.cells = cells().filter(|cells| cells.len() > 1)?;
                let relation = Relation::read(arguments.first()?, board.size())?;
                let reach = if kind == "path" { 1 } else { list.len() };
                for (at, &first) in rule.cells.iter().enumerate() {
                    for &second in rule.cells[at + 1..].iter().take(reach) {
                        self.relate(board, &relation, first, second);
                    }
                }
            }
            "house" | "different" | "cage" | "has" => {
                rule.cells = cells()?;
                rule.read_digit_rows(board, arguments)?;
            }
            word => {
                let number = if Machine::has_number(word)? {
                    read_unsigned(arguments.first()?)?
                } else {
                    0
                };
                if word == "mod" && number < 1 {
                    return None;
                }
                let machine = Machine::new(word, number, board.size());
                let least = if word == "between" { 2 } else { 1 };
                rule.cells = machine.order(cells().filter(|cells| cells.len() >= least)?);
                rule.machine = Some(machine);
            }
        }
        Some(rule)
    }

    fn add_all(&mut self, board: &Board, way: &str, relation: &str) -> Option<()> {
        let relation = Relation::read(relation, board.size())?;
        let moves: &[(usize, isize)] = match way {
            "touch" => &[(0, 1), (1, 0)],
            "king" => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            _ => return None,
        };
        for cell in board.cells() {
            for &(down, right) in moves {
                let row = board.row(cell) + down;
                let column = board.column(cell).checked_add_signed(right);
                if let Some(column) = column.filter(|&it| it < board.size() && row < board.size()) {
                    self.relate(board, &relation, cell, board.cell(row, column));
                }
            }
        }
        Some(())
    }

    fn relate(&mut self, board: &Board, relation: &Relation<'_>, first: Cell, second: Cell) {
        for a in board.digits() {
            for b in board.digits() {
                if !relation.holds(a.index() as i64 + 1, b.index() as i64 + 1) {
                    self.exclude(board, board.candidate(first, a), board.candidate(second, b));
                }
            }
        }
    }

    fn exclude(&mut self, board: &Board, a: Candidate, b: Candidate) {
        if a != b && !board.exclude(a, b) {
            self.excluded.entry(a).or_default().insert(b);
            self.excluded.entry(b).or_default().insert(a);
        }
    }
}

/// The number of words between the name and the colon.
fn argument_count(kind: &str) -> Option<usize> {
    match kind {
        "house" | "different" => Some(0),
        "cage" | "sum" | "has" | "path" | "every" => Some(1),
        "row" => Some(2),
        machine => Machine::has_number(machine).map(usize::from),
    }
}

/// Reads a number that is not negative.
fn read_unsigned(word: &str) -> Option<i64> {
    read_number(word).filter(|&number| number >= 0)
}

/// Whether a line may define a name: one to eight small letters, other than those of houses, and a
/// number from 1 to 9999.
fn is_name(board: &Board, name: &str) -> bool {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (word, number) = name.split_at(letters);
    let number = read_number(number).unwrap_or(0);
    let is_house = match word {
        "r" | "c" => true,
        "b" => board.houses().iter().any(|it| it.kind == HouseKind::Box),
        _ => false,
    };
    (1..=8).contains(&letters) && !is_house && (1..=MAX_NAME_NUMBER).contains(&number)
}

/// Reads at least one digit, in ascending order. With `may_repeat`, digits may occur several times.
pub(super) fn read_digits(board: &Board, text: &str, may_repeat: bool) -> Option<Vec<Digit>> {
    let digits: Option<Vec<Digit>> = text.chars().map(|c| board.parse_digit(c)).collect();
    let is_next = |a: &Digit, b: &Digit| a < b || (may_repeat && a == b);
    digits.filter(|digits| !digits.is_empty() && digits.is_sorted_by(is_next))
}

/// Reads a list of cells, none twice.
fn read_cells(board: &Board, list: &[&str]) -> Option<Vec<Cell>> {
    let mut seen = BTreeSet::new();
    let cell = |word: &&str| board.parse_cell(word).filter(|&cell| seen.insert(cell));
    list.iter().map(cell).collect()
}

/// Reads `-2*r3c4=67` or, with all candidates of the cell, `-2*r3c4`.
fn read_term(board: &Board, text: &str) -> Option<(Cell, Vec<Candidate>, i64)> {
    let (sign, rest) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
    let (cell, digits) = match rest.split_once('=') {
        Some((cell, digits)) => (cell, read_digits(board, digits, false)?),
        None => (rest, board.digits().collect()),
    };
    let (cell, times) = (board.parse_cell(cell)?, read_number(times)?);
    let members = digits.into_iter().map(|digit| board.candidate(cell, digit));
    (1..=MAX_MULTIPLIER)
        .contains(&times)
        .then(|| (cell, members.collect(), sign * times))
}
