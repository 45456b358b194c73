//! Lowering: checked definitions become one technique for each value of the parameter, with one
//! pattern for each orientation, and relations.
//!
//! Patterns are expanded where they are used. No problems are reported here: every definition that
//! passes the checks has a meaning.

mod body;
mod clause;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::ast::{self, SizeExpr};
use super::definitions::Definitions;
use super::ir::{Level, Pattern, Relation, SayPiece, Technique};
use super::walk;
pub(super) use body::INDEX;
use body::{ComputedCount, Frame, Lowering, ParameterRange};

/// The values of a rule's parameter, or a single `None` without a parameter.
pub fn instances(rule: &ast::Rule) -> Vec<Option<u32>> {
    match &rule.parameter {
        Some(p) => (p.first.node..=p.last.node).map(Some).collect(),
        None => vec![None],
    }
}

/// The techniques of a rule.
pub fn techniques(
    rule: &ast::Rule,
    family: &Arc<str>,
    definitions: &Definitions,
) -> Vec<Technique> {
    let name: Arc<str> = rule.name.node.as_str().into();
    let instances = instances(rule).into_iter().enumerate();
    let technique = |(at, instance): (usize, Option<u32>)| {
        let title = choose(&rule.titles, at).map_or(&rule.name.node, |t| &t.node);
        let code = |(scheme, codes): &(ast::Name, Vec<ast::Spanned<String>>)| {
            Some((scheme.node.clone(), choose(codes, at)?.node.clone()))
        };
        let level = choose(&rule.levels, at).and_then(|l| Level::parse(&l.node));
        let (patterns, say) = patterns(rule, instance, definitions);
        Technique {
            rule: Arc::clone(&name),
            instance,
            title: title.clone(),
            known_as: rule.known_as.iter().filter_map(code).collect(),
            // A rule without a level comes last.
            level: level.unwrap_or(Level::Extreme),
            score: choose(&rule.scores, at).map_or(DEFAULT_SCORE, |s| s.node),
            family: Arc::clone(family),
            assumes_unique: rule.assuming_unique.is_some(),
            on_request: is_on_request(rule, instance),
            proved: false,
            patterns,
            say,
            relations: Arc::default(),
        }
    };
    instances.map(technique).collect()
}

/// Whether the rule, or the instance, is used on request only.
fn is_on_request(rule: &ast::Rule, instance: Option<u32>) -> bool {
    rule.on_request.as_ref().is_some_and(|request| {
        let named = &request.node;
        named.is_empty() || named.iter().any(|(_, value)| Some(value.node) == instance)
    })
}

/// The score of a rule without one.
const DEFAULT_SCORE: u32 = 1000;

/// The only value, or the value for this instance.
fn choose<T>(all: &[T], at: usize) -> Option<&T> {
    if all.len() == 1 {
        all.first()
    } else {
        all.get(at)
    }
}

fn patterns(
    rule: &ast::Rule,
    instance: Option<u32>,
    definitions: &Definitions,
) -> (Vec<Pattern>, Vec<SayPiece>) {
    let oriented = definitions.is_oriented(&rule.body, 0);
    let orientations: &[bool] = if oriented { &[false, true] } else { &[false] };
    let mut say = Vec::new();
    let pattern = |&flipped: &bool| {
        let mut frame = Frame::new(rule_families(rule));
        if let (Some(parameter), Some(value)) = (&rule.parameter, instance) {
            frame.parameter = Some(ParameterRange::fixed(&parameter.name.node, value));
        }
        let mut lowering = Lowering::new(definitions, flipped);
        lowering.body(&rule.body, &mut frame, "");
        for conclusion in &rule.conclusions {
            lowering.conclusion(&conclusion.node, &frame);
        }
        say = rule
            .say
            .iter()
            .flat_map(|s| say_pieces(&s.node, &frame, definitions))
            .collect();
        lowering.finish()
    };
    (orientations.iter().map(pattern).collect(), say)
}

/// The families of a rule, including those in its sentence.
pub(super) fn rule_families(rule: &ast::Rule) -> BTreeSet<String> {
    let conclusions = rule
        .conclusions
        .iter()
        .flat_map(|c| walk::mentions_in(&c.node));
    walk::families(walk::mentions(&rule.body).into_iter().chain(conclusions))
}

