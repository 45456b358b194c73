//! Numbers and relations of constraint lines: `-15`, `d>=5`.

use crate::board::number;

const MAX_NUMBER: usize = 1_000_000;

/// Reads a number from 0 to 1,000,000.
pub(crate) fn unsigned(word: &str) -> Option<i64> {
    let value = number(word).filter(|&value| value <= MAX_NUMBER);
    value.map(|value| value as i64)
}

/// Reads such a number, with `-` before it unless it is 0.
pub(crate) fn signed(word: &str) -> Option<i64> {
    match word.strip_prefix('-') {
        Some(rest) => unsigned(rest).filter(|&it| it > 0).map(|it| -it),
        None => unsigned(word),
    }
}

/// A relation between the values of two cells, such as `d>=5`: the compared quantity, the
/// comparison and a number.
pub(crate) struct Relation<'a> {
    of: &'a str,
    order: &'a str,
    number: i64,
    n: i64,
}

impl Relation<'_> {
    pub fn read(word: &str, n: usize) -> Option<Relation<'_>> {
        let (of, rest) = word.split_at(word.find(|c: char| !c.is_ascii_lowercase())?);
        let signs = rest.bytes().take_while(|byte| b"<=>!".contains(byte));
        let (order, tail) = rest.split_at(signs.count());
        let is_known = match of {
            "" | "d" | "s" => matches!(order, "<" | "<=" | "=" | "!=" | ">=" | ">"),
            "r" | "p" | "m" | "e" => matches!(order, "=" | "!="),
            _ => false,
        };
        let number = match of {
            "d" | "s" | "r" => unsigned(tail)?,
            _ => tail.is_empty().then_some(0)?,
        };
        let n = n as i64;
        is_known.then_some(Relation {
            of,
            order,
            number,
            n,
        })
    }

    /// Whether it holds for two values, counted from 1.
    pub fn holds(&self, a: i64, b: i64) -> bool {
        let is_ratio = a == self.number * b || b == self.number * a;
        let (left, right) = match self.of {
            "d" => ((a - b).abs(), self.number),
            "s" => (a + b, self.number),
            "r" => (i64::from(is_ratio), 1),
            "p" => (a % 2, b % 2),
            "m" => (a % 3, b % 3),
            "e" => (3 * (a - 1) / self.n, 3 * (b - 1) / self.n),
            _ => (a, b),
        };
        match self.order {
            "<" => left < right,
            "<=" => left <= right,
            "=" => left == right,
            "!=" => left != right,
            ">=" => left >= right,
            _ => left > right,
        }
    }
}
