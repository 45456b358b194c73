//! Reads the small words of the format: numbers, candidates, groups, grids.

use crate::{Board, Candidate, Group, Reason, quote};

/// A decimal number without sign and leading zeros. One that is too large for the machine reads as the
/// largest, which is beyond every limit of the format as well.
pub(crate) fn number(word: &str) -> Option<usize> {
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits && (word == "0" || !word.starts_with('0'));
    plain.then(|| word.parse().unwrap_or(usize::MAX))
}

/// A number from 1 to n, given back counted from 0.
pub(crate) fn position(word: &str, n: usize) -> Option<usize> {
    let index = number(word)?.checked_sub(1)?;
    (index < n).then_some(index)
}

impl Board {
    /// Reads a candidate: `r3c4=7` with the relation `=`, `r3c4<>7` with the relation `<>`.
    pub fn candidate(&self, word: &str, relation: &str) -> Result<Candidate, Reason> {
        let read = || {
            let (cell, digit) = word.split_once(relation)?;
            let (row, column) = self.row_and_column(cell)?;
            let (&first, rest) = digit.as_bytes().split_first()?;
            let digit = self.digit(first).filter(|_| rest.is_empty())?;
            Some(self.candidate_at(row * self.n() + column, digit))
        };
        read().ok_or_else(|| Reason::BadCandidate(quote(word), format!("`r3c4{relation}7`")))
    }

    /// Reads `r3c4`, both counted from 0.
    fn row_and_column(&self, cell: &str) -> Option<(usize, usize)> {
        let (row, column) = cell.strip_prefix('r')?.split_once('c')?;
        position(row, self.n()).zip(position(column, self.n()))
    }

    /// Reads the name of a group: `r3c4`, `7r3`, `7c4` or `7b2`.
    pub fn group(&self, word: &str) -> Result<Group, Reason> {
        let read = || {
            if word.starts_with('r') {
                return Some(self.group_at(0, self.row_and_column(word)?));
            }
            let (&[digit, house], _) = word.as_bytes().split_first_chunk()?;
            let kind = 1 + b"rcb".iter().position(|&kind| kind == house)?;
            let number = position(word.get(2..)?, self.n())?;
            Some(self.group_at(kind, (number, self.digit(digit)?)))
        };
        read().ok_or_else(|| Reason::BadGroup(quote(word)))
    }

    /// Reads one character for each cell: a digit, or `.` for an empty cell.
    pub(crate) fn grid(&self, text: &str) -> Option<Vec<Option<Candidate>>> {
        let read = |(cell, byte)| match byte {
            b'.' => Some(None),
            _ => Some(Some(self.candidate_at(cell, self.digit(byte)?))),
        };
        // The length is checked first: there are no candidates beyond the last cell.
        let text = (text.len() == self.n() * self.n()).then_some(text)?;
        text.bytes().enumerate().map(read).collect()
    }
}
