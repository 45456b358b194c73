//! Commands on single puzzles and their solutions, and common mistakes on the command line.

use std::time::{Duration, Instant};

use crate::program::{json, run, run_with};
use qedoku_tests::puzzle;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const SOLUTION: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// Returns the puzzle with one cell changed.
fn with(line: &str, cell: usize, digit: &str) -> String {
    let mut line = line.to_owned();
    line.replace_range(cell..=cell, digit);
    line
}

#[test]
fn drawing_can_be_read_back() {
    for args in [
        &["show", PUZZLE][..],
        &["hint", "--tell", "everything", PUZZLE],
    ] {
        let drawn = run(args).out;
        let again = run_with(&["show", "--json", "-"], drawn.as_bytes());
        assert_eq!(again.code, 0, "{drawn}{}", again.err);
        let live = json(&again.out)["candidates"].clone();
        assert_eq!(
            live,
            json(&run(&["show", "--json", PUZZLE]).out)["candidates"]
        );
    }
    // Every drawing of a path is a valid state, and the last one is the solution.
    let path = run(&["solve", "--verbose", PUZZLE]).out;
    let drawings = path.matches("     c1").count();
    assert!(drawings > 40, "{path}");
    let nth = drawings.to_string();
    let last = run_with(
        &["solve", "--only-solution", "-", "--nth", &nth],
        path.as_bytes(),
    );
    assert_eq!((last.code, last.out.trim()), (0, SOLUTION), "{}", last.err);
    let beyond = (drawings + 1).to_string();
    let none = run_with(&["show", "-", "--nth", &beyond], path.as_bytes());
    assert!(
        none.err.contains(&format!("it has {drawings}")),
        "{}",
        none.err
    );
    for (i, state) in [(7, "-"), (20, "-")] {
        let solved = run_with(
            &["solve", "--only-solution", state, "--nth", &i.to_string()],
            path.as_bytes(),
        );
        assert_eq!(solved.out.trim(), SOLUTION, "{}", solved.err);
    }
}

#[test]
fn counterexample_can_be_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let rule = "rule wrong_fish {\n  name  \"Wrong Fish\"\n  level hard\n  score 140\n  \
                for   digit d, lines R[2], crosslines C[3]\n  when  every d in R is in C\n  \
                then  eliminate d from C except R\n}\n";
    let file = folder.path().join("wrong_fish.rule");
    std::fs::write(&file, rule).expect("a file");
    let file = file.display().to_string();
    let out = run(&["rules", "check", &file]).out;
    let drawing: Vec<&str> = (out.lines())
        .skip_while(|line| !line.contains("It matches here"))
        .take_while(|line| !line.contains("this is a solution"))
        .collect();
    let shown = run_with(&["show", "--json", "-"], drawing.join("\n").as_bytes());
    assert_eq!(shown.code, 0, "{out}{}", shown.err);
    let shown = json(&shown.out);
    // Reads the cells without the frame and the marks.
    let cells: Vec<String> = (drawing.iter())
        .filter(|line| line.starts_with('r') && line.contains('|'))
        .flat_map(|line| line[2..].split(['|', ' ']))
        .map(|cell| cell.replace(['*', '-', '+', '~'], ""))
        .filter(|cell| !cell.is_empty())
        .collect();
    assert_eq!(cells.len(), 81, "{out}");
    assert_eq!(shown["candidates"], json(&format!("{cells:?}")));
}

