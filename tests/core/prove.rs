//! The complete solver: its proofs are accepted and agree with a plain solver.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use qedoku_core::engine::search::{Limits, Outcome, Search, prove};
use qedoku_core::grid::text::{ReadOptions, Source, read_puzzles_with};
use qedoku_core::grid::{Board, Digit, Puzzle, Shape, State};
use qedoku_core::proof::{Claim, Proof, Step};
use qedoku_tests::plain_solver::Plain;
use qedoku_tests::{NINE, accepted, all_shapes, collection, puzzle, root, shape};

fn plain(shape: Shape) -> Plain {
    let Shape { height, width } = shape;
    Plain { height, width }
}

fn indices(grid: &[Digit]) -> Vec<u8> {
    grid.iter().map(|digit| digit.index() as u8).collect()
}

/// Returns the candidates of each cell, from the givens and pencilmarks of the puzzle.
fn cells(puzzle: &Puzzle) -> Vec<u32> {
    let plain = plain(puzzle.board.shape());
    let mut cells = vec![plain.all(); puzzle.board.cell_count()];
    for (cell, given) in puzzle.givens.iter().flatten().enumerate() {
        if let Some(digit) = given {
            cells[cell] = 1 << digit.index();
        }
    }
    for (cell, marks) in puzzle.pencilmarks.iter().flatten().enumerate() {
        cells[cell] &= marks;
    }
    cells
}

/// Returns the claim as the checker reports it.
fn checked(proof: &Proof) -> qedoku_check::Claim {
    let accepted = accepted(&proof.to_text());
    assert_eq!(accepted.steps, proof.steps.len() as u64 + 1);
    assert!(!accepted.assumes_unique);
    accepted.claim
}

/// Asserts that the proof is accepted and that its claim agrees with the plain solver.
fn assert_proved(puzzle: &Puzzle, proof: &Proof) {
    let plain = plain(puzzle.board.shape());
    let solutions = plain.solutions(&cells(puzzle), 2);
    let claim = checked(proof);
    match (&proof.claim, &solutions[..]) {
        (Claim::Unique(grid), [only]) => {
            assert_eq!(&indices(grid), only);
            let text = grid.iter().map(|d| d.to_char()).collect();
            assert_eq!(claim, qedoku_check::Claim::Unique(text));
        }
        (Claim::None(_), []) => assert_eq!(claim, qedoku_check::Claim::None),
        (Claim::Many(one, other), [_, _]) => {
            assert_ne!(one, other);
            for grid in [one, other].map(|grid| indices(grid)) {
                assert!(plain.is_solution(&grid));
                let allowed = grid
                    .iter()
                    .zip(cells(puzzle))
                    .all(|(&d, m)| m >> d & 1 == 1);
                assert!(allowed);
            }
            assert!(matches!(claim, qedoku_check::Claim::Many(..)));
        }
        (claim, solutions) => panic!("{claim:?}, but there are {} solutions", solutions.len()),
    }
}

fn assert_all_unique(name: &str, most: usize) {
    let Some(lines) = collection(name) else {
        return;
    };
    let mut count = 0;
    for line in lines.iter().take(most) {
        let puzzle = puzzle(NINE, line);
        let proof = prove(&puzzle, Limits::default());
        assert!(matches!(proof.claim, Claim::Unique(_)), "{line}");
        assert_proved(&puzzle, &proof);
        count += 1;
    }
    println!("{name}: {count} proved");
    assert!(count > 10);
}

#[test]
fn hardest_puzzles_are_proved() {
    assert_all_unique("hardest11.txt", usize::MAX);
    assert_all_unique("top95.txt", usize::MAX);
}

#[test]
fn puzzles_with_17_clues_are_proved() {
    assert_all_unique("sudoku17.sdm", 2_000);
}

#[test]
fn project_puzzles_are_proved() {
    let options = ReadOptions {
        allow_clash: true,
        allow_empty: true,
    };
    let mut claims = [0; 3];
    for entry in std::fs::read_dir(root().join("puzzles")).unwrap() {
        let path = entry.unwrap().path();
        // The folder of the collections also has pages, plots and scripts.
        let others = ["md", "py", "sh", "svg"].map(std::ffi::OsStr::new);
        if path.is_dir() || path.extension().is_some_and(|e| others.contains(&e)) {
            continue;
        }
        let bytes = std::fs::read(&path).unwrap();
        let name = path.display().to_string();
        for entry in read_puzzles_with(&Source::new(&name, &bytes), options) {
            let puzzle = entry
                .puzzle
                .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
            let proof = prove(&puzzle, Limits::default());
            assert_proved(&puzzle, &proof);
            match proof.claim {
                Claim::Unique(_) => claims[0] += 1,
                Claim::None(_) | Claim::NoFilling(_) => claims[1] += 1,
                Claim::Many(..) => claims[2] += 1,
                Claim::Open => panic!("{name}, line {}: not proved", entry.line),
            }
        }
    }
    println!("unique, none, many: {claims:?}");
    assert!(claims.iter().all(|&count| count > 0), "{claims:?}");
}

