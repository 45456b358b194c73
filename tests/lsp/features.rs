//! Editor features around the text: hovers, completions, signatures, symbols, folding, colours,
//! hints, formatting.

use lsp_types::Position;
use serde_json::{Value, json};

use crate::client::{Client, GOOD, behind, place};

fn hover(client: &mut Client, url: &lsp_types::Url, at: Position) -> String {
    let answer = client.at("textDocument/hover", url, at);
    answer["contents"]["value"]
        .as_str()
        .unwrap_or_default()
        .to_string()
}

#[test]
fn hovers_explain_words() {
    let text = format!(
        "{GOOD}rule other(n: 2..3) {{\n  for digit d, lines R[n], crosslines C[n]\n  with chain(d, d)\n  when every d in R is in C\n  then eliminate d from C except R\n}}\n"
    );
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    let every = hover(&mut client, &url, place(&text, "every d in H", 0));
    for reading in [
        "**found**",
        "**meant**",
        "**proved**",
        "the place of d in H",
    ] {
        assert!(every.contains(reading), "{every}");
    }
    assert!(hover(&mut client, &url, place(&text, "when", 0)).contains("what is known"));
    assert!(hover(&mut client, &url, place(&text, "house H", 0)).contains("a row, column, box"));
    assert_eq!(
        hover(&mut client, &url, place(&text, "d in H is", 0)),
        "`d`: a digit"
    );
    let set = hover(&mut client, &url, place(&text, "R is in C", 0));
    assert_eq!(set, "`R`: a set of lines of size `n`");
    let parameter = hover(&mut client, &url, place(&text, "n: 2..3", 0));
    assert_eq!(parameter, "`n`: the parameter, from 2 to 3");
    let relation = hover(&mut client, &url, place(&text, "chain(", 0));
    assert!(relation.contains("relation chain("), "{relation}");
    let board = hover(&mut client, &url, place(&text, "..2....43", 0));
    assert!(
        board.contains("r8c8=8") && board.contains("+---"),
        "{board}"
    );
    client.stop();
}

fn labels(client: &mut Client, text: &str, at: Position) -> Vec<String> {
    let url = client.open("/r/a.rule", text);
    let answer = client.at("textDocument/completion", &url, at);
    let items = answer.as_array().cloned().unwrap_or_default();
    items
        .iter()
        .map(|i| i["label"].as_str().unwrap().to_string())
        .collect()
}

#[test]
fn completion_follows_the_grammar() {
    let mut client = Client::quiet();
    let mut at_end = |text: &str| {
        labels(
            &mut client,
            text,
            behind(text, text.lines().last().unwrap_or_default()),
        )
    };
    let has = |found: &[String], word: &str| found.iter().any(|f| f == word);
    let sorts = at_end("rule r {\n  for ");
    assert!(
        has(&sorts, "digit") && has(&sorts, "cells") && has(&sorts, "als"),
        "{sorts:?}"
    );
    assert!(!has(&sorts, "every"), "{sorts:?}");
    let clause = at_end("rule r {\n  for digit d, house H\n  when every ");
    assert!(
        has(&clause, "candidate") && has(&clause, "d") && has(&clause, "H"),
        "{clause:?}"
    );
    let verb = at_end("rule r {\n  for digit d, house H\n  when every d in H ");
    assert!(
        has(&verb, "is") && has(&verb, "sees") && has(&verb, "refutes"),
        "{verb:?}"
    );
    let level = at_end("rule r {\n  level ");
    assert_eq!(level, ["easy", "medium", "hard", "unfair", "extreme"]);
    let condition = at_end("rule r {\n  for groups g, h\n  with ch");
    assert!(has(&condition, "chain"), "{condition:?}");
    let new = at_end("rule r {\n  for digit ");
    assert!(
        new.iter().all(|word| word == "or"),
        "a new name is nobody's to guess: {new:?}"
    );
    let comment = at_end("rule r {\n  // for ");
    assert_eq!(comment, [""; 0]);
    let file = at_end("");
    assert!(has(&file, "rule") && has(&file, "new rule"), "{file:?}");
    client.stop();
}

#[test]
fn completion_works_between_other_rules() {
    let text = format!(
        "{GOOD}rule half {{\n  for digit d, house H, cell a in H\n  when every d in H is \n}}\n{GOOD}"
    );
    let mut client = Client::quiet();
    let found = labels(&mut client, &text, behind(&text, "every d in H is "));
    // The first occurrence of these words is in the rule before.
    assert!(found.contains(&"at".to_string()), "{found:?}");
    client.stop();
}

#[test]
fn signatures_show_arguments() {
    let text = "rule r {\n  for groups g, h, als(S, D)\n  with chain(g, h)\n";
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", text);
    let answer = client.at(
        "textDocument/signatureHelp",
        &url,
        behind(text, "chain(g, "),
    );
    assert_eq!(
        answer["signatures"][0]["label"],
        "chain(candidate p, candidate q)"
    );
    assert_eq!(answer["activeParameter"], 1);
    let answer = client.at("textDocument/signatureHelp", &url, behind(text, "als("));
    assert_eq!(
        answer["signatures"][0]["label"],
        "als(S: a set of cells, D: a set of digits)"
    );
    assert_eq!(
        client.at("textDocument/signatureHelp", &url, Position::new(0, 3)),
        Value::Null
    );
    client.stop();
}

