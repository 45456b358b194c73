//! Diagnostics while the user types, and the effect of an incomplete rule on the others.

use lsp_types::{Position, Range};

use crate::client::{Client, GOOD, codes, place};

#[test]
fn diagnostics_point_at_mistakes() {
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", GOOD);
    assert_eq!(client.diagnostics(&url), []);
    let at = place(GOOD, "d at a", 0);
    let end = Position::new(at.line, at.character + 1);
    client.change(&url, Some(Range::new(at, end)), "z");
    let found = client.diagnostics(&url);
    assert_eq!(codes(&found), ["rule::unknown_variable"]);
    assert_eq!(found[0].range, Range::new(at, end));
    assert!(
        found[0].message.starts_with("unknown variable `z`"),
        "{}",
        found[0].message
    );
    client.stop();
}

#[test]
fn diagnostics_are_cleared_on_close() {
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", "rule");
    assert!(!client.diagnostics(&url).is_empty());
    client.tell(
        "textDocument/didClose",
        serde_json::json!({ "textDocument": { "uri": url } }),
    );
    let other = client.open("/r/a.rule", GOOD);
    assert_eq!(client.diagnostics(&other), []);
    client.stop();
}

#[test]
fn unfinished_rule_does_not_affect_others() {
    let halves = [
        "rule half {\n  for digit d, lin\n",
        "rule half {\n  say \"no quote\n  example \"1..4\" => r1c1<>2\n}\n",
        "rule half {\n  name \"A\n}\n",
        "rule",
        "pattern half(S) {",
        "rule half } {\n",
    ];
    for half in halves {
        for text in [format!("{half}\n{GOOD}"), format!("{GOOD}\n{half}\n")] {
            let mut client = Client::quiet();
            let url = client.open("/r/a.rule", &text);
            let found = client.diagnostics(&url);
            assert!(!found.is_empty(), "{half}");
            // The valid rule still has its lens, hover and hints.
            let lenses = client.of("textDocument/codeLens", &url);
            assert!(lenses.to_string().contains("my_single"), "{half}: {lenses}");
            let hover = client.at("textDocument/hover", &url, place(&text, "d in H is", 0));
            assert!(hover.to_string().contains("a digit"), "{half}: {hover}");
            client.stop();
        }
    }
}

#[test]
fn collection_files_see_each_other() {
    let pattern = "pattern pair(S, D) {\n  for house H, cells S[2] in H, digits D[2]\n  when every candidate of S is in D\n}\n";
    let user = "rule mine {\n  for pair(S, D), house H\n  with S in H\n  then eliminate D from H except S\n}\n";
    let files = [("/r/00-base/pair.rule", pattern)];
    let mut client = Client::start(&files, serde_json::json!({ "soundness": false }));
    let url = client.open("/r/30-own/mine.rule", user);
    assert_eq!(client.diagnostics(&url), []);
    // An open document replaces the file on the disk.
    let other = client.open("/r/00-base/pair.rule", &pattern.replace("pair(", "couple("));
    client.diagnostics(&other);
    let found = client.until(&url, |found| !found.is_empty());
    assert_eq!(codes(&found), ["rule::unknown_pattern"]);
    client.stop();
}

#[test]
fn library_file_replaces_the_standard_one() {
    let sources = qedoku_core::lang::standard_sources();
    let fish = sources
        .iter()
        .find(|s| s.text.contains("rule fish("))
        .unwrap();
    let mut client = Client::quiet();
    let url = client.open(&format!("/checkout/rules/{}", fish.path), &fish.text);
    assert_eq!(client.diagnostics(&url), []);
    client.stop();
}

#[test]
fn positions_use_the_encoding_of_the_editor() {
    for (encodings, line) in [(None, 16), (Some("utf-8"), 8)] {
        let general = match encodings {
            Some(one) => serde_json::json!({ "general": { "positionEncodings": [one] } }),
            None => serde_json::json!({}),
        };
        let options = serde_json::json!({ "soundness": false });
        let mut client = Client::with(&[], options, general);
        let short = "// \u{1f600}\u{e9}x\n";
        let url = client.open("/r/a.rule", &format!("{short}{GOOD}"));
        assert_eq!(client.diagnostics(&url), []);
        // After the two characters: three units or six bytes, plus the three before.
        let at = if line == 16 { 6 } else { 9 };
        let here = Position::new(0, at);
        client.change(
            &url,
            Some(Range::new(here, Position::new(0, at + 1))),
            "y\nrule z",
        );
        let found = client.diagnostics(&url);
        let place = found[0].range.start;
        assert_eq!((place.line, place.character), (1, 5), "{found:#?}");
        client.stop();
    }
}

#[test]
fn invalid_requests_do_not_end_the_server() {
    let mut client = Client::quiet();
    client.tell(
        "textDocument/didOpen",
        serde_json::json!({ "no": "document" }),
    );
    client.tell("$/unknown", serde_json::json!({}));
    let error = client
        .ask("textDocument/hover", serde_json::json!([1]))
        .unwrap_err();
    assert!(!error.is_empty());
    let error = client.ask("no/such", serde_json::json!({})).unwrap_err();
    assert_eq!(error, "unknown method `no/such`");
    let url = client.open("/r/a.rule", GOOD);
    assert_eq!(client.diagnostics(&url), []);
    client.stop();
}

#[test]
fn megabyte_file_is_served() {
    let filler = "// what this is about, at length\n".repeat(100);
    let mut text = String::new();
    let mut number = 0;
    while text.len() < 1_000_000 {
        text += &GOOD.replace("my_single", &format!("single_{number}"));
        text += &filler;
        number += 1;
    }
    let mut client = Client::quiet();
    let url = client.open("/r/big.rule", &text);
    assert_eq!(client.diagnostics(&url), []);
    let at = place(&text, "d at a", 0);
    client.change(
        &url,
        Some(Range::new(at, Position::new(at.line, at.character + 1))),
        "z",
    );
    assert_eq!(codes(&client.diagnostics(&url)), ["rule::unknown_variable"]);
    client.change(&url, None, &format!("{text}{text}"));
    assert_eq!(codes(&client.diagnostics(&url)), ["rule::file_too_large"]);
    client.stop();
}
