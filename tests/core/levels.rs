//! The two representations of search states agree after every step.

use proptest::prelude::*;
use qedoku_core::grid::{Board, Candidate, Cell, Group, Shape, State, bits};
use qedoku_core::propagate::{Levels, SlicedLevels, StateLevels};
use qedoku_tests::shape;

/// Returns all masks of a level.
fn masks(board: &Board, levels: &impl Levels, level: usize) -> Vec<u32> {
    board
        .groups()
        .map(|group| levels.mask(level, group))
        .collect()
}

/// Applies singles until none is left, and checks each one. Returns whether a truth is empty.
fn settle(board: &Board, levels: &mut impl Levels, level: usize, before: &State) -> bool {
    let mut state = before.clone();
    let settled = levels.settle(board, level, |candidate, group| {
        assert_eq!(state.single(board, group), Some(candidate));
        state.place(board, candidate);
    });
    if let Err(empty) = settled {
        assert_eq!(state.mask(empty), 0, "{}", board.group_name(empty));
    }
    settled.is_err()
}

/// Returns the state of a level.
fn state(board: &Board, levels: &impl Levels, level: usize) -> State {
    let cells: Vec<u32> = (board.cells())
        .map(|cell| levels.mask(level, board.cell_group(cell)))
        .collect();
    State::from_cells(board, &cells)
}

proptest! {
    #![proptest_config(qedoku_tests::cases(96))]

    #[test]
    fn singles_agree_between_states_and_slices(
        shape in prop::sample::select(vec![
            shape(1, 1), shape(1, 4), shape(2, 2), shape(2, 3), shape(3, 3), shape(2, 5),
        ]),
        gone in prop::collection::vec(any::<prop::sample::Index>(), 0..600),
        supposed in prop::collection::vec(any::<prop::sample::Index>(), 1..12),
    ) {
        let board = Board::sudoku(shape);
        let mut start = State::full(&board);
        // At most half of the false candidates are removed: some states have singles, some have
        // none, and some have no solution.
        for index in gone.iter().take(board.candidate_count() / 2) {
            start.eliminate(&board, Candidate::new(index.index(board.candidate_count())));
        }
        let mut sliced = SlicedLevels::new(&board).expect("a board that fits");
        let mut states = StateLevels::default();
        sliced.start(&board, &start);
        states.start(&board, &start);
        prop_assert_eq!(masks(&board, &sliced, 0), start.masks());
        let failed = settle(&board, &mut sliced, 0, &start);
        prop_assert_eq!(failed, settle(&board, &mut states, 0, &start));
        if failed {
            return Ok(());
        }
        let mut level = 0;
        for index in supposed {
            prop_assert_eq!(masks(&board, &sliced, level), masks(&board, &states, level));
            let open: Vec<Candidate> = state(&board, &sliced, level).candidates(&board).collect();
            let candidate = open[index.index(open.len())];
            sliced.suppose(&board, level, candidate);
            states.suppose(&board, level, candidate);
            prop_assert_eq!(masks(&board, &sliced, level + 1), masks(&board, &states, level + 1));
            let below = state(&board, &sliced, level + 1);
            let failed = settle(&board, &mut sliced, level + 1, &below);
            prop_assert_eq!(failed, settle(&board, &mut states, level + 1, &below));
            if !failed {
                level += 1;
                continue;
            }
            sliced.eliminate(&board, level, candidate);
            states.eliminate(&board, level, candidate);
            let left = state(&board, &sliced, level);
            let failed = settle(&board, &mut sliced, level, &left);
            prop_assert_eq!(failed, settle(&board, &mut states, level, &left));
            // If a truth is empty, the remaining singles may differ and no choice follows.
            if failed {
                return Ok(());
            }
        }
        for levels in [sliced.choose(&board, level), states.choose(&board, level)] {
            let Some((truth, candidate)) = levels else { continue };
            let mask = states.mask(level, truth);
            prop_assert!(mask == 0 || mask.count_ones() > 1);
            prop_assert!(mask == 0 || bits(mask).any(|i| board.members(truth)[i] == candidate));
        }
    }
}

#[test]
fn boards_with_extra_groups_use_states() {
    let nine = Board::sudoku(shape(3, 3));
    let corner: [Candidate; 2] = [Candidate::new(0), Candidate::new(1)];
    let diagonal = (0..9).map(|i| Cell::new(i * 10)).collect();
    let boards: [&Board; 3] = [
        &Board::with_extra_houses(shape(3, 3), vec![diagonal]),
        &nine.deriving([&corner[..]].into_iter()),
        &Board::sudoku(Shape {
            height: 4,
            width: 4,
        }),
    ];
    for board in boards {
        assert!(SlicedLevels::new(board).is_none());
    }
}

#[test]
fn place_noting_skips_own_groups() {
    let board = Board::sudoku(shape(3, 3));
    let mut state = State::full(&board);
    let mut expected = state.clone();
    let candidate = Candidate::new(365);
    let own: Vec<Group> = board
        .slots(candidate)
        .iter()
        .map(|slot| slot.group)
        .collect();
    let mut told = Vec::new();
    assert!(state.place_noting_others(&board, candidate, |group, _| told.push(group)));
    expected.place(&board, candidate);
    assert_eq!(state, expected);
    for group in board.groups() {
        let lost = state.mask(group) != State::full(&board).mask(group);
        let is_own = own.contains(&group);
        assert!(
            lost == told.contains(&group) || is_own,
            "{}",
            board.group_name(group)
        );
    }
    assert!(!state.place_noting_others(&board, candidate, |_, _| panic!(
        "nothing is left to remove"
    )));
}
