//! The size of campaigns: tests that repeat one check on random or collected cases.
//!
//! By default each campaign has a small number of cases. `QEDOKU_DOSE=100` multiplies the numbers
//! of all campaigns by 100; `QEDOKU_DOSE=all` takes whole collections.

/// The factor of all campaigns. `u64::MAX` for whole collections.
fn dose() -> u64 {
    match std::env::var("QEDOKU_DOSE").ok().as_deref() {
        None => 1,
        Some("all") => u64::MAX,
        Some(text) => text.parse().expect("QEDOKU_DOSE is a number or `all`"),
    }
}

/// The number of cases of a campaign: `usual` times the dose.
pub fn dosed(usual: u64) -> u64 {
    usual.saturating_mul(dose())
}

/// The number of cases of a collection: `usual` times the dose.
pub fn dosed_size(usual: usize) -> usize {
    usize::try_from(dosed(usual as u64)).unwrap_or(usize::MAX)
}

/// Whether collections are taken whole.
pub fn is_whole() -> bool {
    dose() == u64::MAX
}
