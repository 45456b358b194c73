//! How `--time` is divided: a run that mines to the last second would publish nothing.

use std::time::{Duration, Instant};

use super::args::MineArgs;
use crate::interrupt;
use qedoku_core::engine::Stop;

/// The time of a run, from its start.
pub struct TimeShares {
    begin: Instant,
    limit: Option<Duration>,
    judges: bool,
}

impl TimeShares {
    /// The time that was asked for begins now.
    pub fn of(args: &MineArgs) -> TimeShares {
        TimeShares {
            begin: Instant::now(),
            limit: args.time.map(Duration::from_secs),
            judges: args.judge > 0,
        }
    }

    /// Stops mining: three fifths of the time are for it.
    pub fn mining(&self) -> Stop {
        self.until(0.6)
    }

    /// Stops publishing: at the end, or with a fifth of the time left for the choice of the best.
    pub fn publishing(&self) -> Stop {
        self.until(self.published())
    }

    /// Stops asking the library: half of what is left now is for it, the other half for proofs and examples.
    pub fn asking(&self) -> Stop {
        let left = self.limit.map(|limit| {
            let end = limit.mul_f64(self.published());
            end.saturating_sub(self.begin.elapsed()) / 2
        });
        interrupt::stop_after(left)
    }

    /// Stops the choice of the best of all rules.
    pub fn judging(&self) -> Stop {
        self.until(0.9)
    }

    /// Stops the choice of the best among those that are readable.
    pub fn judging_again(&self) -> Stop {
        self.until(1.0)
    }

    fn published(&self) -> f64 {
        if self.judges { 0.8 } else { 1.0 }
    }

    fn until(&self, share: f64) -> Stop {
        let end = self.limit.map(|limit| limit.mul_f64(share));
        interrupt::stop_after(end.map(|end| end.saturating_sub(self.begin.elapsed())))
    }
}