#[test]
fn wrong_entry_is_named_instead_of_a_hint() {
    // r1c3 is 4; with 2 the puzzle has no solution, and the other entries are still right.
    let wrong = with(SOLUTION, 40, ".");
    let wrong = with(&wrong, 2, ".");
    let wrong = with(&wrong, 30, ".");
    assert_eq!(run(&["hint", &wrong]).code, 0);
    let one = with(&with(PUZZLE, 2, "2"), 3, ".");
    for args in [&["hint", one.as_str()][..], &["solve", one.as_str()]] {
        let result = run(args);
        assert_eq!(result.code, 0, "{}", result.err);
        assert!(
            result.out.contains("There is no solution."),
            "{}",
            result.out
        );
        assert!(result.out.contains("r1c3=2"), "{}", result.out);
    }
    let hint = json(&run(&["hint", "--json", &one]).out);
    assert_eq!(hint["claim"], "none");
    let blamed = hint["mistake"]["candidates"].as_array().expect("a list");
    assert!(blamed.iter().any(|c| c == "r1c3=2"), "{hint}");
    assert!(hint.get("technique").is_none());
    // For a puzzle with a state, the givens are right and the entry is decided.
    let rows = |line: &str| {
        let rows: Vec<&str> = (0..9).map(|r| &line[r * 9..r * 9 + 9]).collect();
        rows.join("\n")
    };
    let text = format!("[Puzzle]\n{}\n[State]\n{}\n", rows(PUZZLE), rows(&one));
    let certain = run_with(&["hint", "-"], text.as_bytes());
    let wanted = "There is no solution. The entry r1c3=2 cannot be right.\n";
    assert_eq!(certain.out, wanted, "{}", certain.err);
}

#[test]
fn wrongly_removed_candidate_is_named() {
    let drawn = run(&["show", PUZZLE]).out;
    // The 4 of r1c3, which is its true digit, is eliminated.
    let damaged = drawn.replacen(" 124 ", " 12  ", 1);
    assert_ne!(damaged, drawn, "{drawn}");
    let hint = run_with(&["hint", "-"], damaged.as_bytes());
    assert!(
        hint.out.contains("missing: r1c3=4."),
        "{}{}",
        hint.out,
        hint.err
    );
}

#[test]
fn solution_alone_is_printed_on_one_line() {
    let good = run(&["solve", "--only-solution", PUZZLE]);
    assert_eq!((good.code, good.out), (0, format!("{SOLUTION}\n")));
    let many = run(&["solve", "--only-solution", &".".repeat(81)]);
    assert_eq!((many.code, many.out.as_str()), (1, ""), "{}", many.err);
    assert!(many.err.contains("more than one solution"), "{}", many.err);
    let none = run(&["solve", "--only-solution", &with(PUZZLE, 2, "2")]);
    assert_eq!((none.code, none.out.as_str()), (1, ""));
    assert!(none.err.contains("no solution"), "{}", none.err);
}

#[test]
fn solutions_are_counted_up_to_a_limit() {
    let cases = [
        (PUZZLE.to_owned(), "1000", "1 solution\n"),
        (with(PUZZLE, 2, "2"), "1000", "no solution\n"),
        (".".repeat(16), "1000", "288 solutions\n"),
        (".".repeat(16), "288", "288 solutions\n"),
        (".".repeat(16), "287", "at least 287 solutions\n"),
        (".".repeat(81), "20", "at least 20 solutions\n"),
    ];
    for (puzzle, limit, wanted) in cases {
        let result = run(&["count", &puzzle, "--limit", limit]);
        assert_eq!(result.out, wanted, "{puzzle} {}", result.err);
    }
    let listed = run(&["count", "--list", &".".repeat(16)]).out;
    let mut lines: Vec<&str> = listed.lines().take(288).collect();
    lines.sort_unstable();
    lines.dedup();
    assert_eq!(lines.len(), 288, "all different");
    let few = run(&["count", &".".repeat(81), "--max-supposes", "5"]);
    assert!(few.out.starts_with("at least"), "{}", few.out);
}

