//! Kinds of truths and links: a cell, a digit in a house of some kinds, or either.
//!
//! In an X-wing along rows the truths are digits in rows and the links digits in columns. In a
//! naked pair the truths are cells. Exchanging these roles turns one technique into the other.

use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::Kinds;

use super::language::{HOUSE_WORDS, kinds_word};

/// The kind of a truth or link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetKind {
    /// A cell.
    Cell,
    /// A digit in a house of one of the kinds.
    House(Kinds),
    /// A cell or a digit in any house.
    Any,
}

impl SetKind {
    /// A digit in a house of this kind.
    pub const fn only(kind: HouseKind) -> SetKind {
        SetKind::House(Kinds::only(kind))
    }

    /// A term, or a pattern for terms if several kinds are possible. Patterns have a variable named
    /// by `number`. `None` for several kinds of houses, unless any house is meant.
    pub fn pattern(self, number: usize) -> Option<String> {
        Some(match self {
            SetKind::Cell => "cell".into(),
            SetKind::Any => format!("?s{number}"),
            SetKind::House(Kinds::ALL) => format!("(digit ?k{number})"),
            SetKind::House(kinds) => match self.each().as_slice() {
                [_] => format!("(digit {})", house_word(kinds)),
                _ => return None,
            },
        })
    }

    /// Each single kind that is possible. For [`SetKind::Any`], every kind.
    pub fn each(self) -> Vec<SetKind> {
        let houses = |kinds: Kinds| {
            let own = HOUSE_WORDS
                .iter()
                .filter(move |(kind, _)| kinds.contains(*kind));
            own.map(|(kind, _)| SetKind::only(*kind))
        };
        match self {
            SetKind::Cell => vec![SetKind::Cell],
            SetKind::House(kinds) => houses(kinds).collect(),
            SetKind::Any => [SetKind::Cell]
                .into_iter()
                .chain(houses(Kinds::ALL))
                .collect(),
        }
    }

    /// The kind as a term.
    pub fn term(self) -> String {
        match self {
            SetKind::Cell => "cell".into(),
            SetKind::House(kinds) => format!("(digit {})", house_word(kinds)),
            SetKind::Any => "any".into(),
        }
    }

    /// The degree of freedom: 0 for a cell and for one kind of house.
    pub fn freedom(self) -> usize {
        match self {
            SetKind::Cell => 0,
            SetKind::House(kinds) => usize::from(!kinds.is_one()),
            SetKind::Any => 2,
        }
    }
}

fn house_word(kinds: Kinds) -> String {
    let own = HOUSE_WORDS.iter().filter(|(kind, _)| kinds.contains(*kind));
    kinds_word(&own.map(|(_, word)| *word).collect::<Vec<_>>())
}
