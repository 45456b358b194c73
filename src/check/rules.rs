//! The constraint lines of the header of version 2, such as `cage k1 15 : r1c5 r1c6`, and their
//! definitions.

use crate::board::{Definition, Role, Row, position};
use crate::check::Checker;
use crate::machine::Machine;
use crate::relation::{relation, signed, unsigned};
use crate::sentences::{Reason, quote};
use crate::verdict::{Judged, Need};

const MAX_MULTIPLIER: usize = 1_000;

/// A line with a name: the kind, the words before the colon that follow the name, the words after
/// the colon.
type Line<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

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
    pub fn rule(&mut self, words: &[&str]) -> Judged {
        match *words {
            ["allow", cell, digits] => self.allow(cell, digits),
            ["all", way, relation] => self.all(way, relation),
            _ => self.named_rule(words),
        }?;
        self.end_definition()
    }

    fn named_rule(&mut self, words: &[&str]) -> Judged {
        let kind = words[0];
        let number = arguments(kind).need_of(kind, Reason::BadForm)?;
        let (head, list) = words.split_at_checked(3 + number).unwrap_or_default();
        let is_right = head.last() == Some(&":") && !list.is_empty();
        is_right.need_of(kind, Reason::BadForm)?;
        let (name, line) = (head[1], (kind, &head[2..2 + number], list));
        self.need_free(name)?;
        let definition = match kind {
            "house" | "different" | "cage" | "has" => self.digits(name, line),
            "sum" | "row" => self.terms(line),
            "path" | "every" => self.pairs(line),
            _ => self.machine(line),
        }?;
        self.define(name.to_string(), definition);
        Ok(())
    }

    fn allow(&mut self, cell: &str, digits: &str) -> Judged {
        let place = self.board.cell_named(cell);
        let place = place.need_of(cell, Reason::BadArgument)?;
        let allowed = self.board.digits(digits, false);
        let allowed = allowed.need_of(digits, Reason::BadArgument)?;
        for digit in (0..self.board.n()).filter(|digit| !allowed.contains(digit)) {
            self.puzzle[self.board.candidate_at(place, digit).index()] = false;
        }
        Ok(())
    }

    fn all(&mut self, way: &str, word: &str) -> Judged {
        let n = self.board.n();
        let moves: &[(usize, isize)] = match way {
            "touch" => &[(0, 1), (1, 0)],
            "king" => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            _ => return Err(Reason::BadArgument(quote(way)).into()),
        };
        let holds = relation(word, n as i64).need_of(word, Reason::BadArgument)?;
        for cell in 0..n * n {
            for &(down, right) in moves {
                let (row, column) = (cell / n + down, (cell % n).checked_add_signed(right));
                if let Some(column) = column.filter(|&column| row < n && column < n) {
                    self.relate(&holds, cell, row * n + column);
                }
            }
        }
        self.size += 4 * n * n;
        Ok(())
    }

    /// Forbids the pairs of digits in two cells for which a relation does not hold.
    fn relate(&mut self, holds: impl Fn(i64, i64) -> bool, first: usize, second: usize) {
        for a in self.board.cell_candidates(first) {
            let board = &self.board;
            let forbidden = board.cell_candidates(second);
            let forbidden = forbidden.filter(|&b| !holds(board.value(a), board.value(b)));
            let forbidden: Vec<_> = forbidden.collect();
            self.board.exclude(&[a], &forbidden);
            self.board.exclude(&forbidden, &[a]);
        }
    }

    /// Reads the list of cells of a line: at least `least` of them, without repetition.
    fn cells(&self, (kind, _, list): Line, least: usize) -> Judged<Vec<usize>> {
        let mut cells = Vec::new();
        for word in list {
            let cell = self.board.cell_named(word);
            let cell = cell.filter(|cell| !cells.contains(cell));
            cells.push(cell.need_of(word, Reason::BadCell)?);
        }
        (cells.len() >= least).need_of(kind, Reason::BadCell)?;
        Ok(cells)
    }

    /// A line that restricts the cells of some digits.
    fn digits(&mut self, name: &str, line: Line) -> Judged<Definition> {
        let ((kind, arguments, _), n) = (line, self.board.n());
        let sum = match kind {
            "house" => Some(self.board.house_sum()),
            "cage" => Some(argument(arguments[0], unsigned)?),
            _ => None,
        };
        let wanted = match kind {
            "has" => argument(arguments[0], |word| self.board.digits(word, true))?,
            _ => Vec::new(),
        };
        let (mut definition, cells) = (Definition::default(), self.cells(line, 1)?);
        (kind != "house" || cells.len() == n).need_of(kind, Reason::BadCell)?;
        for digit in 0..n {
            let times = wanted.iter().filter(|&&it| it == digit).count();
            let bounds = match (kind, times) {
                ("has", 0) => continue,
                ("has", _) => [Some(times as i64), None],
                ("house", _) => [Some(1), Some(1)],
                _ => [None, Some(1)],
            };
            let member = |&cell| (self.board.candidate_at(cell, digit), 1);
            let row = Row::new(cells.iter().map(member), bounds);
            self.board.exclude_in(&row);
            definition
                .conditions
                .extend((kind == "has").then(|| row.clone()));
            let name = format!("{}{name}", self.board.digit_name(digit));
            self.define(name, Definition::of_row(row, Role::Row));
        }
        if let Some(sum) = sum {
            definition.row = self.board.row_of_values(&cells, sum);
        }
        if kind == "cage" {
            definition.conditions.push(definition.row.clone());
        }
        definition.cells = cells;
        Ok(definition)
    }

    /// A `sum` of the values of cells, or a `row` of candidates, of terms such as `-2*r3c4`.
    fn terms(&mut self, (kind, arguments, list): Line) -> Judged<Definition> {
        let (board, is_sum) = (&self.board, kind == "sum");
        let bound = |word: &str| match word {
            "-" if !is_sum => Some(None),
            word => signed(word).map(Some),
        };
        let lo = argument(arguments[0], bound)?;
        let hi = argument(arguments[arguments.len() - 1], bound)?;
        lo.or(hi).need_of("-", Reason::BadArgument)?;
        let (mut definition, mut weights) = (Definition::default(), Vec::new());
        for word in list {
            let (sign, rest) = word.strip_prefix('-').map_or((1, *word), |rest| (-1, rest));
            let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
            let times = position(times, MAX_MULTIPLIER).map(|it| sign * (it as i64 + 1));
            let cell = || Some(board.cell_candidates(board.cell_named(rest)?).collect());
            let members = if is_sum {
                cell()
            } else {
                board.candidates_named(rest)
            };
            let (times, members) = times.zip(members).need_of(word, Reason::BadCell)?;
            let cell = board.cell(members[0]);
            (!definition.cells.contains(&cell)).need_of(word, Reason::BadCell)?;
            definition.cells.push(cell);
            let value = |x| if is_sum { board.value(x) } else { 1 };
            weights.extend(members.into_iter().map(|x| (x, times * value(x))));
        }
        definition.row = Row::new(weights, [lo, hi]);
        self.board.exclude_in(&definition.row);
        match is_sum {
            true => definition.conditions.push(definition.row.clone()),
            false => definition.role = Role::Row,
        }
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
        self.size += cells.len() * reach;
        definition.cells = cells;
        Ok(definition)
    }

    fn machine(&mut self, line: Line) -> Judged<Definition> {
        let ((kind, arguments, _), n) = (line, self.board.n() as i64);
        let read = |word: &str| unsigned(word).filter(|&number| kind != "mod" || number > 0);
        let number = match arguments {
            [] => 0,
            _ => argument(arguments[0], read)?,
        };
        let (mut definition, is_between) = (Definition::default(), kind == "between");
        definition.cells = self.cells(line, 1 + usize::from(is_between))?;
        if is_between {
            // `between` reads the two ends first.
            definition.cells[1..].rotate_right(1);
        }
        self.size += definition.cells.len();
        let word = kind.to_string();
        definition.machine = Some(Machine { word, number, n });
        Ok(definition)
    }
}

/// Reads a word between the name and the colon.
fn argument<'a, T>(word: &'a str, read: impl Fn(&'a str) -> Option<T>) -> Judged<T> {
    read(word).need_of(word, Reason::BadArgument)
}