#[test]
fn minimal_distinguishes_needed_givens() {
    let created = run(&["create", "--seed", "5"]).out;
    let needed = run(&["minimal", created.trim()]);
    assert_eq!(needed.out, "Every given is needed.\n", "{}", needed.err);
    let answer = json(&run(&["minimal", "--json", PUZZLE]).out);
    let spare = answer["spare"].as_array().expect("a list");
    assert_eq!(answer["minimal"], spare.is_empty());
    let reduced = answer["reduced"].as_str().expect("a puzzle");
    assert_eq!(run(&["count", reduced]).out, "1 solution\n");
    assert_eq!(run(&["minimal", reduced]).out, "Every given is needed.\n");
    // Each redundant given can be removed by itself, and no other given can.
    let count = |line: &str| {
        let shape = qedoku_tests::NINE;
        let state = puzzle(shape, line).state();
        let board = qedoku_core::grid::Board::sudoku(shape);
        let mut search = qedoku_core::engine::search::Search::new(&board, Default::default());
        matches!(
            search.solve(&state),
            qedoku_core::engine::search::Outcome::Unique(_)
        )
    };
    for (cell, digit) in PUZZLE.char_indices().filter(|(_, c)| *c != '.') {
        let name = format!("r{}c{}={digit}", cell / 9 + 1, cell % 9 + 1);
        let is_spare = spare.iter().any(|s| *s == name.as_str());
        assert_eq!(count(&with(PUZZLE, cell, ".")), is_spare, "{name}");
    }
    let many = run(&["minimal", &".".repeat(81)]);
    assert_eq!(many.code, 1);
    assert!(many.err.contains("more than one solution"), "{}", many.err);
}

#[test]
fn created_puzzles_are_random_unless_a_seed_is_given() {
    let one = run(&["create"]);
    assert!(one.err.contains("--seed"), "{}", one.err);
    let seed = one.err.split_whitespace().nth(1).expect("a seed");
    let seed = seed.trim_end_matches(':');
    let again = run(&["create", "--seed", seed]);
    assert_eq!((again.out, again.err.as_str()), (one.out.clone(), ""));
    assert_ne!(run(&["create"]).err, one.err, "another seed");
    // The puzzles used for mining are reproduced exactly.
    let first = std::fs::read_to_string(qedoku_tests::root().join("puzzles/mining.sdm"));
    let text = first.expect("the collection");
    assert!(
        text.contains("qedoku create"),
        "the file says how it was made"
    );
}

#[test]
fn large_puzzles_are_created_in_reasonable_time() {
    for size in ["10", "12", "15", "16"] {
        let start = Instant::now();
        let result = run(&["create", "--seed", "3", "--size", size]);
        assert_eq!(result.code, 0, "{}", result.err);
        assert!(start.elapsed() < Duration::from_secs(60), "{size}");
        let line = result.out.trim();
        let n: usize = size.parse().expect("a number");
        assert_eq!(line.len(), n * n);
        assert_eq!(run(&["count", line]).out, "1 solution\n", "{line}");
        assert_eq!(
            run(&["minimal", line]).out,
            "Every given is needed.\n",
            "{line}"
        );
    }
    assert_eq!(run(&["create", "--size", "20"]).code, 3);
}

#[test]
fn techniques_are_found_by_name() {
    let show = run(&["rules", "show", "X-Wing"]);
    assert!(show.out.contains("rule fish("), "{}{}", show.out, show.err);
    let near = run(&["rules", "show", "X-Wingg"]);
    assert!(near.err.contains("did you mean `X-Wing`?"), "{}", near.err);
    let all = json(&run(&["steps", PUZZLE, "--rule", "naked_single", "--json"]).out);
    let same = json(&run(&["steps", PUZZLE, "--rule", "Naked Single", "--json"]).out);
    assert_eq!(all, same);
    assert!(all.as_array().is_some_and(|list| !list.is_empty()));
    let easy = json(&run(&["steps", PUZZLE, "--level", "easy", "--json"]).out);
    let names: Vec<&str> = (easy.as_array().expect("a list").iter())
        .filter_map(|step| step["name"].as_str())
        .collect();
    let list = json(&run(&["rules", "list", "--json"]).out);
    let level = |name: &str| {
        let rows = list.as_array().expect("a list").iter();
        { rows }
            .find(|row| row["name"] == name)
            .map(|row| row["level"].clone())
    };
    assert!(!names.is_empty() && names.iter().all(|name| level(name) == Some("easy".into())));
    let none = run(&[
        "steps",
        PUZZLE,
        "--rule",
        "naked_single",
        "--level",
        "extreme",
    ]);
    assert_eq!(none.code, 1);
    assert!(none.err.contains("level `extreme`"), "{}", none.err);
}

