//! Machines: constraints that read the digits of their cells in order.
//!
//! `sandwich i1 12 : r1c1 ...` adds the digits between the first two digits that are 1 or n.

/// The memory of a machine. For a row, the first number is the sum.
pub(crate) type State = [i64; 3];

/// A machine by its word and the number of its line, on a board of n digits.
#[derive(Debug)]
pub(crate) struct Machine {
    pub word: String,
    pub number: i64,
    pub n: i64,
}

impl Machine {
    /// The state after one more digit, of value d. `None` if the machine fails.
    pub fn step(&self, state: State, d: i64) -> Option<State> {
        let [p, q, s] = state;
        let (way, parity) = (if d < p { 1 } else { 2 }, 1 + d % 2);
        let run = |goes_on: bool| if goes_on { q + 1 } else { 1 };
        let (next, holds) = match &self.word[..] {
            "sandwich" => match (d == 1 || d == self.n, p) {
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
            "rise" => (
                [d, run(d > p), s.max(run(d > p))],
                run(d > p) <= self.number,
            ),
            "same" => {
                let run = run(parity == p);
                ([parity, run, s.max(run)], run <= self.number)
            }
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

    /// Whether the machine accepts digits with these values.
    pub fn reads(&self, mut values: impl Iterator<Item = i64>) -> bool {
        let last = values.try_fold(State::default(), |state, d| self.step(state, d));
        last.is_some_and(|state| self.accepts(state))
    }

    /// Whether the machine accepts this state at the end.
    pub fn accepts(&self, [p, q, s]: State) -> bool {
        match &self.word[..] {
            "sandwich" => p == 2,
            "xsum" | "mod" => p == 0,
            "skyscraper" => q == self.number,
            "between" => q > 0,
            "rise" | "same" => s == self.number,
            _ => true,
        }
    }
}
