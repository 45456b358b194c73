//! Patterns and propagations give counts that the checker accepts.

use proptest::prelude::*;
use qedoku_core::engine::search::{Limits, Outcome, Search};
use qedoku_core::grid::{Board, Candidate, Group, State};
use qedoku_core::proof::{
    Claim, Count, Header, Proof, Step, Term, count_of_pattern, count_of_propagation,
};
use qedoku_tests::propagation::{counts_alone, prove_by_counts, refute};
use qedoku_tests::{NINE, accepted, collection, puzzle, shape};

/// Returns a state in which some cells have few digits (`r1c1:12`) and some digits few cells in a
/// house (`7r1:r1c2,r1c5`). All other candidates are live.
fn state(board: &Board, restrictions: &str) -> State {
    let mut state = State::full(board);
    for restriction in restrictions.split_whitespace() {
        let (name, left) = restriction.split_once(':').expect("a colon");
        let group = board.parse_group(name).expect("a group");
        let stays = |c: Candidate| match board.parse_cell(name) {
            Some(_) => left.contains(board.digit_of(c).to_char()),
            None => (left.split(',')).any(|cell| cell == board.cell_name(board.cell_of(c))),
        };
        for &candidate in board.members(group).iter().filter(|&&c| !stays(c)) {
            state.eliminate(board, candidate);
        }
    }
    state
}

fn groups(board: &Board, names: &str) -> Vec<Group> {
    let group = |name| board.parse_group(name).unwrap_or_else(|| panic!("{name}?"));
    names.split_whitespace().map(group).collect()
}

fn candidates(board: &Board, names: &str) -> Vec<Candidate> {
    let candidate = |name| {
        board
            .parse_candidate(name)
            .unwrap_or_else(|| panic!("{name}?"))
    };
    names.split_whitespace().map(candidate).collect()
}

/// Returns an open proof with these steps from this state.
fn proof(board: &std::sync::Arc<Board>, state: &State, steps: Vec<Step>) -> Proof {
    Proof {
        header: Header {
            board: board.clone(),
            givens: None,
            state: Some(board.cells().map(|c| state.digits(board, c)).collect()),
            assume_unique: false,
            rules: None,
        },
        steps: steps.into_iter().map(|step| (None, step)).collect(),
        claim: Claim::Open,
    }
}

/// Returns the names of all candidates that an accepted proof eliminates.
fn eliminated(text: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut board = None;
    let mut observe = |event: qedoku_check::Event<'_>| match event {
        qedoku_check::Event::Start(theirs, _) => {
            board = qedoku_check::Board::sudoku(3, 3).filter(|b| b.n() == theirs.n());
        }
        qedoku_check::Event::Step(_, before, after) => {
            let board = board.as_ref().expect("a 9x9 board");
            names.extend(before.minus(after).iter().map(|c| board.name(c)));
        }
    };
    qedoku_check::check_with(text.as_bytes(), &mut observe).expect("reading from memory");
    names.sort();
    names
}

/// Asserts that the counts of the pattern eliminate exactly the targets, and returns the proof.
fn gives(restrictions: &str, truths: &str, links: &str, targets: &str) -> String {
    let board = Board::sudoku(NINE);
    let state = state(&board, restrictions);
    let (truths, links) = (groups(&board, truths), groups(&board, links));
    let targets = candidates(&board, targets);
    let counts = count_of_pattern(&board, &state, &truths, &links, &targets).expect("counts");
    let steps: Vec<Step> = counts.into_iter().map(Step::Count).collect();
    let proof = proof(&board, &state, steps);
    let text = proof.to_text();
    accepted(&text);
    let mut expected: Vec<String> = targets.iter().map(|&t| board.candidate_name(t)).collect();
    expected.sort();
    assert_eq!(eliminated(&text), expected);
    let steps = proof.steps.iter().map(|(_, step)| step.to_text(&board));
    steps.collect::<Vec<_>>().join("\n")
}

#[test]
fn single_is_a_count() {
    let text = gives("r1c1:5", "r1c1", "", "r1c9<>5 r9c1<>5 r2c2<>5");
    assert_eq!(text.lines().count(), 3, "one for each house\n{text}");
    gives("5r1:r1c1", "5r1", "", "r1c1<>1 r1c1<>2 r9c1<>5 r2c2<>5");
}

#[test]
fn count_of_locked_candidates() {
    let pointing = gives("7b1:r1c1,r1c3", "7b1", "7r1", "r1c4<>7 r1c9<>7");
    assert_eq!(pointing, "count r1c4<>7 r1c9<>7 : +7b1 -7r1");
    let claiming = gives("7r1:r1c1,r1c2", "7r1", "", "r2c1<>7 r3c3<>7");
    assert_eq!(claiming, "count r2c1<>7 r3c3<>7 : +7r1 -7b1");
}

