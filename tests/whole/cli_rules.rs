//! `qedoku rules` and `qedoku steps` as users and scripts call them.

use std::fs;
use std::path::Path;

use crate::program::{Run, command, run_command};
use serde_json::Value;
use tempfile::TempDir;

/// A board on which the rule of these tests fires, and the step.
const BOARD: &str =
    "..8.5.2....16.73.8........4.4.5.27....7...6....31.4.2.4........9.28.51....5.2.4..";

/// A technique that is not in the library.
const RULE: &str = r#"/// Two lines have all but two places of a digit in the same box, and no place in common.
rule grouped_kite {
  name     "Grouped 2-String Kite"
  level    hard
  score    155
  for      digit d, rows or columns R[2], box b, cells S[2] in R not in b
  when     every d in R is in S or in b
           no d in two of R
  then     eliminate d from cells seeing S
  say      "{d} in {R} is in {b} or at {S}"
  // A board on which the rule fires.
  example  ".46....151..5...435.7....86......4787136..5924.8..2361....9.1..9.1...8....43.1659" => r7c2<>8
}
"#;
const KITE: &str =
    ".46....151..5...435.7....86......4787136..5924.8..2361....9.1..9.1...8....43.1659";

/// Runs the program in a folder.
fn run_in(folder: &Path, args: &[&str]) -> Run {
    run_with(folder, args, None)
}

/// Runs the program in a folder. Without a cache folder, it has no cache.
fn run_with(folder: &Path, args: &[&str], cache: Option<&Path>) -> Run {
    let mut command = command(args);
    command.current_dir(folder).env("COLUMNS", "80");
    command.env_remove("HOME").env_remove("XDG_CACHE_HOME");
    if let Some(cache) = cache {
        command.env("XDG_CACHE_HOME", cache);
    }
    run_command(command, b"")
}

fn run(args: &[&str]) -> Run {
    run_in(qedoku_tests::root(), args)
}

/// Returns a folder with these files.
fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    folder
}

fn json(text: &str) -> Vec<Value> {
    match serde_json::from_str(text) {
        Ok(Value::Array(list)) => list,
        other => panic!("{other:?}\n{text}"),
    }
}

/// Returns the names of the fields of an object, in order.
fn fields(value: &Value) -> Vec<&str> {
    let object = value.as_object().expect("an object");
    let mut names: Vec<&str> = object.keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

fn texts<'v>(list: &'v [Value], field: &str) -> Vec<&'v str> {
    let text = |value: &'v Value| value[field].as_str().expect("text");
    list.iter().map(text).collect()
}

#[test]
fn list_is_a_table_from_easy_to_hard() {
    let result = run(&["rules", "list"]);
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    assert!(result.out.starts_with("name "), "{}", result.out);
    let widths = result.out.lines().map(str::len);
    assert!(widths.max() <= Some(116), "{}", result.out);
    let list = json(&run(&["rules", "list", "--json"]).out);
    assert_eq!(result.out.lines().count(), list.len() + 2);
    assert!(result.out.ends_with("\n* only on request\n"));
    assert!(result.out.contains("\nSiamese X-Wing *  "));
    for row in &list {
        assert_eq!(
            fields(row),
            [
                "codes",
                "family",
                "level",
                "name",
                "on_request",
                "rule",
                "score"
            ]
        );
    }
    let names = texts(&list, "name");
    let place = |name| names.iter().position(|n| *n == name);
    assert_eq!(place("Full House"), Some(0));
    assert!(place("X-Wing") < place("Swordfish"));
    assert!(place("Swordfish") < place("Finned Swordfish"));
    let jellyfish = &list[place("Jellyfish").expect("in the list")];
    assert_eq!(jellyfish["rule"], "fish");
    assert_eq!(jellyfish["family"], "40-fish");
    assert_eq!(jellyfish["level"], "hard");
    assert_eq!(jellyfish["score"], 160);
    assert_eq!(jellyfish["codes"], serde_json::json!(["0302"]));
}

#[test]
fn show_has_the_text_the_names_and_the_example_drawn() {
    let result = run(&["rules", "show", "fish"]);
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    insta::assert_snapshot!("rules_show", result.out);
}

