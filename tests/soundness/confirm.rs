//! Confirmation of counterexamples by a plain solver and the matcher.

use qedoku_core::engine::{Solver, TechniqueId};
use qedoku_core::grid::{Candidate, Digit};
use qedoku_core::lang::ir::{Alternative, Conclusion, Technique};
use qedoku_core::matcher::{Match, Position};
use qedoku_soundness::Counterexample;
use qedoku_tests::plain_solver::Plain;

const NINE: Plain = Plain {
    height: 3,
    width: 3,
};

/// Asserts that a counterexample is valid: the grid is a solution that the candidates allow, the
/// rule matches, and the match eliminates a candidate of the grid.
pub fn confirm(name: &str, technique: &Technique, found: &Counterexample) {
    let board = &found.puzzle.board;
    let grid: Vec<u8> = found.grid.iter().map(|d| d.index() as u8).collect();
    assert!(NINE.is_solution(&grid), "{name}: no solution");
    let candidates = found.puzzle.pencilmarks.as_ref().expect("candidates");
    let allowed = |(mask, digit): (&u32, &u8)| mask >> digit & 1 == 1;
    assert!(
        candidates.iter().zip(&grid).all(allowed),
        "{name}: a candidate is missing"
    );
    let chosen: Vec<u32> = grid.iter().map(|digit| 1 << digit).collect();
    assert_eq!(
        NINE.solutions(&chosen, 2),
        std::slice::from_ref(&grid),
        "{name}"
    );
    let givens = found.puzzle.givens.as_ref().expect("givens");
    let agrees = |(given, digit): (&Option<Digit>, &Digit)| given.is_none_or(|g| g == *digit);
    assert!(
        givens.iter().zip(&found.grid).all(agrees),
        "{name}: a given is false"
    );
    if technique.assumes_unique {
        let mask = |given: &Option<Digit>| given.map_or(NINE.all(), |d| 1 << d.index());
        let masks: Vec<u32> = givens.iter().map(mask).collect();
        assert_eq!(
            NINE.solutions(&masks, 2),
            [grid],
            "{name}: the puzzle is not unique"
        );
    }
    let holds = |c: &Candidate| found.grid[board.cell_of(*c).index()] == board.digit_of(*c);
    let position = Position::of(&found.puzzle);
    let matches = Solver::with(board, [technique]).matches(TechniqueId::FIRST, &position);
    let has = |all: &[Candidate], some: &[Candidate]| some.iter().all(|c| all.contains(c));
    // The matcher reports one of several bindings with the same truths, with all its targets.
    // Truths behind a verb are not compared.
    let is_verb =
        |a: &Alternative| matches!(a, Alternative::Relation(..) | Alternative::RelationFrom(..));
    let mut clauses = technique.patterns.iter().flat_map(|p| &p.knowledge);
    let has_verbs = clauses.any(|every| every.alternatives.iter().any(is_verb));
    let is_it = |m: &Match| {
        (m.truths == found.found.truths || !m.chains.is_empty() || has_verbs)
            && has(&m.eliminations, &found.found.eliminations)
            && has(&m.placements, &found.found.placements)
    };
    // For the two ends of a loop, the matcher follows one shortest derivation. The board may show
    // another one.
    let by_links = |c: &Conclusion| matches!(c, Conclusion::EliminateLinks(..));
    let mut conclusions = technique.patterns.iter().flat_map(|p| &p.conclusions);
    let found_by_matcher = matches.iter().any(is_it) || conclusions.any(by_links);
    assert!(found_by_matcher, "{name}: it does not match");
    let kills = found.found.eliminations.iter().any(holds);
    let misplaces = found.found.placements.iter().any(|c| !holds(c));
    assert!(kills || misplaces, "{name}: nothing true is killed");
    assert!(found.killed.iter().all(holds));
    assert!(!found.killed.is_empty() || !found.misplaced.is_empty());
}
