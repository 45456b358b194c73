//! Mistakes in names, numbers, strings and sizes: `9.5`, `[n*2]`, `2 cells S`, a name in quotes.

use super::super::ast::{SortWord, Span};
use super::super::diagnostics::{Finding, Problem};
use super::place::Place;
use super::scan::{Token, TokenKind};
use super::words::is_keyword;

/// A value of the wrong kind, such as a name without quotes or a number in quotes.
pub(super) fn other_value(place: &Place) -> Option<Finding> {
    let word = place.word();
    let rest = &place.text[place.token.0.start..place.item.end];
    let finding = |end: usize, expected: &str| {
        let span = Span(place.token.0.start..place.token.0.start + end);
        let problem = Problem::Syntax {
            expected: expected.into(),
            found: format!("`{}`", rest[..end].chars().take(40).collect::<String>()),
        };
        Finding::new(problem, &span, "not expected here")
    };
    let begins_word = word.starts_with(|c: char| c.is_ascii_alphanumeric());
    let is_value = begins_word && !is_keyword(word);
    Some(match place.expected {
        ["a text"] if is_value => {
            let value = rest[..rest.find([',', '\n']).unwrap_or(rest.len())].trim_end();
            let quoted = format!("\"{value}\"");
            let finding = finding(value.len(), "a text");
            finding
                .help(format!("a text is written in quotes: {quoted}"))
                .fix(quoted)
        }
        ["a text"] => finding(word.len(), "a text").help("a text is written in quotes: \"...\""),
        ["a number"] => {
            let words = ["one", "two", "three", "four", "five"];
            let counted = words.iter().position(|w| *w == word);
            let counted = counted.map(|n| (n + 1).to_string());
            let number = counted.as_deref().unwrap_or(word.trim_matches('"'));
            let is_number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
            let finding = finding(word.len(), "a number");
            match is_number {
                true if counted.is_some() => finding.help(format!("write `{number}`")).fix(number),
                true => finding
                    .help(format!("write `{number}`, without quotes"))
                    .fix(number),
                false => finding.help("write a number, such as `2`"),
            }
        }
        [literal] | [literal, "one"] if literal.starts_with("a candidate") => {
            finding(word.len(), literal)
                .help("write `r4c5<>7` for an elimination, `r4c5=7` for a placement")
        }
        ["=>"] => finding(word.len(), "`=>`")
            .help("write the expected effect after the board: `=> r4c5<>7`"),
        ["a name"] if place.section() == Some("level") => {
            let help = "the levels are easy, medium, hard, unfair and extreme";
            finding(word.len(), "a level").help(help)
        }
        ["a name"] if place.text[..place.token.0.start].ends_with('(') => {
            finding(word.len(), "a name").help("a parameter has a name: `(n: 2..4)`")
        }
        ["a name"] if word.starts_with('"') => {
            finding(word.len(), "a name").help("a name is written without quotes")
        }
        ["a name"] => finding(word.len(), "a name")
            .help("a name begins with a letter and has letters, digits and `_`"),
        _ => return None,
    })
}

/// A size before its name: `2 cells S`, `n cells S`. The sort comes first, the size last.
pub(super) fn early_size(place: &Place) -> Option<Finding> {
    if !matches!(place.section(), Some("for" | "target")) {
        return None;
    }
    let tokens = place.tokens();
    let at = tokens.iter().position(|t| t.range == place.token.0)?;
    let word = |i: usize| Some(&place.text[tokens.get(i)?.range.clone()]);
    let begins = |i: usize| matches!(word(i), Some("," | "for" | "target"));
    let first = [Some(at), at.checked_sub(1)]
        .into_iter()
        .flatten()
        .find(|&i| {
            let is_sort = word(i + 1).is_some_and(|w| SortWord::parse(w).is_some());
            is_sort && i > 0 && begins(i - 1) && tokens[i].kind == TokenKind::Word
        })?;
    let (size, sort, name) = (word(first)?, word(first + 1)?, word(first + 2)?);
    if size.len() > 2 || is_keyword(size) || is_keyword(name) {
        return None;
    }
    let problem = Problem::Misplaced { found: size.into() };
    let finding = Finding::new(
        problem,
        &Span(tokens[first].range.clone()),
        "not expected here",
    );
    Some(finding.help(format!(
        "the size stands behind the name: `{sort} {name}[{size}]`"
    )))
}

/// A number that is not whole: `9.5`.
pub(super) fn broken_number(place: &Place, before: &[Token]) -> Option<Finding> {
    let last = before.last()?;
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit());
    let rest = place.text[place.token.0.start..].strip_prefix(['.', ','])?;
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let touches = last.range.end == place.token.0.start && digits > 0;
    if !touches || !is_number(&place.text[last.range.clone()]) || place.expected.contains(&"..") {
        return None;
    }
    let whole = place.text[last.range.clone()].to_string();
    let span = Span(last.range.start..place.token.0.start + 1 + digits);
    let problem = Problem::Syntax {
        expected: "a whole number".into(),
        found: format!("`{}`", &place.text[span.0.clone()]),
    };
    let finding = Finding::new(problem, &span, "not expected here");
    Some(
        finding
            .help(format!("write a whole number, such as `{whole}`"))
            .fix(whole),
    )
}

/// A computed size: `[2n]`, `[n*2]`, `[n+1+1]`.
pub(super) fn other_size(place: &Place) -> Option<Finding> {
    let before = &place.text[place.item.start..place.token.0.start];
    let open = before
        .rfind('[')
        .filter(|&i| !before[i..].contains([']', '\n']))?;
    let open = place.item.start + open + 1;
    let rest = &place.text[open..place.item.end];
    let close = rest
        .find(['[', ']', '\n'])
        .filter(|&i| rest[i..].starts_with(']'))?;
    let inner = rest[..close].trim();
    let computed =
        inner.contains(['*', '/', '+', '-']) || inner.starts_with(|c: char| c.is_ascii_digit());
    if !computed || inner.contains(['.', ',']) || matches!(place.word(), "." | ",") {
        return None;
    }
    let problem = Problem::Syntax {
        expected: "a size".into(),
        found: format!("`{}`", inner.chars().take(40).collect::<String>()),
    };
    let finding = Finding::new(problem, &Span(open..open + close), "not expected here");
    Some(finding.help(
        "a size is a number or the parameter, with one number added or subtracted: `2`, `n`, `n+1`",
    ))
}
