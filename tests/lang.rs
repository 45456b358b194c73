//! The rule language: what it accepts, what it rejects, and how it prints.

#[path = "lang/files.rs"]
mod files;

use files::{load, rule_files, sources};
use qedoku::lang::{self, Source};

#[test]
fn standard_library_loads() {
    let library = match lang::standard_library() {
        Ok(library) => library,
        Err(diagnostics) => panic!("{}", diagnostics.render(80)),
    };
    assert!(library.techniques.len() >= 25);
    assert!(library.techniques.is_sorted_by_key(|t| (t.level, t.score)));
}

#[test]
fn standard_library_is_what_is_in_the_folder() {
    let embedded: Vec<String> = lang::standard_sources()
        .into_iter()
        .map(|s| s.text)
        .collect();
    let on_disk: Vec<String> = sources("rules").into_iter().map(|s| s.text).collect();
    assert_eq!(embedded, on_disk);
}

#[test]
fn pass_files_load() {
    for source in sources("tests/lang/pass") {
        load(&source);
    }
}

#[test]
fn printing_and_parsing_again_is_the_identity() {
    for source in rule_files() {
        let file = lang::parse(&source).expect(&source.path);
        let printed = Source {
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
        let formatted = Source {
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
