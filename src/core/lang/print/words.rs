//! The text of declarations, clauses and conclusions.

use super::super::ast::{
    AlternativeExpr, CellsExpr, ConclusionExpr, ConditionExpr, CountExpr, Deadly, Declaration,
    Digits, EveryExpr, HousesAmong, Name, PresenceExpr, Quantity, Related, SeenExpr, Size,
    SizeExpr, SizeSum, SortWord, Spanned, SubjectExpr, Use,
};

pub(super) fn join<T>(all: &[T], between: &str, show: impl Fn(&T) -> String) -> String {
    all.iter().map(show).collect::<Vec<_>>().join(between)
}

pub(super) fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The offset of a declaration.
pub(super) fn start(declaration: &Declaration) -> usize {
    match declaration {
        Declaration::Variables { sort, .. } => sort.first().map_or(0, |w| w.span.0.start),
        Declaration::Pattern { name, .. } => name.span.0.start,
    }
}

pub(super) fn declaration(declaration: &Declaration) -> String {
    match declaration {
        Declaration::Pattern {
            name,
            arguments,
            count,
        } => {
            let count = count.as_ref().map(self::size).unwrap_or_default();
            format!("{}({}){count}", name.node, names(arguments))
        }
        Declaration::Variables {
            sort: words,
            names,
            of,
            inside,
            outside,
            seen_by,
        } => {
            // One name stands for all links, or all capacities.
            let many =
                |word: &Spanned<SortWord>| matches!(word.node, SortWord::Link | SortWord::Capacity);
            let plural = names.len() > 1
                || names.iter().any(|(_, size)| size.is_some())
                || words.iter().any(many);
            let names = join(names, ", ", |(name, size)| {
                format!(
                    "{}{}",
                    name.node,
                    size.as_ref().map(self::size).unwrap_or_default()
                )
            });
            let mut text = format!("{} {names}", sort(words, plural));
            let mut add = |label: &str, all: &[Use], between: &str| {
                if !all.is_empty() {
                    text += &format!(" {label} {}", things(all, between));
                }
            };
            add("of", of.as_slice(), " and ");
            add("in", inside, " and ");
            add("not in", outside, " or ");
            add("seen by", seen_by, " and ");
            text
        }
    }
}

pub(super) fn sort(words: &[Spanned<SortWord>], plural: bool) -> String {
    join(words, " or ", |word| word.node.text(plural).to_string())
}

pub fn size(size: &Size) -> String {
    match &size.most {
        Some(most) => format!("[{}..{}]", sum(&size.least), sum(most)),
        None => format!("[{}]", sum(&size.least)),
    }
}

fn sum(sum: &SizeExpr) -> String {
    match (&sum.name, sum.plus) {
        (None, plus) => plus.to_string(),
        (Some(name), 0) => name.node.clone(),
        (Some(name), plus) => format!("{}{plus:+}", name.node),
    }
}

fn thing(thing: &Use) -> String {
    match &thing.index {
        Some(index) => format!("{}[{}]", thing.name.node, sum(index)),
        None => thing.name.node.clone(),
    }
}

fn things(all: &[Use], between: &str) -> String {
    join(all, between, thing)
}

pub(super) fn condition(condition: &ConditionExpr) -> String {
    let both = |left: &[Use], verb: &str, right: &[Use], between: &str| {
        format!("{} {verb} {}", things(left, ", "), things(right, between))
    };
    match condition {
        ConditionExpr::Sees(left, right) => both(left, "sees", right, " and "),
        ConditionExpr::Excludes(left, right) => both(left, "excludes", right, " and "),
        ConditionExpr::In(left, right) => both(left, "in", right, " and "),
        ConditionExpr::NotIn(left, right) => both(left, "not in", right, " or "),
        ConditionExpr::Disjoint(all) => format!("{} disjoint", things(all, ", ")),
        ConditionExpr::Distinct(all) => format!("{} distinct", things(all, ", ")),
        ConditionExpr::NotGiven(all) => format!("{} not given", things(all, ", ")),
        ConditionExpr::Sizes(left, right) => format!("{} = {}", size_sum(left), size_sum(right)),
        ConditionExpr::AllSee { one, other } => {
            let place =
                |(digit, cells): &(Use, Use)| format!("every {} in {}", thing(digit), thing(cells));
            format!("{} sees {}", place(one), place(other))
        }
        ConditionExpr::AllExclude {
            one: (digit, cells),
            other,
        } => {
            let other = things(other, " and ");
            format!(
                "every {} in {} excludes {other}",
                thing(digit),
                thing(cells)
            )
        }
        ConditionExpr::Template { things: all, every } => {
            let quantity = if *every { "every" } else { "no" };
            format!("{} in {quantity} template", things(all, ", "))
        }
        ConditionExpr::IsEvery {
            node,
            places: (digit, cells),
        } => format!(
            "{} is every {} in {}",
            thing(node),
            thing(digit),
            thing(cells)
        ),
        ConditionExpr::EveryCell {
            set,
            inside,
            outside,
        } => {
            let outside = match outside.is_empty() {
                true => String::new(),
                false => format!(" not in {}", things(outside, " or ")),
            };
            let inside = things(inside, " and ");
            format!("{} is every cell in {inside}{outside}", thing(set))
        }
        ConditionExpr::Relation(related) => self::related(related),
    }
}

