//! Descriptions of the variables of a definition: "a set of cells", of size `n+1`.

use super::super::ast::{Body, Item};
use super::super::definitions::Definitions;
use super::super::lower;
use super::super::print::size;
use super::super::walk;
use super::scope::NameScope;

/// A variable of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Described {
    /// The offset of the definition, or of the case of a relation.
    pub scope: usize,
    /// Name of the variable.
    pub name: String,
    /// Description of the variable: "a set of cells".
    pub what: String,
    /// Size of the variable if the variable is a set or family: `n+1`.
    pub size: Option<String>,
}

/// The variables of a definition.
pub fn variables(item: &Item, definitions: &Definitions) -> Vec<Described> {
    let mut found = Vec::new();
    let start = item.span().0.start;
    let mut add = |scope: NameScope, at: usize| {
        for (name, binding) in scope.names {
            found.push(Described {
                scope: at,
                what: binding.describe(),
                size: binding.size.as_ref().map(size),
                name,
            });
        }
    };
    let of_body = |families, body: &Body| {
        let mut scope = NameScope::new(families);
        // Mistakes in the declarations are reported elsewhere.
        scope.declare(body, definitions, &mut Vec::new());
        scope
    };
    match item {
        Item::Rule(rule) => add(of_body(lower::rule_families(rule), &rule.body), start),
        Item::Pattern(pattern) => {
            let families = walk::families(walk::mentions(&pattern.body));
            add(of_body(families, &pattern.body), start);
        }
        Item::Relation(relation) => {
            let mut ends = NameScope::new(Default::default());
            for (sort, name) in &relation.arguments {
                ends.argument(sort, name, &mut Vec::new());
            }
            add(ends, start);
            for case in &relation.cases {
                let families = walk::families(walk::mentions(case));
                add(of_body(families, case), case.span.0.start);
            }
        }
    }
    found
}
