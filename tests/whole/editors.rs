//! The editor settings compared with the grammar, and the commands for authors of rules.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader};

use serde_json::Value;
use tempfile::TempDir;

use crate::program::{command, json, run};
use qedoku_tests::root;

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// Returns the keywords of the grammar.
fn words_of_the_grammar() -> BTreeSet<String> {
    let grammar = read("grammar/rule.pest");
    let mut words = BTreeSet::new();
    for line in grammar.lines().filter(|line| line.starts_with("k_")) {
        words.extend(line.split('"').nth(1).map(str::to_owned));
    }
    let sorts = grammar.split("sort_word = @{").nth(1).expect("sorts");
    let sorts = sorts.split('}').next().expect("an end");
    words.extend(sorts.split('"').skip(1).step_by(2).map(str::to_owned));
    assert!(words.len() > 80, "{words:?}");
    // The grammar lists all keywords once more by their first letters, to exclude them from names.
    let listed = grammar.split("\nword = _{").nth(1).expect("words");
    let listed = listed.split('}').next().expect("an end");
    let listed: BTreeSet<String> = { listed.split('"').skip(1).step_by(2) }
        .filter(|word| word.len() > 1)
        .map(str::to_owned)
        .collect();
    assert_eq!(listed, words);
    words
}

/// Returns the words between brackets in a pattern such as `\b(a|b c)\b`.
fn alternatives(pattern: &str) -> BTreeSet<String> {
    let inner = pattern
        .split('(')
        .nth(1)
        .and_then(|rest| rest.split(')').next());
    let inner = inner.expect("alternatives").replace(' ', "|");
    inner.split('|').map(str::to_owned).collect()
}

#[test]
fn highlighting_words_equal_those_of_the_grammar() {
    let path = "grammar/editors/vscode/syntaxes/qedoku-rule.tmLanguage.json";
    let colours = json(&read(path));
    let parts = &colours["repository"];
    let mut words = BTreeSet::new();
    for part in ["definition", "section", "sort", "verb", "word"] {
        words.extend(alternatives(parts[part]["match"].as_str().expect(part)));
    }
    assert_eq!(words, words_of_the_grammar());
    let levels = alternatives(parts["level"]["match"].as_str().expect("levels"));
    // A grade can be `search`, but no rule has this level.
    let known = qedoku_core::report::grade::level_words().map(str::to_owned);
    let known = known.filter(|level| level != "search");
    assert_eq!(levels, known.collect::<BTreeSet<String>>());
    // The keywords are those of the parser.
    let own: BTreeSet<String> = qedoku_core::lang::KEYWORDS
        .iter()
        .map(|w| w.to_string())
        .collect();
    assert_eq!(own, words_of_the_grammar());
}

#[test]
fn snippets_make_valid_rules() {
    let snippets = json(&read("grammar/editors/vscode/snippets/qedoku-rule.json"));
    for name in ["New rule", "New pattern", "New relation"] {
        let lines = snippets[name]["body"].as_array().expect(name).iter();
        let lines: Vec<&str> = lines.map(|l| l.as_str().expect("text")).collect();
        let text = filled(&lines.join("\n"));
        let source = qedoku_core::lang::RuleFile::new("s.rule", text.as_bytes()).expect("text");
        if let Err(found) = qedoku_core::lang::load(&[source]) {
            panic!("{text}\n{}", found.render(80));
        }
    }
}

/// Returns a snippet with its placeholders filled: `${1:name}` becomes `name`, and a choice becomes
/// its first value.
fn filled(snippet: &str) -> String {
    let mut text = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find("${") {
        text.push_str(&rest[..at]);
        rest = &rest[at + 2..];
        rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
        let chooses = rest.starts_with('|');
        rest = &rest[1..];
        let mut end = 0;
        while !rest[end..].starts_with('}') || end > 0 && rest[..end].ends_with('\\') {
            end += rest[end..].chars().next().map_or(1, char::len_utf8);
        }
        let inner = rest[..end].replace("\\}", "}");
        match chooses {
            true => text.push_str(inner.split(',').next().unwrap_or_default()),
            false => text.push_str(&inner),
        }
        rest = &rest[end + 1..];
    }
    text + rest
}

#[test]
fn extension_names_existing_files() {
    let folder = root().join("grammar/editors/vscode");
    let manifest = json(&read("grammar/editors/vscode/package.json"));
    let gives = &manifest["contributes"];
    let paths = [
        &manifest["main"],
        &gives["languages"][0]["configuration"],
        &gives["languages"][0]["icon"]["light"],
        &gives["grammars"][0]["path"],
        &gives["snippets"][0]["path"],
    ];
    for path in paths {
        let path = path.as_str().expect("a path");
        assert!(folder.join(path).is_file(), "{path}");
    }
    let settings = json(&read("grammar/editors/vscode/language-configuration.json"));
    assert_eq!(settings["comments"]["lineComment"], "//");
    assert_ne!(gives["languages"][0]["extensions"], Value::Null);
}