#[test]
fn count_of_naked_subsets() {
    let pair = gives(
        "r1c1:12 r1c2:12",
        "r1c1 r1c2",
        "1r1 2r1",
        "r1c5<>1 r1c9<>2 r2c3<>1",
    );
    assert!(
        pair.starts_with("count r1c5<>1 r1c9<>2 : +r1c1 +r1c2 -1r1 -2r1"),
        "{pair}"
    );
    gives(
        "r1c1:12 r1c4:23 r1c9:13",
        "r1c1 r1c4 r1c9",
        "1r1 2r1 3r1",
        "r1c5<>1 r1c5<>3",
    );
    gives(
        "r1c1:1234 r2c2:12 r3c3:34 r3c1:1234",
        "r1c1 r2c2 r3c3 r3c1",
        "1b1 2b1 3b1 4b1",
        "r1c2<>1 r1c3<>4 r2c1<>2",
    );
}

#[test]
fn count_of_hidden_subsets() {
    let pair = gives(
        "1r1:r1c2,r1c7 2r1:r1c2,r1c7",
        "1r1 2r1",
        "r1c2 r1c7",
        "r1c2<>5 r1c7<>9",
    );
    assert_eq!(pair, "count r1c2<>5 r1c7<>9 : +1r1 +2r1 -r1c2 -r1c7");
    gives(
        "1b5:r4c4,r5c5 2b5:r5c5,r6c6 3b5:r4c4,r6c6",
        "1b5 2b5 3b5",
        "r4c4 r5c5 r6c6",
        "r4c4<>9 r4c4<>8 r6c6<>4",
    );
}

#[test]
fn count_of_fish() {
    let wing = "7r2:r2c3,r2c6 7r8:r8c3,r8c6";
    let text = gives(wing, "7r2 7r8", "7c3 7c6", "r4c3<>7 r9c6<>7");
    assert_eq!(text, "count r4c3<>7 r9c6<>7 : +7r2 +7r8 -7c3 -7c6");
    // The links are also found if they are not given.
    gives(wing, "7r2 7r8", "", "r4c3<>7 r9c6<>7");
    gives(
        "7r1:r1c1,r1c5 7r4:r4c5,r4c9 7r7:r7c1,r7c9",
        "7r1 7r4 7r7",
        "7c1 7c5 7c9",
        "r2c5<>7 r8c1<>7",
    );
    gives(
        "7c1:r1c1,r5c1 7c3:r5c3,r9c3 7c6:r9c6,r2c6 7c8:r2c8,r1c8",
        "7c1 7c3 7c6 7c8",
        "7r1 7r5 7r9 7r2",
        "r1c9<>7 r5c5<>7 r9c9<>7 r2c2<>7",
    );
}

#[test]
fn count_of_finned_fish() {
    let fin = "7r2:r2c2,r2c5 7r5:r5c2,r5c5,r5c6";
    let text = gives(fin, "7r2 7r5", "7c2 7c5", "r4c5<>7 r6c5<>7");
    assert_eq!(text, "count r4c5<>7 r6c5<>7 : +7r2 +7r5 -7c2 -7c5 -7b5");
    gives(
        "7r2:r2c2,r2c5 7r5:r5c2,r5c6,r5c4",
        "7r2 7r5",
        "7c2 7c5",
        "r4c5<>7",
    );
    gives(
        "7r1:r1c1,r1c5 7r4:r4c5,r4c9 7r7:r7c1,r7c9,r7c8",
        "7r1 7r4 7r7",
        "7c1 7c5 7c9",
        "r8c9<>7 r9c9<>7",
    );
}

#[test]
fn count_of_single_digit_chains() {
    gives(
        "7r1:r1c1,r1c4 7r5:r5c1,r5c5",
        "7r1 7r5",
        "",
        "r2c5<>7 r3c5<>7 r4c4<>7 r6c4<>7",
    );
    gives("7r1:r1c2,r1c7 7c1:r2c1,r8c1", "7r1 7c1", "", "r8c7<>7");
    // A grouped kite. Both ends are in the box.
    gives(
        "7r1:r1c2,r1c3,r1c7 7c1:r2c1,r3c1,r8c1",
        "7r1 7c1",
        "",
        "r8c7<>7",
    );
}

#[test]
fn count_of_wings() {
    let xy = gives("r1c1:12 r1c5:13 r5c1:23", "r1c1 r1c5 r5c1", "", "r5c5<>3");
    assert_eq!(xy, "count r5c5<>3 : +r1c1 +r1c5 +r5c1 -1r1 -3r5 -2c1 -3c5");
    gives(
        "r1c1:123 r1c5:13 r2c2:23",
        "r1c1 r1c5 r2c2",
        "",
        "r1c2<>3 r1c3<>3",
    );
    gives(
        "r1c1:12 r5c5:12 1r9:r9c1,r9c5",
        "r1c1 r5c5 1r9",
        "",
        "r1c5<>2 r5c1<>2",
    );
}

