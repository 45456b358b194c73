//! The constraint lines of the header of version 2, such as `cage k1 15 : r1c5 r1c6`, and their
//! definitions.

use crate::board::{Candidate, Row, position};
use crate::check::Checker;
use crate::machine::{MACHINES, Machine};
use crate::names::{Definition, Role};
use crate::relation::{Relation, signed, unsigned};
use crate::sentences::{Need, Reason, quote};
use crate::verdict::Stop;

const MAX_MULTIPLIER: usize = 1_000;

/// A line with a name: the kind, the words before the colon, the name, the words after the colon.
#[derive(Clone, Copy)]
struct Line<'a> {
    kind: &'static str,
    name: &'a str,
    arguments: &'a [&'a str],
    list: &'a [&'a str],
}

/// Reads a line and defines its digit rows and exclusions. Returns the meaning of its name and the
/// size of all parts that are not rows.
type Read = fn(&mut Checker, Line) -> Result<(Definition, usize), Stop>;

/// The kinds of lines with a name, other than machines: the number of words between the name and
/// the colon, and the function that reads the line.
const LINES: [(&str, usize, Read); 8] = [
    ("house", 0, digits),
    ("different", 0, digits),
    ("cage", 1, digits),
    ("has", 1, digits),
    ("sum", 1, terms),
    ("row", 2, terms),
    ("path", 1, pairs),
    ("every", 1, pairs),
];

/// The kind of line with this first word.
fn kind(word: &str) -> Option<(&'static str, usize, Read)> {
    let machine = |&(word, has_number)| (word, usize::from(has_number), machine as Read);
    let mut all = LINES.into_iter().chain(MACHINES.iter().map(machine));
    all.find(|kind| kind.0 == word)
}

/// Whether a line with this first word is a constraint line.
pub(crate) fn is_rule(word: &str) -> bool {
    matches!(word, "allow" | "all") || kind(word).is_some()
}

impl Checker {
    /// Reads a constraint line.
    pub fn rule(&mut self, words: &[&str]) -> Result<(), Stop> {
        match *words {
            ["allow", cell, digits] => return self.allow(cell, digits),
            ["all", way, relation] => return self.all(way, relation),
            _ => {}
        }
        let (kind, number, read) = kind(words[0]).need_of(words[0], Reason::BadForm)?;
        let (head, list) = words.split_at_checked(3 + number).unwrap_or_default();
        let is_right = head.last() == Some(&":") && !list.is_empty();
        is_right.need_of(kind, Reason::BadForm)?;
        let (name, arguments) = (head[1], &head[2..2 + number]);
        self.names.need_free(&self.board, name)?;
        let (definition, extent) = read(self, Line { kind, name, arguments, list })?;
        let size = definition.row.as_ref().map_or(extent, |row| row.members.len());
        self.names.all.insert(name.to_string(), definition);
        self.names.grow(1 + size)
    }

    /// Makes the members of a row exclude each other if it is a link.
    fn exclude_link(&mut self, row: &Row) {
        if row.hi == Some(1) && row.weights.is_empty() {
            self.board.exclude(&row.members, &row.members);
        }
    }

    fn allow(&mut self, cell: &str, digits: &str) -> Result<(), Stop> {
        let place = self.board.cell_named(cell);
        let place = place.need_of(cell, Reason::BadArgument)?;
        let allowed = self.board.digits(digits, false);
        let allowed = allowed.need_of(digits, Reason::BadArgument)?;
        for digit in (0..self.board.n()).filter(|digit| !allowed.contains(digit)) {
            self.puzzle[self.board.candidate_at(place, digit).index()] = false;
        }
        self.names.grow(1)
    }

    fn all(&mut self, way: &str, relation: &str) -> Result<(), Stop> {
        let n = self.board.n();
        let moves: &[(usize, isize)] = match way {
            "touch" => &[(0, 1), (1, 0)],
            "king" => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            _ => return Err(Reason::BadArgument(quote(way)).into()),
        };
        let relation = Relation::read(relation, n).need_of(relation, Reason::BadArgument)?;
        self.names.grow(4 * n * n + 1)?;
        for cell in 0..n * n {
            for &(down, right) in moves {
                let (row, column) = (cell / n + down, (cell % n).checked_add_signed(right));
                if let Some(column) = column.filter(|&column| row < n && column < n) {
                    self.relate(&relation, cell, row * n + column);
                }
            }
        }
        Ok(())
    }

    /// Forbids the pairs of digits in two cells for which a relation does not hold.
    fn relate(&mut self, relation: &Relation, first: usize, second: usize) {
        for a in self.board.cell_candidates(first).to_vec() {
            let mut forbidden = self.board.cell_candidates(second).to_vec();
            forbidden.retain(|&b| !relation.holds(self.board.value(a), self.board.value(b)));
            self.board.exclude(&[a], &forbidden);
            self.board.exclude(&forbidden, &[a]);
        }
    }

    /// Reads the list of cells of a line: at least `least` of them, without repetition.
    fn cells(&self, line: Line, least: usize) -> Result<Vec<usize>, Reason> {
        let mut cells = Vec::new();
        for word in line.list {
            let cell = self.board.cell_named(word).filter(|cell| !cells.contains(cell));
            cells.push(cell.need_of(word, Reason::BadCell)?);
        }
        (cells.len() >= least).need_of(line.kind, Reason::BadCell)?;
        Ok(cells)
    }
}

