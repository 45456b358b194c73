//! What a truth or a link of a pattern may be: a cell, a digit in a house of some kinds, or either.

use qedoku_core::grid::HouseKind;
use qedoku_core::lang::ir::Kinds;

use super::language::{HOUSES, kinds_word};

/// What a truth or a link may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// A cell.
    Cell,
    /// A digit in a house of one of these kinds.
    House(Kinds),
    /// Either.
    Any,
}

impl Step {
    /// A digit in a house of this kind.
    pub const fn only(kind: HouseKind) -> Step {
        Step::House(Kinds::only(kind))
    }

    /// As a term, or as a pattern for terms if it may be several things: these have a variable, which needs a number.
    /// `None` for several kinds of houses that are not all.
    pub fn pattern(self, number: usize) -> Option<String> {
        Some(match self {
            Step::Cell => "cell".into(),
            Step::Any => format!("?s{number}"),
            Step::House(Kinds::ALL) => format!("(digit ?k{number})"),
            Step::House(kinds) => match self.each().as_slice() {
                [_] => format!("(digit {})", house_word(kinds)),
                _ => return None,
            },
        })
    }

    /// Each single thing that it may be; for [`Step::Any`], every one.
    pub fn each(self) -> Vec<Step> {
        let houses = |kinds: Kinds| {
            let own = HOUSES.iter().filter(move |(kind, _)| kinds.contains(*kind));
            own.map(|(kind, _)| Step::only(*kind))
        };
        match self {
            Step::Cell => vec![Step::Cell],
            Step::House(kinds) => houses(kinds).collect(),
            Step::Any => [Step::Cell].into_iter().chain(houses(Kinds::ALL)).collect(),
        }
    }

    /// As a term.
    pub fn term(self) -> String {
        match self {
            Step::Cell => "cell".into(),
            Step::House(kinds) => format!("(digit {})", house_word(kinds)),
            Step::Any => "any".into(),
        }
    }

    /// How much it leaves open: nothing for a cell and for one kind of house.
    pub fn freedom(self) -> usize {
        match self {
            Step::Cell => 0,
            Step::House(kinds) => usize::from(!kinds.is_one()),
            Step::Any => 2,
        }
    }
}

fn house_word(kinds: Kinds) -> String {
    let own = HOUSES.iter().filter(|(kind, _)| kinds.contains(*kind));
    kinds_word(&own.map(|(_, word)| *word).collect::<Vec<_>>())
}
