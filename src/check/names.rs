//! The names in a file: `k1` is a cage with its cells and its sum, `7k1` is the row of its digit 7.

use crate::board::{Definition, Role, Row, position};
use crate::check::Checker;
use crate::sentences::{Decline, Reason};
use crate::verdict::{Judged, Need};

const MAX_DEFINED: usize = 1_000_000;

impl Checker {
    /// Defines the rows, columns and boxes of the board.
    pub fn name_houses(&mut self) {
        for letter in self.board.letters.chars() {
            for number in 1..=self.board.n() {
                let (name, mut definition) = (format!("{letter}{number}"), Definition::default());
                let digit = self.board.row(&format!("1{name}"));
                let members = digit.expect("the board has this house").members();
                definition.cells = members.map(|x| self.board.cell(x)).collect();
                let sum = self.board.house_sum();
                definition.row = self.board.row_of_values(&definition.cells, sum);
                self.names.insert(name, definition);
            }
        }
    }

    /// The meaning of a word, and its row: a cell, a digit in a house, and in version 2 any name
    /// that the file has defined.
    pub fn named(&self, word: &str) -> Judged<(Role, &Row)> {
        if let Some(row) = self.board.row(word) {
            let is_cell = word.starts_with('r');
            return Ok((if is_cell { Role::Cell } else { Role::Row }, row));
        }
        let named = self.names.get(word).filter(|_| self.is_new);
        let named = named.need_of(word, Reason::BadGroup)?;
        Ok((named.role, &named.row))
    }

    /// Gives a row or a line a name, and counts its size.
    pub fn define(&mut self, name: String, definition: Definition) {
        self.size += definition.row.weights.len();
        self.names.insert(name, definition);
    }

    /// Ends a line that defines something: it counts for 1, and all definitions must fit.
    pub fn end_definition(&mut self) -> Judged {
        self.size += 1;
        (self.size <= MAX_DEFINED).need(|| Decline::Limit)
    }

    /// Forgets the row of a step.
    pub fn forget(&mut self, name: &str) {
        let size = self.names.remove(name).map(|it| it.row.weights.len() + 1);
        self.size -= size.unwrap_or(0);
    }

    /// A new name has one to eight small letters, other than those of houses, and a number from 1
    /// to 9999. In version 1 it has the letter d and a number to 99, and need not be new.
    pub fn need_free(&self, name: &str) -> Judged {
        if !self.is_new {
            return need_deadly_name(name);
        }
        let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
        let (letters, number) = name.split_at(letters);
        let is_house = letters.len() == 1 && self.board.letters.contains(letters);
        let fits = (1..=8).contains(&letters.len()) && !is_house;
        (fits && position(number, 9999).is_some()).need_of(name, Reason::BadName)?;
        (!self.names.contains_key(name)).need_of(name, Reason::NameTaken)
    }
}

/// In version 1 a deadly set has a name from d1 to d99.
pub(crate) fn need_deadly_name(name: &str) -> Judged {
    let number = name.strip_prefix('d');
    let index = number.and_then(|number| position(number, 99));
    index.is_some().need_of(name, Reason::DeadlyName)
}
