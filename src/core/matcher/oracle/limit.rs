//! Limits of generate and test: a number of bindings, and perhaps a clock.

/// Limit on the bindings that the oracle tries. A plain number is such a limit.
pub trait BindingLimit {
    /// The number of bindings that may still be tried.
    fn left(&self) -> u64;

    /// Counts a binding; `None` if the limit is reached.
    fn count(&mut self) -> Option<()>;
}

impl BindingLimit for u64 {
    fn left(&self) -> u64 {
        *self
    }

    fn count(&mut self) -> Option<()> {
        *self = self.checked_sub(1)?;
        Some(())
    }
}

/// A number of bindings and a clock, which is read before each binding.
pub struct TimedBindings<'a> {
    /// The number of bindings that may still be tried.
    pub left: u64,
    /// Returns true when the time is over.
    pub is_over: &'a dyn Fn() -> bool,
}

impl BindingLimit for TimedBindings<'_> {
    fn left(&self) -> u64 {
        self.left
    }

    fn count(&mut self) -> Option<()> {
        match (self.is_over)() {
            true => None,
            false => self.left.count(),
        }
    }
}
