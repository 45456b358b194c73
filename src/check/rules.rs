//! The constraint lines of the header of version 2, such as `cage k1 15 : r1c5 r1c6`: what each
//! defines.

use crate::board::{Board, Candidate, Row, position};
use crate::machine::{Machine, has_number};
use crate::relation::{Relation, signed, unsigned};
use crate::sentences::{Decline, Reason, need, quote};
use crate::verdict::Stop;
use std::collections::BTreeMap;

const MAX_MULTIPLIER: usize = 1_000;
const MAX_DEFINED: usize = 1_000_000;

/// What a name stands for.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    /// The cells of the line, in the order in which a `fill` takes them.
    pub cells: Vec<usize>,
    /// The row of the name itself.
    pub row: Option<Row>,
    /// The rows of the name with a digit before it, by digit.
    pub digits: Vec<Option<Row>>,
    pub machine: Option<Machine>,
    pub role: Role,
}

/// How a `fill` takes a name.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Role {
    /// Its cells, and its machine if there is one.
    #[default]
    Cells,
    /// Its cells and its row, or without one its digit rows.
    CellsAndRows,
    /// A row like any other.
    Row,
    /// Not at all.
    Deadly,
}

impl Definition {
    /// A row that is all that a name stands for.
    pub fn of_row(row: Row, role: Role) -> Definition {
        Definition {
            row: Some(row),
            role,
            ..Definition::default()
        }
    }

    /// All rows, those of digits first.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.digits.iter().flatten().chain(&self.row)
    }
}

/// All names of the header or of the steps, and the size of what they stand for.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub all: BTreeMap<String, Definition>,
    size: usize,
}

impl Names {
    /// Counts the size of a definition.
    pub fn grow(&mut self, size: usize) -> Result<(), Stop> {
        self.size += size + 1;
        if self.size > MAX_DEFINED {
            Err(Decline::Limit.into())
        } else {
            Ok(())
        }
    }

    /// No names, but the size of these.
    pub fn after(&self) -> Names {
        Names {
            all: BTreeMap::new(),
            size: self.size,
        }
    }

    /// Forgets a name whose definition had this size.
    pub fn forget(&mut self, name: &str) {
        let row = self.all.remove(name).and_then(|it| it.row);
        self.size -= row.map_or(0, |row| row.members.len() + 1);
    }
}

/// Adds what the lines of the header define to the board and to its names.
pub(crate) struct Rules<'a> {
    pub board: &'a mut Board,
    pub names: &'a mut Names,
    /// For each candidate whether it is in the puzzle.
    pub puzzle: &'a mut [bool],
}

/// The number of words between the name and the colon; none if the word is no constraint with a
/// name.
fn arguments(word: &str) -> Option<usize> {
    match word {
        "house" | "different" => Some(0),
        "cage" | "sum" | "has" | "path" | "every" => Some(1),
        "row" => Some(2),
        _ => has_number(word).map(usize::from),
    }
}

/// Whether a line with this first word is a constraint line.
pub(crate) fn is_rule(word: &str) -> bool {
    matches!(word, "allow" | "all") || arguments(word).is_some()
}

/// The rows, columns and boxes of the board, by their names.
pub(crate) fn houses(board: &Board) -> BTreeMap<String, Definition> {
    let (n, mut houses) = (board.n(), BTreeMap::new());
    for letter in ["r", "c", "b"].iter().take(board.kinds() - 1) {
        for number in 1..=n {
            let group = board.find_group(&format!("1{letter}{number}"));
            let members = board.members(group.expect("the board has this house"));
            let cells: Vec<_> = members.iter().map(|&x| board.cell(x)).collect();
            let row = Some(values(board, &cells, ((n * n + n) / 2) as i64));
            let house = Definition {
                cells,
                row,
                ..Definition::default()
            };
            houses.insert(format!("{letter}{number}"), house);
        }
    }
    houses
}

/// The row of the values of some cells with this sum.
fn values(board: &Board, cells: &[usize], sum: i64) -> Row {
    let digits = |&cell: &usize| (0..board.n()).map(move |digit| (cell, digit));
    let value = |(cell, digit)| (board.candidate_at(cell, digit), digit as i64 + 1);
    let weights = cells.iter().flat_map(digits).map(value).collect();
    Row::new(weights, Some(sum), Some(sum))
}

fn bad(word: &str) -> Reason {
    Reason::BadArgument(quote(word))
}

/// Reads the first argument of a line.
fn first(arguments: &[&str], read: fn(&str) -> Option<i64>) -> Result<i64, Reason> {
    read(arguments[0]).ok_or_else(|| bad(arguments[0]))
}

