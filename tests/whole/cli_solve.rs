//! `solve`, `hint`, `grade` and `bench` as users and scripts call them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

#[cfg(unix)]
use crate::program::{Signal, interrupt};
use crate::program::{command, json, run, run_command, run_with};

const EASY: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MIXED: &str =
    ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
const HARD: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SEVERAL: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........";
const IMPOSSIBLE: &str =
    "..49....2..9...48..5...7....42.9...3...24....8..1..........6.7...3.7..19...4.....";

#[test]
fn solve_prints_steps_board_and_grade() {
    let run = run(&["solve", EASY, "--max-level", "easy"]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!("solve", run.out);
}

#[test]
fn solve_draws_every_step_on_request() {
    let run = run(&["solve", EASY, "--verbose", "--max-steps", "2"]);
    assert_eq!(run.code, 0, "{}", run.err);
    insta::assert_snapshot!("solve_verbose", run.out);
}

/// The answer of `solve --json` for a hard puzzle, whose certificates make a proof of this version.
fn certified_steps(version: u32, options: &[&str]) -> serde_json::Value {
    let answer = run(&[&["solve", HARD, "--json"], options].concat());
    let value = json(&answer.out);
    assert_eq!(value["claim"], "unique");
    let steps = value["steps"].as_array().expect("steps");
    let mut proof = format!("qed {version}\nboard sudoku 3x3\ngivens {HARD}\n");
    for step in steps {
        for line in step["certificate"].as_array().expect("lines") {
            proof += line.as_str().expect("text");
            proof.push('\n');
        }
    }
    let solution = value["solutions"][0].as_str().expect("a grid");
    qedoku_tests::accepted(&format!("{proof}claim unique {solution}\n"));
    value
}

#[test]
fn solve_prints_json_whose_steps_are_certified() {
    let value = certified_steps(1, &["--quick"]);
    assert_eq!(value["grade"]["level"], "search");
    assert_eq!(value["grade"]["hardest"], "Search");
    let steps = value["steps"].as_array().expect("steps");
    assert!(steps.iter().any(|step| step["rule"].is_null()));
}

#[test]
fn solve_uses_layouts_before_search() {
    let value = certified_steps(2, &[]);
    assert_eq!(value["grade"]["level"], "extreme");
    assert_eq!(value["grade"]["search"], 0);
}

#[test]
fn solve_stops_at_a_state() {
    let begun = run(&["solve", MIXED, "--json", "--max-steps", "9"]);
    let state = json(&begun.out)["state"]
        .as_str()
        .expect("candidates")
        .to_owned();
    let run = run(&["solve", MIXED, "--json", "--until", &state]);
    let value = json(&run.out);
    assert_eq!(value["steps"].as_array().map(Vec::len), Some(9));
    assert_eq!(value["state"], state.as_str());
}

#[test]
fn rule_names_are_checked() {
    let wrong = run(&["solve", EASY, "--off", "fisch"]);
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("did you mean `fish`"), "{}", wrong.err);
    let level = run(&["solve", EASY, "--max-level", "heavy"]);
    assert_eq!(level.code, 3);
    assert!(level.err.contains("unfair"), "{}", level.err);
}

#[test]
fn hints_come_in_three_strengths() {
    let tell = |strength: &str| run(&["hint", MIXED, "--tell", strength]).out;
    assert_eq!(tell("where"), "Look at box 4.\n");
    assert_eq!(tell("technique"), "Naked Single: look at box 4.\n");
    let everything = tell("everything");
    assert!(everything.contains("Naked Single: ") && everything.contains(" => r"));
    assert!(everything.contains("r9 |"), "{everything}");
    let value = json(&run(&["hint", MIXED, "--tell", "where", "--json"]).out);
    // The place as text, and as houses, cells and candidates.
    assert_eq!(value.as_object().map(|o| o.len()), Some(2), "{value}");
    let solved =
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    assert_eq!(run(&["hint", solved]).out, "The puzzle is solved.\n");
}

