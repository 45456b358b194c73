//! Shipped verdicts: the proved verdicts on the standard library, for builds without Z3.
//!
//! The files under `proofs/rules` are the proofs, one for each rule, and their first lines are the
//! verdicts. `; The rule aic is sound on every board.` gives `aic` the scope of every board. A rule
//! has the shipped verdict only if its canonical text is that of the standard library.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::canonical::canonical;
use super::question::Scope;
use qedoku_core::lang::ir::{Relation, Technique};
use qedoku_core::lang::standard_library;

include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// The reason of an unknown verdict in a build without Z3.
pub const NEEDS_Z3: &str = "this build has no Z3, which decides whether rules are sound";

/// The way to a build with Z3.
pub const GET_Z3: &str = "`cargo install --path . --features z3` uses the Z3 of the system (libz3-dev on Debian, \
     z3 on macOS), and `--features vendored-z3` builds it in";

/// Whether this build decides queries.
pub const HAS_Z3: bool = cfg!(feature = "z3");

/// The boards for which a rule of the standard library is proved, by the name of the rule.
pub fn scope(rule: &str) -> Option<Scope> {
    let (_, words) = SHIPPED.iter().find(|(name, _)| *name == rule)?;
    Scope::ALL.into_iter().find(|scope| scope.words() == *words)
}

/// The boards for which a technique is proved, if the standard library contains it under any name.
pub fn proved(technique: &Technique, relations: &[Relation]) -> Option<Scope> {
    STANDARD.get(&canonical(technique, relations)).copied()
}

/// The scopes of the standard library by the canonical texts of its techniques.
static STANDARD: LazyLock<BTreeMap<String, Scope>> = LazyLock::new(|| {
    let Ok(library) = standard_library() else {
        return BTreeMap::new();
    };
    let known = library.techniques.iter();
    let known = known.filter_map(|t| Some((canonical(t, &library.relations), scope(&t.rule)?)));
    known.collect()
});
