//! Quick fixes.

use lsp_types::{CodeAction, Position, TextEdit, Url};
use serde_json::json;

use crate::client::{Client, GOOD, UNSOUND, codes, place};

/// Returns the titles and edits of the quick fixes at a position.
fn offered(client: &mut Client, url: &Url, at: Position) -> Vec<(String, TextEdit)> {
    let context = json!({ "diagnostics": [] });
    let params = json!({ "textDocument": { "uri": url }, "range": { "start": at, "end": at }, "context": context });
    let answer = client.ask("textDocument/codeAction", params).unwrap();
    let actions: Vec<CodeAction> = serde_json::from_value(answer).expect("actions");
    let edit = |a: CodeAction| (a.title, a.edit.unwrap().changes.unwrap()[url][0].clone());
    actions.into_iter().map(edit).collect()
}

#[test]
fn action_corrects_a_misspelt_word() {
    let mut client = Client::quiet();
    for (wrong, right) in [
        ("cell a in", "cel a in"),
        ("every d", "evry d"),
        ("level    easy", "level    esy"),
        ("{H}", "{HH}"),
    ] {
        let text = GOOD.replace(wrong, right);
        let url = client.open("/r/a.rule", &text);
        let found = client.diagnostics(&url);
        assert_eq!(found.len(), 1, "{found:#?}");
        let offers = offered(&mut client, &url, found[0].range.start);
        assert_eq!(offers.len(), 1, "{right}: {found:#?}");
        client.change(&url, Some(offers[0].1.range), &offers[0].1.new_text);
        assert_eq!(client.diagnostics(&url), [], "{right}");
    }
    client.stop();
}

#[test]
fn action_adds_missing_condition_and_near_miss() {
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", UNSOUND);
    client.until(&url, |found| !found.is_empty());
    let offers = offered(&mut client, &url, place(UNSOUND, "eliminate", 0));
    let titles: Vec<&str> = offers.iter().map(|(title, _)| title.as_str()).collect();
    assert_eq!(
        titles,
        ["Add `a sees b` to `with`", "Make this board a near miss"]
    );
    let near = &offers[1].1;
    assert!(
        near.new_text.starts_with("  silent   \""),
        "{}",
        near.new_text
    );
    client.change(&url, Some(near.range), &near.new_text);
    // The rule fires on this example, but must not.
    client.until(&url, |found| found.len() == 2);
    let offers = offered(&mut client, &url, place(UNSOUND, "eliminate", 0));
    let add = &offers[0].1;
    client.change(&url, Some(add.range), &add.new_text);
    client.until(&url, |found| {
        !codes(found).contains(&"rule::unsound".to_string())
    });
    client.stop();
}

#[test]
fn action_records_the_found_step() {
    let text = GOOD.replace("r8c8=8", "r8c8=7");
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", &text);
    let found = client.until(&url, |found| !found.is_empty());
    let offers = offered(&mut client, &url, found[0].range.start);
    let (title, edit) = &offers[0];
    assert_eq!(title, "Record what the rule finds here as an example");
    client.change(&url, Some(edit.range), &edit.new_text);
    client.until(&url, |found| found.is_empty());
    client.stop();
}
