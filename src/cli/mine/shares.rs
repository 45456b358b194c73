//! Division of `--time` into phases, so that a run does not spend all its time on mining and
//! publish nothing.

use std::time::{Duration, Instant};

use super::args::MineArgs;
use crate::interrupt;
use qedoku_app::Cancel;

/// The time budget of a run.
pub struct TimeShares {
    begin: Instant,
    limit: Option<Duration>,
    judges: bool,
}

impl TimeShares {
    /// Starts the time budget.
    pub fn of(args: &MineArgs) -> TimeShares {
        TimeShares {
            begin: Instant::now(),
            limit: args.time.map(Duration::from_secs),
            judges: args.judge > 0,
        }
    }

    /// The end of mining, after three fifths of the time.
    pub fn mining(&self) -> Cancel {
        self.until(0.6)
    }

    /// The end of publishing: at the end, or with a fifth of the time left for the choice of the
    /// best.
    pub fn publishing(&self) -> Cancel {
        self.until(self.published())
    }

    /// The end of the comparison with the library, after half of the remaining time. The other half
    /// is for proofs and examples.
    pub fn asking(&self) -> Cancel {
        let left = self.limit.map(|limit| {
            let end = limit.mul_f64(self.published());
            end.saturating_sub(self.begin.elapsed()) / 2
        });
        interrupt::cancel_after(left)
    }

    /// The end of the choice of the best among all rules.
    pub fn judging(&self) -> Cancel {
        self.until(0.9)
    }

    /// The end of the choice of the best among the readable rules.
    pub fn judging_again(&self) -> Cancel {
        self.until(1.0)
    }

    fn published(&self) -> f64 {
        if self.judges { 0.8 } else { 1.0 }
    }

    fn until(&self, share: f64) -> Cancel {
        let end = self.limit.map(|limit| limit.mul_f64(share));
        interrupt::cancel_after(end.map(|end| end.saturating_sub(self.begin.elapsed())))
    }
}
