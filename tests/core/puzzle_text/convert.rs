//! Every written form is read back as the same puzzle.

use proptest::prelude::*;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::text::{Source, TextFormat, read_puzzle};
use qedoku_core::grid::{Board, Candidate, Puzzle, Shape};

fn puzzle(seed: u64, size: usize) -> Puzzle {
    let board = Board::sudoku(Shape::of_size(size).expect("a usual size"));
    Creator::new(&board, seed).puzzle()
}

/// Returns the puzzle with some candidates eliminated and some digits placed, as in the middle of a
/// solution.
fn in_the_middle(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let board = &*puzzle.board;
    let mut state = puzzle.state();
    for _ in 0..random.below(30) {
        let open: Vec<Candidate> = (state.candidates(board))
            .filter(|&c| state.digits(board, board.cell_of(c)).count_ones() > 2)
            .collect();
        if let Some(&candidate) = open.get(random.below(open.len())) {
            state.eliminate(board, candidate);
        }
    }
    let mut middle = puzzle.clone();
    middle.pencilmarks = Some(board.cells().map(|c| state.digits(board, c)).collect());
    middle
}

fn back(text: &str) -> Puzzle {
    read_puzzle(&Source::new("text", text)).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn puzzle_round_trips_in_every_format(seed: u64, size in prop::sample::select(vec![4_usize, 6, 9])) {
        let puzzle = puzzle(seed, size);
        for (format, word) in TextFormat::ALL {
            let Some(text) = format.write(&puzzle) else {
                // SudokuWiki supports only 9x9.
                prop_assert!(format == TextFormat::SudokuWiki && size != 9, "{word}");
                continue;
            };
            let read = back(&text);
            prop_assert_eq!(read.state(), puzzle.state(), "{}\n{}", word, text);
            let keeps_givens = !matches!(format, TextFormat::Pencilmarks | TextFormat::Candidates);
            prop_assert_eq!(read.line() == puzzle.line(), keeps_givens, "{}\n{}", word, text);
        }
    }

    #[test]
    fn state_round_trips_in_formats_with_candidates(seed: u64) {
        let mut random = Random::new(seed);
        let middle = in_the_middle(&puzzle(seed, 9), &mut random);
        let keeping = [TextFormat::Pencilmarks, TextFormat::Candidates, TextFormat::Sdk, TextFormat::Hodoku];
        for format in keeping {
            let text = format.write(&middle).expect("text");
            prop_assert_eq!(back(&text).state(), middle.state(), "{:?}\n{}", format, text);
        }
    }
}

#[test]
fn labels_are_kept_where_supported() {
    let mut puzzle = puzzle(1, 9);
    puzzle.label = Some("Sunday, hard".to_owned());
    for format in [
        TextFormat::Sdm,
        TextFormat::Grid,
        TextFormat::Pencilmarks,
        TextFormat::Sdk,
    ] {
        let text = format.write(&puzzle).expect("text");
        assert_eq!(back(&text).label.as_deref(), Some("Sunday, hard"), "{text}");
    }
}

#[test]
fn links_are_read_in_collections() {
    let puzzle = puzzle(2, 9);
    let link = TextFormat::SudokuPad.write(&puzzle).expect("a link");
    let line = TextFormat::Line.write(&puzzle).expect("a line");
    let text = format!("{} a label\n{line}https://example.org/x\n", link.trim());
    let source = Source::new("text", &text);
    let all: Vec<_> = qedoku_core::grid::text::read_puzzles(&source).collect();
    assert_eq!(all.len(), 3);
    let first = all[0].puzzle.as_ref().expect("a puzzle");
    assert_eq!(
        (first.line(), first.label.as_deref()),
        (puzzle.line(), Some("a label"))
    );
    let error = all[2].puzzle.as_ref().expect_err("another site");
    assert!(error.to_string().contains("not supported"), "{error}");
}
