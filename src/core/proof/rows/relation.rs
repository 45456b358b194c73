//! Numbers, and relations between the values of two cells: `<`, `d>=5`, `s=10`, `r=2`, `p!=`.

/// The largest number in a constraint line.
const MAX_NUMBER: i64 = 1_000_000;

/// Reads a number within the limits of the format: without `+`, leading zeros and `-0`.
pub(super) fn read_number(word: &str) -> Option<i64> {
    let number: i64 = word.parse().ok()?;
    let is_plain = word == number.to_string();
    (is_plain && number.unsigned_abs() <= MAX_NUMBER.unsigned_abs()).then_some(number)
}

/// A relation in the notation of a header line.
pub(super) struct Relation<'a> {
    function: &'a str,
    operator: &'a str,
    number: i64,
    size: i64,
}

impl<'a> Relation<'a> {
    /// Reads a relation for a board with this number of digits.
    pub fn read(word: &'a str, size: usize) -> Option<Relation<'a>> {
        let start = word.find(['<', '>', '=', '!'])?;
        let (function, rest) = word.split_at(start);
        let end = rest.find(|c: char| c.is_ascii_digit());
        let (operator, number) = rest.split_at(end.unwrap_or(rest.len()));
        let has_number = matches!(function, "d" | "s" | "r");
        let known = ["<", "<=", "=", "!=", ">=", ">"].contains(&operator);
        let is_known = matches!(function, "" | "d" | "s" | "r" | "p" | "m" | "e");
        // Comparisons of classes and ratios have no order.
        let has_order = !matches!(function, "r" | "p" | "m" | "e");
        let is_ordered = has_order || matches!(operator, "=" | "!=");
        if !known || !is_known || !is_ordered || has_number == number.is_empty() {
            return None;
        }
        let number = if has_number { read_number(number)? } else { 0 };
        let size = size as i64;
        Some(Relation {
            function,
            operator,
            number,
            size,
        })
    }

    /// Whether the relation holds for two values, counted from 1.
    pub fn holds(&self, a: i64, b: i64) -> bool {
        let third = |value: i64| 3 * (value - 1) / self.size;
        let (left, right) = match self.function {
            "d" => ((a - b).abs(), self.number),
            "s" => (a + b, self.number),
            "r" => {
                let is_ratio = a == self.number * b || b == self.number * a;
                (i64::from(is_ratio), 1)
            }
            "p" => (a % 2, b % 2),
            "m" => (a % 3, b % 3),
            "e" => (third(a), third(b)),
            _ => (a, b),
        };
        match self.operator {
            "<" => left < right,
            "<=" => left <= right,
            "=" => left == right,
            "!=" => left != right,
            ">=" => left >= right,
            _ => left > right,
        }
    }
}
