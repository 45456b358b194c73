//! The shape of a lifted core: the kinds of its truths and links.
//!
//! Cores have equal shapes if they differ only in location, in digits, or by exchanging rows and
//! columns.

use crate::pattern::canonical_form::canonical;
use crate::pattern::lift::{GroupKinds, LiftedCore};

/// A lifted core, turned so that its shape does not depend on orientation.
#[derive(Clone, Debug)]
pub struct OrientedCore<'l> {
    lifted: &'l LiftedCore,
}

impl<'l> OrientedCore<'l> {
    /// The shape of a lifted core.
    pub fn of(lifted: &'l LiftedCore) -> OrientedCore<'l> {
        OrientedCore { lifted }
    }

    /// A canonical key of the shape.
    pub fn key(&self) -> Vec<u32> {
        let upright = self.described(|kinds| kinds);
        let turned = self.described(GroupKinds::transposed);
        upright.min(turned)
    }

    fn described(&self, turn: impl Fn(GroupKinds) -> GroupKinds) -> Vec<u32> {
        let LiftedCore {
            slots,
            truths,
            kinds,
            links,
            ..
        } = self.lifted;
        let kind = |k: GroupKinds| u32::from(turn(k).0);
        let mut colours = vec![0];
        colours.extend(slots.iter().map(|s| 1 + u32::from(s.candidates.len() > 1)));
        colours.extend(kinds.iter().map(|&k| 8 + kind(k)));
        let label = |a: usize, b: usize| {
            let (a, b) = (a.min(b), a.max(b));
            match (a, b.checked_sub(slots.len() + 1)) {
                (a, Some(truth)) if (1..=slots.len()).contains(&a) => {
                    u32::from(truths[truth].contains(&(a - 1)))
                }
                (_, Some(_)) => 0,
                (0, None) => {
                    (b.checked_sub(1)).map_or(0, |s| slots[s].target.map_or(0, |k| 2 + kind(k)))
                }
                (a, None) => links.get(&(a - 1, b - 1)).map_or(0, |&k| 2 + kind(k)),
            }
        };
        canonical(&colours, label)
    }
}
