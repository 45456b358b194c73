//! The text of one puzzle, and errors with places in it.

use std::borrow::Cow;
use std::ops::Range;

use super::chars::{self, Class};
use super::error::{Excerpt, PuzzleError};
use super::source::ReadOptions;
use crate::grid::{Board, Cell, Digit};
use crate::printable_text;

/// The text of one puzzle and its origin.
pub(super) struct Piece<'t> {
    pub name: &'t str,
    pub text: Cow<'t, str>,
    /// The number of the first line of the text, from 1.
    pub line: usize,
    pub options: ReadOptions,
}

impl<'t> Piece<'t> {
    /// Invalid UTF-8 becomes replacement characters. They do no harm in comments, and among cells
    /// they are reported like any other strange character.
    pub fn new(name: &'t str, bytes: &'t [u8], line: usize, options: ReadOptions) -> Piece<'t> {
        let text = String::from_utf8_lossy(bytes);
        Piece {
            name,
            text,
            line,
            options,
        }
    }

    fn cut<const N: usize>(&self, places: [Range<usize>; N]) -> (Excerpt, [miette::SourceSpan; N]) {
        Excerpt::cut(self.name, &self.text, self.line, places)
    }

    fn cut_one(&self, place: Range<usize>) -> (Excerpt, miette::SourceSpan) {
        let (text, [span]) = self.cut([place; 1]);
        (text, span)
    }

    /// The error for a character that is not a cell, or not of this board.
    pub fn strange(&self, at: usize, size: Option<usize>, cell: Option<String>) -> PuzzleError {
        let character = self.text[at..].chars().next().unwrap_or(' ');
        let (text, span) = self.cut_one(at..at + character.len_utf8());
        if character == char::REPLACEMENT_CHARACTER {
            return PuzzleError::NotUtf8 { text, at: span };
        }
        let class = chars::class_of(character);
        let reason = match size {
            _ if class == chars::EMPTY => "an empty cell among the digits of another".to_owned(),
            Some(n) if chars::is_cell(class) && usize::from(class) > n => {
                format!("not a digit of a {n}x{n} board")
            }
            Some(_) if chars::is_cell(class) => "out of its place".to_owned(),
            _ => "neither a digit nor an empty cell".to_owned(),
        };
        let digits = match size {
            Some(n @ ..10) => format!("digits are 1 to {n}"),
            Some(10) => "digits are 1 to 9 and A".to_owned(),
            Some(n) => format!("digits are 1 to 9 and A to {}", Digit::new(n - 1)),
            None => "digits are 1 to 9, then letters from A".to_owned(),
        };
        PuzzleError::StrangeCharacter {
            character,
            reason: reason.into(),
            text,
            at: span,
            cell: cell.unwrap_or_else(|| "here".to_owned()).into(),
            help: format!("{digits}; an empty cell is one of . 0 * _ ? - x").into(),
        }
    }

    /// The error for a digit that occurs twice in a house.
    pub fn clash(
        &self,
        board: &Board,
        class: Class,
        [first, second]: [(Cell, Range<usize>); 2],
    ) -> PuzzleError {
        let houses = board.houses_of(first.0).iter();
        let shared = houses
            .map(|&h| board.house(h))
            .find(|h| h.cells.contains(&second.0));
        let house = shared.map_or_else(String::new, |h| {
            format!("{} {}", h.kind.word(), h.number + 1)
        });
        let (text, [first_at, second_at]) = self.cut([first.1, second.1]);
        PuzzleError::Clash {
            digit: chars::digit(class).map_or('.', |d| d.to_char()),
            house: house.into(),
            first: board.cell_name(first.0).into(),
            second: board.cell_name(second.0).into(),
            text,
            first_at,
            second_at,
        }
    }

    /// The error for a cell without candidates.
    pub fn no_candidate(&self, cell: String, at: Range<usize>) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        PuzzleError::NoCandidate {
            cell: cell.into(),
            text,
            at,
        }
    }

    /// The error for a digit that occurs twice in a group of pencilmarks.
    pub fn repeated(&self, cell: String, class: Class, at: Range<usize>) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        let digit = chars::digit(class).map_or('.', |d| d.to_char());
        PuzzleError::RepeatedDigit {
            cell: cell.into(),
            digit,
            text,
            at,
        }
    }

    /// The error for a second puzzle.
    pub fn several(&self, at: Range<usize>) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        PuzzleError::Several { text, at }
    }

    /// The error for more text than a puzzle has.
    pub fn too_long(&self) -> PuzzleError {
        let (text, at) = self.cut_one(0..0);
        PuzzleError::TooLong {
            limit: super::MAX_PUZZLE_BYTES,
            text,
            at,
        }
    }

    /// The error for a candidate of a technique library.
    pub fn bad_triple(&self, field: &'static str, at: Range<usize>) -> PuzzleError {
        // The excerpt shows it in full, so the message may be cut off.
        let triple: String = self.text[at.clone()].chars().take(12).collect();
        let triple = printable_text::escaped(&triple).into();
        let (text, at) = self.cut_one(at);
        PuzzleError::BadTriple {
            triple,
            text,
            at,
            field,
        }
    }

    /// The error for an incomplete line of a technique library.
    pub fn bad_library_line(&self, missing: &'static str, at: Range<usize>) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        PuzzleError::BadLibraryLine { missing, text, at }
    }

    /// The error for a state that does not fit its puzzle.
    pub fn state_mismatch(&self, reason: String, at: Range<usize>) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        PuzzleError::StateMismatch {
            reason: reason.into(),
            text,
            at,
        }
    }

    /// The error for a number of cells that fits no board.
    pub fn wrong_length(
        &self,
        found: super::error::Amount,
        nearest: String,
        at: Range<usize>,
        note: String,
    ) -> PuzzleError {
        let (text, at) = self.cut_one(at);
        PuzzleError::WrongLength {
            found,
            nearest: nearest.into(),
            text,
            at,
            note: note.into(),
        }
    }
}
