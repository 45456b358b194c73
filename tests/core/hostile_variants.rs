//! Hostile variant puzzles: each is rejected with a message or accepted.

use std::time::{Duration, Instant};

use qedoku_core::proof::{Claim, Proof};
use qedoku_core::variant::{Variant, read_variant};
use qedoku_tests::random::Random;
use serde_json::{Map, Value, json};

/// An f-puzzles board of 9x9 empty cells with this constraint.
fn board_with(kind: &str, value: Value) -> String {
    let mut puzzle = Map::new();
    puzzle.insert("size".to_owned(), json!(9));
    puzzle.insert("grid".to_owned(), json!(vec![vec![json!({}); 9]; 9]));
    puzzle.insert(kind.to_owned(), value);
    Value::Object(puzzle).to_string()
}

/// Asserts that the checker accepts the header of a parsed puzzle, or declines its size.
fn is_in_the_format(variant: &Variant) {
    let proof = Proof {
        header: variant.header.clone(),
        steps: Vec::new(),
        claim: Claim::Open,
    };
    let text = proof.to_text();
    let verdict = qedoku_check::check(text.as_bytes()).expect("reading from memory");
    let is_rejected = matches!(verdict, qedoku_check::Verdict::Rejected(_));
    assert!(!is_rejected, "{verdict}\n{text}");
}

fn refused(text: &str) -> String {
    match read_variant(text, &[]) {
        Ok(_) => panic!("it was read: {}", &text[..text.len().min(200)]),
        Err(error) => error.to_string(),
    }
}

#[test]
fn lines_without_cells_are_refused() {
    for kind in ["renban", "thermometer", "whispers", "betweenline"] {
        let error = refused(&board_with(kind, json!([{ "lines": [[]] }])));
        assert!(error.contains("no cells"), "{kind}: {error}");
    }
    let error = refused("board sudoku 2x2\ncage k1 3 :\n");
    assert!(error.contains("no cells"), "{error}");
}

#[test]
fn a_circle_of_thousands_of_cells_takes_no_memory() {
    let circle = vec!["R1C1"; 100_000];
    let arrow = json!([{ "cells": circle, "lines": [["R1C2"]] }]);
    assert!(refused(&board_with("arrow", arrow)).contains("`arrow`"));
}

#[test]
fn a_value_cannot_add_a_line() {
    let cells = json!(["R1C1", "R1C2"]);
    for value in ["1 : r1c1 r1c2\nallow r1c1 5\npath z1 <", "1 2", "\n", "-1"] {
        for kind in ["difference", "ratio", "xv", "killercage"] {
            let clue = json!([{ "cells": cells, "value": value }]);
            let error = refused(&board_with(kind, clue));
            assert!(error.contains(kind), "{error}");
        }
    }
    let mut row = vec![json!({}); 9];
    row[0] = json!({ "given": true, "value": "1\nallow r1c2 5" });
    let error = refused(&board_with("grid", json!(vec![row; 9])));
    assert!(error.contains("given"), "{error}");
}

#[test]
fn clues_inside_the_grid_are_not_taken_for_clues_beside_it() {
    for cell in ["R5C5", "R0C0", "R10C10", "R0C99", "R5C18446744073709551615"] {
        let clue = json!([{ "cell": cell, "value": "10" }]);
        let error = refused(&board_with("sandwichsum", clue));
        assert!(error.contains("sandwichsum"), "{cell}: {error}");
    }
}

#[test]
fn what_the_checker_refuses_is_refused() {
    let lines = [
        "cage k0 3 : r1c1 r1c2",
        "cage k10000 3 : r1c1 r1c2",
        "cage b1 3 : r1c1 r1c2",
        "cage K1 3 : r1c1 r1c2",
        "cage k1 +3 : r1c1 r1c2",
        "cage k1 03 : r1c1 r1c2",
        "cage k1 3 4 : r1c1 r1c2",
        "cage k1 -3 : r1c1 r1c2",
        "row q1 - - : r1c1=12",
        "row q1 - 1 : r1c1",
        "sum s1 3 : r1c1=12 r1c2",
        "path t1 p< : r1c1 r1c2",
        "between e1 : r1c1",
        "path t1 < : r1c1",
        "allow r1c1 21",
        "allow r1c1 11",
        "has q1 21 : r1c1 r1c2",
        "row q1 - 1 : r1c1=21",
        "sum s1 99999999999999999999 : r1c1",
        "sum s1 1 : 99999999999999999999*r1c1",
    ];
    for line in lines {
        refused(&format!("board sudoku 2x2\n{line}\n"));
    }
}

#[test]
fn thousands_of_constraints_are_refused() {
    let cells: Vec<String> = (0..81)
        .map(|it| format!("r{}c{}=123456789", it / 9 + 1, it % 9 + 1))
        .collect();
    let mut text = "board sudoku 3x3\n".to_owned();
    for number in 1..=3_000 {
        // The kinds here are cheap, because the test concerns only the limit on their number.
        let cells = &cells[..if number <= 20 { 81 } else { 2 }];
        text += &format!("row q{number} - 1 : {}\n", cells.join(" "));
    }
    assert!(refused(&text).contains("too many constraints"));
}

