//! Links of other sites, imported and exported.

use lz_str::compress_to_base64;
use serde_json::json;

use crate::{Asked, EASY};

#[test]
fn board_round_trips_through_links() {
    let mut asked = Asked::default();
    let mut board = asked.board(EASY);
    let links = asked.answer("links", json!({ "board": board }));
    for site in ["sudokuwiki", "fpuzzles", "sudokupad"] {
        let link = links[site].as_str().expect("a link");
        assert_eq!(asked.board(link), board, "{site}");
    }
    assert_eq!(links["line"], json!(EASY));
    // Entries are included if the site supports them.
    board["entries"] = json!(format!("..4{}", ".".repeat(78)));
    let links = asked.answer("links", json!({ "board": board }));
    let link = links["fpuzzles"].as_str().expect("a link");
    assert_eq!(asked.board(link), board);
}

#[test]
fn links_support_larger_boards() {
    let mut asked = Asked::default();
    let line = format!("G{}", ".".repeat(255));
    let board = asked.board(&line);
    let links = asked.answer("links", json!({ "board": board }));
    assert!(links.get("sudokuwiki").is_none());
    let link = links["sudokupad"].as_str().expect("a link");
    assert_eq!(asked.board(link), board);
}

#[test]
fn sudokupad_format_is_read() {
    let rows: Vec<String> = (EASY.as_bytes().chunks(9))
        .map(|row| {
            let cell = |b: &u8| match b {
                b'.' => "{}".to_owned(),
                digit => format!("{{v:{}}}", *digit as char),
            };
            format!("[{}]", row.iter().map(cell).collect::<Vec<_>>().join(","))
        })
        .collect();
    let text = format!("{{cs:50,ce:[{}],md:{{t:\"a {{b:1}} c\"}}}}", rows.join(","));
    let link = format!(
        "https://sudokupad.app/scl{}",
        compress_to_base64(text.as_str())
    );
    let mut asked = Asked::default();
    assert_eq!(asked.board(&link), asked.board(EASY));
}

#[test]
fn unreadable_links_give_the_reason() {
    let packed = |text: &str| compress_to_base64(text).replace('+', "%2B");
    let cells = format!("[{}]", ["[{},{},{},{}]"; 4].join(","));
    let killer = packed(&format!(
        "{{\"size\":4,\"grid\":{cells},\"killercage\":[{{\"cells\":[]}}]}}"
    ));
    let mut asked = Asked::default();
    for (link, code) in [
        ("https://example.org/puzzle", "link::unknown"),
        ("https://www.f-puzzles.com/?id=abc", "link::no_puzzle"),
        ("https://sudokupad.app/abc123", "link::no_puzzle"),
        ("https://www.f-puzzles.com/?load=", "link::damaged"),
        ("https://www.f-puzzles.com/?load=%%%", "link::damaged"),
        ("https://www.f-puzzles.com/?load=N4Igz", "link::damaged"),
        ("https://sudokupad.app/fpuzAAAA", "link::damaged"),
        (
            "https://www.sudokuwiki.org/sudoku.htm?bd=123",
            "link::board",
        ),
        ("https://www.sudokuwiki.org/sudoku.htm?bd=55", "link::board"),
        (
            &format!("https://www.f-puzzles.com/?load={killer}"),
            "link::variant",
        ),
    ] {
        assert_eq!(asked.error("read", json!({ "text": link })), code, "{link}");
    }
    let clash = format!(
        "https://www.sudokuwiki.org/sudoku.htm?bd=55{}",
        "0".repeat(79)
    );
    assert_eq!(
        asked.error("read", json!({ "text": clash })),
        "board::clash"
    );
}
