//! The canonical text of a technique: exactly the inputs that its verdict depends on.
//!
//! Rules with the same meaning for the solution have equal texts, whatever their names and
//! locations.

use std::sync::LazyLock;

use super::induct::closure;
use qedoku_core::lang::ast::Span;
use qedoku_core::lang::ir::{Pattern, Relation, Shapes, Technique};

/// The sources that define the queries. A verdict is valid only for the check that produced it.
/// With the sources in the key, no version number is needed.
const SOURCES: [&str; 24] = [
    include_str!("capacities.rs"),
    include_str!("count.rs"),
    include_str!("encode/clauses.rs"),
    include_str!("encode/derive.rs"),
    include_str!("encode/goals.rs"),
    include_str!("encode/mod.rs"),
    include_str!("encode/sets.rs"),
    include_str!("encode/terms.rs"),
    include_str!("fillings.rs"),
    include_str!("grid_solver.rs"),
    include_str!("grounds.rs"),
    include_str!("induct.rs"),
    include_str!("links.rs"),
    include_str!("locked_sets.rs"),
    include_str!("place.rs"),
    include_str!("question.rs"),
    include_str!("search.rs"),
    include_str!("sizes.rs"),
    include_str!("smt.rs"),
    include_str!("solver.rs"),
    include_str!("trials.rs"),
    include_str!("unroll.rs"),
    include_str!("verdict.rs"),
    include_str!("axioms.rs"),
];

/// The FNV-1a hash of the sources.
static CHECK: LazyLock<u64> = LazyLock::new(|| {
    let bytes = SOURCES.iter().flat_map(|text| text.bytes());
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.fold(0xcbf2_9ce4_8422_2325, step)
});

/// The canonical text of a technique.
pub fn canonical(technique: &Technique, relations: &[Relation]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let (check, unique) = (*CHECK, technique.assumes_unique);
    let mut text = format!("{version}.{check:016x}, unique: {unique}\n");
    for pattern in &technique.patterns {
        text.push_str(&format!("{:?}\n", bare(pattern)));
    }
    for at in closure(relations, &technique.patterns) {
        for case in &relations[at].cases {
            text.push_str(&format!("{at}: {:?}\n", bare(case)));
        }
    }
    text
}

/// The pattern without source locations and variable names.
fn bare(pattern: &Pattern) -> Pattern {
    let mut bare = pattern.clone();
    for variable in &mut bare.variables {
        variable.name.clear();
    }
    for every in &mut bare.knowledge {
        every.span = Span::default();
    }
    // The shapes are derived from the rest of the pattern.
    bare.shapes = Shapes::default();
    bare
}
