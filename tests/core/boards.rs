//! Boards of the engine compared with those of the checker, which are built independently, and the
//! engine's state compared with a set of candidates.

use std::collections::BTreeSet;

use proptest::prelude::*;
use qedoku_core::grid::{Board, Candidate, Cell, Digit, Group, Puzzle, Shape, State, bits};
use qedoku_tests::{all_shapes, shape};

/// Returns the names of all groups, as FORMAT.md writes them.
fn group_names(n: usize) -> Vec<String> {
    let mut names = Vec::new();
    for (one, two) in (1..=n).flat_map(|a| (1..=n).map(move |b| (a, b))) {
        names.push(format!("r{one}c{two}"));
        let digit = char::from(b"123456789ABCDEFGHIJKLMNOP"[one - 1]);
        names.extend(["r", "c", "b"].map(|house| format!("{digit}{house}{two}")));
    }
    names
}

/// The exports of formulas rely on it: a group of n candidates for each "at least one", and clause
/// numbers that assume n members. Other houses of a proof are rows.
#[test]
fn boards_that_a_proof_can_name_have_whole_truths_only() {
    let sizes = all_shapes().map(|s| ("sudoku", format!("{}x{}", s.height, s.width)));
    let sizes = sizes.chain((1..=25).map(|n| ("latin", n.to_string())));
    for (kind, size) in sizes {
        let board = Board::named(kind, &size).expect("a supported board");
        for group in board.groups() {
            assert!(board.is_truth(group), "{kind} {size}");
            assert_eq!(board.members(group).len(), board.size(), "{kind} {size}");
        }
    }
}

#[test]
fn engine_and_checker_build_the_same_board() {
    let mut boards = 0;
    for shape in all_shapes() {
        let ours = Board::sudoku(shape);
        let theirs = qedoku_check::Board::sudoku(shape.height, shape.width).unwrap();
        let n = shape.size();
        assert_eq!((ours.size(), theirs.n()), (n, n));
        assert_eq!(ours.candidate_count(), theirs.candidates());
        assert_eq!(ours.group_count(), 4 * n * n);
        let names = group_names(n);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 4 * n * n);
        for name in &names {
            let group = ours.parse_group(name).unwrap();
            assert_eq!(&ours.group_name(group), name);
            let our_members: BTreeSet<String> = (ours.members(group).iter())
                .map(|&c| ours.candidate_name(c))
                .collect();
            let their_members = theirs.row(name).unwrap().members();
            let their_members: BTreeSet<String> = their_members.map(|c| theirs.name(c)).collect();
            assert_eq!(our_members.len(), n, "{name} of {shape:?}");
            assert_eq!(our_members, their_members, "{name} of {shape:?}");
            assert!(ours.is_truth(group));
        }
        for index in 0..ours.candidate_count() {
            let candidate = Candidate::new(index);
            let name = ours.candidate_name(candidate);
            assert_eq!(ours.parse_candidate(&name), Some(candidate));
            let theirs_of_name = theirs.candidate(&name, "=").unwrap();
            assert_eq!(theirs.name(theirs_of_name), name);
            for slot in ours.slots(candidate) {
                let group = theirs.row(&ours.group_name(slot.group)).unwrap();
                assert!(group.members().any(|c| c == theirs_of_name), "{name}");
            }
        }
        boards += 1;
    }
    assert_eq!(boards, 87, "boards with up to 25 digits");
}

#[test]
fn board_of_invalid_size_is_refused_by_both() {
    for (height, width) in [(0, 3), (3, 0), (2, 13), (26, 1), (usize::MAX, 2)] {
        assert!(qedoku_check::Board::sudoku(height, width).is_none());
    }
}

#[test]
fn boxes_are_numbered_in_reading_order() {
    let board = Board::sudoku(shape(2, 3));
    let members = |name: &str| -> Vec<String> {
        let group = board.parse_group(name).unwrap();
        let names = board.members(group).iter();
        names.map(|&c| board.candidate_name(c)).collect()
    };
    let expected = ["r3c4=6", "r3c5=6", "r3c6=6", "r4c4=6", "r4c5=6", "r4c6=6"];
    assert_eq!(members("6b4"), expected);
    let tall = Board::sudoku(shape(3, 2));
    let third: Vec<String> = (tall.houses().iter())
        .filter(|h| h.kind == qedoku_core::grid::HouseKind::Box && h.number == 2)
        .flat_map(|h| h.cells.iter().map(|&c| tall.cell_name(c)))
        .collect();
    assert_eq!(third, ["r1c5", "r1c6", "r2c5", "r2c6", "r3c5", "r3c6"]);
}