fn related(related: &Related) -> String {
    format!(
        "{}({})",
        related.name.node,
        things(&related.arguments, ", ")
    )
}

/// The sets, the parameter, the number. A sum cannot begin with a sign.
fn size_sum(sum: &SizeSum) -> String {
    let sets = sum
        .sets
        .iter()
        .map(|(sign, set)| (*sign, format!("|{}|", thing(set))));
    let names = sum
        .names
        .iter()
        .map(|(sign, name)| (*sign, name.node.clone()));
    let mut terms: Vec<(i32, String)> = sets.chain(names).collect();
    let number = sum.plus.plus;
    if number != 0 || terms.is_empty() {
        terms.push((number.signum(), number.unsigned_abs().to_string()));
    }
    if terms[0].0 < 0 {
        terms.insert(0, (1, "0".to_string()));
    }
    let mut text = String::new();
    for (i, (sign, term)) in terms.iter().enumerate() {
        match (i, *sign < 0) {
            (0, _) => {}
            (_, true) => text += " - ",
            (_, false) => text += " + ",
        }
        text += term;
    }
    text
}

pub(super) fn deadly(deadly: &Deadly) -> String {
    let (digits, cells) = (things(&deadly.digits, ", "), things(&deadly.cells, ", "));
    match deadly.all_but {
        true => format!("all but {digits} at {cells}"),
        false => format!("{digits} on {cells}"),
    }
}

pub(super) fn every(every: &EveryExpr) -> String {
    let subject = subject(&every.subject, false);
    match every.alternatives.as_slice() {
        [] => format!("no {subject}"),
        some => format!("every {subject} {}", alternatives(some)),
    }
}

fn subject(subject: &SubjectExpr, each: bool) -> String {
    let each = if each { "each " } else { "" };
    match subject {
        SubjectExpr::CandidatesOf(all) => format!("candidate of {each}{}", things(all, ", ")),
        SubjectExpr::In(digit, house) => format!("{} in {each}{}", thing(digit), thing(house)),
        SubjectExpr::InTwoOf(digit, houses) => {
            format!("{} in two of {}", thing(digit), thing(houses))
        }
    }
}

fn alternatives(all: &[Spanned<AlternativeExpr>]) -> String {
    let mut text = String::new();
    let mut previous = None;
    for alternative in all {
        if previous.is_some() {
            text += " or ";
        }
        text += &self::alternative(&alternative.node, previous);
        previous = Some(&alternative.node);
    }
    text
}

/// After `or`, a repeated verb is left out.
fn alternative(alternative: &AlternativeExpr, previous: Option<&AlternativeExpr>) -> String {
    use AlternativeExpr::{
        At, ExcludedBy, ExcludedByEarlier, Excludes, In, Is, Relation, RelationFrom, Sees,
    };
    let after_is = matches!(previous, Some(Is(_) | At(_) | In(_)));
    let after_by = matches!(previous, Some(ExcludedBy(_) | ExcludedByEarlier(_)));
    match alternative {
        Is(one) if matches!(previous, Some(Is(_))) => thing(one),
        Is(one) => format!("is {}", thing(one)),
        At(one) if matches!(previous, Some(At(_))) => thing(one),
        At(one) if after_is => format!("at {}", thing(one)),
        At(one) => format!("is at {}", thing(one)),
        In(all) if after_is => format!("in {}", things(all, " and ")),
        In(all) => format!("is in {}", things(all, " and ")),
        Sees(all) => format!("sees {}", things(all, " and ")),
        Excludes(one) => format!("excludes {}", thing(one)),
        ExcludedBy(one) if after_by => format!("by {}", thing(one)),
        ExcludedBy(one) => format!("is excluded by {}", thing(one)),
        ExcludedByEarlier(name) if after_by => format!("by an earlier {}", name.node),
        ExcludedByEarlier(name) => format!("is excluded by an earlier {}", name.node),
        Relation(name, one) => format!("{} {}", name.node, thing(one)),
        RelationFrom(one, name) => format!("{} {} it", thing(one), name.node),
    }
}