/// Returns the path of a file with puzzles of all kinds and invalid lines.
fn batch(folder: &Path) -> String {
    let lines = [
        EASY, MIXED, "rubbish", EASY, SEVERAL, "12", IMPOSSIBLE, EASY,
    ];
    let path = folder.join("batch.txt");
    fs::write(&path, lines.join("\n") + "\n").expect("a file");
    path.display().to_string()
}

#[test]
fn grade_keeps_the_order_with_any_number_of_threads() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("many.txt").display().to_string();
    let mut many: Vec<&str> = [EASY, IMPOSSIBLE, EASY, SEVERAL].repeat(50);
    // Hard puzzles that are finished after later ones.
    (many[0], many[120]) = (MIXED, MIXED);
    fs::write(&path, many.join("\n")).expect("a file");
    for format in ["csv", "jsonl", "table"] {
        let graded =
            |threads: &str| run(&["grade", &path, "--format", format, "--threads", threads]);
        let one = graded("1");
        assert_eq!(one.code, 0, "{}", one.err);
        for threads in ["2", "5"] {
            let more = graded(threads);
            assert_eq!(one.out, more.out);
            assert_eq!(one.err, more.err);
        }
        let puzzle = |line: &str| many.iter().copied().find(|p| line.contains(p));
        let found: Vec<&str> = one.out.lines().filter_map(puzzle).collect();
        assert_eq!(found, many);
    }
}

#[test]
fn grade_reports_bad_lines_and_continues() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = batch(folder.path());
    let easy = ["--max-level", "easy", "--no-search"];
    let graded = run(&[&["grade", &path, "--format", "csv"][..], &easy[..]].concat());
    assert_eq!(graded.code, 1);
    assert!(
        graded.err.contains("line 3: ") && graded.err.contains("line 6: "),
        "{}",
        graded.err
    );
    let out = graded.out.replace(&path, "batch.txt");
    insta::assert_snapshot!("grade_csv", out);
    let err = graded.err.replace(&path, "batch.txt");
    insta::assert_snapshot!("grade_summary", err);
    let strict = run(&["grade", &path, "--format", "csv", "--strict"]);
    assert_eq!(strict.code, 1);
    assert_eq!(strict.out.lines().count(), 3, "{}", strict.out);
    assert!(!strict.err.contains("line 6: "));
}

#[test]
fn grades_have_the_documented_fields() {
    let graded = run_with(
        &["grade", "-", "--format", "jsonl", "--quiet"],
        EASY.as_bytes(),
    );
    assert_eq!((graded.code, graded.err.as_str()), (0, ""));
    let value = json(&graded.out);
    for field in [
        "puzzle",
        "level",
        "hardest",
        "score",
        "steps",
        "search",
        "clues",
        "techniques",
        "solved",
    ] {
        assert!(!value[field].is_null(), "{field} in {value}");
    }
    assert_eq!(
        (value["puzzle"].as_str(), value["clues"].as_u64()),
        (Some(EASY), Some(30))
    );
}

#[test]
fn grade_rates_by_requested_scales() {
    let sample = fs::read_to_string("puzzles/sample.sdm").expect("the samples");
    let is_puzzle = |line: &&str| !line.is_empty() && !line.starts_with('#');
    let rated_4 = sample.lines().filter(is_puzzle).nth(5).expect("a puzzle");
    let batch = format!("{EASY}\n{rated_4}\n{SEVERAL}\n");
    let grade = |options: &[&str]| {
        let grade = [
            "grade",
            "-",
            "--quiet",
            "--max-level",
            "easy",
            "--no-search",
            "--format",
        ];
        let args = [&grade[..], options].concat();
        let graded = run_with(&args, batch.as_bytes());
        assert_eq!((graded.code, graded.err.as_str()), (0, ""));
        graded.out
    };
    let rated = grade(&["jsonl", "--scale", "B", "--scale", "W"]);
    let ratings: Vec<_> = (rated.lines().map(json))
        .map(|value| (value["B"].as_u64(), value["W"].as_u64()))
        .collect();
    assert_eq!(
        ratings,
        [(Some(0), Some(0)), (Some(4), Some(4)), (None, None)]
    );
    let one = json(
        grade(&["jsonl", "--scale", "W"])
            .lines()
            .next()
            .expect("a line"),
    );
    assert!(one.get("B").is_none() && one["W"] == 0, "{one}");
    let none = json(grade(&["jsonl"]).lines().next().expect("a line"));
    assert!(none.get("B").is_none() && none.get("W").is_none(), "{none}");
    let csv = grade(&["csv", "--scale", "B"]);
    let last = |line: &str| line.rsplit(',').next().map(str::to_owned);
    let column: Vec<_> = csv.lines().filter_map(last).collect();
    assert_eq!(column, ["B", "0", "4", ""]);
    let table = grade(&["table", "--scale", "B"]);
    let column: Vec<_> = (table.lines())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(column, ["B", "0", "4", "-"]);
    let wrong = run(&["grade", "-", "--scale", "X"]);
    assert_eq!(wrong.code, 3);
    assert!(wrong.err.contains("B, W, gB, gW, L, SE"), "{}", wrong.err);
}

