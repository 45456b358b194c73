//! The constraint lines of the header of version 2, such as `cage k1 15 : r1c5 r1c6`, and their
//! definitions.

use crate::board::{number, position};
use crate::check::Checker;
use crate::names::{Definition, is_machine};
use crate::row::Row;
use crate::verdict::{Judged, Need};

const MAX_NUMBER: usize = 1_000_000;
const MAX_MULTIPLIER: usize = 1_000;

/// A line with a name: the kind, the words before the colon that follow the name, the words after
/// the colon.
type Line<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

/// The first words of lines with a name, by the number of words between the name and the colon.
const LINE_KINDS: [&str; 3] = [
    "house different between mono zigzag arith",
    "cage has sum path every sandwich xsum skyscraper rise same mod",
    "row",
];

/// The number of words between the name and the colon in a line of this kind, and the kind. `None`
/// if no line has this kind.
fn kind_of(word: &str) -> Option<(usize, &'static str)> {
    let kinds = LINE_KINDS.iter().enumerate();
    let mut kinds = kinds.flat_map(|(number, kinds)| kinds.split(' ').map(move |it| (number, it)));
    kinds.find(|(_, kind)| *kind == word)
}

/// Whether a line with this first word is a constraint line.
pub(crate) fn is_rule(word: &str) -> bool {
    matches!(word, "allow" | "all") || kind_of(word).is_some()
}

impl Checker {
    /// Reads a constraint line.
    pub fn rule(&mut self, words: &[&str]) -> Judged {
        match *words {
            ["allow", cell, digits] => self.allow(cell, digits),
            ["all", way, relation] => self.all(way, relation),
            _ => self.named_rule(words),
        }
    }

    fn named_rule(&mut self, words: &[&str]) -> Judged {
        let (number, kind) = kind_of(words[0]).need_of(words[0], "bad-form")?;
        let (head, list) = words.split_at_checked(3 + number).unwrap_or_default();
        let is_right = head.last() == Some(&":") && !list.is_empty();
        is_right.need_of(kind, "bad-form")?;
        let (name, line) = (head[1], (kind, &head[2..2 + number], list));
        self.need_free(name)?;
        let mut definition = match kind {
            "sum" | "row" => self.weights(line),
            "path" | "every" => self.pairs(line),
            _ if is_machine(kind) => self.machine(line),
            _ => self.digits(line),
        }?;
        definition.kind = kind;
        self.define(name, definition)
    }

    fn allow(&mut self, cell: &str, digits: &str) -> Judged {
        let cell = argument(cell, |word| self.board.cell_named(word))?;
        let allowed = argument(digits, |word| self.board.digits(word, false))?;
        for digit in (0..self.board.n()).filter(|digit| !allowed.contains(digit)) {
            self.puzzle.remove(self.board.candidate_at(cell, digit));
        }
        self.grow(1)
    }

    fn all(&mut self, way: &str, word: &str) -> Judged {
        let n = self.board.n();
        let moves: &[(usize, isize)] = match way {
            "touch" => &[(0, 1), (1, 0)],
            "king" => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            _ => return false.need_of(way, "bad-argument"),
        };
        let holds = argument(word, |word| relation(word, n as i64))?;
        for cell in 0..n * n {
            for &(down, right) in moves {
                let (row, column) = (cell / n + down, (cell % n).checked_add_signed(right));
                if let Some(column) = column.filter(|&column| row < n && column < n) {
                    self.relate(&holds, cell, row * n + column);
                }
            }
        }
        self.grow(4 * n * n + 1)
    }

    /// Forbids the pairs of digits in two cells for which a relation does not hold.
    fn relate(&mut self, holds: impl Fn(i64, i64) -> bool, first: usize, second: usize) {
        let board = &mut self.board;
        for a in board.cell_candidates(first) {
            let forbidden = board.cell_candidates(second);
            let forbidden = forbidden.filter(|&b| !holds(board.value(a), board.value(b)));
            let (forbidden, one) = (board.set(forbidden), board.set([a]));
            board.exclude(a, &forbidden);
            forbidden.iter().for_each(|b| board.exclude(b, &one));
        }
    }

    /// Reads the list of cells of a line: at least `least` of them, without repetition.
    fn cells(&self, (kind, _, list): Line, least: usize) -> Judged<Vec<usize>> {
        let mut cells = Vec::new();
        for word in list {
            let cell = self.board.cell_named(word);
            let cell = cell.filter(|cell| !cells.contains(cell));
            cells.push(cell.need_of(word, "bad-cell")?);
        }
        (cells.len() >= least).need_of(kind, "bad-cell")?;
        Ok(cells)
    }

    /// A line that restricts the cells of some digits.
    fn digits(&mut self, line: Line) -> Judged<Definition> {
        let ((kind, arguments, _), mut sum, mut wanted) = (line, None, Vec::new());
        match kind {
            "cage" => sum = Some(argument(arguments[0], unsigned)?),
            "has" => wanted = argument(arguments[0], |word| self.board.digits(word, true))?,
            _ => {}
        }
        let cells = self.cells(line, 1)?;
        (kind != "house" || cells.len() == self.board.n()).need_of(kind, "bad-cell")?;
        let mut definition = Definition::default();
        if kind == "house" {
            definition = self.board.house(cells, true);
        } else {
            let times = |digit| wanted.iter().filter(|&&it| it == digit).count() as i64;
            let bounds = (0..self.board.n()).map(|digit| match kind {
                "has" => Some([Some(times(digit)), None]).filter(|_| wanted.contains(&digit)),
                _ => Some([None, Some(1)]),
            });
            definition.digits = self.board.rows(&cells, &bounds.collect::<Vec<_>>());
            let row = sum.map(|sum| self.board.row_of_values(&cells, sum));
            (definition.row, definition.cells) = (row.unwrap_or_default(), cells);
        }
        let rows = definition.digits.iter().flatten();
        rows.for_each(|row| self.board.exclude_in(row));
        Ok(definition)
    }

