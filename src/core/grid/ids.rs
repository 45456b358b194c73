//! Index types: digits, cells, houses, candidates and groups.
//!
//! All of them count from 0. Only names (`r3c4=7`) count from 1.

use std::fmt;

/// The characters of the digits, in order: `1`..`9`, then `A`.. for 10 and above.
const DIGIT_CHARACTERS: &[u8; 25] = b"123456789ABCDEFGHIJKLMNOP";

/// Maximum number of digits of a board.
pub const MAX_SIZE: usize = DIGIT_CHARACTERS.len();

/// One of the n digits of a board, counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digit(u8);

impl Digit {
    /// The digit with this index, counted from 0.
    #[inline]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SIZE);
        Digit(index as u8)
    }

    /// The digit a character stands for: `1`..`9`, `A`..`P` (or lower case).
    pub fn from_char(c: char) -> Option<Self> {
        let c = c.to_ascii_uppercase();
        let index = DIGIT_CHARACTERS.iter().position(|&d| char::from(d) == c)?;
        Some(Digit::new(index))
    }

    /// The character that stands for the digit.
    pub fn to_char(self) -> char {
        char::from(DIGIT_CHARACTERS[self.index()])
    }

    /// The index of the digit, counted from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.to_char())
    }
}

impl fmt::Debug for Digit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

macro_rules! index_type {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(u16);

        impl $name {
            /// The value with this index, counted from 0.
            #[inline]
            pub const fn new(index: usize) -> Self {
                assert!(index <= u16::MAX as usize);
                $name(index as u16)
            }

            /// The index, counted from 0.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

index_type! {
    /// A cell, counted in reading order.
    Cell
}
index_type! {
    /// A house: a row, a column, a box, or an extra one.
    House
}
index_type! {
    /// A digit in a cell, numbered `cell * n + digit`.
    Candidate
}
index_type! {
    /// A group of candidates: a cell, or a digit in a house.
    Group
}
