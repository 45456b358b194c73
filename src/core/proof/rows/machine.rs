//! Machines: constraints that read the digits of their cells in order, such as `sandwich`.

use crate::grid::Cell;

/// The state of a machine.
pub type MachineState = (i64, i64, i64);

/// A machine: its word, the number of its line, and the number of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The word of its line: `sandwich`, `xsum`, ...
    pub word: String,
    /// The number of its line. 0 without a number.
    pub number: i64,
    size: i64,
}

/// Words of machines whose line has a number.
const WITH_NUMBER: [&str; 6] = ["sandwich", "xsum", "skyscraper", "rise", "same", "mod"];
/// Words of machines whose line has none.
const WITHOUT_NUMBER: [&str; 4] = ["between", "mono", "zigzag", "arith"];

impl Machine {
    /// Whether the line of a machine has a number. `None` if the word does not name a machine.
    pub fn has_number(word: &str) -> Option<bool> {
        let with = WITH_NUMBER.contains(&word);
        (with || WITHOUT_NUMBER.contains(&word)).then_some(with)
    }

    /// The machine with this word.
    pub fn new(word: &str, number: i64, size: usize) -> Machine {
        Machine {
            word: word.to_owned(),
            number,
            size: size as i64,
        }
    }

    /// The cells of its line in the order in which the machine reads them.
    pub fn order(&self, mut cells: Vec<Cell>) -> Vec<Cell> {
        if self.word == "between"
            && cells.len() > 1
            && let Some(last) = cells.pop()
        {
            cells.insert(1, last);
        }
        cells
    }

    /// The state after one more digit with this value; `None` if the machine fails.
    pub fn step(&self, state: MachineState, d: i64) -> Option<MachineState> {
        let ((p, q, s), limit) = (state, self.number);
        let next = match self.word.as_str() {
            "sandwich" => match (d == 1 || d == self.size, p) {
                (true, 0) => (1, 0, 0),
                (true, 1) if q == limit => (2, 0, 0),
                (true, _) => return None,
                (false, 1) if q + d > limit => return None,
                (false, 1) => (1, q + d, 0),
                (false, _) => state,
            },
            "xsum" if p == 0 && q > 0 => state,
            "xsum" => {
                let left = if q == 0 { d - 1 } else { p - 1 };
                let fits = q + d <= limit && (left > 0 || q + d == limit);
                return fits.then_some((left, q + d, 0));
            }
            "skyscraper" if d > p => return (q < limit).then_some((d, q + 1, 0)),
            "skyscraper" => state,
            "between" if p == 0 => (d, 0, 0),
            "between" if q == 0 => (p.min(d), p.max(d), 0),
            "between" => return (p < d && d < q).then_some(state),
            "rise" => {
                let run = if d > p { q + 1 } else { 1 };
                return (run <= limit).then_some((d, run, s.max(run)));
            }
            "same" => {
                let class = 1 + d % 2;
                let run = if class == p { q + 1 } else { 1 };
                return (run <= limit).then_some((class, run, s.max(run)));
            }
            "mod" => ((p + d) % limit, 0, 0),
            "mono" | "zigzag" if p == 0 => (d, 0, 0),
            word @ ("mono" | "zigzag") => {
                let way = if d < p { 1 } else { 2 };
                let fits = q == 0 || (q == way) == (word == "mono");
                return (d != p && fits).then_some((d, way, 0));
            }
            _ => match q {
                0 => (d, 1, 0),
                1 => (d, 2, d - p),
                _ => return (d - p == s).then_some((d, 2, s)),
            },
        };
        Some(next)
    }

    /// Whether the machine accepts this state at the end.
    pub fn accepts(&self, (p, q, s): MachineState) -> bool {
        match self.word.as_str() {
            "sandwich" => p == 2,
            "xsum" | "mod" => p == 0,
            "skyscraper" => q == self.number,
            "between" => q > 0,
            "rise" | "same" => s == self.number,
            _ => true,
        }
    }
}
