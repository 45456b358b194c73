//! The values of a rule's variables, parsed from text.
//!
//! Proof files have bindings as text (`R` is `r2,r8`), and pictures start from it as well. So a
//! step is drawn the same from a puzzle and from a proof.

use crate::grid::{Board, Candidate, Cell, Digit, House};

/// The objects of a board that a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Binding {
    /// Digits, `3,7`.
    Digits(Vec<Digit>),
    /// Cells, `r1c2,r1c5`.
    Cells(Vec<Cell>),
    /// Houses, `r2,c8`.
    Houses(Vec<House>),
    /// Candidates, `r1c2,r1c3=5`: one digit in several cells.
    Candidates(Vec<Candidate>),
    /// A digit in a house, `7r3`.
    Places(House, Digit),
    /// Anything else.
    Words,
}

/// Parses the names of objects on a board.
pub fn named(board: &Board, text: &str) -> Binding {
    let digit = |word: &str| {
        let mut chars = word.chars();
        let digit = chars.next().and_then(|c| board.parse_digit(c));
        digit.filter(|_| chars.next().is_none())
    };
    if let Some((cells, of)) = text.split_once('=') {
        let cells: Option<Vec<Cell>> = cells.split(',').map(|w| board.parse_cell(w)).collect();
        return match (cells, digit(of)) {
            (Some(cells), Some(digit)) => {
                let candidates = cells.into_iter().map(|c| board.candidate(c, digit));
                Binding::Candidates(candidates.collect())
            }
            _ => Binding::Words,
        };
    }
    let words = || text.split(',');
    if let Some(cells) = words().map(|w| board.parse_cell(w)).collect() {
        return Binding::Cells(cells);
    }
    if let Some(houses) = words().map(|w| board.parse_house(w)).collect() {
        return Binding::Houses(houses);
    }
    if let Some(digits) = words().map(digit).collect() {
        return Binding::Digits(digits);
    }
    let mut chars = text.chars();
    let of = chars.next().and_then(|c| board.parse_digit(c));
    match (of, board.parse_house(chars.as_str())) {
        (Some(digit), Some(house)) => Binding::Places(house, digit),
        _ => Binding::Words,
    }
}
