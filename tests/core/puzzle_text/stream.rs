//! Collections, read line by line.

use std::io::{self, BufReader, Read};

use qedoku_core::grid::text::{self, PuzzleError, ReadOptions, Reader, Source};

use super::{WIKIPEDIA, content};

/// Returns the line of each entry, with its size or the code of its error.
fn summary(text: impl AsRef<[u8]>) -> Vec<(usize, String)> {
    let bytes = text.as_ref();
    let entries: Vec<_> = text::read_puzzles(&Source::new("test", bytes)).collect();
    // The size of the buffer does not change the result.
    let small = Reader::new("test", BufReader::with_capacity(7, bytes));
    let one = |entry: &text::Entry| {
        let what = match &entry.puzzle {
            Ok(puzzle) => puzzle.board.size().to_string(),
            Err(error) => miette::Diagnostic::code(error).expect("a code").to_string(),
        };
        (entry.line, what)
    };
    let all: Vec<_> = entries.iter().map(one).collect();
    assert_eq!(small.map(|e| one(&e)).collect::<Vec<_>>(), all);
    all
}

fn is(line: usize, what: &str) -> (usize, String) {
    (line, what.to_owned())
}

fn grid_of(n: usize) -> String {
    let last = "123456789ABCDEFGHIJKLMNOP".chars().nth(n - 1).unwrap();
    let empty = ".".repeat(n);
    format!("{}{last}\n", &empty[1..]) + &(empty + "\n").repeat(n - 1)
}

#[test]
fn bad_line_does_not_stop_the_rest() {
    let text = format!(
        "{WIKIPEDIA}\n{}\n{WIKIPEDIA}\n{}q{}\n\n# note\n{WIKIPEDIA}.\n55{}\n{WIKIPEDIA}",
        &WIKIPEDIA[1..],
        &WIKIPEDIA[..40],
        &WIKIPEDIA[41..],
        &WIKIPEDIA[2..],
    );
    let expected = [
        is(1, "9"),
        is(2, "puzzle::wrong_length"),
        is(3, "9"),
        is(4, "puzzle::strange_character"),
        is(7, "puzzle::wrong_length"),
        is(8, "puzzle::clash"),
        is(9, "9"),
    ];
    assert_eq!(summary(text), expected);
}

#[test]
fn grids_of_several_lines_follow_each_other() {
    let nine = grid_of(9);
    assert_eq!(summary(format!("{nine}{nine}")), [is(1, "9"), is(10, "9")]);
    assert_eq!(
        summary(format!("\n{nine}\n\n# title\n{nine}")),
        [is(2, "9"), is(14, "9")]
    );
    let framed = format!("+---+\n{nine}+---+\n");
    assert_eq!(
        summary(format!("{framed}{framed}{WIKIPEDIA}")),
        [is(1, "9"), is(12, "9"), is(23, "9")]
    );
    let all: String = [4, 6, 8, 9, 10, 12, 15, 16, 20, 25].map(grid_of).concat();
    let sizes: Vec<String> = summary(all).into_iter().map(|(_, what)| what).collect();
    assert_eq!(
        sizes,
        ["4", "6", "8", "9", "10", "12", "15", "16", "20", "25"]
    );
}

#[test]
fn blank_line_between_bands_continues_a_grid() {
    let line = |r: usize| &WIKIPEDIA[r * 9..r * 9 + 9];
    let bands: Vec<String> = (0..3)
        .map(|b| {
            format!(
                "{}\n{}\n{}\n",
                line(3 * b),
                line(3 * b + 1),
                line(3 * b + 2)
            )
        })
        .collect();
    let text = bands.join("\n") + "\n" + &bands.join("\n\n");
    assert_eq!(summary(text), [is(1, "9"), is(13, "9")]);
}

#[test]
fn grid_with_missing_rows_ends() {
    let eight: String = grid_of(9)
        .lines()
        .take(8)
        .map(|l| l.to_owned() + "\n")
        .collect();
    let wrong = "puzzle::wrong_length";
    assert_eq!(
        summary(format!("{eight}\n{WIKIPEDIA}\n")),
        [is(1, wrong), is(10, "9")]
    );
    assert_eq!(
        summary(format!("{eight}{WIKIPEDIA}\n")),
        [is(1, wrong), is(9, "9")]
    );
    assert_eq!(
        summary(format!("{eight}# c\n{}", grid_of(9))),
        [is(1, wrong), is(10, "9")]
    );
    assert_eq!(
        summary(format!("{eight}\n{}", grid_of(9))),
        [is(1, wrong), is(10, "9")]
    );
}

