//! Commands on whole collections: canonical forms, removal of copies, conversion, proofs, figures,
//! and puzzles made to order.

use std::fs;
use std::path::Path;

use crate::program::{Run, json, run};

/// Two puzzles.
const ONE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const OTHER: &str =
    ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn at(folder: &tempfile::TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

fn good(args: &[&str]) -> Run {
    let result = run(args);
    assert_eq!(result.code, 0, "{args:?}\n{}{}", result.out, result.err);
    result
}

/// Returns the puzzle transposed and with its digits permuted.
fn isomorph(line: &str) -> String {
    let cells: Vec<char> = line.chars().collect();
    let digit = |c: char| match c.to_digit(10) {
        Some(d) => char::from_digit(d % 9 + 1, 10).expect("a digit"),
        None => c,
    };
    (0..81).map(|i| digit(cells[i % 9 * 9 + i / 9])).collect()
}

#[test]
fn dedup_keeps_the_first_of_copies() {
    let folder = folder();
    let file = at(&folder, "all.sdm");
    let text = format!("{ONE} # first\n{}\n{OTHER}\n{ONE}\n", isomorph(ONE));
    fs::write(&file, text).expect("a file");
    let result = good(&["dedupe", &file]);
    assert_eq!(result.out, format!("{ONE} # first\n{OTHER}\n"));
    assert!(
        result.err.contains("4 puzzles, 2 different"),
        "{}",
        result.err
    );
    let forms = good(&["canon", &file]).out;
    let forms: Vec<&str> = forms.lines().map(|line| &line[..81]).collect();
    assert_eq!(forms[0], forms[1]);
    assert_eq!(forms[0], forms[3]);
    assert_ne!(forms[0], forms[2]);
    // The result does not depend on the number of threads.
    let threads = good(&["dedupe", &file, "--threads", "1"]);
    assert_eq!(threads.out, result.out);
}

#[test]
fn bad_line_is_named_and_the_rest_done() {
    let folder = folder();
    let file = at(&folder, "bad.sdm");
    fs::write(&file, format!("{ONE}\n12345\n{OTHER}\n")).expect("a file");
    let result = run(&["convert", "--to", "line", &file]);
    assert_eq!(result.code, 1);
    assert!(result.err.contains("line 2"), "{}", result.err);
    assert_eq!(result.out, format!("{ONE}\n{OTHER}\n"));
    assert_eq!(run(&["canon", "/nowhere/at/all"]).code, 3);
}

#[test]
fn convert_round_trips() {
    let folder = folder();
    for form in [
        "line",
        "sdm",
        "grid",
        "pencilmarks",
        "candidates",
        "sdk",
        "hodoku",
        "fpuzzles",
        "sudokupad",
        "sudokuwiki",
    ] {
        let file = at(&folder, form);
        good(&["convert", ONE, OTHER, "--to", form, "-o", &file]);
        let back = good(&["convert", &file, "--to", "candidates"]).out;
        let direct = good(&["convert", ONE, OTHER, "--to", "candidates"]).out;
        assert_eq!(back, direct, "{form}");
    }
    // The content of another site's link can be solved directly.
    let link = good(&["convert", ONE, "--to", "sudokupad"]).out;
    let solution = good(&["solve", "--only-solution", link.trim()]).out;
    assert!(solution.starts_with("534678912"), "{solution}");
}

#[test]
fn minimise_removes_redundant_givens() {
    let solved = good(&["solve", "--only-solution", ONE]).out;
    let result = good(&["minimise", solved.trim(), OTHER]);
    for line in result.out.lines() {
        let needed = good(&["minimal", line]).out;
        assert!(needed.starts_with("Every given"), "{needed}");
    }
    let empty = run(&["minimise", &".".repeat(81)]);
    assert_eq!(empty.code, 1);
    assert!(empty.err.contains("1 puzzle skipped"), "{}", empty.err);
}

#[test]
fn collection_proofs_are_checked_and_resumed() {
    let folder = folder();
    let file = at(&folder, "all.sdm");
    fs::write(&file, format!("{ONE}\nnonsense\n{OTHER}\n")).expect("a file");
    let archive = at(&folder, "all.qedz");
    let result = run(&["prove", &file, "--all", "-o", &archive]);
    assert_eq!(result.code, 1, "one line is no puzzle: {}", result.err);
    assert!(result.out.contains("2 proofs"), "{}", result.out);
    let checked = good(&["check", &archive]).out;
    assert!(checked.ends_with("2 proofs accepted\n"), "{checked}");
    // If the archive is cut off in the middle of the second proof, the run resumes there and gives
    // the same file.
    let whole = fs::read(&archive).expect("an archive");
    fs::write(&archive, &whole[..whole.len() - 100]).expect("a file");
    assert_eq!(run(&["check", &archive]).code, 3);
    let resumed = run(&["prove", &file, "--all", "--resume", "-o", &archive]);
    assert!(
        resumed.out.contains("1 of them from before"),
        "{}",
        resumed.out
    );
    assert!(fs::read(&archive).expect("an archive") == whole);
    // Proofs of other puzzles are not used for these.
    fs::write(&file, format!("{OTHER}\n{ONE}\n{ONE}\n")).expect("a file");
    let other = run(&["prove", &file, "--all", "--resume", "-o", &archive]);
    assert_eq!(other.code, 1);
    assert!(other.err.contains("to another puzzle"), "{}", other.err);
    // The proofs are also written to a folder.
    let proofs = at(&folder, "proofs");
    good(&["prove", &file, "--all", "-o", &proofs]);
    let checked = good(&["check", &proofs]).out;
    assert_eq!(checked.lines().count(), 3, "{checked}");
    assert!(Path::new(&proofs).join("000002.qed").exists());
}

#[test]
fn changed_proof_in_an_archive_is_rejected() {
    use std::io::Write;
    let folder = folder();
    let archive = at(&folder, "wrong.qedz");
    let good_proof = good(&["prove", ONE]).out;
    let wrong = good_proof.replacen("claim unique 5", "claim unique 6", 1);
    let mut bytes = Vec::new();
    for text in [&good_proof, &wrong, &good_proof] {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).expect("memory");
        bytes.extend(packed.finish().expect("memory"));
    }
    fs::write(&archive, bytes).expect("a file");
    let result = run(&["check", &archive]);
    assert_eq!(result.code, 1);
    assert!(result.out.contains("rejected"), "{}", result.out);
    assert!(result.out.contains("2 proofs accepted"), "{}", result.out);
}

