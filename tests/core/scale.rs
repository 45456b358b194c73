//! Ratings by braids and whips, compared with the definitions and with published ratings, and
//! checked as proofs.

mod oracle;

use std::sync::Arc;

use proptest::prelude::*;
use qedoku_core::engine::scale::{
    GroupedPropagation, Rater, Rating, RatingStep, Scale, WhipOrder, prove,
};
use qedoku_core::grid::text::Reader;
use qedoku_core::grid::{Board, Candidate, Cell, Group, Shape, State};
use qedoku_core::proof::count_of_propagation;
use qedoku_core::propagate::{Propagation, RefutationKind, Refuter};
use qedoku_tests::dose::dosed_size;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, accepted, cases, collection, own_collection, puzzle, shape};

const MAX_LENGTH: usize = 40;

/// Returns a random solvable state: false candidates are removed at random, and singles are placed.
fn dealt(board: &Board, keep_one_in: usize, seed: u64) -> State {
    let Shape { height, width } = board.shape();
    let n = board.size();
    let solution = |cell: Cell| {
        let (row, column) = (board.row(cell), board.column(cell));
        (width * (row % height) + row / height + column) % n
    };
    let mut random = Random::new(seed);
    let mut state = State::full(board);
    for candidate in State::full(board).candidates(board) {
        let right = solution(board.cell_of(candidate)) == board.digit_of(candidate).index();
        if !right && !random.once_in(keep_one_in) {
            state.eliminate(board, candidate);
        }
    }
    while let Some(single) = next_single(board, &state) {
        state.place(board, single);
    }
    state
}

/// Returns a candidate that is alone in a truth and excludes a live candidate.
fn next_single(board: &Board, state: &State) -> Option<Candidate> {
    let truths = board.groups().filter(|&g| board.is_truth(g));
    { truths }
        .filter_map(|group| state.single(board, group))
        .find(|&c| {
            let slots = board.slots(c).iter();
            { slots }.any(|slot| state.mask(slot.group) != slot.bit)
        })
}

/// Returns all refutations up to this length.
fn all_of_length(
    kind: RefutationKind,
    board: &Board,
    state: &State,
    length: usize,
) -> Vec<Propagation> {
    let mut refuter = Refuter::default();
    refuter.read(board, state);
    let mut found = Vec::new();
    let mut targets = 0..refuter.target_count();
    while let Some((next, refutation)) = refuter.find(board, kind, length, targets.clone()) {
        found.push(refutation);
        targets.start = next;
    }
    found
}

/// Asserts that the targets found up to each length are exactly those of the definition.
fn agrees_with_the_definition(kind: RefutationKind, board: &Board, state: &State, limit: usize) {
    let undecided: Vec<Candidate> = (state.candidates(board))
        .filter(|&c| state.digits(board, board.cell_of(c)).count_ones() > 1)
        .collect();
    let expected: Vec<Option<usize>> = (undecided.iter())
        .map(|&target| oracle::shortest(kind, board, state, target, limit))
        .collect();
    for length in 1..=limit {
        let found = all_of_length(kind, board, state, length);
        let found: Vec<Candidate> = found.iter().map(|refutation| refutation.target).collect();
        let short = |expected: &Option<usize>| expected.is_some_and(|e| e <= length);
        let wanted: Vec<Candidate> = (undecided.iter().zip(&expected))
            .filter(|(_, expected)| short(expected))
            .map(|(&target, _)| target)
            .collect();
        assert_eq!(found, wanted, "{kind:?} of length {length}");
    }
}

/// Returns a 4x4 board whose diagonals hold each digit at most once.
fn diagonal() -> Arc<Board> {
    let diagonals = [[0, 5, 10, 15], [3, 6, 9, 12]];
    let house = |cells: [usize; 4]| cells.map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 2), diagonals.map(house).to_vec())
}

/// Returns a 4x4 board with a small house, which gives links but no truths.
fn small_house() -> Arc<Board> {
    let cells = [0, 5, 10].map(Cell::new).to_vec();
    Board::with_extra_houses(shape(2, 2), vec![cells])
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn on_small_boards_all_refutations_are_found_and_no_more(seed: u64, which in 0..3usize) {
        let board = [Board::sudoku(shape(2, 2)), diagonal(), small_house()][which].clone();
        let state = dealt(&board, 2, seed);
        if board.groups().all(|g| !board.is_truth(g) || state.mask(g) != 0) {
            agrees_with_the_definition(RefutationKind::Braid, &board, &state, 5);
            agrees_with_the_definition(RefutationKind::Whip, &board, &state, 4);
        }
    }

    #[test]
    fn every_refutation_is_one_count_and_as_long_as_it_says(seed: u64, length in 1..6usize) {
        let board = Board::sudoku(NINE);
        let state = dealt(&board, 4, seed);
        for kind in [RefutationKind::Braid, RefutationKind::Whip] {
            for refutation in all_of_length(kind, &board, &state, length) {
                prop_assert!(refutation.forced.len() < length);
                let count = count_of_propagation(&board, &state, &refutation);
                prop_assert_eq!(count.expect("a count").targets, vec![refutation.target]);
                prop_assert!(kind == RefutationKind::Braid || goes_on(&board, &state, &refutation));
            }
        }
    }
}