#[test]
fn show_draws_every_rule_in_eighty_columns() {
    for rule in json(&run(&["rules", "list", "--json"]).out) {
        let name = rule["rule"].as_str().expect("a name");
        let result = run(&["rules", "show", name]);
        assert_eq!(result.code, 0, "{name}");
        // The examples of these rules have constraints, which the terminal cannot draw.
        if rule["family"] == "25-constraints" {
            continue;
        }
        let drawing: Vec<&str> = (result.out.lines())
            .skip_while(|line| !line.trim_start().starts_with("c1"))
            .collect();
        assert!(drawing.len() >= 13, "{name}: no drawing\n{}", result.out);
        let (words, grid) = drawing.split_last().expect("lines");
        assert!(grid.iter().all(|line| line.chars().count() <= 80), "{name}");
        assert!(words.contains(" => "), "{name}: {words}");
    }
}

#[test]
fn misspelt_rule_gets_a_suggestion() {
    let result = run(&["rules", "show", "finned_fsh"]);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    insta::assert_snapshot!("rules_show_misspelt", result.err);
    let result = run(&["steps", BOARD, "--rule", "skyscrapper"]);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    insta::assert_snapshot!("steps_misspelt", result.err);
    let result = run(&["steps", BOARD, "--technique", "9999"]);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    assert!(result.err.contains("`9999`"), "{}", result.err);
}

#[test]
fn test_runs_the_examples_of_the_library() {
    let result = run(&["rules", "test"]);
    assert_eq!(result.code, 0, "{}", result.out);
    let count = result
        .out
        .strip_suffix(" examples pass, 0 fail; 0 rules have no example\n");
    let count: usize = count.and_then(|n| n.parse().ok()).expect("a count");
    let rules = json(&run(&["rules", "list", "--json"]).out).len();
    assert!(count >= 2 * rules, "{count} examples of {rules} rules");
    // A folder gives the result of its files.
    let singles = run(&["rules", "test", "rules/10-singles"]);
    assert_eq!(singles.code, 0, "{}", singles.out);
    assert!(
        singles.out.contains(" examples pass, 0 fail"),
        "{}",
        singles.out
    );
}

#[test]
fn test_reports_the_examples_that_fail() {
    let wrong = RULE.replace("=> r7c2<>8", "=> r7c2<>2");
    let loud = RULE
        .replace("example  ", "silent   ")
        .replace(" => r7c2<>8", "");
    let loud = loud.replace("rule grouped_kite", "rule loud_kite");
    let folder = folder(&[("a.rule", wrong.as_bytes()), ("b.rule", loud.as_bytes())]);
    let result = run_in(folder.path(), &["rules", "test", "a.rule", "b.rule"]);
    assert_eq!(result.code, 1);
    insta::assert_snapshot!("rules_test_failing", result.out);
}

#[test]
fn test_says_when_a_conclusion_does_not_follow() {
    let unsound = RULE.replace("           no d in two of R\n", "");
    let folder = folder(&[("unsound.rule", unsound.as_bytes())]);
    let result = run_in(folder.path(), &["rules", "test", "unsound.rule"]);
    assert_eq!(result.code, 1);
    insta::assert_snapshot!("rules_test_unsound", result.out);
}

#[test]
fn fmt_keeps_comments_and_is_idempotent() {
    let untidy = RULE
        .replace("           no d", "  no d")
        .replace("  level    ", " level ");
    let files: [(&str, &[u8]); 2] = [
        ("untidy.rule", untidy.as_bytes()),
        ("tidy.rule", RULE.as_bytes()),
    ];
    let folder = folder(&files);
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).expect("a file");
    let check = run_in(folder.path(), &["rules", "fmt", "--check", "."]);
    assert_eq!(check.code, 1);
    assert!(check.out.ends_with("untidy.rule\n"), "{}", check.out);
    assert_eq!(check.out.lines().count(), 1, "{}", check.out);
    assert_eq!(read("untidy.rule"), untidy, "nothing is changed by --check");
    let result = run_in(folder.path(), &["rules", "fmt", "."]);
    assert_eq!((result.code, &result.out), (0, &check.out));
    assert_eq!(read("untidy.rule"), RULE);
    assert_eq!(read("tidy.rule"), RULE);
    let again = run_in(folder.path(), &["rules", "fmt", "--check", "."]);
    assert_eq!((again.code, again.out.as_str()), (0, ""));
}

#[test]
fn library_is_in_the_house_style() {
    let result = run(&["rules", "fmt", "--check", "rules"]);
    assert_eq!((result.code, result.out.as_str()), (0, ""));
}

