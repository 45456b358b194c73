//! Inference sets: lists of names of rules.

use qedoku_core::engine::Stop;
use qedoku_core::grid::Puzzle;
use qedoku_core::lang::{Library, RuleFile, load, overlay, standard_library, standard_sources};
use qedoku_study::method::{Laboratory, Setup, method_names};
use qedoku_study::outcome::MethodOutcome;
use qedoku_study::sets::{RuleSet, SetError, standard_sets};

use qedoku_tests::{NINE, own_collection, puzzle};

fn run(library: &Library, set: &str, method: &str, puzzle: &Puzzle) -> MethodOutcome {
    let setup = Setup {
        methods: vec![method.to_owned()],
        sets: vec![set.parse().expect("a set")],
        ..Setup::default()
    };
    let laboratory = Laboratory::new(&puzzle.board, library, &setup, Stop::default());
    laboratory.expect("a laboratory").run(0, puzzle)
}

#[test]
fn standard_sets_use_rules_of_the_library() {
    let library = standard_library().expect("the library");
    let sizes: Vec<(String, usize)> = (standard_sets().iter())
        .map(|set| {
            (
                set.name.clone(),
                set.techniques(&library).expect("its rules").len(),
            )
        })
        .collect();
    let expected = [("NI", 0), ("NHS", 2), ("NHP", 4), ("NHT", 6), ("twins", 3)];
    assert_eq!(
        sizes,
        expected.map(|(name, count)| (name.to_owned(), count))
    );
}

#[test]
fn user_rule_file_works_in_a_set() {
    // The library's hidden single under another name, which the program does not know.
    let own = r#"
/// A digit with one place left in a house is placed there.
rule last_place {
  name   "Last Place"
  level  easy
  score  14
  for    digit d, house H, cell a in H
  when   every d in H is at a
  then   place d at a
  say    "{a} is the last place for {d} in {H}"
}
"#;
    let source = RuleFile::new("last_place.rule", own.as_bytes()).expect("text");
    let library = load(&overlay(standard_sources(), vec![source])).expect("rules");
    let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let easy = puzzle(NINE, text);
    let without = run(&library, "EMPTY=", "EMPTY-FB", &easy);
    let with = run(&library, "MINE=last_place", "MINE-FB", &easy);
    let known = run(&library, "KNOWN=hidden_single", "KNOWN-FB", &easy);
    assert!(without.solved && with.solved && known.solved);
    assert!(without.steps > 20, "{}", without.steps);
    assert_eq!(with.steps, known.steps);
    assert!(
        with.steps < without.steps,
        "{} {}",
        with.steps,
        without.steps
    );
    assert!(with.used["last_place"] > 20 && !with.used.contains_key("hidden_single"));
}

#[test]
fn stronger_sets_never_need_more_assignments() {
    let library = standard_library().expect("the library");
    let mut free = [0; 3];
    for line in own_collection("sample.sdm").iter().take(40) {
        let puzzle = puzzle(NINE, line);
        let steps = ["NHS", "NHP", "NHT"]
            .map(|set| run(&library, "unused=", &format!("{set}-MCV"), &puzzle).steps);
        for (count, steps) in free.iter_mut().zip(steps) {
            *count += usize::from(steps == 0);
        }
        assert!(
            steps.windows(2).all(|s| s[0] != 0 || s[1] == 0),
            "{line} {steps:?}"
        );
    }
    assert!(free[0] > 0 && free[0] < 40, "{free:?}");
}

#[test]
fn invalid_sets_are_refused_with_the_reason() {
    let parse = |text: &str| text.parse::<RuleSet>();
    assert_eq!(parse("NHS"), Err(SetError::Form("NHS".into())));
    assert_eq!(parse("a b=fish"), Err(SetError::Name("a b".into())));
    let library = standard_library().expect("the library");
    let techniques = |text: &str| parse(text).expect("a set").techniques(&library);
    let error = techniques("A=naked_singel").expect_err("no rule");
    assert!(
        error.to_string().contains("did you mean `naked_single`?"),
        "{error}"
    );
    let error = techniques("A=bug_plus_1").expect_err("assumes one solution");
    assert!(matches!(error, SetError::AssumesUnique { .. }), "{error}");
    assert_eq!(techniques("A=fish=2").expect("one").len(), 1);
    assert!(techniques("A=fish").expect("all sizes").len() > 1);
}

#[test]
fn suites_and_methods_are_found_by_their_names() {
    let names = |methods: &[&str]| {
        method_names(&Setup {
            methods: methods.iter().map(|m| (*m).to_owned()).collect(),
            ..Setup::default()
        })
    };
    let eight = names(&["inference"]).expect("a suite");
    let expected = ["NI", "NHS", "NHP", "NHT"]
        .iter()
        .flat_map(|set| [format!("{set}-FB"), format!("{set}-MCV")]);
    assert_eq!(eight, expected.collect::<Vec<_>>());
    assert_eq!(
        names(&["plain", "PLAIN", "nhs-fb"]).expect("methods"),
        ["plain", "NHS-FB"]
    );
    assert_eq!(names(&[]).expect("all").len(), 18);
    let error = names(&["planin"]).expect_err("no method").to_string();
    assert!(error.contains("did you mean `plain`?"), "{error}");
}
