//! Unpacks lz-string base64, the packing of f-puzzles and SudokuPad links, up to a fixed size.
//!
//! A dictionary entry is always a stretch of the text so far: the previous phrase and one more
//! character. `abab` packed is `a`, `b`, entry 5 (`ab`). Entries are therefore ranges, and memory
//! is the text plus one range per code.
//!
//! Cost: a code of some 16 bits can stand for a phrase of any length, so a few KB can unpack to GB.
//! [`unpack`] stops as soon as the text exceeds [`MAX_UNITS`].

use std::ops::Range;

/// Maximum length of an unpacked link, in UTF-16 units. Links of real puzzles have below 100,000.
pub(super) const MAX_UNITS: usize = 1 << 20;

const ALPHABET: &[u8; 65] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
/// Bits of one base64 character.
const BITS: u32 = 6;

/// Codes before the first dictionary entry: an 8-bit character, a 16-bit character, the end.
const BYTE_CODE: usize = 0;
const WIDE_CODE: usize = 1;
const END_CODE: usize = 2;
const FIRST_ENTRY: usize = 3;

/// The reason why a text cannot be unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LzError {
    /// A code that names no entry, an end in the middle of a code, or broken UTF-16.
    Damaged,
    /// More than [`MAX_UNITS`].
    TooLong,
}

/// Unpacks a base64 text. Characters outside the alphabet are skipped, as lz-string does.
pub(super) fn unpack(packed: &str) -> Result<String, LzError> {
    let value = |byte: u8| ALPHABET.iter().position(|&b| b == byte);
    let mut bits = Bits {
        characters: packed.bytes().filter_map(value),
        current: 0,
        left: 0,
    };
    let units = phrases(&mut bits)?;
    String::from_utf16(&units).map_err(|_| LzError::Damaged)
}

/// Reads codes to the end of the text.
fn phrases(bits: &mut Bits<impl Iterator<Item = usize>>) -> Result<Vec<u16>, LzError> {
    let mut text: Vec<u16> = Vec::new();
    let mut entries: Vec<Range<usize>> = Vec::new();
    let mut previous: Option<Range<usize>> = None;
    let mut width = 2;
    // Codes, and characters that join the dictionary, until codes are one bit wider.
    let mut until_wider: usize = 1;
    loop {
        let code = bits.read(width)?;
        let start = text.len();
        let is_character = code == BYTE_CODE || code == WIDE_CODE;
        match code {
            END_CODE => return Ok(text),
            BYTE_CODE | WIDE_CODE => {
                let unit = bits.read(if code == BYTE_CODE { 8 } else { 16 })?;
                text.push(u16::try_from(unit).map_err(|_| LzError::Damaged)?);
            }
            _ => {
                // The code may name the entry that it completes: the previous phrase and its first
                // unit.
                let unfinished = || previous.clone().map(|range| range.start..range.end + 1);
                let entry = match entries.get(code - FIRST_ENTRY) {
                    Some(entry) => entry.clone(),
                    None if code - FIRST_ENTRY == entries.len() => {
                        unfinished().ok_or(LzError::Damaged)?
                    }
                    None => return Err(LzError::Damaged),
                };
                if start + entry.len() > MAX_UNITS {
                    return Err(LzError::TooLong);
                }
                // An unfinished entry overlaps the units that are being appended.
                for at in entry {
                    text.push(text[at]);
                }
            }
        }
        let mut grow = || {
            until_wider -= 1;
            if until_wider == 0 {
                until_wider = 1 << width;
                width += 1;
            }
        };
        if is_character {
            entries.push(start..start + 1);
            grow();
        }
        if let Some(previous) = previous.replace(start..text.len()) {
            entries.push(previous.start..previous.end + 1);
            grow();
        }
        if text.len() > MAX_UNITS {
            return Err(LzError::TooLong);
        }
    }
}

/// Bits of base64 characters, the highest of each first.
struct Bits<I> {
    characters: I,
    current: usize,
    /// Unread bits of `current`.
    left: u32,
}

impl<I: Iterator<Item = usize>> Bits<I> {
    /// The next `count` bits as a number, its lowest bit first.
    fn read(&mut self, count: u32) -> Result<usize, LzError> {
        let mut number = 0;
        for at in 0..count {
            if self.left == 0 {
                self.current = self.characters.next().ok_or(LzError::Damaged)?;
                self.left = BITS;
            }
            self.left -= 1;
            number |= (self.current >> self.left & 1) << at;
        }
        Ok(number)
    }
}