#[test]
fn names_not_on_the_board_are_rejected() {
    let board = Board::sudoku(shape(2, 2));
    for name in [
        "", "r", "r1", "r1c", "rc1", "r0c1", "r5c1", "r1c5", "r01c1", "r+1c1", "R1C1", "r1c1 ",
        "5r1", "1r5", "1r0", "1x1", "0r1", "r1c1=1", "1b", "é1", "1é1",
    ] {
        assert!(board.parse_group(name).is_none(), "{name:?}");
    }
    for name in [
        "r1c1", "r1c1=", "r1c1=5", "r1c1=12", "r1c1==1", "=1", "r1c1<>",
    ] {
        assert!(board.parse_candidate(name).is_none(), "{name:?}");
    }
}

#[test]
fn extra_houses_are_links_and_full_ones_truths() {
    let shape = shape(2, 2);
    let cell = |r: usize, c: usize| Cell::new(r * 4 + c);
    let diagonal: Vec<Cell> = (0..4).map(|i| cell(i, i)).collect();
    let short = vec![cell(0, 3), cell(1, 2)];
    let board = Board::with_extra_houses(shape, vec![diagonal, short]);
    let truth = board.parse_group("3x1").unwrap();
    let link = board.parse_group("3x2").unwrap();
    assert!(board.is_truth(truth) && !board.is_truth(link));
    assert_eq!(board.group_name(link), "3x2");
    let at = |name: &str| board.parse_candidate(name).unwrap();
    assert!(board.exclude(at("r1c1=3"), at("r4c4=3")));
    assert!(!board.exclude(at("r1c1=3"), at("r4c4=4")));
    let mut state = State::full(&board);
    state.place(&board, at("r1c1=3"));
    assert!(!state.is_live(&board, at("r4c4=3")));
    assert_eq!(state.single(&board, truth), Some(at("r1c1=3")));
}

#[test]
fn boards_with_other_houses_have_other_ids() {
    let shape = shape(2, 2);
    let diagonal: Vec<Cell> = (0..4).map(|i| Cell::new(5 * i)).collect();
    let classic = Board::sudoku(shape);
    let other = Board::with_extra_houses(shape, vec![diagonal.clone()]);
    assert_ne!(classic.id(), other.id());
    assert!(classic.is_classic() && !other.is_classic());
    assert_eq!(
        other.id(),
        classic.with_houses(vec![("x1".to_owned(), diagonal)]).id()
    );
    let mut canon = qedoku_core::grid::canon::Canon::new(&other);
    let puzzle = Puzzle::from_givens(other, vec![None; 16]);
    assert!(
        canon.cells(&puzzle).is_none(),
        "bands of a diagonal board cannot be permuted"
    );
}

#[test]
fn boards_may_have_more_than_128_houses() {
    let pairs: Vec<Vec<Cell>> = (0..150)
        .map(|i| vec![Cell::new(i % 80), Cell::new(80)])
        .collect();
    let board = Board::with_extra_houses(shape(3, 3), pairs);
    assert_eq!(board.houses().len(), 177);
    assert!(board.sees(Cell::new(70), Cell::new(80)));
    assert_eq!(board.parse_house("x150").map(|it| it.index()), Some(176));
}

#[test]
fn a_latin_board_has_boxes_if_they_are_named() {
    let board = Board::latin(4);
    assert!(board.parse_house("b1").is_none());
    let rows: Vec<(String, Vec<Cell>)> = (0..4)
        .map(|b| {
            let (top, left) = (b / 2 * 2, b % 2 * 2);
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)];
            let cells = cells.map(|(r, c)| Cell::new((top + r) * 4 + left + c));
            (format!("b{}", b + 1), cells.to_vec())
        })
        .collect();
    let jigsaw = board.with_houses(rows);
    let house = jigsaw.parse_house("b2").expect("the second region");
    assert_eq!(jigsaw.house(house).kind, qedoku_core::grid::HouseKind::Box);
    assert!(!jigsaw.is_classic());
}

#[test]
fn the_proof_of_a_diagonal_board_names_its_houses() {
    let diagonal: Vec<Cell> = (0..4).map(|i| Cell::new(5 * i)).collect();
    let board = Board::with_extra_houses(shape(2, 2), vec![diagonal]);
    let mut givens = vec![None; 16];
    for (cell, digit) in [(0, 0), (5, 1), (10, 2), (3, 3), (6, 0), (13, 3)] {
        givens[cell] = Some(Digit::new(digit));
    }
    let library = qedoku_core::lang::standard_library().expect("the rules load");
    let puzzle = Puzzle::from_givens(board, givens);
    let strategy = qedoku_core::engine::Strategy::default();
    let solver = qedoku_core::engine::Solver::new(&puzzle.board, &library, strategy);
    let text = qedoku_core::report::trace::prove(&solver, &puzzle).to_text();
    assert!(text.starts_with("qed 2\nboard sudoku 2x2\n"), "{text}");
    assert!(
        text.contains("\nhouse x1 : r1c1 r2c2 r3c3 r4c4\n"),
        "{text}"
    );
    let verdict = qedoku_check::check(text.as_bytes()).expect("the check ends");
    assert!(
        matches!(verdict, qedoku_check::Verdict::Accepted(_)),
        "{verdict}\n{text}"
    );
}

