//! The constraint lines of the header of version 2, such as `cage k1 15 : r1c5 r1c6`, and their
//! definitions.

use crate::board::{Candidate, Row, position};
use crate::check::Checker;
use crate::definition::{Definition, Role};
use crate::machine::Machine;
use crate::relation::{Relation, signed, unsigned};
use crate::sentences::{Judged, Need, Reason, quote};
use crate::verdict::Stop;

const MAX_MULTIPLIER: usize = 1_000;

/// A line with a name: the kind, the name, the words before the colon, the words after the colon.
#[derive(Clone, Copy)]
struct Line<'a> {
    kind: &'a str,
    name: &'a str,
    arguments: &'a [&'a str],
    list: &'a [&'a str],
}

/// The number of words between the name and the colon in a line of this kind. `None` if no line has
/// this kind.
fn arguments(kind: &str) -> Option<usize> {
    match kind {
        "house" | "different" | "between" | "mono" | "zigzag" | "arith" => Some(0),
        "cage" | "has" | "sum" | "path" | "every" => Some(1),
        "sandwich" | "xsum" | "skyscraper" | "rise" | "same" | "mod" => Some(1),
        "row" => Some(2),
        _ => None,
    }
}

/// Whether a line with this first word is a constraint line.
pub(crate) fn is_rule(word: &str) -> bool {
    matches!(word, "allow" | "all") || arguments(word).is_some()
}

impl Checker {
    /// Reads a constraint line.
    pub fn rule(&mut self, words: &[&str]) -> Result<(), Stop> {
        match *words {
            ["allow", cell, digits] => return self.allow(cell, digits),
            ["all", way, relation] => return self.all(way, relation),
            _ => {}
        }
        let kind = words[0];
        let number = arguments(kind).need_of(kind, Reason::BadForm)?;
        let (head, list) = words.split_at_checked(3 + number).unwrap_or_default();
        let is_right = head.last() == Some(&":") && !list.is_empty();
        is_right.need_of(kind, Reason::BadForm)?;
        let (name, arguments) = (head[1], &head[2..2 + number]);
        self.need_free(name)?;
        let line = Line {
            kind,
            name,
            arguments,
            list,
        };
        let definition = match kind {
            "house" | "different" | "cage" | "has" => self.digits(line),
            "sum" | "row" => self.terms(line),
            "path" | "every" => self.pairs(line),
            _ => self.machine(line),
        }?;
        self.grow(1)?;
        Ok(self.define(name.to_string(), definition)?)
    }