    /// A `sum` of the values of cells, or a `row` of candidates, of terms such as `-2*r3c4`.
    fn weights(&mut self, (kind, arguments, list): Line) -> Judged<Definition> {
        let (board, is_sum) = (&self.board, kind == "sum");
        let bound = |word: &str| match word {
            "-" if !is_sum => Some(None),
            word => signed(word).map(Some),
        };
        let lo = argument(arguments[0], bound)?;
        let hi = argument(arguments[arguments.len() - 1], bound)?;
        lo.or(hi).need_of("-", "bad-argument")?;
        let (mut definition, mut weights) = (Definition::default(), Vec::new());
        for word in list {
            let (sign, rest) = word.strip_prefix('-').map_or((1, *word), |rest| (-1, rest));
            let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
            let times = position(times, MAX_MULTIPLIER).map(|it| sign * (it as i64 + 1));
            let members = match is_sum {
                true => (board.cell_named(rest)).map(|it| board.cell_candidates(it).collect()),
                false => board.candidates_named(rest),
            };
            let (times, members) = times.zip(members).need_of(word, "bad-cell")?;
            let cell = board.cell(members[0]);
            (!definition.cells.contains(&cell)).need_of(word, "bad-cell")?;
            definition.cells.push(cell);
            let value = |x| if is_sum { board.value(x) } else { 1 };
            weights.extend(members.into_iter().map(|x| (x, times * value(x))));
        }
        definition.row = Row::new(weights.into_iter(), [lo, hi]);
        self.board.exclude_in(&definition.row);
        Ok(definition)
    }

    /// A relation between neighbours in a list of cells, or between any two.
    fn pairs(&mut self, line: Line) -> Judged<Definition> {
        let ((kind, arguments, _), n) = (line, self.board.n() as i64);
        let holds = argument(arguments[0], |word| relation(word, n))?;
        let (mut definition, cells) = (Definition::default(), self.cells(line, 2)?);
        let reach = if kind == "path" { 1 } else { cells.len() };
        for (index, &first) in cells.iter().enumerate() {
            for &second in cells[index + 1..].iter().take(reach) {
                self.relate(&holds, first, second);
            }
        }
        definition.cells = cells;
        Ok(definition)
    }

    fn machine(&mut self, line: Line) -> Judged<Definition> {
        let ((kind, arguments, _), mut definition) = (line, Definition::default());
        if let [number] = arguments {
            let read = |word| unsigned(word).filter(|&number| kind != "mod" || number > 0);
            definition.number = argument(number, read)?;
        }
        definition.cells = self.cells(line, if kind == "between" { 2 } else { 1 })?;
        if kind == "between" {
            // `between` reads the two ends first.
            definition.cells[1..].rotate_right(1);
        }
        Ok(definition)
    }
}

/// Reads a word between the name and the colon.
fn argument<'a, T>(word: &'a str, read: impl Fn(&'a str) -> Option<T>) -> Judged<T> {
    read(word).need_of(word, "bad-argument")
}

/// Reads a number from 0 to 1,000,000.
fn unsigned(word: &str) -> Option<i64> {
    let value = number(word).filter(|&value| value <= MAX_NUMBER);
    value.map(|value| value as i64)
}

/// Reads such a number, with `-` before it unless it is 0.
fn signed(word: &str) -> Option<i64> {
    let (sign, rest) = word.strip_prefix('-').map_or((1, word), |rest| (-1, rest));
    let value = unsigned(rest).filter(|&value| sign > 0 || value > 0);
    value.map(|value| sign * value)
}

/// Reads a relation between the values of two cells on a board of n digits, such as `d>=5`: the
/// compared quantity, the comparison and a number.
fn relation(word: &str, n: i64) -> Option<impl Fn(i64, i64) -> bool> {
    let (of, rest) = word.split_at(word.find(|c: char| !c.is_ascii_lowercase())?);
    let signs = rest.bytes().take_while(|byte| b"<=>!".contains(byte));
    let (order, tail) = rest.split_at(signs.count());
    let holds = match order {
        "<" => i64::lt,
        "<=" => i64::le,
        "=" => i64::eq,
        "!=" => i64::ne,
        ">=" => i64::ge,
        ">" => i64::gt,
        _ => return None,
    };
    let number = match (of, order) {
        ("d" | "s", _) | ("r", "=" | "!=") => unsigned(tail)?,
        ("", _) | ("p" | "m" | "e", "=" | "!=") if tail.is_empty() => 0,
        _ => return None,
    };
    Some(move |a, b| {
        let (left, right) = match of {
            "d" => (i64::abs(a - b), number),
            "s" => (a + b, number),
            "r" => (i64::from(a == number * b || b == number * a), 1),
            "p" => (a % 2, b % 2),
            "m" => (a % 3, b % 3),
            "e" => (3 * (a - 1) / n, 3 * (b - 1) / n),
            _ => (a, b),
        };
        holds(&left, &right)
    })
}