#[test]
fn grade_rates_by_scale_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = folder.path().join("mine.scale");
    fs::write(&own, "scale mine\n1 naked_single\n2.5 hidden_single\n").expect("written");
    let own = own.to_string_lossy().into_owned();
    let args = ["grade", "-", "--quiet", "--only-scales", "--format"];
    let rated = |options: &[&str]| {
        let graded = run_with(&[&args[..], options].concat(), EASY.as_bytes());
        assert_eq!((graded.code, graded.err.as_str()), (0, ""));
        graded.out
    };
    let record = json(
        rated(&[
            "jsonl", "--scale", "SE", "--scale", "hodoku", "--scale", &own,
        ])
        .trim(),
    );
    assert!(
        record["SE"]
            .as_f64()
            .is_some_and(|er| (1.2..2.4).contains(&er)),
        "{record}"
    );
    assert!(
        record["SE_ED"].as_f64() <= record["SE"].as_f64(),
        "{record}"
    );
    assert_eq!(record["hodoku"], "easy", "{record}");
    assert!(record["hodoku_score"].as_u64() > Some(200), "{record}");
    assert_eq!(record["claim"], "unique", "{record}");
    let csv = rated(&["csv", "--scale", "SE"]);
    assert!(
        csv.lines()
            .next()
            .is_some_and(|heading| heading.ends_with(",SE,SE_EP,SE_ED"))
    );
    fs::write(
        folder.path().join("mine.scale"),
        "scale mine\n1 naked_singel\n",
    )
    .expect("written");
    let wrong = run(&["grade", "-", "--scale", &own]);
    assert_eq!(wrong.code, 3);
    assert!(wrong.err.contains("naked_single"), "{}", wrong.err);
    assert!(wrong.err.contains("scale::unknown_rule"), "{}", wrong.err);
}

#[test]
fn grade_skips_whips_where_braids_fail() {
    let start = std::time::Instant::now();
    let args = [
        "grade",
        "puzzles/sample.sdm",
        "--format",
        "jsonl",
        "--quiet",
    ];
    let scales = [
        "--scale",
        "B",
        "--scale",
        "W",
        "--max-level",
        "easy",
        "--no-search",
    ];
    let graded = run(&[&args[..], &scales].concat());
    assert_eq!(graded.code, 0, "{}", graded.err);
    let records: Vec<_> = graded.out.lines().map(json).collect();
    let unsolved = records.iter().filter(|record| record["B"].is_null());
    let mut count = 0;
    for record in unsolved {
        assert!(
            record["W"].is_null() && record.get("W_at_least").is_none(),
            "{record}"
        );
        count += 1;
    }
    assert_eq!((records.len(), count), (11, 5));
    assert!(start.elapsed().as_secs() < 120, "{:?}", start.elapsed());
}

#[test]
fn rating_stops_at_its_time_limit_with_a_bound() {
    let grade = |format: &str| {
        let args = [
            "grade",
            "-",
            "--quiet",
            "--max-level",
            "easy",
            "--no-search",
        ];
        let scales = [
            "--scale",
            "B",
            "--scale",
            "W",
            "--max-time",
            "0",
            "--format",
            format,
        ];
        let graded = run_with(&[&args[..], &scales].concat(), HARD.as_bytes());
        assert_eq!(graded.code, 0, "{}", graded.err);
        graded.out
    };
    let record = json(&grade("jsonl"));
    for scale in ["B", "W"] {
        assert!(record[scale].is_null(), "{record}");
        assert_eq!(record[format!("{scale}_at_least")], 1, "{record}");
    }
    assert!(grade("csv").trim_end().ends_with(",>=1,>=1"));
}

