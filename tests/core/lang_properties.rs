//! The rule language with random and hostile input: random trees print and parse to themselves, and
//! no text causes a panic or a hang.

#[path = "lang/trees.rs"]
mod trees;

use std::time::{Duration, Instant};

use proptest::prelude::*;
use qedoku_core::lang::{self, Diagnostics, MAX_FILE, RuleFile};

fn source(text: impl Into<String>) -> RuleFile {
    RuleFile {
        path: "test.rule".to_string(),
        family: "test".to_string(),
        text: text.into(),
    }
}

/// Returns the problems of a text, and asserts that they are found quickly and can be printed.
fn problems(text: impl Into<String>) -> Diagnostics {
    let start = Instant::now();
    let found = lang::load(&[source(text)]).expect_err("this must be rejected");
    let shown = found.render(80);
    assert!(shown.len() > 20);
    assert!(shown.len() < 200_000, "{} bytes of report", shown.len());
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    found
}

fn codes(text: impl Into<String>) -> Vec<String> {
    problems(text).codes()
}

proptest! {
    #[test]
    fn random_trees_print_and_parse_to_themselves(file in trees::file()) {
        let text = lang::print(&file);
        let again = match lang::parse(&source(text.as_str())) {
            Ok(again) => again,
            Err(problems) => panic!("{text}\n{}", problems.render(80)),
        };
        prop_assert_eq!(&file, &again, "{}", text);
        let formatted = lang::format(&source(text.as_str())).unwrap();
        prop_assert_eq!(text, formatted);
        // The file may be meaningless, but loading it must not panic.
        let _ = lang::load(&[source(lang::print(&file))]);
    }

    #[test]
    fn formatting_keeps_comments_and_is_idempotent(
        file in any::<prop::sample::Index>(),
        places in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 1..6),
    ) {
        let sources = lang::standard_sources();
        let original = &sources[file.index(sources.len())];
        let mut lines: Vec<String> = original.text.lines().map(str::to_string).collect();
        let mut count = 0;
        for (place, behind) in places {
            let at = place.index(lines.len());
            let before = lines[..at].concat();
            let inside_text = before.matches('"').count() % 2 == 1;
            let line = &mut lines[at];
            let odd = line.matches('"').count() % 2 == 1;
            if inside_text || odd || behind && (line.starts_with("//") || line.contains(" // ")) {
                continue;
            }
            count += 1;
            match behind {
                true => *line += &format!(" // note {count}"),
                false => lines.insert(at, format!("// note {count}")),
            }
        }
        let text = lines.join("\n");
        let once = lang::format(&source(text.as_str())).unwrap();
        prop_assert_eq!(once.matches("// note").count(), count, "{}", once);
        prop_assert_eq!(lang::parse(&source(text)).unwrap(), lang::parse(&source(once.as_str())).unwrap());
        prop_assert_eq!(&lang::format(&source(once.as_str())).unwrap(), &once);
    }

    #[test]
    fn random_text_does_not_panic(text in any::<String>()) {
        let _ = lang::load(&[source(text.clone())]).map_err(|e| e.render(80));
        let _ = lang::format(&source(text));
    }

    #[test]
    fn random_words_do_not_panic(words in prop::collection::vec(word(), 0..60)) {
        let text = words.join(" ");
        let _ = lang::load(&[source(text.clone())]).map_err(|e| e.render(80));
        let _ = lang::format(&source(text));
    }

    #[test]
    fn random_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        match RuleFile::new("test.rule", &bytes) {
            Ok(source) => drop(lang::load(&[source])),
            Err(problems) => prop_assert_eq!(problems.codes(), ["rule::not_utf8"]),
        }
    }

}

proptest! {
    // Each case reads the whole library, so there are few cases.
    #![proptest_config(qedoku_tests::cases(24))]

    #[test]
    fn damaged_library_does_not_panic(at in any::<prop::sample::Index>(), cut in 0usize..40, put in word()) {
        let mut sources = lang::standard_sources();
        let file = at.index(sources.len());
        let text = &mut sources[file].text;
        let place = at.index(text.len());
        if text.is_char_boundary(place) && text.is_char_boundary((place + cut).min(text.len())) {
            text.replace_range(place..(place + cut).min(text.len()), &put);
        }
        let _ = lang::load(&sources).map_err(|e| e.render(80));
        let _ = lang::format(&sources[file]);
    }
}

/// Returns a strategy for words that are keywords or similar to keywords.
fn word() -> impl Strategy<Value = String> {
    let words = "rule pattern relation name known as level score assuming unique on request for with deadly when \
        where target then say example silent every candidate of is in at or and not sees excludes by an \
        earlier from except all but some least most exactly each disjoint given digit cell houses lines \
        crosslines candidates truths eliminate place on { } ( ) [ ] , : .. => = + - | \" // /// n i 1 2 \
        a b x y H R C t R[n] V[i] r[i-1] S[1] \"text\" {d} \\";
    let words: Vec<&str> = words.split_whitespace().collect();
    prop::sample::select(words).prop_map(str::to_string)
}

