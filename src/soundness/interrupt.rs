//! Work that somebody else can call off, also while Z3 is thinking.
//!
//! Takes work and a switch, gives what comes of the work. Whoever turns the switch from another thread ends it: what asks
//! Z3 next gets no answer, and what is being asked is interrupted.
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
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// So often Z3 is told to stop until it does: a word that comes between two questions is lost on it.
const AGAIN: Duration = Duration::from_millis(2);

/// Says whether work is still wanted.
#[derive(Debug, Default)]
pub struct Switch {
    stop: AtomicBool,
    done: Mutex<bool>,
    changed: Condvar,
}

impl Switch {
    /// The work is not wanted any more.
    pub fn off(&self) {
        self.stop.store(true, Ordering::Relaxed);
        let _held = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        self.changed.notify_all();
    }

    /// Whether the work is not wanted any more.
    pub fn is_off(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Does the work, once, on this thread.
    pub fn run<T>(&self, work: impl FnOnce(&AtomicBool) -> T) -> T {
        let context = z3::Context::thread_local();
        let handle = context.handle();
        thread::scope(|scope| {
            scope.spawn(|| {
                let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
                while !*done {
                    if self.is_off() {
                        handle.interrupt();
                        let waited = self.changed.wait_timeout(done, AGAIN);
                        done = waited.unwrap_or_else(PoisonError::into_inner).0;
                    } else {
                        let waited = self.changed.wait(done);
                        done = waited.unwrap_or_else(PoisonError::into_inner);
                    }
                }
            });
            // Also if the work panics, the other thread has to end.
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
