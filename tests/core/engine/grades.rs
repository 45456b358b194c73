//! Grades are equal for isomorphic puzzles.

use super::solver;
use qedoku_core::engine::Strategy;
use qedoku_core::report::grade::Grade;
use qedoku_tests::isomorph::isomorph;
use qedoku_tests::random::Random;
use qedoku_tests::{NINE, collection, own_collection, puzzle};

/// Returns about `most` puzzles of all difficulties: from the collections beside the project, and
/// from the project's own, which are sufficient if the others are absent.
fn puzzles(most: usize) -> Vec<String> {
    let mut chosen = Vec::new();
    for (name, share) in [
        ("cb-000.tsv", 5),
        ("sudoku17.sdm", 2),
        ("top1465.sdm", 2),
        ("top95.txt", 1),
    ] {
        let Some(lines) = collection(name) else {
            continue;
        };
        let count = most * share / 20;
        chosen.extend(lines.into_iter().step_by(197).take(count));
    }
    chosen.extend(own_collection("sample.sdm"));
    let levels = own_collection("levels.sdm");
    let missing = most.saturating_sub(chosen.len()).max(10).min(levels.len());
    chosen.extend((0..missing).map(|i| levels[i * levels.len() / missing].clone()));
    // If a collection is too small for its share, the largest one supplies the rest.
    if let Some(lines) = collection("cb-000.tsv") {
        let missing = most.saturating_sub(chosen.len());
        chosen.extend(lines.into_iter().skip(1).step_by(197).take(missing));
    }
    chosen
}

#[test]
fn grades_are_equal_for_isomorphic_puzzles() {
    let solver = solver(Strategy::default().by_rounds());
    let mut random = Random::new(4);
    // A debug build is slow, so it tests fewer puzzles and copies.
    let (most, copies) = if cfg!(debug_assertions) {
        (40, 2)
    } else {
        (200, 20)
    };
    let puzzles = puzzles(most);
    let (mut with_search, mut levels) = (0, std::collections::BTreeMap::new());
    for line in &puzzles {
        let grade = Grade::of(&solver, &puzzle(NINE, line));
        *levels.entry(grade.level).or_insert(0) += 1;
        with_search += usize::from(grade.search.refuted > 0);
        for _ in 0..copies {
            let copy = isomorph(&mut random, line);
            let mut other = Grade::of(&solver, &puzzle(NINE, &copy));
            let searched = grade.search.refuted > 0;
            if searched {
                let level = |g: &Grade| (g.level, g.hardest.clone(), g.claim, g.clues);
                assert_eq!(level(&grade), level(&other), "{line}\n{copy}");
            } else {
                // Without search, all counted figures are equal.
                other.puzzle.clone_from(&grade.puzzle);
                assert_eq!(grade, other, "{copy}");
            }
        }
    }
    println!(
        "{} puzzles, {with_search} with search: {levels:?}",
        puzzles.len()
    );
    assert!(puzzles.len() >= most.min(70) && with_search < puzzles.len());
    assert_eq!(levels.len(), 6, "{levels:?}");
}

#[test]
fn grades_ignore_the_order_of_equal_rules() {
    // Rules of equal level and score, loaded in another order.
    let mut turned = super::LIBRARY.clone();
    turned.techniques.reverse();
    turned.techniques.sort_by_key(|t| (t.level, t.score));
    let board = qedoku_core::grid::Board::sudoku(NINE);
    let strategy = Strategy::default().by_rounds();
    let other = qedoku_core::engine::Solver::new(&board, &turned, strategy.clone());
    let solver = solver(strategy);
    for line in puzzles(20).into_iter().step_by(2) {
        let puzzle = puzzle(NINE, &line);
        let (one, two) = (Grade::of(&solver, &puzzle), Grade::of(&other, &puzzle));
        assert_eq!((one.level, one.solved), (two.level, two.solved), "{line}");
    }
}
