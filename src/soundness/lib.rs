//! Soundness of rules: a proof for all boards, or a counterexample.
//!
//! A technique (the language's intermediate form) gets a [`Verdict`]: sound, with the boards that
//! the proof covers; unsound, with a grid; or unknown, with the limit that was reached.
//!
//! # The queries
//!
//! A rule is sound if no solution satisfies its clauses and violates its conclusion. Clauses
//! concern live candidates, and the candidates of the solution are live. So `every candidate of a
//! is x or y` implies that the digit of a is x or y, and `every d in H is in C or sees t` implies
//! that the place of d in H is in C or sees t. Presence clauses imply nothing. [`encode`] has the
//! reading of every construct.
//!
//! **The abstract query** ([`axioms`], [`encode`]). Cells, digits and houses are uninterpreted,
//! with a few axioms: a house holds a digit once, rows do not meet rows, cells that see each other
//! differ. Each variable is a constant, and so is each member of a set. `every d in H` adds the
//! place of d in H as a further cell. The clauses, the violated conclusion and the instantiated
//! axioms form a query of quantifier-free equality logic, decided in milliseconds. It contains no
//! board, so there is no symmetry and nothing to enumerate. If it is unsatisfiable, the rule is
//! sound wherever the axioms hold.
//!
//! The axioms of every board ([`Boards::Every`](axioms::Boards)) are tried first, then those of
//! boards with rectangular boxes ([`Boards::Standard`](axioms::Boards)), where cells have
//! coordinates. Sets are enumerated by size ([`sizes`]), or covered for all sizes at once if they
//! are locked ([`locked_sets`], by a [`count`]) or counted against [`links`] or [`capacities`].
//! Values of the parameter are enumerated. Rules along rows and along columns are equal up to
//! transposition, so one orientation suffices.
//!
//! **Derived relations** ([`induct`]) are represented by their meaning: a set of pairs of truth
//! values of their ends, such as "one end or the other". The strongest meaning that all cases
//! preserve is a least fixpoint. Each case is then a query of its own: the induction's base and
//! step.
//!
//! **Templates and uniqueness** quantify over all placements and all grids. They are instantiated
//! with the solution, and the query has to justify this. A rule about deadly patterns is thus
//! proved from its declared assumption, that the puzzle has one solution, and rules about templates
//! from the board alone. A verdict lists its [`grounds`].
//!
//! **The geometric search** ([`search`]). If the axioms allow a violation, their model is a shape:
//! which cells share a row, a column, a box, a digit. [`place`] puts it on the 9x9 board, or learns
//! that there is no room. [`grid_solver`] completes the grid with the constraints of the whole
//! board, or learns which cells cannot be completed. [`witness`] builds candidates around it and
//! confirms that the rule matches there. Lemmas are learned up to symmetry. If no shape is left,
//! the rule is sound on the 9x9 board.
//!
//! Every query is SMT-LIB text ([`smt`]), and the same text is written for other solvers
//! ([`smt2`]). [`report`] presents verdicts. [`admit`] rejects rules on boards that they are not
//! proved for.
//!
//! Without the feature `z3` no query is decided. [`shipped_verdicts`] then gives the verdicts on
//! the standard library, and all other rules are unknown.

pub mod admit;
pub mod axioms;
pub mod canonical;
pub mod capacities;
pub mod count;
mod counterexample;
pub mod encode;
pub mod fillings;
#[cfg(feature = "z3")]
pub mod grid_solver;
pub mod grounds;
pub mod induct;
mod interrupt;
pub mod links;
pub mod locked_sets;
#[cfg(feature = "z3")]
pub mod place;
pub mod question;
pub mod report;
#[cfg(feature = "z3")]
pub mod search;
pub mod shipped_verdicts;
pub mod sizes;
pub mod smt;
pub mod smt2;
#[cfg(feature = "z3")]
pub mod solver;
pub mod suggest;
mod trials;
#[cfg(feature = "z3")]
pub mod unroll;
pub mod verdict;
#[cfg(feature = "z3")]
pub mod witness;

/// Default time limit for the verdict on a rule.
pub const DEFAULT_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(60);

pub use canonical::canonical;
pub use counterexample::Counterexample;
pub use encode::Meaning;
pub use grounds::Grounds;
pub use interrupt::Switch;
pub use question::Scope;
pub use smt::Deadline;
pub use suggest::{Declared, Suggestion};
pub use verdict::{Remark, Verdict, decide, judge, prove};
