//! The place where a text stops to fit the grammar: what stands there and around it.

use std::ops::Range;

use super::super::ast::Span;
use super::scan::{self, Token, TokenKind};
use super::words::{SECTIONS, is_keyword};

/// The place of an error in a file.
pub(super) struct Place<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The item in which the error is.
    pub item: Range<usize>,
    /// What stands at the place.
    pub token: Span,
    /// What could have stood there.
    pub expected: &'t [&'static str],
}

impl<'t> Place<'t> {
    /// What stands at the place.
    pub fn word(&self) -> &'t str {
        &self.text[self.token.0.clone()]
    }

    /// What stands in the item, without comments.
    pub fn tokens(&self) -> Vec<Token> {
        self.tokens_of(self.item.clone())
    }

    /// What stands before the place, in the same item, without comments.
    pub fn before(&self) -> Vec<Token> {
        self.tokens_of(self.item.start..self.token.0.start)
    }

    fn tokens_of(&self, part: Range<usize>) -> Vec<Token> {
        let start = part.start;
        let moved = scan::tokens(&self.text[part]).map(|t| Token {
            range: t.range.start + start..t.range.end + start,
            ..t
        });
        { moved }
            .filter(|t| !matches!(t.kind, TokenKind::Comment | TokenKind::Doc))
            .collect()
    }

    /// Whether nothing stands before it in its line.
    pub fn begins_line(&self) -> bool {
        let before = &self.text[..self.token.0.start];
        let line = before.rfind('\n').map_or(0, |i| i + 1);
        before[line..].trim().is_empty()
    }

    /// What is listed in the section of the place.
    pub fn listed(&self) -> Option<&'static str> {
        Some(match self.section()? {
            "for" | "target" => "declarations",
            "with" => "conditions",
            "when" | "where" => "clauses",
            "then" => "conclusions",
            "name" | "known" | "level" | "score" => "values",
            "deadly" => "cells",
            "example" => "candidates",
            _ => return None,
        })
    }

    /// The section of the rule in which the place is: the first word of the last that begins before it.
    pub fn section(&self) -> Option<&'static str> {
        let (number, _) = self.sections().pop()?;
        SECTIONS[number].split(' ').next()
    }

    /// The sections that begin before the place: their numbers, and where their words are.
    pub fn sections(&self) -> Vec<(usize, Range<usize>)> {
        let begins = |token: &Token| section_at(&self.text[token.range.start..self.item.end]);
        let words = { self.before() }.into_iter();
        words
            .filter_map(|token| Some((begins(&token)?, token.range)))
            .collect()
    }

    /// Whether a word that can only be meant for a sort stands before the place: `foo` of `lines R[2], foo C[2]`.
    pub fn follows_unknown_sort(&self) -> bool {
        let before = self.before();
        let [.., mark, name] = before.as_slice() else {
            return false;
        };
        let name = &self.text[name.range.clone()];
        let declares = matches!(self.section(), Some("for" | "target"));
        let begins = matches!(&self.text[mark.range.clone()], "," | "for" | "target");
        let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
        let two_names = is_name(name) && is_name(self.word()) && !is_keyword(self.word());
        declares && begins && two_names && name.len() > 2 && !is_keyword(name)
    }
}

/// The number of the section that a text begins with. All words for sections are words that cannot be names; of some, the
/// first is used in clauses as well.
pub(super) fn section_at(text: &str) -> Option<usize> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    SECTIONS.iter().position(|section| {
        let mut own = section.split(' ');
        own.next() == Some(first) && own.next().is_none_or(|word| second == Some(word))
    })
}
