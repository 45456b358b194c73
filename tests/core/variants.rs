//! Variant puzzles: reading, certified steps, and the collections of the studies.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use qedoku_core::engine::Strategy;
use qedoku_core::grid::Shape;
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::proof::Claim;
use qedoku_core::variant::{
    CREATABLE_KINDS, Reading, Variant, VariantSolver, count, create_variant, is_variant,
    read_variant, read_variant_as,
};
use qedoku_tests::dose::{dosed, dosed_size};
use qedoku_tests::skips::skipped;
use qedoku_tests::{root, shared};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| standard_library().expect("the rules load"));
static SOLVER: LazyLock<VariantSolver<'static>> =
    LazyLock::new(|| VariantSolver::new(&LIBRARY, Strategy::default()));

/// A killer of 4x4 cells with a thermometer.
const SMALL: &str = "board sudoku 2x2\ngivens ................\n\
    cage k1 3 : r1c1 r1c2\ncage k2 4 : r1c1 r2c1\ncage k3 3 : r2c3 r2c4\n\
    cage k4 4 : r3c2 r4c2\npath t1 < : r3c3 r3c4\nallow r1c1 1\n";

fn read(text: &str) -> Variant {
    read_variant(text, &[]).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Proves a puzzle without search, and asserts that the checker accepts the proof.
fn proved(puzzle: &Variant) -> Claim {
    let proof = SOLVER.prepare(puzzle).prove(false);
    let text = proof.to_text();
    let verdict = qedoku_check::check(text.as_bytes()).expect("the check ends");
    assert!(
        matches!(verdict, qedoku_check::Verdict::Accepted(_)),
        "{verdict}\n{text}"
    );
    proof.claim
}

fn line(claim: &Claim) -> String {
    claim.solutions().join(" ")
}

#[test]
fn steps_keep_every_solution() {
    let puzzle = read(SMALL);
    let (solutions, complete) = count(&puzzle, 1_000, 100_000);
    assert!(complete && !solutions.is_empty());
    let board = &puzzle.header.board;
    let mut seen = 0;
    for step in SOLVER.prepare(&puzzle).path(false) {
        seen += 1;
        for gone in step.eliminations {
            let cell = board.cell_of(gone).index();
            let is_right = |it: &Vec<_>| it[cell] == board.digit_of(gone);
            assert!(
                !solutions.iter().any(is_right),
                "{}",
                step.annotation.sentence
            );
        }
    }
    assert!(seen > 3);
    proved(&puzzle);
}

#[test]
fn cages_are_explained_by_their_digits() {
    let puzzle = read(
        "board sudoku 3x3\ngivens .................................................................................\n\
         cage k1 6 : r1c1 r1c2 r1c3\n",
    );
    let ready = SOLVER.prepare(&puzzle);
    let step = { ready.path(false) }
        .find(|step| step.technique == "Cage Combinations")
        .expect("a step by the cage");
    let wanted = "Cage Combinations: the cage of 6 in r1c1,r1c2,r1c3 is 1, 2, 3 => ";
    let sentence = &step.annotation.sentence;
    assert!(sentence.starts_with(wanted), "{sentence}");
}

#[test]
fn impossible_constraints_are_named_with_their_line() {
    let cases = [
        ("cage k1 2 : r1c1 r1c2", "sum to between 3 and 7, not 2"),
        ("cage k1 9 : r1c1 r1c9", "`r1c9` is no cell of this board"),
        ("cage k1 4 : r1c1 r1c1", "`r1c1` stands twice"),
        ("cage k1 x : r1c1 r1c2", "`x` is no number"),
        ("cage k1 4 r1c1 r1c2", "a colon between spaces"),
        ("cage k1 : r1c1 r1c2", "has a name and 1 more"),
        ("path t1 ~ : r1c1 r1c2", "`~` is no relation"),
        ("path t1 d=4 : r1c1 r1c2", "no two digits from 1 to 4"),
        ("has q1 21 : r1c1 r1c2", "in ascending order"),
        ("has q1 123 : r1c1 r1c2", "3 digits do not fit"),
        ("sum a1 9 : r1c1 r1c2", "between 2 and 8, not 9"),
        ("sandwich i1 1 : r1c1 r1c2 r1c3 r1c4", "or 5, not 1"),
        ("allow r1c1 7", "digits from 1 to 4"),
        ("all rook !=", "is not `touch`, `king` or `knight`"),
        (
            "path t1 < : r1c1 r1c2 r1c3 r1c4 r2c4",
            "5 cells cannot rise",
        ),
        ("house g1 : r1c1", "a house has 4 cells, this one has 1"),
        ("kage k1 3 : r1c1 r1c2", "this is no constraint"),
    ];
    for (bad, wanted) in cases {
        let text = format!("board sudoku 2x2\ngivens ................\n{bad}\n");
        let error = read_variant(&text, &[]).expect_err(bad).to_string();
        assert!(
            error.starts_with("line 3: ") && error.contains(wanted),
            "{error}"
        );
    }
}

#[test]
fn unknown_kinds_of_fpuzzles_are_refused_or_ignored() {
    let row = ["{}"; 4].join(",");
    let grid = [format!("[{row}]").as_str(); 4].join(",");
    let text = format!("{{\"size\":4,\"grid\":[{grid}],\"doublers\":[{{\"cell\":\"R1C1\"}}]}}");
    let error = read_variant(&text, &[]).expect_err("an unknown kind");
    assert!(error.to_string().contains("`doublers`"), "{error}");
    let puzzle = read_variant(&text, &["doublers".to_owned()]).expect("it is left out");
    assert!(
        puzzle.warnings[0].contains("doublers"),
        "{:?}",
        puzzle.warnings
    );
}

/// A puzzle of 4x4 cells with one drawn line, whose rules are these words.
fn drawn_line(rules: &str) -> String {
    let row = ["{}"; 4].join(",");
    let grid = [format!("[{row}]").as_str(); 4].join(",");
    format!(
        r#"{{"size":4,"grid":[{grid}],"ruleset":"{rules}","line":[{{"lines":[["R1C1","R1C2"]]}}]}}"#
    )
}

#[test]
fn drawn_lines_are_read_on_request_only() {
    let text = drawn_line("Digits on a line form a set of consecutive digits.");
    let plain = read(&text);
    assert!(plain.header.rules.as_ref().expect("rules").lines.is_empty());
    let has = |puzzle: &Variant, part: &str| puzzle.warnings.iter().any(|it| it.contains(part));
    assert!(
        has(&plain, "use `--read line=renban`"),
        "{:?}",
        plain.warnings
    );
    for wish in ["line=renban", "words"] {
        let mut reading = Reading::default();
        reading.read(wish).expect("a reading");
        let puzzle = read_variant_as(&text, &reading).expect("a puzzle");
        let lines = &puzzle.header.rules.as_ref().expect("rules").lines;
        let wanted = ["every n1 d<=1 : r1c1 r1c2", "different u1 : r1c1 r1c2"];
        assert_eq!(*lines, wanted, "{wish}");
        assert!(
            has(&puzzle, "was read as `renban`"),
            "{:?}",
            puzzle.warnings
        );
    }
    let mut reading = Reading::default();
    reading.read("words").expect("a reading");
    let unclear = drawn_line("Digits on a line form something.");
    let puzzle = read_variant_as(&unclear, &reading).expect("a puzzle");
    assert!(
        puzzle
            .header
            .rules
            .as_ref()
            .expect("rules")
            .lines
            .is_empty()
    );
    let error = reading
        .read("line=fog")
        .expect_err("no reading")
        .to_string();
    assert!(
        error.contains("`line=fog`") && error.contains("line=renban"),
        "{error}"
    );
}

#[test]
fn two_constraints_together_exclude_more_than_each() {
    // The end of the first sum is the end of the second, so r1c1 has to be a sum of both pairs.
    let puzzle = read(
        "board sudoku 3x3\n\
         sum a1 0 : r1c1 -r2c2 -r3c3\nsum a2 0 : r1c1 -r2c3 -r3c2\n\
         allow r2c2 12\nallow r2c3 12\nallow r3c3 1234\n",
    );
    let (ready, mut steps) = (SOLVER.prepare(&puzzle), 0);
    for step in ready.path(false) {
        steps += usize::from(step.technique == "Two Constraints");
    }
    assert!(steps > 0, "no step by two constraints");
    proved(&puzzle);
}

#[test]
fn cages_that_fill_a_house_sum_to_its_sum() {
    let text = "board sudoku 2x2\ncage k1 3 : r1c1 r1c2\ncage k2 6 : r1c3 r1c4\n";
    let error = read_variant(text, &[]).expect_err("9 is not 10");
    let wanted = "the cages k1, k2 fill r1, but sum to 9 and not to 10";
    assert_eq!(error.to_string(), wanted);
    let twice = "board sudoku 2x2\ncage k1 3 : r1c1 r1c2\ncage k2 4 : r1c2 r2c2\n";
    assert_eq!(read(twice).warnings, ["r1c2 is in two cages, k1 and k2"]);
}

/// Asserts that steps on a board with these lines keep all its solutions, and that rules of the
/// library find some steps.
fn assert_rules_apply(text: &str, technique: &str) {
    let puzzle = read(text);
    let (solutions, complete) = count(&puzzle, 1_000, 100_000);
    assert!(complete && !solutions.is_empty());
    let ready = SOLVER.prepare(&puzzle);
    let board = ready.board();
    let mut names = Vec::new();
    for step in ready.path(false) {
        for gone in &step.eliminations {
            let cell = board.cell_of(*gone).index();
            let is_right = |it: &Vec<_>| it[cell] == board.digit_of(*gone);
            assert!(
                !solutions.iter().any(is_right),
                "{}",
                step.annotation.sentence
            );
        }
        names.push(step.technique);
    }
    assert!(names.iter().any(|it| it == technique), "{names:?}");
    proved(&puzzle);
}

#[test]
fn rules_of_the_library_run_on_jigsaws_and_diagonals() {
    let jigsaw = "board latin 4\ngivens .41...........31\n\
        house b1 : r1c1 r1c2 r1c3 r2c1\nhouse b2 : r1c4 r2c4 r2c3 r2c2\n\
        house b3 : r3c1 r3c2 r4c1 r4c2\nhouse b4 : r3c3 r3c4 r4c3 r4c4\n";
    assert_rules_apply(jigsaw, "Hidden Single");
    let diagonal = "board sudoku 2x2\ngivens ...2....4.2.....\n\
        house g1 : r1c1 r2c2 r3c3 r4c4\nhouse g2 : r1c4 r2c3 r3c2 r4c1\n";
    assert_rules_apply(diagonal, "Hidden Single");
}

#[test]
fn created_variants_are_unique_and_every_step_is_right() {
    let size = Shape {
        height: 2,
        width: 3,
    };
    for kind in CREATABLE_KINDS {
        for seed in 0..dosed(1) {
            let made = create_variant(kind, size, seed).expect("a readable puzzle");
            let puzzle = made.unwrap_or_else(|| panic!("no {kind} for seed {seed}"));
            let again = read(&puzzle.to_text());
            let (solutions, complete) = count(&again, 2, 1_000_000);
            assert!(complete && solutions.len() == 1, "{kind} {seed}");
            let proof = SOLVER.prepare(&again).prove(true);
            let text = proof.to_text();
            let verdict = qedoku_check::check(text.as_bytes()).expect("the check ends");
            assert!(
                matches!(verdict, qedoku_check::Verdict::Accepted(_)),
                "{verdict}\n{text}"
            );
            assert_eq!(
                proof.claim,
                Claim::Unique(solutions[0].clone()),
                "{kind} {seed}"
            );
        }
    }
}

/// Asks CP-SAT for at most `limit` solutions of each puzzle. `None` if CP-SAT is not installed.
fn oracle(puzzles: &[String], limit: usize) -> Option<Vec<Vec<String>>> {
    let asked = Command::new("python3")
        .args(["-c", "import ortools"])
        .output();
    if !asked.is_ok_and(|it| it.status.success()) {
        skipped("CP-SAT (ortools from PyPI) is not installed");
        return None;
    }
    let mut child = Command::new("python3")
        .arg(root().join("tests/core/variant_oracle.py"))
        .arg(limit.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 starts");
    let text = puzzles.join("\n");
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("the oracle ends");
    writer
        .join()
        .expect("a thread")
        .expect("the oracle reads all puzzles");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("digits");
    let solutions = |line: &str| line.split(' ').map(str::to_owned).collect();
    Some(text.lines().map(solutions).collect())
}

#[test]
fn steps_keep_every_solution_that_cp_sat_finds() {
    let size = Shape {
        height: 2,
        width: 3,
    };
    let mut puzzles = Vec::new();
    for kind in CREATABLE_KINDS {
        for seed in 100..100 + dosed(1) {
            let made = create_variant(kind, size, seed).expect("a readable puzzle");
            let whole = made.expect("a puzzle").to_text();
            // Without every second given there are usually several solutions.
            let is_given = |line: &&str| line.starts_with("givens ");
            let givens = whole
                .lines()
                .find(is_given)
                .expect("a line of givens")
                .to_owned();
            let mut at = 0;
            let thin = |digit: char| {
                at += usize::from(digit != '.');
                if at % 2 == 0 { '.' } else { digit }
            };
            let thinned: String = givens[7..].chars().map(thin).collect();
            puzzles.push(whole.replace(&givens, &format!("givens {thinned}")));
        }
    }
    let Some(answers) = oracle(&puzzles, 60) else {
        return;
    };
    assert_eq!(answers.len(), puzzles.len());
    for (text, solutions) in puzzles.iter().zip(&answers) {
        assert!(!solutions[0].is_empty(), "{text}");
        let puzzle = read(text);
        let ready = SOLVER.prepare(&puzzle);
        let board = ready.board();
        for step in ready.path(false) {
            for gone in &step.eliminations {
                let cell = board.cell_of(*gone).index();
                let digit = board.digit_of(*gone).to_char();
                let has_it = |it: &String| it.as_bytes()[cell] == digit as u8;
                let wrong = solutions.iter().any(has_it);
                assert!(!wrong, "{}\n{text}", step.annotation.sentence);
            }
        }
        if solutions.len() < 60 {
            let (found, complete) = count(&puzzle, 1_000, 1_000_000);
            let lines = found
                .iter()
                .map(|it| it.iter().map(|d| d.to_char()).collect());
            let mut lines: Vec<String> = lines.collect();
            lines.sort();
            assert!(complete, "{text}");
            assert_eq!(&lines, solutions, "{text}");
        }
    }
}

#[test]
fn f_puzzles_json_and_links_are_read_back() {
    let text = "board sudoku 2x3\ngivens 1...................................\n\
        cage k1 5 : r1c2 r1c3\npath t1 < : r2c1 r2c2 r2c3\nsum a1 0 : r4c1 -r4c2 -r5c2\n\
        path d1 d=1 : r6c1 r6c2\npath o1 r=2 : r6c3 r6c4\nhas q1 12 : r3c3 r3c4 r4c3 r4c4\n\
        allow r5c5 135\nhouse g1 : r1c1 r2c2 r3c3 r4c4 r5c5 r6c6\nall knight !=\n";
    let puzzle = read(text);
    let json = puzzle
        .to_fpuzzles()
        .expect("f-puzzles has all of these")
        .to_string();
    let site = qedoku_core::grid::text::Site::SudokuPad;
    let link = puzzle.link(site).expect("a link");
    let kinds = |puzzle: &Variant| {
        let mut lines: Vec<String> = { puzzle.header.rules.iter() }
            .flat_map(|it| it.lines.clone())
            .map(|line| match line.split_once(" : ") {
                Some((head, cells)) => format!("{} {cells}", head.split(' ').next().unwrap()),
                None => line,
            })
            .collect();
        lines.sort();
        lines
    };
    for other in [read(&json), read(&link)] {
        assert_eq!(kinds(&other), kinds(&puzzle));
        assert_eq!(other.line(), puzzle.line());
    }
}

#[test]
fn sudokupad_cages_and_regions_are_constraints() {
    let row = r#"[{},{},{},{}]"#;
    let cells = [row; 4].join(",");
    let text = format!(
        r#"{{"cells":[{cells}],"regions":[[[0,0],[0,1],[0,2],[1,0]],[[0,3],[1,3],[1,2],[1,1]],
        [[2,0],[2,1],[3,0],[3,1]],[[2,2],[2,3],[3,2],[3,3]]],"lines":[{{"wayPoints":[[0,0]]}}],
        "cages":[{{"value":"title: A jigsaw"}},{{"cells":[[0,0],[0,1]],"value":"3"}},
        {{"cells":[[3,0]]}}]}}"#
    );
    let puzzle = read(&text);
    assert!(puzzle.to_text().starts_with("board latin 4\n"));
    assert!(puzzle.to_text().contains("cage k1 3 : r1c1 r1c2"));
    assert!(
        puzzle
            .warnings
            .iter()
            .any(|it| it.contains("`lines` is only drawn"))
    );
    assert!(
        puzzle
            .warnings
            .iter()
            .any(|it| it.contains("the cage r4c1 has no sum"))
    );
}

