//! Machines: constraints that read the digits of their cells one after the other.
//!
//! `sandwich i1 12 : r1c1 ...` adds the digits between the first two that are 1 or n.

/// What a machine remembers, or in its first part the sum of a row.
pub(crate) type State = [i64; 3];

/// A machine: its kind by the word of the header, and the number of its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    kind: Kind,
    number: i64,
    n: i64,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    Sandwich,
    Xsum,
    Skyscraper,
    Between,
    Rise,
    Same,
    Mod,
    Mono,
    Zigzag,
    Arith,
}

/// The word of each kind, the kind, and whether its line has a number.
const MACHINES: [(&str, Kind, bool); 10] = [
    ("sandwich", Kind::Sandwich, true),
    ("xsum", Kind::Xsum, true),
    ("skyscraper", Kind::Skyscraper, true),
    ("between", Kind::Between, false),
    ("rise", Kind::Rise, true),
    ("same", Kind::Same, true),
    ("mod", Kind::Mod, true),
    ("mono", Kind::Mono, false),
    ("zigzag", Kind::Zigzag, false),
    ("arith", Kind::Arith, false),
];

/// Whether the line of this machine has a number; none if the word is no machine.
pub(crate) fn has_number(word: &str) -> Option<bool> {
    let kind = MACHINES.iter().find(|kind| kind.0 == word)?;
    Some(kind.2)
}

impl Machine {
    /// The machine of a word, with the number of its line; none if the word or the number is wrong.
    pub fn new(word: &str, number: i64, n: usize) -> Option<Machine> {
        let kind = MACHINES.iter().find(|kind| kind.0 == word)?.1;
        let n = n as i64;
        (kind != Kind::Mod || number > 0).then_some(Machine { kind, number, n })
    }

    /// Puts the cells of its line into the order in which it reads them; none if there are too few.
    pub fn order(&self, mut cells: Vec<usize>) -> Option<Vec<usize>> {
        if self.kind == Kind::Between {
            let last = cells.pop().filter(|_| !cells.is_empty())?;
            cells.insert(1, last);
        }
        Some(cells)
    }

    /// The state after one more digit, of value d; none if the machine fails.
    pub fn step(&self, state: State, d: i64) -> Option<State> {
        let [p, q, s] = state;
        let run = |goes_on: bool| if goes_on { q + 1 } else { 1 };
        let (next, holds) = match self.kind {
            Kind::Sandwich => match (d == 1 || d == self.n, p) {
                (true, 0) => ([1, 0, 0], true),
                (true, 1) => ([2, 0, 0], q == self.number),
                (true, _) => (state, false),
                (false, 1) => ([1, q + d, 0], q + d <= self.number),
                (false, _) => (state, true),
            },
            Kind::Xsum if p > 0 || q == 0 => {
                let left = if q == 0 { d - 1 } else { p - 1 };
                let fits = q + d <= self.number && (left > 0 || q + d == self.number);
                ([left, q + d, 0], fits)
            }
            Kind::Skyscraper if d > p => ([d, q + 1, 0], q < self.number),
            Kind::Xsum | Kind::Skyscraper => (state, true),
            Kind::Between if p == 0 => ([d, 0, 0], true),
            Kind::Between if q == 0 => ([p.min(d), p.max(d), 0], true),
            Kind::Between => (state, p < d && d < q),
            Kind::Rise => (
                [d, run(d > p), s.max(run(d > p))],
                run(d > p) <= self.number,
            ),
            Kind::Same => {
                let parity = 1 + d % 2;
                let run = run(parity == p);
                ([parity, run, s.max(run)], run <= self.number)
            }
            Kind::Mod => ([(p + d) % self.number, 0, 0], true),
            Kind::Mono | Kind::Zigzag if p == 0 => ([d, 0, 0], true),
            Kind::Mono | Kind::Zigzag => {
                let way = if d < p { 1 } else { 2 };
                let fits = q == 0 || (q == way) == (self.kind == Kind::Mono);
                ([d, way, 0], d != p && fits)
            }
            Kind::Arith => match q {
                0 => ([d, 1, 0], true),
                1 => ([d, 2, d - p], true),
                _ => ([d, 2, s], d - p == s),
            },
        };
        holds.then_some(next)
    }

    /// Whether the state may be the last one.
    pub fn accepts(&self, [p, q, s]: State) -> bool {
        match self.kind {
            Kind::Sandwich => p == 2,
            Kind::Xsum | Kind::Mod => p == 0,
            Kind::Skyscraper => q == self.number,
            Kind::Between => q > 0,
            Kind::Rise | Kind::Same => s == self.number,
            Kind::Mono | Kind::Zigzag | Kind::Arith => true,
        }
    }
}