#[test]
fn count_of_almost_locked_sets() {
    gives(
        "r1c1:12 r1c2:23 r5c1:14 r6c1:34",
        "r1c1 r1c2 r5c1 r6c1",
        "1c1 2r1 4c1",
        "r6c2<>3",
    );
    // Two sets of three cells, one in a row and one in a column, with a restricted common digit.
    gives(
        "r1c1:12 r1c4:234 r1c5:24 r4c1:15 r5c1:356 r6c1:56",
        "r1c1 r1c4 r1c5 r4c1 r5c1 r6c1",
        "",
        "r5c4<>3",
    );
}

#[test]
fn count_of_sue_de_coq() {
    gives(
        "r1c1:1234 r1c2:1234 r1c9:12 r2c3:34",
        "r1c1 r1c2 r1c9 r2c3",
        "1r1 2r1 3b1 4b1",
        "r1c5<>1 r1c6<>2 r3c1<>3 r3c2<>4",
    );
}

#[test]
fn count_is_none_for_invalid_patterns() {
    let board = Board::sudoku(NINE);
    for (restrictions, truths, links, targets) in [
        (
            "7r2:r2c3,r2c6,r2c9 7r8:r8c3,r8c6",
            "7r2 7r8",
            "7c3 7c6",
            "r4c3<>7",
        ),
        ("r1c1:123 r1c2:12", "r1c1 r1c2", "1r1 2r1", "r1c5<>1"),
        ("r1c1:12 r1c5:13 r5c1:24", "r1c1 r1c5 r5c1", "", "r5c5<>3"),
        ("7b1:r1c1,r2c3", "7b1", "7r1", "r1c4<>7"),
        (
            "7r2:r2c3,r2c6 7r8:r8c3,r8c6",
            "7r2 7r8",
            "7c3 7c6",
            "r2c3<>7",
        ),
        ("", "", "", "r1c1<>1"),
        ("", "r1c1", "", "r1c1<>1"),
        // One target has a count, the other has none.
        (
            "7r2:r2c3,r2c6 7r8:r8c3,r8c6",
            "7r2 7r8",
            "7c3 7c6",
            "r4c3<>7 r4c4<>7",
        ),
        // The target is already eliminated.
        ("r1c1:5 r1c9:12", "r1c1", "5r1", "r1c9<>5"),
    ] {
        let state = state(&board, restrictions);
        let (truths, links) = (groups(&board, truths), groups(&board, links));
        let targets = candidates(&board, targets);
        let counts = count_of_pattern(&board, &state, &truths, &links, &targets);
        assert_eq!(counts, None, "{restrictions} {targets:?}");
    }
}

#[test]
fn count_is_empty_without_targets() {
    let board = Board::sudoku(NINE);
    let counts = count_of_pattern(&board, &State::full(&board), &[], &[], &[]);
    assert_eq!(counts, Some(Vec::new()));
}

#[test]
fn count_is_none_for_propagation_without_conflict() {
    let board = Board::sudoku(NINE);
    let state = state(&board, "r1c1:12 r1c5:13 r5c1:23");
    let target = candidates(&board, "r5c5=3")[0];
    let mut propagation = refute(&board, &state, target).expect("a refutation");
    assert!(count_of_propagation(&board, &state, &propagation).is_some());
    // The last truth is not empty, and a literal is not forced.
    propagation.empty = groups(&board, "r9c9")[0];
    assert_eq!(count_of_propagation(&board, &state, &propagation), None);
    propagation.forced.clear();
    propagation.empty = groups(&board, "r1c1")[0];
    assert_eq!(count_of_propagation(&board, &state, &propagation), None);
}

/// Asserts that the engine and the checker agree on a count.
fn checker_agrees(board: &std::sync::Arc<Board>, state: &State, count: &Count) {
    let text = proof(board, state, vec![Step::Count(count.clone())]).to_text();
    let verdict = qedoku_check::check(text.as_bytes()).expect("reading from memory");
    let accepted = matches!(verdict, qedoku_check::Verdict::Accepted(_));
    assert_eq!(count.holds(board, state), accepted, "{verdict}\n{text}");
}

