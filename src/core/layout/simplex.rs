//! A dense simplex method in floating point.
//!
//! A [`Dictionary`] holds a program `maximise c x, A x <= b, x >= 0` with `b >= 0` at one vertex:
//! each row gives a basic variable in terms of the others. For example, maximising
//! `x + y` for `x + 2y <= 4` and `3x + y <= 6` starts at the origin and ends at (1.6, 1.2).
//!
//! The result is a proposal: callers verify it in integers before they use it.
//!
//! *Rejected alternative*: `microlp`. It cannot replace the objective of a solved program, so a
//! scan of all candidates would be slow. It returns no multipliers of rows. It warns that it may
//! panic on degenerate programs, and all programs of layouts are degenerate.

/// Absolute values below this count as 0.
const EPSILON: f64 = 1e-9;

/// Number of pivots by the steepest column. Later pivots use the first column, which terminates on
/// degenerate programs.
const MAX_STEEPEST_PIVOTS: usize = 400;

/// Limit on the pivots of one program.
const MAX_PIVOTS: usize = 3_000;

/// The outcome of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// Solved, with this value of the objective.
    Optimal(f64),
    /// The objective has no bound.
    Unbounded,
    /// The limit on pivots was reached.
    GaveUp,
}

/// A vertex of a program, as rows `basic = right - sum of entry * other`.
pub struct Dictionary {
    /// Labels of the columns: the variables that are 0 here.
    others: Vec<usize>,
    rows: Vec<Row>,
}

struct Row {
    basic: usize,
    entries: Vec<f64>,
    right: f64,
    /// The perturbed right side. It selects the leaving row, so that degenerate pivots do not
    /// cycle.
    moved: f64,
}

/// An objective in terms of the columns of a dictionary.
#[derive(Clone)]
pub struct Objective {
    gains: Vec<f64>,
    /// Value at the vertex.
    pub value: f64,
}

impl Dictionary {
    /// The origin of a program with variables `0..variables`. Row `i` gets the slack variable
    /// `variables + i`.
    pub fn new(variables: usize, rows: impl IntoIterator<Item = (Vec<(usize, f64)>, f64)>) -> Self {
        let rows = rows.into_iter().enumerate().map(|(at, (sparse, right))| {
            let mut entries = vec![0.0; variables];
            for (column, value) in sparse {
                entries[column] += value;
            }
            Row {
                basic: variables + at,
                entries,
                right,
                moved: right,
            }
        });
        let mut dictionary = Dictionary {
            rows: rows.collect(),
            others: (0..variables).collect(),
        };
        dictionary.perturb();
        dictionary
    }

    /// Adds a different small amount to each right side.
    fn perturb(&mut self) {
        let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
        for row in &mut self.rows {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let share = (seed >> 40) as f64 / (1_u64 << 24) as f64;
            row.moved = row.right + 1e-5 * (1.0 + share);
        }
    }

    /// The objective with this gain for each variable.
    pub fn objective(&self, gain: impl Fn(usize) -> f64) -> Objective {
        let mut gains: Vec<f64> = self.others.iter().map(|&variable| gain(variable)).collect();
        let mut value = 0.0;
        for row in &self.rows {
            let factor = gain(row.basic);
            if factor != 0.0 {
                value += factor * row.right;
                for (gain, entry) in gains.iter_mut().zip(&row.entries) {
                    *gain -= factor * entry;
                }
            }
        }
        Objective { gains, value }
    }

    /// Exchanges the basic variable of a row for that of a column.
    fn pivot(&mut self, at: usize, column: usize, objective: Option<&mut Objective>) {
        let row = &mut self.rows[at];
        let scale = 1.0 / row.entries[column];
        row.entries[column] = 1.0;
        for entry in &mut row.entries {
            *entry *= scale;
            if entry.abs() < 1e-11 {
                *entry = 0.0;
            }
        }
        row.right *= scale;
        row.moved *= scale;
        std::mem::swap(&mut row.basic, &mut self.others[column]);
        let row = std::mem::replace(&mut self.rows[at], Row::empty());
        let pivot = Pivot::of(&row.entries);
        for other in &mut self.rows {
            let Some(&factor) = other.entries.get(column).filter(|f| **f != 0.0) else {
                continue;
            };
            other.entries[column] = 0.0;
            pivot.subtract(&mut other.entries, factor);
            other.right -= factor * row.right;
            other.moved -= factor * row.moved;
        }
        if let Some(objective) = objective {
            let factor = std::mem::take(&mut objective.gains[column]);
            pivot.subtract(&mut objective.gains, factor);
            objective.value += factor * row.right;
        }
        self.rows[at] = row;
    }

