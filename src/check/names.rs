//! The meaning of the names in a file: `k1` is a cage with its cells and its sum, `7k1` is the row
//! of its digit 7.

use crate::board::{Board, Row, position};
use crate::machine::Machine;
use crate::sentences::{Decline, Need, Reason};
use crate::verdict::Stop;
use std::collections::BTreeMap;

const MAX_DEFINED: usize = 1_000_000;

/// The meaning of a name.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    /// The cells of a header line, in the order of a `fill`.
    pub cells: Vec<usize>,
    pub row: Option<Row>,
    pub machine: Option<Machine>,
    pub role: Role,
}

/// The origin of a name, and its use in a `fill`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum Role {
    /// A header line: its cells, and its machine if there is one.
    #[default]
    Cells,
    /// A header line: its cells, and its row, or its digit rows if it has no row.
    CellsAndRows,
    /// A row of the header, used as a row.
    Row,
    /// A row that a step has defined, used as a row.
    Step,
    /// A deadly set, which a `fill` cannot use.
    Deadly,
}

impl Definition {
    /// Whether the header defines the name, so that each solution obeys it.
    pub fn is_rule(&self) -> bool {
        !matches!(self.role, Role::Step | Role::Deadly)
    }

    /// Whether the name is only a row.
    pub fn is_row(&self) -> bool {
        matches!(self.role, Role::Row | Role::Step)
    }
}

/// All names, and the total size of their definitions.
#[derive(Debug, Default)]
pub(crate) struct Names {
    pub all: BTreeMap<String, Definition>,
    size: usize,
}

impl Names {
    /// The rows, columns and boxes of the board.
    pub fn of_houses(board: &Board) -> Names {
        let mut names = Names::default();
        for letter in board.houses() {
            for number in 1..=board.n() {
                let name = format!("{letter}{number}");
                let group = board.find_group(&format!("1{name}"));
                let members = board.members(group.expect("the board has this house"));
                let cells: Vec<_> = members.iter().map(|&x| board.cell(x)).collect();
                let row = Some(Row::of_values(board, &cells, board.house_sum()));
                names.all.insert(name, Definition { cells, row, ..Definition::default() });
            }
        }
        names
    }

    /// Defines a name as a row.
    pub fn define(&mut self, name: String, row: Row, role: Role) -> Result<(), Stop> {
        self.grow(row.members.len())?;
        self.all.insert(name, Definition { row: Some(row), role, ..Definition::default() });
        Ok(())
    }

    /// Counts the size of a definition.
    pub fn grow(&mut self, size: usize) -> Result<(), Stop> {
        self.size += size;
        match self.size <= MAX_DEFINED {
            true => Ok(()),
            false => Err(Decline::Limit.into()),
        }
    }

    /// Forgets the row of a step.
    pub fn forget(&mut self, name: &str) {
        let row = self.all.remove(name).and_then(|it| it.row);
        self.size -= row.map_or(0, |row| row.members.len() + 1);
    }

    /// A new name has one to eight small letters, other than those of houses, and a number from 1
    /// to 9999.
    pub fn need_free(&self, board: &Board, name: &str) -> Result<(), Reason> {
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, number) = name.split_at(letters);
        let right = (1..=8).contains(&letters.len())
            && !board.houses().contains(&letters)
            && position(number, 9999).is_some();
        right.need_of(name, Reason::BadName)?;
        (!self.all.contains_key(name)).need_of(name, Reason::NameTaken)
    }
}
