//! The place where a text stops to fit the grammar, with the tokens around it.

use std::ops::Range;

use super::super::ast::Span;
use super::scan::{self, Token, TokenKind};
use super::words::{SECTIONS, is_keyword};

/// The place of an error in a file.
pub(super) struct Place<'t> {
    /// The whole text.
    pub text: &'t str,
    /// The item with the error.
    pub item: Range<usize>,
    /// The token at the place.
    pub token: Span,
    /// The expected words.
    pub expected: &'t [&'static str],
}

impl<'t> Place<'t> {
    /// The text of the token at the place.
    pub fn word(&self) -> &'t str {
        &self.text[self.token.0.clone()]
    }

    /// The tokens of the item, without comments.
    pub fn tokens(&self) -> Vec<Token> {
        self.tokens_of(self.item.clone())
    }

    /// The tokens of the item before the place, without comments.
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

    /// Whether the place is the first in its line.
    pub fn begins_line(&self) -> bool {
        let before = &self.text[..self.token.0.start];
        let line = before.rfind('\n').map_or(0, |i| i + 1);
        before[line..].trim().is_empty()
    }

    /// The plural of the things listed in the current section.
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

    /// The first word of the section that contains the place.
    pub fn section(&self) -> Option<&'static str> {
        let (number, _) = self.sections().pop()?;
        SECTIONS[number].split(' ').next()
    }

    /// The sections that begin before the place: their numbers and places.
    pub fn sections(&self) -> Vec<(usize, Range<usize>)> {
        let begins = |token: &Token| section_at(&self.text[token.range.start..self.item.end]);
        let words = { self.before() }.into_iter();
        words
            .filter_map(|token| Some((begins(&token)?, token.range)))
            .collect()
    }

    /// Whether an unknown sort precedes the place: `foo` in `lines R[2], foo C[2]`.
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

/// The number of the section that a text begins with. Section words are keywords, and some first
/// words also occur in clauses.
pub(super) fn section_at(text: &str) -> Option<usize> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?, words.next());
    SECTIONS.iter().position(|section| {
        let mut own = section.split(' ');
        own.next() == Some(first) && own.next().is_none_or(|word| second == Some(word))
    })
}
