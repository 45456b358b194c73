//! The meaning of a name in a file: `k1` is a cage with its cells and its sum, `7k1` is the row of
//! its digit 7.

use crate::board::Row;
use crate::machine::Machine;

/// The meaning of a name.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    pub role: Role,
    /// The row of the name, without weights and bounds if the line has no row.
    pub row: Row,
    /// The cells of a header line, in the order of a `fill`.
    pub cells: Vec<usize>,
    /// The names of the rows that a `fill` of the line has as conditions.
    pub conditions: Vec<String>,
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
