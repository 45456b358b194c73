//! Work that another thread can cancel, also during a Z3 query.
//!
//! A [`Switch`] cancels work on another thread: the current Z3 query is interrupted, and further
//! queries get no answer.
//!
//! ```
//! use std::time::{Duration, Instant};
//! use qedoku_soundness::{Deadline, Switch};
//!
//! let switch = Switch::default();
//! switch.off();
//! let over = switch.run(|stop| {
//!     let deadline = Deadline::new(Instant::now(), Duration::from_secs(60));
//!     deadline.or_when(stop).is_over()
//! });
//! assert!(over);
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// Interval at which Z3 is interrupted until it stops. An interrupt between two queries has no
/// effect.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(2);

/// A switch that cancels work.
#[derive(Debug, Default)]
pub struct Switch {
    stop: Arc<AtomicBool>,
    done: Mutex<bool>,
    changed: Condvar,
}

impl Switch {
    /// Cancels the work.
    pub fn off(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let _held = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }

    /// Whether the work was cancelled.
    pub fn is_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Runs the work on this thread.
    pub fn run<T>(&self, work: impl FnOnce(&Arc<AtomicBool>) -> T) -> T {
        #[cfg(feature = "z3")]
        let context = z3::Context::thread_local();
        #[cfg(feature = "z3")]
        let handle = context.handle();
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
                while !*done {
                    if self.is_off() {
                        #[cfg(feature = "z3")]
                        handle.interrupt();
                        let waited = self.changed.wait_timeout(done, INTERRUPT_INTERVAL);
                        done = waited.unwrap_or_else(PoisonError::into_inner).0;
                    } else {
                        let waited = self.changed.wait(done);
                        done = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            });
            // The watching thread has to end also if the work panics.
            let _done = WorkEnd(self);
            work(&self.stop)
        })
    }
}

struct WorkEnd<'s>(&'s Switch);

impl Drop for WorkEnd<'_> {
    fn drop(&mut self) {
        let mut done = self.0.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done = true;
        self.0.changed.notify_all();
    }
}
