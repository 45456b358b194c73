//! Equality of rules, and names of mined patterns.
//!
//! Each result comes with the rewrites that prove it:
//!
//! - `language`: rule bodies as terms;
//! - `normal_form`: a normal form of rule bodies, independent of names and order;
//! - `subset`, `chains`: bodies that are subsets (naked pairs, fish) and chains (skyscrapers,
//!   wings);
//! - `rewrites`: transposition, exchanges of roles, complements, groups, chains read backwards;
//! - `sameness`: whether two techniques are equal, by saturation with egg and its explanations;
//! - `names`: the name of a mined chain or rule, given by the rules of a library.
//!
//! [`crate::pattern::subsume`] decides whether a pattern is a special case of another. That
//! relation has a direction, unlike equality.

mod chains;
mod kinds;
mod language;
mod names;
mod normal_form;
mod rewrites;
mod sameness;
mod subset;

pub use chains::{ChainOfLinks, RepeatedChain, links, repeated};
pub use kinds::SetKind;
pub use names::{Chain, LibraryNames, Named, PatternName, Wording};
pub use sameness::{Comparable, Sameness, SamenessKind, TechniqueCases, TechniqueComparison};
pub use subset::Subset;