#[test]
fn killers_are_solved_by_rules() {
    let Some(text) = shared("variants/killer.tsv") else {
        return;
    };
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().skip(1).take(dosed_size(20)).collect();
    let mut open = Vec::new();
    for puzzle in &lines {
        let [id, cages, sums, solution] = puzzle.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{puzzle}")
        };
        let mut text = format!("board sudoku 3x3\ngivens {}\n", ".".repeat(81));
        let mut letters: Vec<char> = Vec::new();
        cages.chars().for_each(|it| {
            if !letters.contains(&it) {
                letters.push(it);
            }
        });
        for (at, (letter, sum)) in letters.iter().zip(sums.split(',')).enumerate() {
            let places = cages.chars().enumerate().filter(|(_, it)| it == letter);
            let cells = places.map(|(it, _)| format!(" r{}c{}", it / 9 + 1, it % 9 + 1));
            let cells: String = cells.collect();
            text += &format!("cage k{} {sum} :{cells}\n", at + 1);
        }
        let claim = proved(&read(&text));
        if line(&claim) != solution {
            assert_eq!(claim, Claim::Open, "{id}");
            open.push(id);
        }
    }
    assert!(
        open.is_empty(),
        "{} of {}: {open:?}",
        open.len(),
        lines.len()
    );
}

