//! Error messages for invalid puzzle text.

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use qedoku_core::grid::text::{self, PuzzleError, Source, read_puzzle};

use super::{WIKIPEDIA, good, read};

/// Returns the report without colour.
pub fn render(error: &PuzzleError) -> String {
    let handler =
        GraphicalReportHandler::new_themed(GraphicalTheme::unicode_nocolor()).with_width(80);
    let mut text = String::new();
    handler.render_report(&mut text, error).expect("a report");
    // Trailing spaces are removed, because editors remove them from snapshots.
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// Reads a text that must be rejected with this code.
#[track_caller]
fn refused(code: &str, text: &str) -> String {
    let error = read(text).expect_err("must be refused");
    assert_eq!(
        error.code().map(|c| c.to_string()).as_deref(),
        Some(code),
        "{}",
        render(&error)
    );
    render(&error)
}

fn rows(line: &str) -> Vec<&str> {
    (0..9).map(|r| &line[r * 9..r * 9 + 9]).collect()
}

#[test]
fn one_cell_too_few() {
    insta::assert_snapshot!(refused("puzzle::wrong_length", &WIKIPEDIA[..80]));
}

#[test]
fn a_row_with_one_cell_too_few() {
    let mut rows = rows(WIKIPEDIA);
    rows[3] = "8..6...3";
    insta::assert_snapshot!(refused("puzzle::wrong_length", &rows.join("\n")));
}

#[test]
fn a_row_too_few() {
    insta::assert_snapshot!(refused(
        "puzzle::wrong_length",
        &rows(WIKIPEDIA)[..8].join("\n")
    ));
}

#[test]
fn pencilmarks_with_a_group_too_few() {
    let text = "1 23 234 24\n234 234 1\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::wrong_length", text));
}

#[test]
fn a_list_of_candidates_with_one_too_few() {
    let text = "123456789".repeat(81);
    insta::assert_snapshot!(refused("puzzle::wrong_length", &text[..728]));
}

#[test]
fn a_number_of_cells_between_two_sizes() {
    insta::assert_snapshot!(refused("puzzle::wrong_length", &".".repeat(50)));
}