pub(super) fn presence(presence: &PresenceExpr) -> String {
    match presence {
        PresenceExpr::Count(count) => self::count(count),
        PresenceExpr::OnlyOpen(cell, house) => {
            format!("only {} is open in {}", thing(cell), thing(house))
        }
        PresenceExpr::EachIn(digits, cells) => {
            format!("each {} is in {}", thing(digits), thing(cells))
        }
        PresenceExpr::SomeAmong(all) => {
            let among = |a: &HousesAmong| {
                let houses = things(&a.houses, ", ");
                format!("{} among {houses}", sort(&a.sort, false))
            };
            format!("some {}", join(all, " or ", among))
        }
    }
}

fn count(count: &CountExpr) -> String {
    let not = if count.negated { "not " } else { "" };
    let quantity = match count.quantity {
        Quantity::Every => "every".to_string(),
        Quantity::Some => "some".to_string(),
        Quantity::AtLeast(n) => format!("at least {n}"),
        Quantity::AtMost(n) => format!("at most {n}"),
        Quantity::Exactly(n) => format!("exactly {n}"),
    };
    let subject = subject(&count.subject, count.each);
    let plain = format!("{not}{quantity} {subject}");
    match count.alternatives.as_slice() {
        [] => plain,
        some => format!("{plain} {}", alternatives(some)),
    }
}

pub(super) fn conclusion(conclusion: &ConclusionExpr) -> String {
    match conclusion {
        ConclusionExpr::Eliminate(digits, cells) => {
            let digits = match digits {
                Digits::These(all) => things(all, ", "),
                Digits::AllBut(all) => format!("all but {}", things(all, ", ")),
                Digits::Without(all, except) => {
                    format!("{} except {}", things(all, ", "), things(except, ", "))
                }
            };
            format!("eliminate {digits} from {}", self::cells(cells))
        }
        ConclusionExpr::EliminateCandidate(one) => format!("eliminate {}", thing(one)),
        ConclusionExpr::EliminateExcluded(all) => {
            format!("eliminate candidates excluded by {}", things(all, " and "))
        }
        ConclusionExpr::EliminateUnfilled(all) => {
            let all = things(all, " and ");
            format!("eliminate candidates excluded by every filling of {all}")
        }
        ConclusionExpr::EliminateLinks(related) => {
            format!(
                "eliminate candidates excluded by each link of {}",
                self::related(related)
            )
        }
        ConclusionExpr::Place(digit, cell) => format!("place {} at {}", thing(digit), thing(cell)),
        ConclusionExpr::PlaceCandidate(one) => format!("place {}", thing(one)),
        ConclusionExpr::OneOf(one) => format!("one of {}", thing(one)),
    }
}

fn cells(cells: &CellsExpr) -> String {
    let mut text = match cells.within.as_slice() {
        [] => "cells".to_string(),
        some => things(some, ", "),
    };
    if !cells.inside.is_empty() {
        text += &format!(" in {}", things(&cells.inside, " and "));
    }
    if !cells.seeing.is_empty() {
        let seen = join(&cells.seeing, " and ", |seen| match seen {
            SeenExpr::All(all) => thing(all),
            SeenExpr::Every(digit, cells) => format!("every {} in {}", thing(digit), thing(cells)),
        });
        text += &format!(" seeing {seen}");
    }
    if !cells.except.is_empty() {
        text += &format!(" except {}", things(&cells.except, ", "));
    }
    text
}

/// Names with commas between them.
pub fn names(names: &[Name]) -> String {
    join(names, ", ", |n| n.node.clone())
}
