//! An editing session with random edits, valid and invalid. After each edit, the diagnostics equal
//! those of a fresh check.

use lsp_types::{Position, Range, Url};
use qedoku_core::lang::{Finding, KEYWORDS, RuleFile, load, overlay, standard_sources};
use serde_json::json;

use crate::client::{Client, GOOD, UNSOUND, codes};
use crate::dose::dosed_size;
use crate::random::Random;

/// Returns the codes and positions that a fresh check finds in a text.
fn fresh(path: &str, text: &str) -> Vec<(String, usize, usize)> {
    let source = RuleFile::new(path, text.as_bytes()).expect("text");
    let found = match load(&overlay(standard_sources(), vec![source])) {
        Ok(_) => return Vec::new(),
        Err(diagnostics) => diagnostics,
    };
    let own = |f: &&Finding| f.path() == Some(path);
    let place = |f: &Finding| (f.code(), f.span.0.start, f.span.0.end);
    found.findings.iter().filter(own).map(place).collect()
}

/// Returns the byte offset of a position.
fn offset(text: &str, at: Position) -> usize {
    let line: usize = text
        .split_inclusive('\n')
        .take(at.line as usize)
        .map(str::len)
        .sum();
    let rest = &text[line..];
    let mut units = 0;
    for (i, c) in rest.char_indices() {
        if units >= at.character as usize || c == '\n' {
            return line + i;
        }
        units += c.len_utf16();
    }
    text.len()
}

fn position(text: &str, at: usize) -> Position {
    let line = text[..at].matches('\n').count();
    let start = text[..at].rfind('\n').map_or(0, |i| i + 1);
    let units: usize = text[start..at].chars().map(char::len_utf16).sum();
    Position::new(line as u32, units as u32)
}

/// Returns a random position between two characters.
fn somewhere(text: &str, random: &mut Random) -> usize {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    // Editors have no position between the two characters of a line end.
    if at > 0 && text[..at].ends_with('\r') && text[at..].starts_with('\n') {
        at -= 1;
    }
    at
}

/// Returns a random edit: the removed range and the inserted text.
fn edit(text: &str, random: &mut Random) -> (std::ops::Range<usize>, String) {
    let at = somewhere(text, random);
    let marks = [
        "\"",
        "{",
        "}",
        "(",
        ")",
        ",",
        "[",
        "]",
        "=>",
        "\n",
        "//",
        "///",
        "\t",
        "\r\n",
        "\u{201c}",
        "\u{e9}",
        "\u{1f600}",
        "\u{a0}",
        "\\",
        "..",
        "7",
    ];
    let names = [
        "d",
        "H",
        "a",
        "R",
        "n",
        "als(S, D)",
        "chain(g, h)",
        "my_single",
    ];
    match random.below(12) {
        0..=2 => (at..at, marks[random.below(marks.len())].to_string()),
        3 | 4 => (
            at..at,
            format!(" {} ", KEYWORDS[random.below(KEYWORDS.len())]),
        ),
        5 => (at..at, names[random.below(names.len())].to_string()),
        6 | 7 => {
            let other = somewhere(text, random);
            let (from, to) = (at.min(other), at.max(other));
            let to = text[from..to]
                .char_indices()
                .nth(12)
                .map_or(to, |(i, _)| from + i);
            let halves = text[..to].ends_with('\r') && text[to..].starts_with('\n');
            (from..to - usize::from(halves && to > from), String::new())
        }
        8 => {
            let line = text[..at].rfind('\n').map_or(0, |i| i + 1);
            let end = text[line..].find('\n').map_or(text.len(), |i| line + i + 1);
            match random.once_in(2) {
                true => (line..end, String::new()),
                false => (line..line, text[line..end].to_string()),
            }
        }
        9 => (
            at..at,
            GOOD.replace("my_single", &format!("s{}", random.below(9))),
        ),
        _ => (
            0..text.len(),
            [GOOD, UNSOUND, "", "rule"][random.below(4)].to_string() + GOOD,
        ),
    }
}

#[test]
fn diagnostics_equal_a_fresh_check_after_edits() {
    let count = dosed_size(40);
    let mut random = Random::new(23);
    let path = "/r/50-own/a.rule";
    let mut client = Client::start(&[], json!({ "soundness": count > 40 }));
    let mut text = format!("{GOOD}\n{UNSOUND}");
    let url: Url = client.open(path, &text);
    let background = [
        "rule::unsound",
        "rule::unknown",
        "rule::never_fires",
        "rule::example_fails",
    ];
    let mut wrong = 0;
    for number in 0..count {
        let (range, new) = edit(&text, &mut random);
        let place = Range::new(position(&text, range.start), position(&text, range.end));
        client.change(&url, Some(place), &new);
        text.replace_range(range, &new);
        if text.len() > 8_000 {
            text = GOOD.to_string();
            client.change(&url, None, &text);
        }
        let mut found = client.diagnostics(&url);
        found.retain(|d| !background.contains(&codes(std::slice::from_ref(d))[0].as_str()));
        let bare = text.strip_prefix('\u{feff}').unwrap_or(&text);
        let report: Vec<(String, usize, usize)> = { found.iter() }
            .map(|d| {
                (
                    codes(std::slice::from_ref(d)).remove(0),
                    offset(bare, d.range.start),
                    offset(bare, d.range.end),
                )
            })
            .collect();
        let expected = fresh(path, &text);
        assert_eq!(report, expected, "edit {number}:\n{text}");
        wrong += usize::from(!expected.is_empty());
        if number % 7 == 0 {
            ask_everything(
                &mut client,
                &url,
                position(&text, somewhere(&text, &mut random)),
            );
        }
    }
    println!(
        "{count} edits, {wrong} of them with mistakes; {} kB in memory",
        memory()
    );
    assert!(wrong > count / 10 && wrong < count, "{wrong} of {count}");
    client.stop();
}

/// Sends a request for every feature and asserts that each is answered.
fn ask_everything(client: &mut Client, url: &Url, at: Position) {
    for method in [
        "hover",
        "completion",
        "signatureHelp",
        "definition",
        "documentHighlight",
        "prepareRename",
    ] {
        client.at(&format!("textDocument/{method}"), url, at);
    }
    for method in [
        "codeLens",
        "documentSymbol",
        "foldingRange",
        "semanticTokens/full",
    ] {
        client.of(&format!("textDocument/{method}"), url);
    }
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 999, "character": 0 } });
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let params = json!({ "textDocument": { "uri": url }, "range": range, "options": options, "context": { "diagnostics": [] } });
    for method in ["inlayHint", "codeAction", "rangeFormatting", "formatting"] {
        client
            .ask(&format!("textDocument/{method}"), params.clone())
            .expect("an answer");
    }
    client
        .ask("workspace/symbol", json!({ "query": "fish" }))
        .expect("an answer");
}

/// Returns the peak memory in kB, or 0 if it is unknown.
fn memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok());
    number.unwrap_or(0)
}