#[test]
fn symbols_are_listed_for_a_document_and_for_all_files() {
    let text = format!("{GOOD}rule half {{ for\n");
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    let answer = client.of("textDocument/documentSymbol", &url);
    let names: Vec<&str> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["my_single", "half"]);
    let children = answer[0]["children"].as_array().unwrap();
    let children: Vec<&str> = children
        .iter()
        .map(|s| s["name"].as_str().unwrap())
        .collect();
    assert_eq!(children, ["d", "H", "a"]);
    let found = client
        .ask("workspace/symbol", json!({ "query": "xywing" }))
        .unwrap();
    assert!(found.to_string().contains("\"xy_wing\""), "{found}");
    let uri = found[0]["location"]["uri"].as_str().unwrap();
    assert!(uri.starts_with("file:///kept/library/"), "{uri}");
    client.stop();
}

#[test]
fn folding_covers_items_comments_and_boards() {
    let text = format!(
        "// one\n// two\n// three\n{}",
        GOOD.replace("1..5...2", "1\n..5...2")
    );
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    let answer = client.of("textDocument/foldingRange", &url);
    let lines = |fold: &Value| {
        (
            fold["startLine"].as_u64().unwrap(),
            fold["endLine"].as_u64().unwrap(),
        )
    };
    let folds: Vec<(u64, u64)> = answer.as_array().unwrap().iter().map(lines).collect();
    assert!(folds.contains(&(4, 14)), "{folds:?}");
    assert!(folds.contains(&(0, 3)), "{folds:?}");
    assert!(folds.contains(&(12, 13)), "{folds:?}");
    client.stop();
}

#[test]
fn tokens_cover_every_word() {
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", GOOD);
    let answer = client.of("textDocument/semanticTokens/full", &url);
    let data: Vec<u64> = answer["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .collect();
    let lines: Vec<&str> = GOOD.lines().collect();
    let (mut line, mut column) = (0, 0);
    let mut words = Vec::new();
    for token in data.chunks(5) {
        line += token[0] as usize;
        column = if token[0] == 0 {
            column + token[1] as usize
        } else {
            token[1] as usize
        };
        let word = &lines[line][column..column + token[2] as usize];
        words.push((word, token[3], token[4]));
    }
    for expected in [
        ("rule", 0, 0),
        ("digit", 1, 0),
        ("d", 2, 1),
        ("d", 2, 0),
        ("my_single", 4, 1),
        ("easy", 8, 0),
        ("20", 7, 0),
    ] {
        assert!(words.contains(&expected), "{expected:?} in {words:?}");
    }
    client.stop();
}

#[test]
fn hints_show_the_order_of_the_plan() {
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", GOOD);
    let range =
        json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } });
    let params = json!({ "textDocument": { "uri": url }, "range": range });
    let answer = client.ask("textDocument/inlayHint", params).unwrap();
    let mut labels: Vec<&str> = answer
        .as_array()
        .unwrap()
        .iter()
        .map(|h| h["label"].as_str().unwrap())
        .collect();
    labels.sort_unstable();
    assert_eq!(labels, ["#1", "#2", "#3"]);
    client.stop();
}

#[test]
fn formatting_matches_the_program() {
    let ragged = GOOD
        .replace("  when     every", "when every")
        .replace("  level    easy", "level easy // why");
    let options = json!({ "tabSize": 2, "insertSpaces": true });
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &ragged);
    let params = json!({ "textDocument": { "uri": url }, "options": options });
    let answer = client
        .ask("textDocument/formatting", params.clone())
        .unwrap();
    let source = qedoku_core::lang::RuleFile::new("a.rule", ragged.as_bytes()).unwrap();
    let styled = qedoku_core::lang::format(&source).unwrap();
    assert_eq!(answer[0]["newText"], styled);
    client.change(&url, None, &styled);
    assert_eq!(
        client
            .ask("textDocument/formatting", params.clone())
            .unwrap(),
        json!([])
    );
    // Only the items that a range touches are formatted, and never one with a mistake.
    let two = format!(
        "{ragged}\n// between\nrule half {{ for\n\n{}",
        ragged.replace("my_single", "b")
    );
    client.change(&url, None, &two);
    let answer = client.ask("textDocument/formatting", params).unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 2);
    let at = place(&two, "rule b", 0);
    let params = json!({ "textDocument": { "uri": url }, "options": options, "range": { "start": at, "end": at } });
    let answer = client.ask("textDocument/rangeFormatting", params).unwrap();
    assert_eq!(answer.as_array().unwrap().len(), 1);
    let text = answer[0]["newText"].as_str().unwrap();
    assert!(
        text.contains("rule b {") && text.contains("// why"),
        "{text}"
    );
    client.stop();
}