impl Rules<'_> {
    /// Reads a constraint line.
    pub fn line(&mut self, words: &[&str]) -> Result<(), Stop> {
        let form = || Reason::BadForm(quote(words[0]));
        match *words {
            ["allow", cell, digits] => return self.allow(cell, digits),
            ["all", way, relation] => return self.all(way, relation),
            _ => {}
        }
        let arguments = arguments(words[0]).ok_or_else(form)?;
        let (head, list) = words.split_at_checked(3 + arguments).ok_or_else(form)?;
        need(head[2 + arguments] == ":" && !list.is_empty(), form)?;
        let name = head[1];
        need_name(self.board, name)?;
        need(!self.names.all.contains_key(name), || {
            Reason::NameTaken(quote(name))
        })?;
        let (definition, size) = self.define(words[0], &head[2..2 + arguments], list)?;
        self.names.grow(size)?;
        let links = definition
            .rows()
            .filter(|row| row.hi == Some(1) && row.weights.is_empty());
        for row in links {
            self.board.exclude_all(&row.members);
        }
        self.names.all.insert(name.to_string(), definition);
        Ok(())
    }

    /// What a line with a name defines, and its size without the 1 that every line has.
    fn define(
        &mut self,
        kind: &str,
        arguments: &[&str],
        list: &[&str],
    ) -> Result<(Definition, usize), Stop> {
        match kind {
            "house" | "different" | "cage" | "has" => self.digits(kind, arguments, list),
            "sum" => self.sum(arguments, list),
            "row" => self.row(arguments, list),
            "path" | "every" => self.pairs(kind, arguments, list),
            _ => self.machine(kind, arguments, list),
        }
    }

    /// Defines by the cells in which digits are.
    fn digits(
        &self,
        kind: &str,
        arguments: &[&str],
        list: &[&str],
    ) -> Result<(Definition, usize), Stop> {
        let n = self.board.n();
        let (mut sum, mut wanted) = (None, Vec::new());
        match kind {
            "house" => sum = Some(((n * n + n) / 2) as i64),
            "cage" => sum = Some(first(arguments, unsigned)?),
            "has" => {
                let digits = self.board.digits(arguments[0], true);
                wanted = digits.ok_or_else(|| bad(arguments[0]))?;
            }
            _ => {}
        }
        let cells = self.cells(list)?;
        let fits = kind != "house" || cells.len() == n;
        need(fits, || Reason::BadCell(quote(kind)))?;
        let least = |digit| wanted.iter().filter(|&&it| it == digit).count() as i64;
        let digits = self.digit_rows(&cells, |digit| match kind {
            "has" => Some((Some(least(digit)), None)).filter(|_| least(digit) > 0),
            "house" => Some((Some(1), Some(1))),
            _ => Some((None, Some(1))),
        });
        let row = sum.map(|sum| values(self.board, &cells, sum));
        let rows = digits.iter().flatten().count() + if row.is_some() { n } else { 0 };
        let size = rows * cells.len();
        let role = match kind {
            "cage" | "has" => Role::CellsAndRows,
            _ => Role::Cells,
        };
        let definition = Definition {
            cells,
            row,
            digits,
            role,
            machine: None,
        };
        Ok((definition, size))
    }

    /// Defines by a sum of the values of cells.
    fn sum(&self, arguments: &[&str], list: &[&str]) -> Result<(Definition, usize), Stop> {
        let n = self.board.n();
        let total = Some(first(arguments, signed)?);
        let cell = |board: &Board, word: &str| {
            let cell = board.cell_named(word)?;
            let candidates = (0..n).map(|digit| board.candidate_at(cell, digit));
            Some(candidates.collect())
        };
        let terms = self.terms(list, cell)?;
        // Each term has all candidates of its cell.
        let cells = terms.iter().step_by(n).map(|&(x, _)| self.board.cell(x));
        let value = |&(x, times): &(Candidate, i64)| (x, times * self.board.value(x));
        let row = Row::new(terms.iter().map(value).collect(), total, total);
        let definition = Definition {
            cells: cells.collect(),
            ..Definition::of_row(row, Role::CellsAndRows)
        };
        Ok((definition, terms.len()))
    }

    /// Defines by a row with its bounds.
    fn row(&self, arguments: &[&str], list: &[&str]) -> Result<(Definition, usize), Stop> {
        let bound = |word: &str| match word {
            "-" => Ok(None),
            word => signed(word).map(Some).ok_or_else(|| bad(word)),
        };
        let (lo, hi) = (bound(arguments[0])?, bound(arguments[1])?);
        need(lo.is_some() || hi.is_some(), || bad(arguments[1]))?;
        let terms = self.terms(list, Board::candidates_named)?;
        let size = terms.len();
        let definition = Definition::of_row(Row::new(terms, lo, hi), Role::Row);
        Ok((definition, size))
    }

    /// Defines by a relation of neighbours in a list of cells, or of any two.
    fn pairs(
        &mut self,
        kind: &str,
        arguments: &[&str],
        list: &[&str],
    ) -> Result<(Definition, usize), Stop> {
        let relation = Relation::read(arguments[0], self.board.n());
        let relation = relation.ok_or_else(|| bad(arguments[0]))?;
        let cells = self.cells(list)?;
        need(cells.len() > 1, || Reason::BadCell(quote(kind)))?;
        let reach = if kind == "path" { 1 } else { cells.len() };
        for (index, &first) in cells.iter().enumerate() {
            for &second in cells[index + 1..].iter().take(reach) {
                self.relate(&relation, first, second);
            }
        }
        let size = cells.len() * reach;
        let definition = Definition {
            cells,
            ..Definition::default()
        };
        Ok((definition, size))
    }

    /// Defines by a machine.
    fn machine(
        &self,
        kind: &str,
        arguments: &[&str],
        list: &[&str],
    ) -> Result<(Definition, usize), Stop> {
        let number = match arguments {
            [] => 0,
            _ => first(arguments, unsigned)?,
        };
        let machine = Machine::new(kind, number, self.board.n());
        let machine = machine.ok_or_else(|| bad(arguments[0]))?;
        let cells = machine.order(self.cells(list)?);
        let cells = cells.ok_or_else(|| Reason::BadCell(quote(kind)))?;
        let size = cells.len();
        let definition = Definition {
            cells,
            machine: Some(machine),
            ..Definition::default()
        };
        Ok((definition, size))
    }

    fn allow(&mut self, cell: &str, digits: &str) -> Result<(), Stop> {
        let cell = self.board.cell_named(cell).ok_or_else(|| bad(cell))?;
        let digits = self
            .board
            .digits(digits, false)
            .ok_or_else(|| bad(digits))?;
        for digit in (0..self.board.n()).filter(|digit| !digits.contains(digit)) {
            self.puzzle[self.board.candidate_at(cell, digit).index()] = false;
        }
        self.names.grow(0)
    }

    fn all(&mut self, way: &str, relation: &str) -> Result<(), Stop> {
        let n = self.board.n();
        let moves: &[(usize, isize)] = match way {
            "touch" => &[(0, 1), (1, 0)],
            "king" => &[(0, 1), (1, 0), (1, 1), (1, -1)],
            "knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
            _ => return Err(bad(way).into()),
        };
        let relation = Relation::read(relation, n).ok_or_else(|| bad(relation))?;
        self.names.grow(4 * n * n)?;
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
        for a in 0..self.board.n() {
            for b in 0..self.board.n() {
                if !relation.holds(a as i64 + 1, b as i64 + 1) {
                    let board = &mut self.board;
                    board.exclude_pair(board.candidate_at(first, a), board.candidate_at(second, b));
                }
            }
        }
    }

    /// Reads a list of cells, none twice.
    fn cells(&self, list: &[&str]) -> Result<Vec<usize>, Reason> {
        let mut seen = vec![false; self.board.n() * self.board.n()];
        let cell = |word: &&str| {
            let cell = self.board.cell_named(word);
            let cell = cell.filter(|&cell| !std::mem::replace(&mut seen[cell], true));
            cell.ok_or_else(|| Reason::BadCell(quote(word)))
        };
        list.iter().map(cell).collect()
    }

    /// Reads terms such as `-2*r3c4`, where `read` says what the rest of one is; no cell twice.
    fn terms(
        &self,
        list: &[&str],
        read: impl Fn(&Board, &str) -> Option<Vec<Candidate>>,
    ) -> Result<Vec<(Candidate, i64)>, Reason> {
        let mut seen = vec![false; self.board.n() * self.board.n()];
        let mut terms = Vec::new();
        for word in list {
            let (sign, rest) = word.strip_prefix('-').map_or((1, *word), |rest| (-1, rest));
            let (times, rest) = rest.split_once('*').unwrap_or(("1", rest));
            let bad = || Reason::BadCell(quote(word));
            let times = sign * (position(times, MAX_MULTIPLIER).ok_or_else(bad)? as i64 + 1);
            let members = read(self.board, rest).ok_or_else(bad)?;
            let cell = self.board.cell(members[0]);
            need(!std::mem::replace(&mut seen[cell], true), bad)?;
            terms.extend(members.iter().map(|&x| (x, times)));
        }
        Ok(terms)
    }

    /// The rows of each digit in some cells, with bounds where there are some.
    fn digit_rows(
        &self,
        cells: &[usize],
        bounds: impl Fn(usize) -> Option<(Option<i64>, Option<i64>)>,
    ) -> Vec<Option<Row>> {
        let row = |digit| {
            let (lo, hi) = bounds(digit)?;
            let weight = |&cell: &usize| (self.board.candidate_at(cell, digit), 1);
            Some(Row::new(cells.iter().map(weight).collect(), lo, hi))
        };
        (0..self.board.n()).map(row).collect()
    }
}

/// A name has one to eight small letters, other than those of houses, and a number from 1 to 9999.
pub(crate) fn need_name(board: &Board, name: &str) -> Result<(), Reason> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let houses = &["r", "c", "b"][..board.kinds() - 1];
    let right = (1..=8).contains(&letters)
        && !houses.contains(&&name[..letters])
        && position(&name[letters..], 9999).is_some();
    need(right, || Reason::BadName(quote(name)))
}
