//! Limits of the matcher: the results beyond a limit do not depend on the orientation of the board.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::laws::Symmetry;
use super::states::Dealt;
use qedoku_core::engine::{Pace, Solver};
use qedoku_core::grid::{Board, Candidate, Cell, Puzzle};
use qedoku_core::lang::ir::Technique;
use qedoku_core::lang::{Library, RuleFile, load, standard_library};
use qedoku_core::matcher::meaning::sets;
use qedoku_core::matcher::{
    CutOff, Matcher, Position, PositionCache, Tables, TimedBindings, naive,
};
use qedoku_tests::isomorph::isomorph;
use qedoku_tests::random::Random;
use qedoku_tests::{own_collection, puzzle, shape};

fn technique<'l>(library: &'l Library, rule: &str, instance: Option<u32>) -> &'l Technique {
    let is_it = |t: &&Technique| &*t.rule == rule && t.instance == instance;
    library.techniques.iter().find(is_it).expect("it is there")
}

fn eliminated(technique: &Technique, position: &Position) -> BTreeSet<Candidate> {
    let tables = Tables::new(position.board());
    let found = Matcher::new(technique).find(technique, &tables, position);
    found.into_iter().flat_map(|m| m.eliminations).collect()
}

/// Returns a state in which the first digit has these places, and all other candidates are live.
fn of_one_digit(board: &Arc<Board>, is_place: impl Fn(usize, usize) -> bool) -> Dealt {
    let n = board.size();
    let all = (1u32 << n) - 1;
    let mask = |cell: usize| all & !u32::from(!is_place(cell / n, cell % n));
    Dealt {
        board: Arc::clone(board),
        solution: vec![0; n * n],
        cells: (0..n * n).map(mask).collect(),
        solved: vec![false; n * n],
        given: vec![false; n * n],
    }
}

/// Twelve rows have their places in twelve columns, and one column has only the place in the first
/// row. Unless it remembers dead ends, the matcher needs millions of choices to find that this
/// place is forced.
#[test]
fn templates_of_16_digits_are_found_despite_many_choices() {
    let board = Board::sudoku(shape(4, 4));
    let is_column = |column: usize| column % 4 != 3;
    let dealt = of_one_digit(&board, |row, column| match row {
        0 => is_column(column),
        1..12 => is_column(column) && column != 14,
        _ => true,
    });
    let library = standard_library().expect("the standard library");
    let delete = technique(&library, "template_delete", None);
    let found = eliminated(delete, &dealt.position());
    let gone = |row: usize, column: usize| {
        found.contains(
            &board.candidate(board.cell(row, column), board.digits().next().expect("one")),
        )
    };
    assert!(
        (0..14)
            .filter(|&c| is_column(c))
            .all(|column| gone(0, column))
    );
    assert!(!gone(0, 14) && (12..16).all(|row| gone(row, 14)));
    let symmetry = Symmetry::random(&board, &mut Random::new(5));
    let there = eliminated(delete, &symmetry.state(&dealt).position());
    let image = symmetry.candidates(&board, &found.into_iter().collect::<Vec<_>>());
    assert_eq!(image, there.into_iter().collect::<Vec<_>>());
}

/// On larger boards templates are not used, however few there are.
#[test]
fn templates_are_not_computed_for_25_digits() {
    let library = standard_library().expect("the standard library");
    for (shape, is_told) in [(shape(4, 4), true), (shape(5, 5), false)] {
        let board = Board::sudoku(shape);
        let n = board.size();
        // In the first row the digit has two places. In the column of one of them, the sixth row
        // has its only place.
        let dealt = of_one_digit(&board, |row, column| match row {
            0 => column == 0 || column == n - 1,
            5 => column == 0,
            _ => true,
        });
        let set = technique(&library, "template_set", None);
        let tables = Tables::new(&board);
        let found = Matcher::new(set).find(set, &tables, &dealt.position());
        assert_eq!(!found.is_empty(), is_told, "{n}");
        let gone = eliminated(
            technique(&library, "template_delete", None),
            &dealt.position(),
        );
        assert_eq!(!gone.is_empty(), is_told, "{n}");
    }
}

/// Returns the state of a puzzle in which only the givens are solved.
fn of_givens(board: &Arc<Board>, line: &str) -> Dealt {
    let n = board.size();
    let digit = |c: char| c.to_digit(10).filter(|d| *d > 0).map(|d| d as usize - 1);
    let givens: Vec<Option<usize>> = line.chars().map(digit).collect();
    let mask = |cell: Cell| match givens[cell.index()] {
        Some(digit) => 1u32 << digit,
        None => {
            let seen = board.cells().filter(|&other| board.sees(cell, other));
            let gone = seen.filter_map(|other| givens[other.index()]);
            gone.fold((1 << n) - 1, |mask, digit| mask & !(1 << digit))
        }
    };
    Dealt {
        board: Arc::clone(board),
        solution: givens.iter().map(|given| given.unwrap_or(0)).collect(),
        cells: board.cells().map(mask).collect(),
        solved: givens.iter().map(Option::is_some).collect(),
        given: givens.iter().map(Option::is_some).collect(),
    }
}