#[test]
fn state_is_graded_as_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("p.sdm").display().to_string();
    std::fs::write(&file, format!("{PUZZLE}\n")).expect("a file");
    let literal = run(&["grade", PUZZLE, "--json", "--quiet"]);
    let from_file = run(&["grade", &file, "--format", "jsonl", "--quiet"]);
    assert_eq!(
        (literal.code, &literal.out),
        (0, &from_file.out),
        "{}",
        literal.err
    );
    let bad = run(&["grade", &PUZZLE[1..], "--quiet"]);
    assert_eq!(bad.code, 1);
    assert!(
        bad.err.contains("<argument>, line 1: 80 cells"),
        "{}",
        bad.err
    );
    let missing = run(&["grade", "nowhere.sdm"]);
    assert_eq!(missing.code, 3);
    assert!(
        missing.err.contains("there is no such file"),
        "{}",
        missing.err
    );
    // An invalid row of a grid is reported with its own line number.
    let mut rows: Vec<String> = (0..9)
        .map(|r| PUZZLE[r * 9..r * 9 + 9].to_owned())
        .collect();
    rows[4] = "4..8.3..".into();
    let text = format!("{PUZZLE}\n{}\n", rows.join("\n"));
    let result = run_with(&["grade", "-", "--quiet"], text.as_bytes());
    assert!(result.err.contains("line 6: "), "{}", result.err);
}

#[test]
fn file_errors_have_clear_messages() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let here = folder.path().display().to_string();
    let cases: [(&[&str], &str); 6] = [
        (&["grade", &here], "it is a folder"),
        (&["show", &here], "it is a folder"),
        (
            &["prove", PUZZLE, "-o", &at("nodir/x")],
            "there is no such folder",
        ),
        (
            &["show", PUZZLE, "--nth", "0"],
            "puzzles are counted from 1",
        ),
        (
            &["solve", PUZZLE, "--rules", &here],
            "has no rules: no file in it ends in `.rule`",
        ),
        (
            &["rules", "check", &here],
            "has no rules: no file in it ends in `.rule`",
        ),
    ];
    for (args, message) in cases {
        let result = run(args);
        assert_eq!(result.code, 3, "{args:?} {}{}", result.out, result.err);
        let plain = result.err.replace("\n  | ", " ");
        let plain: Vec<&str> = plain.split_whitespace().collect();
        let plain = plain.join(" ");
        assert!(plain.contains(message), "{args:?} {plain}");
        assert!(!plain.contains("os error"), "{plain}");
    }
}

#[test]
fn damaged_mining_record_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("found.jsonl");
    let out = folder.path().display().to_string();
    for text in ["nonsense\n", "{\"mine\": \n"] {
        std::fs::write(&path, text).expect("a file");
        let result = run(&["mine", "puzzles/mining.sdm", "--sample", "1", "-o", &out]);
        assert_eq!(result.code, 3, "{}{}", result.out, result.err);
        let words: Vec<&str> = result
            .err
            .split_whitespace()
            .filter(|w| *w != "|")
            .collect();
        let words = words.join(" ");
        assert!(
            words.contains("is damaged: this program did not write line 1"),
            "{words}"
        );
        assert!(!words.contains("expected value"), "{words}");
        assert_eq!(
            std::fs::read_to_string(&path).expect("it"),
            text,
            "left as it is"
        );
    }
}

#[test]
fn solve_prints_steps_and_rounds() {
    let puzzle =
        ".83......4....6.9.9...4..78......7....7....31.321....6....3....5..9..21..6...4...";
    let result = run(&["solve", puzzle]).out;
    let listed = (result.lines())
        .filter(|line| line.contains("=>") && line.trim_start().starts_with(char::is_numeric))
        .count();
    let grade = json(&run(&["grade", puzzle, "--json", "--quiet"]).out);
    let rounds = grade["steps"].as_u64().expect("a number");
    let wanted = match listed as u64 == rounds {
        true => format!("{listed} steps, "),
        false => format!("{listed} steps ({rounds} counted by rounds), "),
    };
    assert!(result.contains(&wanted), "{wanted}: {result}");
}