#[test]
fn new_rule_is_valid_and_overwrites_nothing() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("mine.rule").display().to_string();
    let made = run(&["rules", "new", "mine", "-o", &path]);
    assert_eq!(
        (made.code, made.out.trim()),
        (0, path.as_str()),
        "{}",
        made.err
    );
    let checked = run(&["rules", "check", &path]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    let again = run(&["rules", "new", "mine", "-o", &path]);
    assert_eq!(again.code, 1, "{}", again.out);
    assert!(again.err.contains("already exists"), "{}", again.err);
    for (name, why) in [
        ("two-words", "letters, digits"),
        ("row", "word of the language"),
    ] {
        let refused = run(&["rules", "new", name, "-o", "-"]);
        assert!(
            refused.code == 1 && refused.err.contains(why),
            "{}",
            refused.err
        );
    }
    let copy = run(&["rules", "new", "my_wing", "--from", "xy_wing", "-o", "-"]);
    assert!(
        copy.out.contains("rule my_wing {"),
        "{}{}",
        copy.out,
        copy.err
    );
    let unknown = run(&["rules", "new", "my_wing", "--from", "xy_wnig", "-o", "-"]);
    assert!(
        unknown.err.contains("did you mean `xy_wing`?"),
        "{}",
        unknown.err
    );
}

/// Returns the state and the effect of an example of a library rule.
fn state_of(rule: &str) -> (String, String) {
    let library = qedoku_core::lang::standard_library().expect("the library");
    let rule = library.rule(rule).expect("a rule");
    let example = rule
        .ast
        .examples
        .iter()
        .find(|e| e.expected.is_some())
        .expect("an example");
    let expected = example.expected.as_ref().expect("just asked");
    (example.board.node.clone(), expected[0].node.clone())
}

#[test]
fn rule_is_proposed_for_an_observed_step() {
    let folder = TempDir::new().expect("a folder");
    for rule in ["xy_wing", "skyscraper"] {
        let (board, target) = state_of(rule);
        let path = folder
            .path()
            .join(format!("seen_{rule}.rule"))
            .display()
            .to_string();
        let name = format!("seen_{rule}");
        let args = [
            "rules",
            "new",
            &name,
            "--from-state",
            &board,
            "--targets",
            &target,
            "-o",
            &path,
        ];
        let made = run(&args);
        assert_eq!(made.code, 0, "{}", made.err);
        let checked = run(&["rules", "check", &path]);
        assert!(checked.code == 0, "{}{}", checked.out, checked.err);
        assert!(checked.out.contains("1 sound"), "{}", checked.out);
        // The rule finds the elimination in that state.
        let steps = run(&["steps", &board, "--rules", &path, "--rule", &name]);
        assert!(steps.out.contains(&target), "{}{}", steps.out, steps.err);
        let tested = run(&["rules", "test", &path]);
        assert_eq!(tested.code, 0, "{}{}", tested.out, tested.err);
    }
    let (board, _) = state_of("xy_wing");
    let bad = run(&[
        "rules",
        "new",
        "x",
        "--from-state",
        &board,
        "--targets",
        "r1c1",
        "-o",
        "-",
    ]);
    assert!(
        bad.code == 1 && bad.err.contains("write it as r1c3<>6"),
        "{}",
        bad.err
    );
}

#[cfg(unix)]
#[test]
fn watch_reports_saved_files() {
    use crate::program::{Signal, end_of, send};
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("a.rule");
    let good = "rule own_rule {\n  for      digit d, house H, cell a in H\n  when     every d in H is at a\n  then     place d at a\n}\n";
    fs::write(&file, good).expect("a file");
    let path = folder.path().display().to_string();
    let mut child = command(&["rules", "watch", &path])
        .spawn()
        .expect("it starts");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut until = |words: &str| {
        let mut seen = String::new();
        for line in lines.by_ref() {
            seen += &format!("{}\n", line.expect("text"));
            if seen.contains(words) {
                return seen;
            }
        }
        panic!("{words} is not in:\n{seen}");
    };
    let first = until("waiting for a change");
    assert!(first.contains("own_rule: sound on every board"), "{first}");
    fs::write(&file, good.replace("place d", "place e")).expect("a file");
    let wrong = until("waiting for a change");
    assert!(wrong.contains("unknown variable `e`"), "{wrong}");
    fs::write(&file, good.replace("rule own_rule", "rule other")).expect("a file");
    let last = until("waiting for a change");
    assert!(last.contains("other: sound on every board"), "{last}");
    send(&child, Signal::INT);
    assert_eq!(end_of(child).code, 130);
}