#[test]
fn check_reports_all_mistakes_with_their_places() {
    let wrong = RULE
        .replace("or in b", "or in B")
        .replace("seeing S", "seeing T");
    let files: [(&str, &[u8]); 2] = [
        ("wrong.rule", wrong.as_bytes()),
        ("good.rule", RULE.as_bytes()),
    ];
    let folder = folder(&files);
    let result = run_in(folder.path(), &["rules", "check", "wrong.rule"]);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    insta::assert_snapshot!("rules_check_wrong", result.err);
    let result = run_in(folder.path(), &["rules", "check", "good.rule"]);
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    assert!(
        result
            .out
            .starts_with("1 file, 1 rule: no mistakes found\n")
    );
    assert!(
        (result.out).ends_with("1 sound, 0 unsound, 0 unknown\n"),
        "{}",
        result.out
    );
}

#[test]
fn files_other_than_rule_files_are_reported() {
    let deep = "{".repeat(1_000_000);
    let files: [(&str, &[u8]); 3] = [
        ("bytes.rule", b"rule caf\xe9 {"),
        ("empty.rule", b""),
        ("deep.rule", deep.as_bytes()),
    ];
    let folder = folder(&files);
    let check = |name| run_in(folder.path(), &["rules", "check", name]);
    for (name, code, told) in [
        ("bytes.rule", 1, "rule::not_utf8"),
        ("empty.rule", 1, "rule::"),
        ("deep.rule", 1, "rule::"),
        ("missing.rule", 3, "missing.rule cannot be read"),
    ] {
        let result = check(name);
        assert_eq!((result.code, result.out.as_str()), (code, ""), "{name}");
        assert!(result.err.contains(told), "{name}: {}", result.err);
        let lines = result.err.lines().count();
        assert!(lines < 40, "{name}: {lines} lines");
    }
    assert_eq!(run(&["rules", "list", "--rules", "no/such/folder"]).code, 3);
    assert_eq!(run(&["steps", BOARD, "--rules", "no/such/folder"]).code, 3);
}

#[test]
fn conform_counts_found_and_names_missing_cases() {
    let kite = format!(":0401:8:{KITE}");
    let cases = [
        format!(":0403:8:{KITE}::872::"),
        format!(":0310:8:{KITE}::872::"),
        // A step that no rule finds.
        format!(":0310:2:{KITE}::272::"),
        format!("{kite}::872::"),
        // No rule of the library has this code.
        format!(":9999:8:{KITE}::872::"),
    ];
    let folder = folder(&[("cases.txt", (cases.join("\n") + "\n").as_bytes())]);
    let result = run_in(folder.path(), &["rules", "conform", "cases.txt", "--json"]);
    assert_eq!(result.code, 0, "{}", result.err);
    let rows = json(&result.out);
    assert_eq!(texts(&rows, "code"), ["0310", "0401", "0403"]);
    for row in &rows {
        let fields = fields(row);
        for name in [
            "code",
            "technique",
            "lines",
            "found",
            "missing",
            "wrong",
            "missing_lines",
        ] {
            assert!(fields.contains(&name), "{name} in {fields:?}");
        }
    }
    let counts = |row: &Value| ["lines", "found", "missing", "wrong"].map(|f| row[f].as_u64());
    assert_eq!(counts(&rows[0]), [2, 1, 1, 0].map(Some));
    assert_eq!(counts(&rows[2]), [1, 1, 0, 0].map(Some));
    assert_eq!(rows[0]["missing_lines"], serde_json::json!([cases[2]]));
    let table = run_in(
        folder.path(),
        &["rules", "conform", "cases.txt", "--missing"],
    );
    assert_eq!(table.code, 0);
    insta::assert_snapshot!("rules_conform", table.out);
}

#[test]
fn conform_fails_when_a_rule_must_not_fire() {
    let case = format!(":0403-x:8:{KITE}::872::\n");
    let folder = folder(&[("cases.txt", case.as_bytes()), ("none.txt", b"nothing\n")]);
    let result = run_in(folder.path(), &["rules", "conform", "cases.txt", "--json"]);
    assert_eq!(result.code, 1);
    assert_eq!(json(&result.out)[0]["wrong"], 1);
    assert_eq!(
        run_in(folder.path(), &["rules", "conform", "none.txt"]).code,
        1
    );
    assert_eq!(
        run_in(folder.path(), &["rules", "conform", "missing.txt"]).code,
        3
    );
}

