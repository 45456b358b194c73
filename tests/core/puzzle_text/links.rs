//! Links of other sites: the limit on unpacking, and the rejection of variant puzzles.

use lz_str::{compress_to_base64, decompress_from_base64};
use proptest::prelude::*;
use qedoku_core::grid::text::{LinkError, LinkedBoard, read_link};
use serde_json::{Value, json};

use super::{WIKIPEDIA, read};

fn fpuzzles(text: &str) -> String {
    let packed = compress_to_base64(text).replace('+', "%2B");
    format!("https://www.f-puzzles.com/?load={packed}")
}

fn sudokupad(text: &str) -> String {
    format!("https://sudokupad.app/scl{}", compress_to_base64(text))
}

fn board(link: &str) -> Result<LinkedBoard, LinkError> {
    read_link(link).expect("a link")
}

/// The Wikipedia puzzle in the format of f-puzzles.
fn fpuzzle() -> Value {
    let cell = |byte: &u8| match byte {
        b'.' => json!({}),
        digit => json!({ "value": digit - b'0', "given": true }),
    };
    let cells: Vec<Value> = WIKIPEDIA.as_bytes().iter().map(cell).collect();
    json!({ "size": 9, "grid": cells.chunks(9).collect::<Vec<_>>() })
}

/// The boxes of the 9x9 board in SudokuPad's format for regions.
fn boxes() -> Vec<Vec<[usize; 2]>> {
    let cells = |b: usize| (0..9).map(move |at| [b / 3 * 3 + at / 3, b % 3 * 3 + at % 3]);
    (0..9).map(|b| cells(b).collect()).collect()
}

fn refused_part(link: &str) -> String {
    match board(link) {
        Err(LinkError::Variant(part)) => part,
        other => panic!("{other:?}"),
    }
}

#[test]
fn link_that_unpacks_without_end_is_refused() {
    // Two million equal characters are packed into less than 4 KB. Packing more takes long.
    let link = fpuzzles(&"x".repeat(2_000_000));
    assert!(link.len() < 8_000, "{}", link.len());
    assert_eq!(board(&link), Err(LinkError::TooLong(1 << 20)));
    let error = read(&link).expect_err("too long");
    assert!(
        error.to_string().contains("unpacks to more than"),
        "{error}"
    );
}

#[test]
fn long_title_within_the_limit_is_read() {
    let mut puzzle = fpuzzle();
    puzzle["title"] = json!("a title ".repeat(50_000));
    assert_eq!(
        board(&fpuzzles(&puzzle.to_string()))
            .expect("a board")
            .givens,
        WIKIPEDIA
    );
}

#[test]
fn jigsaw_of_fpuzzles_is_refused_by_name() {
    let mut puzzle = fpuzzle();
    // Naming the box that a cell belongs to is not a constraint.
    puzzle["grid"][4][4]["region"] = json!(4);
    assert_eq!(
        board(&fpuzzles(&puzzle.to_string()))
            .expect("a board")
            .givens,
        WIKIPEDIA
    );
    puzzle["grid"][0][2]["region"] = json!(1);
    assert_eq!(refused_part(&fpuzzles(&puzzle.to_string())), "r1c3: region");
}

#[test]
fn restricted_candidates_of_fpuzzles_are_refused_by_name() {
    let mut puzzle = fpuzzle();
    puzzle["grid"][0][2] =
        json!({ "givenPencilMarks": null, "centerPencilMarks": [1], "c": "#A8A8A8" });
    assert_eq!(
        board(&fpuzzles(&puzzle.to_string()))
            .expect("a board")
            .givens,
        WIKIPEDIA
    );
    puzzle["grid"][0][2]["givenPencilMarks"] = json!([2, 4]);
    assert_eq!(
        refused_part(&fpuzzles(&puzzle.to_string())),
        "r1c3: givenPencilMarks"
    );
}

#[test]
fn solver_settings_of_fpuzzles_are_no_rules() {
    let mut puzzle = fpuzzle();
    puzzle["disabledlogic"] = json!(["fishes", "wings", "contradictions"]);
    puzzle["truecandidatesoptions"] = json!(["colored", "logical"]);
    assert_eq!(
        board(&fpuzzles(&puzzle.to_string()))
            .expect("a board")
            .givens,
        WIKIPEDIA
    );
    puzzle["antiknight"] = json!(true);
    assert_eq!(refused_part(&fpuzzles(&puzzle.to_string())), "antiknight");
}

