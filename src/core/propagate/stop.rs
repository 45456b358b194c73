//! Stop signals: a callback that long work checks from time to time.
//!
//! The caller provides it, as a time limit or an interrupt. The core itself has no clock. Work
//! checks the signal rarely, so it costs nothing for short work.

use std::fmt;
use std::sync::Arc;

/// A stop signal. The default never stops.
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// A signal that is set when the callback returns true.
    pub fn when(question: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(question)))
    }

    /// Whether to stop now.
    pub fn now(&self) -> bool {
        self.0.as_ref().is_some_and(|question| question())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "asked" } else { "never" })
    }
}