#[test]
fn steps_print_sentences_and_json() {
    let result = run(&["steps", KITE, "--rule", "turbot_fish"]);
    assert_eq!((result.code, result.err.as_str()), (0, ""));
    insta::assert_snapshot!("steps", result.out);
    let list = json(&run(&["steps", KITE, "--technique", "0403", "--json"]).out);
    assert_eq!(list.len(), result.out.lines().count());
    let step = &list[0];
    for name in [
        "rule",
        "name",
        "place",
        "eliminate",
        "bindings",
        "certificate",
    ] {
        assert!(fields(step).contains(&name), "{name} in {step}");
    }
    assert_eq!(step["rule"], "turbot_fish");
    assert_eq!(step["name"], "Turbot Fish");
    assert_eq!(step["place"], serde_json::json!([]));
    assert_eq!(step["eliminate"], serde_json::json!(["r7c2<>8"]));
    assert_eq!(step["bindings"]["d"], "8");
    let certificate = step["certificate"][0].as_str().expect("a line");
    let proof = format!("qed 1\nboard sudoku 3x3\ngivens {KITE}\n{certificate}\nclaim open\n");
    qedoku_tests::accepted(&proof);
    let single = json(&run(&["steps", BOARD, "--rule", "hidden_single", "--json"]).out);
    for step in &single {
        assert_eq!(step["place"].as_array().map(Vec::len), Some(1), "{step}");
        assert_eq!(step["eliminate"], serde_json::json!([]));
    }
    assert!(!single.is_empty());
    let silent = run(&["steps", KITE, "--rule", "full_house"]);
    assert_eq!(
        (silent.code, silent.out.as_str()),
        (0, "No rule applies here.\n")
    );
    assert_eq!(
        json(&run(&["steps", KITE, "--rule", "full_house", "--json"]).out).len(),
        0
    );
}

#[test]
fn rules_folder_adds_and_replaces_techniques() {
    let fish =
        fs::read_to_string(qedoku_tests::root().join("rules/40-fish/fish.rule")).expect("a rule");
    let renamed = fish.replace("X-Wing", "Two Lines");
    let files: [(&str, &[u8]); 2] = [
        ("50-single-digit/grouped_kite.rule", RULE.as_bytes()),
        ("40-fish/fish.rule", renamed.as_bytes()),
    ];
    let folder = folder(&files);
    let before = json(&run(&["rules", "list", "--json"]).out);
    let rules = folder.path().display().to_string();
    let after = json(&run(&["rules", "list", "--json", "--rules", &rules]).out);
    assert_eq!(after.len(), before.len() + 1);
    let names = texts(&after, "name");
    assert!(names.contains(&"Grouped 2-String Kite") && names.contains(&"Two Lines"));
    assert!(!names.contains(&"X-Wing"));
    let steps = run(&["steps", KITE, "--rules", &rules, "--rule", "grouped_kite"]);
    assert_eq!(
        (steps.code, steps.out.lines().count()),
        (0, 1),
        "{}",
        steps.err
    );
    let fish: Vec<_> = before.iter().filter(|row| row["rule"] == "fish").collect();
    let own = [
        "rules",
        "list",
        "--json",
        "--no-standard-rules",
        "--rules",
        &rules,
    ];
    assert_eq!(json(&run(&own).out).len(), fish.len() + 1);
}

#[test]
fn duplicate_rule_name_is_an_error() {
    let taken = RULE.replace("rule grouped_kite", "rule skyscraper");
    let folder = folder(&[("mine.rule", taken.as_bytes())]);
    let result = run_in(folder.path(), &["rules", "list", "--rules", "mine.rule"]);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    assert!(result.err.contains("rule::duplicate"), "{}", result.err);
}

#[test]
fn library_parts_are_the_same_from_any_folder() {
    let rules = qedoku_tests::root().join("rules");
    let wings = ["rules", "check", "--text-only", "60-wings"];
    let file = ["rules", "check", "--text-only", "xy_wing.rule"];
    let one = run_in(&rules.join("60-wings"), &file);
    assert_eq!(
        one.out, "1 file, 1 rule: no mistakes found\n",
        "{}",
        one.err
    );
    let all = run_in(&rules, &wings);
    let count = fs::read_dir(rules.join("60-wings"))
        .expect("a folder")
        .count();
    let says = format!("{count} files, {count} rules: no mistakes found\n");
    assert_eq!(all.out, says, "{}", all.err);
    let parts = ["rules", "test", "60-wings/xy_wing.rule", "20-intersections"];
    let tested = run_in(&rules, &parts);
    assert_eq!(tested.code, 0, "{}{}", tested.out, tested.err);
}