#[test]
fn grade_statistics_are_counted_and_drawn() {
    let folder = folder();
    let grades = at(&folder, "grades.jsonl");
    let graded = good(&["grade", "--quiet", "--json", ONE, OTHER, OTHER]).out;
    fs::write(&grades, graded).expect("a file");
    let text = good(&["stats", &grades]).out;
    assert!(text.starts_with("3 puzzles\n"), "{text}");
    assert!(text.contains("| easy") && text.contains("33.33%"), "{text}");
    let value = json(&good(&["stats", &grades, "--json"]).out);
    assert_eq!(value["words"]["level"]["easy"], 1);
    assert_eq!(value["numbers"]["clues"]["most"], 30.0);
    let out = at(&folder, "out");
    good(&["stats", &grades, "-o", &out]);
    let page = fs::read_to_string(Path::new(&out).join("stats.md")).expect("a page");
    assert!(page.contains("![level](level.svg)"), "{page}");
    let plot = fs::read_to_string(Path::new(&out).join("level.svg")).expect("a plot");
    assert!(plot.contains("<svg") && plot.contains("easy"));
    assert_eq!(run(&["stats", &at(&folder, "missing")]).code, 3);
}

#[test]
fn create_needs_makes_the_technique_necessary() {
    let order = ["create", "2", "--needs", "W-Wing", "--seed", "4"];
    let made = json(&good(&[&order[..], &["--json"]].concat()).out);
    for made in made["made"].as_array().expect("puzzles") {
        let puzzle = made["puzzle"].as_str().expect("a puzzle");
        let strict = ["--no-search", "--max-level", "hard", "--json", "--quiet"];
        let with = json(&good(&[&["grade", puzzle], &strict[..]].concat()).out);
        assert_eq!(with["claim"], "unique", "{puzzle}");
        let off = ["--off", "W-Wing"];
        let without = json(&good(&[&["grade", puzzle], &strict[..], &off].concat()).out);
        assert_eq!(without["claim"], "open", "{puzzle}");
        let needed = good(&["minimal", puzzle]).out;
        assert!(needed.starts_with("Every given"), "{needed}");
    }
    // One thread and four threads give the same bytes.
    let one = good(&[&order[..], &["--threads", "1"]].concat()).out;
    let four = good(&[&order[..], &["--threads", "4"]].concat()).out;
    assert_eq!(one, four);
}

