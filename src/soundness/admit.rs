//! Admission of user rules: which rules need a proof, and the boards on which they may be used.
//!
//! A board is rejected if a rule is not proved for it. The program decides how rules are proved and
//! how verdicts are cached.

use std::collections::BTreeSet;

use miette::Diagnostic;
use thiserror::Error;

use super::canonical::canonical;
use super::question::Scope;
use super::report::name;
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;

/// The rules that are proved for some boards only.
#[derive(Clone, Debug, Default)]
pub struct ProvedBoards(Vec<(String, Scope)>);

/// Error for a rule that is not proved for the puzzle's board.
#[derive(Clone, Debug, Diagnostic, Error, PartialEq, Eq)]
#[error("{rule} is proved sound {words} only, and this is a {size}x{size} board")]
#[diagnostic(code(rule::not_proved_here))]
pub struct UnprovedRule {
    /// The rule.
    pub rule: String,
    /// The scope of the proof, as a phrase.
    pub words: &'static str,
    /// The number of rows of the board.
    pub size: usize,
}

impl ProvedBoards {
    /// Adds a rule that is proved for the boards of the scope.
    pub fn add(&mut self, technique: &Technique, scope: Scope) {
        self.0.push((name(technique), scope));
    }

    /// Fails for the first rule that is not proved for the board.
    pub fn check(&self, board: &Board) -> Result<(), UnprovedRule> {
        match self.0.iter().find(|(_, scope)| !scope.covers(board)) {
            None => Ok(()),
            Some((rule, scope)) => Err(UnprovedRule {
                rule: rule.clone(),
                words: scope.words(),
                size: board.size(),
            }),
        }
    }
}

/// Returns a test for techniques that the standard library does not contain. All rules of the
/// standard library are proved.
pub fn is_new<'s>(standard: &'s Library) -> impl Fn(&Library, &Technique) -> bool + 's {
    let known = standard.techniques.iter();
    let known: BTreeSet<String> = known.map(|t| canonical(t, &standard.relations)).collect();
    move |library, technique| !known.contains(&canonical(technique, &library.relations))
}
