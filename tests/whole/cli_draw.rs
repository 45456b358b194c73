//! `qedoku draw`.

use crate::program::run;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[test]
fn a_board_is_drawn_to_a_file_or_to_standard_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("board.svg");
    let printed = run(&["draw", PUZZLE]);
    assert_eq!((printed.code, printed.err.as_str()), (0, ""));
    assert!(printed.out.starts_with("<svg "), "{}", printed.out);
    assert_eq!(printed.out.matches("class=\"given\"").count(), 30);
    let written = run(&["draw", PUZZLE, "-o", path.to_str().expect("a path")]);
    assert_eq!((written.code, written.out.as_str()), (0, ""));
    assert_eq!(std::fs::read_to_string(path).expect("a file"), printed.out);
}

#[test]
fn a_hint_is_drawn_with_what_it_places() {
    let hint = run(&["draw", PUZZLE, "--hint"]);
    assert_eq!(hint.code, 0);
    assert!(hint.out.contains("class=\"placed\""), "{}", hint.out);
    let first = run(&["draw", PUZZLE, "--step", "1"]);
    assert_eq!(first.out, hint.out);
    let bare = run(&["draw", PUZZLE, "--hint", "--candidates", "none"]);
    let candidates = |svg: &str| svg.matches("class=\"candidate").count();
    assert!(candidates(&bare.out) < candidates(&hint.out));
    let dark = run(&["draw", PUZZLE, "--theme", "dark"]);
    assert!(!dark.out.contains("@media") && hint.out.contains("@media"));
}

#[test]
fn a_step_that_is_not_there_is_said_so() {
    let result = run(&["draw", PUZZLE, "--step", "1000"]);
    assert_eq!(result.code, 1);
    assert!(
        result.err.contains("there is no step 1000"),
        "{}",
        result.err
    );
    assert_eq!(run(&["draw", PUZZLE, "--step", "0"]).code, 3);
}