/// Reads a word between the name and the colon.
fn argument<T>(word: &str, read: impl Fn(&str) -> Option<T>) -> Result<T, Reason> {
    read(word).need_of(word, Reason::BadArgument)
}

/// A line that restricts the cells of some digits.
fn digits(it: &mut Checker, line: Line) -> Result<(Definition, usize), Stop> {
    let (n, mut sum, mut wanted) = (it.board.n(), None, Vec::new());
    match line.kind {
        "house" => sum = Some(it.board.house_sum()),
        "cage" => sum = Some(argument(line.arguments[0], unsigned)?),
        "has" => wanted = argument(line.arguments[0], |word| it.board.digits(word, true))?,
        _ => {}
    }
    let cells = it.cells(line, 1)?;
    (line.kind != "house" || cells.len() == n).need_of(line.kind, Reason::BadCell)?;
    for digit in 0..n {
        let bounds = match (line.kind, wanted.iter().filter(|&&it| it == digit).count()) {
            ("has", 0) => continue,
            ("has", times) => [Some(times as i64), None],
            ("house", _) => [Some(1), Some(1)],
            _ => [None, Some(1)],
        };
        let members = cells.iter().map(|&cell| it.board.candidate_at(cell, digit));
        let row = Row::new(members.map(|x| (x, 1)).collect(), bounds);
        it.exclude_link(&row);
        it.names.define(it.board.digit_name(digit) + line.name, row, Role::Row)?;
    }
    let row = sum.map(|sum| Row::of_values(&it.board, &cells, sum));
    let is_filled = matches!(line.kind, "cage" | "has");
    let role = if is_filled { Role::CellsAndRows } else { Role::Cells };
    Ok((Definition { cells, row, role, machine: None }, 0))
}

/// A `sum` of the values of cells, or a `row` of candidates, of terms such as `-2*r3c4`.
fn terms(it: &mut Checker, line: Line) -> Result<(Definition, usize), Stop> {
    let (board, is_sum) = (&it.board, line.kind == "sum");
    let bound = |word: &&str| match *word {
        "-" if !is_sum => Ok(None),
        word => argument(word, signed).map(Some),
    };
    let bounds: Vec<_> = line.arguments.iter().map(bound).collect::<Result<_, _>>()?;
    let (lo, hi) = (bounds[0], bounds[bounds.len() - 1]);
    (lo.is_some() || hi.is_some()).need_of("-", Reason::BadArgument)?;
    let (mut cells, mut weights) = (Vec::new(), Vec::new());
    for word in line.list {
        let (sign, rest) = word.strip_prefix('-').map_or((1, *word), |rest| (-1, rest));
        let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
        let times = position(times, MAX_MULTIPLIER).map(|it| sign * (it as i64 + 1));
        let members = match is_sum {
            true => board.cell_named(rest).map(|cell| board.cell_candidates(cell).to_vec()),
            false => board.candidates_named(rest),
        };
        let (times, members) = times.zip(members).need_of(word, Reason::BadCell)?;
        let cell = board.cell(members[0]);
        (!cells.contains(&cell)).need_of(word, Reason::BadCell)?;
        cells.push(cell);
        let value = |x: Candidate| if is_sum { board.value(x) } else { 1 };
        weights.extend(members.into_iter().map(|x| (x, times * value(x))));
    }
    let (row, role) =
        (Row::new(weights, [lo, hi]), if is_sum { Role::CellsAndRows } else { Role::Row });
    if row.hi == Some(1) && row.weights.is_empty() {
        it.board.exclude(&row.members, &row.members);
    }
    Ok((Definition { cells, row: Some(row), role, machine: None }, 0))
}

/// A relation between neighbours in a list of cells, or between any two.
fn pairs(it: &mut Checker, line: Line) -> Result<(Definition, usize), Stop> {
    let relation = Relation::read(line.arguments[0], it.board.n());
    let relation = relation.need_of(line.arguments[0], Reason::BadArgument)?;
    let cells = it.cells(line, 2)?;
    let reach = if line.kind == "path" { 1 } else { cells.len() };
    for (index, &first) in cells.iter().enumerate() {
        for &second in cells[index + 1..].iter().take(reach) {
            it.relate(&relation, first, second);
        }
    }
    let extent = cells.len() * reach;
    Ok((Definition { cells, ..Definition::default() }, extent))
}

fn machine(it: &mut Checker, line: Line) -> Result<(Definition, usize), Stop> {
    let least = i64::from(line.kind == "mod");
    let number = |word: &str| unsigned(word).filter(|&it| it >= least);
    let number = line.arguments.first().map_or(Ok(0), |word| argument(word, number))?;
    let is_between = line.kind == "between";
    let mut cells = it.cells(line, 1 + usize::from(is_between))?;
    if is_between {
        // `between` reads the two ends first.
        cells[1..].rotate_right(1);
    }
    let machine = Some(Machine { word: line.kind, number, n: it.board.n() as i64 });
    let extent = cells.len();
    Ok((Definition { cells, machine, ..Definition::default() }, extent))
}
