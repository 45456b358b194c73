//! Rules that are chains: from the target through truths with two ends each, and back to it.
//!
//! Reads a pattern as a sequence of kinds of links and truths, if all its other conditions hold in
//! every such chain. A skyscraper reads: target, any house, a row, a column, a row, any house,
//! target. A remote pair is not a chain in this sense: kinds of links cannot express that all its
//! cells have the same two digits.

use qedoku_core::lang::ir::{
    Alternative, Conclusion, Condition, Kinds, Pattern, Relation, Seen, Sort, Subject, Var,
};

use super::kinds::SetKind;

/// A chain of a fixed length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainOfLinks {
    /// The links, from the target and back to it: one link more than truths.
    pub links: Vec<SetKind>,
    /// The truths, each with a flag: whether an end may be a group.
    pub truths: Vec<(SetKind, bool)>,
}

/// A chain of any length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RepeatedChain {
    /// The kind of the chain's truths.
    pub truths: SetKind,
    /// The kind of the links between truths.
    pub links: SetKind,
    /// The kind of the links with the target.
    pub ends: SetKind,
    /// Whether groups may take the place of candidates.
    pub grouped: bool,
}

impl RepeatedChain {
    /// The chain with `truths` truths.
    pub fn of_length(&self, truths: usize) -> ChainOfLinks {
        let mut links = vec![self.links; truths + 1];
        links[0] = self.ends;
        links[truths] = self.ends;
        ChainOfLinks {
            links,
            truths: vec![(self.truths, self.grouped); truths],
        }
    }
}

/// An end of a truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TruthEnd {
    /// This digit in this cell.
    Of(Var, Var),
    /// The digit, in the cells that see the cell.
    Seeing(Var, Var),
    /// All places of the digit where the truth crosses the house.
    Crossing(Var, Var),
    /// This candidate or group.
    Node(Var),
}

/// A truth with its ends.
struct ChainTruth {
    subject: Subject,
    step: SetKind,
    ends: [TruthEnd; 2],
}

struct ChainReader<'p> {
    pattern: &'p Pattern,
    truths: Vec<ChainTruth>,
}

/// Reads a pattern as a chain of fixed length. `None` if the pattern is not such a chain.
pub fn links(pattern: &Pattern) -> Option<ChainOfLinks> {
    let [conclusion] = &pattern.conclusions[..] else {
        return None;
    };
    if !pattern.presence.is_empty() || pattern.knowledge.is_empty() {
        return None;
    }
    let mut reader = ChainReader {
        pattern,
        truths: Vec::new(),
    };
    for every in &pattern.knowledge {
        let truth = reader.truth(&every.subject, &every.alternatives)?;
        reader.truths.push(truth);
    }
    let targets = reader.targets(conclusion)?;
    let chain = reader.walk(&targets)?;
    let explained = |condition| reader.is_implied(condition);
    pattern.conditions.iter().all(explained).then_some(chain)
}

/// Reads a pattern as a chain of any length. `None` if the pattern is not such a chain.
pub fn repeated(pattern: &Pattern, relations: &[Relation]) -> Option<RepeatedChain> {
    let [Conclusion::EliminateExcluded(ends)] = &pattern.conclusions[..] else {
        return None;
    };
    let plain = |p: &Pattern| p.knowledge.is_empty() && p.presence.is_empty();
    let mut relation = None;
    for condition in &pattern.conditions {
        match *condition {
            Condition::Relation(index, a, b) if relation.is_none() && *ends == [a, b] => {
                relation = relations.get(index);
            }
            Condition::In(_, digit) if sort(pattern, digit) == Sort::Digit => {}
            Condition::Distinct(a, b) if *ends == [a, b] => {}
            _ => return None,
        }
    }
    let [base, longer] = &relation?.cases[..] else {
        return None;
    };
    let [Condition::Relation(pair, Var(0), Var(1))] = base.conditions[..] else {
        return None;
    };
    let [pair] = &relations.get(pair)?.cases[..] else {
        return None;
    };
    let [every] = &pair.knowledge[..] else {
        return None;
    };
    let both = [
        Alternative::Candidate(Var(0)),
        Alternative::Candidate(Var(1)),
    ];
    let mut link = None;
    for condition in &longer.conditions {
        match *condition {
            Condition::Relation(..) => {}
            Condition::Excludes(m, k) if link.is_none() => link = Some(excluded(longer, m, k)),
            Condition::In(_, digit) if sort(longer, digit) == Sort::Digit => {}
            Condition::Distinct(..) => {}
            _ => return None,
        }
    }
    if !plain(pattern) || !plain(base) || !plain(longer) || every.alternatives != both {
        return None;
    }
    Some(RepeatedChain {
        truths: subject_step(pair, &every.subject)?,
        links: link?,
        ends: excluded(pattern, ends[0], *ends.get(1)?),
        grouped: sort(pattern, ends[0]) == Sort::Group,
    })
}

fn sort(pattern: &Pattern, var: Var) -> Sort {
    pattern.variables[usize::from(var.0)].sort
}

fn is_single(pattern: &Pattern, var: Var) -> bool {
    pattern.variables[usize::from(var.0)].size.is_none()
}

