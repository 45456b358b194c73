//! Correctness of the rewrites: a rewritten rule is sound and finds the expected eliminations.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Board, Candidate, HouseKind, State};
use qedoku_core::lang::ir::{Condition, Kinds, Sort, Technique};
use qedoku_core::lang::{Library, standard_library};
use qedoku_core::matcher::Position;
use qedoku_mine::equiv::{SamenessKind, TechniqueCases};
use qedoku_soundness::{Deadline, Verdict, judge};

use qedoku_tests::NINE;
use qedoku_tests::random::Random;

static LIBRARY: LazyLock<Library> =
    LazyLock::new(|| standard_library().expect("the standard library"));
static BOARD: LazyLock<Arc<Board>> = LazyLock::new(|| Board::sudoku(NINE));

fn technique(rule: &str, instance: Option<u32>) -> Technique {
    let mut all = LIBRARY.techniques.iter();
    all.find(|t| *t.rule == *rule && t.instance == instance)
        .unwrap_or_else(|| panic!("no {rule} {instance:?}"))
        .clone()
}

/// Returns the technique with each kind of house changed.
fn with_kinds(mut technique: Technique, change: impl Fn(Kinds) -> Kinds) -> Technique {
    for pattern in &mut technique.patterns {
        for variable in &mut pattern.variables {
            if let Sort::House(kinds) = variable.sort {
                variable.sort = Sort::House(change(kinds));
            }
        }
        for condition in &mut pattern.conditions {
            if let Condition::SomeOfKind(houses) = condition {
                houses
                    .iter_mut()
                    .for_each(|(_, kinds)| *kinds = change(*kinds));
            }
        }
        pattern.read_shapes();
    }
    technique
}

fn turned(kinds: Kinds) -> Kinds {
    let kinds_of = [
        HouseKind::Row,
        HouseKind::Column,
        HouseKind::Box,
        HouseKind::Extra,
    ];
    let own = kinds_of.into_iter().filter(|kind| kinds.contains(*kind));
    let turned = own.map(|kind| match kind {
        HouseKind::Row => Kinds::only(HouseKind::Column),
        HouseKind::Column => Kinds::only(HouseKind::Row),
        other => Kinds::only(other),
    });
    turned.reduce(Kinds::or).expect("some kind")
}

/// A candidate as row, column and digit.
type Place = [usize; 3];

/// Returns random candidates: every cell has two or three digits, and every digit has two or three
/// places in each row and column, as in a stuck state; each other candidate is added with
/// probability 1/`one_in`; then rows, columns and digits are permuted.
fn random_places(random: &mut Random, one_in: usize) -> BTreeSet<Place> {
    let group = |n: usize| (n / 2).min(3);
    let mut order = || {
        let mut left: Vec<usize> = (0..9).collect();
        let mut order = Vec::new();
        while !left.is_empty() {
            order.push(left.remove(random.below(left.len())));
        }
        order
    };
    let orders = [order(), order(), order()];
    let all = (0..729).map(|n| [n / 81, n / 9 % 9, n % 9]);
    let stuck = |place: &Place| place.iter().map(|&n| group(n)).sum::<usize>() % 4 == 0;
    all.filter(|place| stuck(place) || random.once_in(one_in))
        .map(|[r, c, d]| [orders[0][r], orders[1][c], orders[2][d]])
        .collect()
}

fn position(places: &BTreeSet<Place>) -> Position {
    let mut cells = vec![0u32; 81];
    for [row, column, digit] in places {
        cells[9 * row + column] |= 1 << digit;
    }
    Position::new(Arc::clone(&BOARD), State::from_cells(&BOARD, &cells))
}

/// Returns all candidates that a technique eliminates.
fn eliminated(technique: &Technique, places: &BTreeSet<Place>) -> BTreeSet<Place> {
    let engine = Solver::with(&BOARD, [technique]);
    let matches = engine.matches(TechniqueId::FIRST, &position(places));
    let place = |candidate: &Candidate| {
        let cell = BOARD.cell_of(*candidate).index();
        let digit =
            (BOARD.digits()).find(|d| BOARD.candidate(BOARD.cell_of(*candidate), *d) == *candidate);
        [cell / 9, cell % 9, digit.expect("a digit").index()]
    };
    let all = matches.iter().flat_map(|found| &found.eliminations);
    all.map(place).collect()
}

/// Asserts in many random states that both techniques have the same eliminations, after mapping the
/// places of the second one. Some states must have eliminations.
fn assert_correspond(
    one: &Technique,
    other: &Technique,
    change: fn(Place) -> Place,
    one_in: usize,
) {
    let mut random = Random::new(7);
    let mut found = 0;
    for _ in 0..60 {
        let places = random_places(&mut random, one_in);
        let changed = places.iter().copied().map(change).collect();
        let here = eliminated(one, &places);
        let there = eliminated(other, &changed);
        let expected: BTreeSet<Place> = here.iter().copied().map(change).collect();
        assert_eq!(there, expected, "{} and {}", one.title, other.title);
        found += here.len();
    }
    assert!(found > 0, "{} found nothing to compare", one.title);
}

