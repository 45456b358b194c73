//! The names people write: `r3c4`, `r3c4=7`, `r3c4<>7`, `7b2`.

use super::board::{Board, GroupKind, HouseKind};
use super::ids::{Candidate, Cell, Digit, Group, House};

impl Board {
    /// `r3c4`
    pub fn cell_name(&self, cell: Cell) -> String {
        format!("r{}c{}", self.row(cell) + 1, self.column(cell) + 1)
    }

    /// `r3c4=7`
    pub fn candidate_name(&self, candidate: Candidate) -> String {
        let cell = self.cell_name(self.cell_of(candidate));
        format!("{cell}={}", self.digit_of(candidate))
    }

    /// `r3c4<>7`
    pub fn elimination_name(&self, candidate: Candidate) -> String {
        let cell = self.cell_name(self.cell_of(candidate));
        format!("{cell}<>{}", self.digit_of(candidate))
    }

    /// `r3`, `c4`, `b2`
    pub fn house_name(&self, house: House) -> String {
        let info = self.house(house);
        format!("{}{}", info.kind.letter(), info.number + 1)
    }

    /// `r3c4`, `7r3`, `7c4`, `7b2`
    pub fn group_name(&self, group: Group) -> String {
        match self.group_kind(group) {
            GroupKind::Cell(cell) => self.cell_name(cell),
            GroupKind::House(house, digit) => format!("{digit}{}", self.house_name(house)),
        }
    }

    /// The digit a character stands for, if this board has it.
    pub fn parse_digit(&self, c: char) -> Option<Digit> {
        Digit::from_char(c).filter(|d| d.index() < self.size())
    }

    /// The cell with this name.
    pub fn parse_cell(&self, name: &str) -> Option<Cell> {
        let (row, column) = name.strip_prefix('r')?.split_once('c')?;
        let index = |text| number(text).filter(|&i| i < self.size());
        Some(self.cell(index(row)?, index(column)?))
    }

    /// The candidate with this name, written with `=` or `<>`.
    pub fn parse_candidate(&self, name: &str) -> Option<Candidate> {
        let (cell, digit) = name.split_once('=').or_else(|| name.split_once("<>"))?;
        let mut chars = digit.chars();
        let (digit, None) = (self.parse_digit(chars.next()?)?, chars.next()) else {
            return None;
        };
        Some(self.candidate(self.parse_cell(cell)?, digit))
    }

    /// The house with this name.
    pub fn parse_house(&self, name: &str) -> Option<House> {
        let mut chars = name.chars();
        let kind = match chars.next()? {
            'r' => HouseKind::Row,
            'c' => HouseKind::Column,
            'b' => HouseKind::Box,
            'x' => HouseKind::Extra,
            _ => return None,
        };
        let wanted = number(chars.as_str())?;
        let is_it = |h: &super::HouseInfo| h.kind == kind && h.number == wanted;
        self.houses().iter().position(is_it).map(House::new)
    }

    /// The group with this name.
    pub fn parse_group(&self, name: &str) -> Option<Group> {
        if let Some(cell) = self.parse_cell(name) {
            return Some(self.cell_group(cell));
        }
        let mut chars = name.chars();
        let digit = self.parse_digit(chars.next()?)?;
        Some(self.house_group(self.parse_house(chars.as_str())?, digit))
    }
}

/// A number from 1, without sign or leading zeros, as an index from 0.
fn number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    plain.then(|| text.parse::<usize>().ok())??.checked_sub(1)
}