#[test]
fn fpuzzles_are_read_and_proved() {
    let Some(text) = shared("variants/fpuzzles.jsonl") else {
        return;
    };
    let text = String::from_utf8_lossy(&text);
    let step = 12 / dosed_size(1).min(12);
    // Of the 205 puzzles with one solution, 193 have it without the lines that words explain.
    let mut reading = Reading::default();
    reading.read("words").expect("a reading");
    let (mut unique, mut open, mut refused) = (0, Vec::new(), Vec::new());
    for puzzle in text.lines().step_by(step) {
        let id: String = puzzle.chars().skip(7).take(8).collect();
        let variant = match read_variant_as(puzzle, &reading) {
            Ok(variant) => variant,
            Err(error) => {
                refused.push(format!("{id} {error}"));
                continue;
            }
        };
        match proved(&variant) {
            Claim::Unique(_) => unique += 1,
            claim => open.push(format!("{id} {claim:?} {}", variant.warnings.len())),
        }
    }
    println!("{unique} unique\nopen: {open:#?}\nrefused: {refused:#?}");
    assert!(refused.is_empty(), "{refused:?}");
    let least = if step == 1 { 205 } else { 180 };
    assert!(
        unique * step >= least,
        "{unique} unique, {open:?}, {refused:?}"
    );
}

