//! The input of the checks: a body with its names.

use super::super::ast::{Body, ConclusionExpr, Name, Spanned};
use super::super::definitions::Definitions;
use super::bounds::ParameterBounds;
use super::scope::NameScope;

/// A body with the names that are known in it.
pub(super) struct Definition<'a> {
    pub(super) definitions: &'a Definitions<'a>,
    pub(super) body: &'a Body,
    pub(super) conclusions: &'a [Spanned<ConclusionExpr>],
    /// Names that are used from outside.
    pub(super) outside: Vec<&'a String>,
    pub(super) bounds: ParameterBounds,
    pub(super) scope: NameScope,
}

impl Definition<'_> {
    /// True if the name stands for links or capacities, which are computed and not chosen.
    pub(super) fn is_computed(&self, name: &Name) -> bool {
        let binding = self.scope.names.get(&name.node);
        binding.is_some_and(|binding| binding.kind.is_computed())
    }
}
