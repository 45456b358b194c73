//! Cancellation: a flag that any thread can set, and an optional deadline.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use qedoku_core::engine::Stop;
#[cfg(feature = "soundness")]
use qedoku_soundness::Deadline;

/// A signal that ends work early. Clones share the flag. The default never ends work.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Cancel {
    /// A signal that is set with this flag.
    pub fn with(flag: Arc<AtomicBool>) -> Cancel {
        Cancel { flag, end: None }
    }

    /// This signal, also set after a time limit that starts now.
    pub fn within(self, limit: Option<Duration>) -> Cancel {
        let own = limit.and_then(|limit| Instant::now().checked_add(limit));
        let end = self.end.into_iter().chain(own).min();
        Cancel { end, ..self }
    }

    /// Cancels the work.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Whether the work was cancelled or its time is over.
    pub fn is_set(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// The time until the deadline, at most `most`. Zero after a cancellation.
    pub fn left(&self, most: Duration) -> Duration {
        let end = self.end;
        match self.flag.load(Ordering::Relaxed) {
            true => Duration::ZERO,
            false => end.map_or(most, |end| {
                end.saturating_duration_since(Instant::now()).min(most)
            }),
        }
    }

    /// This signal for Z3, and at most this time from now.
    #[cfg(feature = "soundness")]
    pub fn deadline(&self, most: Duration) -> Deadline<'_> {
        Deadline::new(Instant::now(), self.left(most)).or_when(&self.flag)
    }

    /// This signal for the engine.
    pub fn stop(&self) -> Stop {
        let own = self.clone();
        Stop::when(move || own.is_set())
    }
}
