//! The words that the grammar expects where a text stops to fit it.
//!
//! Converts an error of pest to words: after `every d in R` these are `is`, `sees` and the like.

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};

use super::grammar::{Rule, RuleParser};
use super::scan::{self, TokenKind};
use super::words::{KEYWORDS, SORTS};

/// The words that begin an item.
pub(super) const ITEMS: [&str; 3] = ["rule", "pattern", "relation"];

/// The length of the part of the item that fits the grammar.
pub(super) fn location(error: &Error<Rule>) -> usize {
    let (InputLocation::Pos(at) | InputLocation::Span((at, _))) = error.location;
    at
}

/// The words that may follow the beginning of an item. Empty if it does not fit the grammar.
pub(super) fn expected_behind(read: &str) -> Vec<&'static str> {
    match RuleParser::parse(Rule::entry, read) {
        Ok(_) => ITEMS.to_vec(),
        Err(error) => {
            let mut rest = scan::tokens(&read[location(&error)..]);
            match rest.any(|t| t.kind != TokenKind::Comment) {
                true => Vec::new(),
                false => expected_words(&error),
            }
        }
    }
}

/// The words expected at the place of the error: keywords, and "a name" and the like, in the order
/// of the grammar, without duplicates.
pub(super) fn expected_words(error: &Error<Rule>) -> Vec<&'static str> {
    let ErrorVariant::ParsingError { positives, .. } = &error.variant else {
        return Vec::new();
    };
    let mut words: Vec<&'static str> = Vec::new();
    for word in positives.iter().flat_map(|part| starts(*part)) {
        if !words.contains(word) {
            words.push(word);
        }
    }
    words
}

/// The words with which a grammar rule begins.
fn starts(part: Rule) -> &'static [&'static str] {
    match part {
        Rule::EOI => &["rule", "pattern", "relation", "a comment"],
        Rule::rule => &["rule"],
        Rule::pattern => &["pattern"],
        Rule::relation => &["relation"],
        Rule::entry => &["rule", "pattern", "relation"],
        Rule::doc => &["a doc comment"],
        Rule::parameter | Rule::names | Rule::paren => &["("],
        Rule::end_paren => &[")"],
        Rule::end_bracket => &["]"],
        Rule::comma => &[","],
        Rule::colon => &[":"],
        Rule::dots => &[".."],
        Rule::equals => &["="],
        Rule::case | Rule::open => &["{"],
        Rule::close => &["}"],
        Rule::title => &["name"],
        Rule::known_as => &["known as"],
        Rule::level => &["level"],
        Rule::score => &["score"],
        Rule::assuming => &["assuming unique"],
        Rule::on_request => &["on request"],
        Rule::by_template => &["by template"],
        Rule::body => &["for", "with", "when"],
        Rule::for_section => &["for"],
        Rule::with_section => &["with"],
        Rule::deadly => &["deadly"],
        Rule::when_section => &["when"],
        Rule::where_section => &["where"],
        Rule::target_section => &["target"],
        Rule::then => &["then"],
        Rule::say => &["say"],
        Rule::example => &["example"],
        Rule::silent => &["silent"],
        Rule::every | Rule::whole => &["every"],
        Rule::no_overlap => &["no"],
        Rule::sort | Rule::sort_word | Rule::variables | Rule::argument => &SORTS,
        Rule::pattern_use => &["a pattern"],
        Rule::number => &["a number"],
        Rule::string => &["a text"],
        Rule::literal => &["a candidate such as r4c5<>7"],
        Rule::instance => &["a value such as n=2"],
        Rule::size | Rule::bracket => &["["],
        Rule::sum => &["a number", "a name"],
        Rule::sign => &["+", "-"],
        Rule::arrow => &["=>"],
        Rule::alternatives | Rule::verb | Rule::reached => {
            &["is", "sees", "excludes", "a relation"]
        }
        Rule::is | Rule::is_at | Rule::is_in | Rule::excluded_by | Rule::earlier => &["is"],
        Rule::sees => &["sees"],
        Rule::excludes => &["excludes"],
        Rule::by | Rule::by_earlier => &["by"],
        Rule::at => &["at"],
        Rule::within | Rule::inside => &["in"],
        Rule::outside => &["not in"],
        Rule::of => &["of"],
        Rule::seen_by => &["seen by"],
        Rule::seeing => &["seeing"],
        Rule::except => &["except"],
        Rule::candidates_of | Rule::of_each => &["candidate"],
        Rule::quantity => &["some", "at least", "at most", "exactly"],
        Rule::counted => &["every", "some", "at least", "at most", "exactly"],
        Rule::only_open => &["only"],
        Rule::some_among => &["some"],
        Rule::eliminate_digits
        | Rule::eliminate_one
        | Rule::eliminate_excluded
        | Rule::eliminate_links => &["eliminate"],
        Rule::place_digit | Rule::place_one => &["place"],
        Rule::all_but => &["all but"],
        Rule::cells => &["cells", "a name"],
        Rule::all_see | Rule::all_exclude => &["every"],
        Rule::sizes | Rule::size_sum | Rule::size_term | Rule::bar => &["|"],
        Rule::keyword | Rule::word | Rule::end | Rule::comment | Rule::WHITESPACE => &[],
        _ => word_or_name(part),
    }
}

/// A keyword, or otherwise something that begins with a name.
fn word_or_name(part: Rule) -> &'static [&'static str] {
    let name = format!("{part:?}");
    let word = name.strip_prefix("k_");
    let known = word.and_then(|word| KEYWORDS.iter().position(|k| *k == word));
    match known {
        Some(i) => std::slice::from_ref(&KEYWORDS[i]),
        None => &["a name"],
    }
}
