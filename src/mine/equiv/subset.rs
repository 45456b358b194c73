//! Rules that are subsets: n truths of one kind have all their candidates in n links of another.
//!
//! Reads the two kinds and n off a pattern that has no other conditions. Naked and hidden subsets,
//! fish and locked candidates are subsets. A franken fish is not, since it also requires a box.

use qedoku_core::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Every, Kinds, Pattern, Sort, Subject, Var,
};

use super::kinds::SetKind;

/// A number of truths confined to the same number of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subset {
    /// The kind of the truths.
    pub truths: SetKind,
    /// The kind of the links.
    pub links: SetKind,
    /// The number of truths, which is also the number of links.
    pub number: u32,
}

impl Subset {
    /// Reads a pattern as a subset. `None` if the pattern is not a subset.
    pub fn of(pattern: &Pattern) -> Option<Subset> {
        let ([every], [conclusion]) = (&pattern.knowledge[..], &pattern.conclusions[..]) else {
            return None;
        };
        if !pattern.presence.is_empty() || pattern.variables.len() != 3 {
            return None;
        }
        let reader = SubsetReader { pattern };
        (reader.naked(every, conclusion))
            .or_else(|| reader.hidden(every, conclusion))
            .or_else(|| reader.fish(every, conclusion))
    }

    /// One term for each combination of kinds of truths and links.
    pub fn terms(&self) -> Vec<String> {
        let (truths, links) = (self.truths.each(), self.links.each());
        let term = |truths: &SetKind, links: &SetKind| {
            let (truths, links) = (truths.term(), links.term());
            format!("(subset {truths} {links} {})", self.number)
        };
        let of_truths =
            |truths: &SetKind| links.iter().map(|l| term(truths, l)).collect::<Vec<_>>();
        truths.iter().flat_map(of_truths).collect()
    }

    /// The subset as a pattern for terms. `None` for several kinds of houses, unless any house is
    /// meant.
    pub fn pattern(&self) -> Option<String> {
        let (truths, links) = (self.truths.pattern(0)?, self.links.pattern(1)?);
        Some(format!("(subset {truths} {links} {})", self.number))
    }
}

struct SubsetReader<'p> {
    pattern: &'p Pattern,
}

impl SubsetReader<'_> {
    fn sort(&self, var: Var) -> Sort {
        self.pattern.variables[usize::from(var.0)].sort
    }

    /// The number of members of a variable, or `None` if it is not fixed.
    fn count(&self, var: Var) -> Option<u32> {
        match self.pattern.variables[usize::from(var.0)].size {
            None => Some(1),
            Some((least, most)) => (least == most).then_some(least),
        }
    }

    /// The kinds of a house variable.
    fn kinds(&self, var: Var) -> Option<Kinds> {
        match self.sort(var) {
            Sort::House(kinds) => Some(kinds),
            _ => None,
        }
    }

    /// n cells of a house with n digits, which are eliminated from the rest of the house.
    fn naked(&self, every: &Every, conclusion: &Conclusion) -> Option<Subset> {
        let Subject::Cells(cells) = every.subject else {
            return None;
        };
        let [Alternative::Digit(digits)] = every.alternatives[..] else {
            return None;
        };
        let [Condition::In(inside, house)] = self.pattern.conditions[..] else {
            return None;
        };
        let wanted = eliminated(vec![digits], false, vec![house], vec![cells]);
        let number = self.count(cells)?;
        let fits = inside == cells && self.count(digits)? == number && *conclusion == wanted;
        fits.then_some(Subset {
            truths: SetKind::Cell,
            links: SetKind::House(self.kinds(house).filter(|_| self.count(house) == Some(1))?),
            number,
        })
    }

    /// n digits of a house in n cells, from which all other digits are eliminated.
    fn hidden(&self, every: &Every, conclusion: &Conclusion) -> Option<Subset> {
        let Subject::Digits(digits, house) = every.subject else {
            return None;
        };
        let [Alternative::Cell(cells)] = every.alternatives[..] else {
            return None;
        };
        let wanted = eliminated(vec![digits], true, vec![cells], Vec::new());
        let number = self.count(cells)?;
        let fits = self.pattern.conditions == [Condition::In(cells, house)]
            && self.count(digits)? == number
            && *conclusion == wanted;
        fits.then_some(Subset {
            truths: SetKind::House(self.kinds(house).filter(|_| self.count(house) == Some(1))?),
            links: SetKind::Cell,
            number,
        })
    }

    /// A digit in n houses of one kind whose places lie in n houses of another kind.
    fn fish(&self, every: &Every, conclusion: &Conclusion) -> Option<Subset> {
        let Subject::Digits(digit, bases) = every.subject else {
            return None;
        };
        let [Alternative::House(covers)] = every.alternatives[..] else {
            return None;
        };
        let wanted = eliminated(vec![digit], false, vec![covers], vec![bases]);
        let (truths, links) = (self.kinds(bases)?, self.kinds(covers)?);
        let number = self.count(bases)?;
        let fits = self.pattern.conditions.is_empty()
            && (self.count(digit)?, self.count(covers)?) == (1, number)
            && truths.is_one()
            && links.is_one()
            && truths != links
            && *conclusion == wanted;
        fits.then_some(Subset {
            truths: SetKind::House(truths),
            links: SetKind::House(links),
            number,
        })
    }
}

fn eliminated(digits: Vec<Var>, all_but: bool, within: Vec<Var>, except: Vec<Var>) -> Conclusion {
    Conclusion::Eliminate {
        digits,
        without: Vec::new(),
        all_but,
        cells: Cells {
            within,
            except,
            ..Cells::default()
        },
    }
}
