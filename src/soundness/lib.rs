//! Soundness: whether a rule is right on every board, or wrong on one that can be looked at.
//!
//! Takes techniques (the language's IR), gives a [`Verdict`]: sound, and on which boards; unsound,
//! with a grid; or unknown, with the limit that was hit.
//!
//! # What is asked
//!
//! A rule is sound when no solution satisfies its clauses and violates its conclusion. A clause
//! speaks of live candidates, and those of the solution are live; so `every candidate of a is x
//! or y` says that the digit of a is x or y, `every d in H is in C or sees t` says that the place
//! of d in H is in C or sees t, and what a name demands says nothing. [`encode`] has the reading of
//! every construct.
//!
//! **The abstract query** ([`world`], [`encode`]). Cells, digits and houses are things of which nothing
//! is known but a few axioms: a house holds a digit once, rows do not meet rows, cells that see each
//! other differ. Each variable is a constant, each member of a set as well; `every d in H` brings
//! the place of d in H as a further cell. The clauses, the violated conclusion and the axioms about
//! just these terms make a query of equality logic without quantifiers, decided in milliseconds.
//! There is no board in it, hence no symmetry and nothing to enumerate, and if it cannot be satisfied,
//! the rule is sound wherever the axioms hold: first those that hold on every board
//! ([`Boards::Every`](world::Boards)), then those of boards with rectangular boxes, where a cell has a row
//! and a column, these lie in bands and stacks, and `sees` is said by coordinates
//! ([`Boards::Standard`](world::Boards)). Sets are taken size by size ([`sizes`]),
//! or for all sizes at once if they are locked ([`locked`], by a [`count`]) or counted against [`links`], the parameter value by value.
//! Rules along rows and along columns are the same up to transposition, so one is asked for.
//!
//! **Derived relations** ([`induct`]) stand for what they say of their ends: a set of pairs of truth
//! values, such as "one end or the other". The strongest one that all cases keep is a least fixpoint, and
//! each case is then a query of its own: the induction's base and step.
//!
//! **Templates and one solution** speak of every placement and of every grid; the solution is put in for these,
//! and the question has to show that it may be. So a rule about deadly patterns is proved from the one sentence that it
//! declares, that the puzzle has one solution, and rules about templates from the board alone. A verdict says
//! what it rests on ([`grounds`]).
//!
//! **The geometric query** ([`search`]). If the axioms allow a violation, their model is a shape: which
//! cells share a row, a column, a box, a digit. [`place`] puts it on the 9x9 board (or learns that there
//! is no room), [`full`] completes the grid with the constraints of the whole board (or learns which
//! cells cannot be completed), [`witness`] builds candidates around it and has the matcher confirm that
//! the rule matches there. What was learned is said up to symmetry, and the next shape is asked for. If none is
//! left, the rule is sound on the 9x9 board.
//!
//! Every query is SMT-LIB text ([`smt`]); the text that was asked is the text that is written for
//! others to check ([`smt2`]). What people and programs are told of a verdict is in [`told`]; [`gate`] refuses rules
//! on boards that they are not proved for.

pub mod canonical;
pub mod count;
pub mod encode;
pub mod full;
pub mod gate;
pub mod grounds;
pub mod induct;
mod interrupt;
pub mod links;
pub mod locked;
pub mod place;
pub mod question;
pub mod search;
pub mod sizes;
pub mod smt;
pub mod smt2;
pub mod solver;
pub mod suggest;
mod suspect;
pub mod told;
pub mod unroll;
pub mod verdict;
pub mod witness;
pub mod world;

pub use canonical::canonical;
pub use encode::Meaning;
pub use grounds::Grounds;
pub use interrupt::Switch;
pub use question::Scope;
pub use smt::Deadline;
pub use suggest::{Declared, Suggestion};
pub use verdict::{Remark, Verdict, decide, judge, prove};
pub use witness::Counterexample;
