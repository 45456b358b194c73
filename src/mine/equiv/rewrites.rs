//! The rewrites: when one body says the same as another.
//!
//! Those of this file are equations between bodies. `(turned B)` and `(exchanged x y B)` are not B, but B with rows and
//! columns, or with two roles, exchanged; they go down into a body until they meet what they exchange. So an X-wing is not
//! the same as a naked pair, and `(exchanged cell (digit row) X-WING)` is.
//!
//! Every rewrite has a name of its own: an explanation is a list of names.

use std::collections::BTreeSet;

use egg::{Language, Pattern, RecExpr, Rewrite, rewrite};

use super::language::{BodyTerm, HOUSES, turned_kinds};

/// A rewrite of bodies.
pub type BodyRewrite = Rewrite<BodyTerm, ()>;

/// A rewrite from one text to another.
pub fn rule(name: &str, from: &str, to: &str) -> Option<BodyRewrite> {
    let (from, to): (Pattern<BodyTerm>, Pattern<BodyTerm>) = (from.parse().ok()?, to.parse().ok()?);
    Rewrite::new(name, from, to).ok()
}

/// A chain with so many truths, each of its links and truths as the function says.
fn chain(truths: usize, step: impl Fn(usize) -> String) -> String {
    let steps: Vec<String> = (0..=2 * truths).map(step).collect();
    format!("(chain {})", steps.join(" "))
}

/// A chain read from its other end.
pub fn backwards(truths: usize) -> Option<BodyRewrite> {
    let forwards = chain(truths, |i| format!("?s{i}"));
    let backwards = chain(truths, |i| format!("?s{}", 2 * truths - i));
    rule("read backwards", &forwards, &backwards)
}

/// A chain with a group at a truth is the chain without it, with a note that it has groups.
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
    let once =
        rewrite!("groups are groups"; "(with-groups (with-groups ?c))" => "(with-groups ?c)");
    (0..truths).filter_map(fold).chain([once]).collect()
}

/// A chain whose truths are all of one kind and its links all of another comes back to the link it left: it is a subset.
pub fn fold_subset(truths: usize) -> Option<BodyRewrite> {
    let round = chain(truths, |i| match i % 2 {
        0 => "?l".into(),
        _ => "(single ?t)".into(),
    });
    let name = format!("{truths} truths of one kind in {truths} links of another");
    rule(&name, &round, &format!("(subset ?t ?l {truths})"))
}

/// So many are open: what is left beside some of them, and beside those. No rule of the board, but of a house that is that
/// full.
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

/// What holds of chains of any length.
pub fn repeated() -> Vec<BodyRewrite> {
    let (onwards, backwards) = (
        "(onwards (either-way ?s) (either-way ?w))",
        "(backwards (either-way ?s) (either-way ?w))",
    );
    let there = rule("read a chain backwards", onwards, backwards);
    let back = rule("read a chain onwards", backwards, onwards);
    there.into_iter().chain(back).collect()
}

/// Complements: what n truths leave to the links, the other links leave to the other truths. Rows, columns and boxes
/// have room for each digit once and for all of them; of other houses nothing is said.
pub fn complements() -> Vec<BodyRewrite> {
    let houses = HOUSES[..3]
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

/// Two roles of a subset or of a chain exchanged: a cell is a row and a column with a choice of digits, a digit in a
/// row a choice of columns, a digit in a column a choice of rows. Boxes have no part in that,
/// but for subsets inside of one.
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

/// Rows and columns exchanged, anywhere.
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

/// Candidates in the place of groups, anywhere.
pub fn folds(terms: &[RecExpr<BodyTerm>]) -> Vec<BodyRewrite> {
    let leaf = |word: &str| match word {
        "Group" => "Candidate".to_owned(),
        other => other.to_owned(),
    };
    push("folded", "single candidates for groups", terms, leaf)
}

/// An operation goes down into each part of the terms, and changes their leaves.
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

/// A word with so many parts, each changed by the function.
fn node(word: &str, count: usize, part: impl Fn(String) -> String) -> String {
    let parts: Vec<String> = (0..count).map(|i| part(format!("?x{i}"))).collect();
    format!("({word} {})", parts.join(" "))
}

/// The words of terms, each with the number of its parts.
fn words(
    terms: &[RecExpr<BodyTerm>],
    wanted: impl Fn(&BodyTerm) -> bool,
) -> BTreeSet<(String, usize)> {
    let nodes = terms.iter().flat_map(|term| term.as_ref());
    let own = nodes.filter(|node| wanted(node));
    own.map(|node| (node.to_string(), node.children().len()))
        .collect()
}
