//! Reports of verdicts, for people and programs.
//!
//! A report has a line of text, the responsible place in the rule, and JSON. For an unsound rule
//! the place is the conclusion with its false eliminations, and the clause that allows too much.

use std::ops::Range;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource};
use serde::Serialize;
use thiserror::Error;

use super::counterexample::Counterexample;
use super::encode::Meaning;
use super::grounds::Grounds;
use super::question::Scope;
use super::suggest::Suggestion;
use super::verdict::{Remark, Verdict};
use qedoku_core::grid::{Board, Candidate, Digit, State};
use qedoku_core::lang::RuleInfo;
use qedoku_core::lang::ast::{self, AlternativeExpr, EveryExpr, Spanned};
use qedoku_core::lang::ir::{Pattern, Technique};
use qedoku_core::report::draw::{DrawOptions, Mark, draw};
use qedoku_core::report::explain;
use qedoku_core::report::step::marks;

/// The verdict on a technique.
pub struct RuleReport<'l> {
    /// The rule.
    pub rule: &'l RuleInfo,
    /// Its technique.
    pub technique: &'l Technique,
    /// The verdict.
    pub verdict: Verdict,
    /// The time for the verdict, in seconds.
    pub seconds: f64,
}

/// A diagnostic for an unsound rule. It points into the rule's text.
#[derive(Debug, Error)]
#[error("rule `{name}` is unsound")]
pub struct Unsound {
    name: String,
    text: Arc<NamedSource<String>>,
    labels: Vec<LabeledSpan>,
    help: Option<String>,
}

impl Diagnostic for Unsound {
    fn code<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        Some(Box::new("rule::unsound"))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn std::fmt::Display + 'a>> {
        let help = self.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(self.text.as_ref())
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}