/// Returns whether two different candidates exclude each other, computed from their numbers.
fn exclude(shape: Shape, a: usize, b: usize) -> bool {
    let n = shape.size();
    let parts = |x: usize| (x / n / n, x / n % n, x % n);
    let ((r, c, d), (s, e, f)) = (parts(a), parts(b));
    let (h, w) = (shape.height, shape.width);
    let same_box = r / h == s / h && c / w == e / w;
    a != b && ((r, c) == (s, e) || d == f && (r == s || c == e || same_box))
}

/// Asserts that all queries of a state agree with the set of live candidates.
fn assert_agrees(board: &Board, state: &State, live: &BTreeSet<usize>) {
    for group in board.groups() {
        let members = board.members(group);
        let expected = (members.iter().enumerate())
            .filter(|(_, c)| live.contains(&c.index()))
            .fold(0, |mask, (i, _)| mask | 1 << i);
        assert_eq!(state.mask(group), expected, "{}", board.group_name(group));
        let only = bits(expected).next().filter(|_| expected.count_ones() == 1);
        assert_eq!(state.single(board, group), only.map(|i| members[i]));
        let domain: Vec<Candidate> = bits(expected).map(|i| members[i]).collect();
        assert!(state.domain(board, group).eq(domain));
    }
    let all: Vec<usize> = state.candidates(board).map(Candidate::index).collect();
    assert!(all.iter().eq(live));
    assert_eq!(state.count(board), live.len());
    for index in 0..board.candidate_count() {
        let is_live = state.is_live(board, Candidate::new(index));
        assert_eq!(is_live, live.contains(&index));
    }
    let cells: Vec<u32> = board.cells().map(|c| state.digits(board, c)).collect();
    assert_eq!(&State::from_cells(board, &cells), state);
}

proptest! {
    #![proptest_config(qedoku_tests::cases(96))]

    #[test]
    fn state_groups_agree_after_any_steps(
        shape in prop::sample::select(vec![
            shape(1, 1), shape(1, 4), shape(2, 2), shape(2, 3), shape(3, 2), shape(3, 3), shape(4, 1),
        ]),
        steps in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..24),
    ) {
        let board = Board::sudoku(shape);
        let mut state = State::full(&board);
        let mut live: BTreeSet<usize> = (0..board.candidate_count()).collect();
        for (index, place) in steps {
            let index = index.index(board.candidate_count());
            let candidate = Candidate::new(index);
            let before = state.clone();
            let mut noted: BTreeSet<Group> = BTreeSet::new();
            if place {
                let lost: Vec<usize> = (live.iter().copied())
                    .filter(|&other| exclude(shape, index, other))
                    .collect();
                let changed = state.place_noting(&board, candidate, |group, mask| {
                    noted.insert(group);
                    assert!(mask.count_ones() < before.mask(group).count_ones());
                });
                prop_assert_eq!(changed, !lost.is_empty());
                live.retain(|c| !lost.contains(c));
            } else {
                let was_live = live.remove(&index);
                state.eliminate_noting(&board, candidate, |group, _| { noted.insert(group); });
                if !was_live {
                    prop_assert_eq!(&state, &before);
                    continue;
                }
            }
            assert_agrees(&board, &state, &live);
            // Exactly the groups that lost a candidate are reported.
            let lost: BTreeSet<Group> = (board.groups())
                .filter(|&g| state.mask(g) != before.mask(g))
                .collect();
            prop_assert_eq!(noted, lost);
        }
    }

    #[test]
    fn state_with_one_candidate_per_group_is_a_solution(
        digits in prop::collection::vec(0usize..4, 16),
    ) {
        let board = Board::sudoku(shape(2, 2));
        let cells: Vec<u32> = digits.iter().map(|d| 1 << d).collect();
        let state = State::from_cells(&board, &cells);
        let grid: Vec<u8> = digits.iter().map(|&d| d as u8).collect();
        let plain = qedoku_tests::plain_solver::Plain { height: 2, width: 2 };
        let expected = plain.is_solution(&grid)
            .then(|| digits.iter().map(|&d| Digit::new(d)).collect::<Vec<_>>());
        prop_assert_eq!(state.solution(&board), expected);
    }
}

#[test]
fn solved_grid_is_a_solution() {
    let board = Board::sudoku(shape(2, 2));
    let digits: Vec<usize> = "1234341221434321"
        .chars()
        .map(|c| Digit::from_char(c).unwrap().index())
        .collect();
    let cells: Vec<u32> = digits.iter().map(|d| 1 << d).collect();
    let state = State::from_cells(&board, &cells);
    let solution = state.solution(&board).unwrap();
    assert!(solution.iter().map(|d| d.index()).eq(digits));
}
