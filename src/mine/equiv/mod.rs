//! When two rules are the same, and what a mined pattern is called.
//!
//! Takes rules as the language means them, gives yes or no with the rewrites that show it:
//!
//! - [`language`]: rule bodies as terms;
//! - [`normal`]: the body of a rule in a form that does not depend on names and order;
//! - [`subset`], [`chains`]: bodies that are subsets (naked pairs, fish) and chains (skyscrapers, wings);
//! - [`rewrites`]: transposition, exchanges of roles, complements, groups, chains read backwards;
//! - [`same`]: whether two techniques are one rule, saturated by egg, with its explanation as the proof;
//! - [`names`]: the name of a mined chain, or of a mined rule, by the rules of a library.
//!
//! Whether one pattern is a special case of another is a question of its own ([`crate::subsume`]): equality has no
//! direction, and that has.

mod chains;
mod kinds;
mod language;
mod names;
mod normal;
mod rewrites;
mod same;
mod subset;

pub use chains::{ChainOfLinks, Repeated, links, repeated};
pub use kinds::SetKind;
pub use names::{Chain, LibraryNames, Named, PatternName, Wording};
pub use same::{Comparable, Compared, How, Sameness, TechniqueCases};
pub use subset::Subset;