#[test]
fn file_named_like_a_standard_one_replaces_it() {
    let path = qedoku_tests::root().join("rules/60-wings/xy_wing.rule");
    let wing = fs::read_to_string(path).expect("a rule");
    let renamed = wing.replace("\"XY-Wing\"", "\"Three Cells\"");
    let folder = folder(&[("ideas/xy_wing.rule", renamed.as_bytes())]);
    let before = json(&run(&["rules", "list", "--json"]).out);
    let rules = folder.path().display().to_string();
    let after = json(&run(&["rules", "list", "--json", "--rules", &rules]).out);
    assert_eq!(after.len(), before.len());
    assert!(texts(&after, "name").contains(&"Three Cells"));
    assert!(!texts(&after, "name").contains(&"XY-Wing"));
}

#[test]
fn duplicate_definitions_in_user_files_are_an_error() {
    let folder = folder(&[
        ("one/kite.rule", RULE.as_bytes()),
        ("other/kite.rule", RULE.as_bytes()),
    ]);
    let rules = folder.path().display().to_string();
    let result = run(&["rules", "list", "--rules", &rules]);
    assert_eq!(result.code, 1);
    assert!(result.err.contains("rule::duplicate"), "{}", result.err);
}

/// Returns the rule of these tests without the clause that makes it sound.
fn wrong_rule() -> TempDir {
    let wrong = RULE.replace("           no d in two of R\n", "");
    folder(&[("wrong.rule", wrong.as_bytes())])
}

#[test]
fn check_shows_the_board_on_which_a_rule_is_wrong() {
    let folder = wrong_rule();
    let result = run_in(folder.path(), &["rules", "check", "wrong.rule"]);
    assert_eq!((result.code, result.err.as_str()), (1, ""));
    for words in [
        "grouped_kite: unsound on the 9x9 board\n",
        "rule::unsound",
        "[wrong.rule:",
        "eliminate d from cells seeing S",
        "which can be true",
        "it would be sound if you ",
        "It matches here:\n",
        "as this is a solution:\n",
        "0 sound, 1 unsound, 0 unknown\n",
    ] {
        assert!(result.out.contains(words), "{words}\n{}", result.out);
    }
}

#[test]
fn mistakes_have_their_place_in_the_file() {
    let text = "// A comment.\n\n/// Two cells that need not see each other.\nrule pair {\n  for   cells \
                a, b, digits x, y\n  when  every candidate of a, b is x or y\n  then  eliminate x, y \
                from cells seeing a and b\n}\n";
    let folder = folder(&[("pair.rule", text.as_bytes())]);
    let result = run_in(folder.path(), &["rules", "check", "pair.rule"]);
    for words in [
        "[pair.rule:5:",
        " 5 │   for   cells a, b",
        "nothing says that `a sees b`",
        " 7 │   then  eliminate x, y",
        "it would be sound if you add `a sees b` to `with`",
    ] {
        assert!(result.out.contains(words), "{words}\n{}", result.out);
    }
}

#[test]
fn check_prints_verdicts_as_json() {
    let folder = wrong_rule();
    let result = run_in(folder.path(), &["rules", "check", "--json", "wrong.rule"]);
    assert_eq!(result.code, 1);
    let verdicts: Value = serde_json::from_str(&result.out).expect("JSON");
    let verdict = &verdicts[0];
    assert_eq!(verdict["rule"], "grouped_kite");
    assert_eq!(verdict["verdict"], "unsound");
    let board = &verdict["counterexample"];
    assert_eq!(board["solution"].as_str().map(str::len), Some(81));
    assert_eq!(board["candidates"].as_array().map(Vec::len), Some(81));
    assert!(board["killed"].as_array().is_some_and(|k| !k.is_empty()));
}

