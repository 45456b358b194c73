//! Runs a plan and counts the work of each operation, for `qedoku rules plan --analyse`.

use crate::matcher::exec::search::{OnMatch, Trace, follow};
use crate::matcher::exec::state::Execution;
use crate::matcher::op::source::Rows;
use crate::matcher::plan::Plan;

/// Counts of one operation of a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpCount {
    /// Number of times the search reached the operation.
    pub reached: u64,
    /// Number of times the search reached the next operation. For a check, this is the number of
    /// times that it held; for a bind, the number of rows.
    pub passed: u64,
    /// Time spent in the operation itself, in the unit of the clock.
    pub time: u64,
}

/// The counts of a run, operation by operation.
struct Counter<'c> {
    counts: &'c mut [OpCount],
    clock: &'c dyn Fn() -> u64,
    /// The operation that is running, and the time at which the clock was last read.
    current: (usize, u64),
}

impl Trace for Counter<'_> {
    fn enter(&mut self, at: usize) {
        let now = (self.clock)();
        let (current, since) = self.current;
        self.counts[current].time += now - since;
        self.current = (at, now);
    }

    fn reach(&mut self, at: usize) {
        self.counts[at].reached += 1;
    }

    fn pass(&mut self, at: usize) {
        self.counts[at].passed += 1;
    }
}

/// Runs a plan, calls `found` for each match, and adds to `counts`, which has one entry per
/// operation.
pub fn run_counted<'a>(
    exec: &mut Execution<'a>,
    plan: &Plan,
    (counts, clock): (&mut [OpCount], &dyn Fn() -> u64),
    found: &mut OnMatch<'_, 'a>,
) -> Rows {
    let current = (0, clock());
    let mut counter = Counter {
        counts,
        clock,
        current,
    };
    let rows = follow(exec, plan, 0, &mut counter, found);
    counter.enter(0);
    rows
}
