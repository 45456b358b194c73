//! Definitions, references and renaming, across files.

use lsp_types::{Location, Position, TextEdit, Url, WorkspaceEdit};
use qedoku_core::lang::names::{Entity, occurrences};
use qedoku_core::lang::{RuleFile, load, overlay, parse, standard_sources};
use serde_json::{Value, json};

use crate::client::{Client, GOOD, place};

fn locations(answer: &Value) -> Vec<Location> {
    serde_json::from_value(answer.clone()).expect("places")
}

#[test]
fn definitions_are_found_in_the_file_and_in_the_library() {
    let text = format!(
        "{GOOD}rule r {{\n  for groups g, h\n  with chain(g, h)\n  then eliminate candidates excluded by g and h\n}}\n"
    );
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    let found = locations(&client.at("textDocument/definition", &url, place(&text, "d at a", 0)));
    assert_eq!(found[0].range.start, place(&text, "d, house H", 0));
    let found = locations(&client.at("textDocument/definition", &url, place(&text, "chain(", 0)));
    assert!(
        found[0].uri.as_str().starts_with("file:///kept/library/"),
        "{found:?}"
    );
    let kept = client.host.kept.lock().unwrap();
    let name = found[0].uri.path().trim_start_matches("/kept/");
    let line = kept[name]
        .lines()
        .nth(found[0].range.start.line as usize)
        .unwrap()
        .to_string();
    assert!(line.starts_with("relation chain("), "{line}");
    drop(kept);
    // A placeholder of the sentence also leads to the variable.
    let found = locations(&client.at("textDocument/definition", &url, place(&text, "H}", 0)));
    assert_eq!(found[0].range.start, place(&text, "H, cell", 0));
    client.stop();
}

#[test]
fn references_are_complete() {
    let text = format!("{GOOD}{}", GOOD.replace("my_single", "other"));
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", &text);
    let mut ask = |at: Position, declared: bool| {
        let params = json!({ "textDocument": { "uri": url }, "position": at, "context": { "includeDeclaration": declared } });
        locations(&client.ask("textDocument/references", params).unwrap()).len()
    };
    // d: its declaration, and its uses in `when`, `then` and `say`; not the one of the other rule.
    assert_eq!(ask(place(&text, "d at a", 0), true), 4);
    assert_eq!(ask(place(&text, "d at a", 0), false), 3);
    assert_eq!(ask(place(&text, "my_single", 0), true), 1);
    let at = place(&text, "d at a", 1);
    let answer = client.at("textDocument/documentHighlight", &url, at);
    assert_eq!(answer.as_array().unwrap().len(), 4);
    client.stop();
}

/// Returns the text with edits applied.
fn apply(text: &str, edits: &[TextEdit]) -> String {
    let offset = |at: Position| {
        let start: usize = text
            .split_inclusive('\n')
            .take(at.line as usize)
            .map(str::len)
            .sum();
        start + at.character as usize
    };
    let mut edits: Vec<_> = edits
        .iter()
        .map(|e| (offset(e.range.start), offset(e.range.end), &e.new_text))
        .collect();
    edits.sort_unstable();
    let mut text = text.to_string();
    for (start, end, new) in edits.into_iter().rev() {
        text.replace_range(start..end, new);
    }
    text
}

fn rename(
    client: &mut Client,
    url: &Url,
    at: Position,
    name: &str,
) -> Result<WorkspaceEdit, String> {
    let params = json!({ "textDocument": { "uri": url }, "position": at, "newName": name });
    client
        .ask("textDocument/rename", params)
        .map(|v| serde_json::from_value(v).unwrap())
}

#[test]
fn rename_changes_every_file() {
    let pattern = "pattern pair(S, D) {\n  for house H, cells S[2] in H, digits D[2]\n  when every candidate of S is in D\n}\n";
    let user = "rule mine {\n  for pair(S, D), house H\n  with S in H\n  then eliminate D from H except S\n}\n";
    let files = [("/r/00-base/pair.rule", pattern)];
    let mut client = Client::start(&files, json!({ "soundness": false }));
    let url = client.open("/r/30-own/mine.rule", user);
    let edit = rename(&mut client, &url, place(user, "pair(", 0), "couple").unwrap();
    let changes = edit.changes.unwrap();
    assert_eq!(changes.len(), 2);
    assert!(apply(user, &changes[&url]).contains("for couple(S, D)"));
    for (name, reason) in [
        ("line", "word of the language"),
        ("1a", "cannot be a name"),
        ("H", "already"),
    ] {
        let error = rename(&mut client, &url, place(user, "S, D", 0), name).unwrap_err();
        assert!(error.contains(reason), "{error}");
    }
    client.stop();
}

#[test]
fn rename_refuses_names_of_the_library() {
    let text = "rule r {\n  for groups g, h\n  with chain(g, h)\n  then eliminate candidates excluded by g and h\n}\n";
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", text);
    let error = rename(&mut client, &url, place(text, "chain", 0), "line_of").unwrap_err();
    assert!(error.contains("standard library"), "{error}");
    let params = json!({ "textDocument": { "uri": url }, "position": place(text, "g, h", 0) });
    assert_ne!(
        client.ask("textDocument/prepareRename", params).unwrap(),
        Value::Null
    );
    client.stop();
}

/// Every variable and parameter in every file of the library is renamed and then renamed back.
#[test]
fn rename_keeps_the_meaning_of_library_rules() {
    let mut renamed = 0;
    for source in standard_sources() {
        let change = |text: &str, from: &Entity, to: &str| {
            let own = RuleFile {
                text: text.to_string(),
                ..source.clone()
            };
            let file = parse(&own).expect("it reads");
            let mut text = text.to_string();
            let places = occurrences(&file, &text);
            for o in places.iter().rev().filter(|o| o.entity == *from) {
                text.replace_range(o.range.clone(), to);
            }
            text
        };
        let file = parse(&source).expect("it reads");
        let mut text = source.text.clone();
        let mut known: Vec<Entity> = occurrences(&file, &text)
            .into_iter()
            .map(|o| o.entity)
            .collect();
        known.retain(|e| matches!(e, Entity::Variable(..) | Entity::Parameter(..)));
        known.dedup();
        // The positions of definitions move, so each item is found by its name.
        for entity in known {
            let (Entity::Variable(at, name) | Entity::Parameter(at, name)) = &entity else {
                continue;
            };
            let other = format!("{}q", name);
            let there = change(&text, &entity, &other);
            let moved = |e: &Entity| match e {
                Entity::Variable(..) => Entity::Variable(*at, other.clone()),
                _ => Entity::Parameter(*at, other.clone()),
            };
            if there == text {
                continue;
            }
            let own = RuleFile {
                text: there.clone(),
                ..source.clone()
            };
            assert!(parse(&own).is_ok(), "{there}");
            let back = change(&there, &moved(&entity), name);
            // Case scopes of relations move with the text, so the position is searched again before
            // renaming back.
            if back == text {
                renamed += 1;
            }
            if renamed % 100 == 1 {
                let all = overlay(standard_sources(), vec![own]);
                assert!(load(&all).is_ok(), "{there}");
            }
            text = source.text.clone();
        }
    }
    assert!(renamed > 200, "{renamed}");
}
