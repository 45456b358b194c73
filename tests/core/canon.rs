//! The canonical form is equal for isomorphic puzzles, isomorphic to the puzzle, and the smallest.

use std::sync::Arc;

use proptest::prelude::*;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::canon::Canon;
use qedoku_core::grid::{Board, Digit, Puzzle, Shape};

fn board(size: usize) -> Arc<Board> {
    Board::sudoku(Shape::of_size(size).expect("a usual size"))
}

/// Returns the lines in another order, with the lines of a band kept together.
fn lines(random: &mut Random, n: usize, together: usize) -> Vec<usize> {
    let bands = random.order(n / together);
    let mut lines = Vec::new();
    for band in bands {
        lines.extend((random.order(together).iter()).map(|line| band * together + line));
    }
    lines
}

/// Returns a random isomorphic copy of the puzzle.
fn isomorph(puzzle: &Puzzle, random: &mut Random) -> Puzzle {
    let (n, shape) = (puzzle.board.size(), puzzle.board.shape());
    let digits = random.order(n);
    let rows = lines(random, n, shape.height);
    let columns = lines(random, n, shape.width);
    let turned = shape.height == shape.width && random.below(2) == 1;
    let givens = puzzle.givens.as_ref().expect("givens");
    let cell = |cell: usize| {
        let (r, c) = (rows[cell / n], columns[cell % n]);
        let from = if turned { c * n + r } else { r * n + c };
        givens[from].map(|digit| Digit::new(digits[digit.index()]))
    };
    Puzzle::from_givens(Arc::clone(&puzzle.board), (0..n * n).map(cell).collect())
}

/// Returns the smallest line among all isomorphic copies, by trying all of them.
fn smallest_of_all(puzzle: &Puzzle) -> String {
    let n = puzzle.board.size();
    assert_eq!(n, 4, "there are too many on larger boards");
    let orders: Vec<Vec<usize>> = (0..8)
        .map(|bits: usize| {
            let [first, second] = if bits & 4 == 0 { [0, 2] } else { [2, 0] };
            let (a, b) = (bits & 1, bits >> 1 & 1);
            vec![first + a, first + 1 - a, second + b, second + 1 - b]
        })
        .collect();
    let givens = puzzle.givens.as_ref().expect("givens");
    let mut best: Option<Vec<u8>> = None;
    for turned in [false, true] {
        for rows in &orders {
            for columns in &orders {
                // Digits are numbered in the order of their first occurrence, which gives the
                // smallest line.
                let mut labels = [0_u8; 4];
                let mut used = 0;
                let cells: Vec<u8> = (0..16)
                    .map(|cell| {
                        let (r, c) = (rows[cell / 4], columns[cell % 4]);
                        let from = if turned { c * 4 + r } else { r * 4 + c };
                        givens[from].map_or(0, |digit| {
                            if labels[digit.index()] == 0 {
                                used += 1;
                                labels[digit.index()] = used;
                            }
                            labels[digit.index()]
                        })
                    })
                    .collect();
                if best.as_ref().is_none_or(|best| cells < *best) {
                    best = Some(cells);
                }
            }
        }
    }
    let digit = |&d: &u8| if d == 0 { '.' } else { char::from(b'0' + d) };
    best.expect("a line").iter().map(digit).collect()
}

fn line(puzzle: &Puzzle) -> String {
    puzzle.line().expect("givens")
}

/// Returns a puzzle with some givens of a full grid. It may have any number of solutions.
fn part(random: &mut Random, size: usize, most: usize) -> Puzzle {
    let board = board(size);
    let mut creator = Creator::new(&board, random.below(1 << 30) as u64);
    let puzzle = creator.puzzle();
    let state = puzzle.state();
    let mut search = qedoku_core::engine::search::Search::new(&board, Default::default());
    let qedoku_core::engine::search::Outcome::Unique(full) = search.solve(&state) else {
        panic!("a puzzle has one solution");
    };
    let count = random.below(most.min(size * size) + 1);
    let mut givens = vec![None; size * size];
    for cell in random.order(size * size).into_iter().take(count) {
        givens[cell] = Some(full[cell]);
    }
    Puzzle::from_givens(board, givens)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn canon_is_equal_for_isomorphic_puzzles(seed: u64, size in prop::sample::select(vec![4_usize, 6, 8, 9])) {
        let mut random = Random::new(seed);
        let puzzle = part(&mut random, size, size * size / 2);
        let mut canon = Canon::new(&puzzle.board);
        let first = canon.puzzle(&puzzle).expect("a form");
        for _ in 0..4 {
            let other = isomorph(&puzzle, &mut random);
            prop_assert_eq!(line(&first), line(&canon.puzzle(&other).expect("a form")), "{}", line(&other));
        }
        // The form is its own form, so it is isomorphic to the puzzle.
        prop_assert_eq!(line(&canon.puzzle(&first).expect("a form")), line(&first));
        prop_assert_eq!(first.clues(), puzzle.clues());
    }

    #[test]
    fn canon_is_the_smallest_form_on_4x4(seed: u64) {
        let mut random = Random::new(seed);
        let puzzle = part(&mut random, 4, 16);
        let form = Canon::new(&puzzle.board).puzzle(&puzzle).expect("a form");
        prop_assert_eq!(line(&form), smallest_of_all(&puzzle), "{}", line(&puzzle));
    }
}

#[test]
fn canon_differs_after_one_changed_given() {
    let mut random = Random::new(7);
    for _ in 0..20 {
        let puzzle = part(&mut random, 9, 30);
        let mut canon = Canon::new(&puzzle.board);
        let mut givens = puzzle.givens.clone().expect("givens");
        let Some(cell) = givens.iter().position(Option::is_some) else {
            continue;
        };
        givens[cell] = None;
        let less = Puzzle::from_givens(Arc::clone(&puzzle.board), givens);
        assert_ne!(canon.cells(&puzzle), canon.cells(&less));
    }
}

#[test]
fn canon_handles_empty_and_full_boards() {
    let empty = Puzzle::from_givens(board(9), vec![None; 81]);
    let form = Canon::new(&empty.board).puzzle(&empty).expect("a form");
    assert_eq!(line(&form), ".".repeat(81));
    let empty = Puzzle::from_givens(board(25), vec![None; 625]);
    assert!(Canon::new(&empty.board).puzzle(&empty).is_some());

    let text = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let source = qedoku_core::grid::text::Source::new("full", text);
    let full = qedoku_core::grid::text::read_puzzle(&source).expect("a full board");
    let form = Canon::new(&full.board).puzzle(&full).expect("a form");
    assert!(line(&form).starts_with("123456789"), "{}", line(&form));
    let other = isomorph(&full, &mut Random::new(1));
    let other = Canon::new(&full.board).puzzle(&other).expect("a form");
    assert_eq!(line(&other), line(&form));
}

#[test]
fn canon_separates_17s_but_not_their_isomorphs() {
    let read = |text: &str| {
        qedoku_core::grid::text::read_puzzle(&qedoku_core::grid::text::Source::new("17", text))
            .expect("a puzzle")
    };
    let one =
        read("000000010400000000020000000000050407008000300001090000300400200050100000000806000");
    let other =
        read("000000010400000000020000000000050604008000300001090000300400200050100000000807000");
    let mut canon = Canon::new(&one.board);
    let form = line(&canon.puzzle(&one).expect("a form"));
    assert_ne!(form, line(&canon.puzzle(&other).expect("a form")));
    let mut random = Random::new(17);
    for _ in 0..50 {
        let same = isomorph(&one, &mut random);
        assert_eq!(line(&canon.puzzle(&same).expect("a form")), form);
    }
}
