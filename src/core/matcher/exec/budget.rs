//! Limits of a search for matches: time and number of matches.
//!
//! A rule with several overlapping sets can have millions of matches in a state. A search tests its
//! budget now and then. Matches found before the budget ends are valid, and the budget records why
//! the search was cut off.

use std::cell::Cell;

use crate::propagate::Stop;

/// Maximum number of matches of a pattern.
pub const MAX_MATCHES: usize = 100_000;

/// Number of values tried between two readings of the clock.
const VALUES_PER_CLOCK_READING: u32 = 512;

/// The reason why a search ended before it had found all matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutOff {
    /// The caller cancelled the search.
    Stopped,
    /// The pattern has more matches than the limit.
    TooMany,
}

/// The budget of a search: its stop signal and why it was cut off.
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

    /// Starts a new search with the same limits.
    pub fn begin(&self) {
        self.cut.set(None);
    }

    /// The reason why the search was cut off, if it was.
    pub fn cut_off(&self) -> Option<CutOff> {
        self.cut.get()
    }

    /// Ends the search at the maximum number of matches.
    pub fn count(&self, matches: usize) {
        if matches >= MAX_MATCHES {
            self.cut.set(Some(CutOff::TooMany));
        }
    }

    /// Ends the search because the caller cancelled it.
    pub fn end(&self) {
        self.cut.set(Some(CutOff::Stopped));
    }

    /// True if the search must end. Reads the clock, so it is meant for expensive work.
    pub fn is_over_now(&self) -> bool {
        self.looks.set(0);
        self.is_over()
    }

    /// True if the search must end. Cheap enough to call for each value.
    #[inline]
    pub fn is_over(&self) -> bool {
        let looks = self.looks.get();
        if looks > 0 {
            self.looks.set(looks - 1);
            return self.cut.get().is_some();
        }
        self.looks.set(VALUES_PER_CLOCK_READING);
        if self.stop.now() {
            self.end();
        }
        self.cut.get().is_some()
    }
}