#[test]
fn create_meets_its_requirements() {
    let grade = |puzzle: &str| json(&good(&["grade", "--json", "--quiet", puzzle]).out);
    let first = |text: &str| text.split('\t').next().expect("a field").trim().to_owned();
    let medium = first(&good(&["create", "--level", "medium", "--seed", "2"]).out);
    assert_eq!(grade(&medium)["level"], "medium");
    let pair = first(&good(&["create", "--hardest", "Hidden Pair", "--seed", "2"]).out);
    assert_eq!(grade(&pair)["hardest"], "Hidden Pair");
    let pointing = "Locked Candidates Type 1 (Pointing)";
    let once = first(&good(&["create", "--only-once", pointing, "--seed", "2"]).out);
    assert_eq!(grade(&once)["techniques"][pointing], 1);
    let turned = ["create", "--symmetry", "rotational", "--clues", "28..32"];
    let turned = first(&good(&[&turned[..], &["--seed", "2"]].concat()).out);
    let empty: Vec<bool> = turned.chars().map(|c| c == '.').collect();
    assert!((0..81).all(|i| empty[i] == empty[80 - i]), "{turned}");
    let clues = empty.iter().filter(|e| !**e).count();
    assert!((28..=32).contains(&clues), "{turned}");
    let rated = ["create", "--scale", "B", "--between", "2..3", "--seed", "2"];
    let rated = first(&good(&rated).out);
    let b = json(&good(&["grade", "--json", "--quiet", "--scale", "B", &rated]).out);
    assert!((2..=3).contains(&b["B"].as_u64().expect("a rating")), "{b}");
    let small = first(&good(&["create", "--board", "2x3", "--level", "easy", "--seed", "2"]).out);
    assert_eq!(small.len(), 36);
    assert_eq!(run(&["create", "--needs", "Sword Fish"]).code, 1);
    assert_eq!(run(&["create", "--clues", "30..20"]).code, 3);
}

/// Returns the state and the answer of a practice position, and the printed facts.
fn position(technique: &str) -> (String, String, String) {
    let made = good(&["create", "--position", technique, "--seed", "3"]).out;
    let (state, rest) = made.trim().split_once('\t').expect("two fields");
    let (answer, facts) = rest.split_once('\t').expect("three fields");
    let steps = good(&["steps", state, "--rule", technique]).out;
    let first = answer.split(',').next().expect("an elimination");
    assert!(steps.contains(first), "{state}\n{answer}\n{steps}");
    // No step of a lower level is possible there.
    for level in ["easy", "medium"] {
        let easier = good(&["steps", state, "--level", level]).out;
        assert_eq!(easier, "No rule applies here.\n");
    }
    (state.to_owned(), answer.to_owned(), facts.to_owned())
}

#[test]
fn practice_position_precedes_the_technique() {
    for technique in ["XY-Wing", "Swordfish", "W-Wing"] {
        let (state, _, facts) = position(technique);
        let hint = good(&["hint", &state]).out;
        let named = hint.starts_with(&format!("{technique}:"));
        assert!(named, "{technique}: {state}\n{hint}");
        assert!(!facts.contains("there too"), "{facts}");
    }
}

#[test]
fn practice_position_names_simpler_techniques() {
    // Wherever there is an X-Wing, there is a finned one with a part of its cells.
    let (state, _, facts) = position("X-Wing");
    let simpler = facts.split(" there too").next().expect("names");
    let hint = good(&["hint", &state]).out;
    let named = simpler
        .split(" and ")
        .any(|name| hint.starts_with(&format!("{name}:")));
    assert!(named, "{facts}\n{hint}");
}

#[test]
fn create_refuses_contradictory_requirements() {
    let refused = run(&["create", "--needs", "XY-Wing", "--level", "medium"]);
    assert_eq!(refused.code, 1);
    let told = "XY-Wing is of level hard";
    assert!(refused.err.contains(told), "{}", refused.err);
    let refused = run(&["create", "--needs", "XY-Wing", "--hardest", "Naked Pair"]);
    assert_eq!(refused.code, 3);
    let refused = run(&["create", "--scale", "SE", "--between", "9..2"]);
    assert!(refused.err.contains("4.2..4.6"), "{}", refused.err);
}