#[test]
fn grade_refuses_to_resume_other_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = batch(folder.path());
    let name = folder.path().join("out.csv").display().to_string();
    run(&["grade", &path, "--format", "csv", "-o", &name]);
    let text = fs::read(&name).expect("the output");
    let refused = run(&["grade", &path, "--resume", &name, "--scale", "B"]);
    assert_ne!(refused.code, 0);
    assert!(refused.err.contains("other options"), "{}", refused.err);
    assert_eq!(fs::read(&name).expect("the output"), text);
}

#[test]
fn grade_resumes_without_loss_or_repetition() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = batch(folder.path());
    for format in ["csv", "jsonl"] {
        let out = folder.path().join(format!("out.{format}"));
        let name = out.display().to_string();
        let whole = run(&["grade", &path, "--format", format, "-o", &name]);
        assert_eq!(whole.code, 1, "{}", whole.err);
        let text = fs::read(&out).expect("the output");
        for cut in [
            0,
            1,
            60,
            text.len() / 3,
            text.len() / 2,
            text.len() - 1,
            text.len(),
        ] {
            fs::write(&out, &text[..cut]).expect("a file");
            let resumed = run(&["grade", &path, "--resume", &name]);
            assert_eq!(resumed.code, 1, "{}", resumed.err);
            assert_eq!(fs::read(&out).expect("the output"), text, "cut at {cut}");
            assert_eq!(resumed.out, whole.out, "the summary is of the whole batch");
        }
        // Output of other puzzles is left unchanged.
        let other = folder.path().join("other.txt");
        fs::write(&other, format!("{HARD}\n{EASY}\n")).expect("a file");
        let refused = run(&["grade", &other.display().to_string(), "--resume", &name]);
        assert_ne!(refused.code, 0);
        assert!(refused.err.contains("another puzzle"), "{}", refused.err);
        assert_eq!(fs::read(&out).expect("the output"), text);
    }
}

#[cfg(unix)]
#[test]
fn grade_keeps_whole_lines_when_interrupted() {
    let folder = tempfile::tempdir().expect("a folder");
    let (puzzles, out) = (folder.path().join("in.sdm"), folder.path().join("out.csv"));
    fs::write(&puzzles, format!("{MIXED}\n").repeat(2000)).expect("a file");
    let [puzzles, name] = [&puzzles, &out].map(|path| path.display().to_string());
    let lines = || fs::read_to_string(&out).map_or(0, |text| text.lines().count());
    let args = [
        "grade",
        &puzzles,
        "--format",
        "csv",
        "-o",
        &name,
        "--threads",
        "1",
    ];
    for signal in [Signal::INT, Signal::TERM] {
        let result = interrupt(&args, signal, || lines() > 2);
        assert_eq!(result.code, 130, "{}", result.err);
        assert!(result.err.contains("--resume continues"), "{}", result.err);
        let text = fs::read_to_string(&out).expect("the output");
        assert!(text.ends_with('\n'), "{text}");
        assert!((3..2001).contains(&text.lines().count()));
        fs::remove_file(&out).expect("it is there");
    }
}

#[test]
fn grade_reports_unreadable_and_unwritable_files() {
    let missing = run(&["grade", "no-such-file"]);
    assert_eq!(missing.code, 3);
    assert!(
        missing.err.contains("no-such-file cannot be read"),
        "{}",
        missing.err
    );
    let unwritable = run_with(
        &["grade", "-", "-o", "no-such-folder/out.csv"],
        EASY.as_bytes(),
    );
    assert_eq!(unwritable.code, 3);
    assert!(
        unwritable.err.contains("cannot be written"),
        "{}",
        unwritable.err
    );
}

