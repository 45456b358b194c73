//! When to give up: a question that whatever may take long asks now and then.
//!
//! Given by whoever starts the work, as a time limit or an interrupt; the core itself has no clock. Asked rarely, so that
//! it costs nothing where the work is short.

use std::fmt;
use std::sync::Arc;

/// A question: stop now?
#[derive(Clone, Default)]
pub struct Stop(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Stop {
    /// Stops when the question is answered with yes.
    pub fn when(question: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop(Some(Arc::new(question)))
    }

    /// Asks.
    pub fn now(&self) -> bool {
        self.0.as_ref().is_some_and(|question| question())
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "asked" } else { "never" })
    }
}