/// Returns whether each truth loses all candidates outside its literal, by links to the target or
/// to earlier literals, and the last truth loses all. No truth is used twice.
fn is_grouped_braid(board: &Board, state: &State, braid: &GroupedPropagation) -> bool {
    let share_link = |candidate: Candidate, literal: &[Candidate]| {
        let mut links = board.slots(candidate).iter().map(|slot| slot.group);
        let has_all = |link: Group| literal.iter().all(|c| board.members(link).contains(c));
        !literal.contains(&candidate) && links.any(has_all)
    };
    let mut literals: Vec<Vec<Candidate>> = vec![vec![braid.target]];
    let mut truths: Vec<Group> = Vec::new();
    let last = (Vec::new(), braid.empty);
    for (literal, truth) in braid.forced.iter().chain([&last]) {
        let mut others = state.domain(board, *truth).filter(|c| !literal.contains(c));
        let is_excluded = |c: Candidate| literals.iter().any(|known| share_link(c, known));
        if truths.contains(truth) || !others.all(is_excluded) {
            return false;
        }
        truths.push(*truth);
        literals.push(literal.clone());
    }
    true
}

// The definition tries all possibilities, which takes up to ten seconds per case.
proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn on_larger_boards_short_refutations_are_found_and_no_more(seed: u64) {
        let board = Board::sudoku(shape(2, 3));
        let state = dealt(&board, 3, seed);
        agrees_with_the_definition(RefutationKind::Braid, &board, &state, 4);
        agrees_with_the_definition(RefutationKind::Whip, &board, &state, 4);
    }
}

/// Returns whether each truth has a candidate excluded by the literal before it.
fn goes_on(board: &Board, state: &State, whip: &Propagation) -> bool {
    let truths = whip.forced.iter().map(|&(_, truth)| truth);
    let truths: Vec<Group> = truths.chain([whip.empty]).collect();
    let literals = std::iter::once(whip.target).chain(whip.forced.iter().map(|&(l, _)| l));
    { literals }
        .zip(truths)
        .all(|(literal, truth)| (state.domain(board, truth)).any(|c| board.exclude(c, literal)))
}