#[test]
fn bench_prints_the_cost_of_each_rule() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("few.txt");
    fs::write(&path, format!("{EASY}\n{HARD}\n")).expect("a file");
    let path = path.display().to_string();
    let value = json(&run(&["bench", &path, "--json"]).out);
    assert_eq!(
        (value["puzzles"].as_u64(), value["solved"].as_u64()),
        (Some(2), Some(2))
    );
    assert_eq!(value["without_search"], 2);
    let rules = value["rules"].as_array().expect("rules");
    let steps = |name: &str| {
        let rule = rules.iter().find(|r| r["name"] == name).expect("a rule");
        (rule["matches"].as_u64(), rule["steps"].as_u64())
    };
    let (matches, steps) = steps("Naked Single");
    assert!(
        steps > Some(10) && matches >= steps,
        "{matches:?} {steps:?}"
    );
    // Only a search without a match counts as useless; the time of the proofs is not counted as
    // search.
    for rule in rules {
        let number = |name: &str| rule[name].as_u64().expect("a number");
        let (looks, useless) = (number("looks"), number("useless_looks"));
        let (matches, steps) = (number("matches"), number("steps"));
        assert!(useless <= looks && steps <= matches, "{rule}");
        assert_eq!(looks == useless, matches == 0, "{rule}");
        assert!(matches >= looks - useless, "{rule}");
        let a_look = rule["microseconds_a_look"].as_f64().expect("a time");
        assert_eq!(a_look > 0.0, looks > 0, "{rule}");
        let whole = number("microseconds") as f64 + 1.0;
        assert!(a_look * looks as f64 <= whole, "{rule}");
    }
    let text = run(&["bench", &path]).out;
    assert!(text.contains("puzzles in"), "{text}");
    let heading = "technique us searches us per search useless matches steps";
    let words = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.lines().any(|line| words(line) == heading), "{text}");
}

/// If the time limit is reached, the message says so and says nothing about the puzzle or the
/// rules.
#[test]
fn time_limit_is_not_reported_as_an_answer() {
    let solved = run(&["solve", HARD, "--max-time", "0.001"]);
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert!(
        !solved.out.contains("has not one solution"),
        "{}",
        solved.out
    );
    assert!(
        solved.out.contains("because the time ran out"),
        "{}",
        solved.out
    );
    let hint = run(&["hint", HARD, "--max-time", "0.001"]);
    assert_eq!(
        (hint.code, hint.out.as_str()),
        (0, "The time ran out before a step was found.\n")
    );
}

/// Returns the command with its address space limited to a gigabyte, if the shell supports the
/// limit.
fn in_a_gigabyte(command: Command) -> Command {
    if !cfg!(target_os = "linux") {
        return command;
    }
    let mut limited = Command::new("sh");
    limited
        .args(["-c", "ulimit -v 1000000; exec \"$0\" \"$@\""])
        .arg(command.get_program())
        .args(command.get_args())
        .current_dir(qedoku_tests::root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    limited
}

/// A rule with many overlapping sets has millions of matches. The search stops early and does not
/// store all of them.
#[test]
fn time_limit_ends_a_rule_with_many_matches_with_warning() {
    let rule = "rule heaps {\n  for      house H, cells A[1..4] in H, cells B[1..4] in H, cells C[1..4] in H, digits \
                D[3..9]\n  when     every candidate of A, B, C is in D\n  then     eliminate D from H\n}\n";
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heaps.rule");
    fs::write(&file, rule).expect("a file");
    let file = file.display().to_string();
    let own = ["--no-standard-rules", "--rules", &file, "--trust"];
    let start = std::time::Instant::now();
    let args = [&["solve", HARD, "--max-time", "1", "--no-search"], &own[..]].concat();
    let solved = run_command(in_a_gigabyte(command(&args)), b"");
    assert_eq!(solved.code, 0, "{}", solved.err);
    assert!(
        start.elapsed() < std::time::Duration::from_secs(40),
        "{:?}",
        start.elapsed()
    );
    let steps = run(&[&["hint", HARD, "--max-time", "20", "--no-search"], &own[..]].concat());
    assert!(
        steps.err.contains("rule `heaps` has more than"),
        "{}",
        steps.err
    );
}