impl RuleReport<'_> {
    /// The verdict in one line.
    pub fn line(&self) -> String {
        let name = name(self.technique);
        match &self.verdict {
            Verdict::Sound {
                scope,
                remark,
                grounds,
            } => {
                let remark = remark.map_or(String::new(), |r| {
                    format!(", but suspicious: {}", r.words())
                });
                format!("{name}: sound {}{}{remark}", scope.words(), grounds.words())
            }
            Verdict::Unsound { .. } => format!("{name}: unsound {}", Scope::NineByNine.words()),
            Verdict::Unknown { reason } => {
                format!("{name}: unknown, asked for every board and for the 9x9 board: {reason}")
            }
        }
    }

    /// The diagnostic with the responsible clause. `None` unless the rule is unsound.
    pub fn diagnostic(&self) -> Option<Unsound> {
        match &self.verdict {
            Verdict::Unsound {
                counterexample,
                suggestion,
                ..
            } => Some(self.unsound(counterexample, suggestion.as_ref())),
            _ => None,
        }
    }

    fn unsound(&self, found: &Counterexample, suggestion: Option<&Suggestion>) -> Unsound {
        let label = |(text, span): (String, Range<usize>)| {
            LabeledSpan::new_with_span(Some(text), span.start..span.end)
        };
        let labels = self.labels(found, suggestion);
        Unsound {
            name: name(self.technique),
            text: Arc::new(NamedSource::new(
                &*self.rule.path,
                self.rule.file.to_string(),
            )),
            labels: labels.into_iter().map(label).collect(),
            help: suggestion.map(|s| format!("it would be sound if you {}", s.words)),
        }
    }

    /// The labels of an unsound rule: ranges of its text. The false conclusion comes first.
    pub fn labels(
        &self,
        found: &Counterexample,
        suggestion: Option<&Suggestion>,
    ) -> Vec<(String, Range<usize>)> {
        let mut labels = self.false_conclusions(found);
        labels.extend(suggestion.and_then(|s| self.loose_clause(s)));
        labels.extend(suggestion.and_then(|s| self.declaration(s)));
        if suggestion.is_none() {
            labels.extend(self.weak_relations());
        }
        labels
    }

    /// The false conclusions. All conclusions, if the false ones cannot be distinguished.
    fn false_conclusions(&self, found: &Counterexample) -> Vec<(String, Range<usize>)> {
        let written = &self.rule.ast.conclusions;
        let same = |pattern: &Pattern| pattern.conclusions.len() == written.len();
        let is_apart = self.technique.patterns.iter().all(same);
        let is_false = |at: usize| !is_apart || found.conclusions.contains(&at);
        let mut spans = (written.iter().enumerate())
            .filter(|(at, _)| is_false(*at))
            .map(|(_, c)| c.span.clone());
        let Some(first) = spans.next() else {
            return Vec::new();
        };
        let whole = spans.fold(first, |whole, span| whole.to(&span));
        vec![(blame(&found.puzzle.board, found), whole.0)]
    }

    /// The clause that a suggestion changes.
    fn loose_clause(&self, suggestion: &Suggestion) -> Option<(String, Range<usize>)> {
        let clause = suggestion.clause.as_ref()?;
        let own = |every: &&Spanned<EveryExpr>| every.span.0 == clause.0;
        let clause = self.rule.ast.body.knowledge.iter().find(own)?;
        Some(("this allows too much".into(), clause.span.0.clone()))
    }

    /// The declaration of the last variable that a suggestion concerns.
    fn declaration(&self, suggestion: &Suggestion) -> Option<(String, Range<usize>)> {
        let remark = suggestion.remark.as_ref()?;
        let body = &self.rule.ast.body;
        let declared = body.declarations.iter().chain(&body.targets);
        let names: Vec<&ast::Name> = declared.flat_map(names_of).collect();
        let is_spoken_of = |name: &&&ast::Name| {
            let base = |v: &String| v.split('[').next() == Some(&name.node);
            remark.variables.iter().any(base)
        };
        let last = names.iter().rev().find(is_spoken_of)?;
        Some((remark.words.clone(), last.span.0.clone()))
    }

    /// The meanings of the rule's relations, each at its first use.
    fn weak_relations(&self) -> Vec<(String, Range<usize>)> {
        let Verdict::Unsound { relations, .. } = &self.verdict else {
            return Vec::new();
        };
        let body = &self.rule.ast.body;
        let place = |name: &str| {
            let related = body.conditions.iter().find_map(|c| match &c.node {
                ast::ConditionExpr::Relation(r) if r.name.node == name => Some(c.span.0.clone()),
                _ => None,
            });
            let alternatives = body.knowledge.iter().flat_map(|e| &e.node.alternatives);
            let verb = |a: &&Spanned<AlternativeExpr>| match &a.node {
                AlternativeExpr::Relation(verb, _) | AlternativeExpr::RelationFrom(_, verb) => {
                    verb.node == name
                }
                _ => false,
            };
            related.or_else(|| Some({ alternatives }.find(verb)?.span.0.clone()))
        };
        let label = |(name, meaning): &(String, Meaning)| {
            let text = format!("of its ends this says: {}", meaning.words());
            Some((text, place(name)?))
        };
        relations.iter().filter_map(label).collect()
    }

    /// The verdict as data for programs.
    pub fn json(&self) -> ShownVerdict<'_> {
        let (scope, remark, grounds) = match &self.verdict {
            Verdict::Sound {
                scope,
                remark,
                grounds,
            } => (Some(*scope), *remark, Some(grounds)),
            Verdict::Unsound { .. } => (Some(Scope::NineByNine), None, None),
            Verdict::Unknown { .. } => (None, None, None),
        };
        let (counterexample, suggestion) = match &self.verdict {
            Verdict::Unsound {
                counterexample,
                suggestion,
                ..
            } => (
                Some(board_of(self.technique, counterexample)),
                suggestion.as_ref().map(|s| s.words.clone()),
            ),
            _ => (None, None),
        };
        ShownVerdict {
            rule: &self.technique.rule,
            instance: self.technique.instance,
            name: &self.technique.title,
            verdict: self.verdict.word(),
            scope,
            assumed: grounds.and_then(Grounds::assumed),
            rests_on: grounds.map(Grounds::proved).unwrap_or_default(),
            remark,
            reason: match &self.verdict {
                Verdict::Unknown { reason } => Some(reason),
                _ => None,
            },
            counterexample,
            suggestion,
            seconds: (self.seconds * 1000.0).round() / 1000.0,
        }
    }
}

fn names_of(declaration: &ast::Declaration) -> Vec<&ast::Name> {
    match declaration {
        ast::Declaration::Variables { names, .. } => names.iter().map(|(name, _)| name).collect(),
        ast::Declaration::Pattern { arguments, .. } => arguments.iter().collect(),
    }
}