#[test]
fn givens_that_cannot_be_right_are_named() {
    let read_with = |givens: &str, lines: &str| {
        let text = format!("board sudoku 2x2\ngivens {givens}\n{lines}\n");
        read_variant(&text, &[]).map_err(|error| error.to_string())
    };
    let dots = ".".repeat(14);
    let cases = [
        ("11", "", "the givens r1c1=1 and r1c2=1 exclude each other"),
        (
            "21",
            "path t1 < : r1c1 r1c2",
            "the givens r1c1=2 and r1c2=1 exclude each other",
        ),
        (
            "3.",
            "allow r1c1 12",
            "r1c1 is given as 3, but `allow` excludes it",
        ),
    ];
    for (givens, lines, wanted) in cases {
        let puzzle = read_with(&format!("{givens}{dots}"), lines).expect("a puzzle");
        assert_eq!(puzzle.warnings, [wanted]);
        let (found, complete) = count(&puzzle, 2, 1_000);
        assert!(complete && found.is_empty());
    }
    assert!(
        read_with(&format!("12{dots}"), "")
            .expect("a puzzle")
            .warnings
            .is_empty()
    );
    for (givens, wanted) in [
        ("123", "3 characters do not stand for 16"),
        ("5x", "`5` is no digit"),
    ] {
        let error = read_with(givens, "").expect_err(givens);
        assert!(error.contains(wanted), "{error}");
    }
    // A constraint without a board is a variant, so the message is about the first line.
    assert!(is_variant(b"cage k1 3 : r1c1 r1c2"));
    let error = read_variant("cage k1 3 : r1c1 r1c2", &[]).expect_err("no board");
    assert!(
        error.to_string().contains("the first line must be"),
        "{error}"
    );
}

