//! What a verdict depends on, and nothing else, as text.
//!
//! Takes a technique and the relations it may use, gives a text that is the same for two rules that
//! say the same of the solution, wherever and under whatever name they are written.

use super::induct::closure;
use qedoku_core::lang::ast::Span;
use qedoku_core::lang::ir::{Pattern, Relation, Shapes, Technique};

/// Verdicts of an older check are not verdicts of this one.
const CHECK: u32 = 4;

/// The canonical text of a technique.
pub fn canonical(technique: &Technique, relations: &[Relation]) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let mut text = format!("{version}.{CHECK}, unique: {}\n", technique.assumes_unique);
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

/// The pattern without where it is written and what its variables are called.
fn bare(pattern: &Pattern) -> Pattern {
    let mut bare = pattern.clone();
    for variable in &mut bare.variables {
        variable.name.clear();
    }
    for every in &mut bare.knowledge {
        every.span = Span::default();
    }
    // Whatever it is together follows from what it says.
    bare.shapes = Shapes::default();
    bare
}
