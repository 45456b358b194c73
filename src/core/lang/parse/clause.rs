//! Conditions, clauses and conclusions: from pairs to the tree.

use pest::iterators::Pair;

use super::super::ast::{
    AlternativeExpr, CellsExpr, ConclusionExpr, ConditionExpr, CountExpr, Deadly, Digits,
    EveryExpr, HousesAmong, PresenceExpr, Quantity, Related, SeenExpr, SizeSum, Spanned,
    SubjectExpr, Use,
};
use super::super::diagnostics::{Finding, Problem};
use super::{PairReader, Rule, parts};

/// Whether the verb of an alternative may be followed by `a and b`.
fn takes_several(alternative: &Option<AlternativeExpr>) -> bool {
    matches!(
        alternative,
        Some(AlternativeExpr::In(_) | AlternativeExpr::Sees(_))
    )
}

impl PairReader<'_> {
    pub(super) fn conditions(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<ConditionExpr>> {
        let mut conditions = Vec::new();
        for part in parts(pair) {
            if let Some(node) = self.condition(&part) {
                conditions.push(self.spanned(&part, node));
            }
        }
        conditions
    }

    fn condition(&mut self, pair: &Pair<Rule>) -> Option<ConditionExpr> {
        Some(match pair.as_rule() {
            Rule::see => self.two_lists(pair, ConditionExpr::Sees)?,
            Rule::exclude => self.two_lists(pair, ConditionExpr::Excludes)?,
            Rule::are_in => self.two_lists(pair, ConditionExpr::In)?,
            Rule::not_in => self.two_lists(pair, ConditionExpr::NotIn)?,
            Rule::disjoint => ConditionExpr::Disjoint(self.things(pair)),
            Rule::distinct => ConditionExpr::Distinct(self.things(pair)),
            Rule::not_given => ConditionExpr::NotGiven(self.things(pair)),
            Rule::related => ConditionExpr::Relation(self.related(pair)),
            Rule::all_see => {
                let [a, b, c, d] = self.things(pair).try_into().ok()?;
                ConditionExpr::AllSee {
                    one: (a, b),
                    other: (c, d),
                }
            }
            Rule::all_exclude => {
                let mut things = self.things(pair).into_iter();
                ConditionExpr::AllExclude {
                    one: (things.next()?, things.next()?),
                    other: things.collect(),
                }
            }
            Rule::templated => ConditionExpr::Template {
                things: self.things(pair),
                every: parts(pair).any(|part| part.as_rule() == Rule::k_every),
            },
            Rule::is_every => {
                let [node, digit, cells] = self.things(pair).try_into().ok()?;
                ConditionExpr::IsEvery {
                    node,
                    places: (digit, cells),
                }
            }
            Rule::every_cell => {
                let mut set = self.things(pair).into_iter();
                let mut of = |part: Rule| {
                    let found = parts(pair).find(|p| p.as_rule() == part);
                    found.map_or(Vec::new(), |p| self.things(&p))
                };
                ConditionExpr::EveryCell {
                    set: set.next()?,
                    inside: of(Rule::inside),
                    outside: of(Rule::outside),
                }
            }
            Rule::sizes => {
                let sums = parts(pair).filter(|p| p.as_rule() == Rule::size_sum);
                let mut sums = sums.collect::<Vec<_>>().into_iter();
                let left = self.size_sum(&sums.next()?);
                ConditionExpr::Sizes(left, self.size_sum(&sums.next()?))
            }
            _ => return None,
        })
    }

    fn two_lists(
        &mut self,
        pair: &Pair<Rule>,
        make: fn(Vec<Use>, Vec<Use>) -> ConditionExpr,
    ) -> Option<ConditionExpr> {
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

    pub(super) fn knowledge(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<EveryExpr>> {
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
            let every = |subject| EveryExpr {
                subject,
                alternatives,
            };
            clauses.extend(subject.map(|s| self.spanned(&part, every(s))));
        }
        clauses
    }

    fn subject(&mut self, pair: &Pair<Rule>) -> Option<SubjectExpr> {
        let mut things = self.things(pair);
        match pair.as_rule() {
            Rule::candidates_of | Rule::of_each => Some(SubjectExpr::CandidatesOf(things)),
            Rule::places | Rule::in_each => {
                let house = things.pop()?;
                Some(SubjectExpr::In(things.pop()?, house))
            }
            Rule::overlap => {
                let houses = things.pop()?;
                Some(SubjectExpr::InTwoOf(things.pop()?, houses))
            }
            _ => None,
        }
    }

    fn alternatives(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<AlternativeExpr>> {
        let mut found: Vec<Spanned<AlternativeExpr>> = Vec::new();
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
        previous: Option<AlternativeExpr>,
    ) -> Option<AlternativeExpr> {
        let mut things = self.things(pair);
        Some(match pair.as_rule() {
            Rule::is => AlternativeExpr::Is(things.pop()?),
            Rule::is_at | Rule::at => AlternativeExpr::At(things.pop()?),
            Rule::is_in | Rule::within => AlternativeExpr::In(things),
            Rule::sees => AlternativeExpr::Sees(things),
            Rule::excludes => AlternativeExpr::Excludes(things.pop()?),
            Rule::excluded_by | Rule::by => AlternativeExpr::ExcludedBy(things.pop()?),
            Rule::earlier | Rule::by_earlier => {
                AlternativeExpr::ExcludedByEarlier(self.first_name(pair))
            }
            Rule::verb => AlternativeExpr::Relation(self.first_name(pair), things.pop()?),
            Rule::reached => AlternativeExpr::RelationFrom(things.pop()?, self.first_name(pair)),
            // `or` repeats the previous verb.
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
                AlternativeExpr::In(_) => AlternativeExpr::In(things),
                AlternativeExpr::Sees(_) => AlternativeExpr::Sees(things),
                AlternativeExpr::Is(_) => AlternativeExpr::Is(things.pop()?),
                AlternativeExpr::At(_) => AlternativeExpr::At(things.pop()?),
                AlternativeExpr::Excludes(_) => AlternativeExpr::Excludes(things.pop()?),
                AlternativeExpr::ExcludedBy(_) | AlternativeExpr::ExcludedByEarlier(_) => {
                    AlternativeExpr::ExcludedBy(things.pop()?)
                }
                AlternativeExpr::Relation(name, _) => {
                    AlternativeExpr::Relation(name, things.pop()?)
                }
                AlternativeExpr::RelationFrom(_, name) => {
                    AlternativeExpr::RelationFrom(things.pop()?, name)
                }
            },
            _ => return None,
        })
    }

    pub(super) fn presence(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<PresenceExpr>> {
        let mut clauses = Vec::new();
        for part in parts(pair) {
            let node = match part.as_rule() {
                Rule::only_open => match <[Use; 2]>::try_from(self.things(&part)) {
                    Ok([cell, house]) => Some(PresenceExpr::OnlyOpen(cell, house)),
                    Err(_) => None,
                },
                Rule::some_among => {
                    let all = parts(&part).filter(|p| p.as_rule() == Rule::among);
                    let among = |p: Pair<Rule>| {
                        let sort = parts(&p).find(|p| p.as_rule() == Rule::sort);
                        HousesAmong {
                            sort: sort.map(|p| self.sort(&p)).unwrap_or_default(),
                            houses: self.things(&p),
                        }
                    };
                    Some(PresenceExpr::SomeAmong(all.map(among).collect()))
                }
                Rule::each_in => match <[Use; 2]>::try_from(self.things(&part)) {
                    Ok([digits, cells]) => Some(PresenceExpr::EachIn(digits, cells)),
                    Err(_) => None,
                },
                Rule::counted => self.count(&part).map(PresenceExpr::Count),
                _ => None,
            };
            clauses.extend(node.map(|node| self.spanned(&part, node)));
        }
        clauses
    }

    fn count(&mut self, pair: &Pair<Rule>) -> Option<CountExpr> {
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
        Some(CountExpr {
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

    pub(super) fn conclusions(&mut self, pair: &Pair<Rule>) -> Vec<Spanned<ConclusionExpr>> {
        let mut conclusions = Vec::new();
        for part in parts(pair) {
            if let Some(node) = self.conclusion(&part) {
                conclusions.push(self.spanned(&part, node));
            }
        }
        conclusions
    }

    fn conclusion(&mut self, pair: &Pair<Rule>) -> Option<ConclusionExpr> {
        let part = |kind| parts(pair).find(|p| p.as_rule() == kind);
        let mut things = self.things(pair);
        Some(match pair.as_rule() {
            Rule::eliminate_digits => {
                let digits = match (part(Rule::all_but), part(Rule::except)) {
                    (Some(_), _) => Digits::AllBut(things),
                    (None, Some(except)) => Digits::Without(things, self.things(&except)),
                    (None, None) => Digits::These(things),
                };
                ConclusionExpr::Eliminate(digits, self.cells(&part(Rule::cells)?))
            }
            Rule::eliminate_one => ConclusionExpr::EliminateCandidate(things.pop()?),
            Rule::eliminate_excluded => ConclusionExpr::EliminateExcluded(things),
            Rule::eliminate_unfilled => ConclusionExpr::EliminateUnfilled(things),
            Rule::eliminate_links => {
                ConclusionExpr::EliminateLinks(self.related(&part(Rule::related)?))
            }
            Rule::place_digit => {
                let cell = things.pop()?;
                ConclusionExpr::Place(things.pop()?, cell)
            }
            Rule::place_one => ConclusionExpr::PlaceCandidate(things.pop()?),
            Rule::one_of => ConclusionExpr::OneOf(things.pop()?),
            _ => return None,
        })
    }

    fn cells(&mut self, pair: &Pair<Rule>) -> CellsExpr {
        let mut cells = CellsExpr::default();
        for part in parts(pair) {
            match part.as_rule() {
                Rule::things => cells.within = self.things(&part),
                Rule::inside => cells.inside = self.things(&part),
                Rule::except => cells.except = self.things(&part),
                Rule::seeing => {
                    for seen in parts(&part).filter(|p| p.as_rule() == Rule::seen) {
                        let mut things = self.things(&seen).into_iter();
                        cells.seeing.extend(match (things.next(), things.next()) {
                            (Some(digit), Some(cells)) => Some(SeenExpr::Every(digit, cells)),
                            (Some(all), None) => Some(SeenExpr::All(all)),
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
