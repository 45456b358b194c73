//! Drawings of states.

use qedoku_core::grid::text::{Source, read_puzzles};
use qedoku_core::grid::{Candidate, Puzzle};
use qedoku_core::report::draw::{DrawOptions, Mark, Style, draw};

use super::{WIKIPEDIA, good};

fn marks(puzzle: &Puzzle, names: &[(&str, Mark)]) -> Vec<(Candidate, Mark)> {
    let mark =
        |&(name, mark): &(&str, Mark)| (puzzle.board.parse_candidate(name).expect("a name"), mark);
    names.iter().map(mark).collect()
}

const STEP: [(&str, Mark); 5] = [
    ("r1c3=1", Mark::Pattern),
    ("r1c3=2", Mark::Pattern),
    ("r2c2=2", Mark::Fin),
    ("r2c3=2", Mark::Eliminated),
    ("r5c5=5", Mark::Placed),
];

fn drawn(text: &str, options: DrawOptions, step: &[(&str, Mark)]) -> String {
    let puzzle = good(text);
    let marks = marks(&puzzle, step);
    draw(
        &puzzle.board,
        &puzzle.state(),
        &DrawOptions {
            marks: &marks,
            ..options
        },
    )
    .to_string()
}

#[test]
fn drawing_lists_candidates_side_by_side() {
    insta::assert_snapshot!(drawn(WIKIPEDIA, DrawOptions::default(), &[]));
}

#[test]
fn drawing_marks_candidates_with_signs() {
    insta::assert_snapshot!(drawn(WIKIPEDIA, DrawOptions::default(), &STEP));
}

#[test]
fn drawing_frames_with_unicode() {
    insta::assert_snapshot!(drawn(
        WIKIPEDIA,
        DrawOptions {
            unicode: true,
            ..DrawOptions::default()
        },
        &STEP
    ));
}

#[test]
fn drawing_uses_blocks_for_wide_states() {
    let open = format!("8..........36......7..9.2...5...7..{}", ".".repeat(46));
    insta::assert_snapshot!(drawn(&open, DrawOptions::default(), &STEP));
}

#[test]
fn drawing_shows_solved_cells_if_narrow() {
    insta::assert_snapshot!(drawn(
        WIKIPEDIA,
        DrawOptions {
            width: 30,
            ..DrawOptions::default()
        },
        &STEP
    ));
}

#[test]
fn drawing_marks_cells_without_candidates() {
    let text = "123....4........";
    insta::assert_snapshot!(drawn(text, DrawOptions::default(), &[]));
    for width in [24, 20, 10] {
        let narrow = DrawOptions {
            width,
            ..DrawOptions::default()
        };
        assert_eq!(drawn(text, narrow, &[]).matches('!').count(), 1);
    }
}

#[test]
fn drawing_shows_boxes_of_small_boards() {
    insta::assert_snapshot!(drawn(
        "...6.4....3.......154......5.12.....",
        DrawOptions::default(),
        &[]
    ));
}

#[test]
fn drawing_of_solved_cells_fits_large_boards() {
    let path = qedoku_tests::root().join("puzzles/sizes.txt");
    let bytes = std::fs::read(path).expect("a collection of the project");
    let last = read_puzzles(&Source::new("sizes.txt", &bytes))
        .last()
        .expect("a puzzle");
    let puzzle = last.puzzle.expect("a good one");
    let drawing = draw(&puzzle.board, &puzzle.state(), &DrawOptions::default());
    assert!(drawing.width() <= 80);
    insta::assert_snapshot!(drawing);
}

#[test]
fn drawing_of_9x9_fits_80_columns() {
    let empty = ".".repeat(81);
    let text = drawn(&empty, DrawOptions::default(), &STEP);
    assert!(text.lines().all(|line| line.chars().count() <= 80));
    assert_eq!(text.matches('9').count(), 81 + 2, "{text}");
}

#[test]
fn drawing_is_painted_by_the_caller() {
    let puzzle = good("1..............4");
    let marks = marks(&puzzle, &[("r1c2=2", Mark::Eliminated)]);
    let options = DrawOptions {
        marks: &marks,
        ..DrawOptions::default()
    };
    let drawing = draw(&puzzle.board, &puzzle.state(), &options);
    let painted = drawing.render(|style, text| match style {
        Style::Marked(Mark::Eliminated) => format!("<{text}>"),
        _ => text.to_owned(),
    });
    assert!(painted.contains("<-2>34"), "{painted}");
    assert_eq!(painted.replace(['<', '>'], ""), drawing.to_string());
}
