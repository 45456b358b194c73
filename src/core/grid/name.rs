//! The usual notation: `r3c4`, `r3c4=7`, `r3c4<>7`, `7b2`.

use std::sync::Arc;

use super::board::{Board, GroupKind, HouseKind, Shape};
use super::ids::{Candidate, Cell, Digit, Group, House, MAX_SIZE};

impl Board {
    /// The board of a `board` line: `sudoku` with `3x3`, or `latin` with `9`. `None` if there is no
    /// such board with at most [`MAX_SIZE`] digits.
    pub fn named(kind: &str, size: &str) -> Option<Arc<Board>> {
        let fits = |n: usize| (1..=MAX_SIZE).contains(&n).then_some(n);
        match kind {
            "sudoku" => {
                let (height, width) = size.split_once('x')?;
                let (height, width): (usize, usize) = (height.parse().ok()?, width.parse().ok()?);
                fits(height.checked_mul(width)?)?;
                Some(Board::sudoku(Shape { height, width }))
            }
            "latin" => Some(Board::latin(fits(size.parse().ok()?)?)),
            _ => None,
        }
    }

    /// The name of a cell, such as `r3c4`.
    pub fn cell_name(&self, cell: Cell) -> String {
        let mut name = String::new();
        self.push_cell(&mut name, cell);
        name
    }

    /// The name of a candidate, such as `r3c4=7`.
    pub fn candidate_name(&self, candidate: Candidate) -> String {
        let mut name = String::new();
        self.push_candidate(&mut name, candidate, "=");
        name
    }

    /// The name of an elimination, such as `r3c4<>7`.
    pub fn elimination_name(&self, candidate: Candidate) -> String {
        let mut name = String::new();
        self.push_candidate(&mut name, candidate, "<>");
        name
    }

    /// The name of a house, such as `r3`, `c4`, `b2`.
    pub fn house_name(&self, house: House) -> String {
        let mut name = String::new();
        self.push_house(&mut name, house);
        name
    }

    /// The name of a group, such as `r3c4`, `7r3`, `7c4`, `7b2`. For a derived truth, its
    /// candidates: `r3c4=7|r5c5=8`.
    pub fn group_name(&self, group: Group) -> String {
        let mut name = String::new();
        self.push_group(&mut name, group);
        name
    }

    /// Appends the name of a candidate, with `between` between cell and digit.
    pub fn push_candidate(&self, text: &mut String, candidate: Candidate, between: &str) {
        self.push_cell(text, self.cell_of(candidate));
        text.push_str(between);
        text.push(self.digit_of(candidate).to_char());
    }

    /// Appends the name of a group.
    pub fn push_group(&self, text: &mut String, group: Group) {
        match self.group_kind(group) {
            GroupKind::Cell(cell) => self.push_cell(text, cell),
            GroupKind::House(house, digit) => {
                text.push(digit.to_char());
                self.push_house(text, house);
            }
            GroupKind::Derived => {
                for (number, &candidate) in self.members(group).iter().enumerate() {
                    if number > 0 {
                        text.push('|');
                    }
                    self.push_candidate(text, candidate, "=");
                }
            }
        }
    }

    fn push_cell(&self, text: &mut String, cell: Cell) {
        text.push('r');
        push_number(text, self.row(cell) as u64 + 1);
        text.push('c');
        push_number(text, self.column(cell) as u64 + 1);
    }

    fn push_house(&self, text: &mut String, house: House) {
        let info = self.house(house);
        if let Some(name) = &info.name {
            return text.push_str(name);
        }
        text.push(info.kind.letter());
        push_number(text, info.number as u64 + 1);
    }

    /// The digit that a character stands for, if the board has the digit.
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
            _ => return self.extra_house(name),
        };
        let Some(wanted) = number(chars.as_str()) else {
            return self.extra_house(name);
        };
        // The houses are sorted by kind. Only the number of extra houses is not fixed.
        let place = (kind as usize * self.size()).checked_add(wanted)?;
        let is_it = |h: &&super::HouseInfo| h.kind == kind && h.number == wanted;
        let found = self.houses().get(place).filter(is_it);
        found.map(|_| House::new(place))
    }

    fn extra_house(&self, name: &str) -> Option<House> {
        let mut houses = self.houses().iter();
        let place = houses.position(|house| house.name.as_deref() == Some(name));
        place.map(House::new)
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

/// Parses a number from 1, without sign or leading zeros, as an index from 0.
fn number(text: &str) -> Option<usize> {
    if text.is_empty() || text.starts_with('0') {
        return None;
    }
    let digit = |byte: u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
    let number = text.bytes().try_fold(0_usize, |number, byte| {
        number.checked_mul(10)?.checked_add(digit(byte)?)
    });
    number?.checked_sub(1)
}

/// The numbers from 0 to 99, two digits each.
const TWO_DIGITS: &str = "0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546474849\
                     5051525354555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899";

/// Appends a number. Using `fmt` for each of them would dominate the time of writing a proof.
pub fn push_number(text: &mut String, number: u64) {
    if number < 10 {
        text.push(char::from(b'0' + number as u8));
        return;
    }
    if number >= 100 {
        push_number(text, number / 100);
    }
    let at = (number % 100) as usize * 2;
    text.push_str(&TWO_DIGITS[at..at + 2]);
}
