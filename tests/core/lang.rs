//! The rule language: accepted texts, rejected texts, and the printed form.

mod files;
mod mistakes;

use files::{load, rule_files, sources};
use qedoku_core::lang::{self, RuleFile};

#[test]
fn standard_library_loads() {
    let library = match lang::standard_library() {
        Ok(library) => library,
        Err(diagnostics) => panic!("{}", diagnostics.render(80)),
    };
    // With the additional checks for user rules, the result is the same.
    let checked = match lang::load(&lang::standard_sources()) {
        Ok(checked) => checked.proved(),
        Err(diagnostics) => panic!("{}", diagnostics.render(80)),
    };
    assert_eq!(format!("{library:?}"), format!("{checked:?}"));
    assert!(library.techniques.len() >= 25);
    assert!(library.techniques.is_sorted_by_key(|t| (t.level, t.score)));
}

#[test]
fn standard_library_equals_the_rules_folder() {
    let embedded: Vec<String> = lang::standard_sources()
        .into_iter()
        .map(|s| s.text)
        .collect();
    let on_disk: Vec<String> = sources("rules").into_iter().map(|s| s.text).collect();
    assert_eq!(embedded, on_disk);
}

#[test]
fn pass_files_load() {
    for source in sources("tests/core/lang/pass") {
        load(&source);
    }
}

#[test]
fn printing_round_trips() {
    for source in rule_files() {
        let file = lang::parse(&source).expect(&source.path);
        let printed = RuleFile {
            text: lang::print(&file),
            ..source.clone()
        };
        let again =
            lang::parse(&printed).unwrap_or_else(|e| panic!("{}\n{}", printed.text, e.render(80)));
        assert_eq!(file, again, "{}", source.path);
    }
}

#[test]
fn formatting_keeps_the_tree_and_the_comments() {
    for source in rule_files() {
        let formatted = RuleFile {
            text: lang::format(&source).expect(&source.path),
            ..source.clone()
        };
        assert_eq!(
            lang::parse(&source).unwrap(),
            lang::parse(&formatted).unwrap()
        );
        let comments = |text: &str| text.matches("// ").count();
        assert_eq!(
            comments(&source.text),
            comments(&formatted.text),
            "{}",
            formatted.text
        );
        let twice = lang::format(&formatted).unwrap();
        assert_eq!(formatted.text, twice, "{}", source.path);
    }
}

#[test]
fn rule_files_are_in_the_house_style() {
    for source in rule_files() {
        assert_eq!(
            source.text,
            lang::format(&source).unwrap(),
            "{}",
            source.path
        );
    }
}

#[test]
fn fail_files_give_the_declared_errors() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/lang");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let files = sources("tests/core/lang/fail");
    assert!(files.len() >= 40);
    let mut wrong = String::new();
    for source in files {
        let name = source.path.rsplit('/').next().unwrap().replace(".rule", "");
        let first = source.text.lines().next().unwrap_or_default();
        let mut expected: Vec<&str> = first.trim_start_matches("// fails: ").split(", ").collect();
        let Err(diagnostics) = lang::load(std::slice::from_ref(&source)) else {
            panic!("{name} is accepted");
        };
        let mut found = diagnostics.codes();
        expected.sort_unstable();
        found.sort_unstable();
        if expected != found {
            let shown = diagnostics.render(80);
            wrong += &format!("{name}: {expected:?} and not {found:?}\n{shown}\n");
            continue;
        }
        settings.bind(|| insta::assert_snapshot!(name.as_str(), diagnostics.render(80)));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn formatter_keeps_comments_in_their_places() {
    let source = RuleFile {
        path: "unformatted.rule".to_string(),
        family: String::new(),
        text: include_str!("lang/unformatted.txt").to_string(),
    };
    let text = lang::format(&source).unwrap();
    insta::assert_snapshot!(text);
    let again = RuleFile {
        text: text.clone(),
        ..source
    };
    assert_eq!(text, lang::format(&again).unwrap());
}

#[test]
fn byte_order_mark_is_skipped() {
    let plain = sources("tests/core/lang/pass").remove(0);
    let marked = format!("\u{feff}{}", plain.text);
    let source = RuleFile::new(&plain.path, marked.as_bytes()).expect("text");
    assert_eq!(source, plain);
    load(&source);
}

#[test]
fn example_may_be_a_drawing() {
    let rule =
        "rule r {\n  for  cell a, digit d\n  when every candidate of a is d\n  then place d at a\n";
    let puzzle = "123....4........";
    let puzzle = qedoku_core::grid::text::read_puzzle(&qedoku_core::grid::text::Source::new(
        "p",
        &puzzle.replacen("4", ".", 1),
    ))
    .expect("a puzzle");
    let options = qedoku_core::report::draw::DrawOptions::default();
    let drawing = qedoku_core::report::draw::draw(&puzzle.board, &puzzle.state(), &options);
    let text = format!("{rule}  example \"{drawing}\" => r1c4=4\n}}\n");
    let source = RuleFile::new("r.rule", text.as_bytes()).expect("text");
    let library = load(&source);
    let trials = qedoku_core::trial::run(&library, &library.rules[0]);
    assert_eq!(trials.len(), 1);
    assert!(trials.iter().all(|trial| trial.failure.is_none()), "{text}");
    // Formatting does not change the meaning of a rule.
    let formatted = RuleFile {
        text: lang::format(&source).expect("a rule"),
        ..source.clone()
    };
    assert_eq!(
        lang::parse(&source).unwrap(),
        lang::parse(&formatted).unwrap()
    );
}
