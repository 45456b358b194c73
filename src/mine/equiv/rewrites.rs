//! The rewrites between equal bodies.
//!
//! `(turned B)` is B with rows and columns exchanged, `(exchanged x y B)` is B with two roles
//! exchanged. Both operators are pushed down to the leaves. So an X-wing is not equal to a naked
//! pair, but `(exchanged cell (digit row) X-WING)` is.
//!
//! Every rewrite has a unique name, because an explanation is a list of names.

use std::collections::BTreeSet;

use egg::{Language, Pattern, RecExpr, Rewrite, rewrite};

use super::language::{BodyTerm, HOUSE_WORDS, turned_kinds};

/// A rewrite of bodies.
pub type BodyRewrite = Rewrite<BodyTerm, ()>;

/// A rewrite from one pattern to another. `None` if a text does not parse.
pub fn rule(name: &str, from: &str, to: &str) -> Option<BodyRewrite> {
    let (from, to): (Pattern<BodyTerm>, Pattern<BodyTerm>) = (from.parse().ok()?, to.parse().ok()?);
    Rewrite::new(name, from, to).ok()
}

/// The text of a chain with `truths` truths. `step(i)` gives its i-th link or truth.
fn chain(truths: usize, step: impl Fn(usize) -> String) -> String {
    let steps: Vec<String> = (0..=2 * truths).map(step).collect();
    format!("(chain {})", steps.join(" "))
}

/// Reverses a chain.
pub fn backwards(truths: usize) -> Option<BodyRewrite> {
    let forwards = chain(truths, |i| format!("?s{i}"));
    let backwards = chain(truths, |i| format!("?s{}", 2 * truths - i));
    rule("read backwards", &forwards, &backwards)
}

/// Replaces a group at a truth by a candidate and marks the chain with `with-groups`, once for each
/// group. The number of marks matters: otherwise a chain with two groups would equal its folded
/// form.
pub fn fold_groups(truths: usize) -> Vec<BodyRewrite> {
    let with = |word: &str, place: usize| {
        chain(truths, |i| match i == place {
            true => format!("({word} ?s{i})"),
            false => format!("?s{i}"),
        })
    };
    let fold = |truth: usize| {
        let name = format!("note a group at truth {}", truth + 1);
        let place = 2 * truth + 1;
        let plain = format!("(with-groups {})", with("single", place));
        rule(&name, &with("grouped", place), &plain)
    };
    (0..truths).filter_map(fold).collect()
}

/// Turns a chain into a subset: all truths of the chain have one kind, all links have another, and
/// the chain returns to its first link.
pub fn fold_subset(truths: usize) -> Option<BodyRewrite> {
    let round = chain(truths, |i| match i % 2 {
        0 => "?l".into(),
        _ => "(single ?t)".into(),
    });
    let name = format!("{truths} truths of one kind in {truths} links of another");
    rule(&name, &round, &format!("(subset ?t ?l {truths})"))
}

/// Evaluates `rest` in a house with `one + other` open cells. This is valid only in houses with
/// this number of open cells.
pub fn open(one: u32, other: u32) -> Vec<BodyRewrite> {
    let rest = |of: u32, left: u32| {
        let name = format!("{} are open, {left} of them beside {of}", of + left);
        rule(&name, &format!("(rest {of})"), &left.to_string())
    };
    let mut rules: Vec<BodyRewrite> = rest(one, other).into_iter().collect();
    if one != other {
        rules.extend(rest(other, one));
    }
    rules
}

/// Rewrites for chains of any length.
pub fn repeated() -> Vec<BodyRewrite> {
    let (onwards, backwards) = (
        "(onwards (either-way ?s) (either-way ?w))",
        "(backwards (either-way ?s) (either-way ?w))",
    );
    let there = rule("read a chain backwards", onwards, backwards);
    let back = rule("read a chain onwards", backwards, onwards);
    there.into_iter().chain(back).collect()
}

/// Complements: if n truths fill n links, the remaining links confine the remaining truths. Rows,
/// columns and boxes hold each digit exactly once. Other houses need not, so they have no
/// complements.
pub fn complements() -> Vec<BodyRewrite> {
    let houses = HOUSE_WORDS[..3]
        .iter()
        .map(|(_, word)| format!("(digit {word})"));
    let kinds: Vec<String> = ["cell".to_owned()].into_iter().chain(houses).collect();
    let mut rules = vec![rewrite!("the rest of the rest"; "(rest (rest ?n))" => "?n")];
    for truths in &kinds {
        for links in kinds.iter().filter(|links| *links != truths) {
            rules.extend(rule(
                &format!("the complement of {truths} in {links}"),
                &format!("(subset {truths} {links} ?n)"),
                &format!("(subset {links} {truths} (rest ?n))"),
            ));
        }
    }
    rules
}