    fn allow(&mut self, cell: &str, digits: &str) -> Result<(), Stop> {
        let place = self.board.cell_named(cell);
        let place = place.need_of(cell, Reason::BadArgument)?;
        let allowed = self.board.digits(digits, false);
        let allowed = allowed.need_of(digits, Reason::BadArgument)?;
        for digit in (0..self.board.n()).filter(|digit| !allowed.contains(digit)) {
            self.puzzle[self.board.candidate_at(place, digit).index()] = false;
        }
        Ok(self.grow(1)?)
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
        for cell in 0..n * n {
            for &(down, right) in moves {
                let (row, column) = (cell / n + down, (cell % n).checked_add_signed(right));
                if let Some(column) = column.filter(|&column| row < n && column < n) {
                    self.relate(&relation, cell, row * n + column);
                }
            }
        }
        Ok(self.grow(4 * n * n + 1)?)
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

    /// Makes the members of a row exclude each other if it is a link.
    fn exclude_in(&mut self, row: &Row) {
        if row.hi == Some(1) && row.weights.is_empty() {
            self.board.exclude(&row.members, &row.members);
        }
    }

    /// Reads the list of cells of a line: at least `least` of them, without repetition.
    fn cells(&self, line: Line, least: usize) -> Judged<Vec<usize>> {
        let mut cells = Vec::new();
        for word in line.list {
            let cell = self.board.cell_named(word);
            let cell = cell.filter(|cell| !cells.contains(cell));
            cells.push(cell.need_of(word, Reason::BadCell)?);
        }
        (cells.len() >= least).need_of(line.kind, Reason::BadCell)?;
        Ok(cells)
    }

    /// A line that restricts the cells of some digits.
    fn digits(&mut self, line: Line) -> Result<Definition, Stop> {
        let (n, mut definition) = (self.board.n(), Definition::default());
        let (mut sum, mut wanted) = (None, None);
        match line.kind {
            "house" => sum = Some(self.board.house_sum()),
            "cage" => sum = Some(line.argument(0, unsigned)?),
            "has" => wanted = Some(line.argument(0, |word| self.board.digits(word, true))?),
            _ => {}
        }
        let cells = self.cells(line, 1)?;
        (line.kind != "house" || cells.len() == n).need_of(line.kind, Reason::BadCell)?;
        for digit in 0..n {
            let times = wanted.iter().flatten().filter(|&&it| it == digit).count();
            let bounds = match (line.kind, times) {
                ("has", 0) => continue,
                ("has", _) => [Some(times as i64), None],
                ("house", _) => [Some(1), Some(1)],
                _ => [None, Some(1)],
            };
            let member = |&cell| (self.board.candidate_at(cell, digit), 1);
            let row = Row::new(cells.iter().map(member), bounds);
            let name = format!("{}{}", self.board.digit_name(digit), line.name);
            self.exclude_in(&row);
            definition
                .conditions
                .extend(wanted.is_some().then(|| name.clone()));
            self.define(name, Definition::of_row(row, Role::Row))?;
        }
        if let Some(sum) = sum {
            definition.row = Row::of_values(&self.board, &cells, sum);
        }
        if line.kind == "cage" {
            definition.conditions.push(line.name.to_string());
        }
        definition.cells = cells;
        Ok(definition)
    }

    /// A `sum` of the values of cells, or a `row` of candidates, of terms such as `-2*r3c4`.
    fn terms(&mut self, line: Line) -> Result<Definition, Stop> {
        let (board, is_sum) = (&self.board, line.kind == "sum");
        let bound = |word: &str| match word {
            "-" if !is_sum => Some(None),
            word => signed(word).map(Some),
        };
        let lo = line.argument(0, bound)?;
        let hi = line.argument(line.arguments.len() - 1, bound)?;
        lo.or(hi).need_of("-", Reason::BadArgument)?;
        let (mut definition, mut weights) = (Definition::default(), Vec::new());
        for word in line.list {
            let (sign, rest) = word.strip_prefix('-').map_or((1, *word), |rest| (-1, rest));
            let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
            let times = position(times, MAX_MULTIPLIER).map(|it| sign * (it as i64 + 1));
            let members = match is_sum {
                true => board
                    .cell_named(rest)
                    .map(|it| board.cell_candidates(it).to_vec()),
                false => board.candidates_named(rest),
            };
            let (times, members) = times.zip(members).need_of(word, Reason::BadCell)?;
            let cell = board.cell(members[0]);
            (!definition.cells.contains(&cell)).need_of(word, Reason::BadCell)?;
            definition.cells.push(cell);
            let value = |x: Candidate| if is_sum { board.value(x) } else { 1 };
            weights.extend(members.into_iter().map(|x| (x, times * value(x))));
        }
        definition.row = Row::new(weights, [lo, hi]);
        self.exclude_in(&definition.row);
        match is_sum {
            true => definition.conditions.push(line.name.to_string()),
            false => definition.role = Role::Row,
        }
        Ok(definition)
    }

    /// A relation between neighbours in a list of cells, or between any two.
    fn pairs(&mut self, line: Line) -> Result<Definition, Stop> {
        let n = self.board.n();
        let relation = line.argument(0, |word| Relation::read(word, n))?;
        let (mut definition, cells) = (Definition::default(), self.cells(line, 2)?);
        let reach = if line.kind == "path" { 1 } else { cells.len() };
        for (index, &first) in cells.iter().enumerate() {
            for &second in cells[index + 1..].iter().take(reach) {
                self.relate(&relation, first, second);
            }
        }
        self.grow(cells.len() * reach)?;
        definition.cells = cells;
        Ok(definition)
    }

    fn machine(&mut self, line: Line) -> Result<Definition, Stop> {
        let (mut definition, n) = (Definition::default(), self.board.n() as i64);
        let is_right = |number: &i64| line.kind != "mod" || *number > 0;
        let number = match line.arguments {
            [] => 0,
            _ => line.argument(0, |word| unsigned(word).filter(is_right))?,
        };
        let is_between = line.kind == "between";
        definition.cells = self.cells(line, 1 + usize::from(is_between))?;
        if is_between {
            // `between` reads the two ends first.
            definition.cells[1..].rotate_right(1);
        }
        self.grow(definition.cells.len())?;
        let word = line.kind.to_string();
        definition.machine = Some(Machine { word, number, n });
        Ok(definition)
    }
}

impl<'a> Line<'a> {
    /// Reads a word between the name and the colon.
    fn argument<T>(self, at: usize, read: impl Fn(&'a str) -> Option<T>) -> Judged<T> {
        let word = self.arguments[at];
        read(word).need_of(word, Reason::BadArgument)
    }
}
