//! Braids and whips: one refutation for each target, found by the propagation engine.
//!
//! *Binds* all variables of a pattern in which any truths may force candidates, each with the help
//! of all candidates forced before. *Discharges* symmetry and delta: one refutation is found for
//! each target, changed or not. All other constraints are checked. *Order*: by target. *Cost*: that
//! of the refuter, which reads the position once for all lengths. *Falls back to* forcing clause by
//! clause for whips in a position with singles, because a whip can pass through a truth with one
//! candidate and back.

use std::sync::Arc;

use crate::lang::ir::{Pattern, PropagationPattern, Var};
use crate::matcher::exec::state::{Execution, OnRow};
use crate::matcher::op::source::{Operator, RowSource, Rows, sources};
use crate::matcher::query::constraint::Constraint;
use crate::propagate::{Propagation, RefutationKind};

/// Recognises braids and whips of any length.
#[derive(Debug)]
pub struct BraidsOperator;

impl Operator for BraidsOperator {
    fn name(&self) -> &'static str {
        "braids"
    }

    fn recognise(&self, pattern: &Pattern) -> Vec<Arc<dyn RowSource>> {
        sources(pattern.shapes.propagation.clone().and_then(|propagation| {
            let (kind, length) = propagation.length_of_braid()?;
            Some(Braids {
                propagation,
                kind,
                length,
                variables: pattern.variables.len(),
            })
        }))
    }
}

/// The refutations of one kind and length.
#[derive(Debug)]
struct Braids {
    propagation: PropagationPattern,
    kind: RefutationKind,
    length: usize,
    variables: usize,
}

impl RowSource for Braids {
    fn name(&self) -> &'static str {
        "braids"
    }

    fn binds(&self) -> Vec<Var> {
        (0..self.variables).map(|var| Var(var as u16)).collect()
    }

    fn leads(&self) -> bool {
        true
    }

    fn keeps_order(&self) -> bool {
        true
    }

    fn discharges(&self, constraint: &Constraint, _: &Pattern) -> bool {
        matches!(
            constraint,
            Constraint::Order(..) | Constraint::ChangedTruth | Constraint::ChangedHouses(_)
        )
    }

    fn rows<'a>(
        &self,
        exec: &mut Execution<'a>,
        _: &[Constraint],
        row: &mut OnRow<'_, 'a>,
    ) -> Rows {
        let (position, cache) = (exec.bindings.position, exec.bindings.cache);
        let mut refuter = cache.refuter(position);
        if self.kind == RefutationKind::Whip && refuter.has_singles() {
            return Rows::Declined;
        }
        let mut targets = 0..refuter.target_count();
        while let Some((next, refutation)) =
            refuter.find(position.board(), self.kind, self.length, targets.clone())
        {
            targets.start = next;
            let Propagation {
                target,
                forced,
                empty,
            } = refutation;
            let forced = forced.into_iter().map(|(c, truth)| (vec![c], truth));
            let forced = forced.collect();
            let values = self
                .propagation
                .values_of_braid(&exec.bindings, target, forced, empty);
            if let Some(values) = values {
                exec.bindings.values.clear();
                exec.bindings.values.extend(values.into_iter().map(Some));
                row(exec);
            }
        }
        if refuter.is_stopped() {
            cache.budget.end();
        }
        Rows::All
    }
}
