//! Mistakes of beginners: each message points at the right place and suggests a correction.
//!
//! `lang/mistakes.txt` has a few valid rules. For each mistake it lists the words to change, the
//! words that the message must point at, and the expected message.

use qedoku_core::lang::{self, RuleFile};

/// One mistake of the file.
struct Mistake {
    group: String,
    title: String,
    text: String,
    base: String,
    points_at: String,
    says: String,
}

/// Reads the file: rules between lines `--- name`, then groups `# title` of lines `rule ¦ right ¦
/// wrong ¦ points at ¦ says`.
fn mistakes() -> (Vec<String>, Vec<Mistake>) {
    let mut bases: Vec<(String, String)> = Vec::new();
    let mut found = Vec::new();
    let mut group = None;
    let path = qedoku_tests::root().join("tests/core/lang/mistakes.txt");
    for line in std::fs::read_to_string(path).expect("text").lines() {
        if let Some(name) = line.strip_prefix("--- ") {
            bases.push((name.to_string(), String::new()));
        } else if let Some(title) = line.strip_prefix("# ") {
            group = Some(title.to_string());
        } else if let Some(group) = &group {
            if line.trim().is_empty() {
                continue;
            }
            let parts: Vec<String> = line.split(" ¦ ").map(plain).collect();
            let [base, right, wrong, points_at, says] = parts.as_slice() else {
                panic!("{line}");
            };
            let (_, text) = bases.iter().find(|(name, _)| name == base).expect(line);
            assert!(text.contains(right.as_str()), "{line}");
            found.push(Mistake {
                group: group.clone(),
                title: format!("{base}: `{right}` written as `{wrong}`"),
                text: text.replacen(right.as_str(), wrong, 1),
                base: text.clone(),
                points_at: points_at.clone(),
                says: says.clone(),
            });
        } else if let Some((_, text)) = bases.last_mut() {
            text.push_str(line);
            text.push('\n');
        }
    }
    (bases.into_iter().map(|(_, text)| text).collect(), found)
}

/// Replaces the escapes of line ends, tabs and characters.
fn plain(text: &str) -> String {
    let text = text
        .trim()
        .replace("\\n", "\n")
        .replace("\\t", "\t")
        .replace("\\r", "\r");
    let mut parts = text.split("\\u{");
    let mut plain = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let (number, rest) = part.split_once('}').expect("a number");
        plain.extend(
            u32::from_str_radix(number, 16)
                .ok()
                .and_then(char::from_u32),
        );
        plain.push_str(rest);
    }
    plain
}

fn check(text: &str) -> Result<lang::Library, lang::Diagnostics> {
    let source = RuleFile::new("mistake.rule", text.as_bytes()).expect("text");
    lang::load(&[source])
}

/// Parses without checks of the meaning.
fn parse(text: &str) -> Result<lang::ast::File, lang::Diagnostics> {
    lang::parse(&RuleFile::new("mistake.rule", text.as_bytes()).expect("text"))
}

#[test]
fn mistake_tests_start_from_correct_rules() {
    let (bases, mistakes) = mistakes();
    for text in bases {
        if let Err(diagnostics) = check(&text) {
            panic!("{}", diagnostics.render(80));
        }
        // Tabs and Windows line ends do not change the result.
        assert!(check(&text.replace('\n', "\r\n").replace("  ", "\t")).is_ok());
    }
    assert!(mistakes.len() >= 150, "{}", mistakes.len());
}

