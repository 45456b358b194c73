//! Whole collections: the candidates that remain when only some rules are used, and complete
//! proofs.

use std::collections::BTreeMap;

use super::solver;
use qedoku_core::engine::create::Creator;
use qedoku_core::engine::{PathStep, Solver, Strategy};
use qedoku_core::grid::text::{ReadOptions, Source, read_puzzles_with};
use qedoku_core::grid::{Board, State};
use qedoku_core::lang::ir::Level;
use qedoku_core::proof::Claim;
use qedoku_core::report::grade::Grade;
use qedoku_core::report::trace;
use qedoku_tests::dose::dosed_size;
use qedoku_tests::{NINE, accepted, collection, puzzle, root};

/// Returns the number of candidates in unsolved cells.
fn left(state: &State) -> u32 {
    let cells = state.masks()[..81].iter().map(|mask| mask.count_ones());
    cells.filter(|&count| count > 1).sum()
}

#[test]
fn solved_counts_match_published_ones() {
    let Some(lines) = collection("cb-000.tsv") else {
        return;
    };
    let strategy = |max_level, off: &[&str]| Strategy {
        max_level,
        off: off.iter().map(|name| name.to_string()).collect(),
        search: false,
        limits: qedoku_core::engine::search::Limits { supposes: 0 },
        ..Strategy::default()
    };
    let singles = solver(strategy(Level::Easy, &[]));
    // Of the medium level, only the two rules of locked candidates.
    let medium = super::LIBRARY.techniques.iter();
    let medium =
        medium.filter(|t| t.level == Level::Medium && !t.rule.starts_with("locked_candidates"));
    let others: Vec<&str> = medium.map(|t| &*t.rule).collect();
    let locked = solver(strategy(Level::Medium, &others));
    let end = |solver: &Solver<'_>, line: &str| {
        let mut path = solver.path(&puzzle(NINE, line));
        path.by_ref().count();
        left(path.position().state())
    };
    assert_eq!(lines.len(), 21_375);
    // A debug build is slow, so it tests every fifth puzzle.
    let step = if cfg!(debug_assertions) { 5 } else { 1 };
    for line in lines.iter().step_by(step) {
        let fields: Vec<&str> = line.split('\t').collect();
        let expected: [u32; 2] = [fields[8], fields[9]].map(|text| text.parse().expect("a number"));
        assert_eq!(
            [end(&singles, line), end(&locked, line)],
            expected,
            "{line}"
        );
    }
}

/// Proves the puzzles of a collection and checks the proofs.
fn prove_all(name: &str, most: usize) {
    let Some(lines) = collection(name) else {
        return;
    };
    let solver = solver(Strategy::default());
    let (mut count, mut without_search, mut steps) = (0, 0, 0);
    for line in lines.iter().take(most) {
        let line = line.replace('0', ".");
        let puzzle = puzzle(NINE, &line);
        let proof = trace::prove(&solver, &puzzle);
        assert!(matches!(proof.claim, Claim::Unique(_)), "{line}");
        let accepted = accepted(&proof.to_text());
        assert!(
            matches!(accepted.claim, qedoku_check::Claim::Unique(_)),
            "{line}"
        );
        assert!(!accepted.assumes_unique);
        count += 1;
        steps += accepted.steps;
        let searched = |(note, _): &(Option<qedoku_core::proof::Annotation>, _)| {
            note.as_ref().is_some_and(|note| note.rule == "search")
        };
        without_search += usize::from(!proof.steps.iter().any(searched));
    }
    println!(
        "{name}: {count} proved, {without_search} without search, {} steps each",
        steps / count as u64
    );
}

#[test]
fn small_collections_get_complete_proofs() {
    prove_all("hardest11.txt", usize::MAX);
    prove_all("top95.txt", dosed_size(30));
    prove_all("cs531_77.tsv", usize::MAX);
}

#[test]
fn large_collections_get_complete_proofs() {
    prove_all("top1465.sdm", dosed_size(25));
    prove_all("sudoku17.sdm", dosed_size(100));
    prove_all("cb-000.tsv", dosed_size(60));
}