/// Lowers a relation: each case is a pattern whose first two variables are the ends.
pub fn relation(relation: &ast::RelationDef, definitions: &Definitions) -> Relation {
    let mut cases = Vec::new();
    for case in &relation.cases {
        let flips: &[bool] = if definitions.is_oriented(case, 0) {
            &[false, true]
        } else {
            &[false]
        };
        for &flipped in flips {
            let mut frame = Frame::new(walk::families(walk::mentions(case)));
            let mut lowering = Lowering::new(definitions, flipped);
            for (sort, name) in &relation.arguments {
                lowering.argument(sort, &name.node, &mut frame);
            }
            lowering.body(case, &mut frame, "");
            cases.push(lowering.finish());
        }
    }
    Relation {
        name: relation.name.node.as_str().into(),
        cases,
    }
}

/// A piece of a sentence in the text.
pub(super) enum SentencePiece<'s> {
    /// Words.
    Text(String),
    /// The text between braces, and its offset in the sentence.
    Placeholder(&'s str, usize),
    /// An unclosed brace.
    Unclosed(usize),
}

/// Splits a sentence at its placeholders. `{{` and `}}` stand for single braces.
pub(super) fn cut(sentence: &str) -> Vec<SentencePiece<'_>> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut at = 0;
    while let Some(c) = sentence[at..].chars().next() {
        let rest = &sentence[at..];
        if rest.starts_with("{{") || rest.starts_with("}}") {
            words.push(c);
            at += 2;
        } else if c == '{' {
            pieces.extend(
                (!words.is_empty()).then(|| SentencePiece::Text(std::mem::take(&mut words))),
            );
            // Placeholders do not nest: another brace begins another one.
            let end = rest[1..].find(['{', '}']).map(|end| end + 1);
            match end.filter(|&end| rest[end..].starts_with('}')) {
                Some(end) => {
                    pieces.push(SentencePiece::Placeholder(&rest[1..end], at));
                    at += end + 1;
                }
                None => {
                    pieces.push(SentencePiece::Unclosed(at));
                    at += end.unwrap_or(rest.len());
                }
            }
        } else {
            words.push(c);
            at += c.len_utf8();
        }
    }
    pieces.extend((!words.is_empty()).then_some(SentencePiece::Text(words)));
    pieces
}

/// The name and the index of a placeholder, `R` or `R[1]`.
pub(super) fn placeholder(text: &str) -> Option<(&str, Option<SizeExpr>)> {
    let Some((name, index)) = text.split_once('[') else {
        return Some((text, None));
    };
    let plus = index.strip_suffix(']')?.parse().ok()?;
    let index = SizeExpr {
        plus,
        ..SizeExpr::default()
    };
    Some((name, Some(index)))
}

/// The placeholder of a sentence for the digits of the fillings of a constraint.
pub(super) const FILLING: &str = "filling";

fn say_pieces(sentence: &str, frame: &Frame, definitions: &Definitions) -> Vec<SayPiece> {
    let piece = |written: SentencePiece| match written {
        SentencePiece::Text(text) => Some(SayPiece::Text(text)),
        SentencePiece::Placeholder(text, _) => {
            let (name, index) = placeholder(text)?;
            if name == FILLING {
                return Some(SayPiece::Filling);
            }
            if let Some(relation) = definitions.relation(name)
                && index.is_none()
            {
                return Some(SayPiece::Chain(relation));
            }
            if frame.is_guardians(name) {
                return Some(SayPiece::Guardians);
            }
            if let Some(computed) = frame.computed(name) {
                return Some(match computed {
                    ComputedCount::Links => SayPiece::Links,
                    ComputedCount::Capacities(_) => SayPiece::Capacities,
                });
            }
            match frame.resolve_name(name, index.as_ref(), None)?.as_slice() {
                [one] => Some(SayPiece::Variable(*one)),
                all => Some(SayPiece::Variables(all.to_vec())),
            }
        }
        SentencePiece::Unclosed(_) => None,
    };
    cut(sentence).into_iter().filter_map(piece).collect()
}
