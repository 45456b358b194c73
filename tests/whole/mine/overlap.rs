//! Techniques that subsume others, compared with known results.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::Board;
use qedoku_core::lang::standard_library;
use qedoku_mine::overlap::{Overlap, Places, closest, overlaps};

use qedoku_tests::NINE;

const RULES: [&str; 12] = [
    "skyscraper",
    "two_string_kite",
    "turbot_fish",
    "x_chain",
    "xy_wing",
    "xy_chain",
    "w_wing",
    "aic",
    "nice_loop",
    "locked_subset",
    "naked_subset",
    "fish",
];

/// The known result for a technique: its number of patterns, the techniques that subsume it, and
/// the closest of these techniques.
struct Known {
    patterns: usize,
    subsumers: Vec<String>,
    closest: Vec<String>,
}

static KNOWN: LazyLock<BTreeMap<String, Known>> = LazyLock::new(|| {
    let library = standard_library().expect("the standard library");
    let few = library.techniques.iter();
    let few = few.filter(|t| RULES.contains(&&*t.rule) && t.instance.is_none_or(|n| n == 2));
    let engine = Solver::with(&Board::sudoku(NINE), few);
    let places = Places::new(&engine, &library, 20, 1);
    let all: Vec<TechniqueId> = engine.ids().collect();
    let found = overlaps(&engine, &places, &all, 4, false);
    assert_eq!(found, overlaps(&engine, &places, &all, 4, false));
    let title = |technique: TechniqueId| engine.technique(technique).title.clone();
    let known = |overlap: &Overlap| Known {
        patterns: overlap.patterns,
        subsumers: overlap.subsumers().map(title).collect(),
        closest: closest(overlap, &found).into_iter().map(title).collect(),
    };
    let each = found.iter();
    each.map(|overlap| (title(overlap.technique), known(overlap)))
        .collect()
});

fn is_subsumed(technique: &str, by: &str) -> bool {
    KNOWN[technique].subsumers.iter().any(|name| name == by)
}

#[test]
fn techniques_are_subsumed_by_more_general_ones() {
    for (special, general) in [
        ("Skyscraper", "Turbot Fish"),
        ("2-String Kite", "Turbot Fish"),
        ("Turbot Fish", "X-Chain"),
        ("Skyscraper", "X-Chain"),
        ("X-Chain", "AIC"),
        ("XY-Wing", "XY-Chain"),
        ("XY-Chain", "AIC"),
        ("W-Wing", "AIC"),
        ("Continuous Nice Loop", "AIC"),
        ("Locked Pair", "Naked Pair"),
        ("X-Wing", "Continuous Nice Loop"),
        ("Naked Pair", "Continuous Nice Loop"),
    ] {
        assert!(KNOWN[special].patterns > 0, "{special} was not tried");
        assert!(is_subsumed(special, general), "{special} by {general}");
    }
}

#[test]
fn techniques_are_not_subsumed_by_special_ones() {
    for (general, special) in [
        ("Turbot Fish", "Skyscraper"),
        ("X-Chain", "Turbot Fish"),
        ("AIC", "X-Chain"),
        ("AIC", "XY-Chain"),
        ("AIC", "W-Wing"),
        ("XY-Chain", "XY-Wing"),
        ("Naked Pair", "Locked Pair"),
        ("Naked Pair", "X-Wing"),
        ("X-Wing", "Naked Pair"),
        ("W-Wing", "XY-Chain"),
    ] {
        assert!(!is_subsumed(general, special), "{general} by {special}");
    }
}

#[test]
fn closest_subsumers_are_minimal() {
    assert_eq!(KNOWN["Skyscraper"].closest, ["Turbot Fish"]);
    assert_eq!(KNOWN["Turbot Fish"].closest, ["X-Chain"]);
    assert_eq!(KNOWN["X-Chain"].closest, ["AIC"]);
    assert_eq!(KNOWN["Locked Pair"].closest, ["Naked Pair"]);
    assert_eq!(KNOWN["AIC"].closest, [""; 0]);
}
