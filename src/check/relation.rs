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

/// Reads a relation between the values of two cells on a board of n digits, such as `d>=5`: the
/// compared quantity, the comparison and a number.
pub(crate) fn relation(word: &str, n: i64) -> Option<impl Fn(i64, i64) -> bool> {
    let (of, rest) = word.split_at(word.find(|c: char| !c.is_ascii_lowercase())?);
    let signs = rest.bytes().take_while(|byte| b"<=>!".contains(byte));
    let (order, tail) = rest.split_at(signs.count());
    let holds = match order {
        "<" => i64::lt,
        "<=" => i64::le,
        "=" => i64::eq,
        "!=" => i64::ne,
        ">=" => i64::ge,
        ">" => i64::gt,
        _ => return None,
    };
    let number = match of {
        "d" | "s" | "r" => unsigned(tail)?,
        _ => tail.is_empty().then_some(0)?,
    };
    let is_known = match of {
        "" | "d" | "s" => true,
        "r" | "p" | "m" | "e" => matches!(order, "=" | "!="),
        _ => false,
    };
    is_known.then_some(move |a, b| {
        let (left, right) = match of {
            "d" => (i64::abs(a - b), number),
            "s" => (a + b, number),
            "r" => (i64::from(a == number * b || b == number * a), 1),
            "p" => (a % 2, b % 2),
            "m" => (a % 3, b % 3),
            "e" => (3 * (a - 1) / n, 3 * (b - 1) / n),
            _ => (a, b),
        };
        holds(&left, &right)
    })
}
