//! Numbers and relations of constraint lines: `-15`, `d>=5`.

use crate::board::number;

const MAX_NUMBER: usize = 1_000_000;

/// Reads a number from 0 to 1,000,000.
pub(crate) fn unsigned(word: &str) -> Option<i64> {
    let value = number(word).filter(|&value| value <= MAX_NUMBER)?;
    i64::try_from(value).ok()
}

/// Reads such a number, with `-` before it unless it is 0.
pub(crate) fn signed(word: &str) -> Option<i64> {
    match word.strip_prefix('-') {
        Some(rest) => unsigned(rest)
            .filter(|&value| value > 0)
            .map(|value| -value),
        None => unsigned(word),
    }
}

/// A relation between the values of two cells, such as `d>=5`.
pub(crate) struct Relation {
    of: u8,
    order: fn(i64, i64) -> bool,
    number: i64,
    n: i64,
}

impl Relation {
    pub fn read(word: &str, n: usize) -> Option<Relation> {
        let of = word.bytes().next().filter(u8::is_ascii_lowercase);
        let rest = &word[usize::from(of.is_some())..];
        let length = rest
            .bytes()
            .take_while(|byte| b"<=>!".contains(byte))
            .count();
        let order: fn(i64, i64) -> bool = match &rest[..length] {
            "<" => |a, b| a < b,
            "<=" => |a, b| a <= b,
            "=" => |a, b| a == b,
            "!=" => |a, b| a != b,
            ">=" => |a, b| a >= b,
            ">" => |a, b| a > b,
            _ => return None,
        };
        let (of, tail) = (of.unwrap_or(b' '), &rest[length..]);
        let fits = match of {
            b' ' => tail.is_empty(),
            b'p' | b'm' | b'e' => tail.is_empty() && matches!(&rest[..length], "=" | "!="),
            b'r' => matches!(&rest[..length], "=" | "!="),
            b'd' | b's' => true,
            _ => false,
        };
        let number = if tail.is_empty() && !b"drs".contains(&of) {
            0
        } else {
            unsigned(tail)?
        };
        let n = n as i64;
        fits.then_some(Relation {
            of,
            order,
            number,
            n,
        })
    }

    /// Whether it holds for two values, counted from 1.
    pub fn holds(&self, a: i64, b: i64) -> bool {
        let compare = self.order;
        match self.of {
            b'd' => compare((a - b).abs(), self.number),
            b's' => compare(a + b, self.number),
            b'r' => compare(i64::from(a == self.number * b || b == self.number * a), 1),
            b'p' => compare(a % 2, b % 2),
            b'm' => compare(a % 3, b % 3),
            b'e' => compare(3 * (a - 1) / self.n, 3 * (b - 1) / self.n),
            _ => compare(a, b),
        }
    }
}