/// Exchanges two roles of a subset or chain. A cell is a row and a column with a choice of digits,
/// a digit in a row is a choice of columns, a digit in a column a choice of rows. Boxes take part
/// only in subsets within one box.
pub fn exchanges(terms: &[RecExpr<BodyTerm>]) -> Vec<BodyRewrite> {
    let mut rules = vec![
        rewrite!("exchange the first"; "(exchanged ?a ?b ?a)" => "?b"),
        rewrite!("exchange the second"; "(exchanged ?a ?b ?b)" => "?a"),
    ];
    let third = [
        ("cell", "(digit row)", "(digit column)"),
        ("cell", "(digit column)", "(digit row)"),
        ("(digit row)", "(digit column)", "cell"),
    ];
    for (a, b, c) in third {
        let from = format!("(exchanged {a} {b} {c})");
        rules.extend(rule(&format!("{c} stays where it is"), &from, c));
    }
    let is_body = |node: &BodyTerm| matches!(node, BodyTerm::Subset(_) | BodyTerm::Chain(_));
    for (word, count) in words(terms, is_body) {
        let to = |child: String| match (word.as_str(), child.as_str()) {
            ("subset", "?x2") => child,
            _ => format!("(exchanged ?a ?b {child})"),
        };
        let (from, into) = (node(&word, count, |c| c), node(&word, count, to));
        let from = format!("(exchanged ?a ?b {from})");
        let name = format!("exchange in each of {count} parts of {word}");
        rules.extend(rule(&name, &from, &into));
    }
    rules
}

/// Exchanges rows and columns everywhere.
pub fn turns(terms: &[RecExpr<BodyTerm>]) -> Vec<BodyRewrite> {
    let kinds = turned_kinds();
    let of = |word: &str| kinds.iter().find(|(one, _)| one == word);
    let leaf = |word: &str| of(word).map_or(word, |(_, turned)| turned).to_owned();
    let two_cases = "(relation ?a ?b)";
    let mut rules = push("turned", "exchange rows and columns", terms, leaf);
    rules.extend(rule(
        "cases in another order",
        two_cases,
        "(relation ?b ?a)",
    ));
    rules
}

/// Replaces groups by candidates everywhere.
pub fn folds(terms: &[RecExpr<BodyTerm>]) -> Vec<BodyRewrite> {
    let leaf = |word: &str| match word {
        "Group" => "Candidate".to_owned(),
        other => other.to_owned(),
    };
    push("folded", "single candidates for groups", terms, leaf)
}

/// Pushes an operator down to the leaves of the terms, where `leaf` is applied.
fn push(
    operation: &str,
    name: &str,
    terms: &[RecExpr<BodyTerm>],
    leaf: impl Fn(&str) -> String,
) -> Vec<BodyRewrite> {
    let mut rules = Vec::new();
    for (word, count) in words(terms, |_| true) {
        let (from, to) = match count {
            0 => (word.clone(), leaf(&word)),
            _ => (
                node(&word, count, |child| child),
                node(&word, count, |child| format!("({operation} {child})")),
            ),
        };
        let name = match (count, from == to) {
            (0, false) => format!("{name}: {from}"),
            (0, true) => format!("{from} stays"),
            _ => format!("{name} in each of {count} parts of {word}"),
        };
        rules.extend(rule(&name, &format!("({operation} {from})"), &to));
    }
    rules
}

/// The text of a word with `count` arguments, each mapped by `part`.
fn node(word: &str, count: usize, part: impl Fn(String) -> String) -> String {
    let parts: Vec<String> = (0..count).map(|i| part(format!("?x{i}"))).collect();
    format!("({word} {})", parts.join(" "))
}

/// The words of terms, each with its number of arguments.
fn words(
    terms: &[RecExpr<BodyTerm>],
    wanted: impl Fn(&BodyTerm) -> bool,
) -> BTreeSet<(String, usize)> {
    let nodes = terms.iter().flat_map(|term| term.as_ref());
    let own = nodes.filter(|node| wanted(node));
    own.map(|node| (node.to_string(), node.children().len()))
        .collect()
}
