//! Verdicts and examples, computed in the background.

use serde_json::json;

use crate::client::{Client, GOOD, UNSOUND, codes};

fn lens(client: &mut Client, url: &lsp_types::Url) -> String {
    let lenses = client.of("textDocument/codeLens", url);
    lenses[0]["command"]["title"]
        .as_str()
        .unwrap_or_default()
        .to_string()
}

/// Waits for the verdict on the rule of a document.
fn judged(client: &mut Client, url: &lsp_types::Url) -> String {
    for _ in 0..1200 {
        let title = lens(client, url);
        if title != "not checked yet" {
            return title;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("no verdict");
}

#[test]
fn lenses_show_verdict_examples_and_cost() {
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", GOOD);
    let title = judged(&mut client, &url);
    assert!(
        title.starts_with("sound on every board · 1 example passes · "),
        "{title}"
    );
    assert!(title.ends_with(" ms per search"), "{title}");
    assert_eq!(client.diagnostics(&url), []);
    // A rule that only moved is not checked again.
    client.change(&url, None, &format!("// moved\n\n{GOOD}"));
    assert_eq!(lens(&mut client, &url), title);
    client.stop();
}

#[test]
fn unsound_rule_has_its_counterexample() {
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", UNSOUND);
    let found = client.until(&url, |found| !found.is_empty());
    assert_eq!(codes(&found), ["rule::unsound"]);
    let message = &found[0].message;
    assert!(message.contains("`loose_pair` is unsound"), "{message}");
    assert!(message.contains("add `a sees b` to `with`"), "{message}");
    assert!(
        message.contains("as this is a solution:") && message.contains("+---"),
        "{message}"
    );
    let related = found[0].related_information.as_ref().unwrap();
    assert!(
        related
            .iter()
            .any(|r| r.location.uri.path() == "/kept/counterexamples/loose_pair.txt")
    );
    assert!(
        client.host.kept.lock().unwrap()["counterexamples/loose_pair.txt"]
            .contains("is wrong on this board")
    );
    let arguments = json!([url, "loose_pair"]);
    let params = json!({ "command": "qedoku.openCounterexample", "arguments": arguments });
    client.ask("workspace/executeCommand", params).unwrap();
    client
        .messages
        .iter()
        .find(|(method, _)| method == "window/showDocument")
        .expect("it is opened");
    client.stop();
}

#[test]
fn failing_example_shows_the_found_step() {
    let text = GOOD.replace("r8c8=8", "r8c8=7");
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", &text);
    let found = client.until(&url, |found| !found.is_empty());
    assert_eq!(codes(&found), ["rule::example_fails"]);
    assert_eq!(found[0].range.start.line, 9);
    assert!(
        found[0]
            .message
            .contains("it must find r8c8=7, but it finds"),
        "{}",
        found[0].message
    );
    client.stop();
}

#[test]
fn edit_cancels_the_work() {
    let mut client = Client::start(&[], json!({}));
    let url = client.open("/r/a.rule", UNSOUND);
    for n in 0..20 {
        std::thread::sleep(std::time::Duration::from_millis(30 * (n % 9)));
        client.change(
            &url,
            None,
            &UNSOUND.replace("loose_pair", &format!("loose_{n}")),
        );
        client.diagnostics(&url);
    }
    client.change(&url, None, GOOD);
    let title = judged(&mut client, &url);
    assert!(title.starts_with("sound on every board"), "{title}");
    assert_eq!(client.diagnostics(&url), []);
    client.stop();
}

#[test]
fn stopped_server_does_not_wait() {
    let mut client = Client::start(&[], json!({}));
    for source in qedoku_core::lang::standard_sources() {
        client.open(&format!("/r/{}", source.path), &source.text);
    }
    std::thread::sleep(std::time::Duration::from_millis(500));
    let start = std::time::Instant::now();
    client.stop();
    assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
}

#[test]
fn commands_run_examples_and_open_pictures() {
    let mut client = Client::quiet();
    let url = client.open("/r/a.rule", GOOD);
    let run = |client: &mut Client, command: &str, name: &str| {
        let params = json!({ "command": command, "arguments": [url, name] });
        client.ask("workspace/executeCommand", params)
    };
    let answer = run(&mut client, "qedoku.runExamples", "my_single").unwrap();
    assert_eq!(answer, json!({ "examples": 1, "failed": [] }));
    run(&mut client, "qedoku.openPicture", "my_single").unwrap();
    assert!(client.host.kept.lock().unwrap()["pictures/my_single.svg"].starts_with("<svg"));
    assert!(run(&mut client, "qedoku.openPicture", "nobody").is_err());
    assert!(run(&mut client, "qedoku.fly", "my_single").is_err());
    client.stop();
}