#[test]
fn count_allows_negative_weight_of_single_target() {
    // The state is impossible: two cells of a row have the same only digit.
    let board = Board::sudoku(NINE);
    let state = state(&board, "r1c1:5 r1c2:5");
    let count = |targets: &str, terms: &[(&str, i32)]| Count {
        targets: candidates(&board, targets),
        terms: (terms.iter())
            .map(|&(name, times)| Term::truth(groups(&board, name)[0], times))
            .collect(),
    };
    let empty = [("r1c1", 1), ("r1c2", 1), ("5r1", -1)];
    assert!(count("r9c9<>9", &empty).holds(&board, &state));
    let weighty = [("r1c1", 3), ("r1c2", 3), ("5r1", -3), ("r9c9", 2)];
    for (targets, terms, holds) in [
        ("r9c9<>9", &empty[..], true),
        ("r9c9<>9 r9c9<>8", &empty, true),
        ("r9c9<>9", &weighty, false),
    ] {
        let count = count(targets, terms);
        assert_eq!(count.holds(&board, &state), holds, "{targets}");
        checker_agrees(&board, &state, &count);
    }
    let mut alone = state.clone();
    for candidate in candidates(
        &board,
        "r9c9=1 r9c9=2 r9c9=3 r9c9=4 r9c9=5 r9c9=6 r9c9=7 r9c9=8",
    ) {
        alone.eliminate(&board, candidate);
    }
    let negative = count("r9c9<>9", &weighty);
    assert!(negative.holds(&board, &alone));
    checker_agrees(&board, &alone, &negative);
}

proptest! {
    #![proptest_config(qedoku_tests::cases(300))]

    #[test]
    fn counts_hold_in_engine_and_checker_alike(
        live in prop::collection::vec(1u32..16, 16),
        targets in prop::collection::btree_set(0usize..64, 1..3),
        terms in prop::collection::vec((0usize..64, -3i32..=3), 1..6),
    ) {
        let board = Board::sudoku(shape(2, 2));
        let state = State::from_cells(&board, &live);
        let count = Count {
            targets: targets.into_iter().map(Candidate::new).collect(),
            terms: (terms.into_iter())
                .filter(|&(_, m)| m != 0)
                .map(|(group, m)| Term::truth(Group::new(group), m))
                .collect(),
        };
        prop_assume!(!count.terms.is_empty());
        checker_agrees(&board, &state, &count);
    }

    #[test]
    fn propagations_fold_into_counts(
        seed in any::<u64>(),
        which in any::<prop::sample::Index>(),
    ) {
        // A solvable state: some false candidates of a real puzzle are eliminated.
        let board = Board::sudoku(NINE);
        let line = PUZZLES[which.index(PUZZLES.len())];
        let mut search = Search::new(&board, Limits::default());
        let mut state = puzzle(NINE, line).state();
        let Outcome::Unique(solution) = search.solve(&state) else {
            panic!("{line} has one solution");
        };
        let mut random = qedoku_tests::random::Random::new(seed);
        for candidate in state.clone().candidates(&board) {
            let right = solution[board.cell_of(candidate).index()] == board.digit_of(candidate);
            if !right && random.once_in(3) {
                state.eliminate(&board, candidate);
            }
        }
        let counts = counts_alone(&board, &state, 12);
        for count in &counts {
            let right = |&t: &Candidate| solution[board.cell_of(t).index()] == board.digit_of(t);
            prop_assert!(!count.targets.iter().any(right));
        }
        let steps = counts.into_iter().map(Step::Count).collect();
        accepted(&proof(&board, &state, steps).to_text());
    }
}

/// Puzzles from easy to very hard.
const PUZZLES: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
];

#[test]
fn multipliers_stay_small_on_hardest_puzzles() {
    for (name, most) in [("hardest11.txt", 11), ("top95.txt", 95)] {
        let Some(lines) = collection(name) else {
            return;
        };
        assert_eq!(lines.len(), most);
        let (mut largest, mut longest, mut widest, mut counts, mut solved) = (0, 0, 0, 0, 0);
        let mut above_ten = 0;
        for line in &lines {
            let puzzle = puzzle(NINE, line);
            let (steps, claim) =
                prove_by_counts(&puzzle.board, &puzzle.state(), |propagation, count| {
                    let multipliers = count.terms.iter().map(|t| t.multiplier.unsigned_abs());
                    let here = multipliers.max().unwrap_or(0);
                    largest = largest.max(here);
                    above_ten += u32::from(here > 10);
                    longest = longest.max(propagation.forced.len());
                    widest = widest.max(count.terms.len());
                    counts += 1;
                });
            solved += u32::from(matches!(claim, Claim::Unique(_)));
            let proof = Proof {
                header: Header::of(&puzzle),
                steps: steps.into_iter().map(|step| (None, step)).collect(),
                claim,
            };
            accepted(&proof.to_text());
        }
        println!(
            "{name}: {counts} counts, {solved} of {most} puzzles solved by them; largest \
             multiplier {largest}, above 10 in {above_ten}; most terms {widest}; longest \
             propagation {longest}"
        );
        assert!(
            counts > 50 && largest < 10_000,
            "{counts} counts, {largest}"
        );
    }
}