fn assert_sound(technique: &Technique) {
    let deadline = Deadline::new(Instant::now(), Duration::from_secs(60));
    let verdict = judge(technique, &technique.relations, |_| true, deadline);
    assert!(
        matches!(verdict, Verdict::Sound { .. }),
        "{}: {}",
        technique.title,
        verdict.word()
    );
}

#[test]
fn transposed_rules_find_transposed_steps() {
    for (rule, one_in) in [
        ("skyscraper", 20),
        ("empty_rectangle", 20),
        ("two_string_kite", 20),
        ("locked_candidates_1", 20),
        ("franken_fish", 20),
    ] {
        let instance = (rule == "franken_fish").then_some(2);
        let technique = technique(rule, instance);
        let transposed = with_kinds(technique.clone(), turned);
        assert_sound(&transposed);
        assert_correspond(&technique, &transposed, |[r, c, d]| [c, r, d], one_in);
        // The technique has a form along rows and one along columns, before and after the rewrite.
        let same = TechniqueCases::of(&transposed).same(&TechniqueCases::of(&technique));
        assert_eq!(
            same.map(|same| same.how),
            Some(SamenessKind::Everywhere),
            "{rule}"
        );
    }
}

/// Returns one case of a subset rule, restricted to houses of one kind.
fn case(rule: &str, n: u32, pattern: usize, only: Option<HouseKind>) -> Technique {
    let mut technique = technique(rule, Some(n));
    technique.patterns = vec![technique.patterns[pattern].clone()];
    match only {
        Some(kind) => with_kinds(technique, |_| Kinds::only(kind)),
        None => technique,
    }
}

#[test]
fn exchanged_roles_find_exchanged_steps() {
    for n in 2..=3 {
        let in_rows = case("fish", n, 0, None);
        let naked_in_columns = case("naked_subset", n, 0, Some(HouseKind::Column));
        let naked_in_rows = case("naked_subset", n, 0, Some(HouseKind::Row));
        let hidden_in_rows = case("hidden_subset", n, 0, Some(HouseKind::Row));
        let hidden_in_columns = case("hidden_subset", n, 0, Some(HouseKind::Column));
        let digits_for_columns: fn(Place) -> Place = |[r, c, d]| [r, d, c];
        let digits_for_rows: fn(Place) -> Place = |[r, c, d]| [d, c, r];
        let one_in = 20;
        // A digit in a row corresponds to a cell if columns and digits are exchanged.
        assert_correspond(&in_rows, &naked_in_columns, digits_for_columns, one_in);
        assert_correspond(&naked_in_rows, &hidden_in_rows, digits_for_columns, one_in);
        // A digit in a column corresponds to a cell if rows and digits are exchanged.
        assert_correspond(&in_rows, &hidden_in_rows, digits_for_rows, one_in);
        assert_correspond(
            &naked_in_columns,
            &hidden_in_columns,
            digits_for_rows,
            one_in,
        );
        for technique in [&in_rows, &naked_in_rows, &hidden_in_columns] {
            assert_sound(technique);
        }
        // The answer of egg for the same cases.
        let how = |one: &Technique, other: &Technique| {
            TechniqueCases::of(one)
                .same(&TechniqueCases::of(other))
                .map(|same| same.how)
        };
        assert_eq!(
            how(&in_rows, &naked_in_columns),
            Some(SamenessKind::Exchanged)
        );
        assert_eq!(
            how(&in_rows, &hidden_in_rows),
            Some(SamenessKind::Exchanged)
        );
        assert_eq!(
            how(&naked_in_rows, &hidden_in_rows),
            Some(SamenessKind::WhereOpen(2 * n))
        );
    }
}

#[test]
fn complements_agree_at_their_number_of_open_cells() {
    let mut random = Random::new(3);
    for (naked, hidden) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2), (3, 3)] {
        let open = naked + hidden;
        let one = case("naked_subset", naked as u32, 0, Some(HouseKind::Row));
        let other = case("hidden_subset", hidden as u32, 0, Some(HouseKind::Row));
        let mut found = 0;
        for _ in 0..30 {
            // The first row has `open` open cells. Some of them have some of the digits and the
            // others have the other digits, with a few random candidates added. Its other cells are
            // solved, and the other rows have only candidates of the open digits.
            let below = (9..81).flat_map(|n| (0..open).map(move |digit| [n / 9, n % 9, digit]));
            let mut places: BTreeSet<Place> = below.collect();
            for (column, digit) in (0..open * open).map(|n| (n / open, n % open)) {
                if (column < naked) == (digit < naked) || random.once_in(8) {
                    places.insert([0, column, digit]);
                }
            }
            places.extend((open..9).map(|column| [0, column, column]));
            let in_first = |technique: &Technique| -> BTreeSet<Place> {
                let all = eliminated(technique, &places).into_iter();
                all.filter(|[row, ..]| *row == 0).collect()
            };
            let here = in_first(&one);
            assert_eq!(here, in_first(&other), "{naked} and {hidden}");
            found += here.len();
        }
        assert!(
            found > 0,
            "naked {naked}, hidden {hidden}: nothing to compare"
        );
    }
}
