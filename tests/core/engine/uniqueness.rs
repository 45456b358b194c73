//! Rules that need the puzzle to have one solution: the assumption is either proved or declared.

use super::LIBRARY;
use qedoku_core::engine::{PathStep, Solver, Strategy, Uniqueness};
use qedoku_core::grid::Puzzle;
use qedoku_core::grid::text::{Source, read_puzzle};
use qedoku_core::lang::ir::Level;
use qedoku_core::proof::Step;
use qedoku_core::report::trace;
use qedoku_tests::accepted;

/// Returns the examples of rules that assume uniqueness, each with a strategy of singles and that
/// rule.
fn cases(uniqueness: Uniqueness) -> Vec<(Puzzle, Strategy)> {
    let assuming = LIBRARY
        .rules
        .iter()
        .filter(|r| r.ast.assuming_unique.is_some());
    let of_rule = assuming.flat_map(|rule| {
        let examples = rule.ast.examples.iter().filter(|e| e.expected.is_some());
        examples.map(move |example| {
            let puzzle = read_puzzle(&Source::new(rule.name(), &example.board.node));
            let strategy = Strategy {
                max_level: Level::Easy,
                on: [rule.name().to_owned()].into(),
                uniqueness,
                ..Strategy::default()
            };
            (puzzle.expect("a puzzle"), strategy)
        })
    });
    of_rule.collect()
}

#[test]
fn unconditional_proofs_use_uniqueness_rules_without_assuming() {
    let mut used = 0;
    for (puzzle, strategy) in cases(Uniqueness::Discharged) {
        let solver = Solver::new(&puzzle.board, &LIBRARY, strategy);
        let proof = trace::prove(&solver, &puzzle);
        assert!(!accepted(&proof.to_text()).assumes_unique);
        let assumed = |step: &PathStep| match step {
            PathStep::Rule(step) => solver.technique(step.technique).assumes_unique,
            PathStep::Layouts(_) | PathStep::Search(_) => false,
        };
        for step in solver.path(&puzzle).filter(assumed) {
            used += 1;
            let deadly = |step: &Step| matches!(step, Step::Deadly(_));
            assert!(!step.certificate().iter().any(deadly));
        }
    }
    println!("{used} steps discharged");
    assert!(used > 0);
}

#[test]
fn conditional_proof_states_its_assumption() {
    let mut conditional = 0;
    for (puzzle, strategy) in cases(Uniqueness::Assumed) {
        let solver = Solver::new(&puzzle.board, &LIBRARY, strategy);
        let proof = trace::prove(&solver, &puzzle);
        let deadly = proof
            .steps
            .iter()
            .any(|(_, step)| matches!(step, Step::Deadly(_)));
        assert_eq!(accepted(&proof.to_text()).assumes_unique, deadly);
        conditional += usize::from(deadly);
    }
    assert!(conditional > 0);
}
