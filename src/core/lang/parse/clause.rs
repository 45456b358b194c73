//! Conditions, clauses and conclusions: from pairs to the tree.

use pest::iterators::Pair;

use super::super::ast::{
    Alternative, Among, Cells, Conclusion, Condition, Count, Deadly, Digits, Every, Presence,
    Quantity, Related, Seen, SizeSum, Spanned, Subject, Use,
};
use super::super::diagnostics::{Finding, Problem};
use super::{Reader, Rule, parts};

/// Whether the verb of an alternative may be followed by `a and b`.
fn takes_several(alternative: &Option<Alternative>) -> bool {
    matches!(alternative, Some(Alternative::In(_) | Alternative::Sees(_)))
}

impl Reader<'_> {
    pub(super) fn conditions(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<Condition>> {
        let mut conditions = Vec::new();
        for part in parts(pair) {
            if let Some(node) = self.condition(&part) {
                conditions.push(self.spanned(&part, node));
            }
        }
        conditions
    }

    fn condition(&mut self, pair: &Pair<Rule>) -> Option<Condition> {
        Some(match pair.as_rule() {
            Rule::see => self.two_lists(pair, Condition::Sees)?,
            Rule::exclude => self.two_lists(pair, Condition::Excludes)?,
            Rule::are_in => self.two_lists(pair, Condition::In)?,
            Rule::not_in => self.two_lists(pair, Condition::NotIn)?,
            Rule::disjoint => Condition::Disjoint(self.things(pair)),
            Rule::distinct => Condition::Distinct(self.things(pair)),
            Rule::not_given => Condition::NotGiven(self.things(pair)),
            Rule::related => Condition::Relation(self.related(pair)),
            Rule::all_see => {
                let [a, b, c, d] = self.things(pair).try_into().ok()?;
                Condition::AllSee {
                    one: (a, b),
                    other: (c, d),
                }
            }
            Rule::all_exclude => {
                let mut things = self.things(pair).into_iter();
                Condition::AllExclude {
                    one: (things.next()?, things.next()?),
                    other: things.collect(),
                }
            }
            Rule::templated => Condition::Template {
                things: self.things(pair),
                every: parts(pair).any(|part| part.as_rule() == Rule::k_every),
            },
            Rule::is_every => {
                let [node, digit, cells] = self.things(pair).try_into().ok()?;
                Condition::IsEvery {
                    node,
                    places: (digit, cells),
                }
            }
            Rule::sizes => {
                let sums = parts(pair).filter(|p| p.as_rule() == Rule::size_sum);
                let mut sums = sums.collect::<Vec<_>>().into_iter();
                let left = self.size_sum(&sums.next()?);
                Condition::Sizes(left, self.size_sum(&sums.next()?))
            }
            _ => return None,
        })
    }

    fn two_lists(
        &mut self,
        pair: &Pair<Rule>,
        make: fn(Vec<Use>, Vec<Use>) -> Condition,
    ) -> Option<Condition> {
        let is_list =
            |p: &Pair<Rule>| matches!(p.as_rule(), Rule::things | Rule::both | Rule::either);
        let mut lists = parts(pair).filter(is_list);
        let (left, right) = (lists.next()?, lists.next()?);
        Some(make(self.things(&left), self.things(&right)))
    }

    fn related(&mut self, pair: &Pair<Rule>) -> Related {
        Related {
            name: self.first_name(pair),
            arguments: self.things(pair),
        }
    }

    fn size_sum(&mut self, pair: &Pair<Rule>) -> SizeSum {
        let mut sum = SizeSum::default();
        sum.plus.span = self.span(pair);
        let mut sign = 1;
        for part in parts(pair) {
            match part.as_rule() {
                Rule::sign => sign = if part.as_str() == "-" { -1 } else { 1 },
                Rule::size_term => {
                    for term in parts(&part) {
                        match term.as_rule() {
                            Rule::thing => sum.sets.push((sign, self.thing(&term))),
                            Rule::ident => sum.names.push((sign, self.name(&term))),
                            Rule::number => sum.plus.plus += sign * self.number(&term).node as i32,
                            _ => {}
                        }
                    }
                }
                _ => {}
            }
        }
        sum
    }

    pub(super) fn deadly(&mut self, pair: &Pair<Rule>) -> Spanned<Deadly> {
        let mut lists = parts(pair).filter(|p| p.as_rule() == Rule::things);
        let digits = lists.next().map(|p| self.things(&p)).unwrap_or_default();
        let cells = lists.next().map(|p| self.things(&p)).unwrap_or_default();
        let deadly = Deadly {
            all_but: parts(pair).any(|p| p.as_rule() == Rule::all_but),
            digits,
            cells,
        };
        self.spanned(pair, deadly)
    }

    pub(super) fn knowledge(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<Every>> {
        let mut clauses = Vec::new();
        for part in parts(pair) {
            if !matches!(part.as_rule(), Rule::every | Rule::no_overlap) {
                continue;
            }
            let (mut subject, mut alternatives) = (None, Vec::new());
            for piece in parts(&part) {
                match piece.as_rule() {
                    Rule::alternatives => alternatives = self.alternatives(&piece),
                    _ => subject = subject.or_else(|| self.subject(&piece)),
                }
            }
            let every = |subject| Every {
                subject,
                alternatives,
            };
            clauses.extend(subject.map(|s| self.spanned(&part, every(s))));
        }
        clauses
    }

    fn subject(&mut self, pair: &Pair<Rule>) -> Option<Subject> {
        let mut things = self.things(pair);
        match pair.as_rule() {
            Rule::candidates_of | Rule::of_each => Some(Subject::CandidatesOf(things)),
            Rule::places | Rule::in_each => {
                let house = things.pop()?;
                Some(Subject::In(things.pop()?, house))
            }
            Rule::overlap => {
                let houses = things.pop()?;
                Some(Subject::InTwoOf(things.pop()?, houses))
            }
            _ => None,
        }
    }

    fn alternatives(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<Alternative>> {
        let mut found: Vec<Spanned<Alternative>> = Vec::new();
        for part in parts(pair) {
            let previous = found.last().map(|a| a.node.clone());
            if let Some(node) = self.alternative(&part, previous) {
                found.push(self.spanned(&part, node));
            }
        }
        found
    }

    fn alternative(
        &mut self,
        pair: &Pair<Rule>,
        previous: Option<Alternative>,
    ) -> Option<Alternative> {
        let mut things = self.things(pair);
        Some(match pair.as_rule() {
            Rule::is => Alternative::Is(things.pop()?),
            Rule::is_at | Rule::at => Alternative::At(things.pop()?),
            Rule::is_in | Rule::within => Alternative::In(things),
            Rule::sees => Alternative::Sees(things),
            Rule::excludes => Alternative::Excludes(things.pop()?),
            Rule::excluded_by | Rule::by => Alternative::ExcludedBy(things.pop()?),
            Rule::earlier | Rule::by_earlier => {
                Alternative::ExcludedByEarlier(self.first_name(pair))
            }
            Rule::verb => Alternative::Relation(self.first_name(pair), things.pop()?),
            // The same verb once more.
            Rule::same if things.len() > 1 && !takes_several(&previous) => {
                let problem = Problem::Syntax {
                    expected: "`or`".to_string(),
                    found: "`and`".to_string(),
                };
                let label = "this verb takes one thing";
                self.findings
                    .push(Finding::new(problem, &self.span(pair), label));
                return None;
            }
            Rule::same => match previous? {
                Alternative::In(_) => Alternative::In(things),
                Alternative::Sees(_) => Alternative::Sees(things),
                Alternative::Is(_) => Alternative::Is(things.pop()?),
                Alternative::At(_) => Alternative::At(things.pop()?),
                Alternative::Excludes(_) => Alternative::Excludes(things.pop()?),
                Alternative::ExcludedBy(_) | Alternative::ExcludedByEarlier(_) => {
                    Alternative::ExcludedBy(things.pop()?)
                }
                Alternative::Relation(name, _) => Alternative::Relation(name, things.pop()?),
            },
            _ => return None,
        })
    }

    pub(super) fn presence(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<Presence>> {
        let mut clauses = Vec::new();
        for part in parts(pair) {
            let node = match part.as_rule() {
                Rule::only_open => match <[Use; 2]>::try_from(self.things(&part)) {
                    Ok([cell, house]) => Some(Presence::OnlyOpen(cell, house)),
                    Err(_) => None,
                },
                Rule::some_among => {
                    let all = parts(&part).filter(|p| p.as_rule() == Rule::among);
                    let among = |p: Pair<Rule>| {
                        let sort = parts(&p).find(|p| p.as_rule() == Rule::sort);
                        Among {
                            sort: sort.map(|p| self.sort(&p)).unwrap_or_default(),
                            houses: self.things(&p),
                        }
                    };
                    Some(Presence::SomeAmong(all.map(among).collect()))
                }
                Rule::each_in => match <[Use; 2]>::try_from(self.things(&part)) {
                    Ok([digits, cells]) => Some(Presence::EachIn(digits, cells)),
                    Err(_) => None,
                },
                Rule::counted => self.count(&part).map(Presence::Count),
                _ => None,
            };
            clauses.extend(node.map(|node| self.spanned(&part, node)));
        }
        clauses
    }

    fn count(&mut self, pair: &Pair<Rule>) -> Option<Count> {
        let (mut negated, mut each) = (false, false);
        let (mut quantity, mut subject, mut alternatives) = (None, None, Vec::new());
        for part in parts(pair) {
            match part.as_rule() {
                Rule::k_not => negated = true,
                Rule::whole => quantity = Some(Quantity::Every),
                Rule::quantity => quantity = self.quantity(&part),
                Rule::alternatives => alternatives = self.alternatives(&part),
                kind => {
                    each |= matches!(kind, Rule::of_each | Rule::in_each);
                    subject = subject.or_else(|| self.subject(&part));
                }
            }
        }
        Some(Count {
            negated,
            quantity: quantity?,
            each,
            subject: subject?,
            alternatives,
        })
    }

    fn quantity(&mut self, pair: &Pair<Rule>) -> Option<Quantity> {
        let mut number = 0;
        for part in parts(pair) {
            if part.as_rule() == Rule::number {
                number = self.number(&part).node;
            }
        }
        parts(pair).find_map(|p| match p.as_rule() {
            Rule::k_some => Some(Quantity::Some),
            Rule::k_least => Some(Quantity::AtLeast(number)),
            Rule::k_most => Some(Quantity::AtMost(number)),
            Rule::k_exactly => Some(Quantity::Exactly(number)),
            _ => None,
        })
    }

    pub(super) fn conclusions(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<Conclusion>> {
        let mut conclusions = Vec::new();
        for part in parts(pair) {
            if let Some(node) = self.conclusion(&part) {
                conclusions.push(self.spanned(&part, node));
            }
        }
        conclusions
    }

    fn conclusion(&mut self, pair: &Pair<Rule>) -> Option<Conclusion> {
        let part = |kind| parts(pair).find(|p| p.as_rule() == kind);
        let mut things = self.things(pair);
        Some(match pair.as_rule() {
            Rule::eliminate_digits => {
                let digits = match (part(Rule::all_but), part(Rule::except)) {
                    (Some(_), _) => Digits::AllBut(things),
                    (None, Some(except)) => Digits::Without(things, self.things(&except)),
                    (None, None) => Digits::These(things),
                };
                Conclusion::Eliminate(digits, self.cells(&part(Rule::cells)?))
            }
            Rule::eliminate_one => Conclusion::EliminateCandidate(things.pop()?),
            Rule::eliminate_excluded => Conclusion::EliminateExcluded(things),
            Rule::eliminate_links => {
                Conclusion::EliminateLinks(self.related(&part(Rule::related)?))
            }
            Rule::place_digit => {
                let cell = things.pop()?;
                Conclusion::Place(things.pop()?, cell)
            }
            Rule::place_one => Conclusion::PlaceCandidate(things.pop()?),
            _ => return None,
        })
    }

    fn cells(&mut self, pair: &Pair<Rule>) -> Cells {
        let mut cells = Cells::default();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::things => cells.within = self.things(&part),
                Rule::inside => cells.inside = self.things(&part),
                Rule::except => cells.except = self.things(&part),
                Rule::seeing => {
                    for seen in parts(&part).filter(|p| p.as_rule() == Rule::seen) {
                        let mut things = self.things(&seen).into_iter();
                        cells.seeing.extend(match (things.next(), things.next()) {
                            (Some(digit), Some(cells)) => Some(Seen::Every(digit, cells)),
                            (Some(all), None) => Some(Seen::All(all)),
                            _ => None,
                        });
                    }
                }
                _ => {}
            }
        }
        cells
    }
}