#[test]
fn impossible_puzzles_are_refuted() {
    for line in [
        // Two equal givens in a row.
        "11...............................................................................",
        // A cell with no candidate.
        "12345678..................9......................................................",
        // A digit with no cell in a row.
        "1..............1..................................1..............................",
        // No contradiction is visible at once.
        "..49....2..9...48..5...7....42.9...3...24....8..1..........6.7...3.7..19...4.....",
        // A filled grid with one wrong digit.
        "534678912672195348198342567859761423426853791713924856961537284287419635345286171",
    ] {
        let puzzle = puzzle(NINE, line);
        let proof = prove(&puzzle, Limits::default());
        assert_proved(&puzzle, &proof);
    }
}

#[test]
fn solved_grid_needs_no_steps() {
    let line = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    let proof = prove(&puzzle(NINE, line), Limits::default());
    assert!(proof.steps.is_empty());
    assert!(matches!(checked(&proof), qedoku_check::Claim::Unique(_)));
}

#[test]
fn empty_grids_of_every_size_have_many_solutions() {
    let mut slowest = (Duration::ZERO, shape(1, 1));
    for shape in all_shapes() {
        let cells = shape.size() * shape.size();
        let empty = puzzle(shape, &".".repeat(cells));
        let start = Instant::now();
        let proof = prove(&empty, Limits::default());
        slowest = slowest.max((start.elapsed(), shape));
        match (shape.size(), checked(&proof)) {
            (1, qedoku_check::Claim::Unique(grid)) => assert_eq!(grid, "1"),
            (2.., qedoku_check::Claim::Many(..)) => {}
            (_, claim) => panic!("{shape:?}: {claim:?}"),
        }
    }
    println!("the slowest empty grid: {slowest:?}");
    assert!(slowest.0 < Duration::from_secs(60), "{slowest:?}");
}

#[test]
fn one_given_leaves_many_solutions() {
    for size in [4, 6, 9, 16, 25] {
        let shape = Shape::of_size(size).unwrap();
        let mut line = ".".repeat(size * size);
        line.replace_range(size + 1..size + 2, "3");
        let proof = prove(&puzzle(shape, &line), Limits::default());
        assert!(matches!(checked(&proof), qedoku_check::Claim::Many(..)));
    }
}

#[test]
fn limits_give_an_accepted_open_proof() {
    let hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let puzzle = puzzle(NINE, hard);
    let (mut open, mut unique) = (0, 0);
    let mut supposes = 0;
    while unique == 0 {
        let proof = prove(&puzzle, Limits { supposes });
        match checked(&proof) {
            qedoku_check::Claim::Open => open += 1,
            qedoku_check::Claim::Unique(_) => unique += 1,
            claim => panic!("{claim:?}"),
        }
        let tried = |(_, step): &&(_, Step)| matches!(step, Step::Suppose(_));
        assert!(proof.steps.iter().filter(tried).count() as u64 <= supposes);
        supposes = supposes * 3 / 2 + 1;
    }
    assert!(open > 3, "the limit was never reached");
}

#[test]
fn proof_of_easy_puzzle_has_no_supposition() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let proof = prove(&puzzle(NINE, line), Limits { supposes: 0 });
    assert!(matches!(checked(&proof), qedoku_check::Claim::Unique(_)));
}

#[test]
fn proof_is_deterministic() {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let text = || prove(&puzzle(NINE, line), Limits::default()).to_text();
    assert_eq!(text(), text());
    // A solver that has already solved another puzzle gives the same proof.
    let (board, state) = (Board::sudoku(NINE), puzzle(NINE, line).state());
    let mut search = Search::new(&board, Limits::default());
    search.prove(&state);
    let first = search.steps.clone();
    search.prove(&State::full(&board));
    search.prove(&state);
    assert_eq!(search.steps, first);
}

#[test]
fn refutation_exists_iff_candidate_is_wrong() {
    let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let puzzle = puzzle(NINE, line);
    let (board, state) = (&puzzle.board, puzzle.state());
    let mut search = Search::new(board, Limits::default());
    let Outcome::Unique(solution) = search.solve(&state) else {
        panic!("one solution");
    };
    let mut proof = prove(&puzzle, Limits { supposes: 0 });
    let mut refuted = 0;
    for target in state.candidates(board).step_by(17) {
        let right = solution[board.cell_of(target).index()] == board.digit_of(target);
        match search.refutation(&state, target) {
            None => assert!(right),
            Some(steps) => {
                assert!(!right);
                assert_eq!(steps[0], Step::Suppose(target));
                proof.steps = steps.into_iter().map(|step| (None, step)).collect();
                assert_eq!(checked(&proof), qedoku_check::Claim::Open);
                refuted += 1;
            }
        }
    }
    assert!(refuted > 5);
}