    /// Makes every row an equation: slack variables leave the basis and are dropped. Either all
    /// slacks are 0 at this vertex, or the variables in `vertex`, each with a row in which it has
    /// an entry, satisfy all rows exactly.
    pub fn fix_slacks(&mut self, slacks: std::ops::Range<usize>, vertex: &[usize]) {
        while let Some(column) = self.others.iter().position(|other| slacks.contains(other)) {
            self.drop_column(column);
        }
        for &variable in vertex {
            let column = self.others.iter().position(|&other| other == variable);
            let Some(column) = column else { continue };
            let ready = |row: &Row| slacks.contains(&row.basic) && row.entries[column] > 0.5;
            if let Some(at) = self
                .rows
                .iter()
                .position(|row| ready(row) && row.right > 0.5)
            {
                self.pivot(at, column, None);
                self.drop_column(column);
            }
        }
        let mut at = 0;
        while at < self.rows.len() {
            let row = &self.rows[at];
            if !slacks.contains(&row.basic) {
                at += 1;
                continue;
            }
            let entries = row.entries.iter().enumerate();
            match entries.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs())) {
                Some((column, value)) if value.abs() > 1e-7 => {
                    self.pivot(at, column, None);
                    self.drop_column(column);
                    at += 1;
                }
                // The other rows imply this row.
                _ => drop(self.rows.swap_remove(at)),
            }
        }
        self.perturb();
    }

    fn drop_column(&mut self, column: usize) {
        self.others.swap_remove(column);
        for row in &mut self.rows {
            row.entries.swap_remove(column);
        }
    }

    /// Maximises an objective. Stops once its value reaches `enough`.
    pub fn maximise(&mut self, objective: &mut Objective, enough: f64) -> Ended {
        for pivots in 0..MAX_PIVOTS {
            if objective.value > enough - EPSILON {
                return Ended::Optimal(objective.value);
            }
            let gains = { objective.gains.iter().enumerate() }.filter(|(_, g)| **g > EPSILON);
            let entering = match pivots < MAX_STEEPEST_PIVOTS {
                true => gains.max_by(|a, b| a.1.total_cmp(b.1)),
                false => gains.min_by_key(|(column, _)| self.others[*column]),
            };
            let Some((column, _)) = entering else {
                return Ended::Optimal(objective.value);
            };
            let ratios = self.rows.iter().enumerate().filter_map(|(at, row)| {
                let entry = row.entries[column];
                (entry > EPSILON).then(|| (row.moved.max(0.0) / entry, at))
            });
            let Some((_, at)) = ratios.min_by(|a, b| a.0.total_cmp(&b.0)) else {
                return Ended::Unbounded;
            };
            self.pivot(at, column, Some(objective));
        }
        Ended::GaveUp
    }

    /// The basic variables with their values.
    pub fn solution(&self) -> impl Iterator<Item = (usize, f64)> {
        self.rows.iter().map(|row| (row.basic, row.right))
    }

    /// The multipliers of the rows whose slack variables are 0, by slack variable.
    pub fn multipliers<'d>(
        &'d self,
        objective: &'d Objective,
    ) -> impl Iterator<Item = (usize, f64)> + 'd {
        let others = self.others.iter().zip(&objective.gains);
        others.map(|(&other, gain)| (other, -gain))
    }
}

impl Row {
    fn empty() -> Row {
        Row {
            basic: usize::MAX,
            entries: Vec::new(),
            right: 0.0,
            moved: 0.0,
        }
    }
}

/// The entries of the row of a pivot. Most are 0 in the programs of counts, which have several
/// hundred rows and columns.
enum Pivot<'r> {
    Dense(&'r [f64]),
    /// The entries other than 0, by column.
    Sparse(Vec<(usize, f64)>),
}

impl Pivot<'_> {
    /// One sparse entry costs as much as this number of dense entries.
    const SPARSE_COST: usize = 4;

    fn of(entries: &[f64]) -> Pivot<'_> {
        let entered = || entries.iter().enumerate().filter(|(_, e)| **e != 0.0);
        match entered().count() * Pivot::SPARSE_COST < entries.len() {
            true => Pivot::Sparse(entered().map(|(column, entry)| (column, *entry)).collect()),
            false => Pivot::Dense(entries),
        }
    }

    /// Subtracts a multiple of the row. The dense and the sparse form give equal bits.
    fn subtract(&self, from: &mut [f64], factor: f64) {
        match self {
            Pivot::Dense(row) => {
                for (value, entry) in from.iter_mut().zip(*row) {
                    *value -= factor * entry;
                }
            }
            Pivot::Sparse(row) => {
                for &(column, entry) in row {
                    from[column] -= factor * entry;
                }
            }
        }
    }
}
