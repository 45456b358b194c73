//! How much a look for matches may cost: until when, and how many.
//!
//! A rule with several overlapping sets can have millions of matches in a state. A search
//! tests the budget now and then. Matches found before it ends are valid, and the cut is recorded.

use std::cell::Cell;

use crate::propagate::Stop;

/// Maximum number of matches of a pattern.
pub const MAX_MATCHES: usize = 100_000;

/// Number of values that are tried between two looks at the clock.
const LOOKS: u32 = 512;

/// Why a look for matches ended before all were found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    /// It was told to stop.
    Stopped,
    /// There are more than are kept.
    TooMany,
}

/// What is left of what a look may cost.
#[derive(Debug, Default)]
pub struct Budget {
    stop: Stop,
    looks: Cell<u32>,
    cut: Cell<Option<CutOff>>,
}

impl Budget {
    /// A budget that ends when `stop` does.
    pub fn until(stop: Stop) -> Budget {
        Budget {
            stop,
            ..Budget::default()
        }
    }

    /// Begins anew.
    pub fn begin(&self) {
        self.cut.set(None);
    }

    /// Why the look was ended, if it was.
    pub fn cut_off(&self) -> Option<CutOff> {
        self.cut.get()
    }

    /// Ends the search at the maximum number of matches.
    pub fn count(&self, matches: usize) {
        if matches >= MAX_MATCHES {
            self.cut.set(Some(CutOff::TooMany));
        }
    }

    /// Ends the search because it was cancelled.
    pub fn end(&self) {
        self.cut.set(Some(CutOff::Stopped));
    }

    /// Whether to end, asked before work that takes a while.
    pub fn is_over_now(&self) -> bool {
        self.looks.set(0);
        self.is_over()
    }

    /// Whether to end, asked for each value that is tried.
    #[inline]
    pub fn is_over(&self) -> bool {
        let looks = self.looks.get();
        if looks > 0 {
            self.looks.set(looks - 1);
            return self.cut.get().is_some();
        }
        self.looks.set(LOOKS);
        if self.stop.now() {
            self.end();
        }
        self.cut.get().is_some()
    }
}

/// Limit on the bindings that the [oracle](super::naive) tries. A plain number is one.
pub trait BindingLimit {
    /// The number of bindings that may still be tried.
    fn left(&self) -> u64;

    /// Counts a binding; `None` if it may not be tried.
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
    /// True when the time is over.
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