#[test]
fn check_beyond_the_time_limit_is_unknown() {
    let large = "rule leviathan {\n  for   digit d, lines R[14], crosslines C[14]\n  \
                 when  every d in R is in C\n  then  eliminate d from C except R\n}\n";
    let folder = folder(&[("large.rule", large.as_bytes())]);
    let args = ["rules", "check", "--time-limit", "0.5", "large.rule"];
    let result = run_in(folder.path(), &args);
    assert_eq!(result.code, 1, "{}", result.out);
    let words = "leviathan: unknown, asked for every board and for the 9x9 board: it was not decided within 0.5 s\n";
    assert!(result.out.contains(words), "{}", result.out);
    for limit in ["0", "-1", "NaN", "1e9", "soon"] {
        let args = ["rules", "check", "--time-limit", limit, "large.rule"];
        assert_eq!(run_in(folder.path(), &args).code, 3, "{limit}");
    }
}

#[test]
fn check_writes_proofs_for_other_solvers() {
    let folder = folder(&[]);
    let args = ["rules", "prove", "xy_wing", "--smt2", "proof"];
    let result = run_in(folder.path(), &args);
    assert_eq!(result.code, 0, "{}", result.err);
    assert_eq!(result.out, "xy_wing: proved by 1 question\n");
    let text = fs::read_to_string(folder.path().join("proof/xy_wing.smt2")).expect("a file");
    assert!(text.contains("(check-sat)"));
    assert_eq!(
        run_in(folder.path(), &["rules", "prove", "xy_wink"]).code,
        1
    );
}

/// Runs the program in a folder with its own cache.
fn run_cached(folder: &Path, args: &[&str]) -> Run {
    run_with(folder, args, Some(&folder.join("cache")))
}

#[test]
fn unproved_rules_are_used_only_if_trusted() {
    let folder = wrong_rule();
    let args = [
        "steps",
        KITE,
        "--rules",
        "wrong.rule",
        "--rule",
        "grouped_kite",
    ];
    let result = run_cached(folder.path(), &args);
    assert_eq!((result.code, result.out.as_str()), (1, ""));
    assert!(result.err.contains("rule::not_proved"), "{}", result.err);
    assert!(
        result.err.contains("grouped_kite: unsound"),
        "{}",
        result.err
    );
    let trusted = run_cached(folder.path(), &[&args[..], &["--trust"]].concat());
    assert!(!trusted.err.contains("rule::not_proved"), "{}", trusted.err);
    let args = ["steps", KITE, "--trust"];
    assert_eq!(
        run_cached(folder.path(), &args).code,
        3,
        "there is nothing to trust"
    );
}

#[test]
fn uncertified_step_of_a_trusted_rule_is_skipped_with_warning() {
    let wrong = "/// Wrong.\nrule fat_fish {\n  level easy\n  score 1\n  for   digit d, lines R[2], crosslines C[3]\n  \
                 when  every d in R is in C\n  then  eliminate d from C except R\n}\n";
    let folder = folder(&[
        ("wrong.rule", wrong.as_bytes()),
        ("kite.txt", KITE.as_bytes()),
    ]);
    for (command, puzzle) in [
        ("solve", KITE),
        ("prove", KITE),
        ("steps", KITE),
        ("grade", "kite.txt"),
    ] {
        let args = [command, puzzle, "--rules", "wrong.rule", "--trust"];
        let result = run_cached(folder.path(), &args);
        assert_eq!(result.code, 0, "{}", result.err);
        let warning = "warning: rule `fat_fish`: ";
        assert!(result.err.contains(warning), "{}", result.err);
        assert!(
            result.err.contains("does not follow from"),
            "{}",
            result.err
        );
        assert!(!result.out.contains("fat_fish"), "{}", result.out);
    }
}

/// In a state without solved cells, the almost locked sets of a loop are large and share cells.
#[test]
fn loops_with_overlapping_sets_are_certified() {
    for puzzle in [
        "4.....3......5.6...8342......8...1.....9.5.8..7.....5..9...6...2.7.3........81.97",
        ".8..74.2.....8.....23...5....8.....6.94........1.46...7.....4.2.6......1...9.8.3.",
        ".....4.7.5..8..3......1...9...4.3....1.27....8......5.....59..329...71..65....9..",
    ] {
        let result = run(&["steps", puzzle, "--rule", "als_nice_loop", "--json"]);
        assert_eq!(result.code, 0, "{}", result.err);
        let steps = json(&result.out);
        assert!(steps.len() > 20, "{}", steps.len());
        for step in steps {
            let lines = step["certificate"].as_array().expect("lines").iter();
            let lines: String = (lines.filter_map(Value::as_str))
                .map(|line| format!("{line}\n"))
                .collect();
            let head = format!("qed 1\nboard sudoku 3x3\ngivens {puzzle}\n");
            qedoku_tests::accepted(&format!("{head}{lines}claim open\n"));
        }
    }
}