/// In a state with open singles, whips are followed clause by clause. Beyond the limit, targets are
/// given up, so long whips are found less often than short ones. Which targets are given up does
/// not depend on the orientation of the board.
#[test]
fn whips_beyond_the_limit_give_up_in_every_orientation() {
    let board = Board::sudoku(shape(3, 3));
    let library = standard_library().expect("the standard library");
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let dealt = of_givens(&board, line);
    let mut counts = Vec::new();
    for length in 2..=5 {
        let whip = technique(&library, "whip", Some(length));
        let found: Vec<Candidate> = eliminated(whip, &dealt.position()).into_iter().collect();
        let symmetry = Symmetry::random(&board, &mut Random::new(length.into()));
        let there = eliminated(whip, &symmetry.state(&dealt).position());
        let image = symmetry.candidates(&board, &found);
        assert_eq!(image, there.into_iter().collect::<Vec<_>>(), "{length}");
        counts.push(found.len());
    }
    println!("whips of length 2 to 5: {counts:?}");
    assert!(
        counts[3] < counts[0],
        "the limit is not reached: {counts:?}"
    );
}

/// In a state without open singles, a whip may be longer than necessary. Whether it exists does not
/// depend on the orientation of the board.
#[test]
fn padded_whips_are_equal_in_isomorphic_states() {
    let board = Board::sudoku(shape(3, 3));
    let library = standard_library().expect("the standard library");
    let is_single =
        |t: &&Technique| ["full_house", "naked_single", "hidden_single"].contains(&&*t.rule);
    let singles = Solver::with(&board, library.techniques.iter().filter(is_single));
    let after_singles = |line: &str| {
        let mut position = Position::of(&puzzle(shape(3, 3), line));
        singles.run_at(Pace::Step, &mut position, |_| ());
        position
    };
    let (mut counts, mut random) = ([0; 4], Random::new(3));
    for line in own_collection("levels.sdm").iter().skip(12).step_by(4) {
        let copy = isomorph(&mut random, line);
        let (here, there) = (after_singles(line), after_singles(&copy));
        for length in 2..=5 {
            let whip = technique(&library, "whip", Some(length));
            let found = eliminated(whip, &here).len();
            assert_eq!(
                found,
                eliminated(whip, &there).len(),
                "{length}\n{line}\n{copy}"
            );
            counts[length as usize - 2] += found;
        }
    }
    println!("whips of length 2 to 5: {counts:?}");
    assert!(counts[0] > 0 && counts[0] < counts[3], "{counts:?}");
}

/// Rule about a single and three unrelated cells, which has very many matches.
const MANY: &str = "rule many {\n  for   cell a, cells b, c, d, digit x\n  with  b sees c, c sees d\n  when  every candidate \
    of a is x\n  then  eliminate x from cells seeing a\n}\n";

/// If a rule has more matches than the limit, a grade uses none of them, because the order of
/// matches depends on the orientation of the board.
#[test]
fn grade_ignores_truncated_matches() {
    let board = Board::sudoku(shape(3, 3));
    let source = RuleFile::new("many.rule", MANY.as_bytes()).expect("UTF-8");
    let library = load(&[source]).expect("it loads");
    let many = &library.techniques[0];
    for (singles, is_cut) in [(1, false), (12, true)] {
        // Open singles of one digit in the first columns of rows 1, 4, 7 and so on.
        let mut dealt = of_one_digit(&board, |_, _| true);
        for single in 0..singles {
            dealt.cells[9 * (single % 9) + 3 * (single % 3) + single / 9] = 1 << (single / 9);
        }
        let mut cache = PositionCache::default();
        let position = dealt.position();
        let tables = Tables::new(&board);
        let found = Matcher::new(many).find_since(many, &tables, &position, None, &mut cache);
        assert!(!found.is_empty());
        let cut_off = is_cut.then_some(CutOff::TooMany);
        assert_eq!(cache.cut_off(), cut_off, "{singles} singles");
        let steps = |pace: Pace| {
            let (mut end, mut steps) = (position.clone(), 0);
            Solver::with(&board, [many]).run_at(pace, &mut end, |_| steps += 1);
            steps
        };
        assert_eq!(steps(Pace::Round) > 0, !is_cut, "{singles} singles");
        assert!(steps(Pace::Step) > 0, "{singles} singles");
    }
}

#[test]
fn sets_skip_prefixes_that_cannot_be_filled() {
    // There are 1 + 60 + 1770 sets, but 2^60 prefixes of sets.
    assert_eq!(sets((0..60).collect(), 58, 60).len(), 1831);
    for (count, least, most) in [
        (0, 0, 2),
        (5, 0, 0),
        (5, 2, 3),
        (6, 4, 6),
        (4, 5, 7),
        (3, 3, 1),
    ] {
        let mut made = sets((0..count).collect(), least, most);
        let all = (0..1u32 << count).filter(|mask| (least..=most).contains(&mask.count_ones()));
        let members = |mask: u32| {
            (0..count)
                .filter(|i| mask >> i & 1 == 1)
                .collect::<Vec<u32>>()
        };
        let mut expected: Vec<Vec<u32>> = all.map(members).collect();
        made.sort();
        expected.sort();
        assert_eq!(made, expected, "{least} to {most} of {count}");
    }
}

#[test]
fn oracle_reads_the_clock_before_each_binding() {
    let library = standard_library().expect("the standard library");
    let technique = &library.techniques[0];
    let board = Board::sudoku(shape(3, 3));
    let puzzle = Puzzle::from_givens(Arc::clone(&board), vec![None; board.cell_count()]);
    let position = Position::of(&puzzle);
    let reads = std::cell::Cell::new(0);
    let mut limit = TimedBindings {
        left: u64::MAX,
        is_over: &|| {
            reads.set(reads.get() + 1);
            reads.get() > 100
        },
    };
    assert!(naive::find_within(technique, &position, &mut limit).is_none());
    assert_eq!(reads.get(), 101);
    assert_eq!(limit.left, u64::MAX - 100);
}