#[test]
fn mistakes_get_a_place_and_a_help_text() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../snapshots/mistakes");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let (_, mistakes) = mistakes();
    let mut wrong = String::new();
    let mut shown: Vec<(String, String)> = Vec::new();
    for mistake in &mistakes {
        let Err(found) = check(&mistake.text) else {
            wrong += &format!("{}: accepted\n", mistake.title);
            continue;
        };
        let report = found.render(80);
        let first = &found.findings[0];
        let at = &mistake.text[first.span.0.clone()];
        let says = said(first).contains(&mistake.says);
        if at != mistake.points_at || !says {
            wrong += &format!(
                "{}\n  at `{at}` and not `{}`; {}\n{report}\n",
                mistake.title,
                mistake.points_at,
                if says { "" } else { &mistake.says }
            );
        }
        // The mistake is also found in a file with Windows line ends.
        let windows = mistake.text.replace('\n', "\r\n");
        let also = check(&windows).expect_err("still wrong");
        let own = windows[also.findings[0].span.0.clone()].replace("\r\n", "\n");
        assert_eq!(
            own,
            mistake.text[found.findings[0].span.0.clone()],
            "{}",
            mistake.title
        );
        if shown
            .last()
            .is_none_or(|(group, _)| *group != mistake.group)
        {
            shown.push((mistake.group.clone(), String::new()));
        }
        let text = &mut shown.last_mut().expect("just pushed").1;
        *text += &format!("{}\n{}\n", mistake.title, report.trim_start());
    }
    for (group, text) in shown {
        let name = group.replace(' ', "_");
        settings.bind(|| insta::assert_snapshot!(name.as_str(), text));
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Returns the help of a finding. A long list of everything that the grammar allows does not count
/// as help.
fn said(finding: &lang::Finding) -> String {
    let problem = finding.problem.to_string();
    let listed = problem.starts_with("expected") && problem.len() > 70;
    let problem = if listed { "" } else { &problem };
    let help = finding.help.as_deref().unwrap_or_default();
    format!("{problem}; {}; {help}", finding.label)
}

#[test]
fn mistakes_always_get_a_help_text() {
    for mistake in mistakes().1 {
        let found = check(&mistake.text).expect_err(&mistake.title);
        assert!(found.findings[0].help.is_some(), "{}", mistake.title);
    }
}

#[test]
fn one_syntax_error_gives_one_finding() {
    let mut wrong = String::new();
    for mistake in &mistakes().1 {
        if let Err(found) = parse(&mistake.text)
            && found.findings.len() > 1
        {
            wrong += &format!("{}\n{}\n", mistake.title, found.render(80));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The base text of two mistakes with both in it, if they are in different sections. Each changes
/// lines of the base, and a section of the bases never begins inside a line.
fn combined(one: &Mistake, other: &Mistake) -> Option<String> {
    if one.base != other.base {
        return None;
    }
    let changed = |mistake: &Mistake| {
        let (lines, base) = (mistake.text.lines(), mistake.base.lines());
        let at = { base.clone().zip(lines) }.position(|(right, wrong)| right != wrong)?;
        let differ = { base.clone().zip(mistake.text.lines()) }.filter(|(a, b)| a != b);
        let is_one_line =
            mistake.text.lines().count() == base.clone().count() && differ.count() == 1;
        let begins = |line: &&str| lang::SECTIONS.iter().any(|s| line.trim().starts_with(s));
        let section = { mistake.base.lines().take(at + 1) }.filter(begins).count();
        is_one_line.then_some((at, section))
    };
    let ((_, section), (second, other_section)) = (changed(one)?, changed(other)?);
    if section == other_section || section == 0 || other_section == 0 {
        return None;
    }
    let wrong = other.text.lines().nth(second)?;
    let line = |(at, line)| if at == second { wrong } else { line };
    let lines: Vec<&str> = one.text.lines().enumerate().map(line).collect();
    Some(lines.join("\n") + "\n")
}

/// Two mistakes in different sections of a rule are both found. Each is reported as in a rule
/// without the other. An exception: where the first words of two neighbouring sections are
/// misspelt, the second section is read as a part of the first.
#[test]
fn mistakes_in_different_sections_are_all_found() {
    let alone = |mistake: &Mistake| {
        let found = parse(&mistake.text).err()?.findings;
        let problem = (found[0].problem.clone(), found[0].label.clone());
        (found.len() == 1).then_some(problem)
    };
    let mut mistakes = mistakes().1;
    mistakes.retain(|mistake| alone(mistake).is_some());
    let (mut tried, mut both) = (0, 0);
    let mut missed = String::new();
    for (at, one) in mistakes.iter().enumerate() {
        for other in &mistakes[at + 1..] {
            let Some(text) = combined(one, other) else {
                continue;
            };
            let found = parse(&text).expect_err(&one.title).findings;
            let problem = |f: &lang::Finding| (f.problem.clone(), f.label.clone());
            let has = |wanted| found.iter().any(|f| Some(problem(f)) == wanted);
            tried += 1;
            match has(alone(one)) && has(alone(other)) {
                true => both += 1,
                false => missed += &format!("{} and {}\n", one.title, other.title),
            }
        }
    }
    println!("{both} of {tried} pairs of mistakes are found\n{missed}");
    assert!(
        tried > 100 && both * 10 >= tried * 9,
        "{both} of {tried}:\n{missed}"
    );
}

/// Rules with several mistakes, each with the codes and the words of all of them, in order.
const ODD_RULES: [(&str, &[(&str, &str)]); 6] = [
    // Four syntax errors and an unknown level.
    (
        "rule odd {\n title \"Odd\"\n level hrad\n score twelve\n for cell a, digit d\n \
         when evry candidate of a is d\n then plase d at a\n}",
        &[
            ("rule::syntax", "title"),
            ("rule::unknown_level", "hrad"),
            ("rule::syntax", "twelve"),
            ("rule::syntax", "evry"),
            ("rule::syntax", "plase"),
        ],
    ),
    // Mistakes of meaning only.
    (
        "rule odd {\n name \"Odd\"\n level hrad\n score 5\n for cell a, digit d, cell a\n \
         when every candidate of b is d\n then place e at a\n}",
        &[
            ("rule::unknown_level", "hrad"),
            ("rule::duplicate_variable", "a"),
            ("rule::unknown_variable", "b"),
            ("rule::unknown_variable", "e"),
        ],
    ),
    // A syntax error in the clauses does not hide unknown names elsewhere.
    (
        "rule odd {\n name \"Odd\"\n level easy\n score 5\n for cell a, digit d\n \
         when evry candidate of a is d\n then place e at a\n say \"{f} goes to {a}\"\n}",
        &[
            ("rule::syntax", "evry"),
            ("rule::unknown_variable", "e"),
            ("rule::bad_placeholder", "{f}"),
        ],
    ),
    // Without the declarations, no name is called unknown.
    (
        "rule odd {\n name \"Odd\"\n level hrad\n score 5\n for cell a digit d\n \
         when every candidate of a is d\n then place d at a\n}",
        &[("rule::unknown_level", "hrad"), ("rule::syntax", "digit")],
    ),
    // Without the clauses, no variable is called unused and no conclusion unbound.
    (
        "rule odd {\n name \"Odd\"\n level easy\n score ten\n for cells a, b, digit d\n \
         with a see b\n when evry candidate of a is d\n then place d at a\n}",
        &[
            ("rule::syntax", "ten"),
            ("rule::syntax", "see"),
            ("rule::syntax", "evry"),
        ],
    ),
    // Patterns and examples.
    (
        "rule odd {\n name \"Odd\"\n level easy\n score ten\n for cell a, digit d, \
         no_such_pattern(a)\n when every candidate of a is d\n then place d at a\n \
         example \"12\" => r1c1=1\n}",
        &[
            ("rule::syntax", "ten"),
            ("rule::unknown_pattern", "no_such_pattern"),
            ("rule::bad_board", "\"12\""),
        ],
    ),
];

#[test]
fn all_mistakes_of_a_rule_are_reported_at_once() {
    for (text, expected) in ODD_RULES {
        let found = check(text).expect_err(text).findings;
        let shown = |f: &lang::Finding| (f.code(), text[f.span.0.clone()].to_owned());
        let found: Vec<(String, String)> = found.iter().map(shown).collect();
        let expected = expected
            .iter()
            .map(|(code, word)| (code.to_string(), word.to_string()));
        assert_eq!(found, expected.collect::<Vec<_>>(), "{text}");
    }
}

/// If a finding suggests a correction, the corrected text no longer has the finding.
#[test]
fn fixes_improve_the_text() {
    let (_, mistakes) = mistakes();
    let mut fixed = 0;
    for mistake in &mistakes {
        let Err(found) = check(&mistake.text) else {
            continue;
        };
        let first = &found.findings[0];
        let Some(fix) = &first.fix else {
            continue;
        };
        let mut text = mistake.text.clone();
        text.replace_range(first.span.0.clone(), fix);
        let before = first.span.0.start;
        let after = check(&text)
            .err()
            .map(|d| (d.findings[0].problem.clone(), d.findings[0].span.0.start));
        let is_same = after
            .as_ref()
            .is_some_and(|(problem, at)| *problem == first.problem && *at == before);
        assert!(!is_same, "{}: {fix}", mistake.title);
        fixed += usize::from(after.is_none());
    }
    println!(
        "{fixed} of {} mistakes are mended by what is proposed",
        mistakes.len()
    );
    assert!(fixed * 2 > mistakes.len(), "{fixed}");
}
