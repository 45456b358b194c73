//! Foreign text, made safe to print.
//!
//! A label or an excerpt may contain `\x1b[2J`, which clears the screen of a terminal, or a
//! character that reverses the direction of text. [`escaped`] writes such a character as `\u{1b}`.
//! [`blanked`] replaces it by question marks, so that offsets into the text stay valid.

use std::borrow::Cow;

/// True for a character that controls a terminal: control characters, except line end and tab, and
/// characters that change the direction of text.
pub fn is_unprintable(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let separates = matches!(c, '\u{2028}' | '\u{2029}');
    (c.is_control() && c != '\n' && c != '\t') || turns || separates
}

/// The text with each unprintable character written as `\u{1b}`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    replaced(text, |c, out| out.extend(c.escape_unicode()))
}

/// The text with each unprintable character escaped, except sequences that set colours:
/// `\x1b[1;31m`. For coloured reports that contain foreign text.
pub fn escaped_but_colours(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = escaped(parts.next().unwrap_or_default()).into_owned();
    for part in parts {
        let codes = part.find(|c: char| !c.is_ascii_digit() && c != ';');
        let is_colour = codes.is_some_and(|end| part[end..].starts_with('m'));
        out += if is_colour { "\u{1b}[" } else { "\\u{1b}[" };
        out += &escaped(part);
    }
    out
}

/// The text with question marks for unprintable characters, one for each byte.
pub fn blanked(text: &str) -> Cow<'_, str> {
    // A carriage return before a line feed is part of the line end.
    if text.contains("\r\n") {
        let lines = text.split("\r\n").map(blanked);
        return lines.collect::<Vec<_>>().join("\r\n").into();
    }
    replaced(text, |c, out| {
        out.extend(std::iter::repeat_n('?', c.len_utf8()))
    })
}

fn replaced(text: &str, replace: impl Fn(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match is_unprintable(c) {
            true => replace(c, &mut out),
            false => out.push(c),
        }
    }
    out.into()
}