#[test]
fn braids_are_never_longer_than_whips() {
    for seed in 0..20 {
        let board = Board::sudoku(NINE);
        let state = dealt(&board, 4, seed);
        let mut rater = Rater::new(&board);
        let braids = rater.rate(Scale::B, &state, MAX_LENGTH, |_| ());
        let whips = rater.rate(Scale::W, &state, MAX_LENGTH, |_| ());
        match (braids, whips) {
            (Rating::Solved(b), Rating::Solved(w)) => assert!(b <= w, "{b} {w}"),
            (Rating::Solved(_), Rating::Unsolved) | (Rating::Unsolved, Rating::Unsolved) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn ratings_equal_those_published() {
    let Some(rows) = collection("cb-000.tsv") else {
        return;
    };
    let board = Board::sudoku(NINE);
    let mut rater = Rater::new(&board);
    // The rows include every rating up to 7 for braids and whips, and rows where the two differ.
    let spread = rows.iter().take(2_000).step_by(23);
    let special = [8, 108, 1907, 1635].map(|i| &rows[i]);
    for row in spread.chain(special) {
        let columns: Vec<&str> = row.split('\t').collect();
        let state = puzzle(NINE, columns[0]).state();
        for (scale, column) in [(Scale::B, 6), (Scale::W, 4)] {
            let rating = rater.rate(scale, &state, MAX_LENGTH, |_| ());
            let published = columns[column].parse().expect("a number");
            assert_eq!(rating, Rating::Solved(published), "{scale:?} of {row}");
        }
    }
}

#[test]
fn a_rating_is_a_proof_that_the_checker_accepts() {
    let rows = collection("cb-000.tsv").unwrap_or_default();
    let (samples, levels) = (own_collection("sample.sdm"), own_collection("levels.sdm"));
    let own = samples
        .iter()
        .take(dosed_size(6))
        .chain(levels.iter().step_by(4));
    let mut solved = 0;
    for line in rows.iter().take(dosed_size(5)).chain(own) {
        for scale in Scale::ALL {
            let (rating, proof) = prove(&puzzle(NINE, line), scale, 8);
            let verdict = accepted(&proof.to_text());
            assert_eq!(
                verdict.to_string().contains("only solution"),
                matches!(rating, Rating::Solved(_)),
                "{line}"
            );
            solved += usize::from(matches!(rating, Rating::Solved(_)));
        }
    }
    assert!(solved > 20, "{solved}");
}

#[test]
fn boards_of_every_size_have_ratings() {
    let mut solved = 0;
    let text = include_str!("../../puzzles/sizes.txt");
    for entry in Reader::new("sizes", text.as_bytes()) {
        let puzzle = entry.puzzle.expect("a puzzle");
        let (rating, proof) = prove(&puzzle, Scale::B, 3);
        accepted(&proof.to_text());
        solved += usize::from(matches!(rating, Rating::Solved(_)));
    }
    assert!(solved > 5, "{solved}");
}

#[test]
fn singles_alone_are_rated_zero() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    for scale in [Scale::B, Scale::W] {
        let (rating, _) = prove(&puzzle(NINE, line), scale, MAX_LENGTH);
        assert_eq!(rating, Rating::Solved(0));
    }
}

#[test]
fn an_empty_grid_is_stuck_and_a_clash_impossible() {
    let board = Board::sudoku(NINE);
    let mut rater = Rater::new(&board);
    let empty = State::full(&board);
    let rating = rater.rate(Scale::B, &empty, usize::MAX, |_| ());
    assert_eq!(rating, Rating::Unsolved);
    let clash = format!("11{}", ".".repeat(79));
    let (rating, proof) = prove(&puzzle(NINE, &clash), Scale::W, MAX_LENGTH);
    assert!(matches!(rating, Rating::Impossible(_)));
    assert!(
        accepted(&proof.to_text())
            .to_string()
            .contains("no solution")
    );
}

#[test]
fn longer_refutations_than_the_limit_are_not_used() {
    let Some(rows) = collection("cb-000.tsv") else {
        return;
    };
    // The first row with rating 5.
    let row = rows.iter().find(|row| row.split('\t').nth(6) == Some("5"));
    let line = row.expect("such a row");
    for scale in [Scale::B, Scale::W] {
        let rating = |limit| prove(&puzzle(NINE, line), scale, limit).0;
        assert_eq!(rating(4), Rating::Unsolved);
        assert_eq!(rating(5), Rating::Solved(5));
    }
}

#[test]
fn groups_make_ratings_smaller_where_that_is_published() {
    let Some(rows) = collection("cb-000.tsv") else {
        return;
    };
    let mut smaller = 0;
    for (nth, row) in rows.iter().take(2000).enumerate() {
        let fields: Vec<&str> = row.split('\t').collect();
        for (scale, plain, column) in [(Scale::GB, 6, 7), (Scale::GW, 4, 5)] {
            // All rows where groups shorten the rating, and some others.
            if fields[plain] == fields[column] && nth % 100 != 3 {
                continue;
            }
            smaller += usize::from(fields[plain] != fields[column]);
            let puzzle = puzzle(NINE, fields[0]);
            let state = puzzle.state();
            let mut grouped = 0;
            let mut rater = Rater::new(&puzzle.board);
            let rating = rater.rate(scale, &state, usize::MAX, |step| {
                if let RatingStep::RefutedByGroups { before, refutation } = step {
                    assert!(is_grouped_braid(&puzzle.board, before, &refutation));
                    let count = count_of_propagation(&puzzle.board, before, &refutation);
                    assert_eq!(count.expect("a count").targets, [refutation.target]);
                    grouped += 1;
                }
            });
            assert!(grouped > 0 || fields[plain] == fields[column], "{row}");
            let (proved, proof) = prove(&puzzle, scale, usize::MAX);
            assert_eq!(proved, rating, "prove on {}", scale.letter());
            let verdict = accepted(&proof.to_text()).to_string();
            assert!(verdict.contains("only solution"), "{verdict}");
            let published = fields[column].parse().expect("a length");
            assert_eq!(rating, Rating::Solved(published), "{scale:?} {row}");
        }
    }
    assert_eq!(smaller, 7);
}

#[test]
fn whips_in_any_order_are_no_shorter_than_braids() {
    for line in own_collection("levels.sdm").iter().step_by(7) {
        let puzzle = puzzle(NINE, line);
        let (board, state) = (&puzzle.board, puzzle.state());
        let length = |rating: Rating| match rating {
            Rating::Solved(length) => Some(length),
            _ => None,
        };
        let mut rater = Rater::new(board);
        let braids = length(rater.rate(Scale::B, &state, usize::MAX, |_| ()));
        let Some(braids) = braids else { continue };
        let groups = rater.rate(Scale::GB, &state, usize::MAX, |_| ());
        for seed in 0..3 {
            rater.take_in(WhipOrder::random(seed));
            let whips = length(rater.rate(Scale::W, &state, 2 * braids + 4, |_| ()));
            assert!(whips.is_none_or(|whips| whips >= braids), "{line}");
            rater.take_in(WhipOrder::random(seed));
            let whips = rater.rate(Scale::GW, &state, usize::MAX, |_| ());
            assert!(length(whips) >= length(groups), "{line}");
        }
    }
}