#[test]
fn a_strange_character() {
    let text = WIKIPEDIA.replacen("195", "1q5", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn a_wide_character_in_a_framed_grid() {
    let mut rows: Vec<String> = rows(WIKIPEDIA)
        .iter()
        .map(|row| format!("│{row}│"))
        .collect();
    rows[4] = "│4..数.3..1│".to_owned();
    let text = format!("┌─────────┐\n{}\n└─────────┘\n", rows.join("\n"));
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn a_digit_that_the_board_does_not_have() {
    let text = WIKIPEDIA.replacen("195", "1A5", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn a_candidate_at_the_place_of_another() {
    let text = "123456789".repeat(81).replacen("45678", "44678", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn two_equal_givens_in_a_row() {
    let text = format!("5..5{}", &WIKIPEDIA[4..]);
    insta::assert_snapshot!(refused("puzzle::clash", &text));
}

#[test]
fn two_equal_givens_in_a_column_of_a_grid() {
    let mut rows = rows(WIKIPEDIA);
    rows[8] = "...58..79";
    rows[1] = "6..5.9...";
    insta::assert_snapshot!(refused("puzzle::clash", &rows.join("\n")));
}

#[test]
fn two_equal_givens_in_a_box() {
    insta::assert_snapshot!(refused("puzzle::clash", "1....1.........."));
}

#[test]
fn two_equal_numbers_in_a_row() {
    let text = format!(
        "16 {}16\n{}",
        ". ".repeat(14),
        format!("{}\n", ". ".repeat(16)).repeat(15)
    );
    insta::assert_snapshot!(refused("puzzle::clash", &text));
}

#[test]
fn a_cell_without_candidates() {
    let text = "1 23 234 24\n234 {} 1 24\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::no_candidate", text));
}

#[test]
fn a_cell_without_candidates_in_a_list() {
    let text = format!(
        "{}.........{}",
        "123456789".repeat(9),
        "123456789".repeat(71)
    );
    insta::assert_snapshot!(refused("puzzle::no_candidate", &text));
}

#[test]
fn a_digit_twice_among_the_candidates() {
    let text = "1 23 234 24\n234 232 1 24\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::repeated_digit", text));
}

#[test]
fn bytes_that_are_no_text() {
    let mut bytes = b"# a title\n".to_vec();
    bytes.extend(WIKIPEDIA.bytes());
    bytes[30] = 0xff;
    let error = read_puzzle(&Source::new("test", &bytes)).unwrap_err();
    assert!(matches!(error, PuzzleError::NotUtf8 { .. }));
    insta::assert_snapshot!(render(&error));
}

#[test]
fn no_puzzle_at_all() {
    insta::assert_snapshot!(refused("puzzle::empty", "\n# to do\n"));
}

#[test]
fn more_than_one_puzzle() {
    let text = format!("{WIKIPEDIA}\n\n{WIKIPEDIA}\n{WIKIPEDIA}\n");
    insta::assert_snapshot!(refused("puzzle::several", &text));
}

#[test]
fn a_line_without_end() {
    insta::assert_snapshot!(refused("puzzle::too_long", &"1".repeat((1 << 20) + 1)));
}

#[test]
fn a_triple_that_is_none() {
    let board = ".".repeat(81);
    for bad in ["43", "4367", "4x6", "430", "436,437", "é36"] {
        refused("puzzle::bad_triple", &format!(":0300:4:{board}:{bad}::"));
        refused("puzzle::bad_triple", &format!(":0300:4:{board}::{bad}:"));
    }
    let text = format!(":0300:4:{board}:111 222:436 4370 438:");
    insta::assert_snapshot!(refused("puzzle::bad_triple", &text));
}

#[test]
fn a_library_line_without_a_board() {
    for bad in [
        ":",
        "::",
        ":03:4:5",
        ":0300",
        ":0300:4",
        ":0300:4::",
        ":é00000:4:",
    ] {
        refused("puzzle::bad_library_line", bad);
    }
    insta::assert_snapshot!(refused("puzzle::bad_library_line", ":0300:4::436::"));
}

#[test]
fn a_library_board_of_the_wrong_length() {
    let text = format!(":0300:4:{}:436::", "+1.".repeat(40));
    insta::assert_snapshot!(refused("puzzle::wrong_length", &text));
    for strange in ["++1", "+.1", "1 2", "-12"] {
        refused(
            "puzzle::strange_character",
            &format!(":0300:4:{strange}{}", ".".repeat(79)),
        );
    }
    refused(
        "puzzle::strange_character",
        &format!(":0300:x:{}", ".".repeat(81)),
    );
}

#[test]
fn a_state_of_another_puzzle() {
    let puzzle = rows(WIKIPEDIA).join("\n");
    let state = WIKIPEDIA.replacen('5', "1", 1);
    let text = format!("[Puzzle]\n{puzzle}\n[State]\n{}\n", rows(&state).join("\n"));
    insta::assert_snapshot!(refused("puzzle::state_mismatch", &text));
}

#[test]
fn an_error_in_a_long_line_shows_only_its_surroundings() {
    let text = "1 ".repeat(200_000) + "q " + &"2 ".repeat(200_000);
    let report = refused("puzzle::strange_character", &text);
    assert!(report.contains("test:1:400001"), "{report}");
    assert!(report.len() < 2000, "{report}");
}

#[test]
fn an_error_far_down_a_collection_names_its_line() {
    let text = format!("{WIKIPEDIA}\n").repeat(4999) + &WIKIPEDIA.replacen('7', "q", 1);
    let mut entries =
        qedoku_core::grid::text::read_puzzles(&Source::new("big.sdm", &text)).skip(4999);
    let error = entries.next().unwrap().puzzle.unwrap_err();
    assert!(
        render(&error).contains("big.sdm:5000:5"),
        "{}",
        render(&error)
    );
}

/// Control characters, among them some that terminals act upon.
const CONTROLS: &str = "\u{1b}[2J\u{7}\u{8}\r\u{7f}\u{9b}31m\u{202e}";

fn is_clean(text: &str) -> bool {
    let is_bad = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    !text.contains(is_bad)
}

#[test]
fn labels_do_nothing_to_a_terminal() {
    for text in [
        format!("{WIKIPEDIA} # a {CONTROLS} b\n"),
        format!("# a {CONTROLS} b\n{WIKIPEDIA}\n"),
        format!("{WIKIPEDIA}\ta {CONTROLS} b\n"),
        format!("{WIKIPEDIA},a {CONTROLS} b\n"),
        format!("#Da {CONTROLS} b\n[Puzzle]\n{WIKIPEDIA}\n"),
        format!("https://www.sudokuwiki.org/sudoku.htm?bd={WIKIPEDIA} a {CONTROLS} b"),
    ] {
        let label = good(&text).label.expect("a label");
        assert!(
            is_clean(&label) && label.contains("\\u{1b}[2J"),
            "{label:?}"
        );
    }
    let line = format!("{WIKIPEDIA} # a {CONTROLS} b");
    let options = text::ReadOptions::default();
    let read = text::read_line("name", 1, line, options).expect("a puzzle");
    assert!(is_clean(&read.expect("good").label.expect("a label")));
}

#[test]
fn errors_do_nothing_to_a_terminal() {
    for text in [
        format!("12{CONTROLS}..\n"),
        format!("{}{CONTROLS}{}", &WIKIPEDIA[..40], &WIKIPEDIA[40..]),
        format!(":0300:4:{WIKIPEDIA}:{CONTROLS}:{CONTROLS}:{CONTROLS}:"),
        format!(":{CONTROLS}:4:{WIKIPEDIA}:a{CONTROLS} 119 888:"),
        format!("[Puzzle]\n{WIKIPEDIA}\n[State]\n{CONTROLS}{WIKIPEDIA}\n"),
        format!("[Puzzle]\n{CONTROLS}\n"),
        format!("r1 | {CONTROLS} |\n"),
        format!("https://{CONTROLS}/?load=x"),
    ] {
        let source = Source::new(CONTROLS, &text);
        for entry in text::read_puzzles(&source) {
            if let Err(error) = entry.puzzle {
                let shown = format!("{:?}", miette::Report::new(error));
                assert!(is_clean(&shown), "{text:?}\n{shown:?}");
            }
        }
    }
}
