//! Meaning of single characters and lines in puzzle text: digits, frames, comments, headings.

use miette::Diagnostic;
use qedoku_core::grid::{Digit, Shape};

use super::{content, good, read};

#[test]
fn supported_sizes_are_read_and_no_others() {
    for n in 2..=40 {
        let is_read = read(&".".repeat(n * n)).is_ok();
        assert_eq!(is_read, Shape::of_size(n).is_some(), "{n}");
    }
}

#[test]
fn digit_characters_are_read() {
    let cells = ".".repeat(624);
    for c in (0..128u8).map(char::from) {
        let line = read(&format!("{c}{cells}")).ok().and_then(|p| p.line());
        let first = line.and_then(|line| Digit::from_char(line.chars().next()?));
        assert_eq!(first, Digit::from_char(c), "{c:?}");
    }
}

#[test]
fn frames_are_distinguished_from_cells() {
    let plain = good("12......2143...2");
    for frame in [
        "+---+---+",
        "'---'---'",
        " :-----+-----: ",
        "*-----------*",
        "├───┼───┤",
        "===",
        "+-+-+",
        "",
        "   ",
    ] {
        let text = format!("{frame}\n12..\n....\n{frame}\n2143\n...2\n{frame}\n");
        assert_eq!(content(&good(&text)), content(&plain), "{frame}");
    }
    for cells in ["....", "- - - -", "| . . |. .|", "│..│. .│", "* * * *"] {
        let text = format!("12..\n{cells}\n2143\n...2\n");
        assert_eq!(content(&good(&text)), content(&plain), "{cells}");
    }
}

#[test]
fn frames_and_comments_are_dropped() {
    let text =
        "# title\n+---+---+\n|1 .|. 4| # easy\n+---+---+\n\n│ 3 4 │ 12 . │\n. . . .\n1 . . 2";
    let puzzle = good(text);
    assert_eq!(puzzle.board.size(), 4);
    assert_eq!(puzzle.label.as_deref(), Some("easy"));
    let cell = puzzle.board.parse_cell("r2c3").expect("a cell");
    assert_eq!(puzzle.state().digits(&puzzle.board, cell), 0b11);
}

#[test]
fn places_are_byte_offsets_into_the_text() {
    let text = "│1\u{a0}2 (34) é│\n. . . .\n. . . .\n. . . .\n";
    let error = read(text).expect_err("é is no cell");
    let label = error.labels().expect("a place").next().expect("one");
    assert_eq!(&text[label.offset()..][..label.len()], "é");
}

#[test]
fn headings_are_words_in_brackets() {
    let grid = "12..\n....\n2143\n...2\n";
    let headed = good(&format!(" [Puzzle] \r\n{grid}"));
    assert_eq!(content(&headed), content(&good(grid)));
    for line in ["[]", "[12]", "[a]", "[ABC]", "[x y]", "Puzzle", "[State"] {
        let read = read(&format!("[Puzzle]\n12..\n{line}\n....\n2143\n...2\n"));
        assert!(read.is_err(), "{line}");
    }
}

#[test]
fn sizes_overlap_only_at_64_characters() {
    let sizes = || (1..=25).filter(|&n| Shape::of_size(n).is_some());
    let both: Vec<_> = sizes()
        .flat_map(|n| sizes().map(move |m| (n, m)))
        .filter(|(n, m)| n.pow(2) == m.pow(3))
        .collect();
    assert_eq!(both, [(8, 4)]);
}