#[test]
fn deep_and_long_texts_are_refused() {
    let deep = "[".repeat(100_000);
    let long = "r1c1 ".repeat(1_000_000);
    let start = Instant::now();
    for text in [
        format!("{{\"grid\":{deep}"),
        board_with("size", json!(18_446_744_073_709_551_615_u64)),
        board_with("grid", json!([])),
        board_with("killercage", json!([{ "cells": "R1C1" }])),
        format!("board sudoku 3x3\ncage k1 3 : {long}\n"),
        format!(
            "board sudoku 3x3\ncage k1 {} : r1c1\n",
            "9".repeat(5_000_000)
        ),
        "board sudoku 4294967296x4294967296\n".to_owned(),
        "board sudoku 0x9\n".to_owned(),
    ] {
        let message = refused(&text);
        assert!(message.len() < 500, "{}", &message[..500]);
    }
    assert!(start.elapsed() < Duration::from_secs(120));
}

/// A word of a constraint line, usually an invalid one.
fn word(random: &mut Random) -> String {
    let words = [
        "cage",
        "sum",
        "row",
        "path",
        "every",
        "house",
        "different",
        "has",
        "allow",
        "all",
        "mod",
        "sandwich",
        "xsum",
        "between",
        "zigzag",
        "k1",
        "k2",
        "t1",
        ":",
        "-",
        "<",
        "!=",
        "d>=2",
        "s=5",
        "r=2",
        "e!=",
        "touch",
        "knight",
        "12",
        "1234",
        "3",
        "0",
        "-5",
        "1000000",
        "1000001",
        "r1c1",
        "r1c2",
        "r2c1",
        "r4c4",
        "r1c1=12",
        "-2*r1c3",
        "1001*r1c4",
        "r5c1",
    ];
    (*random.pick(&words).expect("a word")).to_owned()
}

#[test]
fn random_constraint_lines_are_read_or_refused() {
    let mut random = Random::new(36);
    let mut read = 0;
    for _ in 0..20_000 {
        let kind = [
            "cage k1 5 :",
            "sum s1 4 :",
            "path t1 < :",
            "row q1 - 1 :",
            "has q1 12 :",
            "",
        ];
        let start = random.pick(&kind).expect("a kind");
        let count = 1 + random.below(5);
        let words: Vec<String> = (0..count).map(|_| word(&mut random)).collect();
        let text = format!("board sudoku 2x2\n{start} {}\n", words.join(" "));
        if let Ok(variant) = read_variant(&text, &[]) {
            is_in_the_format(&variant);
            read += 1;
        }
    }
    assert!(read > 50, "{read} were read");
}

/// Kinds of constraints of f-puzzles.
const KINDS: [&str; 26] = [
    "killercage",
    "extraregion",
    "difference",
    "ratio",
    "xv",
    "quadruple",
    "odd",
    "clone",
    "littlekillersum",
    "sandwichsum",
    "xsum",
    "skyscraper",
    "arrow",
    "thermometer",
    "slowthermometer",
    "whispers",
    "renban",
    "betweenline",
    "palindrome",
    "entropicline",
    "regionsumline",
    "maximum",
    "diagonal+",
    "disjointgroups",
    "negative",
    "grid",
];

/// JSON that may stand anywhere in a constraint.
fn anything(random: &mut Random, depth: usize) -> Value {
    let cells = [
        "R1C1", "R1C2", "R2C2", "R9C9", "R0C5", "R10C1", "R0C0", "r1c1", "R1C", "",
    ];
    let cell = |random: &mut Random| json!(random.pick(&cells).expect("a cell"));
    match random.below(9) {
        0 => json!(null),
        1 => json!(random.below(40)),
        2 => json!(u64::MAX),
        3 => json!(-3),
        4 => json!(["10", "X", "1 2", "\n", "99999999999999999999"][random.below(5)]),
        5 => cell(random),
        6 if depth > 0 => anything(random, 0),
        _ => {
            let count = random.below(5);
            Value::Array((0..count).map(|_| cell(random)).collect())
        }
    }
}

#[test]
fn random_clues_are_read_or_refused() {
    let mut random = Random::new(37);
    let mut read = 0;
    for _ in 0..6_000 {
        let kind = random.pick(&KINDS).expect("a kind");
        let mut clue = Map::new();
        for key in ["cells", "lines", "cell", "value", "values", "cloneCells"] {
            let value = anything(&mut random, 1);
            let value = match (key, random.below(4)) {
                (_, 0) => continue,
                ("lines", 1..) => json!([value]),
                ("cells", 1) => json!(["R1C1", "R1C2", "R2C1"]),
                ("value", 1) => json!("10"),
                _ => value,
            };
            clue.insert(key.to_owned(), value);
        }
        let clue = match random.below(8) {
            0 => anything(&mut random, 1),
            _ => json!([clue]),
        };
        if let Ok(variant) = read_variant(&board_with(kind, clue), &[]) {
            is_in_the_format(&variant);
            read += 1;
        }
    }
    assert!(read > 100, "{read} were read");
}
