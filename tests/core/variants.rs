//! Variant puzzles: reading, certified steps, and the collections of the studies.

use qedoku_core::proof::Claim;
use qedoku_core::variant::{Variant, VariantPath, count, prove, read_variant};
use qedoku_tests::shared;

/// A killer of 4x4 cells with a thermometer.
const SMALL: &str = "board sudoku 2x2\ngivens ................\n\
    cage k1 3 : r1c1 r1c2\ncage k2 4 : r1c1 r2c1\ncage k3 3 : r2c3 r2c4\n\
    cage k4 4 : r3c2 r4c2\npath t1 < : r3c3 r3c4\nallow r1c1 1\n";

fn read(text: &str) -> Variant {
    read_variant(text, &[]).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Proves a puzzle without search, and demands that the checker accepts the proof.
fn proved(puzzle: &Variant) -> Claim {
    let proof = prove(puzzle, false);
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
    for step in VariantPath::new(&puzzle, false) {
        seen += 1;
        for gone in step.eliminations {
            let cell = board.cell_of(gone).index();
            let is_right = |it: &Vec<_>| it[cell] == board.digit_of(gone);
            assert!(!solutions.iter().any(is_right), "{}", step.sentence);
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
    let step = VariantPath::new(&puzzle, false)
        .find(|step| step.technique == "Cage Combinations")
        .expect("a step by the cage");
    let wanted = "Cage Combinations: the cage of 6 in r1c1,r1c2,r1c3 is 1, 2, 3, so ";
    assert!(step.sentence.starts_with(wanted), "{}", step.sentence);
}

#[test]
fn impossible_constraints_are_named_with_their_line() {
    let cases = [
        ("cage k1 2 : r1c1 r1c2", "sum to between 3 and 7, not 2"),
        ("cage k1 9 : r1c1 r1c9", "the constraint cannot be read"),
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

#[test]
fn killers_are_solved_by_rules() {
    let Some(text) = shared("variants/killer.tsv") else {
        return;
    };
    let text = String::from_utf8_lossy(&text);
    let dose = std::env::var("QEDOKU_DOSE")
        .ok()
        .and_then(|it| it.parse().ok());
    let lines: Vec<&str> = text.lines().skip(1).take(dose.unwrap_or(20)).collect();
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
    let step = match std::env::var("QEDOKU_DOSE") {
        Ok(_) => 1,
        Err(_) => 12,
    };
    let (mut unique, mut open, mut refused) = (0, Vec::new(), Vec::new());
    for puzzle in text.lines().step_by(step) {
        let id: String = puzzle.chars().skip(7).take(8).collect();
        let variant = match read_variant(puzzle, &[]) {
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
    assert!(
        unique * step >= 150,
        "{unique} unique, {open:?}, {refused:?}"
    );
}
