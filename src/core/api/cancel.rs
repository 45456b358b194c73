//! Cancellation of a solver's work.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::propagate::Stop;

/// A signal that ends the work of solvers early. Clones share it.
///
/// The crate has no clock. For a time limit, pass a condition:
///
/// ```
/// use qedoku_core::{Cancel, NoStep, Puzzle, Rules, Solver};
/// use std::time::{Duration, Instant};
///
/// let end = Instant::now() + Duration::from_secs(10);
/// let solver = Solver::builder(&Rules::standard())
///     .cancel(Cancel::when(move || Instant::now() >= end))
///     .build()?;
/// let puzzle: Puzzle = "1.....2..3.....4".parse()?;
/// assert!(solver.next_step(&puzzle).is_ok());
///
/// let cancel = Cancel::new();
/// let solver = Solver::builder(&Rules::standard()).cancel(cancel.clone()).build()?;
/// cancel.cancel();
/// assert!(matches!(solver.next_step(&puzzle), Err(NoStep::Cancelled)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    condition: Stop,
}

impl Cancel {
    /// A signal that [`Cancel::cancel`] sets, from any thread.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// A signal that is also set while the condition holds. Solvers call the condition often.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Cancel {
        Cancel {
            flag: Arc::default(),
            condition: Stop::when(condition),
        }
    }

    /// Ends the work.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the work ends.
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.condition.now()
    }

    /// This signal for the engine.
    pub(super) fn stop(&self) -> Stop {
        let own = self.clone();
        Stop::when(move || own.is_cancelled())
    }
}