#[test]
fn scales_explain_a_rating_step_by_step() {
    let puzzle = good(&[
        "create",
        "--scale",
        "SE",
        "--between",
        "4.2..4.6",
        "--seed",
        "2",
    ])
    .out;
    let puzzle = puzzle.split('\t').next().expect("a puzzle").trim();
    let rating = json(&good(&["grade", "--json", "--quiet", "--scale", "SE", puzzle]).out);
    let rating = rating["SE"].as_f64().expect("a rating");
    let steps = good(&["scales", "steps", puzzle]).out;
    let ratings = steps.lines().filter_map(|line| line.split(' ').next());
    let ratings: Vec<f64> = ratings.filter_map(|word| word.parse().ok()).collect();
    assert_eq!(ratings.len(), steps.lines().count(), "{steps}");
    let hardest = ratings.into_iter().fold(0.0, f64::max);
    assert!((hardest - rating).abs() < 1e-9, "{rating}\n{steps}");
    let folder = folder();
    let file = at(&folder, "rating.qed");
    for scale in ["SE", "B", "W", "gB", "gW"] {
        let steps = good(&[
            "scales", "steps", puzzle, "--scale", scale, "--proof", &file,
        ])
        .out;
        assert!(steps.lines().count() > 40, "{steps}");
        let verdict = good(&["check", &file]).out;
        assert!(verdict.contains("only solution"), "{scale}: {verdict}");
    }
}

#[test]
fn each_requested_rating_gets_its_puzzles() {
    let order = ["create", "2", "--scale", "SE", "--between", "2.5..2.6"];
    let made = good(&[&order[..], &["--each", "0.1", "--seed", "3"]].concat()).out;
    for rating in ["rated 2.5", "rated 2.6"] {
        assert_eq!(made.matches(rating).count(), 2, "{made}");
    }
    let refused = run(&[&order[..], &["--each", "0"]].concat());
    assert!(refused.err.contains("at least 0.01"), "{}", refused.err);
    let long = [
        "create",
        "--scale",
        "B",
        "--between",
        "0..9e9",
        "--each",
        "1",
    ];
    assert_eq!(run(&long).code, 1);
}

#[test]
fn vicinity_has_puzzles_of_each_rating() {
    let near = [ONE, OTHER].join("\n") + "\n";
    let folder = folder();
    let file = at(&folder, "near.txt");
    fs::write(&file, near).expect("a list");
    let range = ["--scale", "SE", "--between", "1.2..2.0", "--each", "0.4"];
    let near = ["--near", &file, "--seed", "5", "--max-tries", "300"];
    let order = [&["create", "2"], &range[..], &near].concat();
    let made = run(&[&order[..], &["--threads", "1"]].concat());
    let again = run(&[&order[..], &["--threads", "2"]].concat());
    assert_eq!(made.out, again.out);
    for rating in ["rated 1.2\t", "rated 2\t"] {
        assert_eq!(made.out.matches(rating).count(), 2, "{}", made.out);
    }
    // No step has this rating.
    assert_eq!(made.code, 1);
    assert!(made.err.contains("missing: 2 of 1.6"), "{}", made.err);
    let puzzles: Vec<&str> = (made.out.lines())
        .filter_map(|line| line.split('\t').next())
        .collect();
    assert!(
        !puzzles.contains(&ONE) && !puzzles.contains(&OTHER),
        "{puzzles:?}"
    );
    for puzzle in puzzles {
        assert!(
            good(&["count", puzzle]).out.starts_with("1 solution"),
            "{puzzle}"
        );
    }
}

#[test]
fn sheet_has_every_puzzle_and_its_answer() {
    let folder = folder();
    let file = at(&folder, "sheet.html");
    let order = ["create", "3", "--level", "medium", "--seed", "5"];
    let sheet = ["--format", "sheet", "--per-page", "2", "-o", &file];
    good(&[&order[..], &sheet].concat());
    let page = fs::read_to_string(&file).expect("a page");
    assert_eq!(
        page.matches("<svg").count(),
        6,
        "three puzzles, three answers"
    );
    let listed = good(&order).out;
    for line in listed.lines() {
        let puzzle = line.split('\t').next().expect("a puzzle");
        assert!(page.contains(puzzle), "{puzzle}");
    }
    assert!(!page.contains("<script"));
}

#[test]
fn scales_list_fits_eighty_columns() {
    let list = good(&["scales", "list"]).out;
    for scale in ["B ", "W ", "gB ", "gW ", "SE ", "SE-noU ", "hodoku "] {
        assert!(
            list.lines().any(|line| line.starts_with(scale)),
            "{scale}: {list}"
        );
    }
    assert!(list.contains("is found, in this order.\n"), "{list}");
    assert!(list.lines().all(|line| line.len() <= 80), "{list}");
}
