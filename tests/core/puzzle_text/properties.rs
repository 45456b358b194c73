//! Arbitrary text, and every format of a random puzzle.

use miette::Diagnostic;
use proptest::prelude::*;
use proptest::sample::select;
use qedoku_core::grid::text::{self, PuzzleError, ReadOptions, Source};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape, State};

use super::content;
use super::errors::render;

/// Asserts that an error can be printed and that its positions are inside its text.
fn check_error(error: &PuzzleError) {
    assert!(error.code().is_some());
    render(error);
    let (Some(source), Some(labels)) = (error.source_code(), error.labels()) else {
        return;
    };
    for label in labels {
        let contents = source
            .read_span(label.inner(), 0, 0)
            .expect("a place in the text");
        let part = contents.data();
        assert!(part.len() >= label.len());
        let start = label.offset() - contents.span().offset();
        let text = std::str::from_utf8(part).expect("whole characters");
        assert!(text.is_char_boundary(start) && text.is_char_boundary(start + label.len()));
    }
}

fn read_everything(bytes: &[u8]) {
    for options in [
        ReadOptions::default(),
        ReadOptions {
            allow_clash: true,
            allow_empty: true,
        },
    ] {
        let source = Source::new("any", bytes);
        let one = text::read_puzzle_with(&source, options);
        let all = text::read_puzzles_with(&source, options).map(|entry| entry.puzzle);
        let line = text::read_line("any", 1, bytes, options);
        for puzzle in all.chain(line).chain([one]) {
            match puzzle {
                Ok(puzzle) => {
                    puzzle.state();
                }
                Err(error) => check_error(&error),
            }
        }
    }
}

/// Returns a strategy for texts made of fragments of puzzle texts.
fn likely_text() -> impl Strategy<Value = String> {
    let parts = vec![
        ".",
        "1",
        "5",
        "9",
        "0",
        "A",
        "g",
        "P",
        "*",
        "-",
        "--",
        "+",
        "+-",
        "|",
        "│",
        "─",
        ":",
        "#",
        "[",
        "]",
        "[Puzzle]\n",
        "[State]\n",
        "{}",
        "(12)",
        "{3",
        "123",
        "1234",
        "16",
        " ",
        "\t",
        ",",
        "\n",
        "\r\n",
        "\n\n",
        "é",
        "数",
        "\u{a0}",
        "\u{feff}",
        ".........",
        ".........\n",
        "................\n",
        ":0300:4:",
        "123456789",
        ".................................................................................",
    ];
    proptest::collection::vec(select(parts), 0..60).prop_map(|parts| parts.concat())
}

/// A puzzle with a state.
#[derive(Clone)]
struct Sample {
    puzzle: Puzzle,
    state: State,
}

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let groups = text::groups(&self.puzzle.board, &self.state);
        write!(f, "{}\n{groups}", text::line(&self.puzzle))
    }
}

/// Returns a strategy for random parts of random solutions, of any size.
fn puzzles() -> impl Strategy<Value = Sample> {
    let size = select(vec![4usize, 6, 8, 9, 10, 12, 15, 16, 20, 25]);
    (size, any::<u64>(), 0..=100u64).prop_map(|(n, seed, percent)| {
        let shape = Shape::of_size(n).expect("a size");
        let mut random = Random(seed | 1);
        let digits = random.permutation(n);
        let lines = |random: &mut Random, groups: usize, each: usize| -> Vec<usize> {
            let order = random.permutation(groups);
            order
                .into_iter()
                .flat_map(|g| {
                    random
                        .permutation(each)
                        .into_iter()
                        .map(move |i| g * each + i)
                })
                .collect()
        };
        let rows = lines(&mut random, shape.width, shape.height);
        let columns = lines(&mut random, shape.height, shape.width);
        let value = |r: usize, c: usize| {
            digits[(shape.width * (r % shape.height) + r / shape.height + c) % n]
        };
        let board = Board::sudoku(shape);
        let mut givens = Vec::new();
        let mut solution = Vec::new();
        for &r in &rows {
            for &c in &columns {
                let digit = Digit::new(value(r, c));
                givens.push((random.below(100) < percent).then_some(digit));
                solution.push(digit);
            }
        }
        let puzzle = Puzzle::from_givens(board, givens);
        let mut state = puzzle.state();
        // Some false candidates are eliminated as well.
        for candidate in state.clone().candidates(&puzzle.board) {
            let cell = puzzle.board.cell_of(candidate);
            let solved = solution[cell.index()] == puzzle.board.digit_of(candidate);
            if !solved && random.below(10) == 0 {
                state.eliminate(&puzzle.board, candidate);
            }
        }
        Sample { puzzle, state }
    })
}

/// A small generator of random numbers, so that a failure shrinks to a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i as u64 + 1) as usize);
        }
        order
    }
}

