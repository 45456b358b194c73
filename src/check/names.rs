//! The names in a file: which are free, and how many definitions there may be.

use crate::board::{Row, position};
use crate::check::Checker;
use crate::definition::{Definition, Role};
use crate::sentences::{Decline, Judged, Need, Reason};

const MAX_DEFINED: usize = 1_000_000;

impl Checker {
    /// Defines the rows, columns and boxes of the board.
    pub fn name_houses(&mut self) {
        for letter in self.board.letters.chars() {
            for number in 1..=self.board.n() {
                let name = format!("{letter}{number}");
                let group = self.board.find_group(&format!("1{name}"));
                let members = self.board.members(group.expect("the board has this house"));
                let cells: Vec<_> = members.iter().map(|&x| self.board.cell(x)).collect();
                let row = Row::of_values(&self.board, &cells, self.board.house_sum());
                let mut definition = Definition::of_row(row, Role::Line);
                definition.cells = cells;
                self.names.insert(name, definition);
            }
        }
    }

    /// Gives a row or a line a name.
    pub fn define(&mut self, name: String, definition: Definition) -> Result<(), Decline> {
        self.grow(definition.row.members.len())?;
        self.names.insert(name, definition);
        Ok(())
    }

    /// Counts the size of a definition.
    pub fn grow(&mut self, size: usize) -> Result<(), Decline> {
        self.size += size;
        let fits = self.size <= MAX_DEFINED;
        fits.then_some(()).ok_or(Decline::Limit)
    }

    /// Forgets the row of a step.
    pub fn forget(&mut self, name: &str) {
        let size = self.names.remove(name).map(|it| it.row.members.len() + 1);
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