#[test]
fn million_braces_are_refused() {
    assert_eq!(codes("{".repeat(1_000_000)), ["rule::syntax"]);
    assert_eq!(
        codes(format!("rule r {}", "{".repeat(1_000_000))),
        ["rule::syntax"]
    );
    assert_eq!(
        codes(format!("rule r({}", "(".repeat(1_000_000))),
        ["rule::syntax"]
    );
}

#[test]
fn file_beyond_the_limit_is_refused() {
    assert_eq!(codes(" ".repeat(MAX_FILE + 1)), ["rule::file_too_large"]);
}

#[test]
fn megabyte_files_are_answered_quickly() {
    let fill = |text: &str| text.repeat(MAX_FILE / text.len());
    assert_eq!(codes(fill(" ")), ["rule::empty_file"]);
    assert_eq!(codes(fill("// comment\n")), ["rule::empty_file"]);
    assert_eq!(codes(fill("/// doc\n")), ["rule::empty_file"]);
    assert_eq!(codes(fill("\"")).len(), 1);
    assert_eq!(codes(fill("rule ")).len(), 100);
    assert_eq!(codes(fill("rule r { } ")).len(), 100);
    assert_eq!(
        codes(fill("relation a(group g, group h) { with a(g, h) } ")).len(),
        100
    );
    assert_eq!(codes(fill("x ")), ["rule::syntax"]);
    assert_eq!(codes(fill("\u{1F600}")), ["rule::syntax"]);
}

#[test]
fn reports_show_excerpts_of_long_lines() {
    let text = format!("{}rule r {{ for cell c then nothing }}", " ".repeat(5000));
    let shown = problems(text).render(80);
    assert!(shown.contains("test.rule:1:5026"), "{shown}");
    assert!(shown.contains("then nothing"), "{shown}");
    assert!(shown.len() < 1000, "{shown}");
    let far = format!(
        "rule r {{ for cell c, digit d {} digit d when every candidate of c is d then place d at c }}",
        ", cell a".repeat(1000)
    );
    assert!(problems(far).render(80).len() < 200_000);
}

#[test]
fn rule_beyond_the_limits_is_refused() {
    let long = |head: &str, part: &str, tail: &str| {
        let room = (MAX_FILE - head.len() - tail.len()) / part.len();
        codes(format!("{head}{}{tail}", part.repeat(room)))
    };
    let then = " then eliminate t }";
    let variables = long("rule r { for candidate t, digits a", ", b", then);
    assert!(
        variables.contains(&"rule::too_many_variables".to_string()),
        "{variables:?}"
    );
    let clauses = long(
        "rule r { for candidate t when ",
        "every candidate of t excludes t ",
        then,
    );
    assert_eq!(clauses, ["rule::too_many_clauses"]);
    let alternatives = long(
        "rule r { for candidate t when every candidate of t is t",
        " or t",
        then,
    );
    assert_eq!(alternatives, ["rule::too_many_clauses"]);
    let names = long("rule r { name \"a\"", ", \"a\"", " }");
    assert!(names.contains(&"rule::instance_count".to_string()));
}

#[test]
fn rule_with_fifty_variables_is_read() {
    let cells: Vec<String> = (0..50).map(|i| format!("a{i}")).collect();
    let cells = cells.join(", ");
    let text = format!(
        "rule r {{ for cells {cells}, digits x, y when every candidate of {cells} is x or y then eliminate x from a1 }}"
    );
    let library = lang::load(&[source(text)])
        .map_err(|e| e.render(80))
        .unwrap();
    assert_eq!(library.techniques[0].patterns[0].variables.len(), 52);
}

#[test]
fn nested_patterns_cannot_explode() {
    let mut text =
        String::from("pattern p0(a) { for cell a, digit d when every candidate of a is d }\n");
    for level in 1..9 {
        let uses: Vec<String> = (0..60).map(|i| format!("p{}(a{i})", level - 1)).collect();
        text += &format!("pattern p{level}(a0) {{ for {} }}\n", uses.join(", "));
    }
    text += "rule r { for p8(a), digit d when every candidate of a is d then place d at a }";
    let found = codes(text);
    assert!(
        found.contains(&"rule::too_many_variables".to_string()),
        "{found:?}"
    );
}

#[test]
fn invalid_utf8_is_refused_with_its_place() {
    let problems = RuleFile::new("a.rule", b"rule r {\n  name \"\xff\"\n}").unwrap_err();
    assert_eq!(problems.codes(), ["rule::not_utf8"]);
    let shown = problems.render(80);
    assert!(shown.contains("0xff at offset 17"), "{shown}");
    assert!(shown.contains("a.rule:2"), "{shown}");
}

#[test]
fn problems_of_several_files_are_reported_together() {
    let good = "rule a { for cell c, digit d when every candidate of c is d then place d at c }";
    let sources = [source(good), source(good), source("rule b {")];
    let problems = lang::load(&sources).unwrap_err();
    assert_eq!(
        problems.codes(),
        ["rule::duplicate_definition", "rule::syntax"]
    );
}