/// Returns a puzzle that has only pencilmarks.
fn marked(shape: Shape, marks: Vec<u32>) -> Puzzle {
    let mut puzzle = puzzle(shape, &".".repeat(marks.len()));
    puzzle.givens = None;
    puzzle.pencilmarks = Some(marks);
    puzzle
}

/// A state may have open singles and empty truths.
#[test]
fn refutation_matches_oracle_in_any_state() {
    let mut random = qedoku_tests::random::Random::new(3);
    let (mut refuted, mut possible) = (0, 0);
    for round in 0..300 {
        let mark = |_| match random.below(3) {
            0 => 15,
            1 => 1 << random.below(4),
            _ => random.below(16) as u32 | u32::from(round % 2 == 0),
        };
        let puzzle = marked(shape(2, 2), (0..16).map(mark).collect());
        let (board, state) = (&puzzle.board, puzzle.state());
        let mut search = Search::new(board, Limits::default());
        let mut proof = prove(&puzzle, Limits { supposes: 0 });
        proof.claim = Claim::Open;
        for target in state.candidates(board) {
            let mut cells = cells(&puzzle);
            cells[board.cell_of(target).index()] = 1 << board.digit_of(target).index();
            let expected = plain(shape(2, 2)).solutions(&cells, 1).is_empty();
            let steps = search.refutation(&state, target);
            assert_eq!(steps.is_some(), expected);
            if let Some(steps) = steps {
                proof.steps = steps.into_iter().map(|step| (None, step)).collect();
                checked(&proof);
                refuted += 1;
            } else {
                possible += 1;
            }
        }
    }
    assert!(refuted > 100 && possible > 100, "{refuted} {possible}");
}

/// Returns a strategy for puzzles with some givens, true or false.
fn givens(shape: Shape, clues: usize) -> impl Strategy<Value = Puzzle> {
    let n = shape.size();
    prop::collection::btree_map(0..n * n, 0..n, 0..=clues).prop_map(move |clues| {
        let mut givens = vec![None; n * n];
        for (cell, digit) in clues {
            givens[cell] = Some(Digit::new(digit));
        }
        Puzzle::from_givens(Board::sudoku(shape), givens)
    })
}

/// Returns a strategy for puzzles made from a solution with some cells removed and sometimes one
/// wrong given.
fn nearly(shape: Shape, keep: f64) -> impl Strategy<Value = Puzzle> {
    let n = shape.size();
    let kept = prop::collection::vec(prop::bool::weighted(keep), n * n);
    let order = Just((0..n).collect::<Vec<usize>>()).prop_shuffle();
    (order, kept, 0..n * n, 0..2 * n).prop_map(move |(order, kept, cell, digit)| {
        let plain = plain(shape);
        let mut cells: Vec<u32> = order.iter().map(|d| 1 << d).collect();
        cells.resize(n * n, plain.all());
        let solution = plain.solutions(&cells, 1).remove(0);
        let mut givens: Vec<Option<Digit>> = (solution.iter().zip(kept))
            .map(|(&digit, kept)| kept.then(|| Digit::new(digit.into())))
            .collect();
        if digit < n {
            givens[cell] = Some(Digit::new(digit));
        }
        Puzzle::from_givens(Board::sudoku(shape), givens)
    })
}

/// Returns a strategy for puzzles with pencilmarks in every cell; some cells may have none.
fn marks(shape: Shape) -> impl Strategy<Value = Puzzle> {
    let n = shape.size();
    let all = (1u32 << n) - 1;
    let mask = prop_oneof![3 => Just(all), 6 => 1..=all, 1 => 0..=all];
    prop::collection::vec(mask, n * n).prop_map(move |marks| marked(shape, marks))
}

proptest! {
    #![proptest_config(qedoku_tests::cases(400))]

    #[test]
    fn search_outcomes_match_enumeration(
        puzzle in prop_oneof![
            givens(shape(2, 2), 7),
            givens(shape(2, 3), 12),
            givens(shape(1, 5), 8),
            nearly(shape(2, 2), 0.35),
            nearly(shape(2, 3), 0.35),
            nearly(shape(3, 2), 0.4),
            nearly(shape(3, 3), 0.35),
            marks(shape(2, 2)),
            marks(shape(2, 3)),
        ],
    ) {
        let proof = prove(&puzzle, Limits::default());
        assert_proved(&puzzle, &proof);
        let mut search = Search::new(&puzzle.board, Limits::default());
        prop_assert_eq!(search.solve(&puzzle.state()).claim(), proof.claim);
    }

    #[test]
    fn limits_never_make_a_proof_wrong(
        puzzle in prop_oneof![givens(shape(2, 3), 10), nearly(shape(2, 3), 0.25)],
        supposes in 0u64..6,
    ) {
        let proof = prove(&puzzle, Limits { supposes });
        match proof.claim {
            Claim::Open => prop_assert_eq!(checked(&proof), qedoku_check::Claim::Open),
            _ => assert_proved(&puzzle, &proof),
        }
    }
}