/// Returns the givens in every format.
fn grids(puzzle: &Puzzle) -> Vec<String> {
    let n = puzzle.board.size();
    let line = text::line(puzzle);
    let tokens = |between: &str| {
        line.chars()
            .map(String::from)
            .collect::<Vec<_>>()
            .join(between)
    };
    let number = |(i, g): (usize, &Option<Digit>)| {
        let end = if i % n == n - 1 { "\n" } else { " " };
        g.map_or("0".to_owned(), |d| (d.index() + 1).to_string()) + end
    };
    let numbers = puzzle
        .givens
        .iter()
        .flatten()
        .enumerate()
        .map(number)
        .collect();
    let mut framed = String::new();
    let shape = puzzle.board.shape();
    for (r, row) in line.as_bytes().chunks(n).enumerate() {
        if r % shape.height == 0 {
            framed += "+------+\n";
        }
        let boxes: Vec<String> = row
            .chunks(shape.width)
            .map(|b| String::from_utf8_lossy(b).into_owned())
            .collect();
        framed += &format!("| {} |\n", boxes.join(" | "));
    }
    let grid = text::grid(puzzle).expect("givens");
    vec![
        line.clone(),
        line.to_lowercase(),
        tokens(" "),
        tokens(","),
        tokens(" | "),
        numbers,
        framed + "+------+\n",
        grid,
    ]
}

/// Returns the state in every format.
fn states(board: &Board, state: &State) -> Vec<String> {
    vec![
        text::pencilmarks(board, state),
        text::groups(board, state),
        text::candidate_list(board, state),
    ]
}

fn masks(board: &Board, state: &State) -> Vec<u32> {
    board
        .cells()
        .map(|cell| state.digits(board, cell))
        .collect()
}

proptest! {
    #[test]
    fn reader_survives_random_bytes(bytes: Vec<u8>) {
        read_everything(&bytes);
    }

    #[test]
    fn reader_survives_random_text(text in "\\PC{0,200}") {
        read_everything(text.as_bytes());
    }

    #[test]
    fn reader_survives_likely_text(text in likely_text()) {
        read_everything(text.as_bytes());
    }

    #[test]
    fn reader_survives_damaged_puzzles(
        Sample { puzzle, state } in puzzles(),
        way in 0usize..11,
        at: prop::sample::Index,
        new in "\\PC{0,2}|[.1-9A-P |+:#\\n-]{0,3}",
    ) {
        let mut ways = grids(&puzzle);
        ways.extend(states(&puzzle.board, &state));
        let mut text = ways.swap_remove(way % ways.len());
        let at = at.index(text.len());
        text.replace_range(at..at + 1, &new);
        read_everything(text.as_bytes());
    }

    #[test]
    fn givens_round_trip(Sample { puzzle, .. } in puzzles()) {
        for way in grids(&puzzle) {
            let again = super::read(&way);
            prop_assert!(again.is_ok(), "{way}\n{:?}", again);
            prop_assert_eq!(content(&again.unwrap()), content(&puzzle), "{}", way);
        }
    }

    #[test]
    fn states_round_trip(Sample { puzzle, state } in puzzles()) {
        let board = &puzzle.board;
        for way in states(board, &state) {
            let again = super::read(&way);
            prop_assert!(again.is_ok(), "{way}\n{:?}", again);
            let again = again.unwrap();
            if again.pencilmarks.is_some() {
                prop_assert_eq!(content(&again), (board.size(), None, Some(masks(board, &state))), "{}", way);
            } else {
                // A state with one digit per cell is read as a grid.
                prop_assert_eq!(again.state(), state.clone(), "{}", way);
            }
        }
    }

    #[test]
    fn collection_of_all_formats_round_trips(
        puzzles in proptest::collection::vec((puzzles(), 0usize..11), 1..8),
    ) {
        let mut file = String::new();
        let mut expected = Vec::new();
        for (i, (Sample { puzzle, state }, way)) in puzzles.iter().enumerate() {
            let mut ways = grids(puzzle);
            ways.extend(states(&puzzle.board, state));
            let way = &ways[way % ways.len()];
            // By the reader's rule, rows of sixteen small digits are 4x4 puzzles.
            let small = |d: &Digit| d.index() < 4;
            if puzzle.board.size() == 16 && puzzle.givens.iter().flatten().flatten().all(small) {
                continue;
            }
            file += &format!("# puzzle {i}\n{way}\n\n");
            expected.push((content(&super::good(way)), Some(format!("puzzle {i}"))));
        }
        let found: Vec<_> = text::read_puzzles(&Source::new("all", &file))
            .map(|entry| entry.puzzle.map(|p| (content(&p), p.label)))
            .collect::<Result<_, _>>()
            .unwrap_or_else(|e| panic!("{file}\n{}", render(&e)));
        prop_assert_eq!(found, expected, "{}", file);
    }

    #[test]
    fn clashes_are_found(Sample { puzzle, .. } in puzzles(), from: prop::sample::Index, to: prop::sample::Index) {
        let board = &puzzle.board;
        let mut givens = puzzle.givens.clone().expect("givens");
        let filled: Vec<usize> = (0..givens.len()).filter(|&i| givens[i].is_some()).collect();
        prop_assume!(!filled.is_empty());
        let from = filled[from.index(filled.len())];
        let cell = |i| board.cells().nth(i).expect("a cell");
        let peers: Vec<usize> = (0..givens.len()).filter(|&i| board.sees(cell(from), cell(i))).collect();
        givens[peers[to.index(peers.len())]] = givens[from];
        let wrong = Puzzle::from_givens(puzzle.board.clone(), givens);
        let error = super::read(&text::line(&wrong)).expect_err("a clash");
        let clash = matches!(error, PuzzleError::Clash { .. });
        prop_assert!(clash);
        check_error(&error);
    }
}