#[test]
fn sixteen_cells_are_a_row_near_a_digit_above_four() {
    let four = "1..............4\n";
    assert_eq!(summary(four), [is(1, "4")]);
    let many = summary(four.repeat(40));
    assert_eq!(many.len(), 40);
    assert!(many.iter().all(|(_, what)| what == "4"));
    assert_eq!(summary(grid_of(16)), [is(1, "16")]);
    assert_eq!(
        summary(format!("{}{}", grid_of(16), grid_of(16))),
        [is(1, "16"), is(17, "16")]
    );
    assert_eq!(
        summary(format!("{four}\n# x\n{}", grid_of(16))),
        [is(1, "4"), is(4, "16")]
    );
    let empty = format!("{}\n", "0 ".repeat(16));
    for number in ["10", "11", "13", "14", "16"] {
        let row = format!("{}{number}\n", "0 ".repeat(15));
        for at in [0, 7, 15] {
            let grid = empty.repeat(at) + &row + &empty.repeat(15 - at);
            assert_eq!(summary(&grid), [is(1, "16")], "{grid}");
            assert!(super::read(&grid).is_ok());
        }
    }
    let framed = format!("+----+\n{}+----+\n", "................\n".repeat(16));
    assert_eq!(summary(framed), [is(1, "16")]);
}

#[test]
fn column_heading_is_skipped() {
    assert_eq!(
        summary(format!("quizzes,solutions\n{WIKIPEDIA},{WIKIPEDIA}\n")),
        [is(2, "9")]
    );
    assert_eq!(
        summary(format!("#puzzle\tclues\n{WIKIPEDIA}\t26\n")),
        [is(2, "9")]
    );
}

#[test]
fn sections_give_one_puzzle_each() {
    let grid = grid_of(9);
    let one = format!("#DTitle\n[Puzzle]\n{grid}[State]\n{grid}\n");
    assert_eq!(
        summary(one.repeat(2) + WIKIPEDIA),
        [is(3, "9"), is(25, "9"), is(45, "9")]
    );
    let apart = format!("[Puzzle]\n{grid}{}{WIKIPEDIA}", "\n".repeat(20));
    assert_eq!(summary(apart), [is(2, "9"), is(31, "9")]);
    let wrong = format!("[Puzzle]\n{grid}[State]\n{}", grid_of(6));
    assert_eq!(summary(wrong), [is(2, "puzzle::state_mismatch")]);
}

#[test]
fn empty_input_has_no_puzzles() {
    for text in [
        "",
        "\n\n",
        "# only\n# comments",
        "   \t\r\n",
        "[Puzzle]\n",
        "[State]",
        "\u{feff}",
    ] {
        assert_eq!(summary(text), [], "{text:?}");
    }
    let empty = text::read_puzzle(&Source::new("test", "\n# nothing\n"));
    assert!(matches!(empty, Err(PuzzleError::Empty { .. })));
}

#[test]
fn line_reads_alone_as_in_a_collection() {
    let read = |line: &str| text::read_line("test", 7, line, ReadOptions::default());
    for nothing in ["", "  ", "# comment", "+---+---+", "[Puzzle]"] {
        assert!(read(nothing).is_none(), "{nothing}");
    }
    let puzzle = read(&format!(" {WIKIPEDIA}\tname\r")).unwrap().unwrap();
    assert_eq!(puzzle.line().as_deref(), Some(WIKIPEDIA));
    assert_eq!(puzzle.label.as_deref(), Some("name"));
    assert!(matches!(
        read("53..7"),
        Some(Err(PuzzleError::WrongLength { .. }))
    ));
    assert_eq!(read(&".".repeat(16)).unwrap().unwrap().board.size(), 4);
}

#[test]
fn endless_lines_are_refused_in_bounded_memory() {
    // A line longer than the limit, followed by a valid puzzle.
    let long = io::repeat(b'1').take(5 << 20);
    let rest = format!("\n{WIKIPEDIA}\n");
    let input = BufReader::new(long.chain(rest.as_bytes()));
    let entries: Vec<_> = Reader::new("test", input).collect();
    let [first, second] = &entries[..] else {
        panic!("{entries:?}")
    };
    let Err(PuzzleError::TooLong { text, .. }) = &first.puzzle else {
        panic!("{first:?}")
    };
    assert!(text.text().len() < 1000);
    assert_eq!(
        content(second.puzzle.as_ref().unwrap()).1.as_deref(),
        Some(WIKIPEDIA)
    );
    assert_eq!(second.line, 2);
}

#[test]
fn endless_blocks_are_refused_in_bounded_pieces() {
    let input = BufReader::new(io::repeat(b'\n').take(100).chain(Repeat(0)).take(5 << 20));
    let entries: Vec<_> = Reader::new("test", input).collect();
    assert!(entries.len() >= 2 && entries.len() < 20);
    assert!(
        entries[..entries.len() - 1]
            .iter()
            .all(|e| matches!(e.puzzle, Err(PuzzleError::TooLong { .. })))
    );
}

/// A reader that repeats the line `1 2 3`.
struct Repeat(usize);

impl Read for Repeat {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = b"1 2 3\n"[self.0 % 6];
            self.0 += 1;
        }
        Ok(buffer.len())
    }
}

#[test]
fn broken_input_is_reported_once() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the cable was pulled"))
        }
    }
    let start = format!("{WIKIPEDIA}\n");
    let input = BufReader::new(start.as_bytes().chain(Broken));
    let entries: Vec<_> = Reader::new("test", input).collect();
    let [first, second] = &entries[..] else {
        panic!("{entries:?}")
    };
    assert!(first.puzzle.is_ok());
    assert!(matches!(
        second.puzzle,
        Err(PuzzleError::Unreadable { line: 1, .. })
    ));
}