#[test]
fn machines_of_two_constraints_read_their_own_cells() {
    // The cells of a cage beside a line between circles once counted as cells of the line.
    let puzzle = read(
        "board sudoku 3x3\nbetween e1 : r1c1 r1c2 r1c3\nbetween e2 : r3c1 r3c2 r3c3\n\
         between e3 : r7c7 r7c8 r7c9\nbetween e4 : r9c7 r9c8 r9c9\n\
         between e5 : r5c5 r4c5 r3c5 r2c5\nbetween e6 : r5c5 r5c4 r5c3 r5c2\n\
         between e7 : r7c7 r6c6 r5c5\nbetween e8 : r5c5 r4c4 r3c3\nbetween e9 : r3c7 r4c6 r5c5\n\
         cage k1 6 : r1c1 r1c2 r1c3\ncage k2 8 : r7c1 r8c1 r9c1\ncage k3 21 : r7c7 r7c8 r7c9\n\
         cage k4 6 : r9c7 r9c8 r9c9\ncage k5 9 : r1c9 r2c9 r3c9\ncage k6 10 : r6c5 r7c5\n\
         cage k7 6 : r5c3 r5c4\ncage k8 9 : r5c1 r5c2\ncage k9 9 : r1c5 r2c5\n\
         cage k10 9 : r8c5 r9c5\ncage k11 9 : r5c8 r5c9\n",
    );
    let solution =
        "321678954456921873987453612692837145814295736735146298173562489248319567569784321";
    let claim = proved(&puzzle);
    assert!(
        claim == Claim::Open || line(&claim) == solution,
        "{claim:?}"
    );
    let digit = |(cell, mask): (usize, u32)| {
        let digit = solution.as_bytes()[cell] - b'1';
        assert!(mask >> digit & 1 == 1, "cell {cell} lost its digit");
    };
    let ready = SOLVER.prepare(&puzzle);
    let mut path = ready.path(false);
    while path.next().is_some() {
        path.cells().into_iter().enumerate().for_each(digit);
    }
}