/// A verdict for programs.
#[derive(Serialize)]
pub struct ShownVerdict<'a> {
    rule: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    instance: Option<u32>,
    name: &'a str,
    verdict: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    scope: Option<Scope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rests_on: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: Option<Remark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counterexample: Option<ShownBoard>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suggestion: Option<String>,
    seconds: f64,
}

/// A counterexample for programs.
#[derive(Serialize)]
struct ShownBoard {
    solution: String,
    givens: String,
    candidates: Vec<String>,
    bindings: serde_json::Map<String, serde_json::Value>,
    sentence: String,
    killed: Vec<String>,
    misplaced: Vec<String>,
    /// The derived truths that the match uses.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    derived: Vec<String>,
}

fn board_of(technique: &Technique, found: &Counterexample) -> ShownBoard {
    let position = found.position();
    let board = position.board();
    let digits = |mask: u32| -> String {
        let all = board.digits().filter(|d| mask & (1 << d.index()) != 0);
        all.map(Digit::to_char).collect()
    };
    let names = |all: &[Candidate]| all.iter().map(|&c| board.candidate_name(c)).collect();
    let bindings = explain::bindings(board, technique, &found.found).into_iter();
    ShownBoard {
        solution: found.grid.iter().map(|d| d.to_char()).collect(),
        givens: (found.puzzle.givens.iter().flatten())
            .map(|d| d.map_or('.', Digit::to_char))
            .collect(),
        candidates: (found.puzzle.pencilmarks.iter().flatten())
            .map(|&mask| digits(mask))
            .collect(),
        bindings: bindings.map(|(name, value)| (name, value.into())).collect(),
        sentence: explain::sentence(board, technique, &found.found),
        killed: names(&found.killed),
        misplaced: names(&found.misplaced),
        derived: found.used_truths(),
    }
}

/// The rule's name, with the value of its parameter.
pub fn name(technique: &Technique) -> String {
    match technique.instance {
        None => technique.rule.to_string(),
        Some(n) => format!("{}({n})", technique.rule),
    }
}

/// The false effect of the rule, as a sentence.
pub fn blame(board: &Board, found: &Counterexample) -> String {
    let names = |all: &[Candidate]| {
        let names: Vec<String> = all.iter().map(|&c| board.candidate_name(c)).collect();
        names.join(", ")
    };
    match (found.killed.as_slice(), found.misplaced.as_slice()) {
        ([], []) => "all guardians can be false".into(),
        ([], misplaced) => format!("this places {}, which can be false", names(misplaced)),
        (killed, _) => format!("this removes {}, which can be true", names(killed)),
    }
}

/// The solution as a state, with marks for the candidates that the rule eliminates or contradicts.
pub fn solution(found: &Counterexample) -> (State, Vec<(Candidate, Mark)>) {
    let board = &found.puzzle.board;
    let is_misplaced = |candidate: Candidate| {
        let cell = board.cell_of(candidate);
        found.misplaced.iter().any(|&c| board.cell_of(c) == cell)
    };
    let hit = (board.cells().zip(&found.grid))
        .map(|(cell, &digit)| board.candidate(cell, digit))
        .filter(|&c| found.killed.contains(&c) || is_misplaced(c))
        .map(|c| (c, Mark::Eliminated));
    let cells: Vec<u32> = found.grid.iter().map(|d| 1 << d.index()).collect();
    (State::from_cells(board, &cells), hit.collect())
}

/// The sentence before the board of a counterexample. It names the derived truths that the match
/// uses.
pub fn introduction(found: &Counterexample) -> String {
    match found.used_truths().as_slice() {
        [] => "It matches here:".into(),
        used => format!(
            "It matches here, where rules with guardians can have derived {}:",
            used.join(" and ")
        ),
    }
}

/// The match and the solution drawn as text, with sentences between them.
pub fn drawing(technique: &Technique, found: &Counterexample) -> String {
    let position = found.position();
    let board = position.board();
    let plain = |state: &State, marks: &[(Candidate, Mark)]| {
        let options = DrawOptions {
            marks,
            ..DrawOptions::default()
        };
        draw(board, state, &options).to_string()
    };
    let sentence = explain::sentence(board, technique, &found.found);
    let (solution, hit) = solution(found);
    let marks = marks(&position, &found.found);
    format!(
        "{}\n{}{sentence}\n{}, as this is a solution:\n{}",
        introduction(found),
        plain(position.state(), &marks),
        blame(board, found),
        plain(&solution, &hit),
    )
}