#[test]
fn verdict_cache_is_used_unless_damaged() {
    let folder = folder(&[("good.rule", RULE.as_bytes())]);
    let args = [
        "steps",
        KITE,
        "--rules",
        "good.rule",
        "--rule",
        "grouped_kite",
    ];
    let cache = folder.path().join("cache/qedoku/verdicts");
    assert_eq!(run_cached(folder.path(), &args).code, 0);
    let written = fs::read_to_string(&cache).expect("a cache");
    assert_eq!(run_cached(folder.path(), &args).code, 0);
    assert_eq!(fs::read_to_string(&cache).expect("a cache"), written);
    // Damaged caches are not used: the unsound rule is rejected.
    let wrong = RULE.replace("           no d in two of R\n", "");
    fs::write(folder.path().join("good.rule"), wrong).expect("a file");
    for damaged in [
        "",
        "proved: all",
        "\n\n",
        &written[..written.len() / 2],
        &written[..written.len() - 1],
        &written.replace("verdicts 2", "verdicts 1"),
        &written.to_uppercase(),
    ] {
        fs::write(&cache, damaged).expect("a file");
        assert_eq!(run_cached(folder.path(), &args).code, 1);
    }
    fs::write(folder.path().join("good.rule"), RULE).expect("a file");
    assert_eq!(run_cached(folder.path(), &args).code, 0);
    assert_eq!(
        fs::read_to_string(&cache).expect("a cache"),
        written,
        "it is written anew"
    );
}

#[test]
fn overlap_lists_subsumed_techniques() {
    let few = [
        "rules",
        "overlap",
        "--no-standard-rules",
        "--trust",
        "--rules",
        "rules/00-prelude",
        "--rules",
        "rules/10-singles",
        "--rules",
        "rules/20-intersections",
        "--rules",
        "rules/50-single-digit",
        "--puzzles",
        "10",
    ];
    let all = run(&few);
    assert_eq!(all.code, 0, "{}", all.err);
    assert!(all.out.lines().all(|line| line.len() <= 80), "{}", all.out);
    insta::assert_snapshot!("rules_overlap", all.out);
    // By the name of a rule or of a technique, as JSON, and with partial overlaps.
    let one = run(&[
        &few[..],
        &["Skyscraper", "two_string_kite", "--json", "--all"],
    ]
    .concat());
    let rows = json(&one.out);
    assert_eq!(rows.len(), 2, "{}", one.out);
    assert_eq!(rows[0]["technique"], "Skyscraper");
    let finder = &rows[0]["found_by"][0];
    assert_eq!(finder["technique"], "Turbot Fish", "{}", one.out);
    assert_eq!(finder["patterns"], rows[0]["patterns"]);
    assert_eq!(finder["closest"], true);
    let wrong = run(&[&few[..], &["skyscrapper"]].concat());
    assert_eq!(wrong.code, 1);
    assert!(
        wrong.err.contains("did you mean `Skyscraper`"),
        "{}",
        wrong.err
    );
    assert_eq!(run(&["rules", "overlap", "--patterns", "0"]).code, 3);
}

#[cfg(unix)]
#[test]
fn symlink_to_its_folder_is_an_error() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two"] {
        symlink(folder.path(), folder.path().join(name)).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    for args in [
        &["rules", "list", "--rules", path][..],
        &["rules", "fmt", path],
    ] {
        let result = run(args);
        assert_eq!(result.code, 3, "{}", result.out);
        assert!(result.err.contains("leads to a folder"), "{}", result.err);
    }
}

#[cfg(unix)]
#[test]
fn symlink_to_itself_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one", "two.rule"] {
        std::os::unix::fs::symlink(name, folder.path().join(name)).unwrap();
    }
    let path = folder.path().to_str().unwrap();
    let result = run(&["rules", "list", "--rules", path]);
    assert_eq!(result.code, 3, "{}", result.out);
    assert!(result.err.contains("cannot be read"), "{}", result.err);
}
