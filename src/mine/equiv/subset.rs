//! Rules that say: n truths of one kind have all their candidates in n links of another.
//!
//! Takes a pattern, gives the two kinds and the number, if the pattern says that and nothing else. Naked and hidden subsets,
//! fish and locked candidates do; a franken fish, which also demands a box, does not.

use qedoku_core::lang::ir::{
    Alternative, Cells, Conclusion, Condition, Every, Kinds, Pattern, Sort, Subject, Var,
};

use super::kinds::SetKind;

/// So many truths in as many links.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Subset {
    /// What the truths are.
    pub truths: SetKind,
    /// What the links are.
    pub links: SetKind,
    /// How many there are of each.
    pub number: u32,
}

impl Subset {
    /// The subset that a pattern is.
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

    /// Each case as a term: one for each kind that the truths and the links may be.
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

    /// As a pattern for terms; `None` for several kinds of houses that are not all.
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

    /// How many a variable stands for, if that is fixed.
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

    /// Cells of a house have as many digits, which go from the rest of it.
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
        let goes = eliminated(vec![digits], false, vec![house], vec![cells]);
        let number = self.count(cells)?;
        let fits = inside == cells && self.count(digits)? == number && *conclusion == goes;
        fits.then_some(Subset {
            truths: SetKind::Cell,
            links: SetKind::House(self.kinds(house).filter(|_| self.count(house) == Some(1))?),
            number,
        })
    }

    /// Digits of a house have as many cells, from which all others go.
    fn hidden(&self, every: &Every, conclusion: &Conclusion) -> Option<Subset> {
        let Subject::Digits(digits, house) = every.subject else {
            return None;
        };
        let [Alternative::Cell(cells)] = every.alternatives[..] else {
            return None;
        };
        let goes = eliminated(vec![digits], true, vec![cells], Vec::new());
        let number = self.count(cells)?;
        let fits = self.pattern.conditions == [Condition::In(cells, house)]
            && self.count(digits)? == number
            && *conclusion == goes;
        fits.then_some(Subset {
            truths: SetKind::House(self.kinds(house).filter(|_| self.count(house) == Some(1))?),
            links: SetKind::Cell,
            number,
        })
    }

    /// A digit in houses of one kind has its places in as many of another.
    fn fish(&self, every: &Every, conclusion: &Conclusion) -> Option<Subset> {
        let Subject::Digits(digit, bases) = every.subject else {
            return None;
        };
        let [Alternative::House(covers)] = every.alternatives[..] else {
            return None;
        };
        let goes = eliminated(vec![digit], false, vec![covers], vec![bases]);
        let (truths, links) = (self.kinds(bases)?, self.kinds(covers)?);
        let number = self.count(bases)?;
        let fits = self.pattern.conditions.is_empty()
            && (self.count(digit)?, self.count(covers)?) == (1, number)
            && truths.is_one()
            && links.is_one()
            && truths != links
            && *conclusion == goes;
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
