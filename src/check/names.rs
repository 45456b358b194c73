//! The meaning of a name: `k1` is a cage with its cells, its sum, and a row for each digit.
//!
//! Machines are constraints that read the digits of their cells in order: `sandwich i1 12 : r1c1
//! ...` adds the digits between the first two digits that are 1 or n.

use crate::row::Row;

/// The line that defines a name. The houses of the board have the meaning of a `house` line.
#[derive(Debug, Default)]
pub(crate) struct Definition {
    /// The first word of the line.
    pub kind: &'static str,
    /// The number of a machine.
    pub number: i64,
    /// The cells of a line of the header, in the order of a `fill`.
    pub cells: Vec<usize>,
    /// The row of the name, without weights and bounds if it has none.
    pub row: Row,
    /// The row of each digit, where the line defines it.
    pub digits: Vec<Option<Row>>,
}

impl Definition {
    /// Whether the header defines the name, so that each solution obeys it.
    pub fn is_rule(&self) -> bool {
        !matches!(self.kind, "derive" | "cut" | "deadly")
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.digits.iter().flatten().chain([&self.row])
    }

    /// The size that counts for the limit of all definitions.
    pub fn size(&self) -> usize {
        let (cells, rows) = (self.cells.len(), self.rows().map(|row| row.weights.len()));
        match (self.kind, rows.sum()) {
            ("every", _) => cells * cells + 1,
            (_, 0) => cells + 1,
            (_, weights) => weights + 1,
        }
    }
}

/// Whether a name that a line of this kind defines stands for its row in a `fill`, and not for its
/// cells. Here `cell` and `digit` are the kinds of the rows of cells, and of digits in a line.
pub(crate) fn is_row(kind: &str) -> bool {
    matches!(kind, "cell" | "digit" | "row" | "derive" | "cut")
}

/// The memory of a machine. For a row, the first number is the sum.
pub(crate) type State = [i64; 3];

/// Whether a line with this first word defines a machine.
pub(crate) fn is_machine(kind: &str) -> bool {
    let with_number = ["sandwich", "xsum", "skyscraper", "rise", "same", "mod"];
    with_number.contains(&kind) || ["between", "mono", "zigzag", "arith"].contains(&kind)
}

impl Definition {
    /// The state after one more digit, of value d, on a board of n digits. `None` if the machine
    /// fails.
    pub fn step(&self, n: i64, state: State, d: i64) -> Option<State> {
        let [p, q, s] = state;
        let (way, parity) = (if d < p { 1 } else { 2 }, 1 + d % 2);
        let rise = if d > p { q + 1 } else { 1 };
        let same = if parity == p { q + 1 } else { 1 };
        let (next, holds) = match self.kind {
            "sandwich" => match (d == 1 || d == n, p) {
                (true, 0) => ([1, 0, 0], true),
                (true, 1) => ([2, 0, 0], q == self.number),
                (true, _) => (state, false),
                (false, 1) => ([1, q + d, 0], q + d <= self.number),
                (false, _) => (state, true),
            },
            "xsum" if p > 0 || q == 0 => {
                let left = if q == 0 { d - 1 } else { p - 1 };
                let fits = q + d <= self.number && (left > 0 || q + d == self.number);
                ([left, q + d, 0], fits)
            }
            "skyscraper" if d > p => ([d, q + 1, 0], q < self.number),
            "xsum" | "skyscraper" => (state, true),
            "between" | "mono" | "zigzag" if p == 0 => ([d, 0, 0], true),
            "between" if q == 0 => ([p.min(d), p.max(d), 0], true),
            "between" => (state, p < d && d < q),
            "rise" => ([d, rise, s.max(rise)], rise <= self.number),
            "same" => ([parity, same, s.max(same)], same <= self.number),
            "mod" => ([(p + d) % self.number, 0, 0], true),
            "mono" => ([d, way, 0], d != p && (q == 0 || q == way)),
            "zigzag" => ([d, way, 0], d != p && q != way),
            _ => match q {
                0 => ([d, 1, 0], true),
                1 => ([d, 2, d - p], true),
                _ => ([d, 2, s], d - p == s),
            },
        };
        holds.then_some(next)
    }

    /// Whether the machine accepts this state at the end.
    pub fn accepts(&self, [p, q, s]: State) -> bool {
        match self.kind {
            "sandwich" => p == 2,
            "xsum" | "mod" => p == 0,
            "skyscraper" => q == self.number,
            "between" => q > 0,
            "rise" | "same" => s == self.number,
            _ => true,
        }
    }
}
