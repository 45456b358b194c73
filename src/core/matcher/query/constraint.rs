//! Constraints: everything that a plan tests, in one type.
//!
//! A constraint belongs to one of six families. *Geometry* says how variables lie on the board,
//! *cover* how many candidates fit into clauses, *goal* that a candidate is left to eliminate,
//! *delta* that a truth changed since the last search, *related* that a chain leads from one
//! candidate to another, *presence* what the name of a technique demands.
//!
//! Most constraints are projections: weaker constraints on the variables that are bound so far. `A
//! cell with at most two candidates changed` is the projection of the delta of an XY-wing onto no
//! variable at all. A projection never fails on a partial binding of a match; the tests check this
//! for every technique.
//!
//! One constraint can narrow the values of the next variable and be checked once that variable is
//! bound.

use crate::lang::ir::{Condition, Pattern, Var};
use crate::matcher::query::cover::{LeftoverClause, PartialClause, SmallCells};
use crate::matcher::query::delta::SmallDelta;
use crate::matcher::query::goal::OpenGoal;
use crate::matcher::query::linked_pair::LinkedPair;
use crate::matcher::query::set_pair::SetPair;
use crate::matcher::query::star::Star;

/// A constraint of a plan. Indices are those of the pattern's lists.
#[derive(Clone, Debug, PartialEq)]
pub enum Constraint {
    /// Geometry or related: the condition with this index holds.
    Condition(usize),
    /// Geometry: the value of the first variable is not greater than that of the second. Of matches
    /// that differ by a symmetry of the pattern, only one is found.
    Order(Var, Var),
    /// Cover: the leftover of a clause fits into its free alternatives.
    Clause(PartialClause),
    /// Cover: the next variable covers the leftover of a clause. Narrows only.
    Leftover(LeftoverClause),
    /// Cover: a house contains enough small cells. Narrows only.
    SmallCells(SmallCells),
    /// Cover: a cell has enough wings around it. Narrows only.
    Star(Star),
    /// Cover: these clauses leave over no more guardians than are allowed.
    Guardians(Vec<usize>),
    /// Cover: a later almost locked set fits together with the next one.
    Pair(SetPair),
    /// Goal and delta: the first variable of the plan has a possible digit. The flag says whether
    /// the digit must have changed.
    AnyDigit(Var, bool),
    /// Goal: a digit is live in some cell that can still be a target.
    Goal(OpenGoal),
    /// Goal: a target cell has one of these digits. Narrows only.
    Carries(Vec<Var>),
    /// Goal: a conclusion eliminates at least one candidate.
    Eliminates,
    /// Goal: a later almost locked set is linked with the next one, and both together eliminate a
    /// candidate.
    Linked(LinkedPair),
    /// Delta: a truth with few candidates has changed.
    SmallDelta(SmallDelta),
    /// Delta: the value of the first variable, on which all truths depend, has changed. Narrows
    /// only.
    ChangedValue,
    /// Delta: a truth has changed in one of these houses.
    ChangedHouses(Vec<Var>),
    /// Delta: a truth of the match has changed.
    ChangedTruth,
    /// Related: the relation with this index holds somewhere.
    Exists(usize),
    /// Presence: the demand with this index holds.
    Presence(usize),
}

/// A kind of constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Geometry,
    Cover,
    Goal,
    Delta,
    Related,
    Presence,
}

impl Constraint {
    /// The family that the constraint belongs to.
    pub fn family(&self, pattern: &Pattern) -> Family {
        match self {
            Constraint::Condition(at) => match pattern.conditions[*at] {
                Condition::Relation(..) => Family::Related,
                _ => Family::Geometry,
            },
            Constraint::Order(..) => Family::Geometry,
            Constraint::Clause(_)
            | Constraint::Leftover(_)
            | Constraint::SmallCells(_)
            | Constraint::Star(_)
            | Constraint::Guardians(_)
            | Constraint::Pair(_) => Family::Cover,
            Constraint::AnyDigit(..)
            | Constraint::Goal(_)
            | Constraint::Carries(_)
            | Constraint::Eliminates
            | Constraint::Linked(_) => Family::Goal,
            Constraint::SmallDelta(_)
            | Constraint::ChangedValue
            | Constraint::ChangedHouses(_)
            | Constraint::ChangedTruth => Family::Delta,
            Constraint::Exists(_) => Family::Related,
            Constraint::Presence(_) => Family::Presence,
        }
    }
}
