//! The gate that rules of a user go through: which of them are to be proved, and on which boards they may be used.
//!
//! Takes a library and what was proved of its rules; refuses boards that a rule is not proved for. Who proves them, how
//! long, and what is remembered is up to the program.

use std::collections::BTreeSet;

use miette::Diagnostic;
use thiserror::Error;

use super::canonical::canonical;
use super::question::Scope;
use super::told::name;
use qedoku_core::grid::Board;
use qedoku_core::lang::Library;
use qedoku_core::lang::ir::Technique;

/// The rules that are proved for some boards only.
#[derive(Clone, Debug, Default)]
pub struct ProvedBoards(Vec<(String, Scope)>);

/// A rule was to be used on a board that it is not proved for.
#[derive(Clone, Debug, Diagnostic, Error, PartialEq, Eq)]
#[error(
    "{rule} is proved sound {words}, and this is a {size}x{size} board; rules are used where they are proved"
)]
#[diagnostic(code(rule::not_proved_here))]
pub struct NotProvedHere {
    /// The rule.
    pub rule: String,
    /// Where it is proved, in words.
    pub words: &'static str,
    /// The number of rows of the board.
    pub size: usize,
}

impl ProvedBoards {
    /// A rule is proved, for these boards.
    pub fn add(&mut self, technique: &Technique, scope: Scope) {
        self.0.push((name(technique), scope));
    }

    /// Refuses the first rule that is not proved for the board.
    pub fn check(&self, board: &Board) -> Result<(), NotProvedHere> {
        match self.0.iter().find(|(_, scope)| !scope.covers(board)) {
            None => Ok(()),
            Some((rule, scope)) => Err(NotProvedHere {
                rule: rule.clone(),
                words: scope.words(),
                size: board.size(),
            }),
        }
    }
}

/// Whether a technique is none of the standard library, whose rules are all proved: it says something else.
pub fn is_new<'s>(standard: &'s Library) -> impl Fn(&Library, &Technique) -> bool + 's {
    let known = standard.techniques.iter();
    let known: BTreeSet<String> = known.map(|t| canonical(t, &standard.relations)).collect();
    move |library, technique| !known.contains(&canonical(technique, &library.relations))
}
