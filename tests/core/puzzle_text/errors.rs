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
fn error_one_cell_too_few() {
    insta::assert_snapshot!(refused("puzzle::wrong_length", &WIKIPEDIA[..80]));
}

#[test]
fn error_row_with_one_cell_too_few() {
    let mut rows = rows(WIKIPEDIA);
    rows[3] = "8..6...3";
    insta::assert_snapshot!(refused("puzzle::wrong_length", &rows.join("\n")));
}

#[test]
fn error_missing_row() {
    insta::assert_snapshot!(refused(
        "puzzle::wrong_length",
        &rows(WIKIPEDIA)[..8].join("\n")
    ));
}

#[test]
fn error_missing_group_of_pencilmarks() {
    let text = "1 23 234 24\n234 234 1\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::wrong_length", text));
}

#[test]
fn error_candidate_list_one_too_short() {
    let text = "123456789".repeat(81);
    insta::assert_snapshot!(refused("puzzle::wrong_length", &text[..728]));
}

#[test]
fn error_cell_count_between_two_sizes() {
    insta::assert_snapshot!(refused("puzzle::wrong_length", &".".repeat(50)));
}

#[test]
fn error_strange_character() {
    let text = WIKIPEDIA.replacen("195", "1q5", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn error_wide_character_in_a_framed_grid() {
    let mut rows: Vec<String> = rows(WIKIPEDIA)
        .iter()
        .map(|row| format!("│{row}│"))
        .collect();
    rows[4] = "│4..数.3..1│".to_owned();
    let text = format!("┌─────────┐\n{}\n└─────────┘\n", rows.join("\n"));
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn error_digit_not_on_the_board() {
    let text = WIKIPEDIA.replacen("195", "1A5", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn error_candidate_at_the_wrong_position() {
    let text = "123456789".repeat(81).replacen("45678", "44678", 1);
    insta::assert_snapshot!(refused("puzzle::strange_character", &text));
}

#[test]
fn error_equal_givens_in_a_row() {
    let text = format!("5..5{}", &WIKIPEDIA[4..]);
    insta::assert_snapshot!(refused("puzzle::clash", &text));
}

#[test]
fn error_equal_givens_in_a_column() {
    let mut rows = rows(WIKIPEDIA);
    rows[8] = "...58..79";
    rows[1] = "6..5.9...";
    insta::assert_snapshot!(refused("puzzle::clash", &rows.join("\n")));
}

#[test]
fn error_equal_givens_in_a_box() {
    insta::assert_snapshot!(refused("puzzle::clash", "1....1.........."));
}

#[test]
fn error_equal_numbers_in_a_row() {
    let text = format!(
        "16 {}16\n{}",
        ". ".repeat(14),
        format!("{}\n", ". ".repeat(16)).repeat(15)
    );
    insta::assert_snapshot!(refused("puzzle::clash", &text));
}

#[test]
fn error_cell_without_candidates() {
    let text = "1 23 234 24\n234 {} 1 24\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::no_candidate", text));
}

#[test]
fn error_cell_without_candidates_in_a_list() {
    let text = format!(
        "{}.........{}",
        "123456789".repeat(9),
        "123456789".repeat(71)
    );
    insta::assert_snapshot!(refused("puzzle::no_candidate", &text));
}

#[test]
fn error_repeated_candidate() {
    let text = "1 23 234 24\n234 232 1 24\n24 1 23 34\n3 24 24 1\n";
    insta::assert_snapshot!(refused("puzzle::repeated_digit", text));
}

#[test]
fn error_invalid_utf8() {
    let mut bytes = b"# a title\n".to_vec();
    bytes.extend(WIKIPEDIA.bytes());
    bytes[30] = 0xff;
    let error = read_puzzle(&Source::new("test", &bytes)).unwrap_err();
    assert!(matches!(error, PuzzleError::NotUtf8 { .. }));
    insta::assert_snapshot!(render(&error));
}

#[test]
fn error_no_puzzle() {
    insta::assert_snapshot!(refused("puzzle::empty", "\n# to do\n"));
}

#[test]
fn error_several_puzzles() {
    let text = format!("{WIKIPEDIA}\n\n{WIKIPEDIA}\n{WIKIPEDIA}\n");
    insta::assert_snapshot!(refused("puzzle::several", &text));
}

#[test]
fn error_endless_line() {
    insta::assert_snapshot!(refused("puzzle::too_long", &"1".repeat((1 << 20) + 1)));
}

#[test]
fn error_bad_triple() {
    let board = ".".repeat(81);
    for bad in ["43", "4367", "4x6", "430", "436,437", "é36"] {
        refused("puzzle::bad_triple", &format!(":0300:4:{board}:{bad}::"));
        refused("puzzle::bad_triple", &format!(":0300:4:{board}::{bad}:"));
    }
    let text = format!(":0300:4:{board}:111 222:436 4370 438:");
    insta::assert_snapshot!(refused("puzzle::bad_triple", &text));
}

#[test]
fn error_library_line_without_a_board() {
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
fn error_library_board_of_wrong_length() {
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
fn error_state_of_another_puzzle() {
    let puzzle = rows(WIKIPEDIA).join("\n");
    let state = WIKIPEDIA.replacen('5', "1", 1);
    let text = format!("[Puzzle]\n{puzzle}\n[State]\n{}\n", rows(&state).join("\n"));
    insta::assert_snapshot!(refused("puzzle::state_mismatch", &text));
}

#[test]
fn error_in_a_long_line_shows_an_excerpt() {
    let text = "1 ".repeat(200_000) + "q " + &"2 ".repeat(200_000);
    let report = refused("puzzle::strange_character", &text);
    assert!(report.contains("test:1:400001"), "{report}");
    assert!(report.len() < 2000, "{report}");
}

#[test]
fn error_far_down_names_its_line() {
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
fn labels_have_no_control_characters() {
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
fn errors_have_no_control_characters() {
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