/// The kind of a truth.
fn subject_step(pattern: &Pattern, subject: &Subject) -> Option<SetKind> {
    match *subject {
        Subject::Cells(cell) if is_single(pattern, cell) => Some(SetKind::Cell),
        Subject::Truth(_) => Some(SetKind::Any),
        Subject::Digits(digit, house) if is_single(pattern, digit) && is_single(pattern, house) => {
            match sort(pattern, house) {
                Sort::House(kinds) => Some(SetKind::House(kinds)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// The kind of link between two candidates that exclude each other: a house if both have one digit,
/// otherwise any.
fn excluded(pattern: &Pattern, a: Var, b: Var) -> SetKind {
    let in_digit = |node: Var, digit: Var| {
        sort(pattern, digit) == Sort::Digit
            && pattern.conditions.contains(&Condition::In(node, digit))
    };
    let digits = (0..pattern.variables.len()).map(|n| Var(n as u16));
    match { digits }.any(|digit| in_digit(a, digit) && in_digit(b, digit)) {
        true => SetKind::House(Kinds::ALL),
        false => SetKind::Any,
    }
}

impl ChainReader<'_> {
    fn has(&self, condition: Condition) -> bool {
        self.pattern.conditions.contains(&condition)
    }

    fn has_either(&self, make: fn(Var, Var) -> Condition, a: Var, b: Var) -> bool {
        self.has(make(a, b)) || self.has(make(b, a))
    }

    fn kinds(&self, var: Var) -> Option<Kinds> {
        match sort(self.pattern, var) {
            Sort::House(kinds) => Some(kinds),
            _ => None,
        }
    }

    fn truth(&self, subject: &Subject, alternatives: &[Alternative]) -> Option<ChainTruth> {
        let step = subject_step(self.pattern, subject)?;
        let end = |alternative: &Alternative| match (subject, alternative) {
            (_, Alternative::Candidate(node)) => Some(TruthEnd::Node(*node)),
            (&Subject::Cells(cell), &Alternative::Digit(digit)) => Some(TruthEnd::Of(digit, cell)),
            (&Subject::Digits(digit, _), &Alternative::Cell(cell)) => {
                Some(TruthEnd::Of(digit, cell))
            }
            (&Subject::Digits(digit, _), &Alternative::Sees(cell)) => {
                Some(TruthEnd::Seeing(digit, cell))
            }
            (&Subject::Digits(digit, _), &Alternative::House(house)) => {
                Some(TruthEnd::Crossing(digit, house))
            }
            _ => None,
        };
        let [one, other] = alternatives else {
            return None;
        };
        let ends = [end(one)?, end(other)?];
        let singles = ends.iter().all(|end| match *end {
            TruthEnd::Of(a, b) | TruthEnd::Seeing(a, b) | TruthEnd::Crossing(a, b) => {
                is_single(self.pattern, a) && is_single(self.pattern, b)
            }
            TruthEnd::Node(_) => true,
        });
        singles.then_some(ChainTruth {
            subject: subject.clone(),
            step,
            ends,
        })
    }

    /// The two ends that are linked with the target, each with the kind of link.
    fn targets(&self, conclusion: &Conclusion) -> Option<[(TruthEnd, SetKind); 2]> {
        let all = SetKind::House(Kinds::ALL);
        match conclusion {
            Conclusion::Eliminate {
                digits,
                without,
                all_but: false,
                cells,
            } if without.is_empty() => {
                let [digit] = digits[..] else { return None };
                let mut found = Vec::new();
                for &house in cells.within.iter().chain(&cells.inside) {
                    let step = SetKind::House(self.kinds(house)?);
                    found.push((TruthEnd::Crossing(digit, house), step));
                }
                for seen in &cells.seeing {
                    let Seen::All(cell) = *seen else { return None };
                    found.push((TruthEnd::Of(digit, cell), all));
                }
                let outside = |&house: &Var| self.is_truth_of(digit, house);
                let found: [(TruthEnd, SetKind); 2] = found.try_into().ok()?;
                cells.except.iter().all(outside).then_some(found)
            }
            Conclusion::EliminateExcluded(nodes) => {
                let [a, b] = nodes[..] else { return None };
                let step = excluded(self.pattern, a, b);
                Some([(TruthEnd::Node(a), step), (TruthEnd::Node(b), step)])
            }
            _ => None,
        }
    }

    /// Whether the truth of this digit in this house is part of the chain.
    fn is_truth_of(&self, digit: Var, house: Var) -> bool {
        let subject = Subject::Digits(digit, house);
        self.truths.iter().any(|truth| truth.subject == subject)
    }

    /// The kind of link between ends of different truths, or `None` if they are not linked.
    fn link(&self, one: TruthEnd, other: TruthEnd) -> Option<SetKind> {
        match (one, other) {
            (TruthEnd::Of(d, p), TruthEnd::Of(e, q)) if d == e && p != q => self.between(p, q),
            (TruthEnd::Of(d, p), TruthEnd::Of(e, q)) if d != e && p == q => Some(SetKind::Cell),
            (TruthEnd::Of(d, p), TruthEnd::Seeing(e, q))
            | (TruthEnd::Seeing(d, p), TruthEnd::Of(e, q)) => {
                (d == e && p == q).then_some(SetKind::House(Kinds::ALL))
            }
            (TruthEnd::Of(d, p), TruthEnd::Crossing(e, h))
            | (TruthEnd::Crossing(e, h), TruthEnd::Of(d, p)) => {
                let kinds = self.kinds(h)?;
                (d == e && self.has(Condition::In(p, h))).then_some(SetKind::House(kinds))
            }
            (TruthEnd::Node(p), TruthEnd::Node(q)) => {
                (self.has_either(Condition::Excludes, p, q)).then(|| excluded(self.pattern, p, q))
            }
            _ => None,
        }
    }

    /// The kind of house in which two cells see each other.
    fn between(&self, p: Var, q: Var) -> Option<SetKind> {
        if self.has_either(Condition::Sees, p, q) {
            return Some(SetKind::House(Kinds::ALL));
        }
        let houses = (0..self.pattern.variables.len()).map(|n| Var(n as u16));
        let both = |h: &Var| self.has(Condition::In(p, *h)) && self.has(Condition::In(q, *h));
        let kinds = { houses }.filter(both).find_map(|h| self.kinds(h))?;
        Some(SetKind::House(kinds))
    }

    /// Follows the links from the target until they return to the target.
    fn walk(&self, targets: &[(TruthEnd, SetKind); 2]) -> Option<ChainOfLinks> {
        let [(first, begin), (last, finish)] = *targets;
        let mut chain = ChainOfLinks {
            links: vec![begin],
            truths: Vec::new(),
        };
        let mut left: Vec<&ChainTruth> = self.truths.iter().collect();
        let mut end = first;
        loop {
            let at = left.iter().position(|truth| truth.ends.contains(&end))?;
            let truth = left.remove(at);
            let [one, other] = truth.ends;
            end = if one == end { other } else { one };
            let crosses = |end: &TruthEnd| matches!(end, TruthEnd::Crossing(..));
            let grouped = truth.ends.iter().any(crosses);
            chain.truths.push((truth.step, grouped));
            if left.is_empty() {
                break;
            }
            let ends = left.iter().flat_map(|truth| truth.ends);
            let linked = ends.filter_map(|next| Some((next, self.link(end, next)?)));
            let linked: Vec<(TruthEnd, SetKind)> = linked.collect();
            let [(next, step)] = linked[..] else {
                return None;
            };
            chain.links.push(step);
            end = next;
        }
        chain.links.push(finish);
        (end == last).then_some(chain)
    }

    /// Whether a condition is implied by the links and truths of the chain.
    fn is_implied(&self, condition: &Condition) -> bool {
        let in_one_truth = |a: TruthEnd, b: TruthEnd| {
            let both = |t: &ChainTruth| t.ends.contains(&a) && t.ends.contains(&b);
            self.truths.iter().any(both)
        };
        let ends = || self.truths.iter().flat_map(|truth| truth.ends);
        let cell_of = |end: TruthEnd| match end {
            TruthEnd::Of(_, cell) => Some(cell),
            _ => None,
        };
        let has_cell = |cell: Var| ends().any(|end| cell_of(end) == Some(cell));
        let is_subject = |var: Var| {
            let of = |t: &ChainTruth| match t.subject {
                Subject::Cells(cell) => cell == var,
                Subject::Digits(_, house) => house == var,
                Subject::Truth(truth) => truth == var,
                Subject::Overlap(..) => false,
            };
            self.truths.iter().any(of)
        };
        match *condition {
            // The house of a truth or of a link.
            Condition::In(cell, house) => has_cell(cell) && self.kinds(house).is_some(),
            // Inside the house, the cell would be an end of its truth.
            Condition::NotIn(cell, house) => has_cell(cell) && is_subject(house),
            Condition::Sees(a, b) => {
                let linked =
                    |x: TruthEnd, y: TruthEnd| cell_of(x) == Some(a) && cell_of(y) == Some(b);
                let pairs = ends().flat_map(|x| ends().map(move |y| (x, y)));
                { pairs }.any(|(x, y)| linked(x, y) && self.link(x, y).is_some())
            }
            Condition::Excludes(a, b) => self.link(TruthEnd::Node(a), TruthEnd::Node(b)).is_some(),
            Condition::Distinct(a, b) => {
                let digits = ends().filter_map(cell_of);
                let of_cell = |cell| in_one_truth(TruthEnd::Of(a, cell), TruthEnd::Of(b, cell));
                let cells = ends().filter_map(|end| match end {
                    TruthEnd::Of(digit, _) => Some(digit),
                    _ => None,
                });
                let of_digit = |digit| {
                    let (a, b) = (TruthEnd::Of(digit, a), TruthEnd::Of(digit, b));
                    in_one_truth(a, b) || self.link(a, b).is_some()
                };
                { digits }.any(of_cell)
                    || { cells }.any(of_digit)
                    || is_subject(a) && is_subject(b)
                    || in_one_truth(TruthEnd::Node(a), TruthEnd::Node(b))
            }
            _ => false,
        }
    }
}
