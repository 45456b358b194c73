//! The values of a definition's parameter. The sizes of `fish(n: 2..4)` are checked for 2, 3 and 4
//! at once.

use super::super::ast::{Parameter, SizeExpr};
use super::super::diagnostics::{Finding, Problem};
use super::super::lower::INDEX;
use crate::grid::MAX_SIZE;

/// The parameter values for which sizes are checked.
pub(super) struct ParameterBounds {
    /// The parameter and its range.
    pub(super) parameter: Option<(String, i64, i64)>,
    /// Whether the parameter has a fixed value in each instance. The parameter of a pattern does
    /// not.
    pub(super) fixed: bool,
}

impl ParameterBounds {
    pub(super) fn none() -> ParameterBounds {
        ParameterBounds {
            parameter: None,
            fixed: true,
        }
    }

    pub(super) fn of_rule(
        parameter: Option<&Parameter>,
        findings: &mut Vec<Finding>,
    ) -> ParameterBounds {
        let range = parameter.map(|p| {
            (
                p.name.node.clone(),
                i64::from(p.first.node),
                i64::from(p.last.node),
            )
        });
        if let (Some(p), Some((_, first, last))) = (parameter, &range) {
            let span = p.first.span.to(&p.last.span);
            if first > last {
                let problem = Problem::EmptyRange {
                    first: *first,
                    last: *last,
                };
                let finding = Finding::new(problem, &span, "the smaller number comes first");
                let turned = format!("{last}..{first}");
                findings.push(finding.help(format!("write `{turned}`")).fix(turned));
            } else if *last > MAX_SIZE as i64 {
                let problem = Problem::ImpossibleSize { size: *last };
                let finding = Finding::new(problem, &span, format!("at most {MAX_SIZE}"));
                findings.push(finding.help("a board has at most 25 digits; begin with `2..4`"));
            }
            if p.name.node == INDEX {
                let problem = Problem::ReservedWord {
                    word: INDEX.to_string(),
                };
                let finding = Finding::new(problem, &p.name.span, "this is the index of families");
                findings.push(finding.help("call the parameter `n`"));
            }
        }
        ParameterBounds {
            parameter: range,
            fixed: true,
        }
    }

    pub(super) fn of_pattern(
        parameter: Option<&Parameter>,
        findings: &mut Vec<Finding>,
    ) -> ParameterBounds {
        ParameterBounds {
            fixed: false,
            ..ParameterBounds::of_rule(parameter, findings)
        }
    }

    /// The name of the parameter.
    pub(super) fn name(&self) -> Option<&str> {
        self.parameter.as_ref().map(|(name, ..)| name.as_str())
    }

    /// The range of the expression over all instances.
    pub(super) fn range(&self, expr: &SizeExpr) -> Option<(i64, i64)> {
        let plus = i64::from(expr.plus);
        match (&expr.name, &self.parameter) {
            (None, _) => Some((plus, plus)),
            (Some(name), Some((known, first, last))) if name.node == *known => {
                Some((first + plus, last + plus))
            }
            _ => None,
        }
    }

    /// Whether a set has a member with the index in every instance.
    pub(super) fn has_member(&self, index: &SizeExpr, size: &SizeExpr) -> bool {
        let named = |e: &SizeExpr| e.name.as_ref().map(|n| n.node.clone());
        let Some((least, _)) = self.range(index) else {
            return true;
        };
        let Some((smallest, _)) = self.range(size) else {
            return true;
        };
        match (named(index), named(size)) {
            // Index and size grow with the parameter.
            (Some(_), Some(_)) => least >= 1 && index.plus <= size.plus,
            (Some(_), None) => {
                least >= 1 && self.range(index).is_some_and(|(_, most)| most <= smallest)
            }
            (None, _) => least >= 1 && least <= smallest,
        }
    }
}