#[test]
fn cages_and_regions_of_sudokupad_are_refused_by_name() {
    let mut puzzle = json!({ "cells": fpuzzle()["grid"], "regions": boxes() });
    puzzle["cages"] = json!([{ "value": "title: Monday" }, { "value": "author: A", "cells": [] }]);
    assert_eq!(
        board(&sudokupad(&puzzle.to_string()))
            .expect("a board")
            .givens,
        WIKIPEDIA
    );
    let mut killer = puzzle.clone();
    killer["cages"][1]["cells"] = json!([[0, 0], [0, 1]]);
    assert_eq!(refused_part(&sudokupad(&killer.to_string())), "cages");
    let mut jigsaw = puzzle.clone();
    let (one, other) = (
        jigsaw["regions"][0][2].take(),
        jigsaw["regions"][1][0].take(),
    );
    (jigsaw["regions"][0][2], jigsaw["regions"][1][0]) = (other, one);
    assert_eq!(refused_part(&sudokupad(&jigsaw.to_string())), "regions");
    // A region that contains one cell twice is not a box.
    let mut damaged = puzzle;
    damaged["regions"][0][2] = json!([0, 0]);
    assert_eq!(refused_part(&sudokupad(&damaged.to_string())), "regions");
}

#[test]
fn link_digit_not_on_the_board_is_refused() {
    for value in [json!(10), json!(-1), json!(1.5), json!("ten"), json!([1])] {
        let mut puzzle = fpuzzle();
        puzzle["grid"][0][2] = json!({ "value": value });
        assert_eq!(
            board(&fpuzzles(&puzzle.to_string())),
            Err(LinkError::Damaged),
            "{value}"
        );
    }
    for value in [json!(null), json!(""), json!(0)] {
        let mut puzzle = fpuzzle();
        puzzle["grid"][0][2] = json!({ "value": value });
        assert!(board(&fpuzzles(&puzzle.to_string())).is_ok(), "{value}");
    }
}

#[test]
fn rule_names_in_links_are_short_and_printable() {
    let mut puzzle = fpuzzle();
    puzzle[format!("\u{1b}[2J{}", "x".repeat(5_000))] = json!(true);
    let part = refused_part(&fpuzzles(&puzzle.to_string()));
    assert!(
        part.starts_with("\\u{1b}[2Jxxx") && part.len() < 100,
        "{part}"
    );
}

/// A collection of variants: puzzles whose JSON has no constraint are read, all others are
/// rejected.
#[test]
fn published_fpuzzles_are_read_or_refused_by_name() {
    let Some(text) = qedoku_tests::shared("variants/fpuzzles.jsonl") else {
        return;
    };
    let (mut read, mut with_settings, mut jigsaws) = (0, 0, 0);
    for line in String::from_utf8_lossy(&text).lines() {
        let entry: Value = serde_json::from_str(line).expect("JSON");
        let puzzle = &entry["puzzle"];
        let has_settings = puzzle["disabledlogic"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
            || puzzle["truecandidatesoptions"]
                .as_array()
                .is_some_and(|all| !all.is_empty());
        match board(&fpuzzles(&puzzle.to_string())) {
            Ok(_) => {
                read += 1;
                with_settings += usize::from(has_settings);
            }
            Err(LinkError::Variant(part)) => jigsaws += usize::from(part.ends_with(": region")),
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!((read, with_settings, jigsaws), (41, 15, 4));
}

proptest! {
    #[test]
    fn links_round_trip(titles in prop::collection::vec("(ab|a|.){0,40}", 0..8)) {
        let mut puzzle = fpuzzle();
        puzzle["title"] = json!(titles.concat().repeat(3));
        let read = board(&fpuzzles(&puzzle.to_string()));
        prop_assert_eq!(read.expect("a board").givens, WIKIPEDIA);
    }

    /// Damaged links: the result is the board of the unpacked text, or an error.
    #[test]
    fn damaged_links_end_with_an_error(
        changes in prop::collection::vec((any::<prop::sample::Index>(), "[A-Za-z0-9+/=]"), 1..4)
    ) {
        let mut packed = compress_to_base64(fpuzzle().to_string().as_str()).into_bytes();
        for (at, byte) in changes {
            let at = at.index(packed.len());
            packed[at] = byte.as_bytes()[0];
        }
        let packed = String::from_utf8(packed).expect("base64");
        let link = format!("https://sudokupad.app/fpuz{packed}");
        let plain = decompress_from_base64(&packed).and_then(|text| String::from_utf16(&text).ok());
        let is_json = plain.is_some_and(|text| serde_json::from_str::<Value>(&text).is_ok());
        if board(&link).is_ok() {
            prop_assert!(is_json, "{}", link);
        }
    }
}
