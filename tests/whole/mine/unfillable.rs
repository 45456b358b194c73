//! Cells that some digits cannot fill: the patterns compared with all sets of cells, their rules,
//! and their occurrences.

use std::collections::BTreeSet;
use std::sync::Arc;

use qedoku_app::Cancel;
use qedoku_core::engine::Stop;
use qedoku_core::engine::random::Random;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::grid::{Board, Shape};
use qedoku_mine::publish::Publisher;
use qedoku_mine::unfillable::cells::{CellPattern, peers};
use qedoku_mine::unfillable::enumerate::{PatternLimits, unfillable_sets};
use qedoku_mine::unfillable::family::{family_rule, name_patterns};
use qedoku_mine::unfillable::fill::{can_fill, is_minimal_unfillable};
use qedoku_mine::unfillable::guardians::guarded_sets;

use crate::program::run;

/// Returns the twelve cells of a tridagon in the first four boxes.
fn tridagon() -> CellPattern {
    CellPattern::of([0, 10, 20, 3, 13, 23, 27, 37, 47, 30, 41, 49])
}

fn patterns(digits: usize, cells: usize, boxes: usize) -> Vec<CellPattern> {
    let limits = PatternLimits {
        digits,
        cells,
        boxes,
    };
    unfillable_sets(limits, &Stop::default(), &|_, _| ()).patterns
}

/// Returns the set after a random permutation of rows, columns, bands and stacks, and possibly a
/// transposition.
fn moved(cells: CellPattern, random: &mut Random) -> CellPattern {
    let mut lines = || -> Vec<usize> {
        let groups = random.order(3);
        let line = |group: &usize, i: usize| 3 * group + i;
        let mut all = Vec::new();
        for group in &groups {
            let order = random.order(3);
            all.extend(order.into_iter().map(|i| line(group, i)));
        }
        all
    };
    let (rows, columns) = (lines(), lines());
    let moved = CellPattern::of(cells.iter().map(|c| 9 * rows[c / 9] + columns[c % 9]));
    match random.below(2) {
        0 => moved,
        _ => moved.turned(),
    }
}

#[test]
fn pattern_form_is_independent_of_its_place() {
    let mut random = Random::new(7);
    for count in [3, 7, 12] {
        let cells = CellPattern::of(random.order(81).into_iter().take(count));
        let form = cells.canonical();
        assert_eq!(form.canonical(), form);
        for _ in 0..20 {
            assert_eq!(moved(cells, &mut random).canonical(), form, "{cells:?}");
        }
    }
    assert_ne!(
        tridagon().canonical(),
        CellPattern::of([0, 10, 20, 3, 13, 23, 27, 37, 47, 30, 40, 50]).canonical(),
        "four boxes of the same kind can be filled"
    );
}

#[test]
fn five_patterns_of_three_digits_in_four_boxes_with_tridagon() {
    let found = patterns(3, 12, 4);
    assert_eq!(found.len(), 5);
    assert!(found.contains(&tridagon().canonical()));
    for pattern in found {
        assert!(!can_fill(pattern, 3) && is_minimal_unfillable(pattern, 3));
        for cell in pattern.iter() {
            assert!(can_fill(pattern.without(cell), 3), "{pattern:?}");
        }
    }
}

#[test]
fn unfillable_sets_of_two_digits_are_the_odd_rings() {
    let found: BTreeSet<CellPattern> = patterns(2, 7, 9).into_iter().collect();
    // Chordless rings of five and of seven cells, walked cell by cell over the whole board.
    let mut rings = BTreeSet::new();
    // By symmetry, two neighbours are r1c1 and one of three others.
    for next in [1, 3, 10] {
        walk(&mut vec![0, next], 7, &mut rings);
    }
    let rings: BTreeSet<CellPattern> = rings.into_iter().map(CellPattern::canonical).collect();
    assert_eq!(found, rings);
}

/// Extends a path from its last cell to a cell that sees no earlier cell, except the first one,
/// which closes the ring.
fn walk(path: &mut Vec<usize>, longest: usize, rings: &mut BTreeSet<CellPattern>) {
    let (first, last) = (path[0], path[path.len() - 1]);
    for next in peers(last).iter() {
        let inner = &path[1..path.len() - 1];
        let shortcut = inner.iter().any(|&cell| peers(cell).contains(next));
        if path.contains(&next) || shortcut {
            continue;
        }
        let closes = peers(first).contains(next);
        path.push(next);
        if closes && path.len() % 2 == 1 && path.len() > 3 {
            rings.insert(CellPattern::of(path.iter().copied()));
        } else if !closes && path.len() < longest {
            walk(path, longest, rings);
        }
        path.pop();
    }
}

#[test]
fn rules_of_all_patterns_in_four_boxes_are_proved() {
    let board = Board::sudoku(Shape::of_size(9).expect("there is a 9x9 board"));
    for pattern in name_patterns(&patterns(3, 12, 4), 3) {
        let publisher = Publisher {
            board: &board,
            command: "a test",
            cancel: Cancel::default(),
        };
        let rule = family_rule(&publisher, &pattern, 3, &[], &[], 0);
        assert!(rule.is_ok(), "{}: {rule:?}", pattern.rule);
    }
}

#[test]
fn tridagon_is_found_with_its_guardians() {
    let text = "...8..2...3..4..78..6.2.1...7..6......5......2.4.17....876.4.12...17.6......82..4";
    let puzzle = read_puzzle(&Source::new("test", text)).expect("it is a puzzle");
    let board: &Arc<Board> = &puzzle.board;
    let pattern = tridagon().canonical();
    let found = guarded_sets(board, &puzzle.state(), 3, &[pattern], 4);
    let digits = |name: &str| name.bytes().fold(0u32, |all, d| all | 1 << (d - b'1'));
    let found = found.iter().find(|guarded| guarded.digits == digits("359"));
    let found = found.expect("3, 5 and 9 have one");
    assert_eq!(found.cells.canonical(), pattern);
    let r1c8 = board.parse_candidate("r1c8=3").expect("a candidate");
    assert!(found.guardians.iter().all(|&g| board.exclude(g, r1c8)));
}

#[test]
fn unfillable_command_counts_patterns_and_writes_rules() {
    let folder = tempfile::tempdir().unwrap();
    let mined = folder.path().join("mined");
    let mined = mined.to_str().unwrap();
    let puzzle =
        "...8..2...3..4..78..6.2.1...7..6......5......2.4.17....876.4.12...17.6......82..4";
    let only = "naked_single,hidden_single";
    let args = [
        "mine",
        "--unfillable",
        "3",
        "--only",
        only,
        "--quiet",
        "-o",
        mined,
        puzzle,
    ];
    let output = run(&args);
    assert_eq!(output.code, 0, "{}", output.err);
    for said in [
        "5 patterns of at most 12 cells",
        "of 1 others, 1 have one with at most 4 guardians",
        "5 rules proved sound",
    ] {
        assert!(output.out.contains(said), "{}", output.out);
    }
    let rule = "unfillable_3_in_12_no_1";
    let steps = run(&["steps", puzzle, "--rules", mined, "--trust", "--rule", rule]);
    assert!(steps.out.contains("r1c8<>3"), "{}{}", steps.out, steps.err);
}