#[test]
fn project_puzzles_get_proofs_by_rules() {
    let options = ReadOptions {
        allow_clash: true,
        allow_empty: true,
    };
    let mut claims = [0; 3];
    for name in ["odd.sdm", "sample.sdm", "levels.sdm"] {
        let bytes = std::fs::read(root().join("puzzles").join(name)).expect("a file");
        for entry in read_puzzles_with(&Source::new(name, &bytes), options) {
            let puzzle = entry.puzzle.expect("a puzzle");
            let solver = Solver::new(&puzzle.board, &super::LIBRARY, Strategy::default());
            let proof = trace::prove(&solver, &puzzle);
            match (&proof.claim, accepted(&proof.to_text()).claim) {
                (Claim::Unique(_), qedoku_check::Claim::Unique(_)) => claims[0] += 1,
                (Claim::None(_), qedoku_check::Claim::None) => claims[1] += 1,
                (Claim::Many(..), qedoku_check::Claim::Many(..)) => claims[2] += 1,
                (claim, _) => panic!("{name}, line {}: {claim:?}", entry.line),
            }
        }
    }
    assert!(claims.iter().all(|&count| count > 0), "{claims:?}");
}

#[test]
fn level_files_have_created_puzzles_of_their_level() {
    let text = std::fs::read_to_string(root().join("puzzles/levels.sdm")).expect("a file");
    let mut counts = BTreeMap::new();
    let solver = solver(Strategy::default().by_rounds());
    let board = Board::sudoku(NINE);
    let mut creator = Creator::new(&board, 2);
    let created: Vec<String> = (0..40).filter_map(|_| creator.puzzle().line()).collect();
    let mut reproduced = 0;
    for entry in read_puzzles_with(&Source::new("levels", text.as_bytes()), Default::default()) {
        let puzzle = entry.puzzle.expect("a puzzle");
        let label = puzzle.label.clone().expect("a label");
        let grade = Grade::of(&solver, &puzzle);
        let level = grade.level.expect("a level");
        assert!(label.starts_with(&format!("{level} ")), "{label}: {level}");
        *counts.entry(level).or_insert(0) += 1;
        reproduced += usize::from(created.contains(&grade.puzzle));
    }
    assert!(
        counts.len() == 5 && counts.values().all(|&count| count == 12),
        "{counts:?}"
    );
    // The first puzzles of the four common levels are among the first that are created.
    assert!(reproduced > 25, "{reproduced}");
}

#[test]
fn supposes_are_pruned() {
    let solver = solver(Strategy::default());
    let puzzle = puzzle(NINE, super::HARD);
    let mut path = solver.path(&puzzle);
    let mut supposes = 0;
    while let Some(step) = path.next() {
        let PathStep::Search(refutation) = step else {
            continue;
        };
        supposes += refutation.supposes();
        // Pruning a second time removes no further step.
        let mut before = path.position().state().clone();
        restore(&mut before, refutation.target);
        let again = qedoku_core::engine::prune::prune(
            path.position().board(),
            &before,
            refutation.steps.clone(),
        );
        assert_eq!(again, refutation.steps);
    }
    assert!(supposes > 3);
    let proof = trace::prove(&solver, &puzzle);
    let whole = qedoku_core::engine::search::prove(&puzzle, Default::default());
    assert!(
        proof.steps.len() * 3 < whole.steps.len(),
        "{} steps, {} by search alone",
        proof.steps.len(),
        whole.steps.len()
    );
}

/// Adds back a candidate that was just eliminated.
fn restore(state: &mut State, target: qedoku_core::grid::Candidate) {
    let board = qedoku_core::grid::Board::sudoku(NINE);
    let mut cells: Vec<u32> = board.cells().map(|c| state.digits(&board, c)).collect();
    cells[board.cell_of(target).index()] |= 1 << board.digit_of(target).index();
    *state = State::from_cells(&board, &cells);
}
